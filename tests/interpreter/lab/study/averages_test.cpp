// Intervals and tests of averages, against their definition: weights drawn at random, and what is exact.
#include <algorithm>
#include <cmath>

#include "glint/glint.hpp"
#include "interpreter/lab/study/averages.hpp"
#include "tests/catch.hpp"
#include "tests/support/scale.hpp"

namespace {

using namespace glint;

double uniform(Random& random) { return (static_cast<double>(random.next() >> 11) + 0.5) / 9007199254740992.0; }

/// What the average is below with this probability, of many random weights.
double drawn_quantile(const Sample& sample, double unseen, double probability) {
  Random random(1);
  std::vector<double> averages;
  for (int i = 0; i < 20'000; ++i) {
    double sum = 0, weights = 0;
    const auto add = [&](double value) {
      const double weight = -std::log(uniform(random));
      sum += weight * value;
      weights += weight;
    };
    add(unseen);
    for (const Seen& seen : sample)
      for (int k = 0; k < static_cast<int>(seen.times); ++k) add(seen.value);
    averages.push_back(sum / weights);
  }
  std::sort(averages.begin(), averages.end());
  return averages[static_cast<std::size_t>(probability * static_cast<double>(averages.size()))];
}

/// P(X <= k) of n fair coins.
double coins_at_most(int k, int n) {
  double sum = 0;
  for (int i = 0; i <= k; ++i) sum += std::exp(std::lgamma(n + 1) - std::lgamma(i + 1) - std::lgamma(n - i + 1));
  return sum / std::pow(2.0, n);
}

}  // namespace

TEST_CASE("averages: the interval is that of values with random weights", "[lab]") {
  for (const Sample& sample :
       {Sample{{1, 1}, {2, 1}, {3, 1}, {5, 1}, {9, 1}, {20, 1}}, Sample{{0, 40}, {1, 7}, {30, 2}},
        Sample{{-5, 3}, {0, 2}, {2, 4}}, Sample{{28, 11}, {29, 30}, {30, 38}, {31, 21}}}) {
    const Unseen unseen = unseen_of(sample, {-100, 100});
    const Interval interval = of_average(sample, unseen);
    const double width = interval.high - interval.low;
    CHECK(interval.low == Approx(drawn_quantile(sample, unseen.low, 0.025)).margin(0.02 * width));
    CHECK(interval.high == Approx(drawn_quantile(sample, unseen.high, 0.975)).margin(0.04 * width));
    CHECK(interval.low < average_of(sample));
    CHECK(average_of(sample) < interval.high);
    // Where the interval ends, p is what it was made for.
    CHECK(p_of_average(sample, unseen, interval.low) == Approx(0.05).epsilon(1e-3));
    CHECK(p_of_average(sample, unseen, interval.high) == Approx(0.05).epsilon(1e-3));
    CHECK(p_of_average(sample, unseen, average_of(sample)) > 0.8);
  }
}

TEST_CASE("averages: of two kinds of values it is Clopper's and Pearson's, also if one was never seen", "[lab]") {
  for (const int hits : {0, 1, 3, 25, 50}) {
    Sample sample;
    if (hits < 50) sample.push_back({0, 50.0 - hits});
    if (hits > 0) sample.push_back({99, static_cast<double>(hits)});
    // One value at an end alone must not let it be thought that there are larger ones.
    const Unseen unseen = unseen_of(sample, {0, 99});
    const Interval share = clopper_pearson(static_cast<std::uint64_t>(hits), 50), interval = of_average(sample, unseen);
    CHECK(interval.low == Approx(99 * share.low).margin(1e-9));
    CHECK(interval.high == Approx(99 * share.high).margin(1e-9));
  }
  CHECK(of_average({{7, 1}}, unseen_of({{7, 1}}, {7, 7})) == Interval{7, 7});
}

