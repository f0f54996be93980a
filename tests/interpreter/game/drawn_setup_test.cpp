// `map` in `setup`: a board as it is drawn is the board as it is put piece by piece.
#include <string>

#include "tests/support/loading.hpp"

using namespace glint;

namespace {

const char* const kDrawn = R"(
game "Drawn"
use square
players sun, moon
option size: 2..3 = 3
board square(size, 2) stacks of 2
type tilt = {flat, steep}
piece ramp of player { lie: tilt; look "{owner:1}{lie:1}" }
piece lamp { hues: set of tilt; look "l" }
piece rock { look "#" }
var home: set of cell = {}
move place "{at}" { pick at in empty; put rock on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
)";

std::string board_of(const std::string& setup, const Settings& settings = {}) {
  const Game game = test::script(kDrawn + ("setup { " + setup + " }"), settings);
  return game.start()->text();
}

}  // namespace

TEST_CASE("map in setup: the board is as its pieces, put one by one, would be") {
  CHECK(board_of("map \"\"\"\n sf ms# .\n . # mf\n\"\"\"") ==
        board_of("put ramp(lie = flat, owner = sun) on a2; put ramp(lie = steep, owner = moon) on b2; put rock on b2 | b1; "
              "put ramp(lie = flat, owner = moon) on c1"));
}
TEST_CASE("map in setup: only the branch of the options must fit the board") {
  const std::string setup = "if size == 3 { map \"\"\"\n # . #\n . . .\n\"\"\" } else { map \"\"\"\n . #\n # .\n\"\"\" }";
  CHECK(board_of(setup) == board_of("put rock on a2 | c2"));
  CHECK(board_of(setup, {{"size", "2"}}) == board_of("put rock on a1 | b2", {{"size", "2"}}));
}
TEST_CASE("map in setup: a drawing that is wrong is an error at its row") {
  const auto error = [](const std::string& setup) {
    const Result<Game> game = Game::from_text(kDrawn + ("setup { " + setup + " }"), "test.glint");
    REQUIRE_FALSE(game);
    return game.errors()[0].code + ": " + game.errors()[0].message;
  };
  CHECK(error("map \"\"\"\n # . z\n . . .\n\"\"\"").find("G0701: `z` is not the look of a piece") == 0);
  CHECK(error("map \"\"\"\n # . .\n\"\"\"").find("G0701: the drawn board") == 0);
  CHECK(error("map \"\"\"\n # . .\n . . .\n home = a1\n\"\"\"").find("the `map` of a setup has only the board") != std::string::npos);
}
