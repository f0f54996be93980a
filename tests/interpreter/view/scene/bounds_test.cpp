// What a picture takes at most: at each bound it is whole, past it the error stands beside the picture.
#include <string>

#include "interpreter/view/scene/scene.hpp"
#include "tests/support/loading.hpp"

namespace glint::view {
namespace {

const std::string kPass = "move pass \"pass\" { }\nplay { repeat { turn of each player { choose pass } } }\n";

std::string header(const std::string& board) {
  return "game \"Bounds\"\nuse square\nplayers sun, moon\nboard grid(" + board + ")\n";
}

Scene shown(const std::string& text) { return scene_of(test::must(test::script(text).start()), -1); }

std::string codes(const Scene& scene) {
  std::string all;
  for (const Error& error : scene.errors) all += error.code;
  return all;
}

TEST_CASE("view bounds: what pieces look like is cut short past 8 million bytes", "[view][budget]") {
  const auto of_look = [](std::size_t size) {
    return shown(header("80, 100") + "piece stone { look \"" + std::string(size, 'o') + "\" }\nsetup { put stone on cells }\n" + kPass);
  };
  const Scene at = of_look(1000);
  CHECK(codes(at).empty());
  CHECK(at.pieces.back().front().glyph == std::string(1000, 'o'));
  const Scene past = of_look(1001);
  CHECK(codes(past) == "G0605");
  CHECK(past.pieces.front().front().glyph == std::string(1001, 'o'));  // those before the bound are whole
  CHECK(past.pieces.back().front().glyph == "oooooooo...");
  CHECK(past.pieces.back().front().glyph.capacity() < 1001);  // and what is cut takes no memory
}

TEST_CASE("view bounds: beams are told step by step up to 64 million bytes", "[view][budget]") {
  const std::string value(1000, 'v');
  const auto of_lamps = [&](std::size_t lamps) {
    return shown(header("250, 250") + "type hue = {" + value + ", other}\nbeam { colour: hue }\n" +
                 "piece lamp { emits e; look \"*\" }\nsetup { for c in cells where c.x == 1 and c.y <= " +
                 std::to_string(lamps) + " { put lamp on c } }\n" + kPass);
  };
  // Each lamp's beam leaves 250 cells, and one step more is counted for where it ends.
  const std::size_t of_lamp = 251 * (sizeof(BeamStep) + sizeof(std::string) + value.size());
  const std::size_t most = 64'000'000 / of_lamp;
  REQUIRE(most < 250);
  const Scene at = of_lamps(most);
  CHECK(codes(at).empty());
  CHECK(at.beams.size() == most);
  const Scene past = of_lamps(most + 1);
  CHECK(codes(past) == "G0605");
  CHECK(past.beams.empty());
}

TEST_CASE("view bounds: splits are told 400 deep", "[view][budget]") {
  const auto of_panes = [](int panes) {
    return shown(header("500, 2") + "beam { }\npiece lamp { emits e; look \"*\" }\n" +
                 "piece pane { when beam comes -> straight, leaves n; look \"%\" }\n" +
                 "setup { for c in cells where c.y == 1 and c.x == 1 { put lamp on c }\n" +
                 "for c in cells where c.y == 1 and c.x > 1 and c.x <= " + std::to_string(panes + 1) + " { put pane on c } }\n" +
                 kPass);
  };
  const Scene at = of_panes(400);
  CHECK(codes(at).empty());
  CHECK(at.beams.size() == 1);
  CHECK(codes(of_panes(401)) == "G0605");
}

}  // namespace
}  // namespace glint::view
