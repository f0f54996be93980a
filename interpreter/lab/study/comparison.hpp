// Studies side by side: what a rule, an option or a piece makes of each measure, and where that is more than chance.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "interpreter/lab/study/measures.hpp"

namespace glint {

struct Comparison {
  Interval difference;     // of this study less the one that it is held against
  double p = 1;            // how often as large a difference comes up where there is none
  double corrected_p = 1;  // the same, by Holm, among all that are compared here
  bool differs() const { return corrected_p < kAlpha; }
};

/// One measure in all studies. Those that do not have it have nothing here.
struct ComparedMeasure {
  std::string id, title;
  std::vector<std::optional<Measure>> values;       // by study
  std::vector<std::optional<Comparison>> against;   // by study: held against the base; of the base itself nothing
};

/// `base`: the study that all others are held against.
std::vector<ComparedMeasure> compare(const std::vector<std::vector<Measure>>& studies, std::size_t base = 0);

}  // namespace glint
