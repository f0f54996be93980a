#include "interpreter/lab/study/averages.hpp"

#include <algorithm>
#include <cmath>

namespace glint {
namespace {

constexpr double kFar = 1e3;      // in standard deviations: certain
constexpr double kBeyond = 5;     // see `unseen_of`
constexpr double kApart = 1e-12;  // share of the range: values that are less apart count as equal

/// The average of values with random weights: E_i / (E_1 + .. + E_n), where each E_i is exponential. It is computed
/// with values from 0 to 1: only their relative distances count, whatever their size and place.
class RandomAverage {
 public:
  /// The unseen value is not between the smallest and the largest one.
  RandomAverage(const Sample& sample, double unseen)
      : origin_(std::min(sample.front().value, unseen)), range_(std::max(sample.back().value, unseen) - origin_) {
    const auto add = [&](const Seen& seen) {
      const double value = scaled(seen.value);
      if (values_.empty() || value - values_.back().value > kApart) values_.push_back({value, 0});
      values_.back().times += seen.times;
    };
    const bool is_smallest = unseen <= sample.front().value;
    if (is_smallest) add({unseen, 1});
    for (const Seen& seen : sample) add(seen);
    if (!is_smallest) add({unseen, 1});
  }

  enum class Side : std::uint8_t { below, above };

  /// The probability that it is on this side of a limit. Each side is computed by itself: one less the other would be 0
  /// where it is very small. Exact if there is one value below the limit and one above: then the weight of the one
  /// above, of both together, has a beta distribution.
  double share(Side side, double given) const {
    const double limit = scaled(given);
    const bool is_below = side == Side::below;
    const Seen *less = nullptr, *more = nullptr;
    for (const Seen& seen : values_) {
      if (seen.value == limit) continue;
      const Seen*& one = seen.value < limit ? less : more;
      if (one) return normal_below(is_below ? deviate(limit) : -deviate(limit));
      one = &seen;
    }
    if (!less || !more) return (more == nullptr) == is_below ? 1 : 0;
    const double range = more->value - less->value;
    return is_below ? beta_below(more->times, less->times, (limit - less->value) / range)
                    : beta_below(less->times, more->times, (more->value - limit) / range);
  }

  /// The limit below which it lies with this probability.
  double quantile(double probability) const { return origin_ + range_ * scaled_quantile(probability); }

 private:
  double scaled(double value) const { return range_ > 0 ? (value - origin_) / range_ : value - origin_; }

  double scaled_quantile(double probability) const {
    if (values_.size() == 1) return 0;
    if (values_.size() == 2) return beta_quantile(values_[1].times, values_[0].times, probability);
    // The deviate is almost linear in the limit, so a line through the last two points soon finds it.
    const double wanted = normal_quantile(probability);
    double from = 0, to = 1, last = 0, last_off = 0;
    double limit = average_of(values_);
    for (int i = 0; i < 100; ++i) {
      const double off = deviate(limit) - wanted;
      if (std::fabs(off) < 1e-7) break;
      (off > 0 ? to : from) = limit;
      double next = i == 0 ? limit - off * spread() : limit - off * (limit - last) / (off - last_off);
      if (!(next > from && next < to)) next = (from + to) / 2;
      last = limit;
      last_off = off;
      limit = next;
    }
    return limit;
  }

  double spread() const {
    const double mean = average_of(values_), n = count_of(values_);
    double squares = 0;
    for (const Seen& seen : values_) squares += seen.times * (seen.value - mean) * (seen.value - mean);
    return std::sqrt(squares) / n;
  }

  /// The deviate of the normal distribution with the same probability below it. The average is at most the limit where
  /// the sum of E_i * (value_i - limit) is at most 0. The distribution of that sum is approximated at its saddlepoint:
  /// Lugannani and Rice, "Saddle point approximation for the distribution of the sum of independent random variables"
  /// (1980), in Barndorff-Nielsen's form (1986).
  double deviate(double limit) const {
    if (limit <= 0) return -kFar;
    if (limit >= 1) return kFar;
    // The derivative of the sum's cumulant function rises from -infinity to infinity between these.
    double from = -1 / limit, to = 1 / (1 - limit), at = 0, first = 0, second = 0;
    for (int i = 0; i < 200; ++i) {
      first = second = 0;
      for (const Seen& seen : values_) {
        const double off = seen.value - limit, part = off / (1 - at * off);
        first += seen.times * part;
        second += seen.times * part * part;
      }
      if (std::fabs(first) <= 1e-10 * std::sqrt(second)) break;
      (first > 0 ? to : from) = at;
      double next = at - first / second;
      if (!(next > from && next < to)) next = (from + to) / 2;
      if (next == at) break;
      at = next;
    }
    double cumulant = 0;
    for (const Seen& seen : values_) cumulant -= seen.times * std::log1p(-at * (seen.value - limit));
    const double root = std::copysign(std::sqrt(std::max(0.0, -2 * cumulant)), at);
    if (std::fabs(root) < 1e-4) {  // at the middle the formula is 0 / 0: this is its limit
      double cubes = 0, squares = 0;
      for (const Seen& seen : values_) {
        const double off = seen.value - limit;
        squares += seen.times * off * off;
        cubes += 2 * seen.times * off * off * off;
      }
      return root + cubes / (6 * std::pow(squares, 1.5));
    }
    return root + std::log(at * std::sqrt(second) / root) / root;
  }

