// What is made quicker against the same rules compiled plainly: loops for every pick, an undo around every effect, no set
// taken as a whole, code as it is first written. Both list the same moves in the same order, and go the same way.
#include <string>
#include <vector>

#include "interpreter/build/build.hpp"
#include "interpreter/play/access.hpp"
#include "tests/interpreter/loading.hpp"
#include "tests/interpreter/random_script.hpp"

namespace {

using namespace glint;
using test::must;
using test::script;

std::shared_ptr<const Program> plain(const Game& game) {
  const Program& program = game.program();
  BuildOptions options;
  options.options = program.options;
  options.plain = true;
  const Built built = build(program.rules, program.sources, program.id, options);
  REQUIRE(built.program);
  return built.program;
}

/// The same random play in both; answers how many positions were compared.
int same_play(const Game& game, int plies, std::uint64_t seed) {
  StartOptions options;
  options.seed = seed;
  Position quick = must(game.start(options));
  Position slow = PositionAccess::make(plain(game), options);
  REQUIRE_FALSE(PositionAccess::begin(slow));
  Random random(seed);
  for (int ply = 0; ply < plies; ++ply) {
    INFO(quick.text());
    REQUIRE(slow.text() == quick.text());
    REQUIRE(slow.over() == quick.over());
    if (quick.over()) return ply;
    const auto quick_moves = quick.moves(), slow_moves = slow.moves();
    INFO(quick_moves.error_text() << slow_moves.error_text());
    REQUIRE(quick_moves.ok() == slow_moves.ok());
    if (!quick_moves) return ply;
    REQUIRE(*slow_moves == *quick_moves);
    const std::uint64_t next = random.below(quick_moves->size());
    const auto quick_error = quick.play_listed(next), slow_error = slow.play_listed(next);
    REQUIRE((quick_error ? quick_error->rendered : "") == (slow_error ? slow_error->rendered : ""));
    if (quick_error) return ply;  // an error of the script
  }
  return plies;
}

}  // namespace

TEST_CASE("optimise: 300 scripts made up at random", "[optimise]") {
  Random random(77);
  int compared = 0;
  for (int i = 0; i < 300; ++i) {
    const std::string text = test::random_script(random);
    INFO(text);
    const auto game = Game::from_text(text, "random.glint");
    if (!game) continue;
    compared += same_play(*game, 5, random.next());
  }
  CHECK(compared > 300);
}

TEST_CASE("optimise: the bundled games, with all options", "[optimise]") {
  for (const char* mirror : {"specular", "guide"})
    for (const char* side : {"3", "4", "6"})
      for (std::uint64_t seed = 1; seed <= 3; ++seed)
        same_play(must(Game::bundled("laser_lawn", {{"side", side}, {"mirror", mirror}})), side[0] == '6' ? 12 : 60, seed);
  for (const char* balance : {"own", "all"})
    for (std::uint64_t seed = 1; seed <= 3; ++seed)
      same_play(must(Game::bundled("boundary", {{"balance", balance}, {"repetition", "draw"}})), 60, seed);
}

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
  require count(lit) > 1
}
move split "split {at}" { pick at in empty; put splitter on at; require no c in stone : c in lit; put stone on at }
move claim "claim {at} {by}" { pick at in lit; pick by in lamps_of[at]; require gift({by}, at) == glow[at] }
move block "block {at}" { pick at in empty - red_only; put stone on at }
move pass "pass" { require not can claim }
play { repeat { turn of each player { choose shine or hide or split or claim or block or pass else { end : tie } } } }
)";

}  // namespace

TEST_CASE("optimise: moves that ask what would be lit", "[optimise]") {
  for (const char* board : {"board grid(4, 3)", "board square(3, 3)", "board hexagon(3)", "board grid(9, 8)"}) {
    std::string text = kLights;
    text.replace(text.find("BOARD"), 5, board);
    if (std::string(board).find("hexagon") != std::string::npos) text.replace(text.find("square, hex"), 11, "hex");
    else text.replace(text.find("square, hex"), 11, "square");
    const Game game = script(text);
    int compared = 0;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) compared += same_play(game, 25, seed);
    CHECK(compared > 100);
  }
}
