// What is made quicker against the same rules compiled plainly: loops for every pick, an undo around every effect, no set
// taken as a whole, code as it is first written. Both list the same moves in the same order, and go the same way.
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <vector>

#include "interpreter/machine/playout.hpp"
#include "tests/support/loading.hpp"
#include "tests/smith/smith.hpp"
#include "tests/support/same_play.hpp"
#include "tests/support/scale.hpp"

using namespace glint;
using test::must;
using test::same_play;
using test::script;

namespace {

/// Lamps and mirrors, and moves that ask what a piece would light if it were put.
const char* const kLights = R"(
game "Lights"
use square, hex
players sun, moon
type hue = {red, green}
BOARD
beam { colour: set of hue; power: clamped 0..3 }
piece lamp of player {
  colour: hue
  facing: direction
  emits facing { beam.colour = {colour}; beam.power = 2 }
  when beam comes { from behind -> straight { beam.colour |= {colour} }; from ahead -> stops; otherwise -> reflects across facing }
  look "{owner:1}{colour:1}{facing}"
}
piece mirror { line: axis; when beam comes { otherwise -> reflects across line }; look "M{line}" }
piece splitter { when beam comes { if beam.power > 0 -> straight { beam.power -= 1 }, turns 1 { beam.power -= 1 }; otherwise -> stops }; look "S" }
piece stone { look "o" }
let glow[c: cell]: set of hue = union v in beams.visits where v.cell == c : v.colour
let lamps_of[c: cell]: set of cell = union v in beams.visits where v.cell == c and v.colour != {} : v.source
let gift(lamps: set of cell, c: cell): set of hue = union v in trace(lamps).visits where v.cell == c : v.colour
let passed = max v in beams.visits where v.cell in mirror and v.colour != {} : v.step else 0
let crossings(lamps: set of cell, over: set of cell) = count v in trace(lamps).visits where v.cell in over : v.power > 0
let first(source: cell, c: cell) = min v in trace(source).visits where v.cell == c and v.colour != {} : v.step else 9
let early(source: cell) = min v in trace(source).visits where v.cell in stone : v.step else 7
let soon(source: cell, over: set of cell, c: cell) = any v in trace(source).visits where v.cell in over : v.step <= first(source, c)
let dim(source: cell, c: cell) = any v in trace(source).visits where c == v.cell and v.colour != {} : v.step < 3
let ways(source: cell, c: cell): set of cell =
  union v in trace(source).visits where v.cell == c and v.colour != {} and v.step == first(source, c) : v.route
let near_ways(source: cell): set of cell = union v in trace(source).visits where v.cell in stone and early(source) == v.step : v.route
let dim_ways(source: cell, c: cell): set of cell =  // a first one in no colour is one of these, too
  union v in trace(source).visits where v.cell == c and v.step == first(source, c) : v.route
let red_only = {c in cells where glow[c] == {red}}
let lit = {c in cells where glow[c] != {}}
var asked: hue = red
move shine "shine {at} {way} {next}" {
  pick at in empty; pick way in direction; pick next in hue
  put lamp(colour = asked, facing = way) on at
  require trace(at).cells meets empty
  asked = next
}
move hide "hide {at} {line}" {
  pick at in lit & empty; pick line in axis
  put mirror(line = line) on at
  require count(lit) > 1 or beams.looped != {}
}
move split "split {at}" { pick at in empty; put splitter on at; require no c in stone : c in lit; put stone on at }
move claim "claim {at} {by}" { pick at in lit; pick by in lamps_of[at]; require gift({by}, at) == glow[at] or ways(by, at) meets splitter | trace(by).looped or near_ways(by) != dim_ways(by, at) - around }
move block "block {at}" {
  pick at in empty - red_only
  require crossings(lamp, at | splitter) <= passed + 3
  put stone on at
}
move time "time {at} {by} {k}" {
  pick at in cells; pick by in lamp; pick k in 0..60
  require lamps_of[at] within lamps_of[at] and (glow[at] == {red} or any x in lamps_of[at] : trace(x).cells meets stone)
  require k == first(by, at) + (if dim(by, at) then 20 else 0) + (if soon(by, mirror | splitter, at) then 40 else early(by))
  asked = red
}
move pass "pass" { require not can claim }
play { repeat { turn of each player { choose shine or hide or split or claim or block or time or pass else { end : tie } } } }
)";


}  // namespace

