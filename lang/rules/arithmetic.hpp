// The arithmetic of the language: operations on known values, for all code that computes without a game (constants, the
// optimiser, the check of secrets). Flags are 0 and 1; a small set is a word of bits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "lang/rules/rules.hpp"

namespace glint::rules {

/// `number` modulo `size`, in 0..size-1.
inline std::int64_t wrapped(std::int64_t number, std::int64_t size) {
  if (size <= 0) return 0;
  const std::int64_t rest = number % size;
  return rest < 0 ? rest + size : rest;
}

/// `a / b`, rounded down, toward minus infinity. If there is no result, returns 0: the checker lets no script ask.
inline std::int64_t divided(std::int64_t a, std::int64_t b) {
  if (b == 0) return 0;
  if (b == -1) return static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(a));
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}
/// `a - b * (a / b)`, which has the sign of b: for b > 0 it is in 0..b-1.
inline std::int64_t remainder(std::int64_t a, std::int64_t b) {
  if (b == 0 || b == -1) return 0;
  const std::int64_t rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

/// The result of an operation on one or two values; nothing for other operations. `round`: the number of values of a
/// cyclic type, for `cycle` and `cycle_distance`.
inline std::optional<std::int64_t> computed(Op op, std::int64_t a, std::int64_t b, std::int64_t round) {
  switch (op) {
    case Op::add: return a + b;
    case Op::subtract: return a - b;
    case Op::multiply: return a * b;
    case Op::divide: return divided(a, b);
    case Op::modulo: return remainder(a, b);
    case Op::negate: return -a;
    case Op::min: return std::min(a, b);
    case Op::max: return std::max(a, b);
    case Op::odd: return a % 2 != 0;
    case Op::cycle: return wrapped(a + b, round);
    case Op::cycle_distance: return wrapped(a - b, round);
    case Op::equal: return a == b;
    case Op::not_equal: return a != b;
    case Op::less: return a < b;
    case Op::less_equal: return a <= b;
    case Op::not_: return a == 0;
    case Op::unite: return a | b;
    case Op::intersect: return a & b;
    case Op::subtract_set: return a & ~b;
    case Op::toggle: return a ^ b;
    case Op::within: return (a & ~b) == 0;
    case Op::meets: return (a & b) != 0;
    default: return std::nullopt;
  }
}

}  // namespace glint::rules
