// Single games of a study: those that one would show to others, and one by its number.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "interpreter/cli/console/console.hpp"
#include "interpreter/lab/study/study_file.hpp"
#include "interpreter/report/study.hpp"

namespace glint::cli {

struct GamesToShow {
  std::string name;        // tells them from the games of other studies on the page
  int threads = 1;
  std::size_t most = 100;  // games
  bool is_of_study = true;  // the page is of a study, which a command can show again
};
/// The chosen games on a page: a board of the first of them to lead with, and all to click through. Plays them again;
/// games of bots with a time budget are only named.
report::ShownGames shown_games(const Game& game, const StudyPart& part, const GamesToShow& which);

/// How a game is shown.
struct ShownForms {
  bool json = false;                     // its record
  std::optional<std::string> save, svg;  // files: a new one for the record; a picture of the last position
};
/// `which`: a number from 0, or the name of a chosen game, whose study must be complete. Anything else is wrong usage.
void show_study_game(Console& console, const Game& game, const StudyPart& part, const std::string& which,
                     const ShownForms& forms);
/// Stops if `which` can be no game of this study; answers whether it is a name, for which the study must be played.
bool is_chosen_by_name(const std::string& which, const StudyPlan& plan);

}  // namespace glint::cli
