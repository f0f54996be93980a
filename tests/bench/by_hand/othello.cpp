#include "tests/bench/by_hand/othello.hpp"

#include <array>

namespace glint::by_hand::othello {
namespace {

/// From `from` over `over` in steps of kStep bits, doubled each time; and one step further.
template <int kStep>
Bits beyond(Bits from, Bits over) {
  const auto step = [](Bits set, int steps) { return kStep > 0 ? set << kStep * steps : set >> -kStep * steps; };
  Bits found = over & step(from, 1);
  found |= over & step(found, 1);
  over &= step(over, 1);
  found |= over & step(found, 2);
  found |= over & step(found, 2);
  return step(found, 1);
}

/// Where a disc of mine turns some over: Kogge-Stone fills in all eight directions.
Bits legal(Bits mine, Bits theirs) {
  const Bits inner = theirs & 0x7E7E7E7E7E7E7E7Eu;  // what is not at the left or right border
  return (beyond<1>(mine, inner) | beyond<-1>(mine, inner) | beyond<7>(mine, inner) | beyond<-7>(mine, inner) |
          beyond<9>(mine, inner) | beyond<-9>(mine, inner) | beyond<8>(mine, theirs) | beyond<-8>(mine, theirs)) &
         ~(mine | theirs);
}

/// Rays from each square: four along which the numbers go up, four along which they go down.
struct Rays {
  Bits up[64][4] = {}, down[64][4] = {};
};
constexpr Rays kRays = [] {
  constexpr int kWays[4][2] = {{1, 0}, {-1, 1}, {0, 1}, {1, 1}};
  Rays rays;
  for (int from = 0; from < 64; ++from)
    for (int way = 0; way < 4; ++way)
      for (const int sign : {1, -1})
        for (int i = 1; i < 8; ++i) {
          const int x = from % 8 + sign * i * kWays[way][0], y = from / 8 + sign * i * kWays[way][1];
          if (x < 0 || x > 7 || y < 0 || y > 7) break;
          (sign > 0 ? rays.up : rays.down)[from][way] |= Bits{1} << (y * 8 + x);
        }
  return rays;
}();

/// What a disc of mine on this square turns over: in each direction up to the first square that is not theirs, if that
/// is mine.
Bits turned(Bits mine, Bits theirs, int at) {
  Bits all = 0;
  for (int way = 0; way < 4; ++way) {
    // Upwards that is the lowest bit: adding one carries through theirs, and through all that is not of the ray.
    const Bits up = kRays.up[at][way];
    const Bits end = ((theirs | ~up) + 1) & up & mine;
    all |= (end - (end != 0)) & up;
    // Downwards it is the highest.
    const Bits down = kRays.down[at][way];
    const Bits last = (Bits{1} << 63 >> std::countl_zero((down & ~theirs) | 1)) & down & mine;
    all |= (0 - 2 * last) & down;
  }
  return all;
}

Position after(const Position& position, int at) {
  const Bits change = turned(position.mine, position.theirs, at);
  return {position.theirs ^ change, position.mine | change | bit(at), 1 - position.mover};
}

Position after_pass(const Position& position) { return {position.theirs, position.mine, 1 - position.mover}; }

}  // namespace

Position begin() { return {bit(27) | bit(36), bit(28) | bit(35), 0}; }

int playout(Position& position, Stream& random) {
  int plies = 0;
  while (true) {
    const Bits moves = legal(position.mine, position.theirs);
    if (moves) {
      position = after(position, select(moves, static_cast<int>(random.below(static_cast<Bits>(count(moves))))));
    } else {
      if (!legal(position.theirs, position.mine)) return plies;
      random.below(1);
      position = after_pass(position);
    }
    ++plies;
  }
}

std::uint64_t perft(const Position& position, int depth) {
  const Bits moves = legal(position.mine, position.theirs);
  if (moves == 0) {
    if (!legal(position.theirs, position.mine)) return 0;
    return depth == 1 ? 1 : perft(after_pass(position), depth - 1);
  }
  if (depth == 1) return static_cast<std::uint64_t>(count(moves));
  std::uint64_t sum = 0;
  for (Bits rest = moves; rest; rest &= rest - 1) sum += perft(after(position, lowest(rest)), depth - 1);
  return sum;
}

}  // namespace glint::by_hand::othello
