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

std::string print_slots(const Program& program, const rules::Type& type, const Word* slots, int mover, std::size_t most) {
  using rules::Base;
  if (type.base != Base::cell && type.base != Base::place && type.base != Base::edge)
    return print_value(program.rules, type, static_cast<std::int64_t>(slots[0]));
  const int row = program.words() * 64;
  const auto name = [&](Word number) -> std::string {
    if (type.base == Base::edge)
      return number < program.geometry.edges.size() ? program.geometry.edge_name(static_cast<int>(number), mover) : "?";
    const auto cell = static_cast<std::size_t>(number % static_cast<Word>(row));
    return cell < program.geometry.info.size() ? program.geometry.label_of(static_cast<int>(cell), mover) : "?";
  };
  if (!type.is_set) return name(slots[0]);
  std::string text;
  for (const int element : each_bit(slots, program.set_words(type))) {
    if (text.size() > most) return text + " ...";
    text += (text.empty() ? "" : " ") + name(static_cast<Word>(element));
  }
  return text.empty() ? "none" : text;
}

}  // namespace glint
