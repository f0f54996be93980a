#include "interpreter/program/program.hpp"

#include "interpreter/program/values.hpp"

namespace glint {

using rules::Base;

int Program::set_words(const rules::Type& type) const {
  if (type.base == Base::visit) return 5;  // cell, way, step, payload, source
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

}  // namespace glint
