// Counts what stands on the board and what is lit, in every few positions of a game.
#pragma once

#include "interpreter/lab/study/tally.hpp"
#include "interpreter/machine/machine.hpp"

namespace glint {

/// Looks at every StudyTally::kSampled-th position, beginning with a different one in each game.
class BoardSampler {
 public:
  /// The program must outlive it.
  explicit BoardSampler(const Program& program) : program_(program) {}

  /// A new game, by its number.
  void begin(std::uint64_t game);
  /// The position in this machine, the next of the game.
  void look(Machine& machine, StudyTally& tally);
  /// Counts the game's averages.
  void count(StudyTally& tally) const;

 private:
  void count_pieces(const Machine& machine, StudyTally& tally);
  void count_light(Machine& machine, StudyTally& tally);

  const Program& program_;
  std::uint64_t next_ = 0;
  std::int64_t samples_ = 0, filled_ = 0, beams_ = 0, lit_ = 0;  // in all sampled positions of the game
};

}  // namespace glint
