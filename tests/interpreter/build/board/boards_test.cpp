// Boards: drawn ones, boards that wrap, and what is said of those that cannot be. Rays on boards that wrap are held
// against steps counted here.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using namespace glint::test;

std::string game_on(const std::string& board, const std::string& more = "") {
  return "game \"Board\"\nuse square, hex\nplayers sun, moon\n" + board + "\n" + more + R"(
piece stone { look "o" }
move place "{at}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
)";
}

/// Every cell as "label x y", in the order in which they are drawn.
std::vector<std::string> cells_of(const Game& game) {
  std::vector<std::string> cells;
  for (const CellInfo& cell : game.cells())
    cells.push_back(cell.label + " " + std::to_string(cell.x) + " " + std::to_string(cell.y));
  return cells;
}

std::string refusal(const std::string& text) {
  const auto game = Game::from_text(text, "test.glint");
  REQUIRE_FALSE(game.ok());
  return game.errors().front().code + " " + game.errors().front().message;
}

/// A square by its file and rank, as scripts call it: (2, 3) is b3.
using Cell = std::pair<int, int>;

std::string name(const Cell& at) {
  return std::string(1, static_cast<char>('a' + at.first - 1)) + std::to_string(at.second);
}

std::string set(const std::set<Cell>& cells) {
  std::string text = "{";
  for (const Cell& cell : cells) text += (text.size() > 1 ? ", " : "") + name(cell);
  return text + "}";
}

const char* const kLabel = "\n  label \"{lower(x)}{y}\" }";

}  // namespace

TEST_CASE("boards: a drawing in squares, close together or with blanks between", "[boards]") {
  const std::vector<std::string> wanted = {"a3 1 3", "b3 2 3", "d3 4 3", "a2 1 2",
                                           "b2 2 2", "c2 3 2", "c1 3 1", "d1 4 1"};
  CHECK(cells_of(script(game_on(std::string("board on square4 { cells \"\"\"\n ..__\n") + "\"\"\"" + kLabel))).size() ==
        2);
  CHECK(cells_of(script(game_on(std::string("board on square4 { cells \"\"\"\n  ab_.\n  ..#_\n  __..\n\"\"\"") +
                                kLabel))) == wanted);
  CHECK(cells_of(script(game_on(
            std::string("board on square8 { cells \"\"\"\n\n  . . _ .\n  . . # _\n  _ _ . .\n\n  \"\"\"") + kLabel))) ==
        wanted);
}

TEST_CASE("boards: a drawing is read the same wherever the lattice is drawn", "[boards]") {
  const std::string cells = std::string(" { cells \"\"\"\n  ab_.\n  ..#_\n  __..\n\"\"\"") + kLabel;
  const std::string lattice = "lattice moved { n = (0, 1); e = (1, 0); s = (0, -1); w = (-1, 0)\n  drawn at (x + 5, 7 - y) }\n";
  CHECK(cells_of(script(game_on(lattice + "board on moved" + cells))) ==
        cells_of(script(game_on("board on square4" + cells))));
}

TEST_CASE("boards: a drawing in hexagons is set in as it is drawn", "[boards]") {
  const Game game =
      script(game_on("board on pointy { cells \"\"\"\n   . .\n  . # .\n   . .\n\"\"\"\n"
                     "  label \"{letter(y)}{x}\" }"));
  CHECK(cells_of(game) ==
        cells_of(script(game_on("board on pointy {\n  cells x in 1..3, y in 1..3 where x + y in 3..5\n"
                                "  label \"{letter(y)}{x}\" }"))));
  const Game flat =
      script(game_on("board on flat { cells \"\"\"\n    .\n .     .\n    #\n .     .\n    .\n\"\"\"\n"
                     "  label \"{letter(x)}{y}\" }"));
  REQUIRE(flat.cells().size() == 7);
  CHECK(flat.cells()[3].label == "B3");  // the middle
  check_tests(
      game_on("board on flat { cells \"\"\"\n    .\n .     .\n    #\n .     .\n    .\n\"\"\"\n"
              "  label \"{letter(x)}{y}\" }",
              "test \"steps\" { expect B3 + around == B1 | B5 | A2 | A4 | C2 | C4 and drawn(\"#\") == B3 }"));
}

