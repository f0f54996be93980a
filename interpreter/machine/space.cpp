#include "interpreter/machine/space.hpp"

namespace glint {

void Space::edge(Word* f, const Instruction& at) const {
  if (at.op == Opcode::edge) {
    f[at.a] = static_cast<Word>(geometry_.edge_at(static_cast<int>(f[at.b]), static_cast<int>(f[at.c])));
    return;
  }
  const Geometry::Edge edge = geometry_.edges[f[at.b]];
  std::fill(f + at.a, f + at.a + words_, 0);
  add_bit(f + at.a, edge.cell);
  const int other = geometry_.next_to(edge.cell, edge.way);
  if (other >= 0) add_bit(f + at.a, other);
}

std::int64_t Space::edges(Word* f, const Instruction& at) {
  std::int64_t work = 0;
  std::fill(edges_.begin(), edges_.end(), 0);
  for (const int way : each_bit(f[at.c]))
    for (const int cell : each_bit(f + at.b, words_)) {
      add_bit(edges_.data(), geometry_.edge_at(cell, way));
      ++work;
    }
  std::copy_n(edges_.begin(), at.n, f + at.a);
  return work;
}

}  // namespace glint
