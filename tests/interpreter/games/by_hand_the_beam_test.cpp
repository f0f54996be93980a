// The Beam by hand plays the engine's game: in each position every move leads to the same squares, a seed takes both
// the same way to the same score, and they count the same sequences.
#include <ostream>

#include "glint/glint.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/machine/playout.hpp"
#include "tests/bench/by_hand/the_beam.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/scale.hpp"

namespace {

using namespace glint;
using namespace glint::test;
namespace hand = by_hand::the_beam;

const Game& the_beam() {
  static const Game game = must(Game::bundled("the_beam"));
  return game;
}

/// Where the squares hold a disc, a mirror, and one that rises.
struct Squares {
  by_hand::Bits discs = 0, mirrors = 0, rising = 0;
  bool operator==(const Squares&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Squares& squares) {
  for (int row = 6; row > 0; --row, out << '\n')
    for (int column = 1; column <= 6; ++column) {
      const int at = 8 * row + column;
      out << (squares.rising >> at & 1 ? '/' : squares.mirrors >> at & 1 ? '\\' : squares.discs >> at & 1 ? 'o' : '.');
    }
  return out;
}
Squares squares_of(const hand::Position& twin) { return {twin.discs, twin.mirrors, twin.rising}; }
Squares squares_of(const Machine& machine) {
  Squares squares;
  for (std::size_t cell = 0; cell < the_beam().cells().size(); ++cell) {
    const CellInfo& info = the_beam().cells()[cell];
    const by_hand::Bits at = by_hand::bit(8 * info.y + info.x);
    const Key& key =
        the_beam().program().pieces.keys[static_cast<std::size_t>(machine.position().top_key(static_cast<int>(cell)))];
    if (key.glyph == "/" || key.glyph == "\\")
      squares.mirrors |= at;
    else if (key.kind >= 0)
      squares.discs |= at;
    if (key.glyph == "/") squares.rising |= at;
  }
  return squares;
}
Squares squares_of(const Position& position) { return squares_of(PositionView(position).machine()); }

void deal_as(const Position& position, hand::Position& twin) {
  int left = 0, right = 0;
  for (const auto& [name, value] : position.variables()) {
    if (name == "left_card") left = std::stoi(value);
    if (name == "right_card") right = std::stoi(value);
  }
  hand::deal(twin, left, right);
}

hand::Position twin_of(const Position& start) {
  hand::Position twin = hand::set_up(squares_of(start).discs);
  deal_as(start, twin);
  return twin;
}

/// Makes one move in both; both have the same cards after it.
void play_both(Position& position, hand::Position& twin, int k) {
  REQUIRE_FALSE(position.play_listed(static_cast<std::uint64_t>(k)));
  const int rounds = twin.rounds;
  hand::play(twin, k);
  if (twin.rounds < rounds && twin.rounds > 0) deal_as(position, twin);
}

}  // namespace

TEST_CASE("by hand: The Beam has the same moves in every position", "[by_hand]") {
  Lister lister(the_beam().program());
  for (int seed = 1; seed <= scaled(200); ++seed) {
    INFO("seed " << seed);
    Random random(static_cast<std::uint64_t>(seed));
    Position position = must(the_beam().start({.seed = random.next()}));
    hand::Position twin = twin_of(position);
    int plies = 0;
    for (; !position.over(); ++plies) {
      const int moves = hand::count_moves(twin);
      REQUIRE(must(lister.list(position)) == static_cast<std::uint64_t>(moves));
      for (int k = 0; k < moves; ++k) {
        Position next = position;
        REQUIRE_FALSE(lister.play(static_cast<std::uint64_t>(k), next));
        hand::Position next_twin = twin;
        hand::play(next_twin, k);
        REQUIRE(squares_of(next) == squares_of(next_twin));
      }
      play_both(position, twin, static_cast<int>(random.below(static_cast<std::uint64_t>(moves))));
    }
    CHECK(plies == 24);
    CHECK(hand::count_moves(twin) == 0);
    CHECK(position.outcome().scores == std::vector<std::int64_t>{hand::points(twin)});
  }
}

TEST_CASE("by hand: The Beam goes the same way by a seed", "[by_hand]") {
  Machine machine(the_beam().program());
  for (int seed = 1; seed <= scaled(2000); ++seed) {
    INFO("seed " << seed);
    Random random(static_cast<std::uint64_t>(seed));
    RandomChance chance(random);
    REQUIRE(machine.begin(chance) != Machine::Status::error);
    by_hand::Stream stream(static_cast<std::uint64_t>(seed));
    hand::Position twin = hand::begin(stream);
    REQUIRE(squares_of(machine) == squares_of(twin));
    CHECK(hand::playout(twin, stream) == run_playout(machine, random, 100).plies);
    CHECK(stream.next() == random.next());
    CHECK(squares_of(machine) == squares_of(twin));
    CHECK(outcome_of(machine).scores == std::vector<std::int64_t>{hand::points(twin)});
  }
}

TEST_CASE("by hand: The Beam has the same sequences, after any cards", "[by_hand]") {
  for (const int plies : {0, 9, 14, 20}) {
    INFO("after " << plies);
    Position position = must(the_beam().start({.seed = 5}));
    hand::Position twin = twin_of(position);
    for (int i = 0; i < plies; ++i) play_both(position, twin, hand::count_moves(twin) / 2);
    position.wait_at_draws(true);
    std::vector<std::uint64_t> counts;
    for (int depth = 1; depth <= 4; ++depth) counts.push_back(hand::perft(twin, depth));
    CHECK(must(perft(position, 4)) == counts);
  }
}
