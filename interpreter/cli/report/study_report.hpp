// What a study found, for people on a terminal, as JSON, and as one HTML file: it opens without a network, and has no
// scripts.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "interpreter/cli/support/console.hpp"
#include "interpreter/cli/support/json.hpp"
#include "interpreter/lab/study/comparison.hpp"
#include "interpreter/lab/study/study_file.hpp"
#include "interpreter/view/terminal/terminal.hpp"

namespace glint::cli {

/// How a study is reported.
struct StudyForms {
  bool json = false;                // instead of in words
  bool coverage = false;            // with the lines of the rules that never ran, in a report in words
  std::optional<std::string> html;  // a file for the page with plots, too
};
void tell_study(Console& console, const Game& game, const StudyPart& part, const StudyForms& forms);

/// One of several studies that are reported side by side.
struct Variation {
  std::string label;  // "columns=5", "without move:place@north"
  Game game;
  StudyPart part;
};
/// `base`: the one that the others are held against.
void print_variations(std::ostream& out, const std::vector<Variation>& variations, std::size_t base);
/// Of these, only the table.
void print_comparison(std::ostream& out, const std::vector<Variation>& variations, std::size_t base);
Json comparison_json(const std::vector<Variation>& variations, std::size_t base);
std::vector<ComparedMeasure> compared(const std::vector<Variation>& variations, std::size_t base);
/// Between what a measure lies; null of an average of one game.
inline Json low_of(const Measure& measure) { return measure.has_interval() ? Json(measure.interval.low) : Json(); }
inline Json high_of(const Measure& measure) { return measure.has_interval() ? Json(measure.interval.high) : Json(); }
/// `lines`: what `coverage_of` says of it.
Json study_json(const Game& game, const StudyPart& part, const std::vector<CoveredLine>& lines);
Json variations_json(const std::vector<Variation>& variations, std::size_t base);
std::string study_page(const Game& game, const StudyPart& part, const std::vector<CoveredLine>& lines);
std::string variations_page(const std::vector<Variation>& variations, std::size_t base);

}  // namespace glint::cli
