// Confidence intervals and significance tests of shares.
#pragma once

#include <cstdint>
#include <vector>

namespace glint {

struct Interval {
  double low = 0, high = 0;
  bool operator==(const Interval&) const = default;
};

/// The significance level of the lab: its intervals hold the true value in 95 of 100 studies, or more.
inline constexpr double kAlpha = 0.05;

/// The exact interval of a probability, from `hits` of `trials`: Clopper and Pearson (1934). Without trials 0..1.
Interval clopper_pearson(std::uint64_t hits, std::uint64_t trials, double alpha = kAlpha);
/// Looks at the same games, with kLookGrowth times as many each time, are correlated. So many looks at separate games
/// would miss the true value as often at any of them (1 for one look; Pocock's boundary: README.md).
double looks_apart(std::uint64_t looks);
inline constexpr double kLookGrowth = 1.1;
/// An approximate, narrower interval of a probability: Wilson (1927).
Interval wilson(std::uint64_t hits, std::uint64_t trials, double alpha = kAlpha);
/// The interval of the difference of two probabilities, second less first: Newcombe (1998), method 10.
Interval difference_of_shares(std::uint64_t hits1, std::uint64_t trials1, std::uint64_t hits2, std::uint64_t trials2,
                              double alpha = kAlpha);
/// The p value of a difference of two probabilities, by the score test (pooled z); 1 if the data say nothing. If equal
/// strength already means a difference (`expected`: the second share less the first), the variances are not pooled:
/// Agresti and Caffo (2000).
double p_of_shares(std::uint64_t hits1, std::uint64_t trials1, std::uint64_t hits2, std::uint64_t trials2, double expected = 0);

/// The p values in the same order, corrected for their number: Holm (1979).
std::vector<double> holm(const std::vector<double>& p_values);

// -- the distributions behind them; only distributions.cpp uses Boost.Math, with 64 bits on every machine

/// The probability that a standard normal value is at most `limit`, and the limit for a probability.
double normal_below(double limit);
double normal_quantile(double probability);

/// The two limits for a value with this beta distribution.
double beta_below(double a, double b, double limit);
double beta_quantile(double a, double b, double probability);

}  // namespace glint
