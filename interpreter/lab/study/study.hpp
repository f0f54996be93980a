// Plays the games of a study and adds up their tallies: the entry point of this folder.
#pragma once

#include <memory>
#include <optional>

#include "interpreter/lab/study/counted_game.hpp"
#include "interpreter/measure/coverage.hpp"

namespace glint {

/// Counts games again with code that records which lines of the rules run (measure/coverage.hpp).
class Coverer {
 public:
  /// Null if the game cannot be built for it. The plan must outlive it.
  static std::unique_ptr<Coverer> of(const Game& game, const StudyPlan& plan);

  /// Plays a game again from the result of CountedGame::said. This code is slower: false if a decision takes too much
  /// work.
  bool play(std::uint64_t number, const std::string& said);
  /// Adds the lines of the last game.
  void add_lines(StudyTally& tally) const;

 private:
  Coverer(const Game& game, const StudyPlan& plan);

  const Game game_;
  const CoveredLines lines_;
  Profile profile_;
  CountedGame counted_;
};

class StudyPlayer {
 public:
  /// Game and plan must outlive it.
  StudyPlayer(const Game& game, const StudyPlan& plan) : game_(game), plan_(plan), plain_(game, plan) {}

  /// Plays the game of this number and adds it to the tally. After an error, of the script or of a player, the tally is
  /// unchanged. `before`: as in CountedGame::play.
  std::optional<Error> play(std::uint64_t number, StudyTally& tally, const std::string* before = nullptr);
  /// The counts of the last game, except lines.
  const StudyTally& counted() const { return plain_.tally(); }
  std::string said() const { return plain_.said(); }

 private:
  const Game& game_;
  const StudyPlan& plan_;
  CountedGame plain_;
  std::unique_ptr<Coverer> coverer_;  // made for the first game that needs it
};

}  // namespace glint
