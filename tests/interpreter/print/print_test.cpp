// Kits on paper: what is in them, and the command.
#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <glint/glint.hpp>
#include <nlohmann/json.hpp>
#include "interpreter/describe/describe.hpp"
#include "interpreter/print/pages.hpp"
#include "interpreter/print/print.hpp"
#include "tests/catch.hpp"
#include "tests/interpreter/print/counted.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/paths.hpp"

using namespace glint;

namespace {

const std::vector<std::string> kGames = {"laser_lawn", "boundary", "the_beam", "beams_boosters_barriers"};

print::Kit kit_of(const std::string& name, const print::Options& options) {
  const auto game = Game::bundled(name);
  REQUIRE(game);
  const auto kit = print::kit_of(*game, options);
  REQUIRE(kit);
  return *kit;
}

Game printed_game(const std::string& rules) {
  const auto game = Game::from_text("game \"Mine\"\nuse square\nplayers sun, moon\n" + rules, "mine.glint");
  if (!game) throw std::runtime_error(game.errors()[0].message);
  return *game;
}

/// The counters of a game by their words, each with its count and whether the rules give that.
struct Counters {
  std::map<std::string, std::pair<int, bool>> counts;
  std::vector<std::string> notes;
};
Counters counters_of(const Game& game) {
  Counters counted;
  for (const print::Sort& sort : print::sorts_of(game, *game.start(), counted.notes))
    counted.counts[sort.words] = {sort.count, sort.is_given};
  return counted;
}

}  // namespace

TEST_CASE("print: there are as many counters as the rules need") {
  const auto counts_of = [](const std::string& name) { return counters_of(*Game::bundled(name)).counts; };
  using Counts = std::map<std::string, std::pair<int, bool>>;
  Counts pieces;  // what lies beside the board
  for (const std::string player : {"north", "south"}) {
    for (const std::string form : {"M1", "M2V", "M2Y", "M3"})
      pieces["generator of " + player + " with form " + form] = {form == "M1" ? 3 : 1, true};
    for (const std::string form : {"R1", "R2V", "R2Y", "R3"})
      pieces["barrier of " + player + " with form " + form] = {form == "R1" ? 3 : 1, true};
    pieces["booster of " + player] = {4, true};
  }
  CHECK(counts_of("beams_boosters_barriers") == pieces);
  // What stands on the board, and what invariants allow.
  CHECK(counts_of("the_beam") == Counts{{"blue disc", {3, true}},
                                        {"green disc", {3, true}},
                                        {"mirror", {12, true}},
                                        {"red disc", {3, true}},
                                        {"yellow disc", {3, true}}});
  int all = 0;
  for (const auto& [words, count] : counts_of("boundary")) {
    INFO(words);
    CHECK(count.second);
    all += count.first;
  }
  CHECK(all == 12 + 4);
  const Counts lamps = counts_of("laser_lawn");  // as many as there is room for
  REQUIRE(lamps.size() == 3);
  for (const auto& [words, count] : lamps) CHECK((count.first > 3 && !count.second));
}

TEST_CASE("print: stocks are clamped, and kinds that are never seen are named") {
  const Counters counted = counters_of(printed_game(R"(board grid(3, 1)
piece lamp { look "o" }
piece glass_ball { look "x" }
piece ghost { look "g" }
show "4000000000" as lamp
show "3" as glass_ball
move wait "wait" {}
play { turn of sun { choose wait }; end : tie }
)"));
  using Counts = std::map<std::string, std::pair<int, bool>>;
  CHECK(counted.counts == Counts{{"lamp", {200, true}}, {"glass ball", {3, true}}});
  REQUIRE(counted.notes.size() == 2);
  CHECK(counted.notes[0] == "at most 200 are printed of lamp");
  CHECK(counted.notes[1] == "random games never showed these, and they are missing: ghost");
}

TEST_CASE("print: invariants bound counters where each order of cells leads to the same number") {
  const auto with = [](const std::string& invariant, const std::string& board = "grid(4, 4)") {
    const std::string moves = R"(
piece lamp { look "o" }
move place "{at}" { pick at in cells - lamp where at.x < 3 and at.y < 3 and at.x != at.y; put lamp on at }
play { turn of sun { choose place else { end : tie } } }
)";
    return counters_of(printed_game("board " + board + moves + invariant + "\n")).counts.at("lamp");
  };
  CHECK(with("invariant count(lamp) <= 5").first == 5);
  CHECK(with("invariant count(lamp) <= 5").second);
  // On other cells than the lowest ones: no neighbours, of which there may be eight, and seven are never the most.
  const auto apart = with("invariant no c in lamp : c + around meets lamp");
  CHECK_FALSE(apart.second);
  CHECK(with("invariant count(lamp) <= 5", "grid(21, 20)") == std::pair(1, false));  // too many cells to try
  CHECK(with("invariant cell(count(lamp) + 1, 1) != b2") == std::pair(1, false));    // it has no value with four
}

