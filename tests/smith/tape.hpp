// The choices that a generator makes, kept in their order, so that what it has made can be made again, and made smaller:
// whatever shortens or lowers the list of choices makes a smaller script, and always one that is well formed. After D. R.
// MacIver and A. F. Donaldson, "Test-case reduction via test-case generation: insights from the Hypothesis reducer"
// (ECOOP 2020).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "glint/glint.hpp"

namespace glint::smith {

class Tape {
 public:
  using Choices = std::vector<std::uint32_t>;

  /// Choices at random, as this seed has them.
  explicit Tape(std::uint64_t seed) : random_(seed) {}
  /// These choices, and 0 behind them.
  explicit Tape(Choices choices) : choices_(std::move(choices)), replays_(true), random_(0) {}

  /// One of 0..n-1; 0 is to be the plainest.
  int below(int n) {
    const auto bound = static_cast<std::uint32_t>(n);
    if (at_ == bounds_.size()) bounds_.push_back(bound);
    if (at_ == choices_.size()) choices_.push_back(replays_ ? 0 : static_cast<std::uint32_t>(random_.below(bound)));
    return static_cast<int>(choices_[at_++] % bound);
  }
  /// Once in n.
  bool rarely(int n) { return below(n) == n - 1; }
  const std::string& one_of(const std::vector<std::string>& words) {
    return words[static_cast<std::size_t>(below(static_cast<int>(words.size())))];
  }

  /// All that have been asked for so far.
  Choices choices() const { return {choices_.begin(), choices_.begin() + static_cast<std::ptrdiff_t>(at_)}; }
  /// How many there were to choose from each time.
  const Choices& bounds() const { return bounds_; }

 private:
  Choices choices_, bounds_;
  std::size_t at_ = 0;
  bool replays_ = false;
  Random random_;
};

/// Fewer and lower choices for which `fails` still holds, as it does for these: spans are left out, long ones first, then
/// each choice is lowered. Asks at most `tries` times.
Tape::Choices shrink(Tape::Choices choices, const std::function<bool(const Tape::Choices&)>& fails, int tries = 2000);

}  // namespace glint::smith
