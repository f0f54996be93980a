#include "interpreter/lab/study/intervals.hpp"

#include <cstdint>
#include <numeric>

// Functions of Boost that call others without our policy take these: to report an error they would bring streams.
#define BOOST_MATH_DOMAIN_ERROR_POLICY ignore_error
#define BOOST_MATH_POLE_ERROR_POLICY ignore_error
#define BOOST_MATH_OVERFLOW_ERROR_POLICY ignore_error
#define BOOST_MATH_EVALUATION_ERROR_POLICY ignore_error
#define BOOST_MATH_ROUNDING_ERROR_POLICY ignore_error

#include <boost/math/distributions/normal.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/tools/toms748_solve.hpp>

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

// Alefeld, Potra and Shi, "Algorithm 748: enclosing zeros of continuous functions" (1995). Boost's own quantile uses
// long doubles whatever it is told, and gives up with a few parameters.
double beta_quantile(double a, double b, double probability) {
  const auto above = [&](double x) { return beta_below(a, b, x) - probability; };
  std::uintmax_t most_steps = 200;
  const auto [low, high] = boost::math::tools::toms748_solve(
      above, 0.0, 1.0, -probability, 1 - probability, boost::math::tools::eps_tolerance<double>(), most_steps, Plain());
  return std::midpoint(low, high);
}

}  // namespace glint
