// The interpreter's loop once more, with a time stamp at each instruction: so code that nobody measures pays nothing.
#include <algorithm>

#include "interpreter/machine/interpreter.hpp"
#include "interpreter/machine/profile.hpp"

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
