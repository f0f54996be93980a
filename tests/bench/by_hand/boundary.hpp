// Boundary by hand, as it is played by default: 64-bit boards, and lines in all eight directions at once.
#pragma once

#include "tests/bench/by_hand/bits.hpp"

namespace glint::by_hand::boundary {

/// The board lies in rows of eight, row by row from the top: number 0 is a6, number 45 is f1.
inline int number_of(int cell) { return cell / 6 * 8 + cell % 6; }

/// What a player has. Pyramids of one size are never on one cell, and of those on a cell the smallest is on top.
struct Side {
  Bits pyramids[3] = {};  // small, medium, large; buried ones, too
  Bits first[3] = {};     // those of them that are of the red tree, or the green one
  Bits stones = 0;        // one in each world, which it never leaves

  bool operator==(const Side&) const = default;
};

struct Position {
  Side sides[2];  // red's, green's
  int mover = 0;  // red begins
  int winner = -1;

  bool operator==(const Position&) const = default;
};

/// A turn; `rock` is -1 where a pyramid goes alone.
struct Turn {
  int rock, spot, top, land;
};

Position begin();
std::uint64_t count_moves(const Position& position);
/// The k-th of the legal turns, in an order of our own.
Turn choose(const Position& position, std::uint64_t k);
/// Makes a turn; a player without one has lost.
void play(Position& position, const Turn& turn);
/// Uniformly over the legal turns to the end, or to so many plies; answers how many.
int playout(Position& position, Stream& random, int most_plies);
/// Sequences of exactly `depth` plies.
std::uint64_t perft(const Position& position, int depth);

}  // namespace glint::by_hand::boundary
