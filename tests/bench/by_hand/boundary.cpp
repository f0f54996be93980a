#include "tests/bench/by_hand/boundary.hpp"

#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wpsabi"  // only functions of this file hand Lanes to each other
#endif

namespace glint::by_hand::boundary {
namespace {

// Directions: e, se, s, sw, w, nw, n, ne. All lines go on in all of them at once.
constexpr int kWays = 8, kSteps[kWays] = {1, 9, 8, 7, -1, -9, -8, -7};
/// A set of cells for each direction.
using Lanes = Bits __attribute__((vector_size(64)));

constexpr Bits kBoard = 0x3F3F3F3F3F3Fu, kWest = 0x070707070707u, kWorlds[2] = {kWest, kBoard & ~kWest};
constexpr Bits kFileC = 0x040404040404u, kFileD = kFileC << 1;
constexpr Bits kA6 = 1, kF6 = kA6 << 5, kA1 = kA6 << 40, kF1 = kA6 << 45;

/// For each player the corner where the first tree grows, and where it should end: the player's two bases.
constexpr Bits kRoots[2] = {kA1, kF1}, kGoals[2] = {kF6, kA6}, kBases[2] = {kA1 | kF6, kA6 | kF1};

constexpr Bits kNoSpot = kA6 << 63;

constexpr bool goes_east(int way) { return way < 2 || way == 7; }
constexpr bool goes_west(int way) { return way > 2 && way < 6; }

template <class Of>
constexpr Lanes each_way(const Of& of) {
  return Lanes{of(0), of(1), of(2), of(3), of(4), of(5), of(6), of(7)};
}
/// By how many bits a set is rotated for so many steps.
constexpr Lanes turns(int steps) {
  return each_way([=](int way) { return static_cast<Bits>(64 + steps * kSteps[way]) % 64; });
}
constexpr Lanes kTurns[6] = {turns(0), turns(1), turns(2), turns(3), turns(4), turns(5)}, kTurnBack = turns(-1);

/// Where a step may end that does not cross the line between the worlds.
constexpr Lanes kInside = each_way([](int way) {
  return goes_east(way) ? ~kFileD : goes_west(way) ? ~kFileC : ~Bits{0};
});

/// The base of a player to which a direction leads, if any; and whether it is this one.
constexpr Bits corner(int player, int way) {
  const Bits sides = goes_east(way) ? kF1 | kF6 : goes_west(way) ? kA1 | kA6 : kBoard;
  const Bits ends = way > 4 ? kA6 | kF6 : way > 0 && way < 4 ? kA1 | kF1 : kBoard;
  return sides & ends & kBases[player];
}
template <int kPlayer>
constexpr Lanes kCorners = each_way([](int way) { return corner(kPlayer, way); });
template <int kPlayer, Bits kBase>
constexpr Lanes kLeadsTo = each_way([](int way) { return corner(kPlayer, way) == kBase ? ~Bits{0} : 0; });

/// Rotated. A step that leaves the board ends between the rows, or below them: no set of cells that is met has these.
Lanes step(const Lanes& sets, const Lanes& turns) {
#ifdef __AVX512F__
  return reinterpret_cast<Lanes>(
      _mm512_maskz_rolv_epi64(0xFF, reinterpret_cast<__m512i>(sets), reinterpret_cast<__m512i>(turns)));
#else
  return sets << turns | sets >> (64 - turns);
#endif
}
Lanes on(const Lanes& sets) { return step(sets, kTurns[1]); }
Lanes all(Bits set) { return Lanes{} | set; }

Lanes counts(const Lanes& sets) {
#ifdef __AVX512VPOPCNTDQ__
  return reinterpret_cast<Lanes>(_mm512_popcnt_epi64(reinterpret_cast<__m512i>(sets)));
#else
  Lanes found;
  for (int way = 0; way < kWays; ++way) found[way] = static_cast<Bits>(count(sets[way]));
  return found;
#endif
}

Bits united(const Lanes& sets) {
  const Lanes two = sets | __builtin_shufflevector(sets, sets, 4, 5, 6, 7, 0, 1, 2, 3);
  const Lanes four = two | __builtin_shufflevector(two, two, 2, 3, 0, 1, 2, 3, 0, 1);
  return four[0] | four[1];
}

/// What a turn changes, as bits. Where a pyramid goes alone there is no rock, and the spot is off the board.
struct Change {
  Bits rock, spot, top, land;
};

/// The legal turns of a player. Those of a group have the same stone, which goes equally far, or none. Its pyramids
/// land on the cells of `ends`, in each direction, and each of these goes with each spot of the stone but those that
/// would be in the way.
template <int kMover>
class Turns {
 public:
  Turns(const Side& mine, const Side& theirs) {
    sums_[0] = Lanes{};
    before_[0] = 0;
    const Bits small = mine.pyramids[0], mediums = mine.pyramids[1], larges = mine.pyramids[2];
    const Bits medium = mediums & ~small, large = larges & ~(small | mediums), tops = small | medium | large;
    const Bits taken =
        tops | mine.stones | theirs.pyramids[0] | theirs.pyramids[1] | theirs.pyramids[2] | theirs.stones;
    const Bits empty = kBoard & ~taken, rest = ~kBases[1 - kMover];

    // At home smaller ones come to rest on larger ones: where they may, coming from this direction by so many steps.
    const auto smaller = [&](Bits base) { return (medium & base ? small : 0) | (large & base ? small | medium : 0); };
    const Lanes climbers = (kLeadsTo<kMover, kRoots[kMover]> & smaller(kRoots[kMover])) |
                           (kLeadsTo<kMover, kGoals[kMover]> & smaller(kGoals[kMover]));
    const auto climbed = [&](int steps) { return step(climbers, kTurns[steps]) & kCorners<kMover>; };

    // A pyramid alone stays in its world: as many as before are in each.
    const Lanes inside = kInside & empty;
    add_alone(1, on(all(small)) & ((inside & rest) | climbed(1)));
    add_alone(2, on(on(all(medium)) & inside) & ((inside & rest) | climbed(2)));
    add_alone(3, on(on(on(all(large)) & inside) & inside) & inside & rest);

    const int in_west = count(small & kWest) + count(mediums & kWest) + count(larges & kWest);
    for (int i = 0; i < 2; ++i) {
      const Bits world = kWorlds[i], rock = mine.stones & world;
      // Two must stay in each world. The stone's cell is free when the pyramid goes.
      const Bits bounds = (i == 0 ? in_west : 6 - in_west) > 2 ? kBoard : world;
      const Bits free = (empty | rock) & bounds, slides = empty & world & rest;
      Lanes slide = all(rock), walk = all(tops & world);
      for (int steps = 1; steps <= kMostSteps; ++steps) {
        slide = on(slide) & slides;
        walk = on(steps == 1 ? walk : walk & free);
        const Bits spots = united(slide), size = static_cast<Bits>(count(spots));
        Lanes ends = walk & ((free & rest) | climbed(steps));
        if (steps <= 2) {
          const Lanes paths = steps == 1 ? ends : ends | step(ends, kTurnBack);
          add({rock, spots, steps == 1 ? 0 : ~Bits{0}, steps}, ends, counts(ends) * size - counts(paths & spots));
        } else {
          // Three steps and more it goes along the file only, and one way only: one spot, or none from here on.
          if (spots == 0) break;
          Lanes hindered = all(spots);
          for (int j = 1; j < steps; ++j) hindered |= on(hindered);
          ends &= ~hindered;
          add({rock, spots, 0, steps}, ends, counts(ends) * size);
        }
      }
    }
    for (int way = 0; way < kWays; ++way) before_[way + 1] = before_[way] + sums_[size_][way];
  }

