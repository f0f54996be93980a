// Symmetries that are found by trial: how many bundled games and examples have, and that values share them.
#include <algorithm>
#include <string>
#include <vector>

#include "interpreter/learn/self_play.hpp"
#include "interpreter/players/exact/symmetries.hpp"
#include "interpreter/machine/playout.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/stopping.hpp"

namespace {

using namespace glint;
using test::must;

/// How many symmetries, and how many of them exchange the players.
using Found = std::vector<std::size_t>;

Found found_in(const Game& game) {
  const std::vector<Symmetry> symmetries = find_symmetries(game.program());
  const auto exchanging =
      std::count_if(symmetries.begin(), symmetries.end(), [](const Symmetry& each) { return each.exchanges; });
  return {symmetries.size(), static_cast<std::size_t>(exchanging)};
}

const std::string kWalls = R"(
game "Walls"
use square
players sun, moon
board square(4, 4)
piece wall of player { facing: direction; look "{owner:1}{facing}" }
var last: cell = a1
var shade: set of cell = {}
move lay "{at} {facing}" { pick at in empty - shade; pick facing in direction; put wall(facing = facing) on at; last = at; shade = at + facing }
play { repeat { turn of each player { choose lay else { end : opponent wins } } } }
)";

}  // namespace

TEST_CASE("learn: symmetries of bundled games, by number", "[learn]") {
  CHECK(found_in(must(Game::bundled("laser_lawn"))) == Found{24, 12});  // of a hexagon, with both players
  CHECK(found_in(test::example("breakthrough")) == Found{4, 2});
  CHECK(found_in(test::example("othello")) == Found{16, 8});
  CHECK(found_in(test::example("laser_chess")) == Found{8, 4});  // mirrored, too
  CHECK(found_in(test::example("lines_of_action")) == Found{16, 8});
  CHECK(found_in(test::example("hex")) == Found{2, 0});  // by the pie rule, of the second stone alone
}

TEST_CASE("learn: rules that tell sides apart leave fewer symmetries", "[learn]") {
  // Each turn of the square and each mirror, with the players exchanged or not.
  CHECK(found_in(test::script(kWalls)) == Found{16, 8});
  const auto with = [](const std::string& what, const std::string& instead) {
    std::string text = kWalls;
    text.replace(text.find(what), what.size(), instead);
    return found_in(test::script(text));
  };
  CHECK(with("at + facing }", "at + e }") == Found{4, 2});                     // what is to the east of it
  CHECK(with("empty - shade", "empty - shade - a1") == Found{4, 2});           // a corner is left out
  CHECK(with("opponent wins", "moon wins") == Found{8, 0});                    // only an end tells players apart
  CHECK(with("pick facing in direction", "pick facing in direction; require me == moon or at != b1") == Found{1, 0});
}

TEST_CASE("learn: a position and its images have one value", "[learn]") {
  for (const Game& game : {test::script(kWalls), test::example("breakthrough"), test::example("othello"),
                           test::example("laser_chess"), must(Game::bundled("laser_lawn"))}) {
    INFO(game.id());
    Learning learning(game, 3);
    for (int i = 0; i < 20; ++i) REQUIRE_FALSE(learning.play());
    const Values values = learning.values();
    CHECK(std::count(values.weights.begin(), values.weights.end(), 0) < static_cast<std::ptrdiff_t>(values.weights.size()));
    Reading readings[] = {{*values.terms, 0, values.weights.data()}, {*values.terms, 1, values.weights.data()}};
    Machine machine(game.program());
    Images images(game.program());
    std::vector<Word> state, image;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      Random random(seed);
      RandomChance chance(random);
      REQUIRE(machine.begin(chance) == Machine::Status::waiting);
      run_playout(machine, random, chance, static_cast<int>(seed) * 2);
      if (machine.is_over()) continue;
      machine.store(state);
      const int mover = machine.to_move();
      const std::int32_t sum = readings[mover].sum(machine);
      for (const Symmetry& symmetry : values.terms->symmetries()) {
        images.of_state(symmetry, state, image);
        CHECK(image[Layout::kMe] == static_cast<Word>(symmetry.player(mover)));
        machine.load(image);
        CHECK(readings[image[Layout::kMe]].sum(machine) == sum);
      }
    }
  }
}

TEST_CASE("learn: checking an image asks whether to stop as often as there are moves", "[learn][stop]") {
  const auto asked = std::make_shared<test::Asked>();
  const Game game = must(test::stoppable(test::asking(asked), R"(
game "Field"
use square
players sun, moon
board grid(60, 60)
piece stone of player { look "{owner:1}" }
move place "{at}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
)"));
  const std::vector<Word> state = must(game.start()).state();
  Symmetry same;
  for (int cell = 0; cell < game.program().geometry.cells; ++cell) same.cell.push_back(cell);
  for (int way = 0; way < game.program().geometry.directions; ++way) same.way.push_back(way);
  ImageCheck check(game.program());
  *asked = {};
  CHECK(check.holds(same, state));
  const std::uint64_t times = asked->times;
  CHECK(times >= 2 * 3600 / 20);
  *asked = {times / 2, 0};
  CHECK_THROWS_AS(check.holds(same, state), lang::Stopped);
  CHECK(asked->times <= times / 2 + 1);
}
