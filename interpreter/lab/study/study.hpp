// Plays the games of a study and adds up what they count: the door to this room.
#pragma once

#include <memory>
#include <optional>

#include "interpreter/lab/study/coverer.hpp"

namespace glint {

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
