// Sums from which averages and their spread follow. They are whole numbers, so that adding them up in any order, on any
// machine, gives the same to the last digit: that is why shards of a study can be merged to the byte.
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
/// Nothing where it is no whole number, or one of more than 128 bits.
std::optional<Int128> int128_of(std::string_view text);

/// How many values, their sum, and that of their squares. A value beyond 2^40 either way counts as that.
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
  /// The sample variance: of fewer than two values 0.
  double variance() const;
};

/// How often each value came up.
using Histogram = std::map<std::int64_t, std::uint64_t>;

/// The value below or at which this share of all lie: 0.5 is the (lower) median.
std::int64_t quantile(const Histogram& histogram, double share);

}  // namespace glint
