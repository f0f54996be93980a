// Pictures in the terminal, of scenes made by hand.
#include "interpreter/view/terminal/terminal.hpp"
#include "tests/catch.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/scenes.hpp"

namespace glint::view {
namespace {

TEST_CASE("view: a hexagon in the terminal, beams between its cells") {
  TerminalStyle style;
  CHECK("\n" + picture(lit_hexes(), style) == R"(
                                                                 /
A                         A1          A2          A3          A4
                                                           /
B                   B1          B2          B3          B4          B5
                                                     /
C             C1          C2          C3        C4:bne        C5          C6
                                               /
D       D1        D2:ye---------D3----------D4--------D5:rw         D6          D7
                                         /
E             E1          E2          E3          E4          E5          E6
                                   /
F                   F1        F2:gne        F3          F4          F5

G                         G1          G2          G3          G4

)");
}

TEST_CASE("view: with one line for each row, slanted beams stand between two cells, beside the upper one") {
  TerminalStyle style;
  style.lines = 8;
  CHECK("\n" + picture(lit_hexes(), style) == R"(
A                 A1      A2      A3    / A4
B             B1      B2      B3    / B4      B5
C         C1      C2      C3    C4:bne    C5      C6
D     D1    D2:ye-----D3----*-D4----D5:rw     D6      D7
E         E1      E2    / E3      E4      E5      E6
F             F1    F2:gne    F3      F4      F5
G                 G1      G2      G3      G4
)");
}

TEST_CASE("view: stacks and coordinates of a square board") {
  Scene scene = squares(3, 2, 8);
  for (const char* size : {"3", "2", "1"}) {
    put(scene, "a1", {"tower", 0, std::string("r") + size, {{"tree", "red"}, {"size", size}}, -1});
  }
  put(scene, "c2", {"stone", 1, "*", {}, -1});
  CHECK("\n" + picture(scene, {}) == R"(
2    .     .     *

1   r321   .     .
     a     b     c
)");
  scene.pieces[static_cast<std::size_t>(cell_of(scene, "a1"))][0].glyph = "y3";
  CHECK(stack_glyph(scene.pieces[static_cast<std::size_t>(cell_of(scene, "a1"))]) == "y3r2r1");
}

TEST_CASE("view: empty cells have the sign that the script gives them") {
  Scene scene = squares(3, 2, 8);
  scene.grounds[cell_of(scene, "b1")] = {"~", Rgb{0, 0, 1}};
  scene.grounds[cell_of(scene, "c2")] = {"=", std::nullopt};
  put(scene, "c2", {"stone", 1, "*", {}, -1});
  CHECK("\n" + picture(scene, {}) == R"(
2  .   .   *

1  .   ~   .
   a   b   c
)");
  TerminalStyle style;
  style.colour = true;
  CHECK(picture(scene, style).find(std::to_string(terminal_colour({0, 0, 1})) + "m~") != std::string::npos);
}

TEST_CASE("view: edges that the script marks are lines, or have its sign") {
  Scene scene = squares(3, 2, 4);
  scene.marked_sides = {{cell_of(scene, "a1"), 0, {"", Rgb{0, 0, 1}, "wall", true}},
                        {cell_of(scene, "b2"), 1, {"", std::nullopt, "river", true, false, 1}},
                        {cell_of(scene, "b2"), 0, {"+", std::nullopt, "gate", true, false, 2}}};
  TerminalStyle style;
  style.utf8 = true;
  CHECK("\n" + picture(scene, style) == R"(
2  ·   · + ·
      ━━━
1  · ┃ ·   ·
   a   b   c
)");
}

TEST_CASE("view: an upright wall of several edges is one line") {
  Scene scene = squares(2, 3, 4);
  for (const char* cell : {"a1", "a2"}) scene.marked_sides.push_back({cell_of(scene, cell), 0, {"", std::nullopt, "wall", true}});
  TerminalStyle style;
  style.utf8 = true;
  CHECK("\n" + picture(scene, style) == R"(
3  ·   ·

2  · ┃ ·
     ┃
1  · ┃ ·
   a   b
)");
}

TEST_CASE("view: where nothing else names a cell, its label stands before its piece") {
  const Position start = glint::test::must(glint::test::script(R"(
game "Numbers"
use square
players sun, moon
board on square4 { cells x in 1..3, y in 1..2; label "{x + (y - 1) * 3}" }
piece stone { look "o" }
setup { put stone on cell("2") | cell("4") }
move pass "pass" { }
play { repeat { turn of each player { choose pass } } }
)").start());
  CHECK("\n" + picture(scene_of(start), {}) == R"(
  4:o   5    6

   1   2:o   3
)");
}

TEST_CASE("view: beams take the place of dots, and cross") {
  Scene scene = squares(3, 3, 4);
  scene.beam_fields = {{"power", false, true, {}}};
  scene.beams.push_back(beam(scene, {{"a2", "e", "1"}, {"b2", "e", "1"}, {"c2", "e", "1"}}, BeamEnd::left, "c2"));
  scene.beams.push_back(beam(scene, {{"b1", "n", "1"}, {"b2", "n", "1"}, {"b3", "n", "1"}}, BeamEnd::left, "b3"));
  TerminalStyle style;
  style.utf8 = true;
  CHECK("\n" + picture(scene, style) == R"(
         1
3    ·   │   ·
         │
2    ────┼─────1
         │
1    ·   │   ·

     a   b   c
)");
}

TEST_CASE("view: where beams carry numbers, the border says how many leave, those of each player apart") {
  const auto start = test::must(
      test::script("game \"Rays\"\nuse square\nplayers red, blue\nboard grid(3, 2)\nbeam { power: 0..3 = 1 }\n"
                   "piece lamp of player { facing: direction; emits facing; look \"L\" }\n"
                   "move pass \"pass\" { }\nplay { repeat { turn of each player { choose pass } } }\nsetup {\n"
                   "  put lamp(owner = red, facing = e) on a1 | b1\n  put lamp(owner = blue, facing = e) on c1\n"
                   "  put lamp(owner = blue, facing = n) on b2\n}\n")
          .start());
  TerminalStyle style;
  style.utf8 = true;
  CHECK("\n" + picture(scene_of(start), style) == R"(
         b1
2    ·   L   ·

1    L───L───L─r2b1

     a   b   c
)");
}

TEST_CASE("view: colours only where they are wanted, and every one is closed") {
  TerminalStyle style;
  CHECK(picture(lit_hexes(), style).find('\033') == std::string::npos);
  style.colour = true;
  const std::string text = picture(lit_hexes(), style);
  CHECK(text.find("\033[38;5;") != std::string::npos);
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; begin = end + 1, end = text.find('\n', begin)) {
    const std::string line = text.substr(begin, end - begin);
    if (line.find('\033') == std::string::npos) continue;
    CHECK(line.substr(line.rfind('\033')).substr(0, 4) == "\033[0m");
  }
}

TEST_CASE("view: a board too large for a terminal is not drawn") {
  CHECK(picture(squares(1, 1, 4), {}).find("too large") == std::string::npos);
  Scene scene = squares(1, 1, 4);
  scene.cells.push_back({"z9", 100000, 100000, 100000, 100000});
  scene.pieces.resize(2);
  CHECK(picture(scene, {}) == "(the board is too large to draw here)\n");
}

}  // namespace
}  // namespace glint::view
