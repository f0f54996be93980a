// `glint study --strong`: asks better bots the same questions.
#pragma once

#include "interpreter/cli/console/console.hpp"
#include "interpreter/lab/study/card.hpp"

namespace glint::cli {

/// Plays games of better bots: against those of the study, against bots twice as good, and with each other in all
/// seats; and pairs of games by the study's own bots with the same chance, if the rules have any. Stops if no bot is
/// known to be better. They are `mcts`; or `learned`, by the plan's values, if these have passed the gate: `proven` is
/// with which plies.
Stronger ask_stronger(Console& console, const Game& game, const StudyPart& part, const std::string& proven, int threads);

/// `glint study --openings`: lets the study's bots play games that begin with each first move, from the same seeds.
/// Stops if there are not several, or too many.
std::vector<Group> ask_openings(Console& console, const Game& game, const StudyPart& part, int threads);

}  // namespace glint::cli
