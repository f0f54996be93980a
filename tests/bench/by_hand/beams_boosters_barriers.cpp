#include "tests/bench/by_hand/beams_boosters_barriers.hpp"

#include <algorithm>
#include <cstring>

namespace glint::by_hand::beams_boosters_barriers {
namespace {

constexpr Bits kHome = (Bits{1} << kCells) - 1;
constexpr int kX[6] = {0, 1, 1, 0, -1, -1}, kY[6] = {2, 1, -1, -2, -1, 1};

/// The number of a cell in column x and so many half steps above the midline, as south sees it; -1 outside of its home.
constexpr int number_of(int x, int y) {
  if (x < 1 || x > 9 || y > -1 || y < -8 || (x + y) % 2 == 0) return -1;
  return (-y - 1) / 2 * 9 + (y % 2 != 0 ? x / 2 - 1 : 4 + x / 2);
}

/// The beams of both players that go toward the other's rear. Each has a bit: its generator's cell, plus 36 for each
/// notch from 10 o'clock to 2 o'clock. The first two words are of one player, the others of the other one.
using Beams [[gnu::vector_size(32)]] = Bits;

/// Sets of cells, and of beams, that a cell has to do with.
struct Board {
  Bits near[kCells] = {}, ahead[kCells] = {};  // its neighbours at home; those that have it to their rear
  Bits across[kCells] = {};                    // its neighbour in the other's home, as the other numbers it
  /// [cell][side][word]: the beams, its owner's first, that cross this side of it.
  alignas(32) Bits crossing[kCells][8][4] = {};
};
constexpr Board kBoard = [] {
  Board board;
  for (int y = -8; y < 0; ++y)
    for (int x = 1; x <= 9; ++x) {
      const int from = number_of(x, y);
      if (from < 0) continue;
      for (int way = 0; way < 6; ++way) {
        const int to = number_of(x + kX[way], y + kY[way]);
        const int other = number_of(10 - x - kX[way], -y - kY[way]);
        if (to >= 0) board.near[from] |= Bits{1} << to;
        if (to >= 0 && (way == 0 || way == 1 || way == 5)) board.ahead[from] |= Bits{1} << to;
        if (other >= 0) board.across[from] |= Bits{1} << other;
      }
      for (int notch = 0; notch < 3; ++notch) {
        const int beam = from + kCells * notch;
        const auto crosses = [&](int at_x, int at_y, int side) {
          const int own = number_of(at_x, at_y), other = number_of(10 - at_x, -at_y);
          if (own >= 0) board.crossing[own][side][beam / 64] |= Bits{1} << beam % 64;
          if (other >= 0) board.crossing[other][(side + 3) % 6][2 + beam / 64] |= Bits{1} << beam % 64;
        };
        // The half cells in columns 0 and 10 turn it to the mirrored diagonal. It always goes up.
        int way = (notch + 5) % 6;
        for (int at_x = x, at_y = y; at_y <= 8;) {
          crosses(at_x, at_y, way);
          at_x += kX[way];
          at_y += kY[way];
          crosses(at_x, at_y, (way + 3) % 6);
          if (at_x == 0 || at_x == 10) way = 6 - way;
        }
      }
    }
  return board;
}();

/// By `what` of a piece: three directions in which its arms point, the last one again where it has fewer; and the beams
/// of a generator at the first cell.
struct Arms {
  std::uint8_t ways[64][3] = {};
  Wide beams[64] = {};
};
constexpr Arms kArms = [] {
  constexpr int kNotches[4][3] = {{0, 0, 0}, {0, 1, 1}, {0, 2, 2}, {0, 1, 2}};
  Arms arms;
  for (int what = 0; what < 64; ++what)
    for (int arm = 0; arm < 3; ++arm) {
      const int way = (what % 8 + kNotches[what / 8 % 4][arm]) % 6, notch = (way + 1) % 6;
      arms.ways[what][arm] = static_cast<std::uint8_t>(way);
      if (notch < 3) arms.beams[what] |= Wide{1} << kCells * notch;
    }
  return arms;
}();

constexpr std::uint8_t kTurned[2][8] = {{5, 0, 1, 2, 3, 4, 0, 0}, {1, 2, 3, 4, 5, 0, 0, 0}};

/// All bits or none.
Bits all_if(bool is) { return 0 - static_cast<Bits>(is); }

/// What a player may do: moves before the first of each act, all of them, and where.
struct Listed {
  Bits open, empty, armed, forms;
  int barriers, boosters, rotations, all;
};

inline Listed list(const Side& side) {
  Listed listed;
  listed.open = kHome & ~side.barred;
  listed.empty = kHome & ~side.taken;
  listed.armed = side.generators | side.barriers;
  listed.forms = (side.left | side.left >> 1 | side.left >> 2) & 0x1'1111'1111;
  listed.barriers = 6 * count(listed.open) * count(listed.forms & 0x1111);
  listed.boosters = listed.barriers + 6 * count(listed.empty) * count(listed.forms & 0x1111'0000);
  listed.rotations = listed.boosters + (count(listed.empty) & static_cast<int>(all_if(listed.forms >> 32)));
  const Bits may_rotate = all_if(listed.rotations == 0) | ~(0 - side.rotated);
  listed.all = listed.rotations + 2 * count(listed.armed & may_rotate) + (listed.rotations == 0);  // a pass is the last
  return listed;
}

/// The k-th of `all` moves. North sees its cells from the other end. Whether a generator is placed or a barrier could
/// not be predicted: so that has no branch, and most moves are one of these.
template <int kPlayer>
inline Move choose(const Side& side, const Listed& listed, int k) {
  const auto pick = [](Bits set, int size, int i) { return select(set, kPlayer == 0 ? i : size - 1 - i); };
  if (k < listed.boosters) {
    const Bits barrier = all_if(k >= listed.barriers);
    const Bits set = (listed.open & ~barrier) | (listed.empty & barrier);
    k -= listed.barriers & static_cast<int>(barrier);
    const int size = count(set), way = k % 6;
    k /= 6;
    const int nth_form = (k >= size) + (k >= 2 * size) + (k >= 3 * size);
    const int form = select(listed.forms >> (barrier & 16) & 0x1111, nth_form) / 4 + static_cast<int>(barrier & kR1);
    return {static_cast<Act>(barrier & kPlaceBarrier), pick(set, size, k - nth_form * size),
            static_cast<unsigned>(8 * form + way)};
  }
  if (k < listed.rotations)
    return {kPlaceBooster, pick(listed.empty, count(listed.empty), k - listed.boosters), 8 * kBooster};
  k -= listed.rotations;
  if (k == 2 * count(listed.armed)) return {};
  const int at = pick(listed.armed, count(listed.armed), k / 2);
  return {kRotate, at, kTurned[k % 2][side.what[at] & 7] | (side.what[at] & ~7u)};
}

inline void carry_out(Side& side, Side& other, const Move& move) {
  side.rotated = move.act == kRotate;
  if (move.act == kPass) return;
  side.what[move.at] = static_cast<std::uint8_t>(move.what);
  if (move.act == kRotate) return;
  const Bits at = bit(move.at);
  side.taken |= at;
  side.barred |= at;
  side.left -= bit(static_cast<int>(move.what / 8 * 4));
  if (move.act == kPlaceBooster) return;
  const Bits generator = all_if(move.act == kPlaceGenerator);
  side.generators |= at & generator;
  side.barriers |= at & ~generator;
  side.barred |= kBoard.near[move.at] & generator;
  other.barred |= kBoard.across[move.at] & generator;
}

/// Sums of resistance by beam, in binary; 4 and more are as good as 4.
struct Sums {
  Beams ones = {}, twos = {}, fours = {};
  void add(const Beams& one, const Beams& two, const Beams& four) {
    const Beams carried = ones & one, both = twos ^ two;
    fours |= four | (twos & two) | (both & carried);
    ones ^= one;
    twos = both ^ carried;
  }
  /// The players change places.
  void exchange() {
    for (Beams* const beams : {&ones, &twos, &fours})
      *beams = Beams{(*beams)[2], (*beams)[3], (*beams)[0], (*beams)[1]};
  }
};

/// How many boosters are to the rear of each cell, in binary.
struct Boosts {
  Bits ones = 0, twos = 0;
};
inline Boosts boosts_of(const Side& side) {
  Boosts boosts;
  for (Bits rest = side.taken & ~side.generators & ~side.barriers; rest; rest &= rest - 1) {
    const Bits ahead = kBoard.ahead[lowest(rest)];
    boosts.twos |= boosts.ones & ahead;
    boosts.ones ^= ahead;
  }
  return boosts;
}

inline void add_barriers(Sums& sums, const Side& side, const Boosts& boosts) {
  for (Bits rest = side.barriers; rest; rest &= rest - 1) {
    const int at = lowest(rest);
    Beams met = {};
    for (const std::uint8_t way : kArms.ways[side.what[at]]) {
      Beams crossing;
      std::memcpy(&crossing, kBoard.crossing[at][way], sizeof crossing);
      met |= crossing;
    }
    const bool one = boosts.ones >> at & 1, two = boosts.twos >> at & 1;
    sums.add(met & all_if(!one), met & all_if(one != two), met & all_if(one && two));
  }
}

/// All beams from these cells; those that there are.
Wide beams_at(Bits cells) {
  return cells | static_cast<Wide>(cells) << kCells | static_cast<Wide>(cells) << 2 * kCells;
}
Wide beams_of(const Side& side) {
  Wide beams = 0;
  for (Bits rest = side.generators; rest; rest &= rest - 1)
    beams |= kArms.beams[side.what[lowest(rest)]] << lowest(rest);
  return beams;
}

template <int kPlayer>
inline Move draw(const Side& side, const Listed& listed, Stream& random) {
  return choose<kPlayer>(side, listed, static_cast<int>(random.below(static_cast<Bits>(listed.all))));
}

Move move_at(const Position& position, const Listed& listed, int k) {
  const Side& side = position.sides[position.mover];
  return position.mover == 0 ? choose<0>(side, listed, k) : choose<1>(side, listed, k);
}

}  // namespace

int count_moves(const Position& position) {
  return position.is_over ? 0 : list(position.sides[position.mover]).all;
}

Move move_at(const Position& position, int k) { return move_at(position, list(position.sides[position.mover]), k); }

void play(Position& position, const Move& move) {
  position.mover ^= 1;
  if (position.mover == 1) {
    position.chosen = move;
    return;
  }
  carry_out(position.sides[0], position.sides[1], position.chosen);
  carry_out(position.sides[1], position.sides[0], move);
  position.is_over = position.is_last;
  position.is_last = list(position.sides[0]).rotations == 0 && list(position.sides[1]).rotations == 0;
  if (position.is_over) position.points = scores(position);
}

std::array<int, 2> scores(const Position& position) {
  Sums sums;
  Boosts boosts[2];
  for (const int player : {1, 0}) {
    boosts[player] = boosts_of(position.sides[player]);
    add_barriers(sums, position.sides[player], boosts[player]);
    // A barrier knows its owner's beams first: what north's are to it.
    if (player == 1) sums.exchange();
  }
  // A beam arrives if what resists it is not more than what boosts it.
  std::array<int, 2> scores = {};
  for (std::size_t player = 0; player < 2; ++player) {
    const auto of_player = [&](const Beams& beams) {
      return beams[2 * player] | static_cast<Wide>(beams[2 * player + 1]) << 64;
    };
    const Wide ones = of_player(sums.ones), twos = of_player(sums.twos);
    const Wide boosted_once = beams_at(boosts[player].ones), boosted_twice = beams_at(boosts[player].twos);
    const Wide stopped =
        of_player(sums.fours) | (twos & ~boosted_twice) | (~(twos ^ boosted_twice) & ones & ~boosted_once);
    scores[player] = count(beams_of(position.sides[player]) & ~stopped);
  }
  return scores;
}

int playout(Position& position, Stream& source) {
  Stream random = source;
  Side south = position.sides[0], north = position.sides[1];
  int plies = 0;
  for (bool is_last = false; !is_last;) {
    const Listed souths = list(south), norths = list(north);
    is_last = souths.rotations == 0 && norths.rotations == 0;
    const Move first = draw<0>(south, souths, random), second = draw<1>(north, norths, random);
    carry_out(south, north, first);
    carry_out(north, south, second);
    plies += 2;
  }
  source = random;
  position.sides[0] = south;
  position.sides[1] = north;
  position.is_over = true;
  position.points = scores(position);
  return plies;
}

std::uint64_t perft(const Position& position, int depth) {
  const int moves = count_moves(position);
  if (depth == 1 || moves == 0) return static_cast<std::uint64_t>(moves);
  const Listed listed = list(position.sides[position.mover]);
  std::uint64_t sum = 0;
  for (int k = 0; k < moves; ++k) {
    Position next = position;
    play(next, move_at(position, listed, k));
    sum += perft(next, depth - 1);
  }
  return sum;
}

}  // namespace glint::by_hand::beams_boosters_barriers
