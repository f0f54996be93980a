// The distributions behind intervals and tests. Only distributions.cpp uses Boost.Math, with 64 bits on every machine.
#pragma once

namespace glint {

/// The probability that a standard normal value is at most `limit`, and the limit for a probability.
double normal_below(double limit);
double normal_quantile(double probability);

/// Those two for a value with this beta distribution.
double beta_below(double a, double b, double limit);
double beta_quantile(double a, double b, double probability);

}  // namespace glint
