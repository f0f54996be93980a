#include "interpreter/lab/study/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace glint {

// ---- what each game counted

void GameLog::add(const StudyTally& game) {
  for (std::size_t i = 0; i < kinds_.size(); ++i) {
    const Counted counted = kinds_[i].counted(game);
    double value = std::numeric_limits<double>::quiet_NaN();
    if (counted.values && !counted.values->empty())
      value = kinds_[i].scale * static_cast<double>(counted.values->begin()->first);
    else if (counted.count > 0)
      value = static_cast<double>(counted.hits) + kinds_[i].shift;
    values_[i].push_back(value);
  }
}

void GameLog::add(const GameLog& later) {
  for (std::size_t i = 0; i < values_.size(); ++i)
    values_[i].insert(values_[i].end(), later.values_[i].begin(), later.values_[i].end());
}

const std::vector<double>* GameLog::of(const std::string& id) const {
  for (std::size_t i = 0; i < kinds_.size(); ++i)
    if (kinds_[i].id == id) return &values_[i];
  return nullptr;
}

// ---- differences

namespace {

using Values = std::vector<double>;

/// Game by game, the second less the first; not a number where either has no value. Rounded, so that equal differences
/// are equal numbers.
Values differences_of(const Values& first, const Values& second) {
  Values differences(first.size());
  for (std::size_t game = 0; game < differences.size(); ++game)
    differences[game] = std::round((second[game] - first[game]) * 1e9) / 1e9;
  return differences;
}

bool have_the_same_games(const Values& one, const Values& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(), [](double a, double b) { return std::isnan(a) == std::isnan(b); });
}

bool says_the_same(const Values& one, const Values& other) {
  const auto all = [&](double sign) {
    return std::equal(one.begin(), one.end(), other.begin(), other.end(), [&](double a, double b) {
      return (std::isnan(a) && std::isnan(b)) || std::fabs(a - sign * b) < 1e-8;
    });
  };
  return all(1) || all(-1);
}

/// The sure correlation of the averages of two measures that count different games. Each is a quotient of two sums. To
/// first order, a game adds the distance of its value from the average: Cochran, "Sampling Techniques" (1977), chapter
/// 6.
double correlation_of(const Measure& base, const Measure& other, const Values& first, const Values& second) {
  double squares = 0, their_squares = 0, products = 0, both = 0;
  for (std::size_t game = 0; game < first.size(); ++game) {
    const double mine = std::isnan(first[game]) ? 0 : first[game] - base.value;
    const double theirs = std::isnan(second[game]) ? 0 : second[game] - other.value;
    squares += mine * mine;
    their_squares += theirs * theirs;
    products += mine * theirs;
    both += !std::isnan(first[game]) && !std::isnan(second[game]);
  }
  const double spread = std::sqrt(squares * their_squares);
  return spread > 0 ? sure_correlation(products / spread, both) : 0;
}

/// Two shares count the same games, or one counts those that the other does not.
bool says_the_same(const Measure& one, const Measure& other) {
  return one.form == MeasureKind::Form::share && other.form == one.form && one.count == other.count &&
         (one.hits == other.hits || one.hits + other.hits == one.count);
}

/// The bounds of the values of a measure, and of the difference of two of them.
Interval possible_values(const Measure& one) { return {one.possible.low + one.shift, one.possible.high + one.shift}; }
Interval possible_differences(const Measure& base, const Measure& other) {
  const Interval mine = possible_values(base), theirs = possible_values(other);
  return {theirs.low - mine.high, theirs.high - mine.low};
}

/// Compares measures that count the same games.
Comparison compare_games(const Measure& base, const Measure& other, const Values& differences, double alpha) {
  Values counted;
  for (const double one : differences)
    if (!std::isnan(one)) counted.push_back(one);
  const Sample sample = sample_of(std::move(counted));
  const Unseen unseen = unseen_of_differences(sample, possible_differences(base, other));
  Comparison result;
  result.difference = of_average(sample, unseen, alpha);
  result.p = p_of_average(sample, unseen, 0);
  result.is_empty = sample.size() == 1 && sample[0].value == 0;
  result.is_constant = sample.size() == 1 && sample[0].value != 0;
  return result;
}

/// Shares as averages, too: of values that are 0 or 1.
Averaged averaged(const Measure& one) {
  if (one.form == MeasureKind::Form::mean) return {one.sample, one.unseen};
  Sample sample;
  if (one.hits < one.count) sample.push_back({one.shift, static_cast<double>(one.count - one.hits)});
  if (one.hits > 0) sample.push_back({1 + one.shift, static_cast<double>(one.hits)});
  const Unseen unseen = unseen_of(sample, possible_values(one));
  return {std::move(sample), unseen};
}

Comparison compare_averages(const Averaged& base, const Averaged& other, double correlation, double alpha) {
  Comparison result;
  // The scale of shares of a board depends on its size, which may differ.
  result.difference = difference_of_averages(base, other, alpha, correlation);
  result.p = p_of_averages(base, other, correlation);
  result.is_empty = base.sample.size() == 1 && other.sample.size() == 1 && base.sample[0].value == other.sample[0].value;
  return result;
}

