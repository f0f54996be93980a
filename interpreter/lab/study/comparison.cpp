#include "interpreter/lab/study/comparison.hpp"

#include <algorithm>
#include <cmath>

#include <boost/math/distributions/normal.hpp>

namespace glint {
namespace {

using Values = std::vector<double>;

/// The values of one measure in a log.
struct Column {
  explicit Column(const Values& its_values) : values(its_values) {
    for (const double value : values) {
      if (std::isnan(value)) continue;
      ++count;
      mean += value;
    }
    mean /= std::max<double>(1, count);
  }
  bool is_whole() const { return count == static_cast<double>(values.size()); }
  /// What this game adds to the average. If some games have no value, the average is a quotient of two sums, and this
  /// its part that is linear in the game: Cochran, "Sampling Techniques" (1977), chapter 6.
  double part(std::size_t game) const {
    if (is_whole()) return values[game];
    const double all = static_cast<double>(values.size());
    return mean + (std::isnan(values[game]) ? 0 : (values[game] - mean) * all / count);
  }

  const Values& values;
  double count = 0, mean = 0;
};

/// Game by game, the second less the first; rounded, so that equal differences are equal numbers.
Values differences_of(const Column& first, const Column& second) {
  Values differences(first.values.size());
  for (std::size_t game = 0; game < differences.size(); ++game)
    differences[game] = std::round((second.part(game) - first.part(game)) * 1e9) / 1e9;
  return differences;
}

bool says_the_same(const Values& one, const Values& other) {
  const auto all = [&](auto&& same) { return std::equal(one.begin(), one.end(), other.begin(), other.end(), same); };
  return all([](double a, double b) { return std::fabs(a - b) < 1e-8; }) ||
         all([](double a, double b) { return std::fabs(a + b) < 1e-8; });
}

/// The same games counted, or those that were not.
bool says_the_same(const Measure& one, const Measure& other) {
  return one.form == MeasureKind::Form::share && other.form == one.form && one.count == other.count &&
         (one.hits == other.hits || one.hits + other.hits == one.count);
}

/// Between what the difference of two values of a measure lies.
Interval possible_differences(const Measure& base, const Measure& other) {
  return {other.possible.low - base.possible.high, other.possible.high - base.possible.low};
}

Comparison compare_games(const Measure& base, const Measure& other, const Values& differences) {
  const Sample sample = sample_of(differences);
  Interval possible = possible_differences(base, other);
  // A quotient of sums has parts that are larger than its values.
  const double parts = static_cast<double>(differences.size()) / static_cast<double>(std::min(base.count, other.count));
  possible.low *= parts;
  possible.high *= parts;
  const Unseen unseen = unseen_of_differences(sample, possible);
  Comparison result;
  result.is_paired = true;
  result.difference = of_average(sample, unseen);
  result.p = p_of_average(sample, unseen, 0);
  result.is_empty = sample.size() == 1 && sample[0].value == 0;
  return result;
}

Comparison compare_apart(const Measure& base, const Measure& other) {
  Comparison result;
  if (base.form == MeasureKind::Form::share) {
    result.difference = difference_of_shares(base.hits, base.count, other.hits, other.count);
    result.difference.low += other.shift - base.shift;
    result.difference.high += other.shift - base.shift;
    // Measures that are less an even share: it depends on the number of players, which may differ.
    result.p = p_of_shares(base.hits, base.count, other.hits, other.count, base.shift - other.shift);
    result.is_empty = base.shift == other.shift &&
                      ((base.hits == 0 && other.hits == 0) || (base.hits == base.count && other.hits == other.count));
  } else {
    // The scale of shares of a board depends on its size, which may differ.
    const Averaged one{base.sample, base.unseen}, two{other.sample, other.unseen};
    result.difference = difference_of_averages(one, two);
    result.p = p_of_averages(one, two);
    result.is_empty =
        base.sample.size() == 1 && other.sample.size() == 1 && base.sample[0].value == other.sample[0].value;
  }
  return result;
}

/// Compares all measures of one study with the base, and marks what says the same as one before it.
class Comparer {
 public:
  Comparer(const ComparedStudy& base, const ComparedStudy& other)
      : base_(base),
        other_(other),
        is_paired_(base.log && other.log && base.log->games() > 0 && base.log->games() == other.log->games()) {}

