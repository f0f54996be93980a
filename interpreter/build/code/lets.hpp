// Lets: their code and tables, which of their values are kept, and what makes the machine forget these.
#pragma once

#include <map>
#include <vector>

#include "interpreter/build/code/facts.hpp"
#include "interpreter/build/code/local_slots.hpp"

namespace glint::compiling {

class Lets {
 public:
  void compile(CodeWriter& code);

  const LocalSlots& slots(int let) const { return slots_[let]; }
  /// The slot of the value of a function, after a call.
  Slot result(int let) const { return results_[let]; }
  /// Code that drops the values that read a variable, which has changed.
  void forget_variable(CodeWriter& code, int variable) const;
  /// The bit of a rule that must only be tested again after a change of something that it reads; or -1.
  int rule_bit(CodeWriter& code, const Expr& rule);
  /// The bit of the condition of an `end` statement; or -1.
  int end_bit(CodeWriter& code, const Expr& condition);

 private:
  void examine(CodeWriter& code);
  void compile_let(CodeWriter& code, int let);
  void forget_with(CodeWriter& code, const Reads& reads, Word mask);

  std::vector<LocalSlots> slots_;  // by let
  std::vector<Slot> results_;
  std::vector<Word> forget_variable_;  // by variable: the values to forget
  int kept_bits_ = 0;                  // of kept lets and rules, so far
  std::map<const Expr*, int> end_bits_;
};

}  // namespace glint::compiling