TEST_CASE("print: what chance puts on cells is no part of a board, even where starts agree") {
  const Game game = printed_game(R"(board grid(4, 4)
var fog: set of cell = {}
var road: set of edge = {}
show cells fog "fog" as "~"
show cells a1 | b2 "home" as ","
show lines road
move wait "wait" {}
play { draw fog in 12 of cells - a1 - b2; draw road in 5 of edges; turn of sun { choose wait }; end : tie }
)");
  int strips = 0;
  const view::Scene board = print::bare_board(game, *game.start(), strips);
  CHECK(board.lines.empty());
  REQUIRE(board.grounds.size() == 2);
  for (const auto& [cell, ground] : board.grounds) CHECK(ground.name == "home");
  CHECK(strips == 0);
}

TEST_CASE("print: there are as many cards as a bag has at first, whatever the setup draws") {
  const Game game = printed_game(R"(board grid(3, 1)
type sign = {A, B, C}
bag tiles[t: sign] = [1, 3, 0]
bag hands[p: player] = 2
move wait "wait" {}
play { draw first from tiles; draw second from tiles; turn of sun { choose wait }; end : tie }
)");
  const auto kit = print::kit_of(game, {.spare = 0, .only = "cards"});
  REQUIRE(kit);
  REQUIRE(kit->pages.size() == 2);
  for (const auto& [letter, count] : {std::pair("A", 1), {"B", 3}, {"C", 0}})
    CHECK(test::count_of(kit->pages[0].svg, std::string(">") + letter + "</text>") == static_cast<std::size_t>(count));
  const std::vector<std::string>& notes = kit->notes;
  CHECK(std::count(notes.begin(), notes.end(), "not all cards of tiles are printed") == 0);
  CHECK(std::count(notes.begin(), notes.end(), "not all cards of hands are printed") ==
        1);  // of players there are none
}

TEST_CASE("print: bags are cards, and what chance puts on sides of cells are strips, which the board leaves out") {
  const print::Kit cards = kit_of("the_beam", {.spare = 0, .only = "cards"});
  REQUIRE(cards.pages.size() == 4);  // two sheets, with backs
  std::size_t fronts = 0;
  for (const int page : {0, 2})
    for (const char digit : std::string("123456"))
      fronts += test::count_of(cards.pages[page].svg, std::string(">") + digit + "</text>");
  CHECK(fronts == 24);
  const auto game = Game::bundled("the_beam");
  int strips = 0;
  const view::Scene board = print::bare_board(*game, *game->start(), strips);
  CHECK(strips == 12);
  CHECK(board.marked_sides.empty());
  CHECK(board.acting_edges.empty());
  int none = 0;
  const auto other = Game::bundled("beams_boosters_barriers");
  CHECK_FALSE(print::bare_board(*other, *other->start(), none).marked_sides.empty());
  CHECK(none == 0);
}

