// `show`: what a script prints about a position below the board.
#include <string>

#include <nlohmann/json.hpp>

#include "interpreter/program/program.hpp"
#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"

namespace glint {
namespace {

using test::must;
using test::play;
using test::script;

const char* const kStock = R"(
game "Stock"
use square, optics
players sun, moon
type hue = {red, green}
board grid(3, 1)
beam { }
piece lamp of player { colour: hue; facing: direction; emits facing; look "{owner:1}{facing}" }
var passes: 0..9 = 0
let left(p: player, h: hue): 0..2 = 2 - min(2, count x in lamp of p : x.colour == h)
let kinds(p: player) = {h in hue where left(p, h) > 0}
move place "{at} {tone}" { pick at in empty; pick tone in hue; put lamp(colour = tone, facing = e) on at }
move pass "pass" { passes += 1 }
play { repeat { turn of each player { choose place or pass } } }
show when count(lamp) > 0 "{count(beams.cells)} of {count(cells)} cells are lit"
show for p in player "{p}: {left(p, red)} red, {left(p, green)} green"
show for p in player when kinds(p) != hue "{p} has only {kinds(p)}"
)";

std::string notes_of(const Position& position) {
  std::string text;
  for (const Position::Note& note : must(position.notes())) text += std::to_string(note.player) + " " + note.text + "\n";
  return text;
}

TEST_CASE("notes: the terminal keeps their blanks, which may be a table") {
  cli::Folder folder;
  const std::string game = folder.write("table.glint",
                                        "game \"Table\"\nuse square\nplayers sun\nboard grid(1, 1)\n"
                                        "show \"a     b     c\"\nshow \"  lead  {count(cells)}\"\n"
                                        "move pass \"pass\" { }\nplay { repeat { turn of sun { choose pass } } }\n");
  const std::string table = "\na     b     c\n  lead  1\n";
  CHECK(cli::glint({"show", game}).out.find(table) != std::string::npos);
  CHECK(cli::at_terminal({"play", game, "--unsaved"}, "quit\n").out.find("a     b     c\n") != std::string::npos);
}

TEST_CASE("notes: of a set with very many values a text has the first ones") {
  const Game game = script(kStock);
  rules::Type cells;
  cells.base = rules::Base::cell;
  cells.is_set = true;
  const Word all = 7;
  CHECK(print_slots(game.program(), cells, &all) == "a1 b1 c1");
  CHECK(print_slots(game.program(), cells, &all, -1, 5) == "a1 b1 c1");
  CHECK(print_slots(game.program(), cells, &all, -1, 4) == "a1 b1 ...");
}

TEST_CASE("notes: a million bytes can be shown, and more is an error at the text that went beyond") {
  const auto notes = [](int cells, const std::string& last) {  // each label has four bytes, and a blank after it
    const std::string all = "{cells}{cells}{cells}{cells}{cells}";
    return script("game \"Wide\"\nuse square\nplayers sun, moon\nboard on square4 { cells x in 1.." + std::to_string(cells) +
                  ", y in 1..1; label \"c{x + 99}\" }\npiece stone { look \"o\" }\nshow \"" + all + "\"\nshow \"" + last +
                  "\"\nmove pass \"pass\" { }\nplay { repeat { turn of each player { choose pass } } }\n");
  };
  const std::string dots(10, '.');
  const auto few = must(notes(900, dots).start()).notes();
  REQUIRE(few.ok());
  const std::size_t bytes = (*few)[0].text.size() + (*few)[1].text.size();
  CHECK(bytes == 5 * (5 * 900 - 1) + 10);
  std::string last;
  for (int i = 0; i < 217; ++i) last += "{cells}";
  const std::size_t here = (5 + 217) * 4499;
  REQUIRE(here < 1'000'000);
  last += std::string(1'000'000 - here, '.');
  CHECK(must(notes(900, last).start()).notes().ok());
  const auto past = must(notes(900, last + ".").start()).notes();
  REQUIRE_FALSE(past.ok());
  CHECK(past.errors()[0].code == "G0605");
  CHECK(past.errors()[0].line == 7);
}

TEST_CASE("notes: in the order of the script, for each player, where they hold") {
  Position position = must(script(kStock).start());
  CHECK(notes_of(position) == "0 sun: 2 red, 2 green\n1 moon: 2 red, 2 green\n");
  play(position, "b1 red");
  play(position, "a1 green");
  play(position, "c1 red");
  CHECK(notes_of(position) ==
        "-1 3 of 3 cells are lit\n0 sun: 0 red, 2 green\n1 moon: 2 red, 1 green\n0 sun has only {green}\n");
  // Looking changes nothing.
  CHECK(position.hash() == must(position.game().read(position.text())).hash());
}

TEST_CASE("notes: a text that cannot be told says why") {
  std::string text = kStock;
  text += "var small: 0..1 = 1\nlet wrong(p: player): 0..1 = passes + (if p == sun then 0 else 1)\n"
          "show for p in player \"{wrong(p)}\"\n";
  Position position = must(script(text).start());
  REQUIRE(position.notes());
  play(position, "pass");
  const auto notes = position.notes();
  REQUIRE_FALSE(notes);
  CHECK(notes.errors().front().code == "G0602");
  play(position, "pass");  // and the game goes on
}

TEST_CASE("notes: what is checked of them") {
  const auto wrong = [](const std::string& line) {
    const auto game = Game::from_text(std::string(kStock) + line + "\n", "test.glint");
    REQUIRE_FALSE(game);
    return game.errors().front().code + " " + game.errors().front().message;
  };
  CHECK(wrong("show \"{me} thinks\"").substr(0, 5) == "G0403");
  CHECK(wrong("show \"{beams}\"").substr(0, 5) == "G0309");
  CHECK(wrong("show when passes \"now\"").substr(0, 5) == "G0301");
  CHECK(wrong("show passes") == "G0101 expected a text to show after `show`, found `passes`");
  CHECK(wrong("show for p \"{p}\"") == "G0101 expected `in player` after `p`, found a text");
}

const char* const kDrawn = R"(
show for p in player for h in hue when left(p, h) > 0 "{left(p, h)}" as lamp(owner = p, colour = h)
show "next" as lamp(colour = if passes mod 2 == 0 then red else green, owner = moon, facing = s)
)";

