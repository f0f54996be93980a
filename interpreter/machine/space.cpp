#include "interpreter/machine/interpreter.hpp"

#include <algorithm>

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

std::int64_t Space::walk(Word* f, const Instruction& at, const Instruction& more) {
  const auto cells = static_cast<std::size_t>(geometry_.cells);
  const Word *through = f + more.a, *walls = f + more.c;
  const std::int64_t length = at.op == Opcode::walk_steps ? static_cast<std::int64_t>(f[more.b]) : 0;
  std::int64_t work = 0;
  std::fill(found_.begin(), found_.end(), 0);
  for (const int cell : each_bit(f + at.b, words_)) {
    ++work;
    for (const int way : each_bit(f[at.c])) {
      const std::size_t row = static_cast<std::size_t>(way) * cells;
      const std::int32_t* const neighbour = geometry_.neighbour.data() + row;
      const std::int32_t* const edge = at.n == 0 ? nullptr : geometry_.edge_of.data() + row;
      std::int64_t gone = 0;
      int from = cell;
      while (edge == nullptr || !has_bit(walls, edge[from])) {
        const int next = neighbour[from];
        if (next < 0 || next == cell) break;  // off the board, or come round
        const bool goes_on = ++gone != length && has_bit(through, next);
        const bool is_found = at.op == Opcode::walk_slide ? goes_on
                              : at.op == Opcode::walk_hit ? !goes_on
                                                          : gone == length;
        if (is_found) add_bit(found_.data(), next);
        if (!goes_on) break;
        from = next;
      }
      if (at.op == Opcode::walk_last && from != cell) add_bit(found_.data(), from);
      work += gone / kStepsOfWork;
    }
  }
  std::copy(found_.begin(), found_.end(), f + at.a);
  return work;
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
