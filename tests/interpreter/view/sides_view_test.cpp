// Pictures of boards whose cells and edges act on beams, and of pieces with arms and sides: from scripts.
#include <algorithm>
#include <string>

#include <nlohmann/json.hpp>

#include "interpreter/view/scene/scene.hpp"
#include "interpreter/view/scene/sides.hpp"
#include "interpreter/view/svg/svg.hpp"
#include "interpreter/view/terminal/terminal.hpp"
#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"

namespace glint::view {
namespace {

using test::must;
using test::play;
using test::script;

/// Two banks, named by their players, with water between them; shores at both ends turn beams; turrets have arms, and
/// walls act at their sides.
const char* const kBanks = R"(
game "Banks"
use hex, optics
players south, north
board on flat {
  cells x in 0..4, y in -2..2 where odd(x + y)
  label south where y < 0 "{letter(-y)}{x}"
  label north where y > 0 "{letter(y)}{x}"
  label "M{x}"
}
type form = {plain "1", forked "2"}
beam { power: 0..9 = 1 }
let shore = {c in cells where c.x == 0 or c.x == 4}
piece turret of player {
  shape: form
  facing: direction
  emits if shape == forked then {facing, facing + 1} else {facing} { beam.power = if shape == forked then 2 else 1 }
  look "{owner:1}{shape}{facing}"
}
piece wall of player {
  facing: direction
  when beam crosses {facing, facing + 1} { otherwise -> resists(1) }
  look "{owner:1}W{facing}"
}
when beam enters c in shore { otherwise -> reflects across n }
move place "{at} {shape} {way}" {
  pick at in empty - shore
  pick shape in form
  pick way in direction
  put turret(shape = shape, facing = way) on at
}
move block "{at} W {way}" { pick at in empty - shore; pick way in direction; put wall(facing = way) on at }
play { repeat { turn of each player { choose place or block } } }
)";

/// Squares with gates on their grid lines, which stop beams.
const char* const kGates = R"(
game "Gates"
use square, optics
players sun, moon
board on square4 { cells x in 1..4, y in 1..3; label "{x},{y}" }
beam { }
piece lamp { facing: direction; emits facing; look "{facing}" }
piece mirror { line: axis; when beam comes { otherwise -> mirrors(line) }; look "{line}" }
var gates: set of edge = {}
when beam crosses x in gates & border { otherwise -> reflects across n }
when beam crosses x in gates { otherwise -> stops }
move shut "{gate}" { pick gate in edges - gates; gates |= gate }
move lay "{at} {line}" { pick at in empty; pick line in axis; put mirror(line = line) on at }
move shine "{at} {way}" { pick at in empty; pick way in direction; put lamp(facing = way) on at }
play { repeat { turn of each player { choose shut or lay or shine } } }
)";

Position after(const char* text, const std::vector<std::string>& moves) {
  Position position = must(script(text).start());
  for (const std::string& move : moves) play(position, move);
  return position;
}

