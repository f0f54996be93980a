// What a report leads with: what was found, in a sentence with its interval.
#pragma once

#include <string>
#include <vector>

#include "interpreter/cli/report/study_report.hpp"
#include "interpreter/lab/study/ladder.hpp"
#include "interpreter/lab/study/verdict.hpp"

namespace glint::cli {

/// For each study but the base, in which measures it surely differs. `measures`: `compared(variations, base)`.
std::vector<std::string> comparison_verdicts(const std::vector<Variation>& variations,
                                             const std::vector<ComparedMeasure>& measures, std::size_t base);

/// How many doublings above `bot` win three games in four. `games`: on each rung.
std::string ladder_verdict(const Depth& depth, const std::string& bot, std::uint64_t games);

/// As paragraphs of a page; what is in backticks is set as code.
std::string verdict_html(const std::vector<std::string>& sentences);

}  // namespace glint::cli
