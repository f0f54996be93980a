// The tables of a board against steps taken one by one with `neighbour`: every entry, on boards of every kind.
#include <algorithm>
#include <string>
#include <vector>

#include "interpreter/program/geometry.hpp"
#include "interpreter/program/program.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using namespace glint::test;

const char* const kBoards[] = {
    "board square(5, 3)",
    "board square(8, 8)",
    "board square(12, 9)",
    "board square(20, 15)",
    "board hexagon(3)",
    "board hexagon(6)",
    "board on square8 { cells \"\"\"\n ..._.\n ._...\n ...._\n\"\"\"\n label \"{lower(x)}{y}\" }",
    "board on square4 { cells x in 1..5, y in 1..4\n wraps (5, 0), (0, 4)\n label \"{lower(x)}{y}\" }",
};

Game game_on(const std::string& board) {
  return script("game \"Board\"\nuse square, hex\nplayers sun, moon\n" + board + R"(
piece stone { look "o" }
move place "{at}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
)");
}

using Cells = std::vector<int>;

/// The cells from one along a way, to the border or to where the ray began.
Cells walk(const Geometry& geometry, int cell, int way) {
  Cells cells;
  for (int next = geometry.next_to(cell, way); next >= 0 && next != cell; next = geometry.next_to(next, way))
    cells.push_back(next);
  return cells;
}

Cells sorted(Cells cells) {
  std::sort(cells.begin(), cells.end());
  return cells;
}

Cells elements(const Word* set, int words) {
  Cells found;
  for (const int cell : each_bit(set, words)) found.push_back(cell);
  return found;
}

/// Where a step leads, by shifting the set of one cell.
int shifted(const Geometry& geometry, int cell, int way) {
  for (std::uint32_t i = geometry.shifts.of_way[static_cast<std::size_t>(way)];
       i < geometry.shifts.of_way[static_cast<std::size_t>(way) + 1]; ++i)
    if (has_bit(&geometry.shifts.masks[geometry.shifts.all[i].from], cell)) return cell + geometry.shifts.all[i].delta;
  return -1;
}

void check_rays(const Geometry& geometry, int cell, int way) {
  const Cells cells = walk(geometry, cell, way);
  if (!geometry.wraps) REQUIRE(geometry.last[geometry.at(cell, way)] == (cells.empty() ? cell : cells.back()));
  if (geometry.has_shifts()) REQUIRE(shifted(geometry, cell, way) == geometry.next_to(cell, way));
  const int next = geometry.next_to(cell, way);
  if (next >= 0) REQUIRE(geometry.next_to(next, geometry.opposite(way)) == cell);
  if (geometry.ray.empty()) return;
  REQUIRE(elements(geometry.ray_of(way, cell), geometry.words) == sorted(cells));
  REQUIRE(geometry.to_border[geometry.at(cell, way)] == static_cast<int>(cells.size()));
  for (const int other : cells) REQUIRE((other > cell) == (geometry.rises[static_cast<std::size_t>(way)] != 0));
}

/// Each direction is in one place of one fan, where the words of its ray are.
void check_fans(const Geometry& geometry, int cell) {
  const auto words = static_cast<std::size_t>(geometry.words);
  for (int way = 0; way < geometry.directions; ++way) {
    bool is_found = false;
    for (std::size_t fan = 0; fan < geometry.fans.ways.size(); ++fan)
      for (std::size_t place = 0; place < 4; ++place) {
        if (geometry.fans.ways[fan].way.word[place] != static_cast<Word>(way)) continue;
        if (geometry.fans.ways[fan].rises != (geometry.rises[static_cast<std::size_t>(way)] != 0)) continue;
        bool same = true;
        for (std::size_t w = 0; w < words; ++w)
          same = same && geometry.fans.rays[static_cast<std::size_t>(cell) * geometry.fans.of_cell + fan * words + w]
                                 .word[place] == geometry.ray_of(way, cell)[w];
        is_found = is_found || same;
      }
    REQUIRE(is_found);
  }
}

