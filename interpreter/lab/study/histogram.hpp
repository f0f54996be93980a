// Counts of values. They are whole numbers, so they add up to the same in any order: a study
// on any number of threads, or resumed, gives the same bytes.
#pragma once

#include <cstdint>
#include <map>

namespace glint {

/// The number of times that each value came up.
using Histogram = std::map<std::int64_t, std::uint64_t>;

/// The number of values.
std::uint64_t count_of(const Histogram& histogram);

/// The smallest value such that this share of all values is not larger; 0.5 gives the (lower) median.
std::int64_t quantile(const Histogram& histogram, double share);

/// `sum / count`, in parts of one `scale`-th, rounded to four digits. So averages have no more different values than a
/// histogram can keep, and rounding loses less than chance does.
std::int64_t on_grid(double sum, double count, double scale);

}  // namespace glint
