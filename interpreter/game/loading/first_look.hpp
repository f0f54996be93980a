// The errors of a game before the first move: `glint check` and editors report them with those of the script.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "glint/glint.hpp"

namespace glint {

/// Errors that occur in every game, as its start, its moves or its pictures fail; wrong boards in tests; a warning if the
/// game is over at once. `file` is the name of the script, for what is at no place in it.
std::vector<Error> wrong_at_start(const Game& game, const std::string& file);

/// Other values of a game's options, with which it must build, too: `glint check` and editors try them.
struct OptionTrial {
  std::size_t option = 0;  // its number in Rules::options
  std::int64_t value = 0;
};

/// The values to try, one at a time, while the other options stay as they are: the smallest and the largest number, and all
/// names if there are few. Options that are `given` are not tried.
std::vector<OptionTrial> option_trials(const Game& game, const Settings& given = {});

/// The errors of building the game with this value; each says that the value is the cause. If it was stopped meanwhile
/// (Limits::stop), this is the only error.
std::vector<Error> wrong_with(const Game& game, const OptionTrial& trial);

}  // namespace glint
