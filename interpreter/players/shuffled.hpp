// A random permutation of the numbers below n, computed number by number, so that it takes no memory.
#pragma once

#include <cstdint>
#include <span>

namespace glint {

/// The permutation goes both ways. It is a keyed Feistel network over pairs of half words, applied until it gives a number below n (cycle walking: Black and
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
  /// The place of a number below n: the k that gives this number.
  std::uint64_t position(std::uint64_t number) const {
    do number = back(number);
    while (number >= n_);
    return number;
  }
  /// Several consecutive numbers, from the k-th on. The first steps of all numbers are done together, because none
  /// depends on another: a processor needs far less time for that than for finishing one number after another.
  void fill(std::uint64_t k, std::span<std::uint64_t> into) const {
    for (std::uint64_t& each : into) each = once(k++);
    for (std::uint64_t& each : into)
      while (each >= n_) each = once(each);
  }

 private:
  static constexpr std::uint64_t kRounds = 6;

  /// The value that a round adds to the other half.
  std::uint64_t mixed(std::uint64_t half, std::uint64_t round) const {
    std::uint64_t z = (half + key_) ^ (round * 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (z ^ (z >> 31)) & mask();
  }
  std::uint64_t once(std::uint64_t k) const {
    std::uint64_t left = k >> half_, right = k & mask();
    for (std::uint64_t round = 1; round <= kRounds; ++round) {
      const std::uint64_t next = left ^ mixed(right, round);
      left = right;
      right = next;
    }
    return left << half_ | right;
  }
  std::uint64_t back(std::uint64_t k) const {
    std::uint64_t left = k >> half_, right = k & mask();
    for (std::uint64_t round = kRounds; round > 0; --round) {
      const std::uint64_t before = right ^ mixed(left, round);
      right = left;
      left = before;
    }
    return left << half_ | right;
  }
  std::uint64_t mask() const { return (std::uint64_t{1} << half_) - 1; }

  const std::uint64_t n_, key_;
  unsigned half_ = 1;
};

}  // namespace glint
