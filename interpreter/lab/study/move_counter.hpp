// Counts the moves of a game: how many there were to choose from, and which were chosen with which picks.
#pragma once

#include <vector>

#include "interpreter/lab/study/tally.hpp"
#include "interpreter/machine/playout.hpp"

namespace glint {

class MoveCounter {
 public:
  /// The program must outlive it.
  explicit MoveCounter(const Program& program) : program_(program), picks_(picks_with_values(program)) {}

  /// A new game.
  void begin();
  /// The move of this number, one of `count` listed in the machine, is about to be played.
  void add(Machine& machine, std::uint64_t move, std::uint64_t count, StudyTally& tally);
  /// Counts the game's averages.
  void count(StudyTally& tally) const;

  int plies() const { return plies_; }
  const Trail& trail() const { return trail_; }

 private:
  void add_choices(const Machine& machine, StudyTally& tally);
  void add_picks(Machine& machine, std::size_t move, StudyTally& tally) const;

  const Program& program_;
  const std::vector<ValuedPick> picks_;
  std::vector<std::uint64_t> listed_;  // by move, at this ply
  std::vector<bool> is_played_;        // by move, in this game
  std::uint64_t choices_ = 0;          // at all plies of the game
  int plies_ = 0;
  Trail trail_;
};

}  // namespace glint