TEST_CASE("print: the sheets of a board cover it, and share 8 mm") {
  for (const view::Point paper : {print::kA4, print::kLetter})
    for (const double size : {12.0, 25.0, 40.0}) {
      const print::Kit kit = kit_of("laser_lawn", {.paper = paper, .size = size, .only = "board"});
      const print::Kit poster = kit_of("laser_lawn", {.paper = paper, .size = size, .only = "poster"});
      REQUIRE(poster.pages.size() == 1);
      // The windows, without the bleed: x, y, width and height, in tenths of millimetres.
      const auto window_of = [](const std::string& svg) {
        const std::string begin = "viewBox=\"";
        std::istringstream text(svg.substr(svg.find(begin, svg.find(begin) + 1) + begin.size()));
        std::array<double, 4> window{};
        for (double& each : window) text >> each;
        return std::array<double, 4>{window[0] + 20, window[1] + 20, window[2] - 40, window[3] - 40};
      };
      const auto whole = window_of(poster.pages[0].svg);
      double right = 0, bottom = 0, area = 0;
      std::vector<double> lefts, tops;
      for (const print::Page& page : kit.pages) {
        const auto window = window_of(page.svg);
        const double x = window[0], y = window[1], width = window[2], height = window[3];
        right = std::max(right, x + width);
        bottom = std::max(bottom, y + height);
        lefts.push_back(x);
        tops.push_back(y);
        area += width * height;
        const double across = page.width, down = page.height;
        CHECK(width / 10 <= across - 2 * print::kMargin);
        CHECK(height / 10 <= down - 2 * print::kMargin);
        if (x > 0)
          CHECK(std::any_of(lefts.begin(), lefts.end(),
                            [&](double left) { return std::abs(left + width - 80 - x) < 0.5; }));
        if (y > 0)
          CHECK(
              std::any_of(tops.begin(), tops.end(), [&](double top) { return std::abs(top + height - 80 - y) < 0.5; }));
      }
      CHECK(std::abs(right - whole[2]) < 1);
      CHECK(std::abs(bottom - whole[3]) < 1);
      CHECK(area >= whole[2] * whole[3] - 10);
    }
}

TEST_CASE("print: a counter has its cell's shape, a cut of 0.15 mm around it, and 2 mm of ground beyond") {
  const print::Kit kit = kit_of("beams_boosters_barriers", {.size = 25, .only = "pieces"});
  REQUIRE(kit.pages.size() == 2);
  for (const print::Page& page : kit.pages) {
    const std::string cut = "\" fill=\"none\" stroke=\"#000000\" stroke-width=\"1.5\"";
    CHECK(test::count_of(page.svg, cut) == 32 + 18);
    CHECK(test::count_of(page.svg, ">spare</text>") == 18);  // one of each sort
    // Each is drawn twice: its ground, then its cut. These are hexagons, 25 and 21 mm high.
    const std::string begin = "<polygon points=\"";
    std::vector<double> heights;
    for (std::size_t at = page.svg.find(begin); at != std::string::npos && heights.size() < 2;) {
      const std::size_t from = at + begin.size(), end = page.svg.find('"', from);
      std::string points = page.svg.substr(from, end - from);
      std::replace(points.begin(), points.end(), ',', ' ');
      std::istringstream text(points);
      std::vector<double> down;
      for (double x = 0, y = 0; text >> x >> y;) down.push_back(y);
      REQUIRE(down.size() == 6);
      heights.push_back(*std::max_element(down.begin(), down.end()) - *std::min_element(down.begin(), down.end()));
      at = page.svg.find(begin, end);
    }
    CHECK(std::abs(heights.at(0) - 250) < 1);
    CHECK(std::abs(heights.at(1) - 210) < 1);
  }
}

TEST_CASE("print: a whole kit begins with a cover, and each part with the front of a sheet") {
  for (const std::string& game : kGames) {
    INFO(game);
    const print::Kit kit = kit_of(game, {});
    REQUIRE(kit.parts.size() > 3);
    for (const print::Part& part : kit.parts) {
      CHECK(part.first % 2 == 0);
      const std::string title = std::string(1, static_cast<char>(std::toupper(part.title[0]))) + part.title.substr(1);
      CHECK(test::count_of(kit.pages[0].svg, ">" + title + ", pages " + std::to_string(part.first + 1) + " to ") == 1);
    }
    CHECK(kit.parts[0].first == 2);
    CHECK(kit.pages.size() % 2 == 0);
  }
  CHECK(kit_of("boundary", {.only = "board"}).pages.size() == 1);  // a part alone has no blank pages
  // Kinds of pieces have the names of the rule sheet, where the script calls a barrier a wall.
  const std::string cover = kit_of("beams_boosters_barriers", {}).pages[0].svg;
  CHECK(test::count_of(cover, ">barrier</tspan>") == 1);
  CHECK(test::count_of(cover, ">wall</tspan>") == 0);
  CHECK(test::count_of(cover, "Glue") == 1);
  CHECK(test::count_of(kit_of("the_beam", {}).pages[0].svg, "Glue") == 0);  // its board is on one sheet
}

