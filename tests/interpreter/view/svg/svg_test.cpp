// Colours and the page that SVG draws on.
#include "interpreter/view/svg/svg.hpp"

#include <cmath>
#include <cstdio>
#include <set>
#include <string>
#include <utility>

#include "interpreter/view/svg/colour.hpp"
#include "interpreter/view/svg/plots.hpp"
#include "interpreter/view/svg/text.hpp"
#include "interpreter/view/terminal/terminal.hpp"
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

/// How many corners the first polygon has.
std::size_t corners_in(const std::string& picture) {
  const std::size_t at = picture.find("points=\"") + 8;
  return occurrences(picture.substr(at, picture.find('"', at) - at), ",");
}

/// What is drawn of the piece whose tooltip begins with this.
std::string titled(const std::string& picture, const std::string& title) {
  const std::size_t at = picture.find("<title>" + title);
  REQUIRE(at != std::string::npos);
  return picture.substr(at, picture.find("</g>", at) - at);
}

/// What the picture makes of a colour where the reader prefers dark pages; the colour itself if that is no other.
std::string on_dark(const std::string& picture, const std::string& property, const std::string& colour) {
  const std::string rule = "[" + property + "=\"" + colour + "\"]{" + property + ":";
  const std::size_t at = picture.find(rule, picture.find("(prefers-color-scheme:dark)"));
  return at == std::string::npos ? colour : picture.substr(at + rule.size(), 7);
}

