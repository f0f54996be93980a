// JSON that is written piece by piece.
#include <algorithm>
#include <string>

#include "interpreter/view/json/json.hpp"
#include "tests/support/stopping.hpp"

using namespace glint;

TEST_CASE("json: a position and its beams are the same written piece by piece as from a tree", "[json]") {
  std::string text = test::kSlow + "var paint[c: cell]: 0..9 = 0\nsetup { put lamp(facing = e, owner = sun) on {c in cells where c.x == 1} }\n";
  text.replace(text.find("square(4, 4)"), 12, "square(50, 50)");
  text.erase(text.find("let busy"), text.find("move place") - text.find("let busy"));
  text.erase(text.find("; require busy > 1"), 18);
  const Position start = test::must(test::script(text).start({.seed = 3}));
  const view::Scene scene = view::scene_of(start, -1, {.variables = true});
  const std::string whole = view::json_text(start, scene, -1);
  CHECK(whole == view::json_of(start, scene, -1).dump(2) + "\n");
  CHECK(whole.find("\"paint[a1]\": \"0\"") != std::string::npos);
  std::string beams;
  std::size_t longest = 0;
  view::JsonText to([&](std::string_view piece) {
    longest = std::max(longest, piece.size());
    beams += piece;
  });
  to.open('{');
  view::put_beams(scene, to);
  to.close();
  view::Json tree = view::Json::object();
  for (const Beam& beam : scene.beams) tree["beams"].push_back(view::json_of(beam, scene));
  CHECK(beams == tree.dump(2) + "\n");
  CHECK(beams.size() > 200'000);
  CHECK(longest < 100'000);
}
