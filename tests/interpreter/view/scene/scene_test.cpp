// Where things stand in a picture, and beams in words. On scenes made by hand.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "interpreter/view/scene/geometry.hpp"
#include "interpreter/view/scene/scene.hpp"
#include "interpreter/view/scene/sides.hpp"
#include "tests/catch.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/scenes.hpp"

namespace glint::view {
namespace {

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

TEST_CASE("view: light joins sets in the order of their type and takes the largest number") {
  Scene scene;
  scene.beam_fields = {{"colour", true, false, {"red", "green", "blue"}}, {"power", false, true, {}}};
  CHECK(join({"blue", "2"}, {"{red, blue}", "1"}, scene) == Payload{"red, blue", "2"});
  CHECK(join({"{}", "-1"}, {"{}", "-3"}, scene) == Payload{"", "-1"});
  CHECK(describe({"{red, blue}", "3"}, scene.beam_fields) == "colour red and blue, power 3");
  CHECK(describe({"{}", "0"}, scene.beam_fields) == "no colour, power 0");
  CHECK(describe_change({"red", "3"}, {"{red, green}", "1"}, scene.beam_fields) ==
        "colour gains green, power falls from 3 to 1");
  CHECK(describe_change({"{red, green}", "1"}, {"blue", "1"}, scene.beam_fields) ==
        "colour loses red and green and gains blue");
  CHECK(describe_change({"red", "1"}, {"red", "1"}, scene.beam_fields).empty());
}

TEST_CASE("view: coordinates stand at the border where rows and columns have them") {
  const Headings square = headings_of(squares(3, 2, 4));
  CHECK(square.complete());
  CHECK(square.rows.at(-2) == "2");
  CHECK(square.columns.at(3) == "c");
  const Headings hexes = headings_of(hexagon(2));
  CHECK_FALSE(hexes.complete());
  CHECK(hexes.rows.at(-1) == "A");
  Scene numbered;
  numbered.cells = {{"1,2", 1, 2, 1, -2}, {"2,2", 2, 2, 2, -2}, {"1,1", 1, 1, 1, -1}};
  CHECK(headings_of(numbered).columns.at(2) == "2");
  numbered.cells[1].label = "odd one";
  CHECK(headings_of(numbered).rows.empty());
}

TEST_CASE("view: hexes are regular and squares are square, whatever the drawing grid") {
  const Scene hexes = hexagon(3);
  const Layout hex = lay_out(hexes.cells, hexes.directions, 60);
  REQUIRE(hex.outline.size() == 6);
  for (const Point& step : hex.steps) CHECK(length(step) == Approx(60));
  for (const Point& corner : hex.outline) CHECK(length(corner) == Approx(60 / std::sqrt(3.0)));
  CHECK(hex.inner == Approx(30));

  for (int directions : {4, 8}) {
    const Scene scene = squares(3, 3, directions);
    const Layout square = lay_out(scene.cells, scene.directions, 60);
    REQUIRE(square.outline.size() == 4);
    for (const Point& corner : square.outline) CHECK(length(corner) == Approx(30 * std::sqrt(2.0)));
  }

  // Flat hexes, drawn at (2x, -y) with y in half steps.
  const std::vector<DirectionInfo> flat = {{"n", 0, -2}, {"ne", 2, -1}, {"se", 2, 1},
                                           {"s", 0, 2},  {"sw", -2, 1}, {"nw", -2, -1}};
  const Layout layout = lay_out({{"A1", 1, 1, 2, -1}}, flat, 60);
  REQUIRE(layout.outline.size() == 6);
  for (const Point& step : layout.steps) CHECK(length(step) == Approx(60));
}

TEST_CASE("view: beams of several colours keep to lanes of their own") {
  const Scene scene = lit_hexes();
  const Layout layout = lay_out(scene.cells, scene.directions, 60);
  const std::vector<Trail> trails = trails_of(scene, layout);
  // Blue; red, which is stopped; green, and from C4 on green and blue.
  REQUIRE(trails.size() == 4);
  CHECK(std::count_if(trails.begin(), trails.end(), [](const Trail& trail) { return trail.leaves; }) == 2);
  CHECK(std::count_if(trails.begin(), trails.end(), [](const Trail& trail) { return trail.stopped; }) == 1);
  // Blue and cyan leave C4 side by side.
  const Point apart = trails[0].points[0] - trails[3].points[0];
  CHECK(length(apart) > 3);

  Scene twice = scene;
  twice.beams.push_back(twice.beams[0]);
  CHECK(trails_of(twice, layout).size() == 4);
}

TEST_CASE("view: a stopped beam ends short of the piece that stops it, as that is drawn") {
  Scene scene = lit_hexes();
  const Layout layout = lay_out(scene.cells, scene.directions, 60);
  const Beam& beam = scene.beams[1];
  REQUIRE(beam.end_cell >= 0);
  const int way = beam.path.back().way;
  const auto from_end = [&](int axis) {
    scene.pieces[static_cast<std::size_t>(beam.end_cell)].back().axis = axis;
    const std::vector<Trail> trails = trails_of(scene, layout);
    const auto stopped = std::find_if(trails.begin(), trails.end(), [](const Trail& trail) { return trail.stopped; });
    REQUIRE(stopped != trails.end());
    return length(layout.middles[static_cast<std::size_t>(beam.end_cell)] - stopped->points.back()) / 60;
  };
  CHECK(from_end(-1) == Approx(0.32));           // not drawn as a line
  CHECK(from_end(2 * way) == Approx(0.42));      // a line, seen from its end
  CHECK(from_end(2 * way + 3) == Approx(0.12));  // across the beam
}

TEST_CASE("view: a beam as a line of steps") {
  const Scene scene = lit_hexes();
  CHECK(steps_of(scene.beams[1], scene) == "D5: (red) D5 -w-> D4 -w-> D3 -w-> stops at D2\n");
  CHECK(steps_of(scene.beams[2], scene) ==
        "F2: (green) F2 -ne-> E3 -ne-> D4 -ne-> (green and blue) C4 -ne-> B4 -ne-> A4 -ne-> off the board\n");
}

TEST_CASE("view: branches of a split beam are followed from where it split") {
  Scene scene = squares(3, 3, 4);
  scene.beam_fields = {{"power", false, true, {}}};
  put(scene, "b2", {"prism", -1, "P", {}, -1});
  Beam split = beam(scene, {{"a2", "e", "2"}}, BeamEnd::split, "b2");
  split.branches.push_back(beam(scene, {{"b2", "n", "1"}, {"b3", "n", "1"}}, BeamEnd::left, "b3"));
  split.branches.push_back(beam(scene, {{"b2", "e", "1"}, {"c2", "e", "1"}}, BeamEnd::left, "c2"));
  scene.beams.push_back(split);
  CHECK(steps_of(split, scene) ==
        "a2: (power 2) a2 -e-> splits at b2\n"
        "  (power 1) b2 -n-> b3 -n-> off the board\n"
        "  (power 1) b2 -e-> c2 -e-> off the board\n");
  CHECK(joined(explain_light(cell_of(scene, "b3"), scene)) ==
        "b3 shows power 1, by the beam of a2.\n"
        "\n"
        "  a2:\n"
        "    starts going e, with power 2\n"
        "    goes a2 -e-> b2\n"
        "    at b2, a prism: turns from e to n, power falls from 2 to 1\n"
        "    goes b2 -n-> b3\n"
        "    gives b3 power 1\n");
}

TEST_CASE("view: why a cell shows what it shows") {
  const Scene scene = lit_hexes();
  CHECK(joined(explain_light(cell_of(scene, "A4"), scene)) ==
        "A4 shows green and blue, by the beams of C4 and F2.\n"
        "\n"
        "  C4, a blue lamp facing ne:\n"
        "    starts going ne, with blue\n"
        "    goes C4 -ne-> B4 -ne-> A4\n"
        "    gives A4 blue\n"
        "\n"
        "  F2, a green lamp facing ne:\n"
        "    starts going ne, with green\n"
        "    goes F2 -ne-> E3 -ne-> D4 -ne-> C4\n"
        "    at C4, a blue lamp facing ne: goes straight on, gains blue\n"
        "    goes C4 -ne-> B4 -ne-> A4\n"
        "    gives A4 green and blue\n");
  CHECK(joined(explain_light(cell_of(scene, "D2"), scene)) ==
        "No beam lights D2: a beam that stops there does not light it.\n"
        "\n"
        "  D5, a red lamp facing w:\n"
        "    starts going w, with red\n"
        "    goes D5 -w-> D4 -w-> D3 -w-> D2\n"
        "    stops at D2, at a yellow lamp facing e, and does not light it\n");
  CHECK(joined(explain_light(cell_of(scene, "G4"), scene)) == "No beam reaches G4.\n");
}

TEST_CASE("view: a piece in words") {
  const Scene scene = hexagon(2);
  CHECK(describe(lamp(scene, "orange", "w"), scene) == "an orange lamp facing w");
  PieceInfo piece{"wall", 1, "R", {{"form", "R2"}, {"size", "3"}}, -1};
  CHECK(describe(piece, scene) == "a wall of moon with form R2, size 3");
}

TEST_CASE("view: what a piece takes from a beam is measured") {
  Position position = test::must(test::must(Game::bundled("beams_boosters_barriers")).start());
  for (const char* move : {"P R1 B3 12", "P R1 B3 12", "P S D3", "P M1 B7 12"}) REQUIRE_FALSE(position.play(move));
  const Scene scene = scene_of(position);
  std::map<std::string, std::int64_t> taken;
  for (const auto& [cell, number] : scene.taken) taken[scene.label(cell)] = number;
  // South has a booster behind the barrier, north has none.
  CHECK(taken == std::map<std::string, std::int64_t>{{"south B3", 2}, {"north B3", 1}});
}

TEST_CASE("view: what the player to move alone is told stands in the headline") {
  StartOptions options;
  options.draws = {{"mover", "sun"}};
  Position position = test::must(test::must(Game::bundled("laser_lawn")).start(options));
  CHECK(scene_of(position).status == "sun to move: place a red emitter");
  REQUIRE_FALSE(position.play("C4 ne blue"));
  CHECK(scene_of(position).status == "moon to move: place a blue emitter, or say `challenge` if C4 made white");
  const Game both = test::must(Game::from_text("game \"G\"\nuse square\nplayers ann, ben\nboard grid(2, 2)\n"
                                               "piece disc { look \"o\" }\nmove drop \"{at}\" { pick at in empty; put disc on at }\n"
                                               "play { repeat { turn of each player { choose drop else { end : tie } } } }\n"
                                               "show for p in player \"{p} has a hand\"\n",
                                               "both.glint"));
  const Scene scene = scene_of(test::must(both.start()));
  CHECK(scene.status == "ann to move");
  CHECK(scene.task.empty());
}

TEST_CASE("view: the last move is noted, and the cells that it changed") {
  const Game game = test::must(Game::bundled("boundary"));
  Position position = test::must(game.start());
  const Position before = position;
  REQUIRE_FALSE(position.play("(c3-a3)(a1-c3)"));
  Scene scene = scene_of(position);
  CHECK(scene.changed.empty());
  mark_last("red: (c3-a3)(a1-c3)", before, scene);
  std::set<std::string> changed;
  for (const int cell : scene.changed) changed.insert(scene.label(cell));
  CHECK(changed == std::set<std::string>{"a1", "a3", "c3"});
  CHECK(scene.notes.back().text == "last move, red: (c3-a3)(a1-c3)");
}

TEST_CASE("view: pieces are of one sort if they differ in facing or size alone") {
  const Scene scene = scene_of(test::must(test::must(Game::bundled("boundary")).start()));
  std::vector<std::string> words;
  for (const auto& [piece, sort] : sorts_of(scene)) words.push_back(sort);
  CHECK(words == std::vector<std::string>{"stone of red", "stone of green", "yellow pyramid of red", "red pyramid of red",
                                          "blue pyramid of green", "green pyramid of green"});
}

}  // namespace
}  // namespace glint::view
