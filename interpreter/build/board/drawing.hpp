// A board's drawing, `cells """ ... """`: rows of signs to cells with coordinates.
//
// A sign is one character; `_` is no cell. The drawing sets its own scale: the smallest distance between two signs of a row
// is one step along the row, and all others are multiples of it. So signs may be next to each other or have blanks between
// them, and rows of hexagons are indented as they are drawn. A sign is at the place where the lattice's `drawn at` draws its
// cell; x and y are shifted so that the smallest of each is 1.
#pragma once

#include <string>
#include <vector>

#include "interpreter/build/board/constants.hpp"

namespace glint {

struct DrawnCell {
  int x = 0, y = 0;
  std::string sign;
};

/// Where the lattice draws the cell at x, y: to the right, and down. BuildFailure: too far away.
struct DrawnPlace {
  int right = 0, down = 0;
};
DrawnPlace drawn_place(const rules::Lattice& lattice, Constants& constants, int x, int y);
/// The value as a coordinate. BuildFailure: it is too large.
int as_coordinate(std::int64_t value, lang::Span span);

/// The cells that a drawing shows, row by row; `span` is its place with the quotes. BuildFailure: a sign is between the
/// places of the lattice.
std::vector<DrawnCell> read_drawing(const std::string& drawing, const rules::Lattice& lattice, Constants& constants,
                                    lang::Span span);

}  // namespace glint
