// Edges as values: drawn, picked, kept in variables and tables, iterated over, written and read.
#include <string>

#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using namespace glint::test;

const char* const kScript = R"(
game "Edges"
use square
players sun, moon
option first: {open, shut} = open "x"
board grid(7, 7)
beam { power: clamped 0..9 = 3 }
piece stone { look "o" }
piece lamp { facing: direction; emits facing; look "{facing}" }
var walls: set of edge = {}
var gate: edge = edge(a1, n)
var lastly: edge = edge(g7, s)
var strong[edge]: 0..3 = 0
let weight[x: edge]: 0..9 = (if x in walls then 5 else 0) + count(x.cells & stone)
let near[c: cell]: set of edge = edge(c, direction) & walls
let inner = {x in edges where count(x.cells) == 2}
let heavy = max x in edges : weight[x] else 0
let all_near: set of edge = union c in stone : edge(c, around)
when beam crosses x in walls { if strong[x] > 0 -> reflects across beam.way + 1; otherwise -> stops }
move build "build {x}" { pick x in edges - walls - border "no place at {x}"; walls |= x }
move raze "raze {x} {y}" { pick x in walls; pick y in edge(x.cells, n) - x; walls -= x; walls -= y }
move many "many {xs}" { pick xs in some of walls; offer xs == walls; walls -= xs }
move harden "harden {x}" { pick x in {x in walls where count(x.cells & stone) > 0}; strong[x] = 2 }
play { draw gate in border; draw lastly in inner
 draw extra in edges
 if extra in border { walls |= extra }
 for x in border & edge(a7, n) | edge(b7, n) { turn of each player { choose build or raze or many or harden else { end : tie } } }
 repeat { turn of each player { choose build or raze or many or harden else { end : tie } } } }
test "draws" {
  draw gate = edge(g1, e)
  draw lastly = edge(f6, e)
  draw extra = edge(c7, n)
  play "build c2.e"
  expect gate == edge(g1, e) and lastly == edge(g6, w) and edge(c7, n) in walls
}
test "sets" {
  expect count(edges) == 2 * 49 + 14 and count(border) == 28 and count(inner) == 84
  expect walls == {}
  play "build c2.e"
  expect illegal "build d2.w" because "no place at d2.w"
  play "build g6.n", "build d4.s"
  expect walls == edge(c2, e) | edge(g7, s) | edge(d3, n)
  expect weight[edge(d2, w)] == 5 and heavy == 5
  put stone on d2 | c2
  expect weight[edge(d2, w)] == 7 and heavy == 7
  expect near[d2] == edge(c2, e)
  expect count(all_near) == 7
  expect (count x in edges where x in border : x in edge(a1, direction)) == 2
  expect (union x in walls : x.cells) == c2 | d2 | g6 | g7 | d3 | d4
  expect moves(harden) == 1
  play "harden d2.w"
  expect strong[edge(c2, e)] == 2
  play "many c2.e g6.n d4.s"
  expect walls == {}
}
test "loops" {
  var_count()
  expect walls == edges
}
do var_count() { for x in edges { walls |= x; let t = x.cells; for c in t { if c in stone { walls -= x } } } }
)";

}  // namespace

TEST_CASE("edges: the script's own tests, on boards of more edges than cells fit a word", "[edges]") {
  for (const TestReport& report : run_tests(script(kScript))) {
    INFO(report.title << "\n" << report.failure);
    CHECK(report.passed);
  }
}

TEST_CASE("edges: positions and draws are written and read, from either side", "[edges]") {
  const Game game = script(kScript);
  StartOptions options;
  options.draws = {{"gate", "g1.e"}, {"lastly", "g6.w"}, {"extra", "c7.n"}};
  Position position = must(game.start(options));
  CHECK(position.draws() == Settings{{"gate", "g1.e"}, {"lastly", "f6.e"}, {"extra", "c7.n"}});
  for (const char* move : {"build d2.w", "build g6.n", "build d4.s"}) play(position, move);
  std::string text = position.text();
  CHECK(text.find("walls = ") != std::string::npos);
  CHECK(must(game.read(text)).text() == text);
  const std::size_t at = text.find(" c2.e");
  REQUIRE(at != std::string::npos);
  std::string other = text;
  other.replace(at, 5, " d2.w");
  CHECK(must(game.read(other)).text() == text);
  // What is drawn by the seed, too; all are drawn sooner or later.
  std::string seen;
  for (std::uint64_t seed = 1; seed < 40; ++seed) {
    options = {};
    options.seed = seed;
    Position start = must(game.start(options));
    REQUIRE(start.draws().size() == 3);
    seen += start.draws()[0].second + " ";
    CHECK(must(game.read(start.text())).text() == start.text());
  }
  CHECK(seen.find("7.n") != std::string::npos);
  CHECK(seen.find("1.s") != std::string::npos);
}

TEST_CASE("edges: a text that is nearly one is told what it might have been", "[edges]") {
  Position position = must(script(kScript).start());
  const auto error = position.play("build g2.sw");
  REQUIRE(error);
  CHECK(error->message.find("edge") != std::string::npos);
}

TEST_CASE("edges: who writes one as a move does is told how rules do", "[edges]") {
  const auto game = Game::from_text(std::string(kScript) + "let one = c2.e\n", "test.glint");
  REQUIRE_FALSE(game);
  CHECK(game.errors().at(0).help == "its side there is `edge(c2, e)`");
}

TEST_CASE("edges: a game may come to them by visits or types alone", "[edges]") {
  const std::string base = R"(
game "Few"
use square
players sun, moon
board grid(3, 1)
beam { }
move pass "pass" { }
play { repeat { turn of each player { choose pass } } }
)";
  for (const char* more : {"test \"t\" { expect (count v in trace(a1, e).visits : count(v.edge.cells) == 2) == 2 }",
                           "test \"t\" { expect (count x in trace(a1, e).exits : x.edge.cells == c1) == 1 }",
                           "var seen_ones: set of edge = {}\ntest \"t\" { expect seen_ones == {} }",
                           "let two[x: edge]: 0..2 = count(x.cells)\ntest \"t\" { expect two[edge(a1, e)] == 2 }",
                           "let few(x: edge): flag = x.cells == cells\ntest \"t\" { expect count(cells) == 3 }",
                           "var open[edge]: flag = off\ntest \"t\" { expect count(cells) == 3 }"}) {
    INFO(more);
    const Game game = script(base + more);
    for (const TestReport& report : run_tests(game)) {
      INFO(report.failure);
      CHECK(report.passed);
    }
    CHECK(must(game.read(must(game.start()).text())).to_move() == 0);
  }
}