TEST_CASE("print: numbers are those that the rules count") {
  const auto words_of = [](const std::string& game, const std::string& word) {
    std::size_t count = 0;
    for (const print::Page& page : kit_of(game, {.only = "numbers"}).pages)
      count += test::count_of(page.svg, ">" + word + "<");
    return count;
  };
  CHECK(words_of("laser_lawn", "sun") == 3);  // lives
  CHECK(words_of("laser_lawn", "10") == 0);
  CHECK(words_of("beams_boosters_barriers", "power") == 24);
  CHECK(words_of("beams_boosters_barriers", "south") == 0);  // its points are seen on the board
  CHECK(words_of("the_beam", "points") == 15);
}

TEST_CASE("print: at each end of a board stands whose it is, on both of two sheets") {
  const print::Kit kit = kit_of("beams_boosters_barriers", {.only = "board"});
  REQUIRE(kit.pages.size() == 2);
  for (const char* const player : {"south", "north"})
    CHECK(test::count_of(kit.pages[0].svg, ">" + std::string(player) + "</text>") == 2);
  CHECK(test::count_of(kit_of("the_beam", {.only = "board"}).pages[0].svg, ">one</text>") == 0);
}

TEST_CASE("print: sheets of a kit have numbers, and blank ones say that they are backs") {
  for (const std::string& game : kGames) {
    INFO(game);
    const print::Kit kit = kit_of(game, {});
    for (std::size_t i = 0; i < kit.pages.size(); ++i)
      CHECK(test::count_of(kit.pages[i].svg, "; page " + std::to_string(i + 1) + "</text>") == 1);
    CHECK(test::count_of(kit.pages[1].svg, "stays blank") == 1);
    CHECK(test::count_of(kit.pages.back().svg, "stays blank") == 0);  // of a sheet for moves both sides are used
  }
  const auto cover_of = [](const std::string& game) { return kit_of(game, {}).pages[0].svg; };
  CHECK(test::count_of(cover_of("laser_lawn"), "Their number is no rule") == 1);
  CHECK(test::count_of(cover_of("boundary"), "Their number is no rule") == 0);
  CHECK(test::count_of(cover_of("the_beam"), "barriers, which stop a beam") == 1);  // what its strips are
}

TEST_CASE("print: a cover has room on one sheet, however many kinds there are") {
  std::string rules = "board grid(9, 9)\n";
  std::string words;
  for (int i = 0; i < 200; ++i) words += " word";
  for (int i = 0; i < 60; ++i) {
    const std::string name = "k" + std::to_string(i);
    rules += "/// Long" + words + ".\npiece " + name + " { look \"o\" }\nshow \"1\" as " + name + "\n";
  }
  const auto kit =
      print::kit_of(printed_game(rules + "move wait \"wait\" {}\nplay { turn of sun { choose wait }; end : tie }\n"), {});
  REQUIRE(kit);
  for (const int last : {0, 59}) {
    const std::string name = ">k" + std::to_string(last) + "</tspan>";
    CHECK(test::count_of(kit->pages[0].svg + kit->pages[1].svg, name) == 1);
  }
  CHECK(test::count_of(kit->pages[1].svg, "; page 2</text>") == 1);
}

