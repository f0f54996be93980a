// The games of a study that are worth showing, and any game by its number, played again as a record.
//
// Chosen games follow from the tally alone, for any number of threads; among equal games the lowest number is chosen.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "interpreter/game/record/record.hpp"
#include "interpreter/lab/study/plan.hpp"
#include "interpreter/lab/study/tally.hpp"

namespace glint {

/// A game of a study and why it is chosen.
struct ChosenGame {
  std::string name;  // "representative": the name on the command line and in JSON
  std::string why;   // "9 lead changes"
  std::uint64_t game = 0;
};

/// By the rules of README.md ("Single games"), in its order. A study lacks some of them if no game ends, or if leads
/// are not counted. The representative game is one of the first StudyTally::kKept.
std::vector<ChosenGame> chosen_games(const StudyTally& tally);

/// All names, in the same order.
const std::vector<std::string>& names_of_chosen_games();

/// The end of the representative game.
std::optional<GameEnd> representative(const StudyTally& tally);

struct PlayedAgain {
  /// The record has all moves and draws of chance, and the programs that played; it has no result if the game was
  /// stopped at StudyPlan::max_plies.
  Record record;
  Position end;
  StudyTally tally;  // of this game alone
};

/// Errors come from the script or from a player. `name`: the game in the record, a bundled name or a script's path.
/// `before`: as in CountedGame::play.
Result<PlayedAgain> play_again(const Game& game, const std::string& name, const StudyPlan& plan, std::uint64_t number,
                               const std::string* before = nullptr);

/// True if a player has a budget of time: a game played again may then take another course.
bool plays_by_time(const StudyPlan& plan);

}  // namespace glint
