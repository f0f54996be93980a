#include "interpreter/program/geometry.hpp"

#include <algorithm>

namespace glint {

int Geometry::cell_at(std::int64_t x, std::int64_t y) const {
  if (x < x_lo || x > x_hi || y < y_lo || y > y_hi) return -1;
  if (!grid.empty()) return grid[static_cast<std::size_t>((y - y_lo) * (std::int64_t{x_hi} - x_lo + 1) + (x - x_lo))];
  const std::pair<int, int> place(static_cast<int>(x), static_cast<int>(y));
  const auto found = std::lower_bound(by_coordinates.begin(), by_coordinates.end(), std::pair(place, -1));
  return found != by_coordinates.end() && found->first == place ? found->second : -1;
}

std::vector<Word> Geometry::all_edges() const {
  std::vector<Word> all(static_cast<std::size_t>(edge_words), ~Word{0});
  if (!all.empty() && edges.size() % 64 != 0) all.back() = bit_in_word(edges.size()) - 1;
  return all;
}

std::string Geometry::edge_name(int edge, int as_seen_by) const {
  const Edge& one = edges[static_cast<std::size_t>(edge)];
  return side_name(one.cell, one.way, as_seen_by);
}

std::string Geometry::side_name(int cell, int way, int as_seen_by) const {
  return label_of(cell, as_seen_by) + "." + direction_info[static_cast<std::size_t>(way)].name;
}

}  // namespace glint
