// What is learnt is worth something: a search of few plies by it beats searches without it.
#include <memory>
#include <string>

#include "interpreter/learn/match.hpp"
#include "interpreter/learn/self_play.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::must;

std::shared_ptr<const Values> after(const Game& game, int games) {
  Learning learning(game, 1);
  for (int i = 0; i < games; ++i) REQUIRE_FALSE(learning.play());
  return std::make_shared<const Values>(learning.values());
}

/// How many of so many games a player with these values wins.
std::uint64_t won(const std::shared_ptr<const Values>& values, const std::string& learned, const std::string& other,
                  std::uint64_t games) {
  const Match match = must(play_match(values->terms->game(), judge_by(values), {learned, other, games, 1}));
  INFO(learned << " against " << other << ": " << match.won << " won, " << match.drawn << " drawn");
  CHECK(match.games == games);
  return match.won;
}

}  // namespace

TEST_CASE("learn: some thousand games of Breakthrough beat a search of a thousand random games", "[learn][patient]") {
  const auto values = after(test::example("breakthrough"), 2000);
  CHECK(won(values, "learned:4", "mcts:1000", 12) >= 9);
  CHECK(won(values, "learned:2", "alphabeta:2", 12) == 12);
}

TEST_CASE("learn: some thousand games of Othello beat a search of a thousand random games", "[learn][patient]") {
  const auto values = after(test::example("othello"), 1500);
  CHECK(won(values, "learned:5", "mcts:1000", 12) >= 9);
  CHECK(won(values, "learned:3", "alphabeta:3", 12) >= 10);
}

TEST_CASE("learn: a match repeats each opening with seats changed, and the same match is the same", "[learn]") {
  const auto values = after(test::example("breakthrough"), 10);
  const MatchPlan plan{"learned:1", "learned:1", 6, 4};
  CHECK(play_match(values->terms->game(), {}, plan).errors().at(0).message.find("there are none") != std::string::npos);
  const Match one = must(play_match(values->terms->game(), judge_by(values), {"learned:1", "random", 6, 4}));
  const Match other = must(play_match(values->terms->game(), judge_by(values), {"learned:1", "random", 6, 4}));
  CHECK(one.won == other.won);
  CHECK(one.won + one.drawn <= 6);
  const std::vector<MatchPlan> gate = gate_of("", 22, 40, 1);
  REQUIRE(gate.size() == 2);
  CHECK(gate[0].learned == "learned:4");
  CHECK(gate[0].other == "alphabeta:4");
  CHECK(gate[1].other == "mcts:1000");
  CHECK(gate_of("", 7, 40, 1)[0].learned == "learned:5");
  CHECK(gate_of("", 1200, 40, 1)[0].learned == "learned:1");
  CHECK(gate_of("20ms", 7, 40, 1)[1].other == "mcts:20ms");
}
