// When a player who searches is to stop: after so much work, or so much time.
#pragma once

#include <chrono>

#include "interpreter/players/player.hpp"

namespace glint {

class StopRule {
 public:
  explicit StopRule(const Budget& budget) : budget_(budget) {
    if (budget.is_time())
      end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(budget.seconds));
  }
  bool is_time() const { return budget_.is_time(); }
  std::uint64_t number() const { return budget_.number; }
  /// Is the time over? Never where the budget is none.
  bool is_late() const { return is_time() && Clock::now() >= end_; }

 private:
  using Clock = std::chrono::steady_clock;
  Budget budget_;
  Clock::time_point end_{};
};

}  // namespace glint
