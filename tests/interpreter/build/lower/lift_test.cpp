// Conditions made of steps and lines, pairs of picks, and effects that are not done, on boards of every kind: each against
// the same rules without one lowering, and without any.
#include <iterator>
#include <string>
#include <utility>

#include "tests/dump/dump.hpp"
#include "tests/support/same_play.hpp"
#include "tests/support/scale.hpp"

namespace {

using namespace glint;

const char* const kLines = R"glint(
game "Lines"
use LATTICE
players sun, moon
BOARD
piece stone of player { look "{owner:1}" }
piece rock { look "#" }
var heading: direction = e
let rival = stone of opponent
let seen_from(c: cell): set of cell = union way in direction : slide(c, way, empty) | hit(c, way, empty)
let flanks(c: cell): set of cell = union way in direction where hit(c, way, rival) meets stone of me : slide(c, way, rival)
let reach_of(c: cell): set of cell = (if heading == e then ray(c, heading) else slide(c, around, empty)) - rock
let open = {c in cells where c + around within empty | rock}
let calm = {c in empty where no way in direction : c + way meets stone}
let lined = {c in cells where any way in direction : slide(c, way, empty) != {} and hit(c, way, empty) meets rock}
let near = {c in cells where any b in c + around : b in stone and b + heading meets empty}
let edge_cells = {c in cells where c.x == 1 or c.y == 2 or not c + heading != {}}
let all_near = {c in cells where all b in c + heading : b in empty | stone}
move flank "flank {at}" { pick at in empty; require flanks(at) != {}; put stone on flanks(at); put stone on at }
move settle "settle {at}" { pick at in empty; require at in lined | near | calm; require not (at + around meets rock) or at in edge_cells; put stone on at; heading = heading + 1 }
move look "look {at}" { pick at in open - rock; require seen_from(at) meets stone of me or reach_of(at) == {}; put rock on at }
move step "step {from}-{to}" { pick from in stone of me; pick to in (from + heading) & empty | (from + {heading + 1, heading + 3}) - stone of me; move from to to }
move shoot "shoot {from}-{to}/{at}" { pick from in stone of me; pick to in slide(from, around, empty) & all_near; move from to to; pick at in slide(to, around, empty); require at + heading within empty | rock; put rock on at }
move drop "drop {at} {next}" { pick at in empty; require at + around meets stone; put rock on at; pick next in slide(at, around, empty) | hit(at, heading, empty); heading = heading - 1 }
move lift "lift {at} {next}" { pick at in rock; remove at; pick next in empty & (at + around); put stone on next }
move pass "pass" { }
setup { put stone(owner = sun) on {c in cells where c.x == 1}; put stone(owner = moon) on {c in cells where c.x == 3} }
play { repeat { turn of each player { choose flank or settle or look or step or shoot or drop or lift or pass } } }
)glint";

struct Shape {
  const char* what;
  const char* lattice;
  const char* board;
};

const Shape kBoards[] = {
    {"four directions", "square", "board grid(4, 3)"},
    {"one word, full", "square", "board square(8, 8)"},
    {"two words", "square", "board square(9, 8)"},
    {"three words", "square", "board grid(13, 11)"},
    {"one row", "square", "board square(7, 1)"},
    {"hexes", "hex", "board hexagon(3)"},
    {"hexes, two words", "hex", "board hexagon(5)"},
    {"holes", "square", R"(board on square8 {
  cells """
    . . . . _ _ . .
    . . _ . . . . .
    _ _ _ . . . _ .
    . . . . . _ _ _
  """
  label "{lower(x)}{y}"
})"},
    {"a tube", "square", R"(board on square8 { cells x in 1..6, y in 1..4; label "{lower(x)}{y}"; wraps (6, 0) })"},
    {"a torus", "square", R"(board on square8 { cells x in 1..4, y in 1..5; label "{lower(x)}{y}"; wraps (4, 0), (0, 5) })"},
};

Game lines_on(const Shape& board) {
  std::string text = kLines;
  text.replace(text.find("BOARD"), 5, board.board);
  text.replace(text.find("LATTICE"), 7, board.lattice);
  return test::script(text);
}

}  // namespace

TEST_CASE("lift: conditions made of steps and lines on every kind of board", "[optimise]") {
  std::uint64_t pair = 0;
  for (const Shape& board : kBoards) {
    INFO(board.what);
    const Game game = lines_on(board);
    int compared = 0;
    const int seeds = test::scaled(4);
    for (int seed = 1; seed <= seeds; ++seed)
      compared += test::same_play(game, game.cells().size() > 64 ? 8 : 20, static_cast<std::uint64_t>(seed));
    CHECK(compared > 5 * seeds);
    for (std::size_t i = 0; i < std::size(kLowerings); ++i) {
      INFO(kLowerings[i].name);
      if (test::sampled(pair++)) test::same_play(game, 6, 7, Lowerings().add(static_cast<Lowering>(i)));
    }
  }
}

