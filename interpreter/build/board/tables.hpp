// Tables of a board that follow from its steps alone: rays, lines, shifts of whole sets, edges.
#pragma once

#include <cstddef>

#include "interpreter/program/geometry.hpp"

namespace glint {

/// Ray tables beyond this many words are not made: the kernel steps from cell to cell instead.
inline constexpr std::size_t kMaxRayWords = 4'000'000;

/// Fills last, ray, to_border, fans, lines, rings, shifts and lanes. Needs cells, words, directions, neighbour, rises,
/// rising and wraps.
void fill_tables(Geometry& geometry);
/// Numbers every side of every cell, those between two cells once: edges, edge_of, edge_words, border.
void number_edges(Geometry& geometry);

}  // namespace glint
