// What watches a game of a study and counts it, each apart from the others: its moves, its positions, who leads.
#pragma once

#include <optional>
#include <vector>

#include "interpreter/lab/study/plan.hpp"
#include "interpreter/lab/study/tally.hpp"
#include "interpreter/machine/playout.hpp"

namespace glint {

/// Counts the moves of a game: how many there were to choose from, and which were chosen with which picks.
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
  void add_picks(std::size_t move, StudyTally& tally) const;

  const Program& program_;
  const std::vector<ValuedPick> picks_;
  std::vector<std::uint64_t> listed_;  // by move, at this ply
  std::vector<Choice> picked_;         // of the move that is about to be played
  std::vector<bool> is_played_;        // by move, in this game
  std::uint64_t choices_ = 0;          // at all plies of the game
  int plies_ = 0;
  Trail trail_;
};

/// Counts what stands on the board and what is lit, in every StudyTally::kSampled-th position, beginning with a
/// different one in each game.
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

/// Says who leads at each ply of a game, and counts what that tells of the game as a whole. The leader of a position is
/// who is ahead of all others: by the script's `heuristic` or `score`, or by how many random games from there the judge
/// sees each player win (StudyPlan::judge).
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
