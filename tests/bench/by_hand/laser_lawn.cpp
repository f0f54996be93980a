#include "tests/bench/by_hand/laser_lawn.hpp"

namespace glint::by_hand::laser_lawn {
namespace {

constexpr int kSteps[6] = {1, 8, 7, -1, -8, -7};
constexpr unsigned kStops = 255;

struct Board {
  Bits cells = 0;
  Bits ray[6][64] = {};
  /// [way][at + 1]: a cell and all cells after it that way. Empty for -1 and 64, which mean no cell.
  Bits from[6][128] = {};
};
constexpr Board kBoard = [] {
  Board board;
  for (int y = -3; y <= 3; ++y)
    for (int x = -3; x <= 3; ++x)
      if (x + y >= -3 && x + y <= 3) board.cells |= Bits{1} << ((y + 3) * 8 + x + 3);
  for (int way = 0; way < 6; ++way)
    for (int from = 0; from < kNumbers; ++from) {
      // Beyond the hexagon there are no cells, nor in the eighth column, so a ray ends before it reaches another row.
      for (int at = from + kSteps[way]; at >= 0 && at < kNumbers && board.cells >> at & 1; at += kSteps[way])
        board.ray[way][from] |= Bits{1} << at;
      board.from[way][from + 1] = board.ray[way][from] | Bits{1} << from;
    }
  return board;
}();

// Tables have a power of two for each way or piece, so that no place in them takes a multiplication.

/// A beam is 8 * way + its colours as bits. [the emitter that it meets][beam]: the beam that goes on, or kStops.
struct Reactions {
  std::uint8_t of[24][64] = {};
};
constexpr Reactions kReactions = [] {
  Reactions reactions;
  for (int facing = 0; facing < 6; ++facing)
    for (int colour = 0; colour < 3; ++colour)
      for (int way = 0; way < 6; ++way)
        for (int colours = 0; colours < 8; ++colours) {
          int on = 8 * ((2 * facing - way + 6) % 6) + (colours ^ 1 << colour);
          if (way == facing) on = 8 * way + (colours | 1 << colour);
          if (way == (facing + 3) % 6) on = kStops;
          reactions.of[4 * facing + colour][8 * way + colours] = static_cast<std::uint8_t>(on);
        }
  return reactions;
}();

/// {c : c + way in set}
Bits before(Bits set, int way) { return (kSteps[way] > 0 ? set >> kSteps[way] : set << -kSteps[way]) & kBoard.cells; }

/// The next emitter that a beam meets, -1 or 64 for none; `path` is the cells that it leaves until then, its own cell
/// too. Without a branch, as its outcome could not be predicted.
int next_met(Bits emitters, int here, unsigned way, Bits& path) {
  const Bits met = kBoard.ray[way][here] & emitters;
  const int up = lowest(met), down = highest(met);
  const int at = way < 3 ? up : down;
  path = kBoard.from[way][here + 1] ^ kBoard.from[way][at + 1];
  return at;
}
bool is_none(int met) { return static_cast<unsigned>(met) >= 64; }

unsigned first_beam(const Position& position, int at) {
  const unsigned what = position.what[at];
  return 8 * (what / 4) + (1u << what % 4);
}

/// Brent's way to notice that a beam goes round: a state is kept and compared with, at growing distances. What is lit
/// once more on the way there is lit already.
class Round {
 public:
  bool is_closed(int at, unsigned beam) {
    const int state = at << 6 | static_cast<int>(beam);
    if (state == kept_) return true;
    if (++steps_ == until_) {
      kept_ = state;
      steps_ = 0;
      until_ *= 2;
    }
    return false;
  }