TEST_CASE("boards: signs are sets of cells", "[boards]") {
  const std::string board = "board on square4 { cells \"\"\"\n  .~#\n  ~\\.\n\"\"\"\n  label \"{lower(x)}{y}\" }";
  check_tests(game_on(board,
                      "let pond = drawn(\"~\")\ntest \"signs\" { expect pond == b2 | a1 and drawn(\"~#\") == pond | c2 "
                      "and drawn(\"\\\\\") == b1 }"));
  CHECK(refusal(game_on(board, "let none_such = drawn(\"~x#\")")) ==
        "G0503 no cell of the board is drawn as `x`");
  CHECK(refusal(game_on(board, "let none_such = drawn(\"x\")")) == "G0503 no cell of the board is drawn as `x`");
  CHECK(refusal(game_on("board grid(3, 3)", "let none_such = drawn(\"x\")")) ==
        "G0503 the cells of this board are not drawn");
}

TEST_CASE("boards: players may be called as a drawing's coordinates are", "[boards]") {
  CHECK(script("game \"Noughts\"\nuse square\nplayers x, o\nboard on square4 { cells \"\"\"\n...\n...\n\"\"\"\n"
               "  label \"{lower(x)}{y}\" }\npiece mark of player { look \"{owner}\" }\n"
               "move place \"{at}\" { pick at in empty; put mark on at }\n"
               "play { repeat { turn of each player { choose place else { end : tie } } } }\n")
            .cells()
            .size() == 6);
}

TEST_CASE("boards: what excludes every cell is shown, with the values that it reads", "[boards]") {
  // The marked text of the script, the message and the help.
  const auto told = [](const std::string& cells, const std::string& more = "") {
    const std::string text = game_on("board on square4 {\n" + cells + kLabel, more);
    const auto game = Game::from_text(text, "test.glint");
    REQUIRE_FALSE(game.ok());
    const Error& error = game.errors().front();
    CHECK(error.code == "G0503");
    std::string line = text;
    for (int i = 1; i < error.line; ++i) line.erase(0, line.find('\n') + 1);
    const auto first = static_cast<std::size_t>(error.column - 1), last = static_cast<std::size_t>(error.end_column - 1);
    return line.substr(first, last - first) + " | " + error.message + " | " + error.help;
  };
  const std::string options = "option far: 0..9 = 3\noption near: 0..9 = 2\n";
  CHECK(told("  cells x in 1..4, y in 1..4 where odd(x) and x > y + far and y > 1", options) ==
        "odd(x) and x > y + far and y > 1 | no cell meets this condition, so the board has no cells | `x` is in 1..4, `y` "
        "is in 1..4 and `far` is 3: widen a range, or change the condition");
  CHECK(told("  cells x in 1..4, y in 1..4 where y > 1 and x > far and x < near and odd(x)", options) ==
        "y > 1 and x > far and x < near and odd(x) | no cell meets this condition, so the board has no cells | `x` is in "
        "1..4, `y` is in 1..4, `far` is 3 and `near` is 2: widen a range, or change the condition");
  CHECK(told("  let wide = far\n  cells x in 1..wide, y in 5..near", options) ==
        "5..near | this range of `y` goes from 5 down to 2, so the board has no cells | write the smaller number first");
  CHECK(told("  let wide = far\n  cells x in 1..2, y in 1..2 where x > wide", options) ==
        "x > wide | no cell meets this condition, so the board has no cells | `x` is in 1..2, `y` is in 1..2 and `wide` is "
        "3: widen a range, or change the condition");
}

