// How much the tests that try many random games, boards and texts try. GLINT_TEST_SCALE in the environment is the share
// of the full numbers, above 0 and at most 1. Without it they are full. tests/run.sh, and so CI, takes a fifth of them;
// the asan-ubsan test preset sets it lower still, as code runs about ten times slower there.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>

namespace glint::test {

inline double scale() {
  static const double share = [] {
    const char* text = std::getenv("GLINT_TEST_SCALE");
    const double value = text ? std::strtod(text, nullptr) : 1;
    return value > 0 && value < 1 ? value : 1;
  }();
  return share;
}

/// That share of a full number of samples, and at least one.
template <class Number>
Number scaled(Number full) {
  return std::max<Number>(1, static_cast<Number>(std::lround(static_cast<double>(full) * scale())));
}

/// That share of a full number of plies, rounds or tries that find something together, and at least these.
template <class Number>
Number scaled(Number full, Number least) {
  return std::max(least, scaled(full));
}

/// Whether the case of this number, one of many that a test goes through, is among that share of them. The bits of the
/// number are mixed, so that no regular order of the cases leaves out a kind of them.
inline bool sampled(std::uint64_t number) {
  number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9;
  number = (number ^ number >> 27) * 0x94D049BB133111EB;
  return static_cast<double>(number >> 11) * 0x1p-53 < scale();
}

}  // namespace glint::test