TEST_CASE("optimise: 300 scripts made up at random", "[optimise]") {
  Random random(77);
  int compared = 0;
  const int scripts = test::scaled(300);
  for (int i = 0; i < scripts; ++i) {
    smith::Tape tape(random.next());
    const std::string text = smith::script(tape).game;
    INFO(text);
    const Game game = script(text);
    const std::uint64_t seed = random.next();
    if (!game.start({.seed = seed})) continue;
    compared += same_play(game, 5, seed);
  }
  CHECK(compared > scripts);
}

namespace {

void turn_off_each_alone(const Game& game, int plies) {
  for (std::size_t i = 0; i < std::size(kLowerings); ++i) {
    INFO(kLowerings[i].name);
    same_play(game, test::scaled(plies), i + 1, Lowerings().add(static_cast<Lowering>(i)));
  }
}

}  // namespace

TEST_CASE("optimise: every lowering turned off alone changes no bundled game", "[optimise]") {
  for (const char* name : {"laser_lawn", "boundary", "the_beam", "beams_boosters_barriers"})
    turn_off_each_alone(must(Game::bundled(name)), 25);
}

TEST_CASE("optimise: every lowering turned off alone changes no example", "[optimise]") {
  for (const char* name : {"othello", "amazons", "breakthrough", "corner_to_corner", "laser_chess", "roundabout",
                           "billiards", "black_box", "chess"})
    turn_off_each_alone(test::example(name), 12);
}

TEST_CASE("optimise: a run that was listed, made without asking again, does what it does when it is asked",
          "[optimise]") {
  std::vector<Game> games;
  for (const char* name : {"laser_lawn", "boundary"}) games.push_back(must(Game::bundled(name)));
  for (const char* name : {"othello", "amazons", "breakthrough", "laser_chess", "roundabout", "billiards"})
    games.push_back(test::example(name));
  for (const char* board : {"board grid(4, 3)", "board square(3, 3)", "board grid(9, 8)"}) {
    std::string text = kLights;
    text.replace(text.find("BOARD"), 5, board);
    text.replace(text.find("square, hex"), 11, "square");
    games.push_back(script(text));
  }
  for (const Game& game : games) {
    Position position = must(game.start());
    Machine machine(game.program());
    machine.load(position.state());
    machine.list_ahead(true);
    Random random(5);
    RandomChance chance(random);
    for (int ply = 0; ply < 40 && !position.over(); ++ply) {
      const std::int64_t count = machine.list();
      REQUIRE(count == static_cast<std::int64_t>(must(position.count_moves())));
      const std::uint64_t k = random.below(static_cast<std::uint64_t>(count));
      INFO(position.text() << must(position.move(k)));
      REQUIRE_FALSE(position.play_listed(k));
      const Machine::Status status = machine.apply_listed(machine, k);
      REQUIRE((status == Machine::Status::done || status == Machine::Status::over));
      machine.resume(chance);
      std::vector<Word> state;
      machine.store(state);
      REQUIRE(state == position.state());
    }
  }
}

TEST_CASE("optimise: the bundled games, with all options", "[optimise]") {
  for (const char* mirror : {"specular", "guide"})
    for (const char* side : {"3", "4", "6"})
      for (std::uint64_t seed = 1; seed <= test::scaled(3u); ++seed)
        same_play(must(Game::bundled("laser_lawn", {{"side", side}, {"mirror", mirror}})), side[0] == '6' ? 12 : 60,
                  seed);
  for (const char* balance : {"own", "all"})
    for (std::uint64_t seed = 1; seed <= test::scaled(3u); ++seed)
      same_play(must(Game::bundled("boundary", {{"balance", balance}, {"repetition", "tie"}})), 60, seed);
}