TEST_CASE("print: with low ink pieces are outlines with dark letters, and cells have lines") {
  for (const char* const game : {"laser_lawn", "boundary"}) {
    INFO(game);
    const std::string svg = kit_of(game, {.low_ink = true, .only = "pieces"}).pages[0].svg;
    std::size_t bodies = 0;
    for (std::size_t at = svg.find("\" stroke=\"#"); at != std::string::npos; at = svg.find("\" stroke=\"#", at + 1)) {
      const std::size_t fill = svg.rfind("fill=\"", at);
      if (fill == std::string::npos || fill + 13 != at || svg.compare(svg.rfind('<', at), 2, "<g") == 0) continue;
      ++bodies;
      CHECK(svg.substr(fill, 13) == "fill=\"#ffffff");
    }
    CHECK(bodies > 10);
    CHECK(test::count_of(svg, "fill=\"#ffffff\">r") == 0);  // no white letter
    CHECK(test::count_of(svg, ">r") > 0);
  }
  const std::string rules = kit_of("boundary", {.low_ink = true, .only = "rules"}).pages[0].svg;
  CHECK(test::count_of(rules, "<g stroke=\"#b3b3b3\"") > 0);
  CHECK(test::count_of(kit_of("boundary", {.only = "rules"}).pages[0].svg, "<g stroke=\"#b3b3b3\"") == 0);
}

TEST_CASE("print: who chooses in secret has a sheet for moves alone") {
  const print::Kit kit = kit_of("beams_boosters_barriers", {.only = "moves"});
  REQUIRE(kit.pages.size() == 2);
  CHECK(kit.parts[0].title == "moves of south");
  CHECK(kit.parts[1].title == "moves of north");
  CHECK(test::count_of(kit.pages[0].svg, ">south</text>") == 1);
  CHECK(test::count_of(kit.pages[0].svg, ">north</text>") == 0);
}

TEST_CASE("print: names of drawn parts stay, even those that could be colours") {
  const print::Kit kit = kit_of("boundary", {.grey = true, .only = "board"});
  const std::string &svg = kit.pages[0].svg, id = "polygon id=\"";
  const std::size_t from = svg.find(id) + id.size();
  const std::string name = svg.substr(from, svg.find('"', from) - from);
  CHECK(test::count_of(svg, "href=\"#" + name + "\"") == 36);
}

TEST_CASE("print: reference sheets tell how a beam comes to a piece, and show all forms") {
  std::string all;
  for (const print::Page& page : kit_of("beams_boosters_barriers", {.only = "reference"}).pages) all += page.svg;
  for (const char* const form : {"R1", "R2V", "R2Y", "R3"})
    CHECK(test::count_of(all, ">" + std::string(form) + "</tspan>") > 0);
  CHECK(test::count_of(all, "behind") > 0);
  CHECK(test::count_of(all, "Measured") == 0);
  CHECK(test::count_of(all, "falls from 2") > 0);  // a stronger beam goes on
  // Each picture says which beam it shows: none of the colour of the piece.
  const auto game = Game::bundled("laser_lawn");
  int shown = 0;
  for (const describe::Section& section : describe::describe(*game, nullptr, {.on_paper = true}).sections)
    for (const describe::Entry& entry : section.entries)
      for (const describe::Figure& figure : entry.optics) {
        const std::string caption = describe::unmarked(figure.caption), light = "here it is a beam of ";
        INFO(caption);
        REQUIRE(caption.find(light) != std::string::npos);
        const std::string colour = caption.substr(caption.find(light) + light.size());
        CHECK_FALSE(caption.starts_with(colour));
        ++shown;
      }
  CHECK(shown == 12);
}

TEST_CASE("print: rules for a table have an example with a bounce, a booster and a barrier, and no codes") {
  const auto game = Game::bundled("beams_boosters_barriers");
  bool has_example = false;
  for (const describe::Section& section : describe::describe(*game, nullptr, {.on_paper = true}).sections)
    for (const describe::Entry& entry : section.entries) {
      has_example = has_example || (section.id == "beams" && !entry.board.empty());
      for (const describe::Figure& figure : entry.looks) CHECK(figure.caption.find("sM1n") == std::string::npos);
    }
  CHECK(has_example);
}

