// What only shows while a game runs: every such mistake of a script is a typed error with a place in it, the position
// stays as it was, and nothing is thrown.
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::must;
using test::script;

const std::string kHead = R"(game "Mistakes"
use square
players sun, moon
board square(3, 3)
)";

/// The words of the script that the error marks.
std::string marked(const std::string& text, const Error& error) {
  std::size_t at = 0;
  for (int line = 1; line < error.line; ++line) at = text.find('\n', at) + 1;
  if (error.line < 1) return "no place";
  const std::size_t end =
      error.end_line == error.line ? at + static_cast<std::size_t>(error.end_column) - 1 : text.find('\n', at);
  return text.substr(at + static_cast<std::size_t>(error.column) - 1,
                     end - at - static_cast<std::size_t>(error.column) + 1);
}

void check_error(const std::string& text, const Error& error, const std::string& code, const std::string& message,
                 const std::string& words) {
  INFO(error.rendered);
  CHECK(error.code == code);
  CHECK(error.message == message);
  CHECK(error.file == "test.glint");
  CHECK(marked(text, error).substr(0, words.size()) == words);
  CHECK_FALSE(error.rendered.empty());
}

/// Playing `move` is this error, and leaves the position alone.
void check_play(const std::string& body, const std::vector<std::string>& before, const std::string& move,
                const std::string& code, const std::string& message, const std::string& words) {
  const std::string text = kHead + body;
  Position position = must(script(text).start());
  for (const std::string& one : before) test::play(position, one);
  const std::string was = position.text();
  const auto error = position.play(move);
  REQUIRE(error.has_value());
  check_error(text, *error, code, message, words);
  CHECK(position.text() == was);
  // Again: an error leaves no trace in the machine either.
  CHECK(position.play(move)->message == error->message);
  CHECK(position.text() == was);
}

void check_start(const std::string& body, const std::string& code, const std::string& message,
                 const std::string& words) {
  const std::string text = kHead + body;
  const auto start = script(text).start();
  REQUIRE_FALSE(start.ok());
  REQUIRE(start.errors().size() == 1);
  check_error(text, start.errors()[0], code, message, words);
}

const std::string kTurns = "play { repeat { turn of each player { choose m } } }\n";

}  // namespace

TEST_CASE("run-time errors: a value outside of its range", "[run_time_errors]") {
  check_play("var k: 0..2 = 0\nmove m \"m\" { k += 1 }\n" + kTurns, {"m", "m"}, "m", "G0602", "this becomes 3, outside its range 0..2",
             "k += 1");
  check_play("var k: 0..2 = 0\nmove m \"m\" { k -= 1 }\n" + kTurns, {}, "m", "G0602", "this becomes -1, outside its range 0..2", "k -= 1");
  check_play("var k[player]: 1..4 = 1\ndo grow(p: player) { k[p] += k[p] }\nmove m \"m\" { grow(me) }\n" + kTurns,
             {"m", "m", "m", "m"}, "m", "G0602", "this becomes 8, outside its range 1..4", "k[p] += k[p]");
  check_play(
      "piece pawn { size: 1..3; look \"{size}\" }\nsetup { put pawn(size = 3) on a1 }\n"
      "move m \"m {at}\" { pick at in pawn; at.size += 1 }\n" +
          kTurns,
      {}, "m a1", "G0602", "this becomes 4, outside its range 1..3", "at.size += 1");
  check_play(
      "piece pawn { size: 1..3; look \"{size}\" }\nvar k: 0..9 = 2\n"
      "move m \"m {at}\" { pick at in empty; put pawn(size = k) on at; k += 1 }\n" +
          kTurns,
      {"m a1", "m a2"}, "m a3", "G0602", "this becomes 4, outside its range 1..3", "put pawn");
}

TEST_CASE("run-time errors: a first value, in setup, or between decisions", "[run_time_errors]") {
  check_start("option top: 3..9 = 9\nvar k: 0..4 = top\nmove m \"m\" { }\n" + kTurns, "G0602", "this becomes 9, outside its range 0..4", "k");
  check_start("var k: 0..2 = 0\nsetup { for c in cells { k += 1 } }\nmove m \"m\" { }\n" + kTurns, "G0602",
              "this becomes 3, outside its range 0..2", "k += 1");
  check_play("var k: 0..2 = 0\nmove m \"m\" { }\nplay { repeat { turn of each player { choose m }; k += 2 } }\n",
             {"m", "m", "m"}, "m", "G0602", "this becomes 4, outside its range 0..2", "k += 2");
}

