// Work that takes no fuel asks whether to stop (Limits::stop) as often as follows from how much there is to do, and ends
// soon after it has been told.
#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "glint/diff.hpp"
#include "glint/invariants.hpp"
#include "glint/puzzles.hpp"
#include "interpreter/describe/samples.hpp"
#include "interpreter/game/access.hpp"
#include "interpreter/game/json_text.hpp"
#include "interpreter/game/position_text.hpp"
#include "interpreter/lab/diff/twins.hpp"
#include "interpreter/lab/explore/candidates.hpp"
#include "interpreter/players/player.hpp"
#include "interpreter/view/json/json_text.hpp"
#include "interpreter/view/svg/svg.hpp"
#include "interpreter/view/terminal/terminal.hpp"
#include "tests/support/stopping.hpp"

using namespace glint;
using test::asking;
using test::code_or;
using test::kSlow;
using test::must;
using test::stoppable;
using test::Work;

TEST_CASE("stop: pictures ask for each few hundred cells, and half of one is not drawn", "[stop][svg]") {
  const auto asked = std::make_shared<test::Asked>();
  std::string hexes = kSlow;
  hexes.replace(hexes.find("square\n"), 7, "hex\n");
  hexes.replace(hexes.find("square(4, 4)"), 12, "hexagon(30)");
  std::string squares = kSlow;
  squares.replace(squares.find("square(4, 4)"), 12, "square(50, 50)");
  for (const std::string& text : {hexes, squares}) {
    const Game game = must(stoppable(asking(asked), text));
    const Position start = must(game.start());
    const std::size_t cells = game.cells().size();
    REQUIRE(cells > 2400);
    const auto draw = [&] { return view::svg(view::scene_of(start)) + view::picture(view::scene_of(start), {}); };
    *asked = {};
    const std::string whole = draw();
    const std::uint64_t times = asked->times;
    CHECK(times > cells / 300);
    for (std::uint64_t at = 0; at < times; at += 1 + times / 6) {
      *asked = {at, 0};
      CHECK_THROWS_AS(draw(), lang::Stopped);
      CHECK(asked->times == at + 1);
    }
    *asked = {};
    CHECK(draw() == whole);
  }
}

