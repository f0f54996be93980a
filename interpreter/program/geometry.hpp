// Geometry: the board as numbers and tables, with everything that follows from its shape alone.
//
// A cell is 0..cells-1, in the order in which the board is drawn (top to bottom, left to right), so that along every ray
// of a board that does not wrap the numbers only rise or only fall. A direction is 0..directions-1, and its opposite is
// half of them further on. A set of cells is `words` words, bit c for cell c. Tables by direction and cell are indexed
// by at(cell, way). Filled once by build_geometry; immutable afterwards; owned by Program.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "glint/glint.hpp"
#include "interpreter/program/bits.hpp"

namespace glint {

struct Geometry {
  int cells = 0;
  int words = 1;  // of a set of cells
  int directions = 0;
  std::vector<CellInfo> info;                  // by cell: label and coordinates
  std::vector<DirectionInfo> direction_info;   // by direction
  std::vector<std::string> signs;              // by cell: its sign in the board's drawing; empty without a drawing
  std::vector<Word> board;                     // the set of all cells

  // ---- steps and rays ----
  /// A step off the board may come in again elsewhere. Then rays go round, numbers neither rise nor fall along them,
  /// and there are no tables of rays. A ray ends before it would return to its start.
  bool wraps = false;
  std::vector<std::int32_t> neighbour;  // [at(c, d)]: the cell one step from c in direction d, or -1 off the board
  std::vector<std::int32_t> last;       // [at(c, d)]: the last cell on the board from c in direction d; c at the border
  std::vector<std::uint8_t> rises;      // by direction: cell numbers rise along it
  Word rising = 0;                      // the same as a set of directions
  /// ray[at(c, d) * words ...]: the set of cells from c along d to the border, without c; the same as following
  /// `neighbour` until it is -1. Empty if it would be larger than kMaxRayWords (then the kernel steps).
  std::vector<Word> ray;
  std::vector<std::int32_t> to_border;  // [at(c, d)]: the number of those cells; empty where `ray` is

  // ---- steps of whole sets ----
  /// A step in a direction adds `delta` to the number of every cell of a mask.
  struct Shift {
    std::int32_t delta = 0;
    std::uint32_t from = 0;  // index of the mask's first word in Shifts::masks
  };
  /// The shifts of direction d are all[of_way[d] .. of_way[d + 1]]: one shift on a board of equal rows. Empty on a
  /// board so irregular that a direction would need many.
  struct Shifts {
    std::vector<Shift> all;
    std::vector<std::uint32_t> of_way;
    std::vector<Word> masks;
  } shifts;
  /// Boards of one word whose directions have one shift each: four directions at once (0..3, 4..7, ...). For each
  /// direction, the step *against* it, as shifts to the left and right (one of them is 0), and the cells left and
  /// reached.
  struct Lanes {
    std::array<Word, 4> left{}, right{}, from{}, to{};
  };
  std::vector<Lanes> lanes;  // empty on other boards
  int longest_line = 0;      // steps from border to border; only on boards with lanes

  // ---- four rays side by side: boards of one or two words with ray tables ----
  struct alignas(32) Fan {
    std::array<Word, 4> word{};
  };
  struct FanWays {
    Fan way;  // directions; unused places hold arbitrary ones
    bool rises = false;
  };
  /// The directions of each fan, first those along which numbers rise. The rays of `cell` begin at
  /// rays[cell * of_cell]: the first words of those of ways[0], then (on a board of two words) their second words, then
  /// those of ways[1], and so on.
  struct Fans {
    std::vector<FanWays> ways;
    std::vector<Fan> rays;
    std::size_t of_cell = 0;
  } fans;

  // ---- pairs of cells: the same boards, if no two rays from a cell share a cell ----
  struct Line {
    std::uint8_t way = 0, steps = 0;  // steps is 0 if no straight line joins the two cells
  };
  std::vector<Line> lines;  // [from * cells + to]
  /// sets[((n - 1) * cells + c) * words ...]: the cells exactly n steps from c; n is 1..steps.
  struct Rings {
    std::vector<Word> sets;
    int steps = 0;
  } rings;

  // ---- edges, if the game mentions them ----
  /// A side of a cell, numbered at the first cell that has it; a side between two cells is one edge.
  struct Edge {
    std::int32_t cell = 0, way = 0;
  };
  std::vector<Edge> edges;
  int edge_words = 0;                 // of a set of edges
  std::vector<std::int32_t> edge_of;  // [at(c, d)]
  std::vector<Word> border;           // the set of edges with a cell on only one side

  // ---- coordinates, for cell_at ----
  /// The rectangle that holds all cells, by rows; where it would be much larger than the board, `grid` is empty and
  /// by_coordinates holds ((x, y), cell), sorted.
  struct Coordinates {
    int x_lo = 0, x_hi = -1, y_lo = 0, y_hi = -1;
    std::vector<std::int32_t> grid;
    std::vector<std::pair<std::pair<int, int>, int>> by_coordinates;

    int cell_at(std::int64_t x, std::int64_t y) const;
  } coordinates;

  /// The index of a cell's side in tables by direction and cell.
  std::size_t at(int cell, int way) const {
    return static_cast<std::size_t>(way) * static_cast<std::size_t>(cells) + static_cast<std::size_t>(cell);
  }
  /// The cell one step away, or -1 off the board.
  int next_to(int cell, int way) const { return neighbour[at(cell, way)]; }
  int opposite(int way) const {
    const int back = way + directions / 2;
    return back < directions ? back : back - directions;
  }
  const Word* ray_of(int way, int cell) const { return &ray[at(cell, way) * static_cast<std::size_t>(words)]; }
  int edge_at(int cell, int way) const { return edge_of[at(cell, way)]; }
  bool has_shifts() const { return !shifts.of_way.empty(); }
  /// The number that a step along `way` adds to the number of any cell; 0 if it is not the same everywhere.
  std::int32_t stride_of(int way) const {
    if (!has_shifts()) return 0;
    const std::uint32_t first = shifts.of_way[way];
    return shifts.of_way[static_cast<std::size_t>(way) + 1] - first == 1 ? shifts.all[first].delta : 0;
  }
  /// The cell with these coordinates, or -1.
  int cell_at(std::int64_t x, std::int64_t y) const { return coordinates.cell_at(x, y); }
  /// The set of all edges.
  std::vector<Word> all_edges() const;
  /// A cell's label; for the player `as_seen_by` (-1: nobody), that player's own label for it, if there is one.
  std::string label_of(int cell, int as_seen_by = -1) const {
    const CellInfo& one = info[cell];
    return as_seen_by >= 0 && one.player == as_seen_by ? one.own_label : one.label;
  }
  /// The name of a cell's side, or of an edge, as a side of its first cell: "c4.ne".
  std::string side_name(int cell, int way, int as_seen_by = -1) const;
  std::string edge_name(int edge, int as_seen_by = -1) const;
};

/// Words of a set of pairs of a cell and one of 1 << shift values, numbered cell << shift | value.
inline int pair_words(const Geometry& geometry, int shift) { return words_for(std::int64_t{geometry.cells} << shift); }

}  // namespace glint