TEST_CASE("run-time errors: while listing", "[run_time_errors]") {
  // The listing tries what a move does where a requirement comes after it.
  const std::string text = kHead +
                           "var k: 0..2 = 2\npiece stone { look \"o\" }\n"
                           "move m \"m {at}\" { pick at in cells; k += 1; require at in empty; put stone on at }\n" +
                           kTurns;
  const Position position = must(script(text).start());
  const auto moves = position.moves();
  REQUIRE_FALSE(moves.ok());
  check_error(text, moves.errors()[0], "G0602", "this becomes 3, outside its range 0..2", "k += 1");
  CHECK(position.count_moves().errors()[0].code == "G0602");
  CHECK(perft(position, 2).errors()[0].code == "G0602");
  CHECK(Position(position).play_listed(0)->code == "G0602");
  Position played = position;
  Random random(1);
  CHECK(playout(played, random).errors()[0].code == "G0602");
  CHECK(played.text() == position.text());
}

TEST_CASE("run-time errors: what a beam carries", "[run_time_errors]") {
  const std::string lamps =
      "beam { power: 0..2 = 1 }\npiece lamp { emits e; look \"L\" }\n"
      "piece gain { when beam comes { otherwise -> straight { beam.power += 1 } }; look \"+\" }\n"
      "setup { put lamp on a1; put gain on b1 }\n"
      "move m \"m\" { put gain on c1 }\nmove look \"look\" { require beams.cells meets c1 }\n"
      "play { repeat { turn of each player { choose m or look } } }\n";
  check_play(lamps, {"look", "m"}, "look", "G0602", "this becomes 3, outside its range 0..2", "beam.power += 1");
  // The public view of the light says so, too.
  Position position = must(script(kHead + lamps).start());
  test::play(position, "m");
  const auto beams = position.beams();
  REQUIRE_FALSE(beams.ok());
  check_error(kHead + lamps, beams.errors()[0], "G0602", "this becomes 3, outside its range 0..2", "beam.power += 1");
}

TEST_CASE("run-time errors: a stack too high", "[run_time_errors]") {
  const std::string stacks =
      "game \"Mistakes\"\nuse square\nplayers sun, moon\nboard square(3, 3) stacks of 2\n"
      "piece stone { look \"o\" }\nmove m \"m {at}\" { pick at in cells; put stone on at }\n"
      "move slide_on \"{from}-{to}\" { pick from in stone; pick to in from + around; move from to to }\n"
      "play { repeat { turn of each player { choose m or slide_on } } }\n";
  Position position = must(script(stacks).start());
  for (const char* move : {"m a1", "m a1", "m b1"}) test::play(position, move);
  const std::string was = position.text();
  for (const char* move : {"m a1", "b1-a1"}) {
    const auto error = position.play(move);
    REQUIRE(error.has_value());
    INFO(error->rendered);
    CHECK(error->code == "G0606");
    CHECK(error->message == "no more than 2 pieces fit on a1");
    CHECK(error->line > 0);
    CHECK(position.text() == was);
  }
  test::play(position, "a1-b1");
}

TEST_CASE("run-time errors: nothing to choose", "[run_time_errors]") {
  const std::string body =
      "piece stone { look \"o\" }\nmove m \"m {at}\" { pick at in empty & a1; put stone on at }\n" + kTurns;
  const std::string text = kHead + body;
  Position position = must(script(text).start());
  test::play(position, "m a1");
  CHECK_FALSE(position.over());
  for (const Error& error :
       {position.moves().errors()[0], position.count_moves().errors()[0], *Position(position).play_listed(0)})
    check_error(text, error, "G0603", "nothing can be chosen here; a `choose` where that may happen needs an `else`",
                "choose m");
  CHECK(position.play("m a1")->code == "G0601");
  Random random(1);
  CHECK(playout(position, random).errors()[0].code == "G0603");
}

