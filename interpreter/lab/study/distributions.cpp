#include "interpreter/lab/study/intervals.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

// Functions of Boost that call others without our policy take these: to report an error they would bring streams.
#define BOOST_MATH_DOMAIN_ERROR_POLICY ignore_error
#define BOOST_MATH_POLE_ERROR_POLICY ignore_error
#define BOOST_MATH_OVERFLOW_ERROR_POLICY ignore_error
#define BOOST_MATH_EVALUATION_ERROR_POLICY ignore_error
#define BOOST_MATH_ROUNDING_ERROR_POLICY ignore_error

#include <boost/math/distributions/normal.hpp>
#include <boost/math/special_functions/beta.hpp>

namespace glint {
namespace {

/// Boost would compute a double with the bits of a long double: 80 with some processors, 128 in software for the browser,
/// and studies would differ in the sixteenth digit. If a series takes too long, returns the value reached so far.
using Plain = boost::math::policies::policy<boost::math::policies::promote_float<false>,
                                            boost::math::policies::promote_double<false>>;
using Normal = boost::math::normal_distribution<double, Plain>;

}  // namespace

double normal_below(double limit) { return boost::math::cdf(Normal(), limit); }
double normal_quantile(double probability) { return boost::math::quantile(Normal(), probability); }

double beta_below(double a, double b, double limit) { return boost::math::ibeta(a, b, limit, Plain()); }

// Chandrupatla, "A new hybrid quadratic/bisection algorithm for finding the zero of a nonlinear function without using
// derivatives" (1997). Boost's own search uses long doubles whatever it is told, and gives up with a few parameters.
double beta_quantile(double a, double b, double probability) {
  constexpr double kPrecision = 2 * std::numeric_limits<double>::epsilon();
  constexpr int kMostSteps = 200;
  // The root is between x1 and x2; x3 is the point before.
  double x1 = 1, f1 = 1 - probability, x2 = 0, f2 = -probability, x3 = 0, f3 = 0, part = 0.5;
  for (int i = 0; i < kMostSteps; ++i) {
    const double x = x1 + part * (x2 - x1), f = beta_below(a, b, x) - probability;
    if (std::signbit(f) != std::signbit(f1)) std::swap(x1, x2), std::swap(f1, f2);
    x3 = std::exchange(x1, x);
    f3 = std::exchange(f1, f);
    const double least = kPrecision * std::fabs(x) / std::fabs(x2 - x1);
    if (f1 == 0 || least > 0.5) break;
    const double xi = (x1 - x2) / (x3 - x2), phi = (f1 - f2) / (f3 - f2);
    const bool is_curve = phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi;  // a curve through the three points helps
    part = is_curve ? f1 / (f2 - f1) * f3 / (f2 - f3) + (x3 - x1) / (x2 - x1) * f1 / (f3 - f1) * f2 / (f3 - f2) : 0.5;
    part = std::clamp(part, least, 1 - least);
  }
  return std::fabs(f1) < std::fabs(f2) ? x1 : x2;
}

}  // namespace glint
