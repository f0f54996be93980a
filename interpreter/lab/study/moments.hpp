// Sums from which averages and variances follow. They are whole numbers, so they add up to the same in any order and on
// any machine: merged shards of a study give the same bytes as the study in one piece.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace glint {

__extension__ typedef __int128 Int128;

std::string to_text(Int128 number);
/// Nothing if it is not a whole number, or has more than 128 bits.
std::optional<Int128> int128_of(std::string_view text);

/// The number of values, their sum, and the sum of their squares. Values are clamped to -2^40..2^40.
struct Moments {
  static constexpr std::int64_t kMost = std::int64_t{1} << 40;

  std::uint64_t count = 0;
  Int128 sum = 0, squares = 0;

  void add(std::int64_t value, std::uint64_t times = 1) {
    value = std::clamp(value, -kMost, kMost);
    count += times;
    sum += static_cast<Int128>(value) * times;
    squares += static_cast<Int128>(value) * value * times;
  }
  void add(const Moments& other) {
    count += other.count;
    sum += other.sum;
    squares += other.squares;
  }
  bool operator==(const Moments&) const = default;

  double mean() const;
  /// The sample variance; 0 for fewer than two values.
  double variance() const;
};

/// How often each value came up.
using Histogram = std::map<std::int64_t, std::uint64_t>;

/// The smallest value such that this share of all values is not larger; 0.5 gives the (lower) median.
std::int64_t quantile(const Histogram& histogram, double share);

}  // namespace glint
