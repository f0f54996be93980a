// What follows from beams by themselves against the same rules compiled plainly, where nothing splits a beam.
#include <cstdint>
#include <string>

#include "tests/support/loading.hpp"
#include "tests/support/same_play.hpp"
#include "tests/support/scale.hpp"

using namespace glint;
using test::same_play;
using test::script;

namespace {

/// Beams by themselves: from edges and from cells, one that begins where a variable says. What follows from them is in
/// lets, rules, ends within moves and effects, and in requirements after puts, turns and removals.
const char* const kShots = R"(
game "Shots"
use square
players sun, moon
type hue = {red, green}
BOARD
beam { colour: hue = red; power: clamped 0..4 = 4; ends {soaked} }
piece mirror { line: axis; when beam comes -> reflects across line; look "M{line}" }
piece prism { colour: hue; when beam comes { if beam.colour == colour and beam.power > 0 -> straight { beam.power -= 1 }, turns 1 { beam.power -= 1; beam.colour = green }; otherwise -> stops as soaked }; look "P{colour}" }
piece hole { when beam comes -> to c3; look "H" }
piece coin of player { look "c{owner:1}" }
var gate: cell = b1
var tick: 0..3 = 0
let shot = trace(edge(a1, w), e)
let other = trace(a2, n, colour = green)
let same = shot
let from_gate = trace(gate, e)
let seen_by = shot.cells | other.cells | other.hits
let lit[c: cell]: 0..400 = count v in from_gate.visits where v.cell == c : v.power > 0
let soaking = count(shot.soaked) + count(other.soaked) + count(from_gate.looped)
let strong = count v in trace(edge(b1, s), n).visits : v.power > 1 and count(v.route) < 9
let is_out = any out in same.exits : out.way == n and out.power > 1
do turn_all() {
  for c in mirror { c.line += 1 }
  end when any out in other.exits : out.cell in rank(1) and out.colour == red : sun wins
}
move lay "lay {at} {line}" {
  pick at in empty
  pick line in axis
  let before = shot
  put mirror(line = line) on at
  require before.cells == shot.cells or count(shot.cells) > 2
  end when any out in shot.exits : out.cell == b3 and out.way == n and out.power > 2 : me wins
}
move split "split {at} {colour}" {
  pick at in empty & seen_by
  pick colour in hue
  put prism(colour = colour) on at
  require no c in seen_by - at : lit[c] > 3
  put coin(owner = me) on empty - seen_by
}
move dig "dig {at}" { pick at in empty - a1; put hole on at; require count(hole) < 3 and strong > 0 }
move turn "turn {at}" { pick at in mirror; at.line += 1; tick = if tick == 3 then 0 else tick + 1; require soaking < 2 or is_out }
move take "take {at}" { pick at in mirror | prism | hole; remove at }
move shift "shift {from} {to}" { pick from in mirror | prism; pick to in empty; move from to to; require shot.cells meets from | to }
move see "see {at}" { pick at in coin of me; require at in seen_by; at.owner += 1; gate = at; turn_all() }
invariant count(shot.cells) < 40 and soaking < 9 "never"
play { repeat { turn of each player { choose lay or split or dig or turn or take or shift or see else { end : tie } } } }
end when (count x in same.exits : x.power > 0) == 2 and soaking == 1 : tie
)";

void follow_beams_by_themselves(const std::string& board) {
  for (const char* power :
       {"beam.power > 0", "beam.power > 0 and tick < 2", "beam.power > 0 and count(empty) > 6", "unsplit"}) {
    std::string text = kShots;
    text.replace(text.find("BOARD"), 5, board);
    if (power == std::string("unsplit")) {
      const std::size_t split = text.find(", turns 1");
      text.erase(split, text.find(";", text.find("green", split)) - split);
      text.replace(text.find("to c3"), 5, "turns 1");
    } else {
      text.replace(text.find("beam.power > 0"), 14, power);
    }
    const Game game = script(text);
    int compared = 0;
    const int pairs = test::scaled(4);
    for (int i = 1; i <= 2 * pairs; ++i) {
      const auto seed = static_cast<std::uint64_t>(i);
      compared += same_play(game, 30, seed);
      compared += same_play(game, 30, seed, Lowerings().add(i % 2 ? Lowering::untouched : Lowering::unsplit));
    }
    CHECK(compared > 40 * pairs);
  }
}

}  // namespace

TEST_CASE("optimise: what follows from beams by themselves, on 4 x 3 cells", "[optimise]") {
  follow_beams_by_themselves("board grid(4, 3)");
}

TEST_CASE("optimise: what follows from beams by themselves, in eight ways", "[optimise]") {
  follow_beams_by_themselves("board square(3, 3)");
}

TEST_CASE("optimise: what follows from beams by themselves, on more cells than a word has", "[optimise]") {
  follow_beams_by_themselves("board grid(9, 8)");
}

// ---- what code must not move across ----
