// Fuel: the work that is left for one decision. Whatever goes round uses some up, so that no script hangs the engine.
#pragma once

#include <cstdint>

#include "interpreter/beam/cases.hpp"

namespace glint {

class Fuel {
 public:
  /// `cases` reports when there is none left; it outlives this.
  Fuel(std::int64_t units, Cases& cases) : left_(units), cases_(cases) {}
  Fuel(const Fuel&) = delete;

  /// Does units of work. False: there were fewer left, which has been reported.
  bool burn(std::int64_t units = 1) {
    use(units);
    if (!is_out()) return true;
    cases_.run_out_of_fuel();
    return false;
  }
  /// The same, unchecked: the next check finds out.
  void use(std::int64_t units) { left_ -= units; }
  bool is_out() const { return left_ < 0; }
  std::int64_t left() const { return left_; }
  void refill(std::int64_t units) { left_ = units; }

 private:
  std::int64_t left_;
  Cases& cases_;
};

}  // namespace glint
