// The board: the script's formula to numbered cells, neighbours and rays.
#pragma once

#include "interpreter/build/board/constants.hpp"
#include "interpreter/program/program.hpp"

namespace glint {

/// Boards of more cells are refused (G0503).
inline constexpr int kMaxCells = 1'000'000;
/// Ray tables beyond this many words are not made: the kernel steps from cell to cell instead.
inline constexpr std::size_t kMaxRayWords = 4'000'000;

/// Cells in the order in which they are drawn (rows from the top, each from the left), their labels, neighbours and rays.
/// BuildFailure: a board without cells or with too many, two cells with one label, a parameter out of its range.
Geometry build_geometry(const rules::Rules& rules, Constants& constants);
/// The cells that the board's drawing shows with one of these signs. BuildFailure: it shows none so.
std::vector<Word> drawn_cells(const Geometry& geometry, const std::string& signs, lang::Span span);

}  // namespace glint