  Bits count_all() const { return before_[kWays]; }

  Change choose(Bits k) const {
    int way = 0, i = 0;
    for (int j = 1; j < kWays; ++j) way += k >= before_[j];
    k -= before_[way];
    for (int j = 1; j < size_; ++j) i += k >= sums_[j][way];
    k -= sums_[i][way];
    const Group& group = groups_[i];
    for (Bits left = ends_[i][way];; left &= left - 1) {
      const Bits land = left & (0 - left), before = std::rotr(land, kSteps[way]);
      const Bits spots = group.spots & ~(land | (before & group.between));
      const Bits size = static_cast<Bits>(count(spots));
      if (k < size)
        return {group.rock, nth(spots, static_cast<int>(k)), std::rotr(land, group.steps * kSteps[way]), land};
      k -= size;
    }
  }

 private:
  static constexpr int kMostSteps = 5, kGroups = 3 + 2 * kMostSteps;
  struct Group {
    Bits rock, spots;
    Bits between;  // all, where a spot may be a cell that the pyramid passes
    int steps;
  };

  Lanes ends_[kGroups];
  Lanes sums_[kGroups + 1];  // turns of the groups before this one, by direction
  Bits before_[kWays + 1];   // turns of all groups in the directions before this one
  Group groups_[kGroups];
  int size_ = 0;

