// Chance for a step-by-step game: play waits at each draw with more than one outcome.
#pragma once

#include <optional>

#include "interpreter/machine/chance.hpp"
#include "interpreter/machine/machine.hpp"

namespace glint {

class StepChance : public Chance {
 public:
  StepChance() = default;
  /// The first draw with more than one outcome is made by this generator; play waits at the next one.
  explicit StepChance(Random& first) : first_(&first) {}
  /// The first draw with more than one outcome has this outcome; none: play waits there.
  explicit StepChance(std::optional<std::uint64_t> outcome) : outcome_(outcome) {}

  Answer draw(const Drawing& drawing, Word* into) override {
    const bool is_certain = outcomes(drawing) == 1;
    if (is_certain || outcome_) {
      take_outcome(drawing, is_certain ? 0 : *outcome_, into);
      outcome_.reset();
      return Answer::drawn;
    }
    if (!first_) return Answer::waits;
    take_at_random(drawing, *first_, into);
    first_ = nullptr;
    return Answer::drawn;
  }

 private:
  Random* first_ = nullptr;
  std::optional<std::uint64_t> outcome_;
};

}  // namespace glint
