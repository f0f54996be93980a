#include "tests/support/naive_position.hpp"

namespace glint::test {

naive::Board board_of(const Program& program, const Word* state) {
  naive::Board board(static_cast<std::size_t>(program.geometry.cells));
  for (std::size_t cell = 0; cell < board.size(); ++cell)
    for (int level = 0; level < program.layout.stack; ++level)
      if (const int key = program.key_in(state, static_cast<int>(cell), level); key != 0)
        board[cell] = piece_of(program.pieces.keys[static_cast<std::size_t>(key)]);
  return board;
}

void read_variables(const Program& program, const Word* state, naive::Tracer& tracer) {
  tracer.variables = {};
  for (std::size_t v = 0; v < program.rules.variables.size(); ++v) {
    const rules::Variable& variable = program.rules.variables[v];
    const std::int64_t count = variable.index ? program.values_of(*variable.index) : 1;
    const int words = program.set_words(variable.type);
    // The engine numbers edges by themselves.
    const auto named = [&](const rules::Type& type, int number) {
      if (type.base != rules::Base::edge) return number;
      const Geometry::Edge& edge = program.geometry.edges[static_cast<std::size_t>(number)];
      return tracer.edge(edge.cell, edge.way);
    };
    const bool is_of_places = variable.type.base == rules::Base::cell || variable.type.base == rules::Base::edge;
    for (std::int64_t i = 0; i < count; ++i) {
      const Word* slots = state + program.layout.variables[v] + i * words;
      auto at = static_cast<std::size_t>(i);
      if (variable.index) at = static_cast<std::size_t>(named(*variable.index, static_cast<int>(i)));
      if (!variable.type.is_set || !is_of_places) {
        std::vector<std::int64_t>& numbers = tracer.variables.numbers[static_cast<int>(v)];
        if (numbers.size() <= at) numbers.resize(at + 1);
        numbers[at] = static_cast<std::int64_t>(slots[0]);
        if (is_of_places) numbers[at] = named(variable.type, static_cast<int>(slots[0]));
        continue;
      }
      std::vector<std::set<int>>& sets = tracer.variables.sets[static_cast<int>(v)];
      if (sets.size() <= at) sets.resize(at + 1);
      for (int bit = 0; bit < words * 64; ++bit)
        if (slots[bit / 64] >> (bit % 64) & 1) sets[at].insert(named(variable.type, bit));
    }
  }
}

}  // namespace glint::test
