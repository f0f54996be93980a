// Chance for players who search: play waits at each draw that could go several ways.
#pragma once

#include "interpreter/play/chance.hpp"
#include "interpreter/play/machine.hpp"

namespace glint {

class SearchChance : public Chance {
 public:
  /// With a generator the first draw that play comes to is taken from it, and play waits at those behind it.
  explicit SearchChance(Random* first = nullptr) : first_(first) {}

  Answer draw(const Drawing& drawing, Word* into) override {
    const auto ways = outcomes(drawing);
    if (ways && *ways == 1) {
      take_outcome(drawing, 0, into);
      return Answer::drawn;
    }
    if (!first_) return Answer::waits;
    take_at_random(drawing, *first_, into);
    first_ = nullptr;
    return Answer::drawn;
  }

 private:
  Random* first_;
};

}  // namespace glint
