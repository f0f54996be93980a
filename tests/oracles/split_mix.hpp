#pragma once

#include <cstddef>
#include <cstdint>

namespace glint::oracle {

/// SplitMix64: the same seed gives the same positions and games on every machine.
class SplitMix {
 public:
  explicit SplitMix(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return mixed ^ (mixed >> 31);
  }

  /// One of 0..n-1, n > 0. That the first ones are likelier by n in 2^64 does not matter to tests.
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(next() % n); }

  template <typename List>
  const auto& one_of(const List& list) {
    return list[below(list.size())];
  }

 private:
  std::uint64_t state_;
};

}  // namespace glint::oracle
