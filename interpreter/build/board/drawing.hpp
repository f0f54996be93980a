// A board's drawing, `cells """ ... """`: rows of signs to cells with coordinates.
//
// A sign is one character, `_` is none. What lies between two signs of a row is measured by the drawing itself: the
// smallest distance in it is one step along the row, and all others are so many of these. So signs may stand close
// together or with blanks between them, and the rows of hexagons are set in as they are drawn. Where a sign stands is
// where the lattice's `drawn at` draws its cell; x and y are counted so that the smallest of each is 1.
#pragma once

#include <string>
#include <vector>

#include "interpreter/build/board/constants.hpp"

namespace glint {

struct DrawnCell {
  int x = 0, y = 0;
  std::string sign;
};

/// Where the lattice draws the cell at x, y: to the right, and down. BuildFailure where that is too far away.
struct DrawnPlace {
  int right = 0, down = 0;
};
DrawnPlace drawn_place(const rules::Lattice& lattice, Constants& constants, int x, int y);
/// A coordinate that is not too large to be one.
int as_coordinate(std::int64_t value, lang::Span span);

/// The cells that a drawing shows, row by row. BuildFailure where a sign stands between the places of the lattice.
std::vector<DrawnCell> read_drawing(const std::string& drawing, const rules::Lattice& lattice, Constants& constants,
                                    lang::Span span);

}  // namespace glint