  void add(const Group& group, const Lanes& ends, const Lanes& found) {
    groups_[size_] = group;
    ends_[size_] = ends;
    sums_[size_ + 1] = sums_[size_] + found;
    ++size_;
  }
  void add_alone(int steps, const Lanes& ends) { add({0, kNoSpot, 0, steps}, ends, counts(ends)); }
};

/// Answers whether it wins.
template <int kMover>
bool make(Side& mine, const Change& change) {
  const Bits both = change.top | change.land;
  mine.stones ^= (change.rock | change.spot) & kBoard;
  const bool is_small = (mine.pyramids[0] & change.top) != 0, is_large = !is_small & !(mine.pyramids[1] & change.top);
  const int size = 1 - is_small + is_large;
  mine.pyramids[size] ^= both;
  mine.first[size] ^= mine.first[size] & change.top ? both : 0;
  if (!(mine.first[0] & mine.first[1] & mine.first[2] & kGoals[kMover])) [[likely]]
    return false;
  return (mine.pyramids[0] & mine.pyramids[1] & mine.pyramids[2]) == kBases[kMover];
}

template <int kMover>
std::uint64_t count_sequences(const Side& mine, const Side& theirs, int depth) {
  const Turns<kMover> turns(mine, theirs);
  if (depth == 1) return turns.count_all();
  std::uint64_t sum = 0;
  for (Bits k = turns.count_all(); k-- > 0;) {
    Side next = mine;
    if (!make<kMover>(next, turns.choose(k))) sum += count_sequences<1 - kMover>(theirs, next, depth - 1);
  }
  return sum;
}

/// Plays at most so many plies; this player is to move.
template <int kMover>
bool ply(Position& position, Stream& random, int left) {
  Side& mine = position.sides[kMover];
  const Turns<kMover> turns(mine, position.sides[1 - kMover]);
  if (turns.count_all() == 0) position.winner = 1 - kMover;
  if (turns.count_all() == 0 || left == 0) return false;
  if (make<kMover>(mine, turns.choose(random.below(turns.count_all())))) position.winner = kMover;
  position.mover = 1 - kMover;
  return true;
}

template <int kMover>
Turns<kMover> turns_of(const Position& position) {
  return {position.sides[kMover], position.sides[1 - kMover]};
}

int number(Bits set) { return set & kBoard ? lowest(set) : -1; }

}  // namespace

Position begin() {
  Position position;
  for (int player = 0; player < 2; ++player)
    for (int size = 0; size < 3; ++size) {
      position.sides[player].pyramids[size] = kBases[player];
      position.sides[player].first[size] = kRoots[player];
    }
  position.sides[0].stones = kA1 >> 2 * 8 << 2 | kA1 >> 3 * 8 << 3;
  position.sides[1].stones = kA1 >> 3 * 8 << 2 | kA1 >> 2 * 8 << 3;
  return position;
}

std::uint64_t count_moves(const Position& position) {
  if (position.winner >= 0) return 0;
  return position.mover == 0 ? turns_of<0>(position).count_all() : turns_of<1>(position).count_all();
}

Turn choose(const Position& position, std::uint64_t k) {
  const Change change = position.mover == 0 ? turns_of<0>(position).choose(k) : turns_of<1>(position).choose(k);
  return {number(change.rock), number(change.spot), number(change.top), number(change.land)};
}

void play(Position& position, const Turn& turn) {
  const auto set = [](int at) { return at < 0 ? 0 : bit(at); };
  const Change change{set(turn.rock), set(turn.spot), bit(turn.top), bit(turn.land)};
  const int mover = position.mover;
  Side& mine = position.sides[mover];
  if (mover == 0 ? make<0>(mine, change) : make<1>(mine, change)) position.winner = mover;
  position.mover = 1 - mover;
  if (position.winner < 0 && count_moves(position) == 0) position.winner = mover;
}

int playout(Position& position, Stream& random, int most_plies) {
  int plies = 0;
  while (position.winner < 0 && (position.mover == 0 ? ply<0>(position, random, most_plies - plies)
                                                     : ply<1>(position, random, most_plies - plies)))
    ++plies;
  return plies;
}

std::uint64_t perft(const Position& position, int depth) {
  if (position.winner >= 0) return 0;
  return position.mover == 0 ? count_sequences<0>(position.sides[0], position.sides[1], depth)
                             : count_sequences<1>(position.sides[1], position.sides[0], depth);
}

}  // namespace glint::by_hand::boundary
