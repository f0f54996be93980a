// Intervals of whole numbers: the smallest and the largest value that an expression can have in any position.
#pragma once

#include <algorithm>
#include <cstdint>

#include "lang/rules/arithmetic.hpp"
#include "lang/source/limits.hpp"

namespace glint::lang::checking {

/// Numbers stay within +-2^53, so that every JSON reader can represent them exactly.
inline constexpr std::int64_t kNumberLimit = std::int64_t{1} << 53;
/// No stack is higher.
inline constexpr std::int64_t kHighestStack = 16;
/// No trace has more visits.
inline constexpr std::int64_t kMostVisits = std::int64_t{1} << 28;
/// No position lists more moves: far more than anyone can try, and few enough to be added up.
inline constexpr std::int64_t kMostMoves = std::int64_t{1} << 40;
/// The highest number in a set, which is a word of bits; the lowest is 0.
inline constexpr std::int64_t kMostInSet = 63;
/// Bounds beyond this count as too large; it is far above kNumberLimit and far below overflow.
inline constexpr std::int64_t kFar = std::int64_t{1} << 60;

struct Interval {
  std::int64_t lo = 0, hi = 0;
};

inline std::int64_t clip(std::int64_t value) { return std::clamp(value, -kFar, kFar); }

inline std::int64_t times(std::int64_t a, std::int64_t b) {
  if (a == 0 || b == 0) return 0;
  const std::int64_t size_a = a < 0 ? -a : a;
  const std::int64_t size_b = b < 0 ? -b : b;
  if (size_a > kFar / size_b) return (a < 0) == (b < 0) ? kFar : -kFar;
  return a * b;
}

inline Interval add(Interval a, Interval b) { return {clip(a.lo + b.lo), clip(a.hi + b.hi)}; }
inline Interval negate(Interval a) { return {-a.hi, -a.lo}; }
inline Interval subtract(Interval a, Interval b) { return add(a, negate(b)); }
inline Interval multiply(Interval a, Interval b) {
  const auto [lo, hi] = std::minmax({times(a.lo, b.lo), times(a.lo, b.hi), times(a.hi, b.lo), times(a.hi, b.hi)});
  return {lo, hi};
}
/// The divisor must never be 0. Both operands make the quotient grow or shrink all the way, so the ends decide.
inline Interval divide(Interval a, Interval b) {
  const auto [lo, hi] = std::minmax({rules::divided(a.lo, b.lo), rules::divided(a.lo, b.hi),
                                     rules::divided(a.hi, b.lo), rules::divided(a.hi, b.hi)});
  return {lo, hi};
}
/// The remainder has the sign of the divisor and is nearer to 0. A number that is so already is its own remainder.
inline Interval modulo(Interval a, Interval b) {
  if (b.lo > 0) return a.lo < 0 ? Interval{0, b.hi - 1} : a.hi < b.lo ? a : Interval{0, std::min(a.hi, b.hi - 1)};
  return a.hi > 0 ? Interval{b.lo + 1, 0} : a.lo > b.hi ? a : Interval{std::max(a.lo, b.lo + 1), 0};
}
inline Interval smaller(Interval a, Interval b) { return {std::min(a.lo, b.lo), std::min(a.hi, b.hi)}; }
inline Interval larger(Interval a, Interval b) { return {std::max(a.lo, b.lo), std::max(a.hi, b.hi)}; }
inline Interval hull(Interval a, Interval b) { return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)}; }
inline bool apart(Interval a, Interval b) { return a.hi < b.lo || b.hi < a.lo; }

/// The sum of up to `most` values in `each`.
inline Interval sum_of(Interval each, std::int64_t most) {
  return {std::min<std::int64_t>(0, times(each.lo, most)), std::max<std::int64_t>(0, times(each.hi, most))};
}

inline Interval interval(const rules::Type& type) { return {type.lo, type.hi}; }

}  // namespace glint::lang::checking
