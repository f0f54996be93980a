// Counts sequences of moves.
#pragma once

#include "glint/glint.hpp"

namespace glint {

/// Counts by ply, beginning with the first.
struct PerftCounts {
  /// Sequences of moves.
  std::vector<std::uint64_t> sequences;
  /// Sequences of exactly this many plies, from 0, after which the game is over; not examined at the full depth.
  std::vector<std::uint64_t> ended;
};

/// `perft` with the games that end on the way.
Result<PerftCounts> count_sequences(const Position& position, int depth);

}  // namespace glint
