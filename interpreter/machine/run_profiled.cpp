// The same interpreter once more, with a time stamp at each instruction. So code that nobody measures pays nothing for
// it.
#include "interpreter/machine/profile.hpp"

#define GLINT_RUN_CODE run_stamped
#define GLINT_STAMP(instruction) profile_->stamp(instruction)
#include "interpreter/machine/run.cpp"

namespace glint {

Machine::Status Machine::run_profiled(int entry) {
  const std::size_t asker = profile_->enter();
  const Status status = run_stamped(entry);
  profile_->leave(asker);
  return status;
}

}  // namespace glint
