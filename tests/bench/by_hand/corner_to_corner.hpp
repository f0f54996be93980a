// Corner to Corner by hand: 64-bit boards and tables of rays; the beam is followed again only where it was touched.
#pragma once

#include "tests/bench/by_hand/bits.hpp"

namespace glint::by_hand::corner_to_corner {

struct Position {
  Bits rising, falling;  // mirrors, cells numbered row by row from the top
  Bits lit;              // the cells that the beam leaves
  int mover = 0;
  bool won = false;  // by the player who moved last
};

Position begin();
/// Uniformly over square and mirror to the end; answers how many plies.
int playout(Position& position, Stream& random);
/// Sequences of exactly `depth` plies.
std::uint64_t perft(const Position& position, int depth);

}  // namespace glint::by_hand::corner_to_corner
