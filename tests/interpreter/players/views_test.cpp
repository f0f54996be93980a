// What a seat sees of a State: each variable changed by itself, hidden ones between ones that are seen.
#include "interpreter/players/views.hpp"

#include <string>
#include <vector>

#include "tests/support/loading.hpp"

namespace {

using namespace glint;

const char* const kStriped = R"(
game "Striped"
use square
players sun, moon
board grid(3, 2)
piece stone { look "o" }
var v0: 0..9 = 0
var v1: 0..9 = 0 seen by {}
var v2: 0..9 = 0
var v3: set of cell = {} seen by {moon}
var v4: set of cell = {}
var v5: 0..9 = 0 seen by {moon}
var v6: set of cell = {} seen by {sun}
var v7: 0..9 = 0 seen by {sun}
var v8: 0..9 = 0 seen by {}
var v9: set of cell = {}
move drop "{at}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose drop else { end : tie } } } }
)";

}  // namespace

TEST_CASE("views: a seat sees the variables that it may see, and no others, in whatever order they stand", "[players]") {
  const Game game = test::script(kStriped);
  const Program& program = game.program();
  const std::string seen_by[] = {"1010101101", "1011110001"};
  for (int seat = 0; seat < 2; ++seat) {
    const View view(program, seat);
    const std::vector<Word> state(static_cast<std::size_t>(program.layout.size), 0);
    for (std::size_t v = 0; v < 10; ++v) {
      INFO("seat " << seat << ", v" << v);
      std::vector<Word> other = state;
      other[program.layout.variables[v]] = 1;
      const bool is_seen = seen_by[seat][v] == '1';
      CHECK((view.distance(state, other) > 0) == is_seen);
      CHECK((view.hash(state) == view.hash(other)) != is_seen);
    }
  }
}

TEST_CASE("views: on the way between two positions sets only grow or only shrink, and numbers may be the first or the last",
          "[players]") {
  const Game game = test::script(kStriped);
  const Program& program = game.program();
  const View view(program, 0);
  const auto with = [&](std::size_t variable, Word word) {
    std::vector<Word> state(static_cast<std::size_t>(program.layout.size), 0);
    state[program.layout.variables[variable]] = word;
    return state;
  };
  CHECK(view.is_between(with(4, 1), with(4, 3), with(4, 7), true));
  CHECK(view.is_between(with(4, 7), with(4, 3), with(4, 1), true));
  CHECK_FALSE(view.is_between(with(4, 1), with(4, 8), with(4, 7), true));
  CHECK_FALSE(view.is_between(with(4, 7), with(4, 8), with(4, 1), false));
  CHECK(view.is_between(with(3, 1), with(3, 8), with(3, 7), true));  // hidden from it
  CHECK(view.is_between(with(2, 1), with(2, 4), with(2, 4), true));
  CHECK_FALSE(view.is_between(with(2, 1), with(2, 3), with(2, 4), true));
  CHECK(view.is_between(with(2, 1), with(2, 3), with(2, 4), false));
  CHECK(view.is_between(with(7, 1), with(7, 8), with(7, 4), false));  // a number right behind a set
  CHECK_FALSE(view.is_between(with(6, 1), with(6, 8), with(6, 4), false));
}