  Comparison compare(const Measure& base, const Measure& other) {
    Comparison result;
    const Values *first = nullptr, *second = nullptr;
    if (is_paired_) {
      first = base_.log->of(base.id);
      second = other_.log->of(base.id);
    }
    if (first && second) {
      Values differences = differences_of(Column(*first), Column(*second));
      result = compare_games(base, other, differences);
      result.is_repeated = std::any_of(before_.begin(), before_.end(),
                                       [&](const Values& one) { return says_the_same(one, differences); });
      if (!result.is_empty && !result.is_repeated) before_.push_back(std::move(differences));
    } else {
      result = compare_apart(base, other);
      // Even shares that differ make it another question.
      if (base.shift == other.shift) {
        result.is_repeated = std::any_of(apart_.begin(), apart_.end(), [&](const auto& before) {
          return says_the_same(*before.first, base) && says_the_same(*before.second, other) &&
                 (before.first->hits == base.hits) == (before.second->hits == other.hits);
        });
        if (!result.is_empty && !result.is_repeated) apart_.emplace_back(&base, &other);
      }
    }
    const Interval possible = possible_differences(base, other);
    result.difference.low = std::max(result.difference.low, possible.low);
    result.difference.high = std::min(result.difference.high, possible.high);
    result.value = other.value - base.value;
    result.count = std::min(base.count, other.count);
    return result;
  }

 private:
  const ComparedStudy &base_, &other_;
  const bool is_paired_;
  std::vector<Values> before_;
  std::vector<std::pair<const Measure*, const Measure*>> apart_;
};

/// The quantile of the normal distribution above which this share lies.
double reach(double share) { return boost::math::quantile(boost::math::complement(boost::math::normal(), share)); }

}  // namespace

std::vector<ComparedMeasure> compare(const std::vector<ComparedStudy>& studies, std::size_t base) {
  std::vector<ComparedMeasure> all;
  for (std::size_t i = 0; i < studies.size(); ++i)
    for (const Measure& measure : studies[i].measures) {
      auto found =
          std::find_if(all.begin(), all.end(), [&](const ComparedMeasure& one) { return one.id == measure.id; });
      if (found == all.end()) {
        all.push_back({measure.id, {}, {}});
        found = all.end() - 1;
        found->values.resize(studies.size());
        found->against.resize(studies.size());
      }
      found->values[i] = measure;
    }
  std::vector<Comparison*> asked;
  std::vector<double> p_values;
  std::vector<std::size_t> study_of;
  for (std::size_t i = 0; i < studies.size(); ++i) {
    Comparer comparer(studies[base], studies[i]);
    for (ComparedMeasure& one : all) {
      if (i == base || !one.values[i] || !one.values[base]) continue;
      one.against[i] = comparer.compare(*one.values[base], *one.values[i]);
      if (one.against[i]->is_empty || one.against[i]->is_repeated) continue;
      asked.push_back(&*one.against[i]);
      p_values.push_back(one.against[i]->p);
      study_of.push_back(i);
    }
  }
  const std::vector<double> corrected = holm(p_values);
  for (std::size_t i = 0; i < asked.size(); ++i) asked[i]->corrected_p = corrected[i];
  const double wanted =
      (reach(kAlpha / 2 / std::max<double>(1, static_cast<double>(asked.size()))) + reach(0.2)) / reach(kAlpha / 2);
  for (ComparedMeasure& measure : all)
    for (std::size_t i = 0; i < studies.size(); ++i) {
      if (!measure.against[i]) continue;
      Comparison& one = *measure.against[i];
      const Interval possible = possible_differences(*measure.values[base], *measure.values[i]);
      const double smallest = wanted * (one.difference.high - one.difference.low) / 2;
      if (smallest < std::max(-possible.low, possible.high)) one.smallest = smallest;
      // What is repeated has the p of what it repeats.
      if (one.is_repeated)
        for (std::size_t k = 0; k < asked.size(); ++k)
          if (study_of[k] == i && std::fabs(p_values[k] - one.p) <= 1e-6 * one.p) one.corrected_p = corrected[k];
    }
  return all;
}

std::size_t asked_in(const std::vector<ComparedMeasure>& all) {
  std::size_t asked = 0;
  for (const ComparedMeasure& measure : all)
    for (const auto& one : measure.against) asked += one && !one->is_empty && !one->is_repeated;
  return asked;
}

}  // namespace glint
