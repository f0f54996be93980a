#include "tests/bench/by_hand/the_beam.hpp"

#include <algorithm>

namespace glint::by_hand::the_beam {
namespace {

enum Way : unsigned { kUp, kRight, kDown, kLeft };

constexpr Bits kRow = 0x7E, kColumn = 0x0001010101010100;  // squares of row 0, and of column 0, without the border

/// [way][from]: the squares that way, up to the border, and the same with `from`.
struct Rays {
  Bits ray[4][64] = {}, from[4][64] = {};
};
constexpr Rays kRays = [] {
  constexpr int kX[4] = {0, 1, 0, -1}, kY[4] = {1, 0, -1, 0};
  Rays rays;
  for (int way = 0; way < 4; ++way)
    for (int from = 0; from < 64; ++from) {
      for (int x = from % 8 + kX[way], y = from / 8 + kY[way]; x >= 0 && x < 8 && y >= 0 && y < 8;
           x += kX[way], y += kY[way])
        rays.ray[way][from] |= Bits{1} << (8 * y + x);
      rays.from[way][from] = rays.ray[way][from] | Bits{1} << from;
    }
  return rays;
}();

/// All bits or none.
Bits all_if(bool is) { return 0 - static_cast<Bits>(is); }

constexpr Bits kEach = 0x01010101010101;  // a byte for each number of a card, and for 0

/// The number of the k-th of the cards left, if they lie sorted: the first one up to which there are more than k.
int nth_card(Bits cards, Bits k) {
  const Bits up_to = cards * kEach;
  return lowest((up_to + (127 - k) * kEach) & 0x80 * kEach) / 8;
}

inline void deal(Position& position, Stream& random) {
  const Bits size = 2 * static_cast<Bits>(position.rounds);
  const int left = nth_card(position.cards, random.below(size));
  const int right = nth_card(position.cards - bit(8 * left), random.below(size - 1));
  deal(position, left, right);
}

void allocate(Position& position, int k) {
  position.row = k == 0 ? std::min(position.left, position.right) : std::max(position.left, position.right);
}

/// What may be done with a mirror on a row: first the placements, two for each square; then the mirrors, to turn and
/// to remove. There is always something, as no more than three discs lie on a row; and twelve rounds never need more
/// than the twelve mirrors.
struct Actions {
  Bits empty, mirrors;  // where to place one; those on the row
  int placements, all;
};

inline Actions actions(const Position& position) {
  const Bits row = kRow << 8 * position.row;
  const Bits empty = row & ~(position.discs | position.mirrors);
  const Bits mirrors = row & position.mirrors;
  const int placements = 2 * count(empty);
  return {empty, mirrors, placements, placements + 2 * count(mirrors)};
}

inline void act(Position& position, const Actions& actions, int k) {
  const int placements = actions.placements, mirrors = (actions.all - placements) / 2;
  const Bits places = all_if(k < placements), removes = all_if(k >= placements + mirrors);
  const int before = (placements & static_cast<int>(~places)) + (mirrors & static_cast<int>(removes));
  const Bits at = nth((actions.empty & places) | (actions.mirrors & ~places), (k - before) >> (places & 1));
  const Bits turns = ~(places | removes), flips = turns | (places & all_if(k % 2 != 0));
  position.mirrors ^= at & ~turns;
  position.rising = (position.rising ^ (at & flips)) & position.mirrors;
}

/// From below its column the beam goes from mirror to mirror, up to a square that it does not enter: for a barrier, or
/// the border. Mirrors' squares need not count as passed, as they have no disc.
inline void fire(Position& position) {
  unsigned way = kUp;
  Bits passed = 0;
  for (int at = position.left + position.right - position.row;;) {
    const Bits ray = kRays.ray[way][at], met = ray & (position.mirrors | position.stops[way]);
    at = way < kDown ? lowest(met) : highest(met);
    passed |= ray ^ kRays.from[way][at];
    if (position.stops[way] >> at & 1) break;
    way ^= position.rising >> at & 1 ? 1 : 3;
  }
  position.discs &= ~passed;
}

inline void end_round(Position& position) {
  fire(position);
  position.row = 0;
  --position.rounds;
}

}  // namespace

void deal(Position& position, int left, int right) {
  position.left = left;
  position.right = right;
  position.cards -= bit(8 * left) + bit(8 * right);
}

Position set_up(Bits discs) {
  return {.discs = discs, .stops = {discs | kRow << 56, kColumn << 7, discs >> 8 | kRow, kColumn}};
}

Position begin(Stream& random) {
  Bits discs = 0;
  for (int row = 3; row <= 6; ++row)
    for (std::uint64_t squares = 6, left = 3; left > 0; --squares)
      if (random.below(squares) < left) {
        discs |= bit(8 * row + 7 - static_cast<int>(squares));
        --left;
      }
  Position position = set_up(discs);
  deal(position, random);
  return position;
}

int count_moves(const Position& position) {
  if (position.rounds == 0) return 0;
  return position.row == 0 ? 1 + (position.left != position.right) : actions(position).all;
}

void play(Position& position, int k) {
  if (position.row == 0) return allocate(position, k);
  act(position, actions(position), k);
  end_round(position);
}

int points(const Position& position) {
  int left = 0;
  for (int row = 3; row <= 6; ++row) left += (row - 2) * count(position.discs & kRow << 8 * row);
  return kWorthOfAll - left;
}

int playout(Position& given, Stream& source) {
  Position position = given;  // copies lie in registers
  Stream random = source;
  int plies = 0;
  while (true) {
    if (position.row == 0) {
      // As below(2), or below(1), which draws a number too.
      allocate(position, static_cast<int>(random.next() >> 63) & (position.left != position.right));
      ++plies;
    }
    const Actions found = actions(position);
    act(position, found, static_cast<int>(random.below(static_cast<Bits>(found.all))));
    ++plies;
    end_round(position);
    if (position.rounds == 0) break;
    deal(position, random);
  }
  given = position;
  source = random;
  return plies;
}

std::uint64_t perft(const Position& position, int depth) {
  const int moves = count_moves(position);
  if (depth == 1 || moves == 0) return static_cast<std::uint64_t>(moves);
  std::uint64_t sum = 0;
  for (int k = 0; k < moves; ++k) {
    Position next = position;
    play(next, k);
    if (next.row != 0 || next.rounds == 0) {
      sum += perft(next, depth - 1);
      continue;
    }
    for (int left = 1; left <= 6; ++left)
      for (int right = 1; right <= 6; ++right) {
        Position dealt = next;
        deal(dealt, left, right);
        // Where no such card was left, the byte has gone below 0 and has its highest bit.
        if (!(dealt.cards & 0x80 * kEach)) sum += perft(dealt, depth - 1);
      }
  }
  return sum;
}

}  // namespace glint::by_hand::the_beam
