// `.route` of visits and `.looped` of traces, as scripts ask for them: on small and large boards, with and without splits,
// jumps, edges that act, and on boards that wrap around. Single instructions are held against the naive tracer in
// visits_test.cpp.
#include <string>

#include "tests/support/loading.hpp"

using namespace glint;

namespace {

std::string beams_on(const std::string& board, const std::string& tests) {
  return "game \"Routes\"\nuse square, light\nplayers sun, moon\n" + board + R"(
type hue = {red, green, blue}
beam { colour: set of hue; ends {soaked} }
piece lamp {
  colour: hue
  facing: direction
  emits facing { beam.colour = {colour} }
  when beam comes { from ahead -> stops; otherwise -> straight { beam.colour |= {colour} } }
  look "{colour:1}{facing}"
}
piece splitter { line: axis; when beam comes -> straight, reflects across line; look "s{line}" }
piece mirror   { line: axis; when beam comes -> reflects across line; look "m{line}" }
piece portal   { when beam comes -> to f5; look "p" }
var doors: set of edge = {}
var swamp: set of cell = {}
TERRAIN
let way_to(from: cell, c: cell): set of cell = union v in trace(from).visits where v.cell == c : v.route
move place "{at} {line}" { pick at in empty; pick line in {rising, falling}; put mirror(line = line) on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
)" + tests;
}

/// The game with edges and cells that act, which beams are followed another way for.
std::string with_terrain(std::string text) {
  const std::string terrain = "when beam crosses x in doors -> reflects across e\nwhen beam enters c in swamp -> straight, turns 1\n";
  return text.replace(text.find("TERRAIN"), 7, terrain);
}
std::string without_terrain(std::string text) { return text.replace(text.find("TERRAIN"), 7, ""); }

const char* const kBranches = R"(
test "each branch has its own route" {
  put lamp(colour = red, facing = e) on a3
  put splitter(line = rising) on c3
  expect all v in beams.visits where v.cell == c5 : v.route == a3 | b3 | c3 | c4 | c5 and v.step == 4
  expect way_to(a3, f3) == a3 | b3 | c3 | d3 | e3 | f3
  expect way_to(a3, c3) == a3 | b3 | c3               // it leaves this cell twice
  expect all v in beams.visits where v.cell == a3 : v.route == a3
}
test "what stands beside another branch is not met on the way" {
  put lamp(colour = red, facing = e) on a3
  put splitter(line = rising) on c3
  put lamp(colour = green, facing = n) on d3
  expect first_lit(a3, c5) == 4 and first_lit(a3, d3) == 3
  expect first_route(a3, c5) == a3 | b3 | c3 | c4 | c5
  expect not met_on_the_way(a3, d3, c5) and met_on_the_way(a3, d3, f3) and met_on_the_way(a3, d3, d3)
  expect met_on_the_way(a3, a3, c5) and not met_on_the_way(a3, a3, a1)
}
test "a branch of a branch" {
  put lamp(colour = blue, facing = e) on a1
  put splitter(line = rising) on c1 | c4
  expect way_to(a1, f4) == a1 | b1 | c1 | c2 | c3 | c4 | d4 | e4 | f4
  expect way_to(a1, c5) == a1 | b1 | c1 | c2 | c3 | c4 | c5
  expect all v in beams.exits where v.cell == f1 : v.route == rank(1) & {c in cells where c.x <= 6}
}
test "two branches that leave a cell alike are one from there on, with the first one's route" {
  put lamp(colour = red, facing = e) on a3
  put splitter(line = rising) on b3                   // first straight on, then up
  put mirror(line = rising) on b5                     // and to the east
  put mirror(line = falling) on e3                    // the first one goes down,
  put mirror(line = falling) on e5                    // and so does the second, onto the mirror from above
  expect way_to(a3, e2) == a3 | b3 | c3 | d3 | e3 | e2
  expect way_to(a3, e4) == a3 | b3 | b4 | b5 | c5 | d5 | e5 | e4
  expect trace(a3).looped == {} and f3 in trace(a3).cells
}
test "a jump is no cell" {
  put lamp(colour = red, facing = e) on a3
  put portal on c3
  expect way_to(a3, f5) == a3 | b3 | f5
}
test "round in a ring" {
  put mirror(line = rising) on e2 | b4
  put mirror(line = falling) on e4 | b2
  expect trace(c2, e).looped == c2 and beams.looped == {}
  expect trace(c2, e).cells == b2 | c2 | d2 | e2 | e3 | e4 | d4 | c4 | b4 | b3
  expect all v in trace(c2, e).visits where v.cell == b3 : v.route == cell - {c in cells where not (c in trace(c2, e).cells)} - b2
  put splitter(line = rising) on c2                   // one goes round, one up
  put lamp(colour = green, facing = e) on a2
  expect trace(a2).looped == {} and trace(d4, w).looped != {}
}
test "of two branches one comes round to where the beam began" {
  put mirror(line = rising) on e2 | b4
  put mirror(line = falling) on e4 | b2
  put splitter(line = rising) on d2
  put mirror(line = falling) on d4                    // sends the first branch up, and the second one on to b4
  expect trace(c2, e).looped == c2 and d5 in trace(c2, e).cells
  remove d4                                           // now the first one goes round, and the second up
  expect trace(c2, e).looped == c2 and all v in trace(c2, e).visits where v.cell == d5 : not (e2 in v.route)
}
)";

