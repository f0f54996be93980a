// The Game of the Amazons by hand: 128-bit boards, each kept in both orders so that all rays go to higher numbers.
#pragma once

#include "tests/bench/by_hand/bits.hpp"

namespace glint::by_hand::amazons {

/// A set of the 100 squares, numbered row by row from the top; in `back` square i has the number 99 - i.
struct Both {
  Wide on = 0, back = 0;
};

struct Position {
  Wide amazons[2] = {};
  Both taken;  // by amazons and by fire
  int mover = 0;
};

Position begin();
/// Uniformly over whole turns (from, to, arrow) to the end; answers how many.
int playout(Position& position, Stream& random);
/// Sequences of exactly `depth` turns.
std::uint64_t perft(const Position& position, int depth);

}  // namespace glint::by_hand::amazons