TEST_CASE("optimise: lines that are added to moves", "[optimise]") {
  for (const char* line :
       {"at != D4", "count(emitter) < 9", "facing != ne or at in border_row", "trace(at).cells meets D4 + around",
        "next != named", "D4 in empty or at + around meets emitter", "not (at in white)"}) {
    INFO(line);
    const Game game = must(Game::from_text(std::string("variant \"More\" of laser_lawn\n"
                                                       "let border_row = {c in cells where c.y == 0}\n"
                                                       "after place { require ") +
                                               line + " }\nafter move { require count(emitter) < 30 }\n",
                                           "more.glint"));
    for (std::uint64_t seed = 1; seed <= test::scaled(3u); ++seed) same_play(game, test::scaled(30, 10), seed);
    for (const Lowering one : {Lowering::narrow, Lowering::tries, Lowering::pairs})
      same_play(game, test::scaled(20), 7, Lowerings().add(one));
  }
}

// A test for each board, and parts of the slowest, so that they run side by side.
namespace {

Game lights(const std::string& library, const std::string& board) {
  std::string text = kLights;
  text.replace(text.find("BOARD"), 5, board);
  text.replace(text.find("square, hex"), 11, library);
  return script(text);
}

void ask_in_games(const Game& game, std::uint64_t first_seed, int games) {
  games = test::scaled(games);
  const int plies = games > 1 ? 25 : 10;
  int compared = 0;
  for (int i = 0; i < games; ++i) compared += same_play(game, plies, first_seed + static_cast<std::uint64_t>(i));
  CHECK(compared > plies / 3 * games);
}

void ask_without_one(const Game& game) {
  for (const Lowering one :
       {Lowering::pairs, Lowering::scatter, Lowering::fuse, Lowering::kept_light, Lowering::kept_tries})
    same_play(game, test::scaled(25), 7, Lowerings().add(one));
}

}  // namespace

TEST_CASE("optimise: moves that ask what would be lit, on 4 x 3 cells", "[optimise]") {
  const Game game = lights("square", "board grid(4, 3)");
  ask_in_games(game, 1, 12);
  ask_without_one(game);
}

TEST_CASE("optimise: moves that ask what would be lit, in eight ways", "[optimise]") {
  const Game game = lights("square", "board square(3, 3)");
  ask_in_games(game, 1, 12);
  ask_without_one(game);
}

TEST_CASE("optimise: moves that ask what would be lit, on hexagons", "[optimise]") {
  const Game game = lights("hex", "board hexagon(3)");
  ask_in_games(game, 1, 12);
  ask_without_one(game);
}

TEST_CASE("optimise: moves that ask what would be lit, on more cells than a word has, games 1 to 6", "[optimise]") {
  ask_in_games(lights("square", "board grid(9, 8)"), 1, 6);
}

TEST_CASE("optimise: moves that ask what would be lit, on more cells than a word has, games 7 to 12", "[optimise]") {
  ask_in_games(lights("square", "board grid(9, 8)"), 7, 6);
}

TEST_CASE("optimise: moves that ask what would be lit, on more cells than a word has, without one", "[optimise]") {
  ask_without_one(lights("square", "board grid(9, 8)"));
}

// ---- the first of a beam's visits ----

