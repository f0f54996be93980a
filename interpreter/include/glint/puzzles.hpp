// Solving a puzzle, with what the search has seen besides the solutions.
#pragma once

#include <glint/glint.hpp>

namespace glint {

struct SolvedPuzzle : Solved {
  /// Ends of all kinds that were reached, won or not: where pieces are placed, the complete placements.
  std::uint64_t ends = 0;
};

/// As `solve`.
Result<SolvedPuzzle> solve_puzzle(const Position& position, const SolveOptions& options = {});

}  // namespace glint
