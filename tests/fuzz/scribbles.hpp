// The game whose positions, moves and records fuzzers write.
#pragma once

#include <glint/glint.hpp>

namespace glint::fuzz {

/// Stacks, looks that begin alike, variables of every sort, draws, a clock, a choice made together, secrets.
const Game& scribbles();

}  // namespace glint::fuzz
