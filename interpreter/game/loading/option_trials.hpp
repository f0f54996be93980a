// Other values of a game's options, with which it must build, too: `glint check` and editors try them.
#pragma once

#include <cstdint>
#include <vector>

#include "glint/glint.hpp"

namespace glint {

struct OptionTrial {
  std::size_t option = 0;  // its number in Rules::options
  std::int64_t value = 0;
};

/// The values to try, one at a time, while the other options stay as they are: the smallest and the largest number, and all
/// names if there are few. Options that are `given` are not tried.
std::vector<OptionTrial> option_trials(const Game& game, const Settings& given = {});

/// Why the game cannot be built with this value; each error says that the value is the cause. If it was stopped meanwhile
/// (Limits::stop), this is the only error.
std::vector<Error> wrong_with(const Game& game, const OptionTrial& trial);

}  // namespace glint
