// The game whose positions, moves and records fuzzers write.
#pragma once

#include <vector>

#include <glint/glint.hpp>

namespace glint::fuzz {

/// Stacks, looks that begin alike, variables of every sort, draws, a clock, a choice made together.
const Game& scribbles();
/// Positions of it, one for each way in which play waits: for chance, for one player, for the choices of all.
const std::vector<Position>& scribbled();

}  // namespace glint::fuzz