namespace {

const char* const kStepRules = R"(
game "Steps"
use square
players sun, moon
type hue = {red, green}
board grid(5, 3)
beam { colour: set of hue }
piece lamp { emits e { beam.colour = {red} }; look "L" }
piece splitter { when beam comes { otherwise -> straight, leaves n }; look "S" }
piece post { facing: direction; when beam comes { otherwise -> leaves facing }; look "P{facing}" }
piece dye { when beam comes { otherwise -> straight { beam.colour ^= {red} } }; look "D" }
piece stone { look "o" }
let first(from: cell, c: cell) = min v in trace(from).visits where v.cell == c : v.step else 99
let first_of(from: cell) = min v in trace(from).visits where v.cell in stone : v.step else 99
let coloured(from: cell, c: cell) = min v in trace(from).visits where v.cell == c and v.colour != {} : v.step else 99
let by(from: cell, c: cell, most: 0..20) = any v in trace(from).visits where v.cell == c : v.step <= most
let before(from: cell, most: 0..20) = any v in trace(from).visits where v.cell in stone and v.colour != {} : v.step < most
let route(from: cell, c: cell): set of cell = union v in trace(from).visits where v.cell == c and v.step == first(from, c) : v.route
let route_of(from: cell): set of cell = union v in trace(from).visits where v.cell in stone and first_of(from) == v.step : v.route
let coloured_route(from: cell, c: cell): set of cell =
  union v in trace(from).visits where v.cell == c and v.colour != {} and v.step == coloured(from, c) : v.route
// Almost the same, but not ways to first visits.
let any_route(from: cell, c: cell): set of cell = union v in trace(from).visits where v.cell == c and v.step == coloured(from, c) : v.route
let other_route(from: cell, c: cell): set of cell = union v in trace(from).visits where v.cell == c and v.step == first(from, c2) : v.route
let last_route(from: cell, c: cell): set of cell =
  union v in trace(from).visits where v.cell == c and v.step == (max u in trace(from).visits where u.cell == c : u.step else 0) : v.route
move go "go" { require count(cells) == 0 }
play { repeat { turn of each player { choose go else { end : tie } } } }

test "the way that is followed later is there first" {
  put lamp on a1; put splitter on b1; put post(facing = n) on e1; put post(facing = w) on e2
  expect first(a1, b2) == 2 and first(a1, c2) == 7 and first(a1, a3) == 99
  expect by(a1, b2, 2) and not by(a1, b2, 1) and by(a1, c2, 7) and not by(a1, c2, 6) and not by(a1, a3, 20)
  put stone on b2; put stone on d2
  expect first_of(a1) == 2 and before(a1, 3) and not before(a1, 2)
  expect route(a1, b2) == a1 | b1 | b2 and route(a1, c2) == a1 | b1 | c1 | d1 | e1 | e2 | d2 | c2 and route(a1, a3) == {}
  expect route_of(a1) == a1 | b1 | b2
  expect last_route(a1, b2) == route(a1, c2) | b2 and other_route(a1, b2) == {} and other_route(a1, c2) == route(a1, c2)
  remove b2
  expect first_of(a1) == 6 and before(a1, 7) and not before(a1, 6)
  expect route_of(a1) == route(a1, c2) - c2
}

test "two that are there at once, and one that passes by a third way" {
  put lamp on a1; put splitter on b1; put post(facing = n) on c1; put post(facing = e) on b2
  expect first(a1, c2) == 3 and route(a1, c2) == a1 | b1 | c1 | b2 | c2
  put stone on c2; put stone on c3
  expect first_of(a1) == 3 and route_of(a1) == route(a1, c2)
}

test "a pass in no colour is none" {
  put lamp on a1; put dye on b1; put post(facing = n) on d1; put post(facing = w) on d2; put dye on b2
  put post(facing = n) on a2; put post(facing = e) on a3; put post(facing = s) on c3
  expect first(a1, c1) == 2 and first(a1, c2) == 5
  expect coloured(a1, a1) == 0 and coloured(a1, c1) == 12 and coloured(a1, c2) == 11
  let ring = a1 | b1 | c1 | d1 | d2 | c2 | b2 | a2 | a3 | b3 | c3
  expect route(a1, c1) == a1 | b1 | c1 and route(a1, c2) == a1 | b1 | c1 | d1 | d2 | c2
  expect coloured_route(a1, c2) == ring and coloured_route(a1, a1) == a1 and any_route(a1, c2) == ring
  put stone on c2
  expect first_of(a1) == 5 and before(a1, 12) and not before(a1, 11) and route_of(a1) == a1 | b1 | c1 | d1 | d2 | c2
}

test "a cell without a lamp has no visits" {
  put stone on a1
  expect first(a1, a1) == 99 and first_of(a1) == 99 and coloured(a1, a1) == 99 and not before(a1, 20) and not by(a1, a1, 20)
  expect route(a1, a1) == {} and route_of(a1) == {} and coloured_route(a1, a1) == {}
}
)";

