// Othello by hand: 64-bit boards, cells numbered as Glint numbers them (row by row from the top).
#pragma once

#include "tests/bench/by_hand/bits.hpp"

namespace glint::by_hand::othello {

struct Position {
  Bits mine, theirs;  // mine: of the player to move
  int mover = 0;      // black begins
};

Position begin();
/// Uniformly over the legal moves, passes among them, to the end; answers how many.
int playout(Position& position, Stream& random);
/// Sequences of exactly `depth` plies.
std::uint64_t perft(const Position& position, int depth);

}  // namespace glint::by_hand::othello
