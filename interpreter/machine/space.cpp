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

/// The count changes by at most one, and depends only on whether the piece moves into the region.
void Space::still_counts(Word* f, const Instruction& at, const Instruction& more) const {
  const Word* region = f + at.c;
  auto count = static_cast<std::int64_t>(f[at.b]);
  const auto from = static_cast<int>(f[more.a]);
  const auto least = static_cast<std::int64_t>(f[more.b]);
  const bool is_one = has_bit(f + more.c, from);
  if (is_one && has_bit(region, from)) --count;
  const bool anywhere = count >= least, inside = count + is_one >= least;
  for (int i = 0; i < words_; ++i) f[at.a + i] = anywhere ? geometry_.board[i] : inside ? region[i] : 0;
}

}  // namespace glint
