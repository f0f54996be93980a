// Laser Lawn by hand, as it is played by default (side 4, three lives, true mirrors): 64-bit boards and tables of rays,
// beams and placements that are updated only where a move touched them.
#pragma once

#include "tests/bench/by_hand/bits.hpp"

namespace glint::by_hand::laser_lawn {

/// The hexagon lies in rows of eight, row by row from the top: number 0 is three to the left of A1.
inline constexpr int kNumbers = 56;

/// The cells that an emitter's beam lights in each colour, and all cells that it depends on: those it leaves or meets.
struct alignas(32) Beam {
  Bits lit[3], reads;
};

struct Position {
  Bits facing[6] = {};  // emitters, by e, se, sw, w, nw, ne
  Bits emitters = 0;
  std::uint8_t what[kNumbers] = {};  // of an emitter: 4 * facing + colour
  Beam beams[kNumbers];              // of the emitters
  Bits lit[3] = {};                  // by all of them
  Bits upheld = 0;                   // cells that the newest one lights, or another beam only after it
  int lives[2] = {3, 3};
  int mover = 0, named = 0;
  int newest = -1;  // the placement that may be challenged
  int winner = -1;
  // By way: cells from which a beam that first goes along emitters is known to come to an empty one, or not to; and
  // those for which this depends on a cell.
  Bits known[6] = {}, shining[6] = {};
  Bits asking[kNumbers][6] = {};
};

/// Numbers of the cells from A1 to G4.
int number_of(int cell);
Position begin(int mover);
/// Adds an emitter and follows all beams from scratch: to set up positions.
void put(Position& position, int at, int way, int colour);
/// The beam of the emitter on `at`, from nothing.
Beam trace(const Position& position, int at);
/// Uniformly over the listed moves to the end; answers how many plies.
int playout(Position& position, Stream& random);
/// Listed moves; sequences of exactly `depth` plies.
std::uint64_t count_moves(Position position);
std::uint64_t perft(Position position, int depth);

}  // namespace glint::by_hand::laser_lawn
