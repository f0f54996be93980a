// Counts of values. They are whole numbers, so their sums do not depend on the order: a study gives the same bytes on
// any number of threads, and when it is resumed.
#pragma once

#include <cstdint>
#include <map>

namespace glint {

/// The number of times that each value came up.
using Histogram = std::map<std::int64_t, std::uint64_t>;

/// The number of values.
std::uint64_t count_of(const Histogram& histogram);

/// The smallest value for which this share of all values is not larger; 0.5 gives the (lower) median.
std::int64_t quantile(const Histogram& histogram, double share);

/// `sum / count`, in parts of one `scale`-th, rounded to four digits. So averages have no more different values than a
/// histogram can keep, and the rounding error is smaller than the random one.
std::int64_t on_grid(double sum, double count, double scale);

}  // namespace glint