TEST_CASE("averages: the fewer values make up the spread, the further beyond are those to come", "[lab]") {
  // The distances from the average, 2, are -2, 0 and 2: two values make up the spread, so 5 / 2 of a distance.
  const Unseen near = unseen_of({{0, 1}, {2, 7}, {4, 1}}, {-100, 100});
  CHECK(near.low == Approx(-5));
  CHECK(near.high == Approx(9));
  // One value of 50 makes up almost all of it.
  const Unseen far = unseen_of({{0, 49}, {50, 1}}, {-1000, 1000});
  CHECK(far.low == 0);
  CHECK(far.high == Approx(50 + 5 * 49.0).epsilon(0.1));
  // Many values make up all of it.
  Sample even;
  for (int i = 0; i < 1000; ++i) even.push_back({static_cast<double>(i), 1});
  CHECK(unseen_of(even, {-1e6, 1e6}).high == Approx(999 + 5 * 1.8 / 1000 * 499.5).margin(0.05));
  // What was seen twice is taken for the end, and nothing is beyond what is possible.
  CHECK(unseen_of({{1, 2}, {4, 1}, {6, 2}}, {0, 100}).low == 1);
  CHECK(unseen_of({{1, 2}, {4, 1}, {6, 2}}, {0, 100}).high == 6);
  CHECK(unseen_of({{1, 2}, {4, 1}, {6, 1}}, {0, 7}).high == 7);
  CHECK(unseen_of({{3, 9}}, {0, 7}).high == 7);
  CHECK(unseen_of({{3, 9}}, {0, 7}).low == 0);
  CHECK(unseen_of_differences({{0, 90}, {2, 4}}, {-7, 7}).low == -2);
}

TEST_CASE("averages: of differences by one up or down, p is McNemar's exact one", "[lab]") {
  for (const int fewer : {0, 1, 4})
    for (const int more : {5, 9, 14}) {
      INFO(fewer << " down, " << more << " up");
      Sample sample;
      if (fewer > 0) sample.push_back({-1, static_cast<double>(fewer)});
      sample.push_back({0, 60});
      sample.push_back({1, static_cast<double>(more)});
      const double exact = std::min(1.0, 2 * coins_at_most(fewer, fewer + more));
      CHECK(p_of_average(sample, unseen_of_differences(sample, {-1, 1}), 0) == Approx(exact).epsilon(1e-9));
    }
  CHECK(p_of_average({{0, 60}}, unseen_of_differences({{0, 60}}, {-1, 1}), 0) == 1);
}

TEST_CASE("averages: p of differences does not depend on their sign, however small it is", "[lab]") {
  for (const Sample& up : {Sample{{0, 20}, {1, 900}}, Sample{{-1, 2}, {0, 5}, {1, 400}, {3, 20}}, Sample{{4, 700}}}) {
    Sample down;
    for (auto seen = up.rbegin(); seen != up.rend(); ++seen) down.push_back({-seen->value, seen->times});
    const double p = p_of_average(up, unseen_of_differences(up, {-9, 9}), 0);
    CHECK(p > 0);
    CHECK(p < 1e-40);
    CHECK(p_of_average(down, unseen_of_differences(down, {-9, 9}), 0) == Approx(p).epsilon(1e-6));
  }
}

TEST_CASE("averages: differences that are all the same are told from none as coins that all fall alike", "[lab]") {
  for (const double value : {5.0, -5.0, 0.01}) {
    const Sample sample{{value, 20}};
    const Unseen unseen = unseen_of_differences(sample, {-2000, 2000});
    CHECK(p_of_average(sample, unseen, 0) == Approx(std::pow(2.0, -19)).epsilon(1e-9));
    const Interval interval = of_average(sample, unseen);
    CHECK(interval.low < value);
    CHECK(value < interval.high);
    CHECK(interval.low * interval.high > 0);
  }
  // What the rules allow is the limit.
  CHECK(unseen_of_differences({{1, 20}}, {-1, 1}).high == 1);
  CHECK(unseen_of_differences({{5, 20}}, {2, 7}).low == 2);
  CHECK(unseen_of_differences({{5, 20}}, {2, 7}).high == 7);
}

