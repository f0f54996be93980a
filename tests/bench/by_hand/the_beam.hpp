// The Beam by hand: 64-bit boards and tables of rays. What is done with a mirror has no branches, as their outcomes
// could not be predicted.
#pragma once

#include "tests/bench/by_hand/bits.hpp"

namespace glint::by_hand::the_beam {

/// The square x,y has the number 8 * y + x: columns and rows 0 and 7 are the border.
struct Position {
  Bits discs = 0, mirrors = 0;
  Bits rising = 0;                // of the mirrors; the others fall
  Bits stops[4] = {};             // squares that a beam going up, right, down or left does not enter
  Bits cards = 0x04040404040400;  // how many are left: of number n, byte n
  int left = 0, right = 0;        // the two cards of this round
  int row = 0;                    // of the mirror; 0: not allocated yet
  int rounds = 12;                // this one and those to come
};

inline constexpr int kWorthOfAll = 30;

/// With these discs, and a barrier below each; cards have to be dealt.
Position set_up(Bits discs);
/// Draws the discs and the first two cards.
Position begin(Stream& random);
/// Two cards from outside.
void deal(Position& position, int left, int right);
/// Moves to choose from; 0 at the end.
int count_moves(const Position& position);
/// Plays the k-th. At the end of a round, if it was not the last, cards have to be dealt.
void play(Position& position, int k);
int points(const Position& position);
/// Uniformly over the moves to the end, the first two cards being dealt; answers how many plies.
int playout(Position& position, Stream& random);
/// Sequences of exactly `depth` plies, after whatever cards.
std::uint64_t perft(const Position& position, int depth);

}  // namespace glint::by_hand::the_beam
