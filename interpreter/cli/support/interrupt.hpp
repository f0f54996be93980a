// Ctrl-C, a closed terminal, and being told to end.
#pragma once

#include <string>

namespace glint::cli {

/// While it lives, SIGINT, SIGHUP and SIGTERM give the terminal back as it was, print a last message and remove a file
/// before they end the process, as they would have done. There is one at a time.
class Interrupts {
 public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  /// What to print from now on, and the file to remove; empty: nothing.
  void at_end(const std::string& message, const std::string& file);
};

}  // namespace glint::cli
