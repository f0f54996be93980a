// Intervals and tests of significance. The distributions are Boost.Math's; this is the only place that knows them.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/lab/study/moments.hpp"

namespace glint {

struct Interval {
  double low = 0, high = 0;
  bool operator==(const Interval&) const = default;
};

/// The error that all intervals of the lab allow: they hold what they are about in 95 of 100 studies.
inline constexpr double kAlpha = 0.05;

/// Of a probability, where `hits` of `trials` came true: exact, after Clopper and Pearson, "The use of confidence or
/// fiducial limits illustrated in the case of the binomial" (1934). Of no trials 0..1.
Interval clopper_pearson(std::uint64_t hits, std::uint64_t trials, double alpha = kAlpha);
/// The same, approximately, and narrower: Wilson, "Probable inference, the law of succession, and statistical
/// inference" (1927).
Interval wilson(std::uint64_t hits, std::uint64_t trials, double alpha = kAlpha);
/// Of an average, by Student's distribution; of fewer than two values it is only the value.
Interval of_mean(const Moments& moments, double alpha = kAlpha);

/// Of the difference of two probabilities (the second less the first): Newcombe's, "Interval estimation for the
/// difference between independent proportions" (1998), method 10, from two of Wilson's.
Interval difference_of_shares(std::uint64_t hits1, std::uint64_t trials1, std::uint64_t hits2, std::uint64_t trials2,
                              double alpha = kAlpha);
/// What an average is of; each value counts with its number of times.
struct Scaled {
  Scaled(const Moments& its_moments, double its_scale = 1) : moments(its_moments), scale(its_scale) {}
  double mean() const { return moments.mean() * scale; }
  double variance() const { return moments.variance() * scale * scale; }

  const Moments& moments;
  double scale;
};

/// Of the difference of two averages (the second less the first): Welch, "The generalization of Student's problem when
/// several different population variances are involved" (1947).
Interval difference_of_means(const Scaled& first, const Scaled& second, double alpha = kAlpha);

/// How often a difference as large comes up where there is none; 1 where nothing can be said. Of shares: the score test
/// (pooled z); of averages: Welch's t. Where shares would differ by something else than 0 anyway (`expected`: the
/// second less the first), each has a spread of its own: Agresti and Caffo, "Simple and effective confidence intervals
/// for proportions and differences of proportions result from adding two successes and two failures" (2000).
double p_of_shares(std::uint64_t hits1, std::uint64_t trials1, std::uint64_t hits2, std::uint64_t trials2,
                   double expected = 0);
double p_of_means(const Scaled& first, const Scaled& second);

/// The same p values, made larger for how many they are: Holm, "A simple sequentially rejective multiple test
/// procedure" (1979). In the order given.
std::vector<double> holm(const std::vector<double>& p_values);

}  // namespace glint
