// Plays the games of a study and adds up what they count: the door to this room.
#pragma once

#include <memory>
#include <optional>

#include "interpreter/lab/study/counted_game.hpp"
#include "interpreter/measure/coverage.hpp"

namespace glint {

/// Plays games once more by code that records which lines of the rules run (measure/coverage.hpp). It answers false
/// where one decision takes this code, which is slower, too much work: then nothing is recorded.
class Coverer {
 public:
  /// Null where the game cannot be built for it. The plan must outlive it.
  static std::unique_ptr<Coverer> of(const Game& game, const StudyPlan& plan);

  /// Plays a random game.
  bool play(std::uint64_t number);
  /// It, and what it counts apart from the lines.
  const CountedGame& game() const { return counted_; }
  /// Plays the moves of any other game again.
  bool replay(std::uint64_t number, const std::vector<std::uint64_t>& moves);
  /// Adds the lines of the game played or replayed last.
  void add_lines(StudyTally& tally) const;

 private:
  Coverer(const Game& game, const StudyPlan& plan);

  const Game game_;
  const StudyPlan& plan_;
  const CoveredLines lines_;
  Profile profile_;
  CountedGame counted_;
};

class StudyPlayer {
 public:
  /// Game and plan must outlive it.
  StudyPlayer(const Game& game, const StudyPlan& plan) : game_(game), plan_(plan), plain_(game, plan) {}

  /// Plays the game of this number and adds it to the tally; on an error, of the script or of a player, the tally is
  /// unchanged.
  std::optional<Error> play(std::uint64_t number, StudyTally& tally);
  /// The final position of the game played last.
  std::optional<Position> position() const { return last_->position(); }

 private:
  Coverer* coverer_of(std::uint64_t number);

  const Game& game_;
  const StudyPlan& plan_;
  CountedGame plain_;
  std::unique_ptr<Coverer> coverer_;  // from the first game on that is covered
  const CountedGame* last_ = &plain_;
};

}  // namespace glint
