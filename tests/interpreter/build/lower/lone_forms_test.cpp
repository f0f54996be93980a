// Each form of a question about beams alone in a game, so that nothing else has what it needs made ready; and picks of
// numbers that begin at 0, at 1 and above. Random play, against the same rules without any lowering, on boards of one
// word and of two.
#include <string>

#include "tests/support/same_play.hpp"

namespace {

using namespace glint;

const char* const kQuestions[] = {
    "(union v in trace(lamp of me).visits where v.cell == at : v.colour) != {}",
    "(union v in beams.visits where v.cell == at : v.colour) == {red}",
    "red in (union v in beams.visits where v.cell in at | at + e : v.colour)",
    "(count v in beams.visits where v.cell == at : v.power > 1) >= 1",
    "any v in trace(lamp of me).visits where v.cell == at : green in v.colour",
    "all v in beams.visits where v.cell == at : v.power > 1",
    "(sum v in beams.visits where v.cell == at : v.power) > 2",
    "(max v in beams.visits where v.cell == at : v.step else 0) > 1",
    "(min v in beams.visits where v.cell == at : v.power else 3) < 2",
    "(union v in beams.visits where v.cell == at : v.source) meets lamp of me",
    "at in beams.cells",
    "at in beams.hits",
    "at in beams.source",
    "at + n in trace(lamp of opponent).cells",
    "any l in lamp of me : at in trace(l).cells",
    "(count l in lamp : trace(l).cells meets wall) >= 1",
    "(count v in beams.exits : v.power > 2) >= 1",
    "trace(at, e).cells meets mirror",
    "(count v in trace(at, n).visits : v.power > 0) > 2",
    "(max v in trace(at, w).visits : v.step else 0) > 1",
    "(union v in trace(lamp of sun).visits where v.cell == at and v.power > 1 : v.source + n) != {}",
    "beams.cells & rank(1) within rank(1) & {c in cells where c.x < at.x}",
};

std::string alone(const std::string& board, const std::string& question, int least) {
  const std::string lo = std::to_string(least), hi = std::to_string(least + 2);
  return "game \"Alone\"\nuse square\nplayers sun, moon\ntype hue = {red, green}\n" + board + R"(
beam { colour: set of hue; power: 0..9 }
piece lamp of player { facing: direction; power: )" + lo + ".." + hi + R"(
  emits facing { beam.colour = if power > 2 then {red} else {green}; beam.power = power }; look "{owner:1}{facing}{power}" }
piece mirror { line: axis; when beam comes { if beam.power > 2 -> reflects across line; otherwise -> straight { beam.power += 1 } }; look "{line}" }
piece wall { when beam comes -> stops; look "#" }
var yes: clamped 0..99 = 0
move shine "{at} {way} {p}" { pick at in empty; pick way in direction; pick p in )" + lo + ".." + hi + R"(; put lamp(facing = way, power = p) on at }
move fit "fit {at} {way} {p}" {
  pick at in empty
  pick way in direction
  pick p in )" + lo + ".." + hi + R"(
  put lamp(facing = way, power = p) on at
  require trace(at).cells meets (mirror + n | wall + s)
}
move bend "{at} {line}" { pick at in empty; pick line in axis; put mirror(line = line) on at }
move block "{at} wall" { pick at in empty; put wall on at }
move ask "ask {at}" { pick at in cells; require )" + question + R"(; yes += 1 }
play { repeat { turn of each player { choose shine or fit or bend or block or ask else { end : tie } } } }
)";
}

}  // namespace

TEST_CASE("lone forms: a question about beams that no other rule asks", "[optimise]") {
  std::size_t number = 0;
  int compared = 0;
  for (const char* question : kQuestions) {
    INFO(question);
    const bool is_large = ++number % 4 == 0;
    const Game game = test::script(alone(is_large ? "board grid(11, 6)" : "board grid(4, 3)", question,
                                         static_cast<int>(number % 3)));
    compared += test::same_play(game, is_large ? 12 : 24, number);
  }
  CHECK(compared > 200);
}
