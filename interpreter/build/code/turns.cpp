#include "interpreter/build/code/turns.hpp"

#include <algorithm>

namespace glint {

void write_turns(Program& program) {
  const auto here = [&] { return static_cast<int>(program.code.size()); };
  const auto emit = [&](Opcode op, int target, Slot a = 0, std::size_t n = 0) {
    program.code.push_back({op, static_cast<std::uint16_t>(n), a, 0, static_cast<std::uint32_t>(target)});
    program.code_spans.emplace_back();
  };
  const int nothing = here();  // the code of a move that is never offered
  emit(Opcode::ret, 0);
  std::vector<int> turns;
  for (Node& node : program.nodes) {
    turns.push_back(here());
    for (const int rules : {program.ends_code, program.invariants_code})  // most games have no invariants, many no ends
      if (program.code[rules].op != Opcode::ret) emit(Opcode::call, rules);
    node.list = here();
    emit(Opcode::begin_list, 0);
    for (const int move : node.moves) {
      const std::vector<int>& seats = program.moves[move].list.entries;
      emit(Opcode::list, 0, static_cast<Slot>(move), seats.size());
      for (const int entry : seats) emit(Opcode::more, entry < 0 ? nothing : entry);
    }
    node.drawn = here();
    emit(Opcode::drawn_move, std::max(node.otherwise, 0));
    emit(Opcode::move_made, node.resume);
  }
  for (Instruction& one : program.code)
    if (one.op == Opcode::choose) one.c = static_cast<std::uint32_t>(turns[one.b]);
}

}  // namespace glint
