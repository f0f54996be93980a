// Turns: the code at each choice, which lists its moves and, in random play, continues to the next choice.
#include <algorithm>

#include "interpreter/build/code/compiler.hpp"
#include "interpreter/build/optimise/operands.hpp"
#include "interpreter/program/opcodes.hpp"

namespace glint::compiling {

namespace {

constexpr int kMostCopied = 32;  // instructions of a function that is copied into the turns

class Turns {
 public:
  explicit Turns(Program& program) : program_(program) {}

  void write() {
    nothing_ = here();
    emit(Opcode::ret, 0);
    std::vector<int> turns;
    for (Node& node : program_.nodes) {
      turns.push_back(here());
      for (const int rules : {program_.entries.ends, program_.entries.invariants})
        if (!copied({rules})) emit(Opcode::call, rules);
      node.list = here();
      emit(Opcode::begin_list, 0);
      pushes_.clear();
      pushes_once_ = node.moves.size() == 1;
      for (const int move : node.moves) list(move);
      node.drawn = here();
      // Of choices made together: where nothing must be tried when it is chosen, and everybody has to choose.
      const auto is_sure = [this](int move) { return program_.moves[move].is_sure; };
      node.runs_on =
          program_.lowered.turns &&
          (!node.together || (node.otherwise < 0 && std::all_of(node.moves.begin(), node.moves.end(), is_sure)));
      if (node.together) {
        emit(Opcode::keep_drawn, node.list);
        emit(Opcode::carry_next, node.resume);
        continue;
      }
      const std::size_t drawn = emit(Opcode::drawn_move, std::max(node.otherwise, 0));
      const bool draws_at_once = pushes_once_;
      if (node.moves.size() == 1)
        program_.code.instructions[drawn].n = copied(program_.moves[node.moves[0]].quick.entries);
      if (draws_at_once && program_.code.instructions[drawn].n)
        for (const int push : pushes_) {
          program_.code.instructions[push].op = Opcode::push_drawn;
          program_.code.instructions[push].c = static_cast<std::uint32_t>(drawn);
        }
      emit(Opcode::move_made, node.resume);
    }
    for (Instruction& one : program_.code.instructions)
      if (one.op == Opcode::choose && program_.nodes[one.b].runs_on) one.c = static_cast<std::uint32_t>(turns[one.b]);
  }

 private:
  int here() const { return static_cast<int>(program_.code.instructions.size()); }
  std::size_t emit(Opcode op, int target, Slot a = 0, std::size_t n = 0) {
    return add({op, static_cast<std::uint16_t>(n), a, 0, static_cast<std::uint32_t>(target)}, {});
  }
  std::size_t add(const Instruction& one, lang::Span span) {
    program_.code.instructions.push_back(one);
    program_.code.spans.push_back(span);
    return program_.code.instructions.size() - 1;
  }

  /// Lists a move: by code in the turn itself if that is short, else by a call.
  void list(int move) {
    std::vector<int> seats = program_.moves[move].list.entries;
    for (int& entry : seats)
      if (entry < 0) entry = nothing_;
    if (copied(seats, false)) return;
    pushes_once_ = false;
    emit(Opcode::list, 0, static_cast<Slot>(move), seats.size());
    for (const int entry : seats) emit(Opcode::more, entry);
  }

  /// Copies the function of the player to move into the turn, if those of all players are short.
  bool copied(const std::vector<int>& seats, bool may_call = true) {
    const auto is_short = [&](int entry) { return entry >= 0 && end_of(entry, may_call) > 0; };
    if (!program_.lowered.turns || seats.size() > 2 || !std::all_of(seats.begin(), seats.end(), is_short)) return false;
    if (seats.size() == 1) return copy(seats[0]), true;
    const std::size_t if_second = emit(Opcode::jnz, 0, Layout::kMe);
    copy(seats[0]);
    const std::size_t after_first = emit(Opcode::jump, 0);
    program_.code.instructions[if_second].c = static_cast<std::uint32_t>(here());
    copy(seats[1]);
    program_.code.instructions[after_first].c = static_cast<std::uint32_t>(here());
    return true;
  }

  /// Where the code of a function ends that can be copied; 0: it cannot. The answer of `can` may depend on the move
  /// being listed, which `list` notes; so a function there must not call others, because these may ask it.
  int end_of(int entry, bool may_call = true) const {
    int last = entry;  // to which a jump leads
    for (int place = entry; place < entry + kMostCopied;) {
      const Line line = line_at(program_, place);
      const OpcodeInfo& info = info_of(line.at.op);
      if ((info.calls() && !may_call) || line.at.op == Opcode::can || line.at.op == Opcode::ret_fail) return 0;
      if (info.jumps()) last = std::max(last, static_cast<int>(line.at.c));
      if (line.at.op == Opcode::ret && place > last) return place;
    }
    return 0;
  }

  /// Code that continues after the copy, at the place where the function returns.
  void copy(int entry) {
    const int end = end_of(entry), begin = here(), after = begin + end - 1 - entry;
    const std::size_t pushes = pushes_.size();
    for (int place = entry; place < end - 1;) {
      Line line = line_at(program_, place);
      const Opcode op = line.at.op;
      if (op == Opcode::push) pushes_.push_back(here());
      const bool is_loop = info_of(op).jumps() && static_cast<int>(line.at.c) < place;  // which is the next one now
      if (is_loop || op == Opcode::save) pushes_once_ = false;
      if (line.at.op == Opcode::ret) line.at = {Opcode::jump, 0, 0, 0, static_cast<std::uint32_t>(after)};
      else if (info_of(line.at.op).jumps()) line.at.c += static_cast<std::uint32_t>(begin - entry);
      add(line.at, line.span);
      if (line.has_more) add(line.more, line.span);
    }
    if (pushes_.size() > pushes + 1) pushes_once_ = false;
  }

  Program& program_;
  int nothing_ = 0;           // the code of a move that is never offered
  std::vector<int> pushes_;   // in the code that lists a choice
  bool pushes_once_ = false;  // the same code for each player: one run of those can be drawn without the ledger
};

}  // namespace

void write_turns(Program& program) { Turns(program).write(); }

}  // namespace glint::compiling