TEST_CASE("print: positions become worksheets, with the solutions on the last page") {
  const std::string puzzle = test::source_folder() + "/examples/puzzles/mirrors";
  const cli::Folder folder;
  const std::string pdf = folder / "sheet.pdf";
  const cli::Answer answer =
      cli::glint({"print", puzzle + ".glint", "--positions", puzzle + ".tasks", "-o", pdf, "--json"});
  INFO(answer.err);
  REQUIRE(answer.status == 0);
  CHECK(answer.json()["pages"] == 2);
  for (const char* const wrong : {"", "= c1 /\n", "c1 /\n", "? Where?\n> a9 /\n= c1 /\n"}) {
    INFO(wrong);
    CHECK(cli::glint({"print", puzzle + ".glint", "--positions", folder.write("t.txt", wrong), "-o", pdf}).status == 2);
  }
  // What has no answer is solved; a game for two is no puzzle.
  const std::string asked = folder.write("asked.txt", "? Where?\n? And then?\n> c1 /\n= c4 \\\n");
  CHECK(cli::glint({"print", puzzle + ".glint", "--positions", asked, "-o", pdf}).status == 0);
  CHECK(cli::glint({"print", "boundary", "--positions", folder.write("b.txt", "? Where?\n"), "-o", pdf}).status == 1);
  const auto game = Game::from_text(cli::read_file(puzzle + ".glint"), "mirrors.glint");
  REQUIRE(game);
  const print::Kit kit = print::worksheets(*game, {{"Where?", "there", *game->start()}}, {});
  REQUIRE(kit.pages.size() == 2);
  CHECK(test::count_of(kit.pages[0].svg, "Where?") == 1);
  CHECK(test::count_of(kit.pages[0].svg, "there") == 0);
  CHECK(test::count_of(kit.pages[1].svg, "there") == 1);
}

TEST_CASE("print: where the rules give no number, each colour has as many, or as many as is said") {
  const print::Kit kit = kit_of("laser_lawn", {.only = "pieces"});
  CHECK(kit.asks);
  const print::Kit told = kit_of("laser_lawn", {.count = 20, .only = "pieces"});
  CHECK_FALSE(told.asks);
  const auto& notes = told.notes;
  CHECK(std::find(notes.begin(), notes.end(), "Laser Lawn: pieces: 63") != notes.end());  // a spare one of each
  for (const std::string& note : kit.notes) {
    const std::size_t at = note.find("blue emitter (");
    if (at == std::string::npos) continue;
    const std::string count = note.substr(note.find('('), note.find(')') - note.find('(') + 1);
    CHECK(test::count_of(note, count) == 3);
  }
  CHECK_FALSE(kit_of("boundary", {.count = 20, .only = "pieces"}).asks);
}

TEST_CASE("print: the rules are a booklet, whose pages follow one another when it is folded") {
  for (const std::string& game : kGames) {
    INFO(game);
    const print::Kit kit = kit_of(game, {.only = "rules"});
    REQUIRE(kit.pages.size() % 2 == 0);
    const std::size_t count = 2 * kit.pages.size();  // perhaps the last ones are empty
    std::string all;
    for (std::size_t side = 0; side < kit.pages.size(); ++side) {
      const std::string& svg = kit.pages[side].svg;
      CHECK(kit.pages[side].width == 297);
      all += svg;
      // Of two pages that lie side by side one is before the middle of the booklet, the other as far behind it.
      for (const std::size_t page : {side + 1, count - side}) {
        const std::size_t at = svg.find("font-size=\"26\" fill=\"#222222\">" + std::to_string(page) + "</text>\n");
        if (page == side + 1) CHECK(at != std::string::npos);
        if (at == std::string::npos) continue;
        const std::size_t begin = svg.rfind("<text x=\"", at) + 9;
        CHECK((std::stod(svg.substr(begin)) > 297 * 5) == (page % 2 == 1));  // odd pages are on the right
      }
    }
    const auto loaded = Game::bundled(game);
    for (const describe::Section& section : describe::describe(*loaded).sections)
      CHECK((all.find(">" + section.heading + "</text>") != std::string::npos) ==
            (section.id != "script" && section.id != "options"));
  }
}

TEST_CASE(
    "print: a sheet for moves has a column for each player, or a line for each turn, and says how they are written") {
  const print::Kit columns = kit_of("boundary", {.only = "moves"});
  REQUIRE(columns.pages.size() == 1);
  for (const char* const words : {"red", "green", "1", "20"})
    CHECK(test::count_of(columns.pages[0].svg, std::string(">") + words + "</text>") == 1);
  const print::Kit turns = kit_of("the_beam", {.only = "moves"});  // twelve rounds, and two of their tasks are turns
  REQUIRE(turns.pages.size() == 1);
  for (const char* const words : {"one:", "two:", "three:", "four:"})
    CHECK(test::count_of(turns.pages[0].svg, std::string(">") + words + "</text>") == 6);
  CHECK(test::count_of(turns.pages[0].svg, ">24</text>") == 1);
  CHECK(test::count_of(turns.pages[0].svg, ">25</text>") == 0);
  CHECK(turns.pages[0].svg.find("allocate") != std::string::npos);
}