/// How many instructions of the game's code are this one, with these lowerings left out.
std::ptrdiff_t uses(const Game& game, Opcode op, Lowerings without = {}) {
  const Game one = must(glint::built_without(game, without));
  const auto is_op = [op](const Instruction& at) { return at.op == op; };
  return std::count_if(one.program().code.instructions.begin(), one.program().code.instructions.end(), is_op);
}

}  // namespace

TEST_CASE("optimise: when a beam first comes to a cell, or to one of a set", "[optimise]") {
  for (const char* board : {"board grid(5, 3)", "board grid(9, 9)", "board grid(20, 20)"}) {
    std::string text = kStepRules;
    text.replace(text.find("board grid(5, 3)"), 16, board);
    const Game game = script(text);
    for (const Game& one : {game, must(glint::built_without(game, Lowerings::all())),
                            must(glint::built_without(game, Lowerings().add(Lowering::kept_light)))})
      for (const TestReport& report : run_tests(one)) {
        INFO(board);
        CHECK(report.failure == "");
      }
  }
}

TEST_CASE("optimise: ways to first visits are asked at once, and no others", "[optimise]") {
  const Game steps = script(kStepRules);
  CHECK(uses(steps, Opcode::first_route) == 3);
  CHECK(uses(steps, Opcode::visit_route) == 3);
  CHECK(uses(steps, Opcode::first_route, Lowerings().add(Lowering::fuse)) == 0);
  // Who met whose beam, by the library `light`, needs no walk over visits; what the newest emitter added does, and the
  // light of one cell.
  const auto walks = [](const Game& game) { return uses(game, Opcode::visits_next) + uses(game, Opcode::visits_at); };
  const Game lawn = must(Game::bundled("laser_lawn"));
  const std::string without_part = "variant \"V\" of laser_lawn\nreplace let added(lamp: cell, at: cell): flag = on\n";
  CHECK(uses(lawn, Opcode::first_route) > 0);
  CHECK(walks(lawn) > walks(must(Game::from_text(without_part, "without.glint"))));
}

TEST_CASE("optimise: lighthouses that nobody has seen before gain as the bundled games do", "[optimise]") {
  const Game game = script(R"(
game "Lighthouses"
use square
players sun, moon
type hue = {red, green}
board grid(5, 4)
beam { colour: set of hue }
piece tower of player { hue: hue; facing: direction; emits facing { beam.colour = {hue} }; look "{owner:1}{hue:1}{facing}" }
piece ship { look "S" }
let seen_from[c: cell]: set of cell = union v in trace(tower of sun).visits where v.cell == c and v.colour != {} : v.source
let soonest(t: cell) = min v in trace(t).visits where v.cell in ship and v.colour != {} : v.step else 99
move build "b {at} {h} {d}" { pick at in empty; pick h in hue; pick d in direction; put tower(hue = h, facing = d) on at }
move sail "s {a} {b}" {
  pick a in ship
  pick b in a + around & empty
  require count(seen_from[b]) < 3 and no t in tower of opponent : soonest(t) < 2
  move a to b
  end when count(tower of sun & rank(4)) + count(tower of moon & rank(1)) >= 6 : tie
}
setup { put ship on c2 | c3 }
play { repeat { turn of each player { choose build or sail else { end : tie } } } }
)");
  CHECK(uses(game, Opcode::light_sources) == 1);
  CHECK(uses(game, Opcode::light_sources, Lowerings().add(Lowering::scatter)) == 0);
  CHECK(uses(game, Opcode::least_step) > 0);
  CHECK(uses(game, Opcode::visits_next) + uses(game, Opcode::visits_at) == 0);
  CHECK(uses(game, Opcode::jkept) > 0);
  CHECK(uses(game, Opcode::jkept, Lowerings().add(Lowering::unchanged)) == 0);
  CHECK(test::same_play_without_each(game, {Lowering::scatter, Lowering::fuse, Lowering::unchanged}) > test::scaled(100));
}

