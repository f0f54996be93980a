// The methods of play, for `make_player`: a function for each; and what they share.
#pragma once

#include <chrono>

#include "interpreter/players/player.hpp"
#include "interpreter/program/program.hpp"

namespace glint {

/// Uniform over the listed moves.
std::unique_ptr<Player> make_random_player(std::uint64_t seed);
/// The best position after one ply, by the script's `heuristic` or `score`; ties at random.
std::unique_ptr<Player> make_greedy_player(std::uint64_t seed);
/// Monte Carlo tree search; a budget of iterations, or of time.
std::unique_ptr<Player> make_mcts_player(const Budget& budget, std::uint64_t seed);
/// All lines to a depth; a budget of plies, or of time. For two players who see everything, without chance.
std::unique_ptr<Player> make_alphabeta_player(const Budget& budget, std::uint64_t seed);

/// When a player that searches must stop: after an amount of work, or of time.
class StopRule {
 public:
  explicit StopRule(const Budget& budget) : budget_(budget) {
    if (budget.is_time())
      end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(budget.seconds));
  }
  bool is_time() const { return budget_.is_time(); }
  std::uint64_t number() const { return budget_.number; }
  /// Is the time over? Never where the budget is none.
  bool is_late() const { return is_time() && Clock::now() >= end_; }

 private:
  using Clock = std::chrono::steady_clock;
  Budget budget_;
  Clock::time_point end_{};
};

/// What may happen in a game's `play`, for players who cannot play everything: as far as the rules and options alone
/// say it.
struct PlayFacts {
  bool has_together = false;  // choices made in secret
  std::string draws_later;    // what chance may decide after the first choice; empty: nothing
};

PlayFacts play_facts(const Program& program);

}  // namespace glint
