// Further questions of a study: better bots (`--strong`), and first moves (`--openings`). Each question is a separate
// study. The caller plays these studies one after the other, and passes in their counts.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "interpreter/lab/study/card.hpp"
#include "interpreter/lab/study/comparison.hpp"

namespace glint {

struct Question {
  std::string label;       // "mcts:100", "3 of 37"
  StudyHeader header;      // the study to play
  bool is_logged = false;  // the counts of each game are wanted, too
  std::function<void(const StudyTally&, const GameLog&)> take;
};

struct Asking {
  /// Games of better bots: against those of the study, against bots twice as good, and with each other in all seats;
  /// and more pairs for `luck`. They are `mcts`; or `learned`, by the plan's values, if these have passed the gate: `proven`
  /// is with which plies.
  bool strong = false;
  std::string proven = {};
  /// Games by the study's own bots that begin with each first move, with the same seeds.
  bool openings = false;
  /// Pairs of games by the study's own bots with the same chance, if the rules have any; of bots that think (they take
  /// long) only with `strong`.
  bool luck = true;
};

/// The answers go to `asked`, which must outlive the questions, and is complete after the last one. Errors: no bot is
/// known to be better, or there are not several first moves, or too many; these have no code.
Result<std::vector<Question>> questions_of(const Game& game, const StudyHeader& header, const Asking& asking,
                                           Asked& asked);

}  // namespace glint
