// Beams, Boosters, and Barriers by hand is the engine's game: the same moves and scores in each position, the same
// games by the same seeds, as many sequences.
#include <algorithm>
#include <map>

#include "glint/glint.hpp"
#include "interpreter/game/loading/access.hpp"
#include "tests/bench/by_hand/beams_boosters_barriers.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/scale.hpp"

namespace {

using namespace glint;
using namespace glint::test;
namespace hand = by_hand::beams_boosters_barriers;

const Game& the_game() {
  static const Game game = must(Game::bundled("beams_boosters_barriers"));
  return game;
}

/// The engine's cells for those of a player by hand. The engine lists cells from the north; by hand each player numbers
/// its own from the midline.
std::vector<int> home_of(int player) {
  std::vector<int> cells;
  for (std::size_t cell = 0; cell < the_game().cells().size(); ++cell) {
    const CellInfo& info = the_game().cells()[cell];
    if (info.player == player && info.x > 0 && info.x < 10) cells.push_back(static_cast<int>(cell));
  }
  REQUIRE(cells.size() == hand::kCells);
  if (player == 1) std::reverse(cells.begin(), cells.end());
  return cells;
}

std::string text_of(const hand::Position& twin, const hand::Move& move) {
  static const std::vector<int> kHomes[2] = {home_of(0), home_of(1)};
  static const char* const kForms[] = {"M1", "M2V", "M2Y", "M3", "R1", "R2V", "R2Y", "R3", "S"};
  static const char* const kHours[] = {"12", "2", "4", "6", "8", "10"};
  if (move.act == hand::kPass) return "pass";
  const int cell = kHomes[twin.mover][static_cast<std::size_t>(move.at)];
  const std::string at = the_game().cells()[static_cast<std::size_t>(cell)].own_label;
  if (move.act == hand::kRotate) {
    const unsigned turn = move.what - twin.sides[twin.mover].what[move.at];
    return "R " + at + (turn == 1 || turn == 0u - 5u ? " R" : " L");
  }
  const std::string placed = std::string("P ") + kForms[move.what / 8] + " " + at;
  return move.act == hand::kPlaceBooster ? placed : placed + " " + kHours[move.what % 8];
}

/// The engine's keys, by cell: what its pieces look like says which they are.
std::vector<int> keys_of(const hand::Position& twin) {
  std::vector<int> keys(the_game().cells().size(), 0);
  static const char* const kForms[] = {"M1", "M2V", "M2Y", "M3", "R1", "R2V", "R2Y", "R3"};
  static const char* const kWays[] = {"n", "ne", "se", "s", "sw", "nw"};
  static const std::map<std::string, int> kKeys = [] {
    std::map<std::string, int> found;
    for (std::size_t key = 1; key < the_game().program().pieces.keys.size(); ++key)
      found[the_game().program().pieces.keys[key].glyph] = static_cast<int>(key);
    return found;
  }();
  for (const int player : {0, 1}) {
    const std::vector<int> home = home_of(player);
    const hand::Side& side = twin.sides[player];
    for (int at = 0; at < hand::kCells; ++at) {
      if (!(side.taken >> at & 1)) continue;
      const bool armed = (side.generators | side.barriers) >> at & 1;
      const unsigned what = side.what[at];
      const std::string glyph =
          armed ? std::string(kForms[what / 8]) + kWays[(what % 8 + (player == 0 ? 0 : 3)) % 6] : "S";
      keys[static_cast<std::size_t>(home[static_cast<std::size_t>(at)])] = kKeys.at((player == 0 ? "s" : "n") + glyph);
    }
  }
  return keys;
}

std::vector<int> keys_of(const Position& position) {
  std::vector<int> keys;
  const Machine& machine = PositionView(position).machine();
  for (std::size_t cell = 0; cell < the_game().cells().size(); ++cell)
    keys.push_back(machine.position().top_key(static_cast<int>(cell)));
  return keys;
}

void same_scores(const Position& position, const hand::Position& twin) {
  Machine& machine = PositionView(position).machine();
  const std::array<int, 2> scores = hand::scores(twin);
  for (const int player : {0, 1}) CHECK(score_of(machine, player) == scores[static_cast<std::size_t>(player)]);
}

}  // namespace

