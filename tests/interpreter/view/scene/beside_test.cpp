// What stands beside the board in words: labels of variables, texts, and what is left out unless somebody asks.
#include <string>

#include <nlohmann/json.hpp>

#include "interpreter/view/scene/scene.hpp"
#include "interpreter/view/svg/svg.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"

using namespace glint;
using test::must;

namespace {

std::string game_of(const std::string& variables, const std::string& start = "") {
  return "game \"Beside\"\nuse square\nplayers sun, moon\nboard grid(4, 4)\npiece stone { look \"o\" }\n" + variables +
         "\nmove place \"{at}\" { pick at in empty; put stone on at }\nsetup { " + start +
         " }\nplay { repeat { turn of each player { choose place else { end : tie } } } }\n";
}

/// The notes, a line each; then what is listed by name, "name = value;".
std::string told(const std::string& variables, const std::string& start = "", int viewer = -1, view::Asked asked = {}) {
  const view::Scene scene = view::scene_of(must(test::script(game_of(variables, start)).start()), viewer, asked);
  std::string text;
  for (const Position::Note& note : scene.notes) text += note.text + "\n";
  for (const auto& [name, value] : scene.variables) text += name + " = " + value + ";";
  return text;
}

}  // namespace

TEST_CASE("beside: a label says what a variable is, and those of players share a line", "[beside]") {
  CHECK(told("var round: 0..9 = 4 \"round\"\nvar left: set of cell = {} \"last move\"") == "round: 4\nlast move: none\n");
  CHECK(told("var life[player]: 0..5 = 3 \"life|lives\"\nvar hand[player]: set of 1..4 = {2, 3} \"hand\"", "life[moon] = 1") ==
        "sun: 3 lives, hand 2 and 3\nmoon: 1 life, hand 2 and 3\n");
  CHECK(told("var points: -9..9 = 1 \"point|points\"") == "1 point\n");
  CHECK(told("var points: -9..9 = 0 \"point|points\"") == "0 points\n");
  // A flag is its label while it is on.
  CHECK(told("var open: flag = off \"the gate is open\"").empty());
  CHECK(told("var open: flag = on \"the gate is open\"") == "the gate is open\n");
  CHECK(told("var out[player]: flag = off \"has passed\"", "out[moon] = on") == "moon: has passed\n");
  // Of another index, a line with all that it has.
  CHECK(told("bag cards[number: 1..3] = number \"cards\"") == "cards: 1 = 1, 2 = 2, 3 = 3\n");
  CHECK(told("var been[cell]: flag = off \"been\"", "been[b2] = on; been[c1] = on") == "been: b2, c1\n");
  CHECK(told("var been[cell]: flag = off \"been\"") == "been: none\n");
}

TEST_CASE("beside: as soon as a script says what is shown, the rest is left out unless somebody asks", "[beside]") {
  const std::string both = "var round: 0..9 = 4 \"round\"\nvar before: cell = a1";
  CHECK(told(both) == "round: 4\n");
  CHECK(told(both, "", -1, {.variables = true}) == "round: 4\nround = 4;before = a1;");
  CHECK(told("var before: cell = a1\nshow \"hello\"") == "hello\n");
  CHECK(told("var before: cell = a1\nshow when before != a1 \"hello\"").empty());
  CHECK(told("var before: cell = a1\nshow cells a1 as \"~\"") == "before = a1;");
  CHECK(told("var before: cell = a1\nvar quiet: 0..9 = 0 uncounted") == "before = a1;quiet = 0;");
  // A large table is listed in short: what most entries have, and the first of the others.
  const std::string past = "var past[0..100]: set of cell = {}";
  CHECK(told(past) == "past[...] = none;");
  CHECK(told(past, "past[3] = a1; past[17] = b2 | c2") == "past[...] = none;past[3] = a1;past[17] = b2 c2;");
  const std::string many = told("var past[0..100]: 0..200 = 0", "for i in 1..40 { past[i] = i }");
  CHECK(many.starts_with("past[...] = 0 (and 28 others);past[1] = 1;"));
  CHECK(many.ends_with(";past[12] = 12;"));
  CHECK(told("var few[1..12]: 0..9 = 0").ends_with("few[12] = 0;"));
}

TEST_CASE("beside: what is hidden stays hidden", "[beside][secrets]") {
  const std::string secret = "var hand[p: player]: 0..9 = 7 seen by p \"card|cards\"";
  CHECK(told(secret) == "sun: 7 cards\nmoon: 7 cards\n");
  CHECK(told(secret, "", 0) == "sun: 7 cards\nmoon: cards ?\n");
  CHECK(told(secret, "", kNobody, {.variables = true}) == "sun: cards ?\nmoon: cards ?\nhand[sun] = ?;hand[moon] = ?;");
}

