// Intervals and tests of significance, against their definitions and printed tables.
#include <cmath>

#include <glint/glint.hpp>
#include "interpreter/lab/study/comparison.hpp"
#include "interpreter/lab/study/intervals.hpp"
#include "tests/catch.hpp"
#include "tests/support/scale.hpp"

namespace {

using namespace glint;

/// P(X <= k) of n trials with probability p, term by term.
double at_most(int k, int n, double p) {
  double sum = 0;
  for (int i = 0; i <= k; ++i)
    sum += std::exp(std::lgamma(n + 1) - std::lgamma(i + 1) - std::lgamma(n - i + 1) + i * std::log(p) +
                    (n - i) * std::log1p(-p));
  return sum;
}

}  // namespace

TEST_CASE("intervals: Clopper and Pearson's ends are where either tail is a half of alpha", "[lab]") {
  for (const int n : {1, 2, 7, 30, 200})
    for (int k = 0; k <= n; k += 1 + n / 10) {
      INFO(k << " of " << n);
      const Interval interval = clopper_pearson(static_cast<std::uint64_t>(k), static_cast<std::uint64_t>(n));
      if (k == 0)
        CHECK(interval.low == 0);
      else
        CHECK(1 - at_most(k - 1, n, interval.low) == Approx(0.025).epsilon(1e-6));
      if (k == n)
        CHECK(interval.high == 1);
      else
        CHECK(at_most(k, n, interval.high) == Approx(0.025).epsilon(1e-6));
    }
  CHECK(clopper_pearson(0, 0) == Interval{0, 1});
}

TEST_CASE("intervals: Clopper and Pearson's hold the truth at least as often as they say", "[lab]") {
  for (const double p : {0.01, 0.2, 0.5, 0.93})
    for (const int n : {5, 20, 60}) {
      double held = 0;
      for (int k = 0; k <= n; ++k) {
        const Interval interval = clopper_pearson(static_cast<std::uint64_t>(k), static_cast<std::uint64_t>(n));
        const double here = at_most(k, n, p) - (k == 0 ? 0 : at_most(k - 1, n, p));
        if (interval.low <= p && p <= interval.high) held += here;
      }
      INFO(p << ", " << n);
      CHECK(held >= 0.95 - 1e-9);
    }
}

TEST_CASE("intervals: Wilson and Newcombe as printed, and tests of shares", "[lab]") {
  // Newcombe's examples (1998): 81 of 263 and 15 of 148.
  const Interval wilson_one = wilson(81, 263);
  CHECK(wilson_one.low == Approx(0.2553).epsilon(1e-3));
  CHECK(wilson_one.high == Approx(0.3662).epsilon(1e-3));
  const Interval newcombe = difference_of_shares(48, 80, 56, 70);  // his table II, (a): 56/70 - 48/80
  CHECK(newcombe.low == Approx(0.0524).epsilon(2e-3));
  CHECK(newcombe.high == Approx(0.3339).epsilon(2e-3));
  CHECK(p_of_shares(50, 100, 50, 100) == Approx(1));
  CHECK(p_of_shares(40, 100, 60, 100) == Approx(0.004678).epsilon(1e-3));  // z = 2.8284
  CHECK(p_of_shares(0, 100, 0, 100) == 1);
  // With one more of each kind 41 and 61 of 100, whose difference has a spread of 0.0693.
  CHECK(p_of_shares(40, 98, 60, 98, 0.2) == Approx(1));
  CHECK(p_of_shares(40, 98, 60, 98, 0.2 + 1.96 * 0.069268) == Approx(0.05).epsilon(1e-3));
}

TEST_CASE("intervals: Holm's correction, step by step", "[lab]") {
  const std::vector<double> corrected = holm({0.01, 0.04, 0.03, 0.005});
  CHECK(corrected[3] == Approx(0.02));  // 4 * 0.005
  CHECK(corrected[0] == Approx(0.03));  // 3 * 0.01
  CHECK(corrected[2] == Approx(0.06));  // 2 * 0.03
  CHECK(corrected[1] == Approx(0.06));  // not below the one before it
  CHECK(holm({0.9, 0.8}) == std::vector<double>{1, 1});
  CHECK(holm({}).empty());
}

