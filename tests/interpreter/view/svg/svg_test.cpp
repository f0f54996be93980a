// Colours and the page that SVG draws on.
#include "interpreter/view/svg/svg.hpp"

#include <cmath>

#include "interpreter/view/svg/colour.hpp"
#include "tests/catch.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/scenes.hpp"

namespace glint::view {
namespace {

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

/// The colour of "#e03e3e".
Rgb rgb_of(const std::string& code) {
  const auto part = [&](std::size_t at) { return std::stoi(code.substr(at, 2), nullptr, 16) / 255.0; };
  return {part(1), part(3), part(5)};
}

TEST_CASE("view: colour words mix like light") {
  CHECK(colour_of_text("red") == Rgb{1, 0, 0});
  CHECK(colour_of_text("{red, blue}") == Rgb{1, 0, 1});
  CHECK(colour_of_text("red green blue") == Rgb{1, 1, 1});
  CHECK(is_white(*colour_of_text("red green blue")));
  CHECK_FALSE(colour_of_text("3").has_value());
  CHECK_FALSE(colour_of_text("").has_value());
  CHECK_FALSE(colour_of_text("redder").has_value());
  CHECK(hex({1, 0.5, 0}) == "#ff8000");
}

TEST_CASE("view: SVG shows the looks of pieces that face somewhere, where there are several sorts of them") {
  const std::string head =
      "game \"Guns\"\nuse square\nplayers sun, moon\nboard grid(3, 1)\n"
      "piece gun { facing: direction; look \"G{facing}\" }\n"
      "piece plate { facing: direction; look \"P{facing}\" }\n"
      "move pass \"pass\" { }\nplay { repeat { turn of each player { choose pass } } }\n";
  const auto picture = [&](const std::string& setup) {
    return svg(scene_of(glint::test::must(glint::test::script(head + "setup { " + setup + " }\n").start())));
  };
  const std::string two = picture("put gun(facing = n) on a1; put plate(facing = n) on b1");
  CHECK(two.find(">Gn<") != std::string::npos);
  CHECK(two.find(">Pn<") != std::string::npos);
  const std::string one = picture("put gun(facing = n) on a1; put gun(facing = e) on b1");
  CHECK(one.find(">Gn<") == std::string::npos);
}

TEST_CASE("view: SVG draws blocks as large as their cells, beams up to what stops them, and jumps apart from beams") {
  const std::string picture = svg(scene_of(glint::test::must(glint::test::script(R"(
game "Ways"
use square, optics
players sun, moon
board grid(5, 3)
beam { colour: set of hue }
type hue = {red, blue}
piece lamp { emits e { beam.colour = {red} }; look "L" }
piece wall { when beam comes -> stops; look "#" }
piece glass { when beam comes -> filters({blue}); look "g" }
piece portal { when beam comes -> teleports(a2); look "@" }
setup { put lamp on a1 | a3; put wall on c3; put portal on c1; put glass on d2 }
move pass "pass" { }
play { repeat { turn of each player { choose pass } } }
)").start())));
  INFO(picture);
  const auto of = [&](const std::string& title) {
    const std::size_t at = picture.find("<title>" + title);
    REQUIRE(at != std::string::npos);
    return picture.substr(at, picture.find("</g>", at) - at);
  };
  CHECK(of("a wall").find("<polygon") != std::string::npos);
  CHECK(of("a glass").find("<circle") != std::string::npos);
  CHECK(of("a glass").find(">g</text>") != std::string::npos);
  CHECK(occurrences(picture, ">g</text>") == 2);  // the legend has it, too
  CHECK(occurrences(picture, "stroke-dasharray=\"1 5\"") == 1);  // from the portal to where it leads
  // The bars at which beams end touch the pieces that stop them: nearer than the middle between two cells.
  const auto number_after = [](const std::string& text, const std::string& name) {
    return std::stod(text.substr(text.find(name) + name.size()));
  };
  const double glass = number_after(of("a glass"), "cx=\""), portal = number_after(of("a portal"), "cx=\"");
  double nearest = 0;
  for (std::size_t at = 0; (at = picture.find("<line x1=\"", at)) != std::string::npos; ++at)
    if (const double x = number_after(picture.substr(at, 40), "x1=\""); x < glass) nearest = std::max(nearest, x);
  CHECK(glass - nearest < (glass - portal) / 2);
}

TEST_CASE("view: SVG tints the cells that the script shows, in the colour that it names, and grey without one") {
  const auto fill = [](const std::string& more, const std::string& cell) {
    const std::string picture = svg(scene_of(glint::test::must(
        glint::test::script("game \"Pond\"\nuse square\nplayers sun, moon\nboard grid(3, 1)\nbeam { }\n"
                            "piece lamp { emits e; look \"*\" }\nsetup { put lamp on b1 }\n"
                            "move pass \"pass\" { }\nplay { repeat { turn of each player { choose pass } } }\n" +
                            more)
            .start())));
    const std::size_t at = picture.rfind("fill=\"", picture.find("<title>" + cell)) + 6;
    return rgb_of(picture.substr(at, 7));
  };
  const Rgb plain = fill("", "a1"), lit = fill("", "c1");
  const Rgb blue = fill("show cells a1 | c1 as \"~\" in blue\n", "a1");
  CHECK(blue.b - blue.r > plain.b - plain.r + 0.1);
  const Rgb green = fill("show cells a1 as \"~\" in green\n", "a1");
  CHECK(green.g - green.r > plain.g - plain.r + 0.1);
  const Rgb grey = fill("show cells a1 as \"~\"\n", "a1");
  CHECK(grey.r < plain.r - 0.05);
  CHECK(std::abs((grey.r - grey.b) - (plain.r - plain.b)) < 0.05);
  // Light is seen through the tint, and what is not of the set stays as it was.
  const Rgb wet = fill("show cells a1 | c1 as \"~\" in blue\n", "c1");
  CHECK(wet.r < lit.r);
  CHECK(wet.r > blue.r);
  CHECK(hex(fill("show cells a1 as \"~\" in blue\n", "c1")) == hex(lit));
}

TEST_CASE("view: SVG keeps the blanks of notes, which may be tables") {
  const Game game = glint::test::script(R"(
game "Hands"
use square
players sun, moon
board grid(2, 2)
piece stone { look "o" }
move place "{at}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
show "sun    3\nmoon  12"
)");
  const std::string picture = svg(scene_of(glint::test::must(game.start())));
  CHECK(picture.find("xml:space=\"preserve\"") != std::string::npos);
  CHECK(picture.find(">sun    3</text>") != std::string::npos);
  CHECK(picture.find(">moon  12</text>") != std::string::npos);
}

TEST_CASE("view: SVG has every cell, piece and label, and is well formed") {
  Scene scene = lit_hexes();
  scene.variables = {{"life[sun]", "3"}, {"newest", ""}};
  const std::string text = svg(scene);
  CHECK(text.rfind("<svg xmlns=\"http://www.w3.org/2000/svg\"", 0) == 0);
  CHECK(text.find("Hexes &amp; &lt;more&gt;") != std::string::npos);
  CHECK(text.find("<script") == std::string::npos);
  for (const CellInfo& cell : scene.cells) CHECK(text.find(">" + cell.label + "</text>") != std::string::npos);
  CHECK(occurrences(text, "<title>a green lamp facing ne</title>") == 1);
  CHECK(occurrences(text, "<polygon transform=") >= scene.cells.size());
  CHECK(text.find("life[sun]: 3") != std::string::npos);
  CHECK(text.find("newest: none") != std::string::npos);
  CHECK(text.find("nan") == std::string::npos);
  CHECK(text.find("inf") == std::string::npos);
  // Elements are closed in order.
  CHECK(occurrences(text, "<g") == occurrences(text, "</g>"));
  CHECK(occurrences(text, "<text") == occurrences(text, "</text>"));
  CHECK(svg(scene) == text);
}

}  // namespace
}  // namespace glint::view