TEST_CASE("boards: drawings that cannot be", "[boards]") {
  const auto drawn = [](const std::string& lattice, const std::string& rows) {
    return game_on("board on " + lattice + " { cells \"\"\"\n" + rows + "\n\"\"\"" + kLabel);
  };
  CHECK(refusal(drawn("square4", "")) == "G0503 this drawing is empty");
  CHECK(refusal(drawn("square4", "_ _")) == "G0503 nothing in this drawing is a cell, so the board has no cells");
  CHECK(refusal(drawn("square4", ".\t.")) ==
        "G0503 there is a tab in this drawing, and its width is not known");
  CHECK(refusal(game_on("board on square4 { cells \"\"\"\"\"\"" + std::string(kLabel))) == "G0503 this drawing is empty");
  CHECK(refusal(drawn("square4", ". . . .\n. . .  .\n. . . .")) ==
        "G0503 the `.` in row 2, column 8 is between the places of this drawing");
  for (const char* unseen : {"\u00A0", "\u0301", "\uFE0F", "\u200B", "\u3000"})
    CHECK(refusal(drawn("square4", ".." + std::string(unseen) + ".")) ==
          "G0503 a character of this drawing is invisible, or part of the sign before it");
  CHECK(script(drawn("square4", "\u2588\u00B7\r\n..\r")).cells().size() == 4);
  CHECK(refusal(drawn("square4", ". . .\n . .")) ==
        "G0503 the `.` in row 2, column 2 is between the places of this drawing");
  CHECK(refusal(drawn("pointy", "  . .\n  . .")) ==
        "G0503 the `.` in row 2, column 3 is between the places of this drawing");
  CHECK(refusal(drawn("square4", ". . .\n. .\n. . .")) == "G0503 row 2 of this drawing ends in a different column than the others");
  CHECK(refusal(drawn("square8", "...\n ..\n...")) == "G0503 row 2 of this drawing begins in a different column than the others");
  // The row that is unlike the others is shown, or the sign.
  const auto rendered = [&](const std::string& rows) {
    return Game::from_text(drawn("square4", rows), "test.glint").errors().front().rendered;
  };
  CHECK(rendered(". . .\n. . .\n. . . .\n. . .")
            .find("error[G0503]: row 3 of this drawing ends in a different column than the others\n  --> test.glint:7:1\n   |\n 7 "
                  "| . . . .\n"
                  "   | ^^^^^^^\n   =") == 0);
  CHECK(rendered(". . .\n . .").find(" 6 |  . .\n   |  ^\n   =") != std::string::npos);
}

TEST_CASE("boards: rows of hexagons may begin and end anywhere, and are set in by half a step", "[boards]") {
  const auto drawn = [](const std::string& lattice, const std::string& rows) {
    return "board on " + lattice + " { cells \"\"\"\n" + rows + "\n\"\"\"" + kLabel;
  };
  const auto count = [&](const std::string& lattice, const std::string& rows) {
    return script(game_on(drawn(lattice, rows))).cells().size();
  };
  CHECK(count("pointy", "  . .\n . . .\n. .") == 7);
  CHECK(count("flat", " . .\n. . .\n .") == 6);
  CHECK(refusal(game_on(drawn("flat", " . .\n . .\n"))) ==
        "G0503 the `.` in row 2, column 2 is between the places of this drawing");
}

TEST_CASE("boards: that do not wrap as they are told to", "[boards]") {
  const auto wrapping = [](const std::string& wraps) {
    return game_on("board on square4 { cells x in 1..4, y in 1..3; wraps " + wraps + kLabel);
  };
  CHECK(refusal(wrapping("(3, 0)")).find("G0503 this board cannot wrap like this: from ") == 0);
  CHECK(refusal(wrapping("(0, 0)")) == "G0503 wrapping by (0, 0) does nothing");
  CHECK(refusal(wrapping("(4, 0), (0, 3), (1, 1)")) == "G0414 a board wraps in at most two directions");
  CHECK(script(wrapping("(4, 0)")).cells().size() == 12);
  CHECK(refusal(wrapping("(1000000, 0)")) == "G0503 no step off this board re-enters it at this distance");
  CHECK(refusal(wrapping("(4, 0), (0, 9)")) == "G0503 no step off this board re-enters it at this distance");
  // By more than the shortest ways it is the same board.
  for (const char* wraps : {"(4, 0), (1, 3)", "(4, 0), (5, 3)", "(-4, 0), (9, 3)", "(4, 0), (-3, 3)"})
    check_tests(game_on("board on square8 { cells x in 1..4, y in 1..3; wraps " + std::string(wraps) + kLabel,
                        "test \"turned\" { expect a3 + n == d1 and d3 + ne == d1 and b1 + s == c3 and d2 + e == a2 }"));
}