void check_lines(const Geometry& geometry, int from) {
  Cells seen(static_cast<std::size_t>(geometry.cells), 0);
  for (int way = 0; way < geometry.directions; ++way) {
    const Cells cells = walk(geometry, from, way);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const Geometry::Line line = geometry.lines[static_cast<std::size_t>(from * geometry.cells + cells[i])];
      REQUIRE(line.way == way);
      REQUIRE(line.steps == i + 1);
      seen[static_cast<std::size_t>(cells[i])] = static_cast<int>(i) + 1;
    }
  }
  for (int to = 0; to < geometry.cells; ++to) {
    const int steps = geometry.lines[static_cast<std::size_t>(from * geometry.cells + to)].steps;
    REQUIRE(steps == seen[static_cast<std::size_t>(to)]);
    for (int ring = 1; ring <= geometry.rings.steps; ++ring) {
      const auto at = static_cast<std::size_t>(((ring - 1) * geometry.cells + from) * geometry.words);
      REQUIRE(has_bit(&geometry.rings.sets[at], to) == (steps == ring));
    }
  }
}

}  // namespace

TEST_CASE("geometry: tables agree with steps taken one by one", "[geometry]") {
  bool any_fans = false, any_lines = false, any_lanes = false, any_wraps = false;
  for (const char* const board : kBoards) {
    INFO(board);
    const Game game = game_on(board);
    const Geometry& geometry = game.program().geometry;
    REQUIRE(elements(geometry.board.data(), geometry.words).size() == static_cast<std::size_t>(geometry.cells));
    REQUIRE(geometry.ray.empty() == geometry.wraps);
    for (int cell = 0; cell < geometry.cells; ++cell) {
      const CellInfo& info = geometry.info[static_cast<std::size_t>(cell)];
      REQUIRE(geometry.cell_at(info.x, info.y) == cell);
      for (int way = 0; way < geometry.directions; ++way) check_rays(geometry, cell, way);
      if (!geometry.fans.rays.empty()) check_fans(geometry, cell);
      if (!geometry.lines.empty()) check_lines(geometry, cell);
    }
    CHECK(geometry.cell_at(-1000, 0) == -1);
    any_fans = any_fans || !geometry.fans.rays.empty();
    any_lines = any_lines || !geometry.lines.empty();
    any_lanes = any_lanes || !geometry.lanes.empty();
    any_wraps = any_wraps || geometry.wraps;
  }
  CHECK(any_fans);
  CHECK(any_lines);
  CHECK(any_lanes);
  CHECK(any_wraps);
}

TEST_CASE("geometry: lanes lead from the cells behind", "[geometry]") {
  const Game game = game_on("board square(7, 5)");
  const Geometry& geometry = game.program().geometry;
  REQUIRE_FALSE(geometry.lanes.empty());
  for (int way = 0; way < geometry.directions; ++way) {
    const Geometry::Lanes& four = geometry.lanes[static_cast<std::size_t>(way / 4)];
    const auto k = static_cast<std::size_t>(way % 4);
    for (int cell = 0; cell < geometry.cells; ++cell) {
      const int before = geometry.next_to(cell, geometry.opposite(way));
      const Word reached = (bit_in_word(cell) & four.from[k]) << four.left[k] >> four.right[k];
      CHECK(reached == (before < 0 ? 0 : bit_in_word(before)));
    }
  }
}

TEST_CASE("geometry: an edge between two cells is one edge with two names", "[geometry]") {
  const Game game = script(R"(
game "Edges"
use square
players sun, moon
board square(4, 3)
piece stone { look "o" }
let inner = edges - border
move place "{at}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
)");
  const Geometry& geometry = game.program().geometry;
  std::vector<int> sides(geometry.edges.size(), 0);
  for (int cell = 0; cell < geometry.cells; ++cell)
    for (int way = 0; way < geometry.directions; ++way) {
      const int edge = geometry.edge_at(cell, way), next = geometry.next_to(cell, way);
      ++sides[static_cast<std::size_t>(edge)];
      CHECK(has_bit(geometry.border.data(), edge) == (next < 0));
      if (next >= 0) CHECK(geometry.edge_at(next, geometry.opposite(way)) == edge);
    }
  for (std::size_t edge = 0; edge < sides.size(); ++edge)
    CHECK(sides[edge] == (has_bit(geometry.border.data(), edge) ? 1 : 2));
  const std::vector<Word> all = geometry.all_edges();
  CHECK(elements(all.data(), geometry.edge_words).size() == geometry.edges.size());
}