TEST_CASE("beside: labels that are none are refused", "[beside]") {
  const auto code = [](const std::string& variables) { return test::code_of(game_of(variables)); };
  CHECK(code("var a: 0..9 = 4 \"\"") == "G0302");
  CHECK(code("var a: 0..9 = 4 \"|lives\"") == "G0302");
  CHECK(code("var a: 0..9 = 4 \"a|b|c\"") == "G0302");
  CHECK(code("var a: cell = a1 \"life|lives\"") == "G0309");
  CHECK(code("var a: set of 1..3 = {} \"life|lives\"") == "G0309");
  CHECK(code("var a: 0..9 = 4 \"{a} lives\"") == "G0309");
  CHECK(code("show for p in player no beams") == "G0402");
}

TEST_CASE("beside: the commands show what they are asked for", "[beside]") {
  cli::Folder folder;
  const std::string path = folder.write("beside.glint", game_of("var life[player]: 0..5 = 3 \"life|lives\"\nvar last: cell = a1"));
  const std::string shown = cli::glint({"show", path}).out;
  CHECK(shown.find("sun: 3 lives\nmoon: 3 lives\n") != std::string::npos);
  CHECK(shown.find("last") == std::string::npos);
  CHECK(cli::glint({"show", path, "--vars"}).out.find("last = a1") != std::string::npos);
  CHECK(cli::glint({"show", path, "--text"}).out.find("last = a1") != std::string::npos);
  CHECK(cli::glint({"show", path, "--svg", "-"}).out.find("STATE") == std::string::npos);
  CHECK(cli::glint({"show", path, "--svg", "-", "--vars"}).out.find("last: a1") != std::string::npos);
  CHECK(cli::glint({"show", path, "--json"}).json()["variables"]["last"] == "a1");
  CHECK(cli::glint({"play", path}, "quit\n").out.find("last = a1") == std::string::npos);
  CHECK(cli::glint({"play", path, "--vars"}, "quit\n").out.find("last = a1") != std::string::npos);
}

TEST_CASE("beside: beams that players are to work out are drawn for those who ask", "[beside]") {
  const auto lit = [](const std::string& rules, view::Asked asked = {}) {
    const view::Scene scene = view::scene_of(
        must(test::script("game \"Dark\"\nuse square\nplayers sun\noption dark: {no_light, light} = no_light\nboard grid(4, 4)\n"
                          "beam { }\npiece lamp { emits e; look \"L\" }\nsetup { put lamp on a1 }\n"
                          "move rest \"rest\" { }\nplay { repeat { turn of sun { choose rest } } }\n" + rules).start()), -1, asked);
    std::size_t cells = 0;
    for (const auto& light : view::light_of(scene)) cells += light.has_value();
    return cells;
  };
  CHECK(lit("") == 4);
  CHECK(lit("show no beams") == 0);
  CHECK(lit("show no beams", {.light = true}) == 4);
  CHECK(lit("show when dark == no_light no beams") == 0);
  CHECK(lit("show when dark == light no beams") == 4);
  CHECK(lit("show when count(lamp) > 1 no beams") == 4);
  CHECK(lit("show no beams\nlet shot = trace(edge(b4, n), s)") == 0);
  CHECK(lit("show no beams\nlet shot = trace(edge(b4, n), s)\nshow beams shot") == 4);
  // Whoever plays Laser Lawn sees emitters; `trace` and the JSON of `show` are asked for light.
  const std::vector<std::string> lawn{"--after", "C4 ne blue"};
  const auto with = [&](std::vector<std::string> words) {
    words.insert(words.end(), lawn.begin(), lawn.end());
    return cli::glint(words);
  };
  CHECK(with({"show", "laser_lawn"}).out.find("light  ") == std::string::npos);
  CHECK(with({"show", "laser_lawn", "--light"}).out.find("light  ") != std::string::npos);
  CHECK(with({"show", "laser_lawn", "--json"}).json()["light"].size() == 3);
  CHECK(with({"trace", "laser_lawn"}).out.find("C4 -ne->") != std::string::npos);
}

TEST_CASE("scene: a zone that lies in zones before it has no place in the legend", "[scene]") {
  const view::Scene scene = view::scene_of(test::must(test::script(R"(game "Wells"
use square
players black, white
board grid(3, 3)
piece stone { look "o" }
show cells a1 | b1 "pond" as "~"
show cells b1 "well" as "+"
show edges border "rim" in brown
show edges edge(a1, s) "weir" in blue
show cells c1 "rock" as "^"
move pass "pass" { }
play { repeat { turn of each player { choose pass } } }
)").start()));
  REQUIRE(scene.legend.size() == 3);
  CHECK(scene.legend[1].name == "rim");
  CHECK(scene.legend[2].name == "rock");
  CHECK(scene.legend[2].texture == 1);
}
