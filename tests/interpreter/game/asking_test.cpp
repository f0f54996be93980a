// Searches and lists that may take long without fuel ask whether to stop (Limits::stop) as often as follows from how much
// there is to do, and end soon after they have been told.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "glint/invariants.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/players/player.hpp"
#include "tests/support/stopping.hpp"

using namespace glint;
using test::asking;
using test::code_or;
using test::kSlow;
using test::must;
using test::stoppable;

TEST_CASE("stop: the outcomes of a draw are written down in parts, each in few steps", "[stop][chance]") {
  const std::string text = "game \"Drawn\"\nuse square\nplayers sun, moon\nboard grid(100, 100)\npiece stone { look \"o\" }\n"
                           "bag all[at: cell] = at.x\noption some: 1..3 = 1\nvar one: cell = a1\nmove go \"go\" { }\n"
                           "play { if some == 1 { draw one from all }; if some == 2 { draw pair in 2 of cells & row }; "
                           "if some == 3 { draw most in 9999 of cells }; repeat { turn of sun { choose go } } }\n"
                           "let row = {c in cells where c.y <= 3}\n";
  const auto asked = std::make_shared<test::Asked>();
  const auto at_draw = [&](const char* some) {
    *asked = {};
    return must(must(Game::from_text(text, "drawn.glint", {{"some", some}}, nullptr, asking(asked))).start({.wait_at_draws = true}));
  };
  for (const char* const some : {"1", "2"}) {
    const Position position = at_draw(some);
    *asked = {};
    const auto all = must(position.outcomes());
    REQUIRE(all.size() == (*some == '1' ? 10'000 : 300 * 299 / 2));
    std::uint64_t weights = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      weights += all[i].weight;
      if (i % 997 == 0) CHECK(must(PositionView(position).outcome(i)) == all[i].value);
    }
    CHECK(weights == all[0].total);
    CHECK(all[1].weight == (*some == '1' ? 2 : 1));
    const std::uint64_t times = asked->times;
    CHECK(times >= all.size() / 1000);
    *asked = {times / 2, 0};
    const auto stopped = position.outcomes();
    REQUIRE_FALSE(stopped.ok());
    CHECK(stopped.errors()[0].code == "G0614");
    CHECK(asked->times <= times / 2 + 4);
  }
  // 10,000 texts of 40,000 bytes.
  const Position position = at_draw("3");
  *asked = {};
  CHECK(must(position.count_outcomes()) == 10'000);
  const auto refused = position.outcomes();
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.errors()[0].code == "G0605");
  CHECK(must(PositionView(position).outcome(0)).size() > 30'000);
}

TEST_CASE("stop: a large board's first beam asks while its table is made, and makes it again", "[stop]") {
  const auto asked = std::make_shared<test::Asked>();
  const Game game = must(stoppable(asking(asked), R"(
game "Lamps"
use square
players sun, moon
board square(120, 120)
beam { power: 0..19 = 19 }
piece lamp { facing: direction; emits facing; look "l" }
setup { put lamp(facing = e) on a1 }
let lit = beams.cells
move place "{at}" { pick at in lit; remove at }
play { repeat { turn of sun { choose place else { end : tie } } } }
)"));
  const auto count = [&] { return code_or<std::uint64_t>(must(game.start()).count_moves(), [](std::uint64_t n) { return std::to_string(n); }); };
  *asked = {};
  const std::string plain = count();
  CHECK(plain == "120");
  const std::uint64_t times = asked->times;
  CHECK(times >= 120 * 120 * 8 * 20 / 500'000);
  for (std::uint64_t at = 0; at < times; ++at) {
    *asked = {};
    const Position start = must(game.start());
    *asked = {at, 0};
    const auto moves = start.count_moves();
    CHECK((moves.ok() || moves.errors()[0].code == "G0614"));
    *asked = {};
    CHECK(must(start.count_moves()) == 120);
  }
}

TEST_CASE("stop: solve asks for each few moves that it tries, also if they take no fuel", "[stop][solve]") {
  const auto asked = std::make_shared<test::Asked>();
  const Game game = must(stoppable(asking(asked), R"(
game "Filled"
use square
players sun
board square(3, 4)
piece stone { look "o" }
piece rock { look "x" }
move place "{at}" { pick at in empty; put stone on at }
move turn "x {at}" { pick at in stone; put rock on at }
play { repeat { turn of sun { choose place or turn else { end : tie } } } }
)"));
  const Position start = must(game.start());
  *asked = {};
  SolveOptions options;
  options.limit = 4'000;
  const Solved solved = must(solve(start, options));
  CHECK(solved.positions == 4'000);
  const std::uint64_t times = asked->times;
  CHECK(times >= 8);
  for (std::uint64_t at = 0; at < times; ++at)
    test::check_stop(*asked, at, 10, [&] { return solve(start, options); });
}

TEST_CASE("stop: the texts of moves that take no fuel are asked about", "[stop]") {
  const auto asked = std::make_shared<test::Asked>();
  const Game game = must(stoppable(asking(asked), R"(
game "Stones"
use square
players sun, moon
board square(40, 40)
piece stone { look "o" }
move place "{at}" { pick at in empty; put stone on at }
move drop "drop {at.x}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose place or drop else { end : tie } } } }
)"));
  const Position start = must(game.start());
  const std::size_t moves = must(start.moves()).size();
  CHECK(moves == 2 * 1600);
  *asked = {};
  CHECK(start.moves().ok());
  const std::uint64_t times = asked->times;
  CHECK(times > 1600);  // to find out what the texts of `drop` may mean takes long
  for (std::uint64_t at = 0; at < times; at += 1 + times / 20)
    test::check_stop(*asked, at, 3, [&] { return start.moves(); });
}

TEST_CASE("stop: large draws of games that are searched for errors are asked about", "[stop][chance]") {
  const auto asked = std::make_shared<test::Asked>();
  const Game game = must(stoppable(asking(asked), R"(
game "Drawn"
use square
players sun
board square(60, 60)
var hidden: set of cell = {}
move wait "wait" { }
play { repeat { draw hidden in 1800 of cells; turn of sun { choose wait } } }
)"));
  PlayCheckOptions options;
  options.limit = options.games = 1;
  options.plies = 300;
  *asked = {};
  CHECK_FALSE(check_play(game, options).broken);
  const std::uint64_t times = asked->times;
  CHECK(times >= 100 * 60 * 60 / 64 / 1'000 + 3);  // it plays fewer plies, as draws are work
  *asked = {times / 2, 0};
  CHECK(check_play(game, options).broken->error.code == "G0614");
  CHECK(asked->times <= times / 2 + 3);
}

TEST_CASE("stop: a search for positions that fit what a player saw asks for each draw", "[stop][mcts]") {
  // Hardly any draw fits what both have seen of it.
  const auto asked = std::make_shared<test::Asked>();
  const Game game = must(stoppable(asking(asked), R"(
game "Marks"
use square
players ann, bob
board square(20, 20)
piece stone { look "o" }
var marks: set of cell = {} seen by {}
var near[cell]: 0..9 = 0
move place "{at}" { pick at in empty; put stone on at; near[at] = 1 + count(marks & (at + around)) }
play { draw marks in 100 of cells; repeat { turn of each player { choose place else { end : tie } } } }
)"));
  Position position = must(game.start({.seed = 3}));
  for (int ply = 0; ply < 40; ++ply) REQUIRE_FALSE(position.play_listed(static_cast<std::uint64_t>(ply * 7)));
  const auto player = must(make_player("mcts:10", 1, game));
  for (const std::uint64_t at : {1, 10, 100, 1000})
    test::check_stop(*asked, at, 3, [&] { return player->choose(position); });
}

TEST_CASE("stop: tests end at once, and those that are left say so", "[stop]") {
  const auto asked = std::make_shared<test::Asked>();
  std::string text = kSlow;
  for (int i = 0; i < 100; ++i) text += "test \"t" + std::to_string(i) + "\" { play \"a1 e\"; expect count(lamp) == 1 }\n";
  const Game game = must(stoppable(asking(asked), text));
  *asked = {};
  const std::vector<TestReport> all = run_tests(game);
  const std::uint64_t times = asked->times;
  CHECK(std::all_of(all.begin(), all.end(), [](const TestReport& report) { return report.passed; }));
  for (std::uint64_t at = 0; at < times; at += 1 + times / 10) {
    INFO(at);
    *asked = {at, 0};
    const std::vector<TestReport> reports = run_tests(game);
    REQUIRE(reports.size() == all.size());
    CHECK(asked->times <= at + 3);
    // What is left out is at the end, and nothing else fails.
    const auto first = std::find_if(reports.begin(), reports.end(), [](const TestReport& report) { return !report.passed; });
    CHECK(first != reports.end());
    CHECK(std::all_of(first, reports.end(), [](const TestReport& report) { return report.failure.find("G0614") != std::string::npos; }));
  }
}

TEST_CASE("stop: a line of moves that is played again is asked about as often as its positions are large", "[stop]") {
  const auto asked = std::make_shared<test::Asked>();
  const Game game = must(stoppable(asking(asked), R"(
game "Large"
use square
players sun, moon
board square(30, 30)
piece stone { look "o" }
var near[c: cell]: set of cell = {}
invariant count(stone) < 30
move place "{at}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
)"));
  PlayCheckOptions options;
  options.limit = options.games = 1;
  options.shortening = 100;
  const auto check = [&] { return check_play(game, options).broken->error.code; };
  *asked = {};
  const std::string plain = check();
  const std::uint64_t times = asked->times;
  CHECK(times >= 100 * 900 * 15 / 64 / 1'000);
  for (std::uint64_t at = 0; at < times; at += 1 + times / 8) {
    *asked = {at, 0};
    const std::string answer = check();
    CHECK(answer == (asked->times > at ? "G0614" : plain));
    CHECK(asked->times <= at + 12);
  }
}
