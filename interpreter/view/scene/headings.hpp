// Coordinates beside a board. Where labels are made of two parts, and one part belongs to a drawn row and the other to
// a drawn column ("c4": column c, row 4; "C4" on hexagons: row C), the parts can be printed at the border instead of in
// cells. Where players have names of their own for cells, the parts are of those: lines of two players may share one.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <glint/glint.hpp>

namespace glint::view {

struct Headings {
  std::map<int, std::string> rows;     // by drawn_y; empty when rows share nothing
  std::map<int, std::string> columns;  // by drawn_x; likewise
  std::map<int, int> owners;  // by drawn_y: the player whose to name all of this row's cells are, or -1; always there
  /// Whether every cell's label follows from its row and column.
  bool complete() const { return !rows.empty() && !columns.empty(); }
};

Headings headings_of(const std::vector<CellInfo>& cells);

}  // namespace glint::view
