#include "tests/bench/by_hand/corner_to_corner.hpp"

namespace glint::by_hand::corner_to_corner {
namespace {

enum Way { kEast, kSouth, kWest, kNorth };

struct Rays {
  Bits from[4][64] = {};
};
constexpr Rays kRays = [] {
  constexpr int kX[4] = {1, 0, -1, 0}, kY[4] = {0, 1, 0, -1};
  Rays rays;
  for (int way = 0; way < 4; ++way)
    for (int from = 0; from < 64; ++from)
      for (int i = 1; i < 8; ++i) {
        const int x = from % 8 + i * kX[way], y = from / 8 + i * kY[way];
        if (x < 0 || x > 7 || y < 0 || y > 7) break;
        rays.from[way][from] |= Bits{1} << (y * 8 + x);
      }
  return rays;
}();

constexpr Bits kFirstRank = Bits{0xFF} << 56, kGoal = Bits{1} << 7;

/// Follows the beam that enters a1 going east: does it leave the board at h8? A beam from outside never loops.
bool follow(Position& position) {
  const Bits mirrors = position.rising | position.falling;
  Bits ray = kFirstRank, lit = 0;
  unsigned way = kEast;
  while (true) {
    const Bits met = ray & mirrors;
    if (met == 0) {
      position.lit = lit | ray;
      // It leaves from the last cell of this ray, or from the mirror where that is at the border: on that, see below.
      return (ray & kGoal) && (way == kEast || way == kNorth);
    }
    int at;
    if (way < kWest) {
      at = lowest(met);
      lit |= ray & (met ^ (met - 1));
    } else {
      at = highest(met);
      lit |= ray & (~Bits{0} << at);
    }
    // Rising turns east to north and south to west, falling east to south and north to west; and back.
    way = position.rising >> at & 1 ? way ^ 3 : way ^ 1;
    ray = kRays.from[way][at];
    if (ray == 0) {
      position.lit = lit;
      return at == 7 && (way == kEast || way == kNorth);
    }
  }
}

void put(Position& position, int at, bool is_rising) {
  (is_rising ? position.rising : position.falling) |= bit(at);
  position.mover ^= 1;
  if (position.lit >> at & 1) position.won = follow(position);
}

}  // namespace

Position begin() { return {0, 0, kFirstRank}; }

int playout(Position& position, Stream& random) {
  int plies = 0;
  for (Bits empty = ~(position.rising | position.falling); empty && !position.won; ++plies) {
    const std::uint64_t k = random.below(2 * static_cast<Bits>(count(empty)));
    const int at = select(empty, static_cast<int>(k / 2));
    put(position, at, k % 2 != 0);
    empty ^= bit(at);
  }
  return plies;
}

std::uint64_t perft(const Position& position, int depth) {
  const Bits empty = ~(position.rising | position.falling);
  if (position.won) return 0;
  if (depth == 1) return 2 * static_cast<Bits>(count(empty));
  std::uint64_t sum = 0;
  for (Bits rest = empty; rest; rest &= rest - 1)
    for (const bool is_rising : {false, true}) {
      Position next = position;
      put(next, lowest(rest), is_rising);
      sum += perft(next, depth - 1);
    }
  return sum;
}

}  // namespace glint::by_hand::corner_to_corner