TEST_CASE("boards: rays against steps counted one by one, on boards that wrap and on others", "[boards]") {
  struct Shape {
    int width, height, right_x, right_y, up_x, up_y;  // the two ways round; (0, 0): not
    std::string text;
  };
  const std::vector<Shape> shapes = {{5, 4, 5, 0, 0, 4, "(5, 0), (0, 4)"},
                                     {6, 3, 6, 0, 0, 0, "(6, 0)"},
                                     {4, 6, 4, 0, 2, 6, "(4, 0), (2, 6)"},
                                     {1, 5, 1, 0, 0, 5, "(1, 0), (0, 5)"},
                                     {9, 8, 9, 0, 0, 8, "(9, 0), (0, 8)"},
                                     {6, 6, 0, 0, 0, 0, ""},
                                     {11, 10, 0, 0, 0, 0, ""},
                                     {26, 4, 0, 0, 0, 0, ""},
                                     {3, 40, 0, 0, 0, 0, ""},
                                     {13, 12, 0, 0, 0, 0, ""}};
  const std::vector<std::pair<std::string, std::pair<int, int>>> ways = {
      {"e", {1, 0}},  {"se", {1, -1}}, {"s", {0, -1}}, {"sw", {-1, -1}},
      {"w", {-1, 0}}, {"nw", {-1, 1}}, {"n", {0, 1}},  {"ne", {1, 1}}};
  for (const Shape& shape : shapes) {
    const auto is_cell = [&](Cell at) {
      return 1 <= at.first && at.first <= shape.width && 1 <= at.second && at.second <= shape.height;
    };
    const auto step = [&](Cell at, Cell by) {
      at = {at.first + by.first, at.second + by.second};
      for (int i = -3; i <= 3; ++i)
        for (int j = -3; j <= 3; ++j) {
          const Cell there{at.first + i * shape.right_x + j * shape.up_x,
                           at.second + i * shape.right_y + j * shape.up_y};
          if (is_cell(there)) return there;
        }
      return Cell{0, 0};
    };
    Random random(static_cast<std::uint64_t>(shape.width * 10 + shape.height));
    std::string tests;
    for (int i = 0; i < 60; ++i) {
      std::set<Cell> through;
      for (int x = 1; x <= shape.width; ++x)
        for (int y = 1; y <= shape.height; ++y)
          if (random.below(4) > 0) through.insert({x, y});
      const Cell from{1 + static_cast<int>(random.below(static_cast<std::uint64_t>(shape.width))),
                      1 + static_cast<int>(random.below(static_cast<std::uint64_t>(shape.height)))};
      const int length = 1 + static_cast<int>(random.below(6));
      std::set<Cell> ray, slide, hit, steps, last;
      std::set<Cell> walled, ray_in, slide_in, hit_in, steps_in, last_in;  // beside walls, and what these leave
      for (int k = 0; k < 5; ++k)
        walled.insert({1 + static_cast<int>(random.below(static_cast<std::uint64_t>(shape.width))),
                       1 + static_cast<int>(random.below(static_cast<std::uint64_t>(shape.height)))});
      const std::size_t wall_way = random.below(ways.size());
      const Cell wall = ways[wall_way].second;
      const auto is_walled = [&](Cell at, Cell by) {
        return (by == wall && walled.count(at) != 0) ||
               (by == Cell{-wall.first, -wall.second} && walled.count(step(at, by)) != 0);
      };
      std::map<Cell, int> far;
      const auto go = [&](Cell by) {
        bool slides = true, goes_on = true;
        int number = 0;
        Cell before = from, end = from, end_in = from;
        for (Cell at = step(from, by); is_cell(at) && at != from; at = step(at, by)) {
          ray.insert(at);
          ++number;
          goes_on = goes_on && !is_walled(before, by);
          before = at;
          const auto known = far.emplace(at, number).first;
          known->second = std::min(known->second, number);
          if (goes_on) ray_in.insert(at);
          if (number == length && slides) (goes_on ? steps_in : steps).insert(at);
          if (slides && !through.count(at)) (goes_on ? hit_in : hit).insert(at);
          slides = slides && through.count(at) != 0;
          if (slides) (goes_on ? slide_in : slide).insert(at);
          if (slides) (goes_on ? end_in : end) = at;
        }
        if (end == from) end = end_in;
        if (end != from) last.insert(end);
        if (end_in != from) last_in.insert(end_in);
      };
      // One direction, or a set of some.
      std::string way;
      const std::size_t first = random.below(ways.size()), count = std::max<std::size_t>(1, random.below(ways.size() + 1));
      for (std::size_t k = 0; k < count; ++k) {
        const auto& [name_of_way, by] = ways[(first + k) % ways.size()];
        way += (k ? " | " : "") + name_of_way;
        go(by);
      }
      steps.insert(steps_in.begin(), steps_in.end());
      hit.insert(hit_in.begin(), hit_in.end());
      slide.insert(slide_in.begin(), slide_in.end());
      tests += "test \"" + std::to_string(i) + "\" {\n  marked = " + set(through) + "\n  walls = edge(" + set(walled) +
               ", " + ways[wall_way].first + ")\n";
      // Once from a cell, once from a set of one: these are different instructions.
      for (const std::string& start : {name(from), "{c in cells where c == " + name(from) + "}"}) {
        const std::string head = "(" + start + ", " + way + ", ";
        tests += "  expect ray(" + start + ", " + way + ") == " + set(ray) + "\n";
        tests += "  expect slide" + head + "marked) == " + set(slide) + "\n";
        tests += "  expect hit" + head + "marked) == " + set(hit) + "\n";
        tests += "  expect steps" + head + std::to_string(length) + ", marked) == " + set(steps) + "\n";
        tests += "  expect last" + head + "marked) == " + set(last) + "\n";
        tests += "  expect ray" + head + "walls) == " + set(ray_in) + "\n";
        tests += "  expect slide" + head + "marked, walls) == " + set(slide_in) + "\n";
        tests += "  expect hit" + head + "marked, walls) == " + set(hit_in) + "\n";
        tests += "  expect last" + head + "marked, walls) == " + set(last_in) + "\n";
        tests += "  expect steps" + head + std::to_string(length) + ", marked, walls) == " + set(steps_in) + "\n";
      }
      if (count == ways.size())
        for (const auto& [to, number] : far)
          tests += "  expect distance(" + name(from) + ", " + name(to) + ") == " + std::to_string(number) + "\n";
      tests += "}\n";
    }
    INFO(shape.text);
    check_tests(game_on("board on square8 { cells x in 1.." + std::to_string(shape.width) + ", y in 1.." +
                            std::to_string(shape.height) + (shape.text.empty() ? "" : "; wraps " + shape.text) + kLabel,
                        "var marked: set of cell = {}\nvar walls: set of edge = {}\n" + tests));
  }
}