TEST_CASE("optimise: what some moves leave as it is is not computed for each list") {
  // The board has two words, and so have sets that are pushed.
  const Game game = script(R"(
game "Towers"
use square
players sun, moon
type size = {low, high, broad}
board grid(12, 7)
piece tower of player { size: size; look "{owner:1}{size:1}" }
piece hut of player { look "{owner:1}H" }
var ripe[player]: 0..9 = 0
var row: 1..7 = 1
let built(p: player, which: size) = count x in tower of p : x.size == which
move shift "s" { row = row mod 7 + 1 }
move build "b {how} {at}" {
  pick how in size
  require built(me, how) < 3 and ripe[me] < 8
  pick at in empty
  require not (at + around meets tower)
  put tower(size = how) on at
}
move settle "h {at}" { pick at in empty - (tower + around) + e; require at in empty; put hut on at; ripe[me] = (ripe[me] + 2) mod 10 }
move raze "r {at}" { pick at in (tower | hut) of opponent; require can build; remove at }
move raise "u {at}" { pick at in tower of me & rank(row) & (tower + around); at.size = if at.size == low then high else broad }
play { repeat { turn of each player { choose shift or build or settle or raze or raise else { end : tie } } } }
)");
  const auto kept = uses(game, Opcode::jkept);
  CHECK(kept > 0);
  CHECK(uses(game, Opcode::jkept, Lowerings().add(Lowering::unchanged)) == 0);
  CHECK(test::same_play_without_each(game, {Lowering::unchanged, Lowering::seats, Lowering::lift}) > test::scaled(100));
  // Where each move changes what is asked, nothing is kept.
  CHECK(uses(test::example("othello"), Opcode::jkept) == 0);
}

TEST_CASE("optimise: an end is tested again after a move written before it has assigned what it reads", "[optimise]") {
  const Game game = script(R"(
game "Steps"
use square
players sun, moon
board grid(4, 4)
var k: clamped 0..9 = 0
move step "s" { k += 1 }
move ask "a" { end when (count c in empty : c.x * c.x + c.y * k + c.x * c.y * k > 20) > 8 : tie }
play { repeat { turn of each player { choose step or ask } } }
)");
  CHECK(test::same_play_without_each(game, {Lowering::unchanged}) > test::scaled(50));
}

TEST_CASE("optimise: lines between two stones are asked for in all directions at once", "[optimise]") {
  const Game othello = test::example("othello");
  const std::vector<Instruction>& code = othello.program().code.instructions;
  CHECK(std::count_if(code.begin(), code.end(), [](const Instruction& at) { return at.op == Opcode::closed; }) > 0);
}

TEST_CASE("optimise: functions put in the place of calls leave no copies, and no values that are made anew", "[optimise]") {
  const Game lawn = must(Game::bundled("laser_lawn"));
  const std::vector<Instruction>& code = lawn.program().code.instructions;
  int asked = 0;
  for (std::size_t i = 1; i + 2 < code.size(); ++i) {
    if (code[i].op != Opcode::first_route) continue;
    INFO(i);
    ++asked;
    CHECK_FALSE((code[i - 1].op == Opcode::mov && code[i - 1].a == code[i].a));
    const bool is_copied = code[i + 1].op == Opcode::mov && code[i + 1].b == code[i].a;
    CHECK_FALSE((is_copied && code[i + 2].op != Opcode::ret));  // a function's own result may be
  }
  CHECK(asked > 5);
}