TEST_CASE("stop: a position as JSON asks for each few hundred cells and variables", "[stop]") {
  const auto asked = std::make_shared<test::Asked>();
  std::string text = kSlow + "var paint[c: cell]: 0..9 = 0\nsetup { put lamp(facing = e, owner = sun) on {c in cells where c.x == 1} }\n";
  text.replace(text.find("square(4, 4)"), 12, "square(50, 50)");
  text.erase(text.find("let busy"), text.find("move place") - text.find("let busy"));
  text.erase(text.find("; require busy > 1"), 18);
  const Game game = must(stoppable(asking(asked), text));
  const Position start = must(game.start({.seed = 3}));
  REQUIRE(must(start.beams()).size() == 50);
  const auto write = [&] { return view::json_text(start, view::scene_of(start), -1); };
  *asked = {};
  const std::string whole = write();
  const std::uint64_t times = asked->times;
  CHECK(times >= (4 + 1 + 1) * 2500 / 1000);
  for (std::uint64_t at = 0; at < times; ++at) {
    *asked = {at, 0};
    CHECK_THROWS_AS(write(), lang::Stopped);
    CHECK(asked->times <= at + 6);
  }
  *asked = {};
  const view::Scene scene = view::scene_of(start);
  // The same as a tree has it, with all its members.
  CHECK(whole == plain_json(view::json_of(start, scene, -1).dump(2)) + "\n");
  // Likewise beams, of which no piece of the text is long.
  std::string beams;
  std::size_t longest = 0;
  view::JsonText to([&](std::string_view piece) {
    longest = std::max(longest, piece.size());
    beams += piece;
  });
  const auto put = [&] {
    to.open('{');
    view::put_beams(scene, to);
    to.close();
  };
  put();
  view::Json tree = view::Json::object();
  for (const Beam& beam : scene.beams) tree["beams"].push_back(view::json_of(beam, scene));
  CHECK(beams == plain_json(tree.dump(2)) + "\n");
  CHECK(beams.size() > 200'000);
  CHECK(longest < 100'000);
  CHECK(asked->times >= 50 * 50 * 4 / 1000);
  *asked = {0, 0};
  CHECK_THROWS_AS(put(), lang::Stopped);
  CHECK(whole.find("\"paint[a1]\": \"0\"") != std::string::npos);
}

TEST_CASE("stop: a position's text that ended early is never taken for the whole", "[stop]") {
  const auto asked = std::make_shared<test::Asked>();
  std::string text = kSlow + "var paint[c: cell]: 0..9 = 0\n";
  text.replace(text.find("square(4, 4)"), 12, "square(50, 50)");
  const Game game = must(stoppable(asking(asked), text));
  const Position start = must(game.start({.seed = 3}));
  *asked = {};
  const std::string whole = whole_text(start);
  CHECK(whole == start.text());
  *asked = {0, 0};
  CHECK(start.text().size() < whole.size());
  CHECK_THROWS_AS(whole_text(start), lang::Stopped);
  // Stopped by the last question only.
  *asked = {};
  whole_text(start);
  *asked = {asked->times - 1, 0};
  CHECK_THROWS_AS(whole_text(start), lang::Stopped);
}

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
      if (i % 997 == 0) CHECK(must(PositionAccess::outcome(position, i)) == all[i].value);
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
  CHECK(must(PositionAccess::outcome(position, 0)).size() > 30'000);
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

TEST_CASE("stop: a comparison on a large board asks for each few words that it loads", "[stop]") {
  const auto asked = std::make_shared<test::Asked>();
  std::string text = kSlow;
  text.replace(text.find("square(4, 4)"), 12, "square(60, 60)");
  text.erase(text.find("let busy"), text.find("move place") - text.find("let busy"));
  text.erase(text.find("; require busy > 1"), 18);
  const Game game = must(stoppable(asking(asked), text));
  *asked = {};
  DiffOptions options;
  options.limit = 150;
  options.games = 0;
  CHECK(must(diff_play(game, game, options)).same);
  const std::size_t words = must(game.start()).state().size();
  REQUIRE(words > 200);
  CHECK(asked->times > 4 * 150 * words / 16 / 1000);
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

TEST_CASE("stop: what differs on large boards is found by label, and asked about", "[stop]") {
  const auto asked = std::make_shared<test::Asked>();
  const auto game = [&](const std::string& first) {
    return must(stoppable(asking(asked), R"(
game "Stones"
use square
players sun, moon
board square(100, 100)
piece stone { look "o" }
setup { put stone on )" + first + R"( }
move place "{at}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
)"));
  };
  const Game before = game("a1"), now = game("b1");
  const auto compare = [&] { return diff_play(before, now, {}); };
  *asked = {};
  const PlayDiff found = must(compare());
  REQUIRE(found.difference);
  CHECK(found.difference->board == std::vector<std::string>{"a1: stone, now nothing", "b1: nothing, now stone"});
  const std::uint64_t times = asked->times;
  CHECK(times > 2 * 10'000 * 3 / 1000);
  for (std::uint64_t at = 0; at < times; at += 1 + times / 20) {
    *asked = {at, 0};
    const auto stopped = compare();
    REQUIRE_FALSE(stopped.ok());
    CHECK(stopped.errors()[0].code == "G0614");
  }
}

TEST_CASE("stop: an exploration asks while it looks for the middle of a large board", "[stop][explore]") {
  const auto asked = std::make_shared<test::Asked>();
  const Game game = must(stoppable(asking(asked), R"(
game "Half"
use square
players sun, moon
board on square8 { cells x in 0..199, y in 0..199 where x + y < 200; label "{x}c{y}" }
piece stone { look "o" }
move place "{at}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
)"));
  const std::size_t cells = game.cells().size();
  *asked = {};
  CHECK_NOTHROW(VariedParent(game, "half.glint"));
  const std::uint64_t times = asked->times;
  CHECK(times > cells * 10 / 1'000);
  CHECK(times < cells * 40 / 1'000);  // most cells have none on the other side, which is not looked for among all
  *asked = {times / 2, 0};
  CHECK_THROWS_AS(VariedParent(game, "half.glint"), lang::Stopped);
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
  // Hardly any draw but the true one fits what ann saw.
  const auto asked = std::make_shared<test::Asked>();
  const Game game = must(stoppable(asking(asked), R"(
game "Marks"
use square
players ann, bob
board square(20, 20)
piece stone { look "o" }
var marks: set of cell = {} seen by ann
move place "{at}" { pick at in empty; put stone on at; marks |= at }
play { draw marks in 100 of cells; repeat { together { choose place } } }
)"));
  Position position = must(game.start({.seed = 3}));
  test::play(position, "a1");
  test::play(position, "b2");
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

TEST_CASE("stop: drawn boards and texts of positions are read in parts", "[stop]") {
  const auto asked = std::make_shared<test::Asked>();
  std::string text = kSlow + "var paint[c: cell]: 0..9 = 0\n";
  text.replace(text.find("square(4, 4)"), 12, "square(50, 50)");
  std::string drawing;
  for (int row = 0; row < 50; ++row) {
    for (int cell = 0; cell < 50; ++cell) drawing += ". ";
    drawing += "\n";
  }
  std::string drawings;
  for (int i = 0; i < 20; ++i) drawings += "expect map \"\"\"\n" + drawing + "\"\"\"\n";
  const Game game = must(stoppable(asking(asked), text + "test \"drawn\" { " + drawings + "}\n"));
  *asked = {};
  const std::string whole = must(game.start({.seed = 3})).text();
  const auto reads = [&](const std::string& position) {
    const auto read = game.read(position);
    return read ? "" : read.errors()[0].code;
  };
  const auto draws = [&] {
    const std::vector<Error> wrong = misdrawn_boards(game);
    return wrong.empty() ? "" : wrong[0].code;
  };
  // A line that is not a row of this board: its cells are counted in parts, too.
  const std::string line(100'000, 'o');
  for (const auto& [work, answer, least] : std::vector<std::tuple<std::function<std::string()>, std::string, std::uint64_t>>{
           {draws, "", 20 * 2500 / 1000},
           {[&] { return reads(whole); }, "", 2 * 2500 / 1000},
           {[&] { return reads(line); }, "G0701", 100}}) {
    *asked = {};
    CHECK(work() == answer);
    const std::uint64_t times = asked->times;
    CHECK(times >= least);
    for (std::uint64_t at = 0; at < times; at += 1 + times / 8) {
      *asked = {at, 0};
      CHECK(work() == "G0614");
      CHECK(asked->times <= at + 6);
    }
  }
}

TEST_CASE("stop: what takes no fuel asks as often as there is to do", "[stop]") {
  const std::string head = "game \"Large\"\nuse square\nplayers sun, moon\npiece stone { look \"o\" }\n";
  const std::string play = "move place \"{at}\" { pick at in empty; put stone on at }\n"
                           "play { repeat { turn of each player { choose place else { end : tie } } } }\n";
  const std::string board = head + "board square(60, 60)\n" + play, variables = "var one[c: cell]: 0..9 = 0\nvar two[c: cell]: 0..9 = 1\n";
  const std::string lamps = "beam { }\npiece lamp { emits around; look \"*\" }\nsetup { put lamp on {c in cells where c.x == c.y} }\n";
  const std::string small = head + "board square(20, 20)\n" + play;
  const std::string long_look =
      "piece long { look \"" + std::string(8'000, 'o') + "\" }\nsetup { put long on cells }\n";
  const std::string wrong = head + "board square(30, 30)\ninvariant count(stone) < 30\n" + play;
  const Work draws = [](const Game& game) -> std::string {
    const Result<Position> start = game.start();
    if (!start) return start.errors()[0].code;
    try {
      const auto error = view::text_too_long(*start);
      return error ? error->code : std::to_string(view::svg(view::scene_of(*start)).size());
    } catch (const lang::Stopped&) {
      return "G0614";
    }
  };
  struct Case {
    const char* what;
    std::string little, more;  // a game in which there is little to do, and what is added to it
    Work work;
    std::uint64_t least;  // how much more often it asks then
  };
  const std::vector<Case> cases = {
      {"variables as text", board, variables,
       [](const Game& game) {
         const Result<Position> start = game.start();
         const std::string text = start ? start->text() : "";
         return stopped(game.program()) ? "G0614" : std::to_string(text.size());
       },
       2 * 7'200 / 1'000},
      {"who sees variables", board, variables,
       [](const Game& game) -> std::string {
         try {
           return std::to_string(sight_changes(game.program(), game.program()).size());
         } catch (const lang::Stopped&) {
           return "G0614";
         }
       },
       2 * 7'200 * 10 / 1'000},
      {"the beams of a position", board, lamps,
       [](const Game& game) {
         const Result<Position> start = game.start();
         if (!start) return start.errors()[0].code;
         return code_or<std::vector<Beam>>(start->beams(), [](const auto& beams) { return std::to_string(beams.size()); });
       },
       60 * 4 * 60 / 4 / 1'000},
      {"looks that are long", small, long_look, draws,
       3 * 400 * 8'000 / 256 / 1'000},
      {"a line of moves that is played again", wrong, "var near[c: cell]: set of cell = {}\n",
       [](const Game& game) {
         PlayCheckOptions options;
         options.limit = options.games = 1;
         options.shortening = 100;
         return check_play(game, options).broken->error.code;
       },
       100 * 900 * 15 / 64 / 1'000},
      {"lanes of beams in a picture", small, lamps, draws, 30},
      {"games whose moves are examples", small, "var near[c: cell]: set of cell = {}\n",
       [](const Game& game) -> std::string {
         const Result<Position> start = game.start();
         if (!start) return start.errors()[0].code;
         try {
           const auto samples = describe::samples_of(*start);
           return stopped(game.program()) ? "G0614" : std::to_string(samples.moves.size());
         } catch (const lang::Stopped&) {
           return "G0614";
         }
       },
       10 * 60 * 400 * 7 / 64 / 1'000}};
  for (const Case& each : cases) {
    INFO(each.what);
    const auto asked = std::make_shared<test::Asked>();
    const Game little = must(stoppable(asking(asked), each.little)), game = must(stoppable(asking(asked), each.little + each.more));
    *asked = {};
    each.work(little);
    const std::uint64_t few = asked->times;
    *asked = {};
    const std::string plain = each.work(game);
    const std::uint64_t times = asked->times;
    INFO(few << " and " << times);
    CHECK(times >= few + each.least);
    for (std::uint64_t at = 0; at < times; at += 1 + times / 8) {
      INFO(at);
      *asked = {at, 0};
      const std::string answer = each.work(game);
      CHECK(answer == (asked->times > at ? "G0614" : plain));
      CHECK(asked->times <= at + 12);
    }
  }
}
