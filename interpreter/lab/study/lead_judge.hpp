// Says who leads at each ply of a game, and counts what that tells of the game as a whole.
#pragma once

#include <optional>
#include <vector>

#include "interpreter/lab/study/plan.hpp"
#include "interpreter/lab/study/tally.hpp"
#include "interpreter/machine/machine.hpp"

namespace glint {

/// The leader of a position is who is ahead of all others: by the script's `heuristic` or `score`, or by how many random
/// games from there the judge sees each player win (StudyPlan::judge).
class LeadJudge {
 public:
  /// Program and plan must outlive it. Where it cannot be said who leads (`tells_leads`), it does nothing.
  LeadJudge(const Program& program, const StudyPlan& plan);

  /// A new game; the judge's random games follow from its seed.
  void begin(std::uint64_t seed);
  /// Notes who leads the position in this machine, the next of the game.
  void look(Machine& machine);
  /// Counts the changes of lead of a game that is over; with a winner (not -1) also how long the winner was behind, and
  /// from when on the winner led for good.
  void count(int winner, StudyTally& tally) const;

  /// Player, or -1: nobody is ahead of all others.
  const std::vector<int>& leaders() const { return leaders_; }

 private:
  int leader(Machine& machine);

  const Program& program_;
  const StudyPlan& plan_;
  const bool tells_;
  std::optional<Machine> machine_;  // for the judge's random games
  std::vector<Word> state_;
  std::uint64_t seed_ = 0;
  std::vector<int> leaders_;  // by ply
};

}  // namespace glint
