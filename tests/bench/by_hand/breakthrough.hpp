// Breakthrough by hand: 64-bit boards; the steps are three sets of the cells where they end, one for each direction.
#pragma once

#include "tests/bench/by_hand/bits.hpp"

namespace glint::by_hand::breakthrough {

/// Cells are numbered as Glint numbers them, row by row from the top.
struct Position {
  Bits pawns[2] = {};  // white's, black's
  int mover = 0;       // white begins
  int winner = -1;

  bool operator==(const Position&) const = default;
};

struct Step {
  int from, to;
};

Position begin();
std::uint64_t count_moves(const Position& position);
/// The k-th of the legal steps, in an order of our own: straight, then to the left, then to the right.
Step choose(const Position& position, std::uint64_t k);
void play(Position& position, Step step);
/// Uniformly over the legal steps to the end; answers how many.
int playout(Position& position, Stream& random);
/// Sequences of exactly `depth` plies.
std::uint64_t perft(const Position& position, int depth);

}  // namespace glint::by_hand::breakthrough
