// Plays games of a study once more by code that records which lines of the rules run (measure/coverage.hpp).
#pragma once

#include <memory>
#include <vector>

#include "interpreter/lab/study/counted_game.hpp"
#include "interpreter/measure/coverage.hpp"

namespace glint {

/// It answers false where one decision takes this code, which is slower, too much work: then nothing is recorded.
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

}  // namespace glint
