#include "interpreter/cli/report/study_report.hpp"

#include <algorithm>
#include <ostream>
#include <utility>

#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/files/written.hpp"
#include "interpreter/cli/report/study_games.hpp"
#include "interpreter/report/page.hpp"
#include "interpreter/report/terminal.hpp"

namespace glint::cli {

void report_document(Console& console, const report::Document& document, const ReportForms& forms) {
  // What is printed first is not lost where the page cannot be written.
  if (forms.json)
    console.out << json_text(report::json_of(document));
  else if (forms.html != "-")
    report::print(console.out, document, console.style);
  if (forms.html) write_output(*forms.html, Output::page, report::page_of(document), console);
}

report::Document study_report(const Game& game, const StudyPart& part, const ReportForms& forms,
                              std::optional<Stronger> stronger) {
  return report::study_document(
      game, part, {coverage_of(game, part.tally), forms.coverage, [&game, &part, threads = forms.threads] {
                     return shown_games(game, part, {"", threads});
                   }, std::move(stronger)});
}

void report_variations(Console& console, const std::vector<Variation>& variations, std::size_t base,
                       const ReportForms& forms) {
  // The page stays of a readable size, however many studies it compares.
  const std::size_t most = std::max<std::size_t>(1, GamesToShow{}.most / variations.size());
  const auto play_again = [&, most](std::size_t i) {
    return shown_games(variations[i].game, variations[i].part, {"v" + std::to_string(i) + "-", forms.threads, most});
  };
  report_document(console, report::comparison_document(variations, base, play_again), forms);
}

}  // namespace glint::cli
