// What a command talks to, and how it says that something is wrong.
#pragma once

#include <chrono>
#include <iosfwd>
#include <string>
#include <vector>

#include <glint/glint.hpp>
#include "interpreter/view/terminal/terminal.hpp"

namespace glint::cli {

/// Exit statuses: done; the answer is no (a script, test, move or record is wrong); the command line or a file that it
/// names is wrong.
constexpr int kDone = 0, kNo = 1, kUsage = 2;

/// Where wall time comes in: `glint play` asks how long a person took. Tests bring a stopwatch of their own.
class Stopwatch {
 public:
  virtual ~Stopwatch() = default;
  /// Seconds since some moment that stays the same.
  virtual double seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }
};

/// The streams of one run, and what they are connected to.
struct Console {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  bool err_is_terminal = false;  // progress is shown only then
  bool json = false;             // --json was given: stdout is data
  view::TerminalStyle style{};
  Stopwatch* stopwatch = nullptr;  // none: real time

  /// An error or warning for a person, on `err`.
  void report(const Error& error);
  /// The first hundred; of the others how many they are.
  void report(const std::vector<Error>& errors);
};

/// Thrown where a command cannot go on; `run` reports the errors and returns the status. The only exception of ours,
/// and it stays in cli/.
struct Stop {
  int status = kUsage;
  std::vector<Error> errors;
};

[[noreturn]] void stop(int status, const std::string& message, const std::string& help = "");
[[noreturn]] void stop(int status, std::vector<Error> errors);

/// An error about no place in a script. Words of the user's in it are made fit for a terminal.
Error plain_error(const std::string& message, const std::string& help = "");
/// "did you mean `x`?", of the known name that is nearest; else the other help.
std::string did_you_mean(std::string_view name, const std::vector<std::string>& known, std::string otherwise = "");
/// "file:3:7: message" or "file:3: message" for errors with a place, else the message.
std::string one_line(const Error& error);

}  // namespace glint::cli