namespace {

const test::NamedScript kHard[] = {
    {"a variable written where it lies, and read by an index", R"(
game "State load"
use square
players sun, moon
board grid(3, 1)
piece stone { look "o" }
var t[player]: 0..3 = 0
/// a direct write to one entry of t between two reads by a picked index
move go "go {who}" {
  pick who in player
  require t[who] == 0
  t[sun] = 1
  require t[who] == 0
}
var kept_in[player]: set of cell = {}
move set "set {who} {c}" {
  pick who in player
  pick c in cells
  require not (c in kept_in[who])
  kept_in[sun] |= c
  require c in kept_in[who]
}
move stay "stay" { }
play { repeat { turn of each player { choose go or set or stay } } }
)"},
    {"the same in a loop", R"(
game "State load in a loop"
use square
players sun, moon
board grid(3, 1)
piece stone { look "o" }
var t[player]: 0..9 = 0
var hits: 0..9 = 0
/// t[who] is read in a loop that writes t[sun] without an index
move go "go {who}" {
  pick who in player
  for c in cells { if t[who] >= 2 { hits += 1 }; t[sun] += 1 }
  require hits == 1
}
move stay "stay" { }
play { repeat { turn of each player { choose go or stay } } }
)"},
    {"beams whose reactions are code, which calls what the move has called", R"(
game "A reaction calls what a move called"
use square
players sun, moon
board grid(4, 4)
beam { }
/// longer than 60 instructions: stays a call
let far(c: cell): set of cell = ray(c, e) | ray(c + e, s) & ray(c + e, e) | ray(c + e, s) & ray(c + e, s) | ray(c + e, s) & ray(c + e, w) | ray(c + e, s) & ray(c + e, n) | ray(c + e, s) & ray(c + s, e) | ray(c + e, s) & ray(c + s, s) | ray(c + e, s) & ray(c + s, w) | ray(c + e, s) & ray(c + s, n) | ray(c + e, s) & ray(c + w, e) | ray(c + e, s) & ray(c + w, s) | ray(c + e, s) & ray(c + w, w) | ray(c + e, s) & ray(c + w, n) | ray(c + e, s) & ray(c + n, e) | ray(c + e, s) & ray(c + n, s) | ray(c + e, s) & ray(c + n, w) | ray(c + e, s) & ray(c + n, n)
piece lamp { emits e; look "L" }
piece gate { when beam comes { if c2 in far(here) -> straight; otherwise -> straight }; look "g" }
var marks: set of cell = d1
move go "go {at}" {
  pick at in empty & a2
  let before = far(at)
  put lamp on at
  require trace(at).cells meets marks or count(before) > 3
}
move two "two {at}" {
  pick at in lamp
  let before = far(at)
  require trace(at).cells meets d4
  require count(before) == 6
}
move stay "stay" { }
setup { put lamp on a4; put gate on d4 | c4 }
play { repeat { turn of each player { choose go or two or stay } } }
)"},
    {"elements of a set of numbers, held against the range of a table", R"(
game "Out of the table"
use square
players sun, moon
board grid(20, 20)
piece stone { look "o" }
var t[0..1]: set of cell = {}
var some: set of 0..63 = {63}
move go "go {i}" {
  pick i in some
  require any c in a1 | b1 : c in t[i]
}
move stay "stay" { }
play { repeat { turn of each player { choose go or stay } } }
)"},
    {"nothing to pick: what would be an error is not evaluated", R"(
game "Eager narrowing"
use square
players sun, moon
board grid(3, 1)
piece stone { look "o" }
var k: 0..9 = 9
var marks: set of cell = {}
let row[i: 0..2]: set of cell = {c in cells where c.x == i}
/// nothing to pick: row[k] is never asked for
move go "go {at}" {
  pick at in marks
  require at in row[k]
}
move lift "lift" { require count({c in marks where c in row[k]}) == 0 }
move stay "stay" { }
play { repeat { turn of each player { choose go or lift or stay } } }
)"},
    {"nothing to pick, and a piece that would be put", R"(
game "Eager tried put"
use square
players sun, moon
board grid(3, 2)
beam { }
piece lamp { facing: direction; emits facing; look "{facing}" }
var k: 0..9 = 9
var ways: set of direction = {}
let row[i: 0..2]: set of cell = {c in cells where c.x == i}
move go "go {at} {way}" {
  pick at in empty
  pick way in ways
  put lamp(facing = way) on at
  require trace(at).cells meets row[k]
}
move stay "stay" { }
play { repeat { turn of each player { choose go or stay } } }
)"},
};

}  // namespace

TEST_CASE("optimise: what code must not move across", "[optimise]") {
  for (const test::NamedScript& hard : kHard) {
    INFO(hard.what << "\n" << hard.script);
    const Game game = script(hard.script);
    for (std::uint64_t seed = 1; seed <= 6; ++seed) same_play(game, 8, seed);
    // And what is listed can be played.
    const Position start = must(game.start());
    const auto moves = start.moves();
    if (!moves) continue;
    for (const std::string& move : *moves) {
      Position after = start;
      INFO(move);
      CHECK_FALSE(after.play(move));
    }
  }
}
