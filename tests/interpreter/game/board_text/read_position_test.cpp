// A position that is written, not played: play arrives where it stands, so ends hold and an `else` runs as in a game.
#include <string>

#include "tests/catch.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::must;
using test::script;

constexpr const char* kSetup = "setup { put stone(owner = sun) on a1; put stone(owner = moon) on c1 }\n";

/// Stones on a row of three squares.
Game steps(const std::string& otherwise, const std::string& more = kSetup) {
  return script(R"(
game "Steps"
use square
players sun, moon
board grid(3, 1)
piece stone of player { look "{owner:1}" }
var spot: cell = a1
var rests: 0..9 = 0
move step "{from}-{to}" { pick from in stone of me; pick to in from + around & empty; move from to to }
move rest "rest" { rests += 1 }
play { repeat { turn of each player { choose step else { )" +
                otherwise + " } } } }\nend when stone of sun == c1 : sun wins\n" + more);
}

Game coins() {
  return script(R"(
game "Own coins"
use square
players sun, moon, ann
board grid(4, 1)
piece coin of player { look "{owner:1}" }
var taken: 0..9 = 0
move take "take {at}" { pick at in coin of me; remove at; taken += 1 }
move wait "wait" { }
play { repeat { together { choose take else { } }; if coin == {} { end : tie }; turn of ann { choose wait } } }
)");
}

}  // namespace

TEST_CASE("a position that is read: an `end` that holds ends the game", "[position_text]") {
  const Game game = steps("end : opponent wins");
  const Position won = must(game.read(". m s\nto move = moon\n"));
  CHECK(won.over());
  CHECK(won.outcome_text() == "sun wins");
  CHECK(must(won.moves()).empty());
  CHECK(won.text().find("result = sun wins") != std::string::npos);
  CHECK_FALSE(must(game.read("s . m\nto move = moon\n")).over());
  // `seen` counts the position itself.
  const std::string setup = kSetup;
  const Game once = steps("end : opponent wins", setup + "end when seen >= 2 : tie\n");
  CHECK_FALSE(must(once.read("s . m\nto move = moon\n")).over());
  const Game now = steps("end : opponent wins", setup + "end when seen >= 1 and c1 in empty : tie\n");
  CHECK(must(now.read(". s .\nto move = moon\n")).outcome_text() == "tie");
  // Of a game that is over at its start a position waits at the first choice.
  const Game bare = steps("end : opponent wins", "");
  CHECK(must(bare.start()).over());
  CHECK(must(must(bare.read("s . m\nto move = sun\n")).moves()) == std::vector<std::string>{"a1-b1"});
}

TEST_CASE("a position that is read: who has nothing to choose gets the `else`", "[position_text]") {
  CHECK(must(steps("end : opponent wins").read("s m .\nto move = sun\n")).outcome_text() == "moon wins");
  const Game resting = steps("choose rest");
  Position rests = must(resting.read("s m .\nto move = sun\n"));
  CHECK(must(rests.moves()) == std::vector<std::string>{"rest"});
  CHECK(rests.to_move() == 0);
  CHECK(must(resting.read(rests.text())).text() == rests.text());
  test::play(rests, "rest");
  CHECK(must(rests.moves()) == std::vector<std::string>{"b1-c1"});
  // A draw on the way follows the seed, is fixed, or waits.
  const Game drawing = steps("draw spot in cells; choose rest");
  const std::string text = "s m .\nto move = sun\n";
  CHECK(must(drawing.read(text, {.draws = {{"spot", "c1"}}})).text().find("spot = c1") != std::string::npos);
  CHECK(must(drawing.read(text, {.seed = 3})).text() == must(drawing.read(text, {.seed = 3})).text());
  CHECK(must(drawing.read(text, {.wait_at_draws = true})).at_draw());
  // What goes wrong on the way is an error of the script, with its place.
  const auto wrong = steps("rests = 9 + rests; choose rest").read("s m .\nrests = 1\nto move = sun\n");
  REQUIRE_FALSE(wrong.ok());
  CHECK(wrong.errors()[0].line > 0);
  CHECK(wrong.errors()[0].code != "G0701");
}

TEST_CASE("a position that is read: without a choice it waits at the outermost one of the turn", "[position_text]") {
  // In the start position only `rest` is left, so play waits there.
  const Game game = steps("choose rest else { end : tie }",
                          "setup { put stone(owner = sun) on a1; put stone(owner = moon) on b1 | c1 }\n");
  CHECK(must(must(game.start()).moves()) == std::vector<std::string>{"rest"});
  CHECK(must(must(game.read("s . m\nto move = sun\n")).moves()) == std::vector<std::string>{"a1-b1"});
  CHECK(must(must(game.read("s m .\nto move = sun\n")).moves()) == std::vector<std::string>{"rest"});
  CHECK(must(must(game.read("s . m\nchoice = 2\nto move = sun\n")).moves()) == std::vector<std::string>{"rest"});
}

TEST_CASE("a position that is read: of those who choose together, who has nothing is passed over", "[position_text]") {
  const Game game = coins();
  const Position position = must(game.read(". m . .\nto move = sun\n"));
  CHECK(position.to_move() == 1);
  // Both behind the one who has chosen have nothing: it is carried out, and play goes on.
  const Position next = must(game.read("s s . .\nchosen by sun = take a1\nto move = moon\n"));
  CHECK(next.to_move() == 2);
  CHECK(next.chosen().empty());
  CHECK(must(next.moves()) == std::vector<std::string>{"wait"});
  CHECK(next.text().find("taken = 1") != std::string::npos);
  CHECK(must(game.read("s . . .\nchosen by sun = take a1\nto move = moon\n")).outcome_text() == "tie");
  CHECK(must(game.read("s m . .\nchosen by sun = take a1\nto move = moon\n")).chosen().size() == 1);
}

TEST_CASE("read positions: a game that its only player has lost") {
  const Game game = glint::test::script(
      "game \"Alone\"\nuse square\nplayers sun\nboard grid(2, 2)\npiece stone { look \"o\" }\n"
      "move place \"{at}\" { pick at in empty; put stone on at }\nend when count(stone) == 2 : sun loses\n"
      "play { repeat { turn of sun { choose place } } }\n");
  Position position = glint::test::must(game.start());
  REQUIRE_FALSE(position.play("a1"));
  REQUIRE_FALSE(position.play("a2"));
  const Position read = glint::test::must(game.read(position.text()));
  CHECK(read.over());
  CHECK(read.outcome_text() == position.outcome_text());
  CHECK(read.text() == position.text());
  CHECK(read.hash() == position.hash());
}

TEST_CASE("read positions: after choices made together it does not matter who made the last one") {
  const Game game = script(
      "game \"Bids\"\nuse square\nplayers sun, moon\nboard grid(2, 1)\npiece coin { look \"c\" }\nvar sum: 0..9 = 0\n"
      "move bid \"bid {amount}\" { pick amount in 1..2; sum += amount }\n"
      "play { repeat { together { choose bid }; draw spot in cells; if sum > 6 { end : tie }; put coin on spot; remove spot } }\n");
  StartOptions waits;
  waits.wait_at_draws = true;
  Position position = must(game.start(waits));
  for (int round = 0; round < 2; ++round) {
    test::play(position, "bid 2");
    test::play(position, "bid 2");
    REQUIRE(position.at_draw());
    CHECK(must(game.read(position.text(), waits)).hash() == position.hash());
    REQUIRE_FALSE(position.draw("a1"));
  }
  REQUIRE(position.over());
  CHECK(must(game.read(position.text())).hash() == position.hash());
}