Comparison compare_apart(const Measure& base, const Measure& other, double alpha) {
  if (base.form == MeasureKind::Form::mean) return compare_averages(averaged(base), averaged(other), 0, alpha);
  Comparison result;
  result.difference = difference_of_shares(base.hits, base.count, other.hits, other.count, alpha);
  result.difference.low += other.shift - base.shift;
  result.difference.high += other.shift - base.shift;
  // Measures that are less an even share: it depends on the number of players, which may differ.
  result.p = p_of_shares(base.hits, base.count, other.hits, other.count, base.shift - other.shift);
  result.is_empty = base.shift == other.shift &&
                    ((base.hits == 0 && other.hits == 0) || (base.hits == base.count && other.hits == other.count));
  return result;
}

/// Compares all measures of one study with the base, and marks those that repeat an earlier one.
class Comparer {
 public:
  Comparer(const ComparedStudy& base, const ComparedStudy& other) : base_(base),
        other_(other),
        apart_from_(std::max(base.apart, other.apart)),
        is_paired_(base.log && other.log && base.log->games() > 0 && base.log->games() == other.log->games()) {}

  /// `place`: of the measure in the table.
  Comparison compare(const Measure& base, const Measure& other, std::size_t place) {
    Comparison result;
    const Values *first = nullptr, *second = nullptr;
    if (is_paired_) {
      first = base_.log->of(base.id);
      second = other_.log->of(base.id);
    }
    if (first && second && !have_the_same_games(*first, *second)) {
      result = compare_averages(averaged(base), averaged(other), correlation_of(base, other, *first, *second), kAlpha / apart_from_);
    } else if (first && second) {
      Values differences = differences_of(*first, *second);
      result = compare_games(base, other, differences, kAlpha / apart_from_);
      for (const auto& [values, its_place] : before_)
        if (!result.is_empty && !result.repeats && says_the_same(values, differences)) result.repeats = its_place;
      if (!result.is_empty && !result.repeats) before_.emplace_back(std::move(differences), place);
    } else {
      result = compare_apart(base, other, kAlpha / apart_from_);
      // Even shares that differ make it another question.
      if (base.shift == other.shift && !result.is_empty) {
        for (const Apart& before : apart_)
          if (!result.repeats && says_the_same(*before.base, base) && says_the_same(*before.other, other) &&
              (before.base->hits == base.hits) == (before.other->hits == other.hits))
            result.repeats = before.place;
        if (!result.repeats) apart_.push_back({&base, &other, place});
      }
    }
    result.is_paired = first && second;
    result.p = std::min(1.0, result.p * apart_from_);
    result.smallest = (result.difference.high - result.difference.low) / 2;  // for now: `compare` knows the rest
    const Interval possible = possible_differences(base, other);
    result.difference.low = std::max(result.difference.low, possible.low);
    result.difference.high = std::min(result.difference.high, possible.high);
    result.value = other.value - base.value;
    result.count = std::min(base.count, other.count);
    return result;
  }

 private:
  const ComparedStudy &base_, &other_;
  const double apart_from_;  // looks
  const bool is_paired_;
  struct Apart {
    const Measure *base, *other;
    std::size_t place;
  };
  // The values compared before, each with its place in the table.
  std::vector<std::pair<Values, std::size_t>> before_;
  std::vector<Apart> apart_;
};

}  // namespace

std::vector<ComparedMeasure> compare(const std::vector<ComparedStudy>& studies, std::size_t base) {
  std::vector<ComparedMeasure> all;
  for (std::size_t i = 0; i < studies.size(); ++i)
    for (const Measure& measure : studies[i].measures) {
      if (!measure.is_compared) continue;
      auto found = std::find_if(all.begin(), all.end(), [&](const ComparedMeasure& one) { return one.id == measure.id; });
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
  for (std::size_t i = 0; i < studies.size(); ++i) {
    Comparer comparer(studies[base], studies[i]);
    for (std::size_t place = 0; place < all.size(); ++place) {
      ComparedMeasure& one = all[place];
      if (i == base || !one.values[i] || !one.values[base]) continue;
      one.against[i] = comparer.compare(*one.values[base], *one.values[i], place);
      if (!one.against[i]->is_asked()) continue;
      asked.push_back(&*one.against[i]);
      p_values.push_back(one.against[i]->p);
    }
  }
  const std::vector<double> corrected_ps = holm(p_values);
  for (std::size_t i = 0; i < asked.size(); ++i) asked[i]->corrected_p = corrected_ps[i];
  const auto wanted = [&](double apart) {
    const double alpha = kAlpha / 2 / apart, corrected = alpha / std::max<double>(1, static_cast<double>(asked.size()));
    return (normal_quantile(corrected) + normal_quantile(0.2)) / normal_quantile(alpha);
  };
  for (ComparedMeasure& measure : all)
    for (std::size_t i = 0; i < studies.size(); ++i) {
      if (!measure.against[i]) continue;
      Comparison& one = *measure.against[i];
      const Interval possible = possible_differences(*measure.values[base], *measure.values[i]);
      *one.smallest *= wanted(std::max(studies[base].apart, studies[i].apart));
      if (one.count < Comparison::kFewest || !(*one.smallest < std::max(-possible.low, possible.high)))
        one.smallest.reset();
      if (one.repeats) one.corrected_p = all[*one.repeats].against[i]->corrected_p;
    }
  return all;
}

std::size_t asked_in(const std::vector<ComparedMeasure>& all) {
  std::size_t asked = 0;
  for (const ComparedMeasure& measure : all)
    for (const auto& one : measure.against) asked += one && one->is_asked();
  return asked;
}

}  // namespace glint
