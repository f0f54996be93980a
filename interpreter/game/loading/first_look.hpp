// What is wrong with a game before anybody moves: `glint check` and editors say it with the errors of the script.
#pragma once

#include <string>
#include <vector>

#include "glint/glint.hpp"

namespace glint {

/// Errors that occur in every game, as its start, its moves or its pictures fail; wrong boards in tests; a warning if the
/// game is over at once. `file` is the name of the script, for what is at no place in it.
std::vector<Error> wrong_at_start(const Game& game, const std::string& file);

}  // namespace glint
