// The streams of a command, and how it reports errors.
#pragma once

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glint/glint.hpp>
#include "interpreter/game/loading/errors.hpp"
#include "interpreter/view/terminal/terminal.hpp"
#include "lang/diagnostics/diagnostic.hpp"

namespace glint::cli {

using lang::did_you_mean;

/// Exit statuses. kDone: success. kNo: a script, test, move or record is wrong. kUsage: the command line, or a file
/// that it names, is wrong.
constexpr int kDone = 0, kNo = 1, kUsage = 2;

/// Wall time, for the clock of `glint play` and for bars of progress. Tests have a stopwatch of their own.
class Stopwatch {
 public:
  virtual ~Stopwatch() = default;
  /// Seconds since a fixed moment.
  virtual double seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }
};

/// The streams of one run, and the devices that they lead to.
struct Console {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  bool in_is_terminal = false;   // a person sits there: play saves the game, and shows lists in pages
  bool err_is_terminal = false;  // otherwise no progress is shown
  bool edits_lines = false;      // the process's own terminal: lines can be edited, and signals end the game
  bool json = false;             // --json: stdout is JSON
  view::TerminalStyle style{};
  int lines = 0;                   // of the terminal; 0: a page of any length
  Stopwatch* stopwatch = nullptr;  // null: real time

  /// Seconds since a fixed moment, by the stopwatch.
  double seconds() const { return stopwatch ? stopwatch->seconds() : Stopwatch().seconds(); }
  /// Prints an error or warning on `err`.
  void report(const Error& error);
  /// Prints the first hundred, and how many more there are. A terminal also shows the command that explains the first.
  void report(const std::vector<Error>& errors);
};

/// Thrown if a command cannot go on; `run` reports the errors and returns the status. It is our only exception, and
/// stays in cli/.
struct Stop {
  int status = kUsage;
  std::vector<Error> errors;
};

[[noreturn]] void stop(int status, const std::string& message, const std::string& help = "");
[[noreturn]] void stop(int status, std::vector<Error> errors);

/// The end of a command whose work was stopped (lang::Stopped).
Stop stopped_work();

/// A number in plain decimal digits: no sign, blanks, other base, or leading zeros.
std::optional<std::uint64_t> whole_number(std::string_view text);
/// An error in one line: "file:3:7: message", "file:3: message", or without a place only the message.
std::string one_line(const Error& error);

}  // namespace glint::cli
