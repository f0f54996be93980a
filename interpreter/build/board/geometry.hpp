// The board: from the script's formula or drawing to numbered cells and their neighbours.
#pragma once

#include <string>
#include <vector>

#include "interpreter/build/board/constants.hpp"
#include "interpreter/program/program.hpp"

namespace glint {

/// Larger ray tables are not made; the kernel goes from cell to cell instead.
inline constexpr std::size_t kMaxRayWords = 4'000'000;

/// Cells in the order in which they are drawn (rows from the top, each from the left), their labels, neighbours and
/// rays. BuildFailure: a board without cells, with too many, or with too long labels; two cells with one label, a parameter
/// out of its range.
Geometry build_geometry(const rules::Rules& rules, Constants& constants, const Limits& limits,
                        lang::StopCheck& stop);
/// Fills the tables that follow from steps alone: last, ray, to_border, fans, lines, rings, shifts and lanes. Needs
/// cells, words, directions, neighbour, rises, rising and wraps.
void fill_tables(Geometry& geometry, lang::StopCheck& stop);
/// Numbers every side of every cell, those between two cells once: edges, edge_of, edge_words, border.
void number_edges(Geometry& geometry, lang::StopCheck& stop);
/// Reports (G0503) why this board, of which every coordinate was tried in vain, has no cells. The locals of the board's
/// formula, but for x and y, must be set in `constants`.
[[noreturn]] void fail_without_cells(const rules::Rules& rules, Constants& constants);
/// The cells with one of these signs in the board's drawing. BuildFailure: a sign is not in it.
std::vector<Word> drawn_cells(const Geometry& geometry, const std::string& signs, lang::Span span);

}  // namespace glint
