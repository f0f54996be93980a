// The report of a study: for the terminal, as JSON, and as one HTML file.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "interpreter/cli/console/console.hpp"
#include "interpreter/cli/console/json.hpp"
#include "interpreter/lab/study/comparison.hpp"
#include "interpreter/lab/study/study_file.hpp"
#include "interpreter/view/terminal/terminal.hpp"

namespace glint::cli {

/// How a study is reported.
struct StudyForms {
  bool json = false;                // as JSON instead of in words
  bool coverage = false;            // a report in words lists lines of the rules that never ran
  std::optional<std::string> html;  // a file for an HTML page
  int threads = 1;                  // to play the games again that the page shows
};
void report_study(Console& console, const Game& game, const StudyPart& part, const StudyForms& forms);

/// One of several studies that are reported together.
struct Variation {
  std::string label;  // "columns=5", "without move:place@north"
  Game game;
  StudyPart part;
  GameLog log = {};  // of its games, for comparisons
};
/// The titles of their games, each once.
std::string titles_text(const std::vector<Variation>& variations);
/// "seed 1; all seats: random"; without the players if these are not the same.
std::string played_text(const std::vector<Variation>& variations);
/// `base`: the one with which the others are compared.
void print_variations(std::ostream& out, const std::vector<Variation>& variations, std::size_t base);
/// Prints only the table that compares them.
void print_comparison(std::ostream& out, const std::vector<Variation>& variations, std::size_t base);
Json comparison_json(const std::vector<Variation>& variations, std::size_t base);
std::vector<ComparedMeasure> compared(const std::vector<Variation>& variations, std::size_t base);
/// `lines`: from `coverage_of`.
Json study_json(const Game& game, const StudyPart& part, const std::vector<CoveredLine>& lines);
/// Prints them, and writes the page to a file; to `-` instead of the rest. They have no report of lines that never ran.
void report_variations(Console& console, const std::vector<Variation>& variations, std::size_t base,
                       const StudyForms& forms);
Json variations_json(const std::vector<Variation>& variations, std::size_t base);
std::string study_page(const Game& game, const StudyPart& part, const std::vector<CoveredLine>& lines, int threads);
std::string variations_page(const std::vector<Variation>& variations, std::size_t base, int threads);
/// HTML of the `rungs` comes first, then the games of the `last` rung's study, then how it was `played`.
std::string ladder_page(const Game& game, const std::string& verdict, const std::string& rungs, const StudyPart& last,
                        const std::string& played, int threads);

}  // namespace glint::cli
