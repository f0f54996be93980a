// What the games by hand share: bits, and the engine's stream of random numbers, so that a seed plays the same game.
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>
#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace glint::by_hand {

using Bits = std::uint64_t;
__extension__ using Wide = unsigned __int128;

inline Bits bit(int i) { return Bits{1} << i; }
inline int count(Bits set) { return std::popcount(set); }
inline int count(Wide set) { return count(static_cast<Bits>(set)) + count(static_cast<Bits>(set >> 64)); }
inline int lowest(Bits set) { return std::countr_zero(set); }
inline int highest(Bits set) { return 63 - std::countl_zero(set); }

/// The k-th bit, from 0, by itself; and its number.
inline Bits nth(Bits set, int k) {
#ifdef __BMI2__
  return _pdep_u64(Bits{1} << k, set);
#else
  for (; k > 0; --k) set &= set - 1;
  return set & (0 - set);
#endif
}
inline int select(Bits set, int k) { return lowest(nth(set, k)); }

/// glint::Random, where the compiler sees it: SplitMix64, uniform below n by multiply and reject.
class Stream {
 public:
  explicit Stream(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t mixed = state_ += 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return mixed ^ (mixed >> 31);
  }
  std::uint64_t below(std::uint64_t n) {
    Wide product = static_cast<Wide>(next()) * n;
    if (static_cast<std::uint64_t>(product) < n) [[unlikely]] {
      const std::uint64_t threshold = (0 - n) % n;
      while (static_cast<std::uint64_t>(product) < threshold) product = static_cast<Wide>(next()) * n;
    }
    return static_cast<std::uint64_t>(product >> 64);
  }

 private:
  std::uint64_t state_;
};

}  // namespace glint::by_hand