const char* const kTerrain = R"(
test "turned at an edge, the route goes on from the cell before it" {
  put lamp(colour = red, facing = e) on a1
  doors = edge(c1, e)
  expect way_to(a1, c1) == a1 | b1 | c1
  doors = edge(c1, n) | edge(c1, s)
  expect trace(c1, n).looped == c1
}
test "split by a cell" {
  put lamp(colour = red, facing = e) on a3
  swamp = b3 | d3
  expect way_to(a3, d1) == a3 | b3 | c3 | d3 | d2 | d1 and way_to(a3, b1) == a3 | b3 | b2 | b1
}
)";

const char* const kWrapped = R"(
test "round the world" {
  put lamp(colour = red, facing = e) on a3
  put mirror(line = rising) on d3
  expect way_to(a3, d1) == a3 | b3 | c3 | d3 | d4 | d5 | d1
  expect trace(a2, e).looped == a2 and trace(a2, e).cells == rank(2)
  expect all v in trace(a2, e).visits where v.cell == c2 : v.route == a2 | b2 | c2
}
)";

}  // namespace

TEST_CASE("routes and loops: as scripts ask for them", "[visits]") {
  const char* const small = "board grid(6, 5)";                        // one word, tables of rays
  const char* const large = "board grid(9, 8)";                        // two words
  const char* const wraps = "board on square4 { cells x in 1..6, y in 1..5; wraps (6, 0), (0, 5); label \"{lower(x)}{y}\" }";
  for (const char* board : {small, large}) {
    INFO(board);
    std::string tests = kBranches;
    if (board == large) {
      // f is not the last file there.
      for (std::size_t at = 0; (at = tests.find("v.route == rank(1)", at)) != std::string::npos; ++at)
        tests.replace(at, 18, "v.route within rank(1)");
    }
    test::check_tests(without_terrain(beams_on(board, tests)));
    test::check_tests(with_terrain(beams_on(board, tests + kTerrain)));
  }
  test::check_tests(without_terrain(beams_on(wraps, kWrapped)));
  test::check_tests(with_terrain(beams_on(wraps, kWrapped)));
}

TEST_CASE("routes: many visits of long ways end in an error and not in a hang", "[visits]") {
  // Each of thousands of visits asks for a way of thousands of segments.
  const Game game = test::script(R"(
game "Long ways"
use square
players sun, moon
board grid(180, 180)
beam { age: clamped 0..9 = 0 }
piece comb { line: axis; when beam comes -> reflects across line { beam.age += 1 }; look "{line}" }
setup { put comb(line = rising) on {c in cells where odd(c.x + c.y)}; put comb(line = falling) on {c in cells where not odd(c.x + c.y)} }
let all_ways = sum d in direction : count c in cells : (count v in trace(c, d).visits : count(v.route) > 5) > 3
move pass "pass" { require all_ways > 0 }
play { repeat { turn of each player { choose pass else { end : tie } } } }
)");
  const auto position = game.start();
  if (!position) {
    CHECK(position.errors()[0].code == "G0605");
    return;
  }
  const auto moves = position->moves();
  REQUIRE_FALSE(moves.ok());
  CHECK(moves.errors()[0].code == "G0605");
}
