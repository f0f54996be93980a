// Ctrl-C, a closed terminal, and the signal to end.
#pragma once

#include <string>

#include <glint/limits.hpp>

namespace glint::cli {

/// While it lives, SIGINT, SIGHUP and SIGTERM give the terminal back as it was and print a last message before they end
/// the process, as they would have done. There is one at a time.
class Interrupts {
 public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  /// The message to print from now on.
  void at_end(const std::string& message);
};

/// While it lives, the first SIGINT or SIGTERM stops the work under these limits (Limits::stop), so that finished work
/// is kept; a second one ends the process. There is one at a time.
class StopsWork {
 public:
  explicit StopsWork(Limits& limits);
  ~StopsWork();
  StopsWork(const StopsWork&) = delete;
  StopsWork& operator=(const StopsWork&) = delete;
};
/// Ends the process by the signal that stopped work, which shells and scripts look at; returns if there was none.
void end_as_stopped();

}  // namespace glint::cli
