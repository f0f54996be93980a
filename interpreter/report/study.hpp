// The report of a study, and the parts that it shares with reports of several studies. A new column in one of its
// tables needs one more `table.add` where study.cpp makes the table; all forms follow.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "interpreter/lab/explore/explore.hpp"
#include "interpreter/lab/study/card.hpp"
#include "interpreter/lab/study/comparison.hpp"
#include "interpreter/lab/study/measures.hpp"
#include "interpreter/lab/study/people.hpp"
#include "interpreter/lab/study/study_file.hpp"
#include "interpreter/measure/coverage.hpp"
#include "interpreter/report/document.hpp"
#include "interpreter/view/svg/plots.hpp"

namespace glint::report {

/// Games of a study on a page, as HTML: the first board, and games to click through.
struct ShownGames {
  std::string lead, games;
};

/// The parts that a report of a study may show besides its numbers.
struct StudyExtras {
  std::vector<CoveredLine> lines = {};          // from `coverage_of`
  bool lists_coverage = false;                  // a terminal lists the lines that never ran
  std::function<ShownGames()> play_again = {};  // for a page; empty: no games
  Asked asked = {};
};

/// The document refers to the game and to the part.
Document study_document(const Game& game, const StudyPart& part, StudyExtras extras);

// -- shared with other reports of studies

/// "north: random, south: mcts:100", or "all seats: random".
std::string players_text(const Game& game, const StudyPlan& plan);
/// ", widened for the checks of --until" if results decide when to stop; comes after "confidence intervals".
std::string looks_text(const StudyPlan& plan);
/// "12.5 %".
std::string percent(std::uint64_t part, std::uint64_t all);
/// {"value", "low", "high", "of"}, or null
Json estimate_json(const std::optional<Measure>& measure);
/// "51.2 % (48.1 .. 54.3)"
std::string estimate_text(const Measure& measure);
/// The value for a plot.
view::Estimate estimate_of(const std::string& label, const Measure& measure, bool is_marked);
Figures heat_maps(const Game& game, const StudyTally& tally);
/// The games played, as sentences for the end of a page.
std::vector<std::string> played_lines(const Game& game, const StudyPart& part);
/// The first board: from the shown games, or else the board at the start of a game, if it can be drawn.
std::string lead_of(const Game& game, const ShownGames& shown);

// The lines of the rules that ran, as a list and as JSON.

/// The number of lines that ran, and of all others; by file, if there are several (of a variant and its base game).
std::vector<std::string> coverage_lines(const std::vector<CoveredLine>& lines);
/// {"ran": 52, "of": 57, "files": [{"file", "ran", "of"}], "lines": [{"file", "line", "runs", "text"}]}
Json coverage_json(const std::vector<CoveredLine>& lines);

// The report of several studies side by side.

/// One of several studies in the same report.
struct Variation {
  std::string label;  // "columns=5", "without move:place@north"
  Game game;
  StudyPart part;
  GameLog log = {};  // the log of its games, for comparisons
};

/// The comparison for programs: a list with an object for each measure. `base`: the study to compare with.
Json comparison_json(const std::vector<Variation>& variations, std::size_t base);

/// The whole report; it refers to the variations. `play_again`: the games of a variation, for a page.
Document comparison_document(const std::vector<Variation>& variations, std::size_t base, std::function<ShownGames(std::size_t)> play_again);

/// An exploration for programs: {"stages": [[NAME, CAME, LEFT, GAMES]], "candidates": [[NAME, TITLE, WHAT, SCRIPT,
/// LEFT_AT, REASON]], "finalists": [[NUMBER, RANK, RACE_RANK, LOSS, LOW, HIGH, MEASURES]]}
Json exploration_json(const Game& game, const ExplorePlan& plan, const Exploration& found);

/// Adds to a comparison of games of bots and people (in this order) which games of people count, the people's comments,
/// and how long they thought.
void add_people(Document& document, const std::vector<Variation>& variations, const PeoplesGames& people);

}  // namespace glint::report
