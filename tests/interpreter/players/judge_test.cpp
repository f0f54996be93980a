// A judge that is handed in: who asks it, and how.
#include <algorithm>
#include <bit>
#include <memory>
#include <string>
#include <vector>

#include "interpreter/game/position/position_view.hpp"
#include "interpreter/players/judge.hpp"
#include "interpreter/players/player.hpp"
#include "interpreter/players/rewards.hpp"
#include "interpreter/players/tree_search.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::must;

constexpr const char* kRooms =
    "game \"Rooms\"\nuse square\nplayers sun, moon\nboard grid(3, 3)\npiece stone of player { look \"{owner:1}\" }\n"
    "move lay \"{at}\" { pick at in empty; put stone on at }\n"
    "play { repeat { turn of each player { choose lay else { end : tie } } } }\n";

/// Wants its stone on one cell; what the others do does not matter to it.
class LikesCell : public Judge {
 public:
  LikesCell(const Program& program, int cell, bool expects = false, int* asked = nullptr)
      : program_(program), cell_(cell), expects_(expects), asked_(asked) {}

  std::optional<std::int64_t> value(Machine& machine, int player) override {
    const Slot tops = program_.layout.tops + static_cast<Slot>(player);  // a word for each player's stones
    return static_cast<std::int64_t>(machine.frame()[tops] >> cell_ & 1);
  }
  std::int64_t lead(Machine& machine, int player) override {
    if (asked_) ++*asked_;
    return *value(machine, player) - *value(machine, 1 - player);
  }
  std::optional<double> expected(Machine& machine, int player) override {
    if (!expects_) return std::nullopt;
    return 0.5 + 0.125 * static_cast<double>(lead(machine, player));
  }

 private:
  const Program& program_;
  const int cell_;
  const bool expects_;
  int* const asked_;  // counts leads
};

JudgeMaker likes(int cell) {
  return [cell](const Program& program) { return std::make_unique<LikesCell>(program, cell); };
}

}  // namespace

TEST_CASE("judge: the one handed in is asked by those who search", "[players]") {
  const Game game = test::script(kRooms);
  const Position start = must(game.start());
  for (const std::string spec : {"alphabeta:1", "alphabeta:2", "alphabeta:3", "mcts:20"})
    for (const int cell : {0, 4, 8})
      for (std::uint64_t seed = 0; seed < 3; ++seed) {
        INFO(spec << ", cell " << cell << ", seed " << seed);
        const auto player = must(make_player(spec, seed, game, {2, {}}, likes(cell)));
        Position after = start;
        REQUIRE_FALSE(after.play_listed(must(player->choose(start))));
        CHECK(LikesCell(game.program(), cell).value(PositionView(after).machine(), 0) == 1);
      }
}

TEST_CASE("judge: a move made together is known elsewhere by what it gained, and is not made again", "[players]") {
  const Game game = test::script(
      "game \"Rows\"\nuse square\nplayers sun, moon\nboard grid(7, 7)\npiece stone of player { look \"{owner:1}\" }\n"
      "let own(p: player) = {c in cells where (c.y mod 2 == 0) == (p == sun)}\n"
      "move lay \"{at}\" { pick at in empty & own(me); put stone on at }\n"
      "play { for round in 1..20 { together { choose lay } }; end : tie }\n");
  const Position start = must(game.start());
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    // Here gains are the same in all positions. So it is the same search as if all were weighed again.
    const auto search_of = [&](int weighed_again, int& asked) {
      Random random(seed);
      TreeSearchOptions options;
      options.weighed_again = weighed_again;
      std::vector<std::unique_ptr<TreeSearch>> searches;
      searches.push_back(std::make_unique<TreeSearch>(
          game.program(), random, std::make_unique<LikesCell>(game.program(), 21, false, &asked), options));
      searches[0]->begin(start, nullptr);
      for (int i = 0; i < 300; ++i) REQUIRE_FALSE(searches[0]->iterate());
      return *TreeSearch::choice(searches);
    };
    int by_gains = 0, slowly = 0, often = 0;
    const TreeSearch::Choice choice = search_of(0, by_gains), same = search_of(1'000'000, slowly);
    CHECK(choice.move == same.move);
    CHECK(choice.value == same.value);
    CHECK(slowly > 5 * by_gains);
    search_of(2, often);
    CHECK(often > by_gains);
  }
}

TEST_CASE("judge: rewards are what it expects, else by its values", "[players]") {
  const Game game = test::script(kRooms);
  Position position = must(game.start());
  test::play(position, "a1");
  Machine& machine = PositionView(position).machine();
  std::vector<Reward> rewards;
  const Program& program = game.program();
  const int corner = std::countr_zero(machine.frame()[program.layout.occupied]);
  LikesCell sure(program, corner, true), unsure(program, corner);
  Rewards(program, sure).of_horizon(machine, rewards);
  CHECK(rewards[0].value == 0.625);
  CHECK(rewards[1].value == 0.375);
  Rewards(program, unsure).of_horizon(machine, rewards);
  CHECK(rewards[0].value > rewards[1].value);
  CHECK(rewards[0].value != 0.625);
  CHECK(Rewards(program, sure).worth(machine, 1) == -1);
}

TEST_CASE("judge: the script's own is its heuristic, else its score", "[players]") {
  const auto judged = [](const std::string& more, const std::vector<std::string>& moves) {
    const Game game = test::script(kRooms + more);
    Position position = must(game.start());
    for (const std::string& move : moves) test::play(position, move);
    ScriptJudge judge(game.program());
    Machine& machine = PositionView(position).machine();
    return std::pair(judge.can_judge(), std::pair(judge.lead(machine, 0), judge.lead(machine, 1)));
  };
  using Leads = std::pair<std::int64_t, std::int64_t>;
  CHECK(judged("", {"a1"}) == std::pair(false, Leads{0, 0}));
  CHECK(judged("score p = count(stone of p)\n", {"a1"}) == std::pair(true, Leads{1, -1}));
  CHECK(judged("score p = count(stone of p)\nheuristic p = count(stone of p) * -3\n", {"a1"}) ==
        std::pair(true, Leads{-3, 3}));
}