TEST_CASE("run-time errors: a draw from nothing", "[run_time_errors]") {
  check_start(
      "var where_to: cell = a1\nmove m \"m\" { }\nplay { draw where_to in cells - cells; turn of sun { choose m } }\n",
      "G0608", "there is nothing to draw `where_to` from", "draw where_to");
  check_play(
      "var where_to: cell = a1\npiece stone { look \"o\" }\nmove m \"m\" { put stone on empty }\n"
      "play { repeat { draw where_to in empty; turn of sun { choose m } } }\n",
      {}, "m", "G0608", "there is nothing to draw `where_to` from", "draw where_to");
}

TEST_CASE("run-time errors: an invariant", "[run_time_errors]") {
  check_play("var k: 0..9 = 0\nmove m \"m\" { k += 1 }\ninvariant k < 2   \"k has become {k}\"\n" + kTurns, {"m"}, "m",
             "G0604", "k has become 2", "invariant");
  check_start("var k: 0..9 = 5\nmove m \"m\" { k += 1 }\ninvariant k < 2\n" + kTurns, "G0604",
              "an invariant does not hold", "invariant");
}

TEST_CASE("run-time errors: a decision that takes too long", "[run_time_errors]") {
  // 2500 cells, four loops deep: 4e13 steps.
  const std::string body =
      "game \"Mistakes\"\nuse square\nplayers sun, moon\nboard square(50, 50)\nvar k: clamped 0..9 = 0\n"
      "move m \"m\" { for a in cells { for b in cells { for c in cells { for d in cells { k += 1 } } } } }\n"
      "move look \"look\" { require any a in cells : any b in cells : any c in cells : a == b and b == c and k > 9 }\n"
      "play { repeat { turn of each player { choose m or look } } }\n";
  Position position = must(script(body).start());
  const std::string was = position.text();
  const std::vector<std::pair<std::string, std::string>> moves = {{"m", "for d in cells"}, {"look", "any c in cells"}};
  for (const auto& [move, place] : moves) {
    const auto error = position.play(move);
    REQUIRE(error.has_value());
    INFO(error->rendered);
    CHECK(error->code == "G0605");
    CHECK(error->rendered.find(place) != std::string::npos);
    CHECK(position.text() == was);
  }
  CHECK(position.count_moves().errors()[0].code == "G0605");
}

TEST_CASE("run-time errors: a move from nowhere to nowhere is no error", "[run_time_errors]") {
  Position position =
      must(script(kHead +
                  "piece stone { look \"o\" }\nsetup { put stone on a1 }\n"
                  "move m \"m {way}\" { pick way in direction; move a1 to a1 + way; move b3 + n to c3 }\n" +
                  kTurns)
               .start());
  const std::string was = position.text();
  test::play(position, "m w");
  CHECK(position.pieces(position.game().find_cell("a1").value()).size() == 1);
  test::play(position, "m n");
  CHECK(position.pieces(position.game().find_cell("a2").value()).size() == 1);
}

TEST_CASE("run-time errors: only one piece is moved, so a set of cells is refused", "[run_time_errors]") {
  for (const char* effect : {"move stone to at", "move at to empty", "swap stone, at", "move at + around to at"}) {
    const auto game = Game::from_text(
        kHead + "piece stone { look \"o\" }\nmove m \"m {at}\" { pick at in cells; " + effect + " }\n" + kTurns,
        "test.glint");
    INFO(effect);
    REQUIRE_FALSE(game.ok());
    CHECK(game.errors()[0].code == "G0301");
  }
}

TEST_CASE("run-time errors: a test tells the rule that went wrong", "[run_time_errors]") {
  const Game game = script(kHead + "var k: 0..1 = 1\nmove m \"m\" { k += 1 }\n" + kTurns +
                           "test \"played\" { play \"m\" }\ntest \"refused\" { expect illegal \"m\" }\n");
  for (const TestReport& report : run_tests(game)) {
    INFO(report.failure);
    CHECK_FALSE(report.passed);
    CHECK(report.failure.find("k += 1") != std::string::npos);
  }
}