TEST_CASE("by hand: Beams, Boosters, and Barriers has the same moves in every position", "[by_hand]") {
  for (int seed = 1; seed <= scaled(40); ++seed) {
    INFO("seed " << seed);
    Random random(static_cast<std::uint64_t>(seed));
    Position position = must(the_game().start());
    hand::Position twin;
    while (!position.over()) {
      REQUIRE(position.to_move() == twin.mover);
      std::vector<std::string> moves;
      for (int k = 0; k < hand::count_moves(twin); ++k) moves.push_back(text_of(twin, hand::move_at(twin, k)));
      REQUIRE(must(position.moves()) == moves);
      const std::uint64_t k = random.below(moves.size());
      REQUIRE_FALSE(position.play_listed(k));
      hand::play(twin, hand::move_at(twin, static_cast<int>(k)));
      REQUIRE(keys_of(position) == keys_of(twin));
      same_scores(position, twin);
    }
    CHECK(twin.is_over);
    CHECK(hand::count_moves(twin) == 0);
  }
}

TEST_CASE("by hand: Beams, Boosters, and Barriers goes the same way by a seed", "[by_hand]") {
  for (int seed = 1; seed <= scaled(2000); ++seed) {
    INFO("seed " << seed);
    Random random(static_cast<std::uint64_t>(seed));
    by_hand::Stream stream(static_cast<std::uint64_t>(seed));
    Position position = must(the_game().start());
    hand::Position twin;
    const Playout end = must(playout(position, random));
    CHECK(hand::playout(twin, stream) == end.plies);
    CHECK(stream.next() == random.next());
    CHECK(keys_of(position) == keys_of(twin));
    CHECK(end.outcome.scores == std::vector<std::int64_t>(twin.points.begin(), twin.points.end()));
  }
}

TEST_CASE("by hand: Beams, Boosters, and Barriers judges boards that no game comes to", "[by_hand]") {
  Random random(3);
  for (int i = 0; i < scaled(500); ++i) {
    Position position = must(the_game().start());
    Interpreter editor(the_game().program());
    editor.load(position.state());
    hand::Position twin;
    for (hand::Side& side : twin.sides) {
      const std::uint64_t fullness = 1 + random.below(4);
      for (int at = 0; at < hand::kCells; ++at) {
        if (random.below(4) >= fullness) continue;
        const by_hand::Bits here = by_hand::bit(at);
        const auto form = static_cast<unsigned>(random.below(10));
        side.taken |= here;
        if (form < 8) side.what[at] = static_cast<std::uint8_t>(8 * form + random.below(6));
        if (form < 8) (form < 4 ? side.generators : side.barriers) |= here;
      }
    }
    const std::vector<int> keys = keys_of(twin);
    for (std::size_t cell = 0; cell < keys.size(); ++cell)
      if (keys[cell] != 0) REQUIRE(editor.pieces().put(static_cast<int>(cell), keys[cell]));
    editor.store(PositionAccess::state(position));
    INFO(position.text());
    same_scores(position, twin);
  }
}

TEST_CASE("by hand: Beams, Boosters, and Barriers has the same sequences", "[by_hand]") {
  const auto counts = [](const hand::Position& twin, int depth) {
    std::vector<std::uint64_t> found;
    for (int i = 1; i <= depth; ++i) found.push_back(hand::perft(twin, i));
    return found;
  };
  CHECK(counts({}, 2) == std::vector<std::uint64_t>{1764, 3111696});
  CHECK(must(perft(must(the_game().start()), 2)) == counts({}, 2));
  for (int seed = 1; seed <= 3; ++seed) {
    INFO("seed " << seed);
    Random random(static_cast<std::uint64_t>(seed));
    Position position = must(the_game().start());
    hand::Position twin;
    // Close to the end, until there are few moves.
    while (hand::count_moves(twin) > 60) {
      const auto k = static_cast<int>(random.below(static_cast<std::uint64_t>(hand::count_moves(twin))));
      REQUIRE_FALSE(position.play_listed(static_cast<std::uint64_t>(k)));
      hand::play(twin, hand::move_at(twin, k));
    }
    CHECK(must(perft(position, 3)) == counts(twin, 3));
  }
}
