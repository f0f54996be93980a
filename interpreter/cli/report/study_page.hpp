// What a study found as one HTML file: it opens without a network, and has no scripts.
#pragma once

#include <string>

#include "interpreter/cli/report/study_report.hpp"

namespace glint::cli {

/// `lines`: what `coverage_of` says of it.
std::string study_page(const Game& game, const StudyPart& part, const std::vector<CoveredLine>& lines);
std::string variations_page(const std::vector<Variation>& variations, std::size_t base);

}  // namespace glint::cli