TEST_CASE("print: a sheet for moves has all of the words, and the table below or behind them") {
  std::string rules = "board grid(3, 1)\n", choices;
  for (int i = 0; i < 120; ++i) {
    const std::string name = "m" + std::to_string(i);
    rules += "move " + name + " \"play " + name + " on {at}\" { pick at in cells }\n";
    choices += (i ? " or " : "") + name;
  }
  const auto kit = print::kit_of(printed_game(rules + "play { turn of sun { choose " + choices + " }; end : tie }\n"),
                                 {.only = "moves"});
  REQUIRE(kit);
  REQUIRE(kit->pages.size() > 2);
  std::string all;
  for (const print::Page& page : kit->pages) all += page.svg;
  for (int i = 0; i < 120; ++i) CHECK(test::count_of(all, ">m" + std::to_string(i) + "</tspan>") > 0);
  CHECK(test::count_of(kit->pages.back().svg, ">sun</text>") == 1);
  CHECK(test::count_of(kit->pages.back().svg, ">30</text>") == 1);  // a table as long as a page
}

TEST_CASE("print: numbers of pictures are read with a point, and only as numbers") {
  CHECK(print::decimal_of("25.5") == 25.5);
  for (const char* const text : {"", ".", "0x19", "25mm", "1e2", "-3", "2,5", "1.2.3", " 1"})
    CHECK_FALSE(print::decimal_of(text));
  CHECK(print::size_of("<svg width=\"40.5\" height=\"30\">").x == 40.5);
  CHECK(print::size_of("<svg>").x > 0);
}

TEST_CASE("print: the command says what it takes, and replaces no other file") {
  const cli::Folder folder;
  const auto refused = [&](const std::vector<std::string>& arguments) {
    const cli::Answer answer = cli::glint(arguments);
    CHECK(answer.out == "");
    return answer.status;
  };
  const std::string pdf = folder / "kit.pdf";
  CHECK(refused({"print", "boundary"}) == 2);
  CHECK(refused({"print", "boundary", "-o", "-"}) == 2);
  for (const char* const size : {"", "mm", "25cm", "7", "101", "nan", "2e1x", "0x19", "25mmmm", " 25"})
    CHECK(refused({"print", "boundary", "-o", pdf, "--size", size}) == 2);
  CHECK(refused({"print", "boundary", "-o", pdf, "--paper", "a5"}) == 2);
  CHECK(refused({"print", "boundary", "-o", pdf, "--only", "box"}) == 2);
  CHECK(refused({"print", "boundary", "-o", pdf, "--only", "cards"}) == 1);  // there are none
  CHECK(refused({"print", "boundary", "-o", folder.write("mine.glint", "game \"Mine\"\n")}) == 2);
  const cli::Answer data = cli::glint({"print", "the_beam", "-o", pdf, "--only", "board", "--json"});
  CHECK(data.json()["pages"] == 1);
  CHECK(data.json()["file"] == pdf);
}

TEST_CASE("print: every example can be printed", "[patient]") {
  const std::string examples = test::source_folder() + "/examples";
  int count = 0;
  for (const std::string& folder : {examples, examples + "/puzzles"})
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() != ".glint") continue;
      INFO(entry.path().string());
      const auto game = Game::from_text(cli::read_file(entry.path().string()), entry.path().stem().string());
      REQUIRE(game);
      ++count;
      const auto pages_of = [&](const std::string& part) {
        const auto kit = print::kit_of(*game, {.only = part});
        REQUIRE(kit);
        return kit->pages.size();
      };
      CHECK(pages_of("board") >= 1);
      const auto start = game->start();
      REQUIRE(start);
      if (!view::scene_of(*start, kNobody).kinds.empty()) CHECK(pages_of("pieces") >= 2);
    }
  CHECK(count > 20);
}