TEST_CASE("comparison: a measure that one study lacks is not compared, and many comparisons take more", "[lab]") {
  Measure share;
  share.id = "wins";
  share.form = MeasureKind::Form::share;
  share.hits = 40;
  share.count = 100;
  share.value = 0.4;
  Measure other = share;
  other.hits = 58;
  other.value = 0.58;
  Measure extra = share;
  extra.id = "extra";
  const auto two = compare({{{share}}, {{other, extra}}});
  REQUIRE(two.size() == 2);
  CHECK(two[0].against[1]->differs());
  CHECK(two[0].against[1]->p == Approx(two[0].against[1]->corrected_p));
  CHECK_FALSE(two[0].against[0].has_value());
  CHECK_FALSE(two[1].values[0].has_value());
  CHECK_FALSE(two[1].against[1].has_value());
  // As many as are even, of two players and of three.
  Measure of_two = share, of_three = share;
  of_two.hits = 500;
  of_three.hits = 333;
  of_two.count = of_three.count = 1000;
  of_two.shift = -1.0 / 2;
  of_three.shift = -1.0 / 3;
  CHECK(compare({{{of_two}}, {{of_three}}})[0].against[1]->p > 0.9);
  const auto many = compare({{{share}}, {{other}}, {{share}}, {{share}}, {{share}}, {{share}}});
  CHECK(many[0].against[1]->corrected_p == Approx(5 * many[0].against[1]->p));
  CHECK_FALSE(many[0].against[1]->differs());
}

namespace {

/// The chance that a normal walk, seen at times that grow by kLookGrowth and scaled to variance 1, stays within a limit. Its
/// density is even, and kept at points of the positive half; Simpson's rule.
double stays_within(double limit, std::uint64_t looks) {
  constexpr std::size_t kParts = 32;
  const double correlation = 1 / std::sqrt(kLookGrowth), spread = std::sqrt(1 - correlation * correlation);
  const auto bell = [](double x) { return std::exp(-x * x / 2) / std::sqrt(2 * 3.14159265358979323846); };
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
}

}  // namespace

TEST_CASE("looks: allowing for their correlation misses as seldom, and costs a fifth fewer games", "[lab][study]") {
  CHECK(looks_apart(1) == 1);
  for (const std::uint64_t looks : {2, 10, 42, 97, 200}) {
    const double apart = looks_apart(looks);
    CHECK(apart > 1);
    CHECK(apart < static_cast<double>(looks));
    CHECK(apart > looks_apart(looks / 2));
  }
  // The limits are those of the recursion of Armitage, McPherson and Rowe.
  for (const std::uint64_t looks : {2, 5, 17, 42, 97, 333, 1000}) {
    const double limit = -normal_quantile(kAlpha / 2 / looks_apart(looks));
    INFO(looks << " looks, limit " << limit);
    CHECK(stays_within(limit * 1.001, looks) > 1 - kAlpha);
    CHECK(stays_within(limit / 1.001, looks) < 1 - kAlpha);
  }
  constexpr int kLooks = 97;
  const double limit = -normal_quantile(kAlpha / 2 / looks_apart(kLooks)), apart = -normal_quantile(kAlpha / 2 / kLooks);
  // An interval is as narrow with so many fewer games: their number goes with the square.
  CHECK(limit * limit / (apart * apart) < 0.81);
  // Of studies whose values are normal, so many are wrong at some look.
  const int studies = test::scaled<int>(20'000);
  int missed = 0;
  Random random(5);
  const auto normal = [&] { return normal_quantile((static_cast<double>(random.below(1'000'000)) + 0.5) / 1e6); };
  for (int study = 0; study < studies; ++study) {
    double sum = 10 * normal(), games = 100;
    bool misses = false;
    for (int look = 0; look < kLooks && !misses; ++look) {
      misses = std::fabs(sum) > limit * std::sqrt(games);
      const double more = std::floor(games / 10) + 1;
      sum += std::sqrt(more) * normal();
      games += more;
    }
    missed += misses;
  }
  const double share = static_cast<double>(missed) / studies;
  INFO("missed " << share);
  CHECK(share < 0.05 + 3 * std::sqrt(0.05 * 0.95 / studies));
  CHECK(share > 0.05 - 4 * std::sqrt(0.05 * 0.95 / studies) - 0.005);  // not wider than it must be
}
