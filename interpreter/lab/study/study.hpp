// Plays the games of a study and adds up their tallies: the door to this room.
#pragma once

#include <memory>
#include <optional>

#include "interpreter/lab/study/counted_game.hpp"
#include "interpreter/measure/coverage.hpp"

namespace glint {

/// Plays games with code that records which lines of the rules run (measure/coverage.hpp). This code is slower: `play`
/// and `replay` answer false if a decision takes too much work, and then nothing is recorded.
class Coverer {
 public:
  /// Null if the game cannot be built for it. The plan must outlive it.
  static std::unique_ptr<Coverer> of(const Game& game, const StudyPlan& plan);

  /// Plays a random game.
  bool play(std::uint64_t number);
  /// The game played last, with all its counts but those of lines.
  const CountedGame& game() const { return counted_; }
  /// Plays a game that is not random again, by its moves.
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

  /// Plays the game of this number and adds it to the tally. After an error, of the script or of a player, the tally is
  /// unchanged.
  std::optional<Error> play(std::uint64_t number, StudyTally& tally);
  /// What the game played last counted, but for lines.
  const StudyTally& counted() const { return last_->tally(); }

 private:
  Coverer* coverer_of(std::uint64_t number);

  const Game& game_;
  const StudyPlan& plan_;
  CountedGame plain_;
  std::unique_ptr<Coverer> coverer_;  // made for the first game that needs it
  const CountedGame* last_ = &plain_;
};

}  // namespace glint