TEST_CASE("lift: dump says what became sets, and what stops others", "[optimise]") {
  const std::string on_board = dump(lines_on(kBoards[0]));
  CHECK(on_board.find("`flanks(at) != {}`  for all at once") != std::string::npos);
  CHECK(on_board.find("one by one") == std::string::npos);
  // On a board that wraps a line ends before it comes back, which lines the other way round do not know.
  const std::string on_torus = dump(lines_on(kBoards[std::size(kBoards) - 1]));
  CHECK(on_torus.find("one by one, because of `") != std::string::npos);
  // Both conditions of a fold must be sets. Which of them is none is said, be it the second.
  const std::string folds = dump(test::script(R"glint(
game "Folds"
use square
players sun, moon
board square(4, 4)
piece stone { look "o" }
let size(c: cell) = count(reach x in {c} : x + around & stone)
let both = all c in cells where c in stone : c + n meets empty
let crowded = all c in cells where size(c) > 2 : c + n meets empty
move m "m" { require both or crowded }
play { repeat { turn of each player { choose m } } }
)glint"));
  CHECK(folds.find("`all c in cells where c in stone : c + n meets empty`  for all at once") != std::string::npos);
  CHECK(folds.find("`all c in cells where size(c) > 2 : c + n meets empty`  one by one, because of `size(c) > 2`") !=
        std::string::npos);
}

TEST_CASE("lift: functions that call others twice, and those others, are built in good time", "[optimise]") {
  // All that is short enough is opened, so that unions of comprehensions would take a second even so.
  const std::pair<const char*, const char*> kFunctions[] = {
      {"x + e", "l#(x) | l#(x)"}, {"x + e", "l#(x) & l#(x) + s"}, {"{c in cells where c.x == 1}", "l#(x) & l#(x) + s"}};
  for (const auto& function : kFunctions) {
    const char *const base = function.first, *const both = function.second;
    for (const char* asked : {"l60(at) meets empty", "at in l60(at)", "count(l60(at)) > 9 or at in l60(at)"}) {
      std::string text =
          "game \"Doubling\"\nuse square\nplayers sun, moon\nboard square(4, 4)\npiece stone { look \"o\" }\n";
      text += std::string("let l0(x: cell): set of cell = ") + base + "\n";
      for (int i = 1; i <= 60; ++i) {
        text += "let l" + std::to_string(i) + "(x: cell): set of cell = ";
        for (const char* at = both; *at; ++at) *at == '#' ? text += std::to_string(i - 1) : text += *at;
        text += "\n";
      }
      text += std::string("move go \"{at}\" { pick at in empty; require ") + asked + "; put stone on at }\n" +
              "play { repeat { turn of each player { choose go } } }\n";
      INFO(text);
      CHECK(Game::from_text(text, "doubling.glint").ok());
    }
  }
}

namespace {

/// Scripts in which something is an error, or not, by the order in which it is worked out.
struct Wrong {
  const char* what;
  const char* beams;  // what beams carry, in games with lamps; none: stones
  const char* rules;
};

const Wrong kWrong[] = {
    {"a table out of its range", "power: 1..3 = 2", R"(
let heat[c: cell]: 0..4 = sum v in beams.visits where v.cell == c : v.power
move place "{at} {way}" { pick at in empty; pick way in direction; require heat[at] < 9; put lamp(facing = way) on at; }
play { repeat { turn of each player { choose place else { end : tie } } } }
)"},
    {"which cell is asked for, though there are no visits", "power: 1..3 = 2", R"(
var k: 0..9 = 9
var spot[i_: 1..3]: cell = a1
move a "a {x}" { pick x in cells; require (sum v in beams.visits where v.cell == spot[k] : v.power) == 0 }
move pass "pass" { }
play { repeat { turn of each player { choose a or pass else { end : tie } } } }
)"},
    {"whose a piece is that is not put", nullptr, R"(
var k: 0..9 = 9
var who[i: 1..3]: player = sun
move place "{at} {b}" { pick at in empty; put stone(owner = who[k]) on at; pick b in empty & {} }
move pass "pass" { }
play { repeat { turn of each player { choose place or pass else { end : tie } } } }
)"},
    {"the same, by an argument", nullptr, R"(
var k: 0..9 = 9
var who[i: 1..3]: player = sun
let owner_of(i: 1..3): player = if i == 1 then sun else moon
move a "a {x} {y}" { pick x in empty; put stone(owner = owner_of(k)) on x; pick y in empty; require y in corners & empty; put stone on y }
let corners = {c in cells where c.x in {1, 4} and c.y in {1, 4}}
move b "b {x} {y}" { pick x in empty; put stone(owner = owner_of(k)) on x; require x in empty; pick y in cells }
move pass "pass" { }
play { repeat { turn of each player { choose b or pass else { end : tie } } } }
)"},
    {"a target behind an empty pick", "", R"(
var k: 0..9 = 9
var none: set of cell = {}
var area[i: 1..3]: set of cell = {}
move place "{at} {way} {b}" { pick at in empty; pick way in direction; pick b in none; put lamp(facing = way) on at; require trace(at).cells meets area[k] }
move pass "pass" { }
play { repeat { turn of each player { choose place or pass else { end : tie } } } }
)"},
    {"a pick behind one that comes to nothing", "", R"(
var k: 0..9 = 9
var none: set of cell = {}
var area[i: 1..3]: set of cell = {}
move place "{at} {way} {b}" { pick at in empty; pick way in direction; pick b in area[k]; put lamp(facing = way) on at; require trace(at).cells meets none }
move pass "pass" { }
play { repeat { turn of each player { choose place or pass else { end : tie } } } }
)"},
    {"an owner behind an empty pick", "", R"(
var k: 0..9 = 9
var none: set of direction = {}
var who[i: 1..3]: player = sun
move place "{at} {way}" { pick at in empty; pick way in none; put lamp(facing = way, owner = who[k]) on at; require trace(at).cells meets empty }
move pass "pass" { }
play { repeat { turn of each player { choose place or pass else { end : tie } } } }
)"},
    {"an argument for lamps that need not be asked", "", R"(
var k: 0..9 = 9
var none: set of cell = {}
let f(x: cell, i: 0..3): flag = trace(x).cells meets none and i > 0
setup { put lamp(owner = sun, facing = e) on a1 }
move pass "pass" { require not (beams.cells meets none); require no x in lamp : f(x, k) }
play { repeat { turn of each player { choose pass else { end : tie } } } }
)"},
    {"an index out of a table out of its range", "power: 0..60000 = 60000", R"(
let heat[c: cell]: 0..4 = sum v in beams.visits where v.cell == c : v.power * 100
var mark[i_: 0..4]: 0..4 = 0
var after: 0..9 = 0
move place "{at} {way}" { pick at in empty; pick way in direction; put lamp(facing = way) on at; mark[heat[at]] = 4 }
play { repeat { turn of each player { choose place else { end : tie } } } }
)"},
    {"the same, of a function", "power: 0..60000 = 60000", R"(
let heat[c: cell]: 0..4 = sum v in beams.visits where v.cell == c : v.power * 100
let tab(i_: 0..4): set of cell = if i_ == 0 then cells else if i_ == 1 then {a2, a3} else cells
move place "{at} {way}" { pick at in empty; pick way in direction; require tab(heat[at]) != {}; put lamp(facing = way) on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
)"},
    {"a table of sets of numbers out of their range", "power: 1..3 = 3", R"(
let heat[c: cell]: set of 0..2 = union v in beams.visits where v.cell == c : {v.power}
var mark[i: 0..2]: 0..5 = 0
move place "{at}" { pick at in empty; require no x in heat[at] : mark[x] == 1; put lamp(facing = e) on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
)"},
};

std::string text_of(const Wrong& wrong) {
  const std::string head = "game \"Wrong\"\nuse square\nplayers sun, moon\nboard square(4, 4)\n";
  if (!wrong.beams) return head + "piece stone of player { look \"{owner:1}\" }" + wrong.rules;
  return head + "beam { " + wrong.beams + " }\npiece lamp of player { facing: direction; emits facing; look " +
         "\"{owner:1}{facing}\" }" + wrong.rules;
}

}  // namespace

TEST_CASE("lift: what is an error of the script is one whatever is made quicker", "[optimise]") {
  std::uint64_t tried = 0;
  for (const Wrong& wrong : kWrong) {
    INFO(wrong.what);
    const Game game = test::script(text_of(wrong));
    const auto compare = [&](std::uint64_t seed, Lowerings without) {
      const Result<Position> start = game.start();
      const Result<Position> slow = test::must(built_without(game, without)).start();
      INFO(start.error_text());
      REQUIRE(slow.error_text() == start.error_text());
      if (start) test::same_play(game, 20, seed, without);
    };
    for (std::uint64_t seed = 1; seed <= 5; ++seed) compare(seed, Lowerings::all());
    for (std::size_t i = 0; i < std::size(kLowerings); ++i) {
      INFO(kLowerings[i].name);
      if (!test::sampled(tried++)) continue;
      compare(3, Lowerings().add(static_cast<Lowering>(i)));
    }
  }
}
