// Compares studies: how a rule, an option or a piece changes each measure, and whether that is more than chance.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "interpreter/lab/study/measures.hpp"

namespace glint {

struct Comparison {
  Interval difference;     // this study less the base
  double p = 1;            // the probability of a difference as large if there is none
  double corrected_p = 1;  // the same, corrected by Holm's method for the number of comparisons
  bool differs() const { return corrected_p < kAlpha; }
};

/// One measure in all studies; nothing in a study that does not have it.
struct ComparedMeasure {
  std::string id, title;
  std::vector<std::optional<Measure>> values;      // by study
  std::vector<std::optional<Comparison>> against;  // by study: compared with the base; nothing for the base itself
};

/// `base`: the study with which all others are compared.
std::vector<ComparedMeasure> compare(const std::vector<std::vector<Measure>>& studies, std::size_t base = 0);

}  // namespace glint
