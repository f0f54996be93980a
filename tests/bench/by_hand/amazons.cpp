#include "tests/bench/by_hand/amazons.hpp"

namespace glint::by_hand::amazons {
namespace {

constexpr int kSide = 10, kCells = 100;

/// Rays along which the numbers go up.
struct Rays {
  Wide up[kCells][4] = {};
};
constexpr Rays kRays = [] {
  constexpr int kWays[4][2] = {{1, 0}, {-1, 1}, {0, 1}, {1, 1}};
  Rays rays;
  for (int from = 0; from < kCells; ++from)
    for (int way = 0; way < 4; ++way)
      for (int i = 1; i < kSide; ++i) {
        const int x = from % kSide + i * kWays[way][0], y = from / kSide + i * kWays[way][1];
        if (x < 0 || x >= kSide || y >= kSide) break;
        rays.up[from][way] |= Wide{1} << (y * kSide + x);
      }
  return rays;
}();

Wide one(int at) { return Wide{1} << at; }
int first(Wide set) {
  const Bits low = static_cast<Bits>(set);
  return low ? lowest(low) : 64 + lowest(static_cast<Bits>(set >> 64));
}
int select(Wide set, int k) {
  const Bits low = static_cast<Bits>(set);
  const int below = count(low);
  return k < below ? by_hand::select(low, k) : 64 + by_hand::select(static_cast<Bits>(set >> 64), k - below);
}

Bits reversed(Bits set) {
  set = (set >> 1 & 0x5555555555555555u) | (set & 0x5555555555555555u) << 1;
  set = (set >> 2 & 0x3333333333333333u) | (set & 0x3333333333333333u) << 2;
  set = (set >> 4 & 0x0F0F0F0F0F0F0F0Fu) | (set & 0x0F0F0F0F0F0F0F0Fu) << 4;
  return __builtin_bswap64(set);
}
Wide reversed(Wide set) {
  const Wide whole = static_cast<Wide>(reversed(static_cast<Bits>(set))) << 64 | reversed(static_cast<Bits>(set >> 64));
  return whole >> (128 - kCells);
}

/// Free squares in the four directions along which the numbers go up, to the first that is taken.
Wide upwards(Wide taken, int from) {
  Wide seen = 0;
  for (int way = 0; way < 4; ++way) {
    const Wide ray = kRays.up[from][way], met = ray & taken;
    seen |= ray & (met - 1) & ~met;
  }
  return seen;
}
Wide reach(const Both& taken, int from) {
  return upwards(taken.on, from) | reversed(upwards(taken.back, kCells - 1 - from));
}
int count_reach(const Both& taken, int from) {
  return count(upwards(taken.on, from)) + count(upwards(taken.back, kCells - 1 - from));
}

Both without(const Both& taken, int at) { return {taken.on ^ one(at), taken.back ^ one(kCells - 1 - at)}; }

void turn(Position& position, int from, int to, int at) {
  position.amazons[position.mover] ^= one(from) | one(to);
  position.taken = without(position.taken, from);
  position.taken.on |= one(to) | one(at);
  position.taken.back |= one(kCells - 1 - to) | one(kCells - 1 - at);
  position.mover ^= 1;
}

Bits count_turns(const Position& position) {
  Bits sum = 0;
  for (Wide rest = position.amazons[position.mover]; rest; rest &= rest - 1) {
    const int from = first(rest);
    const Both taken = without(position.taken, from);
    for (Wide ends = reach(position.taken, from); ends; ends &= ends - 1)
      sum += static_cast<Bits>(count_reach(taken, first(ends)));
  }
  return sum;
}

}  // namespace

Position begin() {
  Position position;
  for (const int at : {60, 93, 96, 69}) position.amazons[0] |= one(at);
  for (const int at : {30, 3, 6, 39}) position.amazons[1] |= one(at);
  position.taken.on = position.amazons[0] | position.amazons[1];
  position.taken.back = reversed(position.taken.on);
  return position;
}

int playout(Position& position, Stream& random) {
  struct Half {
    std::uint32_t behind;  // turns up to and with this half
    std::uint8_t from, to;
  };
  Half halves[4 * 36];
  for (int plies = 0;; ++plies) {
    std::uint32_t sum = 0;
    int size = 0;
    for (Wide rest = position.amazons[position.mover]; rest; rest &= rest - 1) {
      const int from = first(rest);
      const Both taken = without(position.taken, from);
      for (Wide ends = reach(position.taken, from); ends; ends &= ends - 1) {
        const int to = first(ends);
        sum += static_cast<std::uint32_t>(count_reach(taken, to));
        halves[size++] = {sum, static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)};
      }
    }
    if (sum == 0) return plies;
    const auto k = static_cast<std::uint32_t>(random.below(sum));
    int low = 0;
    for (int high = size - 1; low < high;) {
      const int middle = (low + high) / 2;
      if (halves[middle].behind > k)
        high = middle;
      else
        low = middle + 1;
    }
    const auto before = low > 0 ? halves[low - 1].behind : 0;
    const int from = halves[low].from, to = halves[low].to;
    turn(position, from, to, select(reach(without(position.taken, from), to), static_cast<int>(k - before)));
  }
}

std::uint64_t perft(const Position& position, int depth) {
  if (depth == 1) return count_turns(position);
  std::uint64_t sum = 0;
  for (Wide rest = position.amazons[position.mover]; rest; rest &= rest - 1) {
    const int from = first(rest);
    const Both taken = without(position.taken, from);
    for (Wide ends = reach(position.taken, from); ends; ends &= ends - 1)
      for (Wide arrows = reach(taken, first(ends)); arrows; arrows &= arrows - 1) {
        Position next = position;
        turn(next, from, first(ends), first(arrows));
        sum += perft(next, depth - 1);
      }
  }
  return sum;
}

}  // namespace glint::by_hand::amazons
