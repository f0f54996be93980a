// Where wall time comes in: `glint play` asks how long a person took. Tests bring a stopwatch of their own.
#pragma once

#include <chrono>

namespace glint::cli {

class Stopwatch {
 public:
  virtual ~Stopwatch() = default;
  /// Seconds since some moment that stays the same.
  virtual double seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }
};

}  // namespace glint::cli
