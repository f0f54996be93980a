// Ctrl-C, and the signal to end.
#pragma once

#include <glint/limits.hpp>

namespace glint::cli {

/// While it lives, the first SIGINT or SIGTERM stops the work under these limits (Limits::stop), so that finished work
/// is kept; a second one ends the process. There is one at a time.
class StopsWork {
 public:
  explicit StopsWork(Limits& limits);
  ~StopsWork();
  StopsWork(const StopsWork&) = delete;
  StopsWork& operator=(const StopsWork&) = delete;
};
/// True if such a signal has come.
bool is_stopped();
/// Ends the process by the signal that stopped the work, because shells look at it; returns if there was none.
void end_as_stopped();

}  // namespace glint::cli