TEST_CASE("averages: what goes together narrows the interval of a difference, as far as that is sure", "[lab]") {
  CHECK(sure_correlation(0.9, 3) == 0);
  CHECK(sure_correlation(-0.9, 100) == -0.9);
  CHECK(sure_correlation(0.05, 100) == 0);
  CHECK(sure_correlation(0.2, 10) == 0);
  CHECK(sure_correlation(1, 100) == Approx(1));
  CHECK(sure_correlation(0.8, 103) == Approx(std::tanh(std::atanh(0.8) - 0.1)));
  const Sample sample{{1, 10}, {2, 20}, {3, 10}};
  const Averaged one{sample, unseen_of(sample, {0, 9})};
  const Interval apart = difference_of_averages(one, one), together = difference_of_averages(one, one, kAlpha, 0.75);
  CHECK(together.high - together.low == Approx((apart.high - apart.low) / 2));
  CHECK(difference_of_averages(one, one, kAlpha, 1).high == Approx(0).margin(1e-9));
  CHECK(difference_of_averages(one, one, kAlpha, -1).high == Approx(apart.high * std::sqrt(2.0)));
}

namespace {

/// Values as measures may have them, and as they hardly will: skewed, rare, tied, far from 0, huge, tiny.
std::vector<double> any_values(Random& random) {
  const auto games = static_cast<std::size_t>(1 + random.below(random.below(2) == 0 ? 4 : 120));
  const std::uint64_t kind = random.below(7), most = 1 + random.below(4);
  const double rare = std::pow(10, -2 * uniform(random)), huge = std::pow(10, 1 + 8 * uniform(random));
  const double scale = random.below(3) > 0 ? 1 : std::pow(10, 16 * uniform(random) - 8);
  const double shift = random.below(3) > 0 ? 0 : std::round(1e6 * uniform(random)), sign = random.below(2) > 0 ? 1 : -1;
  std::vector<double> values;
  while (values.size() < games) {
    const double even = uniform(random), skewed = -std::log(uniform(random));
    const double value = kind == 0   ? static_cast<double>(random.below(most + 1))
                         : kind == 1 ? (even < rare ? huge : 0)
                         : kind == 2 ? (even < rare ? huge : skewed)
                         : kind == 3 ? std::pow(skewed, 4)
                         : kind == 4 ? std::round(3 * even) - 1
                         : kind == 5 ? (values.empty() ? huge : std::round(10 * even))
                                     : 7;
    values.push_back(sign * (scale * value + shift));
  }
  return values;
}

Sample negated(const Sample& sample) {
  Sample result;
  for (auto seen = sample.rbegin(); seen != sample.rend(); ++seen) result.push_back({-seen->value, seen->times});
  return result;
}

/// Both ends, within a small part of what is between them.
bool is_near(const Interval& one, double low, double high) {
  const double margin = 1e-6 * (one.high - one.low);
  return std::fabs(one.low - low) <= margin && std::fabs(one.high - high) <= margin;
}

}  // namespace

TEST_CASE("averages: what holds of every interval holds of values of all kinds", "[lab]") {
  Random random(7);
  for (int i = 0; i < test::scaled(1500); ++i) {
    const Sample sample = sample_of(any_values(random));
    const double first = sample.front().value, last = sample.back().value, average = average_of(sample);
    const double size = std::max({std::fabs(first), std::fabs(last), 1e-6}), range = last - first;
    const Interval possible =
        random.below(3) == 0 ? Interval{first, last} : Interval{first - 9 * size, last + 9 * size};
    for (const auto unseen_by : {unseen_of, unseen_of_differences}) {
      const Unseen unseen = unseen_by(sample, possible);
      const Interval interval = of_average(sample, unseen);
      INFO(i << ": " << sample.size() << " values, " << first << " .. " << last << ", interval " << interval.low
             << " .. " << interval.high);
      CHECK(possible.low <= unseen.low);
      CHECK(unseen.low <= first);
      CHECK(last <= unseen.high);
      CHECK(unseen.high <= possible.high);
      // It holds the average, has a width unless nothing else is possible, and is wider the surer it must be.
      CHECK(unseen.low <= interval.low);
      CHECK(interval.high <= unseen.high);
      CHECK(first <= average);
      CHECK(average <= last);
      const bool has_width = unseen.low < unseen.high;
      CHECK((has_width ? interval.low < interval.high : interval.low == interval.high));
      if (range > 0) {
        CHECK(interval.low < average);
        CHECK(average < interval.high);
      }
      const Interval surer = of_average(sample, unseen, 0.001), less_sure = of_average(sample, unseen, 0.5);
      CHECK(surer.low <= interval.low);
      CHECK(interval.low <= less_sure.low);
      CHECK(less_sure.high <= interval.high);
      CHECK(interval.high <= surer.high);
      // p says the same as the interval.
      const double p = p_of_average(sample, unseen, 0);
      CHECK(p >= 0);
      CHECK(p <= 1);
      if (has_width && std::fabs(p - 0.05) > 1e-4) CHECK((p < 0.05) == (interval.low > 0 || interval.high < 0));
      // Neither a sign nor a unit changes anything.
      const Sample other = negated(sample);
      const Unseen their_unseen = unseen_by(other, {-possible.high, -possible.low});
      const Interval theirs = of_average(other, their_unseen);
      CHECK(is_near(interval, -theirs.high, -theirs.low));
      CHECK(p_of_average(other, their_unseen, 0) == Approx(p).epsilon(1e-4).margin(1e-12));
      Sample eighths = sample;
      for (Seen& seen : eighths) seen.value /= 8;
      const Interval small = of_average(eighths, unseen_by(eighths, {possible.low / 8, possible.high / 8}));
      CHECK(is_near(interval, 8 * small.low, 8 * small.high));
    }
  }
}

