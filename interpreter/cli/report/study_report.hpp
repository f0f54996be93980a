// Reports of studies, and of comparisons: in the terminal, as JSON, and as one HTML file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "interpreter/cli/console/console.hpp"
#include "interpreter/report/study.hpp"

namespace glint::cli {

using report::Variation;

/// The forms of a report.
struct ReportForms {
  bool json = false;                // as JSON instead of in words
  std::optional<std::string> html;  // a file for an HTML page; `-`: instead of the rest
  bool coverage = false;            // a report of one study in words also lists lines of the rules that never ran
  int threads = 1;                  // the host that plays the games on the page again
};
void report_document(Console& console, const report::Document& document, const ReportForms& forms);

/// The report of one study; it refers to the game and to the part.
report::Document study_report(const Game& game, const StudyPart& part, const ReportForms& forms, Asked asked = {});
/// `base`: the study with which the others are compared. `people`: the people whose games are in the second study;
/// null: bots played all games.
void report_variations(Console& console, const std::vector<Variation>& variations, std::size_t base,
                       const ReportForms& forms, const PeoplesGames* people = nullptr);

// -- single games: the games worth showing, and one by its number

struct GamesToShow {
  std::string name;        // distinguishes them from the games of other studies on the page
  int threads = 1;
  std::size_t most = 100;  // games
};
/// The chosen games on a page: a board of the first of them to lead with, and all to click through. Plays them again
/// from the data that the part has kept.
report::ShownGames shown_games(const Game& game, const StudyPart& part, const GamesToShow& which);

/// The forms in which a game is shown.
struct ShownForms {
  bool json = false;                // its record
  std::optional<std::string> save;  // a new file for the record
};
/// `which`: a number from 0, or the name of a chosen game of a complete study. Anything else is wrong usage.
void show_study_game(Console& console, const Game& game, const StudyPart& part, const std::string& which,
                     const ShownForms& forms);
/// Stops if this study can have no game `which`; returns whether it is a name, which needs the whole study.
bool is_chosen_by_name(const std::string& which, const StudyPlan& plan);

}  // namespace glint::cli
