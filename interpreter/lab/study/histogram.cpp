#include "interpreter/lab/study/histogram.hpp"

#include <cmath>

namespace glint {

std::uint64_t count_of(const Histogram& histogram) {
  std::uint64_t all = 0;
  for (const auto& [value, times] : histogram) all += times;
  return all;
}

std::int64_t quantile(const Histogram& histogram, double share) {
  const double wanted = share * static_cast<double>(count_of(histogram));
  std::uint64_t so_far = 0;
  for (const auto& [value, times] : histogram) {
    so_far += times;
    if (static_cast<double>(so_far) >= wanted) return value;
  }
  return histogram.empty() ? 0 : histogram.rbegin()->first;
}

std::int64_t on_grid(double sum, double count, double scale) {
  const double value = scale * sum / count;
  std::int64_t step = 1;
  while (std::fabs(value) > 1e4 * static_cast<double>(step)) step *= 10;
  return std::llround(value / static_cast<double>(step)) * step;
}

}  // namespace glint
