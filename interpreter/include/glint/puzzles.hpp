// Solves a puzzle, and counts what the search reached besides the solutions.
#pragma once

#include <glint/glint.hpp>

namespace glint {

struct SolvedPuzzle : Solved {
  /// All final positions that were reached, won or not: in a puzzle of placing pieces, the complete placements.
  std::uint64_t ends = 0;
};

/// As `solve`.
Result<SolvedPuzzle> solve_puzzle(const Position& position, const SolveOptions& options = {});

}  // namespace glint