 private:
  int kept_ = -1, steps_ = 0, until_ = 4;
};

/// The beam of the emitter on `at`. If it comes by `newest`, `given` are the cells that it has given a colour before.
template <bool kAsks>
Beam follow(const Position& position, int at, int newest, Bits& given) {
  Bits lit[3] = {}, reads = 0;
  unsigned beam = first_beam(position, at);
  Round round;
  for (int here = at;;) {
    Bits path;
    const int met = next_met(position.emitters, here, beam / 8, path);
    for (unsigned colour = 0; colour < 3; ++colour) lit[colour] |= path & (0 - static_cast<Bits>(beam >> colour & 1));
    reads |= path;
    if (is_none(met)) break;
    beam = kReactions.of[position.what[met]][beam];
    if (beam == kStops) {
      reads |= bit(met);
      break;
    }
    // The first time counts: later it has given more.
    if (kAsks && met == newest) given &= lit[0] | lit[1] | lit[2];
    here = met;
    if (round.is_closed(here, beam)) break;
  }
  return {{lit[0], lit[1], lit[2]}, reads};
}

/// Would a beam from the empty cell `at`, facing `facing`, pass over another empty cell, if emitters come first? It may
/// come back to its own emitter; as long as it has met only emitters, it may loop.
bool shines(Position& position, int at, int facing) {
  unsigned beam = static_cast<unsigned>(8 * facing);
  Round round;
  for (int here = at;;) {
    here += kSteps[beam / 8];
    if (here < 0 || here >= kNumbers || !(kBoard.cells >> here & 1)) return false;
    position.asking[here][facing] |= bit(at);
    unsigned met = static_cast<unsigned>(4 * facing);
    if (here != at) {
      if (!(position.emitters >> here & 1)) return true;
      met = position.what[here];
    }
    beam = kReactions.of[met][beam];
    if (beam == kStops) return false;
    beam &= ~7u;
    if (round.is_closed(here, beam)) return false;
  }
}

/// Cells from which an emitter with this facing shines on an empty one.
void find_placements(Position& position, Bits (&places)[6]) {
  // By the way d that a beam comes an emitter sends it straight on, or on in d + 2 or d - 2, or stops it.
  const Bits empty = kBoard.cells & ~position.emitters;
  Bits to_empty[6], along[3];
  for (int way = 0; way < 6; ++way) to_empty[way] = before(empty, way);
  for (int axis = 0; axis < 3; ++axis) along[axis] = position.facing[axis] | position.facing[axis + 3];
  for (int way = 0; way < 6; ++way) {
    // The neighbour is empty, or an emitter that sends the beam on to an empty cell, which is then another one. Else it
    // is followed, and what came of it is kept.
    const Bits on = (position.facing[way] & to_empty[way]) | (along[(way + 1) % 3] & to_empty[(way + 2) % 6]) |
                    (along[(way + 2) % 3] & to_empty[(way + 4) % 6]);
    const Bits good = empty & (to_empty[way] | before(on, way));
    const Bits further = empty & ~good & before(position.emitters, way);
    for (Bits rest = further & ~position.known[way]; rest; rest &= rest - 1) {
      const Bits one = rest & (0 - rest);
      position.shining[way] = (position.shining[way] & ~one) | (shines(position, lowest(rest), way) ? one : 0);
    }
    position.known[way] |= further;
    places[way] = good | (further & position.shining[way]);
  }
}

/// White cells where a claim with all that light them would be upheld.
Bits find_claims(const Position& position) {
  return position.newest < 0 ? 0 : position.lit[0] & position.lit[1] & position.lit[2] & position.upheld;
}

struct Moves {
  Bits places[6], claims;
  std::uint64_t placements, all;
};

void list(Position& position, Moves& moves) {
  find_placements(position, moves.places);
  moves.claims = find_claims(position);
  int places = 0;
  for (const Bits set : moves.places) places += count(set);
  moves.placements = 3 * static_cast<Bits>(places);
  moves.all = moves.placements + static_cast<Bits>(count(moves.claims)) + (places == 0);
}

/// An emitter has come to a cell, or gone: what depends on it.
void change(Position& position, int changed) {
  for (int way = 0; way < 6; ++way) {
    position.known[way] &= ~position.asking[changed][way];
    position.asking[changed][way] = 0;
  }
  Bits readers = 0;
  for (Bits rest = position.emitters; rest; rest &= rest - 1)
    readers |= (position.beams[lowest(rest)].reads >> changed & 1) << lowest(rest);
  position.upheld = 0;
  for (Bits rest = readers; rest; rest &= rest - 1) {
    const int at = lowest(rest);
    Bits given = at == changed ? 0 : ~Bits{0};
    const Beam beam = position.beams[at] = follow<true>(position, at, at == changed ? -1 : changed, given);
    position.upheld |= (beam.lit[0] | beam.lit[1] | beam.lit[2]) & ~given;
  }
  Beam all{};
  for (Bits rest = position.emitters; rest; rest &= rest - 1) {
    const Beam& beam = position.beams[lowest(rest)];
    for (int colour = 0; colour < 3; ++colour) all.lit[colour] |= beam.lit[colour];
  }
  for (int colour = 0; colour < 3; ++colour) position.lit[colour] = all.lit[colour];
}

void place(Position& position, int at, int way, int next) {
  put(position, at, way, position.named);
  position.named = next;
  position.newest = at;
  position.mover ^= 1;
}

/// The k-th in the order of cell, facing, next colour.
void place(Position& position, const Moves& moves, int k) {
  const int next = k % 3;
  k /= 3;
  int low = 0;  // the cell: how many placements are there below it?
  for (int half = 32; half; half /= 2) {
    int below = 0;
    for (const Bits set : moves.places) below += count(set >> low & (bit(half) - 1));
    if (below <= k) {
      low += half;
      k -= below;
    }
  }
  int way = 0;
  for (;; ++way)
    if ((moves.places[way] >> low & 1) && k-- == 0) break;
  place(position, low, way, next);
}

/// A claim that is right.
void claim(Position& position) {
  const int at = position.newest, other = 1 - position.mover;
  position.newest = -1;
  position.named = position.what[at] % 4;
  position.emitters ^= bit(at);
  position.facing[position.what[at] / 4] ^= bit(at);
  change(position, at);
  if (--position.lives[other] == 0) position.winner = position.mover;
  position.mover = other;
}

void yield(Position& position) {
  const int me = position.mover, other = 1 - me;
  position.winner = position.lives[me] > position.lives[other] ? me : other;
}

void play(Position& position, const Moves& moves, std::uint64_t k) {
  if (k < moves.placements)
    place(position, moves, static_cast<int>(k));
  else if (k < moves.placements + static_cast<Bits>(count(moves.claims)))
    claim(position);
  else
    yield(position);
}

}  // namespace

int number_of(int cell) { return by_hand::select(kBoard.cells, cell); }

Position begin(int mover) {
  Position position;
  position.mover = mover;
  return position;
}

void put(Position& position, int at, int way, int colour) {
  position.emitters |= bit(at);
  position.facing[way] |= bit(at);
  position.what[at] = static_cast<std::uint8_t>(4 * way + colour);
  position.beams[at].reads = bit(at);
  change(position, at);
}

Beam trace(const Position& position, int at) {
  Bits given = 0;
  return follow<false>(position, at, -1, given);
}

int playout(Position& position, Stream& random) {
  Moves moves;
  int plies = 0;
  for (; position.winner < 0; ++plies) {
    list(position, moves);
    play(position, moves, random.below(moves.all));
  }
  return plies;
}

std::uint64_t count_moves(Position position) {
  if (position.winner >= 0) return 0;
  Moves moves;
  list(position, moves);
  return moves.all;
}

std::uint64_t perft(Position position, int depth) {
  if (position.winner >= 0) return 0;
  Moves moves;
  list(position, moves);
  if (depth == 1) return moves.all;
  std::uint64_t sum = 0;
  for (std::uint64_t k = 0; k < moves.all; ++k) {
    Position next = position;
    play(next, moves, k);
    sum += perft(next, depth - 1);
  }
  return sum;
}

}  // namespace glint::by_hand::laser_lawn