TEST_CASE("notes: pieces beside texts, a row for each player") {
  Position position = must(script(std::string(kStock) + kDrawn).start());
  const auto rows = [&] {
    std::string text;
    for (const Position::Note& note : must(position.notes()))
      if (!note.pieces.empty()) text += std::to_string(note.player) + " " + note.text + "\n";
    return text;
  };
  CHECK(rows() == "0 sun: s 2, s 2\n1 moon: m 2, m 2\n-1 ms next\n");
  play(position, "b1 red");
  play(position, "a1 green");
  play(position, "c1 red");
  CHECK(rows() == "0 sun: s 2\n1 moon: m 2, m 1\n-1 ms next\n");
  const std::vector<Position::Note> notes = must(position.notes());
  const PieceInfo& left = notes[4].pieces.at(0).first;
  CHECK(left.kind == "lamp");
  CHECK(left.owner == 0);
  CHECK(left.fields == std::vector<std::pair<std::string, std::string>>{{"colour", "green"}});
  CHECK(left.facing == -1);  // a direction that is left out is not drawn, nor what it would shine
  CHECK(left.emits.empty());
  const PieceInfo& next = notes.back().pieces.at(0).first;
  CHECK(next.fields.at(0).second == "red");
  CHECK(next.emits.size() == 1);
  play(position, "pass");
  CHECK(must(position.notes()).back().pieces.at(0).first.fields.at(0).second == "green");
}

TEST_CASE("notes: pieces are drawn in the terminal and in pictures, and are data") {
  const cli::Folder folder;
  const std::string path = folder.write("stock.glint", std::string(kStock) + kDrawn);
  CHECK(cli::glint({"show", path}).out.find("\nsun: s 2   s 2\nmoon: m 2   m 2\nms next\n") != std::string::npos);
  const std::string svg = cli::glint({"show", path, "--svg", "-"}).out;
  for (const char* const words : {"<title>a red lamp of sun</title>", "<title>a green lamp of moon</title>",
                                  "<title>a red lamp of moon facing s</title>", ">next</text>"})
    CHECK(svg.find(words) != std::string::npos);
  const auto notes = cli::glint({"show", path, "--json"}).json()["notes"];
  REQUIRE(notes.size() == 5);
  CHECK(notes[2]["player"] == "sun");
  CHECK(notes[2]["pieces"][1]["piece"]["fields"]["colour"] == "green");
  CHECK(notes[2]["pieces"][1]["text"] == "2");
}

TEST_CASE("notes: what is checked of pieces beside texts") {
  const auto wrong = [](const std::string& line) {
    const auto game = Game::from_text(std::string(kStock) + line + "\n", "test.glint");
    REQUIRE_FALSE(game);
    return game.errors().front().code + " " + game.errors().front().message;
  };
  CHECK(wrong("show \"1\" as stone(owner = sun)").substr(0, 5) == "G0201");
  CHECK(wrong("show \"1\" as lamp(owner = sun)") == "G0302 `lamp` needs `colour`");
  CHECK(wrong("show \"1\" as lamp(colour = red)") == "G0302 `lamp` needs an owner here");
  CHECK(wrong("show \"1\" as lamp(colour = red, owner = sun, size = 1)").substr(0, 5) == "G0206");
  CHECK(wrong("show \"1\" as") == "G0101 expected the name of a piece after `as`, found the end of the line");
  CHECK(wrong("show for h in hues \"{h}\"").substr(0, 5) == "G0201");
  CHECK(wrong("show for c in cell \"{c}\"") == "G0303 a line cannot be shown for each value of a cell");
  CHECK(wrong("show for i in 0..64 \"{i}\"").substr(0, 5) == "G0303");
  CHECK(wrong("show for h in hue no beams").substr(0, 5) == "G0402");
}

TEST_CASE("notes: commands print them beneath the board, in pictures, and as data") {
  const cli::Folder folder;
  const std::string path = folder.write("stock.glint", kStock);
  CHECK(cli::glint({"show", path}).out.find("\nsun: 2 red, 2 green\nmoon: 2 red, 2 green\n") != std::string::npos);
  CHECK(cli::glint({"show", path, "--svg", "-"}).out.find(">sun: 2 red, 2 green</text>") != std::string::npos);
  const auto notes = cli::glint({"show", path, "--after", "b1 red", "--json"}).json()["notes"];
  REQUIRE(notes.size() == 3);
  CHECK(notes[0]["player"].is_null());
  CHECK(notes[0]["text"] == "2 of 3 cells are lit");
  CHECK(notes[1]["player"] == "sun");
}

}  // namespace
}  // namespace glint
