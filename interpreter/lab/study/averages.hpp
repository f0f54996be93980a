// Confidence intervals and tests of averages, which hold for skewed and rare values, too.
//
// The method is Gaffke's, "Three test statistics for a nonparametric one-sided hypothesis on the mean of a nonnegative
// variable" (2005); as an interval: Learned-Miller and Thomas, "A new confidence interval for the mean of a bounded
// random variable" (2019). To the values seen it adds one that was not: the largest possible one for the upper end, the
// smallest for the lower. Then it asks how the average would be distributed if each value had a random weight,
// uniformly among all weights that are 1 together. For values of two kinds this is exactly Clopper's and Pearson's
// interval of a share; if one kind alone was seen, a rule of three (here of 3.7, as there are two ends).
#pragma once

#include <vector>

#include "interpreter/lab/study/histogram.hpp"
#include "interpreter/lab/study/intervals.hpp"

namespace glint {

/// Values with how often each was seen, in rising order.
struct Seen {
  double value = 0, times = 0;
};
using Sample = std::vector<Seen>;

/// Each value of a histogram multiplied by a scale.
Sample sample_of(const Histogram& histogram, double scale = 1);
Sample sample_of(std::vector<double> values);
double count_of(const Sample& sample);
double average_of(const Sample& sample);  // which is not empty

/// The values that are added, one at each end.
struct Unseen {
  double low = 0, high = 0;
};
/// `possible`: the least and greatest value by the rules. Values often stay far inside that range. So the
/// largest unseen value is taken to be beyond the largest seen by a part of its distance from the average: 5 / m, where
/// m is the number of values that make up the spread, (sum of d^2)^2 / (sum of d^4) for their distances d from the
/// average, which is their number divided by their kurtosis. If few values make up the spread, little is known of how
/// far such values reach. 5 was chosen by tests/bench/coverage.cpp: with 4, for the heaviest tails that a sample can
/// show, just 94 of 100 intervals hold the true average. If the largest value was seen twice, it is taken to be the
/// largest that there is. Likewise the smallest. If all values were the same, nothing is known but what is possible.
Unseen unseen_of(const Sample& sample, const Interval& possible);
/// The values that are added to differences, whose average may be 0: as far below 0 as above. If all of n differences
/// were the same, and not 0, nothing is known of how they scatter; then the one to come is taken to be as far on the
/// other side of 0, so that p is that of n coins that all fall alike (the sign test: J. Arbuthnott, "An argument for
/// divine providence", 1710), or twice as large.
Unseen unseen_of_differences(const Sample& sample, const Interval& possible);

/// The interval of the average. The sample is not empty.
Interval of_average(const Sample& sample, const Unseen& unseen, double alpha = kAlpha);
/// The p value of what was seen, if the true average is `expected`. For differences that are -1, 0 or 1, and 0, it is
/// that of the exact test by McNemar, "Note on the sampling error of the difference between correlated proportions"
/// (1947).
double p_of_average(const Sample& sample, const Unseen& unseen, double expected);

/// A sample whose average is compared.
struct Averaged {
  Sample sample;
  Unseen unseen;
};
/// The interval of the difference of two averages (the second less the first): from the distances of both averages to
/// the ends of their intervals, as Newcombe does with shares. Zou and Donner, "Construction of confidence limits about
/// effect measures: a general approach" (2008). `correlation`: of the averages; 0 of samples that do not depend on each
/// other.
Interval difference_of_averages(const Averaged& first, const Averaged& second, double alpha = kAlpha, double correlation = 0);
/// The p value of no difference: with each alpha from there on, that interval does not hold 0. At least 1e-12.
double p_of_averages(const Averaged& first, const Averaged& second, double correlation = 0);
/// The sure correlation of two averages, from the correlation of this number of pairs: the correlation less one
/// standard error, on Fisher's scale ("On the 'probable error' of a coefficient of correlation deduced from a small sample",
/// 1921), and at least 0. If it is negative, all of it: then the interval gets wider, so it needs not be sure.
double sure_correlation(double correlation, double pairs);

}  // namespace glint
