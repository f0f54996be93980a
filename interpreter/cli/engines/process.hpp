// A program that runs beside this one and is spoken to in lines: what it reads and what it writes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>

#include "lang/source/stop.hpp"

namespace glint::cli {

class Process {
 public:
  /// Starts a command of the shell. That nothing of this name is there shows when it is spoken to.
  explicit Process(const std::string& command);
  /// Ends it.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Sends a line. False: it has ended.
  bool send(std::string_view line);
  /// Its next line, without the end of it. Nothing: it has ended, or it has said no line for so many seconds. Throws
  /// lang::Stopped.
  std::optional<std::string> line(double seconds, const lang::Stop& stop);
  /// Why it says nothing, in words.
  std::string why_silent();

 private:
  pid_t id_ = -1;
  int socket_ = -1;
  void (*before_)(int) = nullptr;  // what SIGPIPE did: one that has ended must not end us
  std::string heard_;
  bool is_late_ = false;
};

}  // namespace glint::cli
