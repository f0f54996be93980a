// Work: how much all proofs about one script together may take. A proof follows each call as often as it matters, so
// nothing else bounds it; beyond this there is an error (G0412) at the part that took most.
#pragma once

#include <cstdint>

#include "lang/source/source.hpp"
#include "lang/source/stop.hpp"

namespace glint::lang::checking {

class Work {
 public:
  Work(std::int64_t most, StopCheck& stop) : left_(most), stop_(stop) {}

  /// What is done from here on is for this part of the script.
  void begin(const Span& part) {
    if (part_ >= most_) {
      most_ = part_;
      most_at_ = at_;
    }
    at_ = part;
    part_ = 0;
  }
  /// False: there is less left, now or before. Throws Stopped.
  bool spend(std::int64_t units = 1) {
    stop_.after(units);
    part_ += units;
    left_ -= units;
    return left_ >= 0;
  }
  bool is_out() const { return left_ < 0; }
  /// The part that took most so far.
  Span largest() const { return part_ >= most_ ? at_ : most_at_; }

 private:
  std::int64_t left_, part_ = 0, most_ = 0;
  Span at_, most_at_;
  StopCheck& stop_;
};

}  // namespace glint::lang::checking
