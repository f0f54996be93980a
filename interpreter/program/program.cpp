#include "interpreter/program/program.hpp"

#include <algorithm>

#include "interpreter/program/values.hpp"

namespace glint {

using rules::Base;

int Program::set_words(const rules::Type& type) const {
  if (type.base == Base::visit) return kVisitSlots;
  if (!type.is_set) return 1;
  if (type.base == Base::cell) return geometry.words;
  if (type.base == Base::edge) return geometry.edge_words;
  if (type.base == Base::place) return geometry.words * layout.stack;
  return 1;
}

std::int64_t Program::values_of(const rules::Type& type) const {
  if (type.base == Base::cell) return geometry.cells;
  if (type.base == Base::edge) return static_cast<std::int64_t>(geometry.edges.size());
  return domain_size(rules, type);
}

bool Program::is_value(const rules::Type& type, std::int64_t value) const {
  if (type.subset == 0) return in_range(type, value);
  const Word* allowed = code.initial_frame.data() + kept.lets[rules.subsets[type.subset - 1].let].slot;
  if (!type.is_set) return has_bit(allowed, value);
  return (static_cast<Word>(value) & ~*allowed) == 0;  // a small set, as fields have them
}

bool Program::is_possible(const Key& key) const {
  if (key.kind < 0) return true;
  const std::vector<int>& fields = rules.kinds[key.kind].fields;
  for (std::size_t i = 0; i < key.values.size(); ++i)
    if (!is_value(rules.fields[fields[i]].type, key.values[i])) return false;
  return true;
}

int Geometry::Coordinates::cell_at(std::int64_t x, std::int64_t y) const {
  if (x < x_lo || x > x_hi || y < y_lo || y > y_hi) return -1;
  if (!grid.empty()) return grid[(y - y_lo) * (std::int64_t{x_hi} - x_lo + 1) + (x - x_lo)];
  const std::pair<int, int> place(static_cast<int>(x), static_cast<int>(y));
  const auto found = std::lower_bound(by_coordinates.begin(), by_coordinates.end(), std::pair(place, -1));
  return found != by_coordinates.end() && found->first == place ? found->second : -1;
}

std::vector<Word> Geometry::all_edges() const {
  std::vector<Word> all(edge_words, ~Word{0});
  if (!all.empty() && edges.size() % 64 != 0) all.back() = bit_in_word(edges.size()) - 1;
  return all;
}

std::string Geometry::edge_name(int edge, int as_seen_by) const {
  const Edge& one = edges[edge];
  return side_name(one.cell, one.way, as_seen_by);
}

std::string Geometry::side_name(int cell, int way, int as_seen_by) const {
  return label_of(cell, as_seen_by) + "." + direction_info[way].name;
}

}  // namespace glint
