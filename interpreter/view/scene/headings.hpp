// Coordinates beside a board. If labels have two parts, one for the drawn row and one for the drawn column ("c4":
// column c, row 4; on hexagons "C4": row C), the parts can be printed at the border instead of in cells. If players
// have names of their own for cells, the parts of those are used; lines of two players may share one.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "interpreter/view/scene/scene.hpp"

namespace glint::view {

struct Headings {
  std::map<int, std::string> rows;     // by drawn_y; empty if rows share nothing
  std::map<int, std::string> columns;  // by drawn_x; empty if columns share nothing
  std::map<int, int> owners;  // by drawn_y: the player who has names for all cells of the row, or -1; never empty
  /// Whether every cell's label follows from its row and column.
  bool complete() const { return !rows.empty() && !columns.empty(); }
};

Headings headings_of(const Scene& scene);

}  // namespace glint::view
