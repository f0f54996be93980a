// A copy of the interpreter's loop with a time stamp at each instruction, so that the normal loop has no cost.
#include <algorithm>

#include "interpreter/machine/interpreter.hpp"
#include "interpreter/machine/profile.hpp"
#include "lang/rules/arithmetic.hpp"

#define GLINT_CPU AnyCpu
#define GLINT_STAMP(instruction) profile_->stamp(instruction)
#include "interpreter/machine/hot/run.inl"

namespace glint {

Interpreter::Status Interpreter::run_profiled(int entry) {
  const std::size_t asker = profile_->enter();
  const Status status = run_stamped(entry);
  profile_->leave(asker);
  return status;
}

}  // namespace glint
