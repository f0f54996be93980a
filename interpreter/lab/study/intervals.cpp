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
  // The limit within which a normal walk, seen at times that grow by kLookGrowth and scaled to variance 1, stays 95 times
  // in 100: its square, by the logarithm of the looks. Up to 1,000 looks it is that of the integrals, within 0.03 %.
  const double at = std::log(static_cast<double>(looks));
  double square = 0;
  for (const double each : {0.000923642, -0.018884277, 0.123855244, -0.147518974, 0.776312501, 3.769249557})
    square = square * at + each;
  return kAlpha / 2 / normal_below(-std::sqrt(square));
}

}  // namespace glint