std::string drawn(const Position& position, bool utf8 = true) {
  TerminalStyle style;
  style.utf8 = utf8;
  return "\n" + picture(scene_of(position), style);
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

const std::vector<std::string> kBanksPlayed = {"B1 2 ne", "B3 W sw", "B3 1 n", "A2 W s"};
const std::vector<std::string> kGatesPlayed = {"1,1 e", "3,1 /", "3,2.n", "1,3 e", "2,3.e", "1,2 e", "4,2.e"};

TEST_CASE("view: cells that a player names are read off the border, walls stand between cells") {
  CHECK(drawn(after(kBanks, {})) == R"(
      B        ·           ·

north A  ░           ·           ░

      M        ·           ·

      A  ░           ·           ░

south B        ·           ·
         0     1     2     3     4
)");
  // The cells of each player are in the player's colour.
  TerminalStyle colours;
  colours.colour = true;
  const Scene banks = scene_of(after(kBanks, {}));
  const std::string text = picture(banks, colours);
  for (int player = 0; player < 2; ++player) {
    const std::string cell = coloured(":", colour_of_player(player, banks), colours);
    INFO(text);
    CHECK(text.find(cell.substr(0, cell.find(':'))) != std::string::npos);
  }
  CHECK(drawn(after(kBanks, kBanksPlayed)) == R"(
                           s1  s1
      B            ·          nWsw
                            ╲  │  ╲
north A      ░          nWs    │     ░
                      ╲        │  ╱
      M            ·    ━━━    *
                            ╱  │
      A      ░           ╱     │     ░
                      ╱        │
south B          s2ne²        s1n
                      s1
             0     1     2     3     4
)");
  CHECK(drawn(after(kBanks, kBanksPlayed), false) == R"(
                            s1  s1
      B             .          nWsw
                             \  |  \
north A       :          nWs    |     :
                       \        |  /
      M             .    ===    *
                             /  |
      A       :           /     |     :
                       /        |
south B           s2ne^2       s1n
                       s1
              0     1     2     3     4
)");
}

TEST_CASE("view: edges that act stand between the cells, and beams end or turn at them") {
  CHECK(drawn(after(kGates, kGatesPlayed)) == R"(

3    e─────┃ ·   ·
            ━━━
2  ──e───────┼─────┃
             │
1    e───────/   ·

     1   2   3   4
)");
  CHECK(drawn(after(kGates, kGatesPlayed), false) == R"(

3    e-----| .   .
            ===
2  --e-------+-----|
             |
1    e-------/   .

     1   2   3   4
)");
}

TEST_CASE("view: where the border cannot tell a cell, its player's own name stands in it, and not the player's") {
  Scene scene = scene_of(after(kBanks, {}));
  const Headings headings = headings_of(scene);
  CHECK(headings.complete());
  CHECK(headings.rows.at(scene.cells.front().drawn_y) == "B");
  CHECK(headings.owners.at(scene.cells.front().drawn_y) == 1);
  scene.cells.front().own_label = "odd";
  CHECK_FALSE(headings_of(scene).complete());
  const std::string text = picture(scene, {});
  CHECK(text.find("odd") != std::string::npos);
  CHECK(text.find("(A0)") != std::string::npos);  // it acts by itself
  CHECK(occurrences(text, "north") == 1);
}

TEST_CASE("view: SVG shows territories, what acts, arms and lines") {
  const std::string banks = svg(scene_of(after(kBanks, kBanksPlayed)));
  CHECK(occurrences(banks, "stroke-linecap=\"round\" stroke-width=\"6\"") == 1);  // walls
  CHECK(occurrences(banks, "fill=\"url(#acts)\"") == 2);  // on the board, and in the legend
  CHECK(banks.find(">a cell that acts on beams</text>") != std::string::npos);
  CHECK(occurrences(banks, ">nWs<") + occurrences(banks, ">nWsw<") == 3);  // two walls, and one in the legend
  CHECK(banks.find(">A2</text>") != std::string::npos);
  CHECK(banks.find(">south A2</text>") == std::string::npos);
  CHECK(banks.find("<title>south A2") != std::string::npos);
  CHECK(banks.find("nan") == std::string::npos);
  const std::string gates = svg(scene_of(after(kGates, kGatesPlayed)));
  CHECK(gates.find("url(#acts)") == std::string::npos);
  CHECK(occurrences(gates, "<g") == occurrences(gates, "</g>"));
}

TEST_CASE("view: lines along an axis, arms with a power, and one line for one light") {
  const char* const text = R"(
game "Lines"
use square, optics
players sun, moon
type hue = {red, green}
board grid(4, 2)
beam { power: 0..9 = 1; colour: set of hue }
piece gun { emits {e, n} { beam.power = 5; beam.colour = {red} }; look "G" }
piece mirror { line: axis; when beam comes { otherwise -> mirrors(line) }; look "m{line}" }
piece splitter { line: axis; when beam comes { otherwise -> splits(line) }; look "s{line}" }
move pass "pass" { }
setup { put gun on a1; put mirror(line = rising) on d1; put splitter(line = falling) on d2 }
play { repeat { turn of each player { choose pass } } }
)";
  const cli::Folder folder;
  const std::string path = folder.write("lines.glint", text);
  const std::string shown = cli::glint({"show", path}).out;
  CHECK(shown.find(" G^5-") != std::string::npos);
  CHECK(shown.find("light  power 5, colour red  a2 b2 c2 d2 a1 b1 c1 d1\n") != std::string::npos);
  CHECK(occurrences(shown, "colour red") == 1);
  const std::string picture = cli::glint({"show", path, "--svg", "-"}).out;
  CHECK(picture.find(">5</text>") != std::string::npos);
  // Two kinds of them: each says which it is.
  CHECK(picture.find(">m</text>") != std::string::npos);
  CHECK(picture.find(">s</text>") != std::string::npos);
}

