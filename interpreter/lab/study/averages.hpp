// Confidence intervals and tests of averages, which hold for skewed and rare values, too. They are Gaffke's (2005;
// README.md has the method and its tests): one value is added to the sample, the largest possible one for the upper
// end, the smallest for the lower end.
#pragma once

#include <vector>

#include "interpreter/lab/study/histogram.hpp"
#include "interpreter/lab/study/intervals.hpp"

namespace glint {

/// Values in rising order, with the number of times each was seen.
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
/// `possible`: the least and greatest value by the rules. Values often stay far inside that range. So the kurtosis
/// decides how far the added values lie beyond those seen (README.md), but never beyond the possible ones.
Unseen unseen_of(const Sample& sample, const Interval& possible);
/// The values that are added to differences, whose average may be 0: as far below 0 as above it. If all of n
/// differences are the same, and not 0, the added one is as far on the other side of 0. Then p is that of n coins that
/// all show the same side (the sign test: J. Arbuthnott, 1710), or twice as large.
Unseen unseen_of_differences(const Sample& sample, const Interval& possible);

/// The interval of the average. The sample is not empty.
Interval of_average(const Sample& sample, const Unseen& unseen, double alpha = kAlpha);
/// The p value of the values seen, if the true average is `expected`. For differences of -1, 0 or 1, and an expected 0,
/// it is the p of McNemar's exact test (1947).
double p_of_average(const Sample& sample, const Unseen& unseen, double expected);

/// A sample whose average is compared.
struct Averaged {
  Sample sample;
  Unseen unseen;
};
/// The interval of the difference of two averages (the second less the first): from the distances of both averages to
/// the ends of their intervals, as Newcombe does with shares (Zou and Donner, 2008). `correlation`: between the
/// averages; 0 if the samples are independent.
Interval difference_of_averages(const Averaged& first, const Averaged& second, double alpha = kAlpha, double correlation = 0);
/// The p value of no difference: the smallest alpha for which that interval does not contain 0. At least 1e-12.
double p_of_averages(const Averaged& first, const Averaged& second, double correlation = 0);
/// A safe value for the correlation of two averages, from that of this number of pairs: one standard error less, on
/// Fisher's scale (1921), and at least 0. A negative correlation counts in full: it makes the interval wider, so no
/// safety is needed.
double sure_correlation(double correlation, double pairs);

}  // namespace glint
