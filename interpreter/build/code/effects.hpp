// Effects as functions, and their bodies in place of calls.
#pragma once

#include <deque>
#include <functional>
#include <vector>

#include "interpreter/build/code/facts.hpp"
#include "interpreter/build/code/local_slots.hpp"

namespace glint::compiling {

class Effects {
 public:
  void compile(CodeWriter& code);

  const LocalSlots& slots(int effect) const { return slots_[effect]; }
  /// The body of the effect that is called, in terms of the caller's locals. For arguments that may change while the
  /// body runs, `name` answers a new local with the value; without it, code is written that gives them to new locals.
  const Block* inlined(CodeWriter& code, const Stmt& call,
                       const std::function<int(const Expr& argument, const rules::Local& parameter)>& name = {});

 private:
  void count_inlined(CodeWriter& code, int effect);

  std::vector<LocalSlots> slots_;  // by effect
  std::deque<Block> inlined_;
  std::vector<std::int64_t> inlined_of_;  // statements, by effect
  std::int64_t inlined_size_ = 0;         // of all
};

}  // namespace glint::compiling
