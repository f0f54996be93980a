// The board: from the script's formula or drawing to numbered cells and their neighbours.
#pragma once

#include "interpreter/build/board/constants.hpp"
#include "interpreter/program/program.hpp"

namespace glint {

/// Boards of more cells are refused (G0503).
inline constexpr int kMaxCells = 1'000'000;

/// Cells in the order in which they are drawn (rows from the top, each from the left), their labels, neighbours and rays.
/// BuildFailure: a board without cells or with too many, two cells with one label, a parameter out of its range.
Geometry build_geometry(const rules::Rules& rules, Constants& constants);
/// The cells that the board's drawing shows as one of these signs. BuildFailure: some sign is not in it.
std::vector<Word> drawn_cells(const Geometry& geometry, const std::string& signs, lang::Span span);

}  // namespace glint