TEST_CASE("boards: on one that wraps the shortest way is the distance", "[boards]") {
  check_tests(game_on(std::string("board on square4 { cells x in 1..6, y in 1..1; wraps (6, 0)") + kLabel, R"(
test "round" {
  expect distance(a1, c1) == 2 and between(a1, c1) == b1
  expect distance(a1, e1) == 2 and between(a1, e1) == f1
  expect distance(a1, d1) == 3 and between(a1, d1) == b1 | c1      // both ways are as long: the first direction
  expect way(a1, c1) == {e} and way(a1, e1) == {w} and way(a1, d1) == {e} and way(a1, a1) == {}
  expect distance(a1, a1) == 0 and a1 + e + w == a1
})"));
}

TEST_CASE("boards: reach finds what hangs together", "[boards]") {
  for (const std::pair<int, int>& size : std::vector<std::pair<int, int>>{{8, 8}, {12, 9}, {20, 15}}) {
    const int width = size.first, height = size.second;
    Random random(static_cast<std::uint64_t>(width));
    const auto any_cell = [&] {
      return Cell{1 + static_cast<int>(random.below(static_cast<std::uint64_t>(width))),
                  1 + static_cast<int>(random.below(static_cast<std::uint64_t>(height)))};
    };
    std::string tests;
    for (int i = 0; i < 25; ++i) {
      std::set<Cell> marked;
      for (int x = 1; x <= width; ++x)
        for (int y = 1; y <= height; ++y)
          if (random.below(100) < 45) marked.insert({x, y});
      const std::set<Cell> from = i % 5 == 0   ? std::set<Cell>{}
                                  : i % 2 == 0 ? std::set<Cell>{any_cell()}
                                               : std::set<Cell>{any_cell(), any_cell()};
      // All around, and only to the right and up; then not beyond a column.
      const auto reached = [&](bool all_ways, int last_column) {
        std::set<Cell> found = from;
        std::vector<Cell> open(from.begin(), from.end());
        while (!open.empty()) {
          const Cell at = open.back();
          open.pop_back();
          if (at.first > last_column) continue;
          for (int dx = -1; dx <= 1; ++dx)
            for (int dy = -1; dy <= 1; ++dy) {
              if (!all_ways && (dx < 0 || dy < 0 || dx + dy != 1)) continue;
              const Cell next{at.first + dx, at.second + dy};
              if (marked.count(next) && found.insert(next).second) open.push_back(next);
            }
        }
        return found;
      };
      tests += "test \"" + std::to_string(i) + "\" {\n  marked = " + set(marked) + "\n  from = " + set(from) + "\n";
      tests += "  expect (reach c in from : c + around & marked) == " + set(reached(true, width)) + "\n";
      tests += "  expect (reach c in from : c + {e, n} & marked) == " + set(reached(false, width)) + "\n";
      tests += "  expect (reach c in from where c.x <= 5 : c + around & marked) == " + set(reached(true, 5)) + "\n}\n";
    }
    check_tests(game_on("board square(" + std::to_string(width) + ", " + std::to_string(height) + ")",
                        "var marked: set of cell = {}\nvar from: set of cell = {}\n" + tests));
  }
}

TEST_CASE("boards: reach goes over sets of anything", "[boards]") {
  check_tests(game_on("board square(3, 3)", R"(
type room = {hall, attic, cellar, shed}
let doors(r: room): set of room = if r == hall then {attic, cellar} else if r == cellar then {shed} else {}
test "rooms" {
  expect (reach r in {hall} : doors(r)) == room
  expect (reach r in {cellar} : doors(r)) == {cellar, shed}
  expect (reach r in {hall} where r != cellar : doors(r)) == {hall, attic, cellar}
}
test "numbers" { expect (reach k in {1} : {m in 0..20 where m == 2 * k or m == k + 5}) == {1, 2, 4, 6, 7, 8, 9, 11, 12, 13, 14, 16, 17, 18, 19} }
test "edges" { expect count(reach x in edge(a1, n) : edge(x.cells, direction) - border) == 20 }
test "players" { expect (reach p in {sun} : {p + 1}) == player }
)"));
  CHECK(refusal(game_on("board square(3, 3)", "let wrong = reach c in a1 : 3")).find("G0301") == 0);
  // Numbers reach all that a set of numbers holds, whatever they began with.
  check_tests(game_on("board square(3, 3)", R"(
let start: set of 0..5 = {1, 2, 3}
let next(k: 0..63): set of 0..63 = {m in 0..63 where m == k + 20}
test "numbers" {
  expect (reach k in start : next(k)) == {1, 2, 3, 21, 22, 23, 41, 42, 43, 61, 62, 63}
  expect (max k in (reach k in {1} : {m in 0..63 where m == 2 * k}) : k else 0) == 32
}
)"));
}

TEST_CASE("boards: if a field decides the owner, pieces of one owner keep different values of it", "[boards]") {
  // As many pieces as sets of them: one for red, two for blue and green together, and none for the second player.
  const Game game = test::script(R"(
game "Bearers"
use square
players sun, moon, star
type hue = {red, green, blue}
let bearer(h: hue): player = if h == red then sun else star
board grid(3, 1)
piece glass of bearer(tone) { tone: hue; look "{owner:1}{tone}" }
move rest "rest" { }
setup { put glass(tone = green) on a1; put glass(tone = red) on b1; put glass(tone = blue) on c1 }
play { repeat { turn of each player { choose rest } } }
)");
  const Position start = test::must(game.start());
  CHECK(start.pieces(0)[0].fields[0].second == "green");
  CHECK(start.pieces(1)[0].fields[0].second == "red");
  CHECK(start.pieces(2)[0].fields[0].second == "blue");
  const std::string text = start.text();
  CHECK(test::must(game.read(text)).text() == text);
}