TEST_CASE("view: a beam that ends or turns at an edge, in words and as data") {
  const Scene scene = scene_of(after(kGates, kGatesPlayed));
  std::string told;
  for (const Beam& beam : scene.beams) told += steps_of(beam, scene);
  CHECK(told ==
        "1,3: 1,3 -e-> 2,3 -e-> stops at the edge from 2,3 to 3,3\n"
        "1,2: 1,2 -e-> 2,2 -e-> 3,2 -e-> 4,2 -e-> turned at the edge: 4,2 -w-> 3,2 -w-> 2,2 -w-> 1,2 -w-> off the board\n"
        "1,1: 1,1 -e-> 2,1 -e-> 3,1 -n-> 3,2 -n-> stops at the edge from 3,2 to 3,3\n");
  const auto why = [&](const char* cell) {
    std::string text;
    for (const std::string& line : explain_light(must(script(kGates).start()).game().find_cell(cell).value(), scene))
      text += line + "\n";
    return text;
  };
  CHECK(why("4,2") ==
        "4,2 is lit, by the beam of 1,2.\n"
        "\n"
        "  1,2, a lamp facing e:\n"
        "    starts going e\n"
        "    goes 1,2 -e-> 2,2 -e-> 3,2 -e-> 4,2\n"
        "    gives 4,2 light\n"
        "    starts going e\n"
        "    goes 1,2 -e-> 2,2 -e-> 3,2 -e-> 4,2\n"
        "    at the border: turns from e to w\n"
        "    gives 4,2 light\n");
  CHECK(why("3,3") ==
        "No beam lights 3,3: a beam that stops there does not light it.\n"
        "\n"
        "  1,3, a lamp facing e:\n"
        "    starts going e\n"
        "    goes 1,3 -e-> 2,3\n"
        "    stops at the edge from 2,3 to 3,3, and does not light 3,3\n"
        "\n"
        "  1,1, a lamp facing e:\n"
        "    starts going e\n"
        "    goes 1,1 -e-> 2,1 -e-> 3,1\n"
        "    at 3,1, a mirror with line /: turns from e to n\n"
        "    goes 3,1 -n-> 3,2\n"
        "    stops at the edge from 3,2 to 3,3, and does not light 3,3\n");
  const Scene banks = scene_of(after(kBanks, kBanksPlayed));
  told.clear();
  for (const Beam& beam : banks.beams) told += steps_of(beam, banks);
  CHECK(told ==
        "south B1: (power 2) south B1 -ne-> south A2 -ne-> M3 -ne-> north A4 -nw-> north B3 -nw-> (power 1) off the board\n"
        "south B1: (power 2) south B1 -se-> off the board\n"
        "south B3: (power 1) south B3 -n-> M3 -n-> north B3 -n-> off the board\n");

  const cli::Folder folder;
  const std::string path = folder.write("gates.glint", kGates);
  const auto json = cli::glint({"trace", path, "--after", "1,1 e; 2,1.e", "--json"}).json();
  CHECK(json["beams"][0]["end"] == nlohmann::json::parse(R"({"kind": "stopped", "at": "2,1", "way": "e"})"));
  const std::string banks_path = folder.write("banks.glint", kBanks);
  const auto left = cli::glint({"trace", banks_path, "--after", "B1 2 s; B1 W s", "--json"}).json();
  CHECK(left["beams"][0]["end"] ==
        nlohmann::json::parse(R"({"kind": "left", "at": "south B1", "way": "s", "payload": {"power": 2}})"));
  const auto shown = cli::glint({"show", path, "--after", "1,1 e; 2,1.e", "--json"}).json();
  CHECK(shown["cells"][8]["pieces"][0]["emits"] == nlohmann::json::parse(R"([{"way": "e", "payload": {}}])"));
  CHECK(shown["acting"] == nlohmann::json::parse(R"({"cells": [], "edges": ["2,1.e"]})"));
}

}  // namespace
}  // namespace glint::view