  double origin_, range_;
  Sample values_;  // scaled, with the unseen one
};

/// Adds a value that is not smaller than the last. Large ones may be apart as whole numbers, and not as doubles.
void add(Sample& sample, double value, double times) {
  if (sample.empty() || sample.back().value != value) sample.push_back({value, 0});
  sample.back().times += times;
}

}  // namespace

Sample sample_of(const Histogram& histogram, double scale) {
  Sample sample;
  for (const auto& [value, times] : histogram)
    if (times > 0) add(sample, scale * static_cast<double>(value), static_cast<double>(times));
  return sample;
}

Sample sample_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  Sample sample;
  for (const double value : values) add(sample, value, 1);
  return sample;
}

double count_of(const Sample& sample) {
  double count = 0;
  for (const Seen& seen : sample) count += seen.times;
  return count;
}

double average_of(const Sample& sample) {
  const double first = sample.front().value;
  double sum = 0;
  for (const Seen& seen : sample) sum += seen.times * (seen.value - first);
  return first + sum / count_of(sample);
}

Unseen unseen_of(const Sample& sample, const Interval& possible) {
  const Seen &first = sample.front(), &last = sample.back();
  const Unseen limits{std::min(first.value, possible.low), std::max(last.value, possible.high)};
  if (sample.size() == 1) return limits;
  const double average = average_of(sample), range = last.value - first.value;
  double squares = 0, fourths = 0;
  for (const Seen& seen : sample) {
    const double square = std::pow((seen.value - average) / range, 2);
    squares += seen.times * square;
    fourths += seen.times * square * square;
  }
  const double share = kBeyond * fourths / (squares * squares);
  const double below = first.times > 1 ? 0 : share * (average - first.value);
  const double above = last.times > 1 ? 0 : share * (last.value - average);
  return {std::max(limits.low, first.value - below), std::min(limits.high, last.value + above)};
}

Unseen unseen_of_differences(const Sample& sample, const Interval& possible) {
  const double only = sample.size() == 1 ? sample[0].value : 0;
  if (only != 0)
    return {std::max(std::min(only, possible.low), only > 0 ? -only : 2 * only),
            std::min(std::max(only, possible.high), only > 0 ? 2 * only : -only)};
  const Unseen unseen = unseen_of(sample, possible);
  const double reach = std::max(std::fabs(unseen.low), std::fabs(unseen.high));
  return {std::max(std::min(possible.low, sample.front().value), -reach),
          std::min(std::max(possible.high, sample.back().value), reach)};
}

Interval of_average(const Sample& sample, const Unseen& unseen, double alpha) {
  return {RandomAverage(sample, unseen.low).quantile(alpha / 2),
          RandomAverage(sample, unseen.high).quantile(1 - alpha / 2)};
}

double p_of_average(const Sample& sample, const Unseen& unseen, double expected) {
  if (sample.size() == 1 && sample[0].value == expected) return 1;
  const double below = RandomAverage(sample, unseen.low).share(RandomAverage::Side::below, expected);
  const double above = RandomAverage(sample, unseen.high).share(RandomAverage::Side::above, expected);
  return std::min(1.0, 2 * std::min(below, above));
}

Interval difference_of_averages(const Averaged& first, const Averaged& second, double alpha, double correlation) {
  const double mean1 = average_of(first.sample), mean2 = average_of(second.sample);
  const Interval one = of_average(first.sample, first.unseen, alpha);
  const Interval two = of_average(second.sample, second.unseen, alpha);
  const auto together = [&](double a, double b) {
    return std::sqrt(std::max(0.0, a * a + b * b - 2 * correlation * a * b));
  };
  return {mean2 - mean1 - together(mean2 - two.low, one.high - mean1),
          mean2 - mean1 + together(two.high - mean2, mean1 - one.low)};
}

double p_of_averages(const Averaged& first, const Averaged& second, double correlation) {
  const auto excludes = [&](double alpha) {
    const Interval difference = difference_of_averages(first, second, alpha, correlation);
    return difference.low > 0 || difference.high < 0;
  };
  if (!excludes(1)) return 1;
  // From the largest alpha on: with a correlation, a smaller one may have an interval that reaches less far on one side.
  double no = -1, yes = 0;  // logarithms of alpha
  for (; excludes(std::exp(no)); no -= 1) {
    if (std::exp(no) < 1e-12) return 1e-12;
    yes = no;
  }
  for (int i = 0; i < 25; ++i) {
    const double middle = (no + yes) / 2;
    (excludes(std::exp(middle)) ? yes : no) = middle;
  }
  return std::exp(yes);
}

double sure_correlation(double correlation, double pairs) {
  if (!(pairs > 3)) return 0;
  const double most = 1 - 1e-12;
  const double fisher = std::atanh(std::clamp(correlation, -most, most));
  return std::min(correlation, std::max(0.0, std::tanh(fisher - 1 / std::sqrt(pairs - 3))));
}

}  // namespace glint
