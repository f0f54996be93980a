#include "interpreter/lab/study/intervals.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace glint {

Interval clopper_pearson(std::uint64_t hits, std::uint64_t trials, double alpha) {
  if (trials == 0) return {0, 1};
  const auto k = static_cast<double>(hits), others = static_cast<double>(trials - hits);
  return {hits == 0 ? 0 : beta_quantile(k, others + 1, alpha / 2),
          hits == trials ? 1 : beta_quantile(k + 1, others, 1 - alpha / 2)};
}

Interval wilson(std::uint64_t hits, std::uint64_t trials, double alpha) {
  if (trials == 0) return {0, 1};
  const auto n = static_cast<double>(trials);
  const double p = static_cast<double>(hits) / n, z = -normal_quantile(alpha / 2), zz = z * z;
  const double middle = p + zz / (2 * n), reach = z * std::sqrt(p * (1 - p) / n + zz / (4 * n * n));
  return {hits == 0 ? 0 : (middle - reach) / (1 + zz / n), hits == trials ? 1 : (middle + reach) / (1 + zz / n)};
}

Interval difference_of_shares(std::uint64_t hits1, std::uint64_t trials1, std::uint64_t hits2, std::uint64_t trials2, double alpha) {
  if (trials1 == 0 || trials2 == 0) return {-1, 1};
  const double p1 = static_cast<double>(hits1) / static_cast<double>(trials1);
  const double p2 = static_cast<double>(hits2) / static_cast<double>(trials2);
  const Interval one = wilson(hits1, trials1, alpha), two = wilson(hits2, trials2, alpha);
  const double difference = p2 - p1;
  return {difference - std::hypot(p2 - two.low, one.high - p1), difference + std::hypot(two.high - p2, p1 - one.low)};
}

double p_of_shares(std::uint64_t hits1, std::uint64_t trials1, std::uint64_t hits2, std::uint64_t trials2, double expected) {
  if (trials1 == 0 || trials2 == 0) return 1;
  const auto n1 = static_cast<double>(trials1), n2 = static_cast<double>(trials2);
  if (expected != 0) {
    const double q1 = (static_cast<double>(hits1) + 1) / (n1 + 2), q2 = (static_cast<double>(hits2) + 1) / (n2 + 2);
    const double spread = std::sqrt(q1 * (1 - q1) / (n1 + 2) + q2 * (1 - q2) / (n2 + 2));
    return 2 * normal_below(-std::fabs(q2 - q1 - expected) / spread);
  }
  const double p1 = static_cast<double>(hits1) / n1, p2 = static_cast<double>(hits2) / n2;
  const double pooled = static_cast<double>(hits1 + hits2) / (n1 + n2);
  const double spread = std::sqrt(pooled * (1 - pooled) * (1 / n1 + 1 / n2));
  if (spread <= 0) return 1;
  return 2 * normal_below(-std::fabs(p2 - p1) / spread);
}

std::vector<double> holm(const std::vector<double>& p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
  std::vector<double> adjusted(p_values.size());
  double so_far = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    so_far = std::max(so_far, std::min(1.0, p_values[order[i]] * static_cast<double>(order.size() - i)));
    adjusted[order[i]] = so_far;
  }
  return adjusted;
}

double looks_apart(std::uint64_t looks) {
  if (looks <= 1) return 1;
  // The chance that a normal walk, seen at times that grow by kLookGrowth and scaled to variance 1, stays within a limit. Its
  // density is even, and kept at points of the positive half; Simpson's rule.
  constexpr std::size_t kParts = 32;
  const double correlation = 1 / std::sqrt(kLookGrowth), spread = std::sqrt(1 - correlation * correlation);
  const auto bell = [](double x) { return std::exp(-x * x / 2) / std::sqrt(2 * 3.14159265358979323846); };
  const auto stays_within = [&](double limit) {
    const double step = limit / kParts;
    double sum = 0;
    std::vector<double> density, weights, next(kParts + 1), kernel;
    for (std::size_t i = 0; i <= kParts; ++i) {
      const double at = step * static_cast<double>(i);
      density.push_back(bell(at));
      weights.push_back(step / 3 * (i == 0 || i == kParts ? 1 : i % 2 == 1 ? 4 : 2));
      for (std::size_t j = 0; j <= kParts; ++j) {
        const double before = correlation * step * static_cast<double>(j);
        kernel.push_back((bell((at - before) / spread) + bell((at + before) / spread)) / spread);
      }
    }
    for (std::uint64_t look = 1; look < looks; ++look, density.swap(next))
      for (std::size_t i = 0; i <= kParts; ++i) {
        next[i] = 0;
        for (std::size_t j = 0; j <= kParts; ++j) next[i] += kernel[i * (kParts + 1) + j] * weights[j] * density[j];
      }
    for (std::size_t i = 0; i <= kParts; ++i) sum += 2 * weights[i] * density[i];
    return sum;
  };
  double low = -normal_quantile(kAlpha / 2), high = -normal_quantile(kAlpha / 2 / static_cast<double>(looks));
  for (int i = 0; i < 20; ++i) {
    const double middle = (low + high) / 2;
    (stays_within(middle) < 1 - kAlpha ? low : high) = middle;
  }
  return kAlpha / 2 / normal_below(-high);
}

}  // namespace glint