/// The number behind the first of these words.
double number_after(const std::string& text, const std::string& words) {
  return std::stod(text.substr(text.find(words) + words.size()));
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

TEST_CASE("view: kinds and players have tones of their own, which begin again where there are more") {
  for (const auto& [tone, count] : {std::pair{&kind_tone, 9}, std::pair{&player_tone, 8}}) {
    std::set<std::string> tones;
    for (int i = 0; i < count; ++i) tones.insert(hex(tone(i)));
    CHECK(tones.size() == static_cast<std::size_t>(count));
    CHECK(tone(count) == tone(0));
    CHECK(tone(-1) == tone(count - 1));
  }
}

TEST_CASE("view: a piece is drawn as its look where that is short, or else as a field that is") {
  const auto letters = [](const std::string& look) {
    return svg(scene_of(glint::test::must(
        glint::test::script("game \"Letters\"\nuse square\nplayers sun, moon\nboard grid(3, 1)\n"
                            "piece stone { age: 10..99; look \"" + look + "\" }\nsetup { put stone(age = 47) on a1 }\n"
                            "move pass \"pass\" { }\nplay { repeat { turn of each player { choose pass } } }\n")
            .start())));
  };
  CHECK(letters("sto").find(">sto</text>") != std::string::npos);
  CHECK(letters("sto").find(">47</text>") == std::string::npos);
  CHECK(letters("stone").find(">stone</text>") != std::string::npos);
  CHECK(letters("pebble").find(">47</text>") != std::string::npos);
}

TEST_CASE("view: a field called shape says in which form a piece is drawn, and in words only where others differ") {
  const auto picture = [](const std::string& fields, const std::string& setup) {
    return svg(scene_of(glint::test::must(
        glint::test::script("game \"Forms\"\nuse square\nplayers sun, moon\nboard grid(3, 1)\npiece stone { " + fields +
                            "look \"s\" }\nsetup { " + setup + " }\nmove pass \"pass\" { }\n"
                            "play { repeat { turn of each player { choose pass } } }\n")
            .start())));
  };
  const auto corners = [&](const std::string& shape) {
    return corners_in(
        titled(picture("shape: {" + shape + "} = " + shape + "; ", "put stone on a1"), "a stone</title>"));
  };
  CHECK(corners("square") == 4);
  CHECK(corners("diamond") == 4);
  CHECK(corners("triangle") == 3);
  CHECK(corners("wedge") == 3);
  CHECK(corners("pentagon") == 5);
  CHECK(corners("hexagon") == 6);
  CHECK(corners("octagon") == 8);
  CHECK(corners("star") == 10);
  const auto is_disc = [](const std::string& drawn) {
    return titled(drawn, "a stone").find("<circle") != std::string::npos;
  };
  CHECK(is_disc(picture("", "put stone on a1")));  // the first kind
  CHECK(is_disc(picture("shape: {disc} = disc; ", "put stone on a1")));
  CHECK_FALSE(is_disc(picture("shape: {star} = star; ", "put stone on a1")));
  // Another name, and another word, are the script's own.
  CHECK(is_disc(picture("form: {star} = star; ", "put stone on a1")));
  CHECK(is_disc(picture("shape: {round} = round; ", "put stone on a1")));
  const std::string two =
      picture("shape: {star, disc}; ", "put stone(shape = star) on a1; put stone(shape = disc) on b1");
  CHECK(corners_in(titled(two, "a stone with shape star")) == 10);
  CHECK(titled(two, "a stone with shape disc").find("<circle") != std::string::npos);
  CHECK(occurrences(two, ">stone with shape ") == 2);  // in the legend
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
  CHECK(two.find(">G<") != std::string::npos);  // the arrow tells the direction
  CHECK(two.find(">P<") != std::string::npos);
  // It points north: its tip is above its base, whose corners are as far left of it as right of it.
  double tip_x = 0, tip_y = 0, left_x = 0, left_y = 0, right_x = 0, right_y = 0;
  const std::size_t arrow = two.find("<polygon points=\"");
  REQUIRE(arrow != std::string::npos);
  REQUIRE(std::sscanf(two.c_str() + arrow, "<polygon points=\"%lf,%lf %lf,%lf %lf,%lf\"", &tip_x, &tip_y, &left_x, &left_y,
                      &right_x, &right_y) == 6);
  CHECK(tip_y < left_y);
  CHECK(left_y == right_y);
  CHECK(std::abs(left_x + right_x - 2 * tip_x) < 0.1);
  const double shape = (left_y - tip_y) / std::abs(left_x - right_x);
  CHECK(shape > 0.6);
  CHECK(shape < 0.8);
  const std::string one = picture("put gun(facing = n) on a1; put gun(facing = e) on b1");
  CHECK(one.find(">G<") == std::string::npos);
}

TEST_CASE("view: beams without colours are drawn in those of who sends them, and counted where they leave") {
  const auto picture = [](const std::string& owner) {
    return svg(scene_of(glint::test::must(
        glint::test::script("game \"Rays\"\nuse square\nplayers red, blue\nboard grid(4, 2)\nbeam { power: 0..3 = 1 }\n"
                            "piece lamp" + owner + " { emits e; look \"L\" }\nmove pass \"pass\" { }\n"
                            "play { repeat { turn of each player { choose pass } } }\nsetup {\n" +
                            (owner.empty() ? "  put lamp on a1 | b1 | a2\n"
                                           : "  put lamp(owner = red) on a1 | b1\n  put lamp(owner = blue) on a2\n") +
                            "}\n")
            .start())));
  };
  const auto has = [](const std::string& text, Rgb colour) {
    return text.find("stroke=\"" + hex(ink(colour)) + "\" stroke-width=\"11") != std::string::npos ||
           text.find("stroke=\"" + hex(ink(colour)) + "\" stroke-width=\"12") != std::string::npos;
  };
  const std::string owned = picture(" of player"), plain = picture("");
  CHECK(has(owned, {1, 0, 0}));
  CHECK(has(owned, {0, 0, 1}));
  CHECK_FALSE(has(plain, {1, 0, 0}));
  // The letter of a player tells counters apart, also without colours.
  for (const char* const count : {">r2</text>", ">b1</text>"}) CHECK(occurrences(owned, count) > occurrences(plain, count));
  CHECK(occurrences(plain, ">2</text>") > occurrences(owned, ">2</text>"));
}

TEST_CASE("view: a counter holds all beams of a player that leave at one place, whatever their power") {
  const auto start = glint::test::must(
      glint::test::script("game \"Rays\"\nuse square\nplayers red, blue\nboard grid(3, 3)\nbeam { power: 0..9 = 1 }\n"
                          "piece lamp of player { facing: direction; power: 1..9; emits facing { beam.power = power }; look \"L\" }\n"
                          "move pass \"pass\" { }\nplay { repeat { turn of each player { choose pass } } }\nsetup {\n"
                          "  put lamp(owner = red, facing = e, power = 9) on a2\n"
                          "  put lamp(owner = red, facing = e, power = 8) on b2\n"
                          "  put lamp(owner = blue, facing = e, power = 7) on c2\n"
                          "  put lamp(owner = blue, facing = n, power = 7) on a1 | b1 | c1\n}\n")
          .start());
  const std::string drawing = svg(scene_of(start));
  CHECK(occurrences(drawing, ">r2</text>") == 1);  // of red, over c2: powers 9 and 8
  CHECK(occurrences(drawing, ">b1</text>") == 4 + 1);  // of blue there, one over each of a3, b3 and c3; and a cell
  TerminalStyle plain;
  const std::string text = picture(scene_of(start), plain);
  CHECK(occurrences(text, "r2b1") == 1);
  CHECK(occurrences(text, "b1") == 4);
}

TEST_CASE("view: the legend has pieces in the order of the script, those of the first player first") {
  const std::string drawing = svg(scene_of(glint::test::must(
      glint::test::script("game \"Order\"\nuse square\nplayers red, blue\nboard grid(3, 2)\n"
                          "piece zebra of player { look \"Z\" }\npiece ant of player { look \"A\" }\n"
                          "move pass \"pass\" { }\nplay { repeat { turn of each player { choose pass } } }\nsetup {\n"
                          "  put ant(owner = blue) on a1\n  put zebra(owner = blue) on b1\n  put ant(owner = red) on c1\n"
                          "  put zebra(owner = red) on c2\n}\n")
          .start())));
  std::size_t before = drawing.find("PIECES");
  for (const char* const words : {"zebra of red", "zebra of blue", "ant of red", "ant of blue"}) {
    before = drawing.find(words, before);
    CHECK(before != std::string::npos);
  }
}

TEST_CASE("view: a beam that no piece sends is broken, and sides that the script marks have its words") {
  const std::string fenced = R"(game "Fenced"
use square
players sun
board grid(4, 2)
beam { }
let fence: set of edge = edge(d1, w)
when beam crosses x in fence -> stops
show beams trace(a1, e)
move wait "wait" { }
play { repeat { turn of sun { choose wait } } }
)";
  const auto drawn = [](const std::string& script) {
    return svg(scene_of(glint::test::must(glint::test::script(script).start())));
  };
  const std::string plain = drawn(fenced), named = drawn(fenced + "show edges fence \"the fence\"\n");
  for (const std::string& picture : {plain, named}) {
    CHECK(occurrences(picture, "stroke-dasharray=\"10 7\"") == 1);
    CHECK(picture.find(">the way a beam would take now</text>") != std::string::npos);
  }
  CHECK(plain.find(">a side that acts on beams</text>") != std::string::npos);
  CHECK(named.find("acts on beams") == std::string::npos);
  CHECK(named.find(">the fence</text>") != std::string::npos);
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
  const auto of = [&](const std::string& title) { return titled(picture, title); };
  CHECK(of("a wall").find("<polygon") != std::string::npos);
  CHECK(of("a lamp").find("<circle") != std::string::npos);
  CHECK(of("a glass").find("<polygon") != std::string::npos);
  CHECK(corners_in(of("a glass")) != corners_in(of("a portal")));
  CHECK(of("a glass").find(">g</text>") != std::string::npos);
  CHECK(occurrences(picture, ">g</text>") == 2);  // the legend has it, too
  CHECK(occurrences(picture, "stroke-dasharray=\"7 6\"") == 1);  // from the portal to where it leads
  // The bars at which beams end touch the pieces that stop them: nearer than the middle between two cells.
  const double glass = number_after(of("a glass"), "<text x=\""), portal = number_after(of("a portal"), "<text x=\"");
  double nearest = 0;
  const std::size_t bars_end = picture.find("stroke-width=\"3\" fill=\"none\"");
  REQUIRE(bars_end != std::string::npos);
  const std::size_t bars = picture.rfind("<path d=\"", bars_end);
  for (std::size_t at = bars; (at = picture.find('M', at)) < bars_end; ++at)
    if (const double x = number_after(picture.substr(at, 40), "M"); x < glass) nearest = std::max(nearest, x);
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

TEST_CASE("view: SVG shows without colour where a piece faces, whose a line is, and which tint a cell has") {
  const std::string picture = svg(scene_of(glint::test::must(glint::test::script(R"(
game "Panes"
use square, optics
players gold, blue
board grid(4, 2)
beam { }
piece gate of player { facing: direction; look "{owner:1}{facing}" }
piece watch of player { facing: direction; look "{owner:1}!{facing}" }
piece pane of player { line: axis; when beam comes -> reflects across line; look "{line}" }
setup {
  put gate(owner = gold, facing = e) on a1
  put watch(owner = blue, facing = w) on b1
  put pane(owner = gold, line = rising) on c1
  put pane(owner = blue, line = rising) on d1
}
show cells a2 as "~" in blue
show cells b2 as "," in green
move pass "pass" { }
play { repeat { turn of each player { choose pass } } }
)").start())));
  INFO(picture);
  const auto of = [&](const std::string& title) { return titled(picture, title); };
  // The tip is lighter than the page's cells where the page is dark.
  const std::string gate = of("a gate of gold");
  const std::string tip = gate.substr(gate.find("fill=\"") + 6, 7);
  CHECK(brightness(rgb_of(tip)) < 0.5);
  CHECK(brightness(rgb_of(on_dark(picture, "fill", tip))) > 0.55);
  CHECK(occurrences(of("a pane of gold"), "stroke-dasharray") == 0);
  CHECK(occurrences(of("a pane of blue"), "stroke-dasharray") == 1);
  CHECK(picture.find(">a2 ~</text>") != std::string::npos);
  CHECK(picture.find(">b2 ,</text>") != std::string::npos);
}

TEST_CASE("view: SVG names marked cells and edges, and tells them apart without colour") {
  const std::string picture = svg(scene_of(glint::test::must(glint::test::script(R"(
game "Zones"
use square
players red, blue
board grid(3, 2)
piece stone { look "o" }
let pond: set of cell = b1
show cells pond as "~" in blue
show cells b2 "the <hill>" as "^" in brown
show cells c2 as "+"
show for p in player edges edge(if p == red then a1 else c1, n) "gate of {p}" of p
move pass "pass" { }
play { repeat { turn of each player { choose pass } } }
)").start())));
  INFO(picture);
  CHECK(occurrences(picture, "<pattern") == 2);  // two, each once more in the legend
  CHECK(picture.find(">pond</text>") != std::string::npos);
  CHECK(picture.find(">the &lt;hill&gt;</text>") != std::string::npos);
  CHECK(picture.find("<title>b2 (the &lt;hill&gt;)</title>") != std::string::npos);
  CHECK(picture.find(">c2 +</text>") != std::string::npos);
  CHECK(picture.find(">gate of blue</text>") != std::string::npos);
  const std::string red = hex(ink(*colour_of_word("red"))), blue = hex(ink(*colour_of_word("blue")));
  CHECK(occurrences(picture, "stroke=\"" + red + "\" d=") == 1);
  CHECK(occurrences(picture, "stroke=\"" + blue + "\" stroke-linecap=\"butt\" stroke-dasharray=\"9 4\" d=") == 1);
}

TEST_CASE("view: SVG shows a look of several letters whole, and every player's colour") {
  const std::string picture = svg(scene_of(glint::test::must(glint::test::script(R"(
game "Tiles"
use square
players black, white
board grid(2, 1)
piece tile { id: 1..12; turned: 0..3; look "{id}.{turned}" }
setup { put tile(id = 12, turned = 3) on a1; put tile(id = 12, turned = 0) on b1 }
move pass "pass" { }
play { repeat { turn of each player { choose pass } } }
)").start())));
  INFO(picture);
  CHECK(picture.find(">12.3</text>") != std::string::npos);
  CHECK(picture.find(">12.0</text>") != std::string::npos);
  CHECK(occurrences(picture.substr(picture.find(">PLAYERS<"), 900), "fill=\"#ffffff\" stroke") == 1);
}

TEST_CASE("view: SVG draws a rim where light is white, on the first cell, too") {
  const auto rims = [](const std::string& colours) {
    const Scene scene = scene_of(glint::test::must(
        glint::test::script("game \"Bright\"\nuse square\nplayers sun, moon\nboard grid(3, 1)\ntype hue = {red, green, blue}\n"
                            "beam { colour: set of hue }\npiece lamp { emits w { beam.colour = " + colours +
                            " }; look \"*\" }\nsetup { put lamp on c1 }\n"
                            "move pass \"pass\" { }\nplay { repeat { turn of each player { choose pass } } }\n")
            .start()));
    REQUIRE(scene.cells.front().label == "a1");
    const std::string picture = svg(scene);
    const std::size_t group = picture.find("<g fill=\"none\" stroke=\"" + hex(kWhiteRim) + "\"");
    return group == std::string::npos ? std::size_t{0} : occurrences(picture.substr(group, picture.find("</g>", group) - group), "<use ");
  };
  CHECK(rims("{red, green, blue}") == 3);  // a1, b1, and the lamp's own cell
  CHECK(rims("{red, green}") == 0);
}

TEST_CASE("view: the lines behind a plot have their numbers beside them") {
  const std::string all = histogram_svg({{1, 4}, {2, 9}, {3, 5}}, "plies");
  const std::string plot = all.substr(0, all.find("<rect "));  // the bars stand before them
  // A number stands on the level of its line, 4 below as letters are drawn upwards.
  std::size_t lines = 0, at = 0;
  while ((at = plot.find("<line ", at)) != std::string::npos) {
    const std::string line = plot.substr(at, plot.find('>', at) - at);
    at += 6;
    if (number_after(line, "y1=\"") != number_after(line, "y2=\"")) continue;
    const std::size_t text = plot.find("<text ", at);
    REQUIRE(text != std::string::npos);
    CHECK(number_after(plot.substr(text), " y=\"") == number_after(line, "y1=\"") + 4);
    CHECK(number_after(plot.substr(text), " x=\"") == number_after(line, "x1=\"") - 6);
    ++lines;
  }
  CHECK(lines >= 3);
}

TEST_CASE("view: a plot says in words what it shows, and its letters are not shrunk on a phone") {
  const std::string plot = estimates_svg({{"`sun` & moon", 40, 30, 50, "40 % (30 .. 50)"}, {"ties", 2, 1, 3, "2 % (1 .. 3)"}}, 0, 100, " %");
  CHECK(plot.find("role=\"img\" aria-label=\"`sun` &amp; moon: 40 % (30 .. 50); ties: 2 % (1 .. 3)\"") != std::string::npos);
  CHECK(number_after(plot, "width=\"") <= 400);
  CHECK(estimates_svg({}, 0, 100, " %").empty());
  const std::string bars = histogram_svg({{1, 4}, {2, 9}, {3, 5}}, "plies");
  CHECK(bars.find("aria-label=\"plies: 1 to 3, 18 in all\"") != std::string::npos);
}

TEST_CASE("view: SVG has a dark page for those who prefer one, on which text and pieces can be seen") {
  Scene scene = lit_hexes();
  scene.players = {"white", "black"};
  scene.kinds = {"lamp", "stone"};
  scene.pieces[0] = {{"stone", 1, "s", {}}};
  const std::string text = svg(scene);
  const auto attribute = [&](const std::string& name, std::size_t from) {
    const std::size_t at = text.find(name + "=\"#", from) + name.size() + 2;
    return text.substr(at, 7);
  };
  const auto dark = [&](const std::string& property, const std::string& colour) {
    return brightness(rgb_of(on_dark(text, property, colour)));
  };
  const std::string page = attribute("fill", text.find("<rect")), title = attribute("fill", text.find("<text"));
  CHECK(brightness(rgb_of(page)) - brightness(rgb_of(title)) > 0.6);
  CHECK(dark("fill", title) - dark("fill", page) > 0.6);
  const std::string cell = attribute("fill", text.find("<use"));
  CHECK(std::abs(dark("fill", cell) - dark("fill", page)) > 0.05);
  const std::size_t stone = text.find("<title>a stone of black");
  REQUIRE(stone != std::string::npos);
  CHECK(dark("stroke", attribute("stroke", stone)) - dark("fill", attribute("fill", stone)) > 0.3);
  // A beam, and the letter on a piece, are the same on both.
  CHECK(on_dark(text, "stroke", hex(ink({0, 1, 0}))) == hex(ink({0, 1, 0})));
}

TEST_CASE("view: SVG tells pieces, players and light apart without their colours") {
  const std::string picture = svg(scene_of(glint::test::must(glint::test::script(R"(
game "Marks"
use square, optics, light
players sun, moon
board grid(4, 4)
type hue = {red, blue}
beam { power: 0..9 = 1; colour: set of hue }
piece stone of player { look "o" }
piece lamp { colour: hue; facing: direction; emits facing { beam.colour = colour }; look "{colour:1}{facing}" }
setup { put stone(owner = sun) on a1; put stone(owner = moon) on b1; put lamp(colour = red, facing = e) on a3
        put lamp(colour = blue, facing = e) on a4 }
move pass "pass" { }
play { repeat { turn of each player { choose pass } } }
)").start())));
  INFO(picture);
  CHECK(picture.find(">r</text>") != std::string::npos);
  CHECK(picture.find(">b</text>") != std::string::npos);
  const auto of = [&](const std::string& title) { return titled(picture, title); };
  CHECK(of("a stone of sun").find("dasharray") == std::string::npos);
  CHECK(of("a stone of moon").find("dasharray") != std::string::npos);
  // Red and green differ in brightness: for many they do in nothing else.
  CHECK(brightness(ink({0, 1, 0})) - brightness(ink({1, 0, 0})) > 0.15);
  // A cell says which colours light it, and the legend spells them out.
  Scene scene = lit_hexes();
  const std::string hexes = svg(scene);
  const auto light = light_of(scene);
  int lit = 0;
  for (std::size_t i = 0; i < scene.cells.size(); ++i) {
    if (!light[i]) continue;
    std::string initials;
    for (const std::string& word : take_apart((*light[i])[0]).words) initials += word[0];
    CHECK(hexes.find(">" + scene.cells[i].label + (initials.empty() ? "" : " ") + initials + "</text>") !=
          std::string::npos);
    ++lit;
  }
  CHECK(lit > 3);
}

TEST_CASE("view: SVG marks how a beam ends, and counts those that leave") {
  Scene scene = hexagon(3);
  scene.beam_fields = {{"power", false, true, {}}};
  const auto ends = [&](BeamEnd end) {
    scene.beams = {beam(scene, {{"C1", "e", "7"}, {"C2", "e", "7"}}, end, "C3")};
    if (end == BeamEnd::left) scene.beams = {beam(scene, {{"C4", "e", "7"}, {"C5", "e", "7"}}, end, "C5")};
    return svg(scene);
  };
  const std::string left = ends(BeamEnd::left), stopped = ends(BeamEnd::stopped), looped = ends(BeamEnd::looped);
  const std::string counter = ">1</text>", bar = "stroke-width=\"3\" fill=\"none\"", ring = "r=\"6\" fill=\"none\"";
  CHECK(occurrences(left, counter) == 1);
  CHECK(occurrences(left, bar) + occurrences(left, ring) == 0);
  CHECK(occurrences(stopped, bar) == 1);
  CHECK(occurrences(stopped, counter) + occurrences(stopped, ring) == 0);
  CHECK(occurrences(looped, ring) == 1 + 1);  // one in the legend
  CHECK(occurrences(looped, counter) + occurrences(looped, bar) == 0);
}

TEST_CASE("view: SVG marks each branch of a split beam, once however many beams go there") {
  Scene scene = hexagon(3);
  scene.beam_fields = {{"power", false, true, {}}};
  Beam split = beam(scene, {{"C1", "e", "7"}}, BeamEnd::split, "C2");
  split.branches = {beam(scene, {{"C2", "e", "7"}, {"C3", "e", "7"}}, BeamEnd::stopped, "C4"),
                    beam(scene, {{"C2", "ne", "3"}}, BeamEnd::stopped, "B2")};
  // Each is a closed part of a path.
  const auto marks = [&] {
    const std::string picture = svg(scene);
    int count = 0;
    for (std::size_t at = 0; (at = picture.find("z\" fill=\"#ffffff\" stroke=\"", at)) != std::string::npos; ++at)
      count += occurrences(picture.substr(picture.rfind("<path", at), at + 1 - picture.rfind("<path", at)), "z");
    return count;
  };
  scene.beams = {split};
  CHECK(marks() == 2 + 1);  // one in the legend
  scene.beams = {split, split};
  CHECK(marks() == 2 + 1);
  // What only bends is not split.
  scene.beams[0].branches.pop_back();
  scene.beams.pop_back();
  CHECK(marks() == 0);
}

TEST_CASE("view: SVG writes what looks the same once") {
  const auto picture = [](int side) {
    const std::string sides = std::to_string(side);
    return svg(scene_of(glint::test::must(glint::test::script(
        "game \"Rows\"\nuse square\nplayers sun, moon\nboard grid(" + sides + ", " + sides + ")\n"
        "piece wall { look \"#\" }\npiece stone { look \"o\" }\nsetup { put wall on {c in cells where c.x == 2}; "
        "put stone on {c in cells where c.x == 4} }\nmove pass \"pass\" { }\n"
        "play { repeat { turn of each player { choose pass } } }\n").start())));
  };
  const std::string small = picture(30), large = picture(60);
  CHECK(occurrences(small, "<title>a stone</title>") == 1 + 1);  // one in the legend
  CHECK(occurrences(small, "<use ") == 900 + 60);
  CHECK(occurrences(large, "<title>a stone</title>") == 1 + 1);
  // On a large board a path of one part is the ground, and one of 60 markers each sort of piece.
  CHECK(occurrences(large, "<use ") == 0);
  CHECK(occurrences(large, "h4320v4320h-4320z") == 1);
  CHECK(occurrences(large, "<path fill=\"none\" marker-start=\"url(#") == 2);
  CHECK(occurrences(large, "v72") == 2 * 59);
  CHECK(large.size() < small.size() / 10);
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
  for (const CellInfo& cell : scene.cells) CHECK(text.find(">" + cell.label) != std::string::npos);
  CHECK(occurrences(text, "<title>a green lamp facing ne</title>") == 1);
  CHECK(occurrences(text, "\"><title>") == scene.cells.size());
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
