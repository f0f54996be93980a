// Which reactions and emissions can be tables: those that read only the piece and the beam.
#pragma once

#include <cstddef>

#include "interpreter/program/program.hpp"

namespace glint {

/// Larger tables are not made: the code runs at every meeting instead.
inline constexpr std::size_t kMaxReactionEntries = 4'000'000;

/// Fills those parts of Program::reactions that follow from rules, keys and compiled cases: which kinds react and emit, and
/// whether there are to be tables. `tabulate` (machine/) fills these.
void plan_reactions(Program& program);

}  // namespace glint