TEST_CASE("averages: values are told apart however far from 0 they are", "[lab]") {
  const Sample near{{0, 20}, {1, 30}, {2, 9}, {5, 1}};
  Sample far = near;
  for (Seen& seen : far) seen.value += 1e12;
  const Interval one = of_average(near, unseen_of(near, {-9, 9}));
  const Interval other = of_average(far, unseen_of(far, {1e12 - 9, 1e12 + 9}));
  CHECK(other.low - 1e12 == Approx(one.low).margin(1e-3));
  CHECK(other.high - 1e12 == Approx(one.high).margin(1e-3));
  CHECK(p_of_average(far, unseen_of(far, {1e12 - 9, 1e12 + 9}), 1e12) ==
        Approx(p_of_average(near, unseen_of(near, {-9, 9}), 0)).epsilon(1e-6));
}

TEST_CASE("averages: differences of independent samples, whose p is where the interval ends", "[lab]") {
  const Sample one{{1, 3}, {2, 9}, {3, 8}, {4, 5}, {5, 1}}, two{{1, 1}, {2, 6}, {3, 10}, {4, 9}, {5, 4}}, same{{3, 30}};
  const Averaged first{one, unseen_of(one, {0, 9})}, second{two, unseen_of(two, {0, 9})};
  const Interval difference = difference_of_averages(first, second);
  CHECK(difference.low < average_of(two) - average_of(one));
  CHECK(average_of(two) - average_of(one) < difference.high);
  const double p = p_of_averages(first, second);
  const Interval at_p = difference_of_averages(first, second, p);
  CHECK(std::min(std::fabs(at_p.low), std::fabs(at_p.high)) < 1e-4);
  CHECK(p_of_averages(first, first) == Approx(1));
  // If values go together, the interval of a smaller alpha may end nearer, when one average is far surer than the other.
  const Sample flung{{-1e6, 1}, {-11, 50}, {-10, 50}}, steady{{-1000, 15}};
  const Averaged far{flung, unseen_of(flung, {-1e6, 0})}, sure{steady, unseen_of(steady, {-4000, 4000})};
  CHECK(difference_of_averages(sure, far, kAlpha, 0.7).high > 0);
  CHECK(p_of_averages(sure, far, 0.7) > kAlpha);
  // Samples without spread have an interval, too.
  const Averaged flat{same, unseen_of(same, {0, 9})};
  CHECK(difference_of_averages(flat, flat).low < 0);
  CHECK(p_of_averages(flat, flat) == 1);
}

TEST_CASE("histogram: quantiles, and averages on a grid of four digits", "[lab]") {
  CHECK(quantile({{1, 1}, {5, 1}, {9, 2}}, 0.5) == 5);
  CHECK(quantile({{1, 1}, {5, 1}, {9, 2}}, 1) == 9);
  CHECK(count_of(Histogram{{1, 1}, {5, 1}, {9, 2}}) == 4);
  CHECK(on_grid(2, 3, 10'000) == 6667);
  CHECK(on_grid(38'254, 1, 1000) == 38'250'000);
  CHECK(on_grid(-7, 2, 1000) == -3500);
}
