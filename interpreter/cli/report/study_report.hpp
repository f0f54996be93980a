// Reports of studies and of what compares them: in the terminal, as JSON, and as one HTML file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "interpreter/cli/console/console.hpp"
#include "interpreter/report/comparison.hpp"

namespace glint::cli {

using report::Variation;

/// How something is reported.
struct ReportForms {
  bool json = false;                // as JSON instead of in words
  std::optional<std::string> html;  // a file for an HTML page; `-`: instead of the rest
  bool coverage = false;            // a report of one study in words lists lines of the rules that never ran
  int threads = 1;                  // to play the games again that the page shows
};
void report_document(Console& console, const report::Document& document, const ReportForms& forms);

/// The report of one study; it refers to the game and to the part.
report::Document study_report(const Game& game, const StudyPart& part, const ReportForms& forms,
                              std::optional<Stronger> stronger = {});
/// `base`: the one with which the others are compared.
void report_variations(Console& console, const std::vector<Variation>& variations, std::size_t base,
                       const ReportForms& forms);

}  // namespace glint::cli
