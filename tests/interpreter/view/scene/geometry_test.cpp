// Where cells lie on a drawn page, and the colours of players.
#include "interpreter/view/scene/geometry.hpp"

#include "interpreter/view/scene/scene.hpp"
#include "interpreter/view/svg/colour.hpp"
#include "tests/catch.hpp"

namespace glint::view {

TEST_CASE("view: steps across and down look equally long, whatever the drawing grid") {
  const std::vector<DirectionInfo> directions = {{"east", 2, 0}, {"west", -2, 0}, {"south", 0, 3}, {"north", 0, -3}};
  const std::vector<CellInfo> cells = {{"a", 0, 0, 0, 0}, {"b", 1, 0, 2, 0}, {"c", 0, 1, 0, 3}};
  const Layout layout = lay_out(cells, directions, 10);
  REQUIRE(layout.steps.size() == 4);
  for (const Point step : layout.steps) CHECK(std::abs(length(step) - 10) < 1e-9);
  CHECK(std::abs(length(layout.middles[2] - layout.middles[0]) - 10) < 1e-9);
}

TEST_CASE("view: a player who is not there has a colour, too") {
  Scene scene;
  scene.players = {"red", "blue"};
  CHECK(colour_of_player(1'000'000'000, scene) == player_tone(1'000'000'000));
  CHECK(colour_of_player(-1'000'000'000, scene) == player_tone(-1'000'000'000));
}

}  // namespace glint::view
