// The watchers of a game of a study: each counts one thing about it: its moves, its positions, or its leads.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "interpreter/lab/study/plan.hpp"
#include "interpreter/lab/study/tally.hpp"
#include "interpreter/machine/playout.hpp"

namespace glint {

/// The key of a first move, with its picks (`Choices::opened`).
std::int64_t opening_of(const Program& program, std::size_t move, const std::vector<Choice>& picked);

/// Counts the moves of a game: how many could be chosen, and which ones were chosen with which picks.
class MoveCounter {
 public:
  /// The program must outlive it.
  explicit MoveCounter(const Program& program) : program_(program), picks_(picks_with_values(program)) {}

  /// A new game.
  void begin();
  /// Call before a move is played, with its number in Rules::moves and its picks, when `count` moves are listed in the
  /// machine, of which `choices` may be chosen. The move need not be one of them.
  void add(const Machine& machine, std::size_t move, const std::vector<Choice>& picked, std::uint64_t count,
           std::uint64_t choices, StudyTally& tally);
  /// Counts the game's averages, after its last move. `has_ended`: it was not stopped before.
  void count(StudyTally& tally, bool has_ended = true) const;
  /// Counts, for a game that somebody won, its beginning, and who chose which move more often. `first`: the player with
  /// the first choice; -1: there is none.
  void count_won(int winner, int first, StudyTally& tally);

  int plies() const { return plies_; }
  const Trail& trail() const { return trail_; }

 private:
  void add_choices(const Machine& machine, std::uint64_t choices, StudyTally& tally);
  void add_picks(std::size_t move, const std::vector<Choice>& picked, StudyTally& tally) const;

  const Program& program_;
  const std::vector<ValuedPick> picks_;
  std::vector<std::uint64_t> listed_;  // by move: runs listed at this ply
  std::vector<bool> is_played_;        // by move: chosen in this game
  std::uint64_t choices_ = 0;          // runs listed at all plies of the game
  double product_ = 1, tree_ = 0;      // product of numbers of moves, since it last grew too large; logarithm before
  std::uint64_t forced_ = 0;           // plies with one choice
  std::int64_t opening_ = 0;
  std::vector<std::vector<std::size_t>> by_seat_;  // the moves of each player
  std::vector<std::int64_t> times_;                // by move and seat: the number of times
  int plies_ = 0;
  Trail trail_;
};

/// Draws positions of a game, StudyTally::kDrawn or all if it has fewer, each with the same probability, and counts
/// their pieces and lit cells. The length of a game is not known while it is played, so later positions may replace
/// those drawn earlier: algorithm R of Vitter (1985).
class BoardSampler {
 public:
  /// The program must outlive it.
  explicit BoardSampler(const Program& program) : program_(program), machine_(program), random_(0) {}

  /// A new game; its seed decides which positions are drawn.
  void begin(std::uint64_t seed);
  /// Takes the next position of the game, which is in this machine.
  void look(const Machine& machine);
  /// Counts the positions that were drawn, and their averages.
  void count(StudyTally& tally);
  /// Afterwards counts, in a game that somebody won, who had more pieces of each kind.
  void count_won(int winner, int first, StudyTally& tally) const;

 private:
  void count_pieces(StudyTally& tally);
  void count_light(StudyTally& tally);

  const Program& program_;
  Machine machine_;  // for the positions that were drawn
  Random random_;
  std::uint64_t seen_ = 0;
  std::vector<std::vector<Word>> drawn_;  // the first `kept_` are in use: a game uses the memory of earlier ones
  std::size_t kept_ = 0;
  std::vector<std::uint64_t> found_;  // pieces of a position
  std::uint64_t weight_ = 0;                       // of each
  std::int64_t filled_ = 0, beams_ = 0, lit_ = 0;  // sums over them
};

/// Finds the leader at each ply of a game, and counts leads over the game. The leader is the player who is ahead of all
/// others: by the script's `heuristic` or `score`, or by wins in random games from the position (StudyPlan::playouts).
class LeadJudge {
 public:
  /// Program and plan must outlive it. If positions have no leader (`has_leaders`), it does nothing.
  LeadJudge(const Program& program, const StudyPlan& plan);

  /// A new game; its seed decides the random games of the judge.
  void begin(std::uint64_t seed);
  /// Notes the leader of the next position of the game, which is in this machine. An error if the host stopped it.
  /// `known`: the earlier result of the random games; null: they are played.
  std::optional<Error> look(Machine& machine, const int* known = nullptr);
  /// The leader's seat at each ply; -1 if nobody is ahead of all others.
  const std::vector<int>& leaders() const { return leaders_; }
  /// Counts the lead changes of a game that is over. If there is a winner (not -1), also counts how long the winner was
  /// behind, and when the winner took the lead for good.
  void count(int winner, StudyTally& tally) const;

 private:
  int leader(Machine& machine);
  std::size_t round_before(std::size_t ply) const;
  void count_swings(StudyTally& tally) const;

  const Program& program_;
  const StudyPlan& plan_;
  const bool has_leaders_, has_swings_;
  std::optional<Machine> machine_;  // for the judge's random games
  std::vector<Word> state_;
  std::uint64_t seed_ = 0;
  std::vector<int> leaders_, movers_;          // by ply
  std::vector<std::pair<int, double>> leads_;  // by ply: the mover, and how far the first of two players is ahead
};

}  // namespace glint
