// Reaction tables: what every optical piece does to every beam, worked out once.
#pragma once

#include "interpreter/program/program.hpp"

namespace glint {

/// Fills Program::reactions from the compiled cases: which kinds react and emit, and, where reactions read only the piece
/// and the beam, the table of (key, way, payload) by running the code for each. The table equals the code: tests compare.
void build_reactions(Program& program);

/// Larger tables are not made: the code is run at every meeting instead.
inline constexpr std::size_t kMaxReactionEntries = 4'000'000;

}  // namespace glint
