// A random permutation of the numbers below n, computed one by one: it takes no memory.
#pragma once

#include <cstdint>

namespace glint {

/// A keyed Feistel network over pairs of half words, applied until it gives a number below n (cycle walking: Black and
/// Rogaway 2002).
class Shuffled {
 public:
  Shuffled(std::uint64_t n, std::uint64_t key) : n_(n), key_(key) {
    while (half_ < 32 && (std::uint64_t{1} << (2 * half_)) < n) ++half_;
  }

  /// The k-th number, k < n.
  std::uint64_t operator[](std::uint64_t k) const {
    do k = once(k);
    while (k >= n_);
    return k;
  }

 private:
  std::uint64_t once(std::uint64_t k) const {
    const std::uint64_t mask = (std::uint64_t{1} << half_) - 1;
    std::uint64_t left = k >> half_, right = k & mask;
    for (std::uint64_t round = 1; round <= 6; ++round) {
      std::uint64_t z = (right + key_) ^ (round * 0x9E3779B97F4A7C15u);
      z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
      z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
      const std::uint64_t mixed = left ^ ((z ^ (z >> 31)) & mask);
      left = right;
      right = mixed;
    }
    return left << half_ | right;
  }

  const std::uint64_t n_, key_;
  unsigned half_ = 1;
};

}  // namespace glint
