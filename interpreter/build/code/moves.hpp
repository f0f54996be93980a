// The code of moves: to run them, to make listed runs quickly, and to carry out what was chosen together.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "interpreter/build/code/code_writer.hpp"

namespace glint::compiling {

class MoveCompiler {
 public:
  MoveCompiler(Program& program, CodeWriter& code) : program_(program), code_(code) {}

  void compile();
  /// Compiles a pick of the present move.
  void pick(const Stmt& stmt);
  /// Compiles its loop with picks.
  void rounds(const Stmt& stmt);
  void require_most(const Stmt& stmt);

 private:
  using Mode = CodeWriter::Mode;

  void compile_run(int move);
  void compile_quick(int move);
  void compile_list(int move);
  void for_each_seat(SeatCode& code, const std::function<int()>& write);
  void compile_carry(int move);
  void run_pick(const Stmt& stmt);
  void quick_pick(const Stmt& stmt);
  const Expr* offered_to(const Stmt& pick) const;
  void add_picks(const Block& block, MoveCode& code);
  void begin_round(const Stmt& stmt, Slot round, Label body);
  std::optional<Slot> round_;  // in a loop: the number of rounds before

  Program& program_;
  CodeWriter& code_;
  std::vector<LocalSlots> slots_;  // by move
  int current_ = -1;
};

}  // namespace glint::compiling
