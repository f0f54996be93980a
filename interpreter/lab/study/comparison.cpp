#include "interpreter/lab/study/comparison.hpp"

#include <algorithm>

namespace glint {
namespace {

Comparison compare(const Measure& base, const Measure& other) {
  Comparison result;
  if (base.form == Measure::Form::share) {
    result.difference = difference_of_shares(base.hits, base.count, other.hits, other.count);
    result.difference.low += other.shift - base.shift;
    result.difference.high += other.shift - base.shift;
    // Measures that are less an even share: it depends on the number of players, which may differ.
    result.p = p_of_shares(base.hits, base.count, other.hits, other.count, base.shift - other.shift);
  } else {
    // The scale of shares of a board depends on its size, which may differ.
    const Scaled one(base.moments, base.scale), two(other.moments, other.scale);
    result.difference = difference_of_means(one, two);
    result.p = p_of_means(one, two);
  }
  return result;
}

}  // namespace

std::vector<ComparedMeasure> compare(const std::vector<std::vector<Measure>>& studies, std::size_t base) {
  std::vector<ComparedMeasure> all;
  for (std::size_t i = 0; i < studies.size(); ++i)
    for (const Measure& measure : studies[i]) {
      auto found =
          std::find_if(all.begin(), all.end(), [&](const ComparedMeasure& one) { return one.id == measure.id; });
      if (found == all.end()) {
        all.push_back({measure.id, measure.title, {}, {}});
        found = all.end() - 1;
        found->values.resize(studies.size());
        found->against.resize(studies.size());
      }
      found->values[i] = measure;
    }
  std::vector<Comparison*> asked;
  std::vector<double> p_values;
  for (ComparedMeasure& one : all)
    for (std::size_t i = 0; i < studies.size(); ++i) {
      if (i == base || !one.values[i] || !one.values[base]) continue;
      one.against[i] = compare(*one.values[base], *one.values[i]);
      asked.push_back(&*one.against[i]);
      p_values.push_back(one.against[i]->p);
    }
  const std::vector<double> corrected = holm(p_values);
  for (std::size_t i = 0; i < asked.size(); ++i) asked[i]->corrected_p = corrected[i];
  return all;
}

}  // namespace glint
