// Beams, Boosters, and Barriers by hand, as it is played by default (9 columns, depth 8, both choose at once). Pieces
// never turn a beam: so a table says which beams cross a wall, and 128-bit sets of beams are added and compared at
// once.
#pragma once

#include <array>

#include "tests/bench/by_hand/bits.hpp"

namespace glint::by_hand::beams_boosters_barriers {

inline constexpr int kCells = 36;

enum Form { kM1, kM2V, kM2Y, kM3, kR1, kR2V, kR2Y, kR3, kBooster };

/// What a player has. Cells are numbered as that player sees them, from A2 to H9 row by row; directions by the clock,
/// from 12 in steps of two hours.
struct Side {
  Bits taken = 0, generators = 0, barriers = 0;
  Bits barred = 0;                 // for generators: cells taken, and those next to a generator of either player
  Bits left = 0x4'1113'1113;       // four bits for each form: how many are not placed yet
  Bits rotated = 0;                // on the turn before: 1
  std::uint8_t what[kCells] = {};  // of a generator or a barrier: 8 * form + direction
};

enum Act : unsigned { kPlaceGenerator, kPlaceBarrier, kPlaceBooster, kRotate, kPass };

struct Move {
  Act act = kPass;
  int at = 0;
  unsigned what = 0;  // for the cell, as above; 8 * kBooster for a booster
};

struct Position {
  Side sides[2];                   // south, north
  Move chosen;                     // by south, where north is to choose
  std::array<int, 2> points = {};  // at the end
  int mover = 0;
  bool is_last = false, is_over = false;  // the last turn, of rotations
};

/// Moves to choose from; 0 at the end.
int count_moves(const Position& position);
/// The k-th, in the order of act, form, cell (from the north, from the left), direction.
Move move_at(const Position& position, int k);
void play(Position& position, const Move& move);
/// For each player, the beams that cross the other's rear.
std::array<int, 2> scores(const Position& position);
/// Uniformly over the moves, from where south is to choose to the end; answers how many plies.
int playout(Position& position, Stream& random);
/// Sequences of exactly `depth` plies.
std::uint64_t perft(const Position& position, int depth);

}  // namespace glint::by_hand::beams_boosters_barriers
