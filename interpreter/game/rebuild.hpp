// A game built once more from the same script, another way.
#pragma once

#include "glint/glint.hpp"
#include "interpreter/build/build.hpp"

namespace glint {

/// As these options say; it keeps its hash and its warnings.
Result<Game> rebuilt(const Game& game, const BuildOptions& options);
/// Without some ways of making its rules quicker.
Result<Game> built_without(const Game& game, Lowerings without);
/// With these options of the game, the others as they are. Names and values must be right.
Result<Game> built_with(const Game& game, const Settings& settings);

}  // namespace glint
