// A game of a study by its number, played again as a record: it is the game that the study played.
#pragma once

#include <string>

#include "interpreter/game/record/record.hpp"
#include "interpreter/lab/study/plan.hpp"
#include "interpreter/lab/study/tally.hpp"

namespace glint {

struct PlayedAgain {
  /// With all moves and draws of chance, and the programs that played; without a result if it was stopped at
  /// StudyPlan::max_plies.
  Record record;
  Position end;
  StudyTally tally;  // of this game alone
};

/// Errors are those of the script or of a player. `name`: the game in the record, a bundled name or a script's path.
Result<PlayedAgain> play_again(const Game& game, const std::string& name, const StudyPlan& plan, std::uint64_t number);

/// Whether its players or its judge of leads may think for minutes about one game. Then a caller that plays a game of a
/// stranger's file again should be able to end it.
bool thinks_long(const StudyPlan& plan);

/// Whether a player has a budget of time: then a game played again may take another course.
bool plays_by_time(const StudyPlan& plan);

}  // namespace glint
