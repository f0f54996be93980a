// A way to stop work: a host that waits for an answer sets a deadline, or gives its user a button.
//
// Only loops that may take over 50 ms count their steps and ask, so that a stop takes effect within 100 ms. Sorts and
// loops over a board's cells do not. Reading, checking and building a script end by throwing Stopped, which `check` and
// `build` catch; searches throw it to their host; play ends with an error of the run, G0614 each time.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

namespace glint::lang {

/// True: stop. Each working thread asks it, so several may ask at once. Once it returns true, it must do so until the
/// stopped call has returned. Empty: never stop.
using Stop = std::function<bool()>;

/// Thrown by work that is not play, when Stop says so.
struct Stopped {};

/// Counts work, and asks now and then.
class StopCheck {
 public:
  explicit StopCheck(Stop stop) : stop_(std::move(stop)) {}

  /// Counts steps that are done, each of a microsecond or less. Throws Stopped.
  void after(std::int64_t steps = 1) {
    left_ -= steps;
    if (left_ < 0) ask();
  }
  /// Asks after some milliseconds of uncounted work. Throws Stopped.
  void now() { ask(); }

 private:
  void ask() {
    left_ = kSteps;
    if (stop_ && stop_()) throw Stopped{};
  }

  static constexpr std::int64_t kSteps = 1000;
  Stop stop_;
  std::int64_t left_ = 0;  // so it asks at the first step
};

}  // namespace glint::lang
