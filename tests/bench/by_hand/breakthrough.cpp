#include "tests/bench/by_hand/breakthrough.hpp"

namespace glint::by_hand::breakthrough {
namespace {

constexpr Bits kFileA = 0x0101010101010101u, kFileH = kFileA << 7;
constexpr Bits kRank8 = 0xFF, kRank1 = kRank8 << 56, kGoals[2] = {kRank8, kRank1};

/// The legal steps of a player. White goes up, to lower numbers. Compiled for each player, so that no step asks whose
/// turn it is. While a game goes on no pawn is in its far row, so that none leaves the board there.
template <int kMover>
struct Steps {
  /// Moves all that many cells on, towards the far row; back where the number is negative.
  static Bits ahead(Bits set, int steps) { return std::rotr(set, kMover == 0 ? steps : -steps); }

  Bits straight, left, right;  // where they end

  Steps(Bits mine, Bits theirs)
      : straight(ahead(mine, 8) & ~(mine | theirs)),
        left(ahead(mine & ~kLeftFile, kLeft) & ~mine),
        right(ahead(mine & ~kRightFile, kRight) & ~mine) {}

  Bits count() const {
    return static_cast<Bits>(by_hand::count(straight) + by_hand::count(left) + by_hand::count(right));
  }

  /// The k-th, as bits; without a branch, as none could be predicted.
  void choose(Bits k, Bits& from, Bits& to) const {
    const Bits first = static_cast<Bits>(by_hand::count(straight));
    const Bits second = static_cast<Bits>(by_hand::count(left));
    const Bits is_aslant = 0 - Bits{k >= first}, is_right = 0 - Bits{k >= first + second};
    const Bits ends = straight ^ ((straight ^ left) & is_aslant) ^ ((left ^ right) & is_right);
    to = nth(ends, static_cast<int>(k - (first & is_aslant) - (second & is_right)));
    const int steps = 8 + static_cast<int>(is_aslant & (kLeft - 8)) + static_cast<int>(is_right & (kRight - kLeft));
    from = ahead(to, -steps);
  }

 private:
  // Towards lower numbers the left is the west: nine bits. For black it is the east: nine bits, too.
  static constexpr int kLeft = 9, kRight = 7;
  static constexpr Bits kLeftFile = kMover == 0 ? kFileA : kFileH, kRightFile = kMover == 0 ? kFileH : kFileA;
};

/// Makes one of the steps, drawn uniformly. Answers whether it wins: a player without a pawn has no step, and loses.
template <int kMover>
bool ply(Bits& mine, Bits& theirs, Stream& random) {
  const Steps<kMover> steps(mine, theirs);
  Bits from, to;
  steps.choose(random.below(steps.count()), from, to);
  mine ^= from | to;
  theirs &= ~to;
  return (to & kGoals[kMover]) || theirs == 0;
}

template <int kMover>
std::uint64_t count_sequences(Bits mine, Bits theirs, int depth) {
  const Steps<kMover> steps(mine, theirs);
  if (depth == 1) return steps.count();
  std::uint64_t sum = 0;
  for (Bits k = steps.count(); k-- > 0;) {
    Bits from, to;
    steps.choose(k, from, to);
    if (to & kGoals[kMover]) continue;
    sum += count_sequences<1 - kMover>(theirs & ~to, mine ^ (from | to), depth - 1);
  }
  return sum;
}

}  // namespace

Position begin() {
  Position position;
  position.pawns[0] = kRank1 | kRank1 >> 8;
  position.pawns[1] = kRank8 | kRank8 << 8;
  return position;
}

std::uint64_t count_moves(const Position& position) {
  if (position.winner >= 0) return 0;
  return position.mover == 0 ? Steps<0>(position.pawns[0], position.pawns[1]).count()
                             : Steps<1>(position.pawns[1], position.pawns[0]).count();
}

Step choose(const Position& position, std::uint64_t k) {
  Bits from, to;
  if (position.mover == 0)
    Steps<0>(position.pawns[0], position.pawns[1]).choose(k, from, to);
  else
    Steps<1>(position.pawns[1], position.pawns[0]).choose(k, from, to);
  return {lowest(from), lowest(to)};
}

void play(Position& position, Step step) {
  position.pawns[position.mover] ^= bit(step.from) | bit(step.to);
  position.pawns[1 - position.mover] &= ~bit(step.to);
  if ((bit(step.to) & kGoals[position.mover]) || position.pawns[1 - position.mover] == 0)
    position.winner = position.mover;
  position.mover ^= 1;
}

int playout(Position& position, Stream& random) {
  Bits white = position.pawns[0], black = position.pawns[1];
  int plies = 0, mover = position.mover;
  for (bool is_over = position.winner >= 0; !is_over; ++plies, mover ^= 1) {
    is_over = mover == 0 ? ply<0>(white, black, random) : ply<1>(black, white, random);
    if (is_over) position.winner = mover;
  }
  position.pawns[0] = white;
  position.pawns[1] = black;
  position.mover = mover;
  return plies;
}

std::uint64_t perft(const Position& position, int depth) {
  if (position.winner >= 0) return 0;
  return position.mover == 0 ? count_sequences<0>(position.pawns[0], position.pawns[1], depth)
                             : count_sequences<1>(position.pawns[1], position.pawns[0], depth);
}

}  // namespace glint::by_hand::breakthrough
