// The methods of play, a function for each, and their common parts. `make_player` calls them.
#pragma once

#include <chrono>

#include "interpreter/players/player.hpp"
#include "interpreter/program/program.hpp"

namespace glint {

/// The means that a host gives to a search.
struct Means {
  Workers workers;
  JudgeMaker judge;
};

/// Uniform over the listed moves.
std::unique_ptr<Player> make_random_player(std::uint64_t seed);
/// The best position after one ply, by the script's `heuristic` or `score`; ties at random.
std::unique_ptr<Player> make_greedy_player(std::uint64_t seed);
/// Monte Carlo tree search; a budget of iterations, of time, or of both. Each worker has its own search tree.
std::unique_ptr<Player> make_mcts_player(const Budget& budget, std::uint64_t seed, Means means);
/// All lines to a depth; a budget of plies, of time, or of both. For two players who see everything, without chance.
std::unique_ptr<Player> make_alphabeta_player(const Budget& budget, std::uint64_t seed, Means means);
/// The best move, by the exact values (exact/exact_values.hpp) of the position where it first moves and of all that may
/// follow; a budget of positions. It solves again when play has left the solved positions.
std::unique_ptr<Player> make_perfect_player(const Budget& budget, std::uint64_t seed, Means means);

/// The rule that ends a search: after an amount of work, of time, or of either.
class StopRule {
 public:
  explicit StopRule(const Budget& budget) : budget_(budget) {
    if (budget.seconds > 0)
      end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(budget.seconds));
  }
  bool is_time() const { return budget_.is_time(); }
  std::uint64_t number() const { return budget_.number; }
  /// True if the time is over; never if the budget has none.
  bool is_late() const { return budget_.seconds > 0 && Clock::now() >= end_; }

 private:
  using Clock = std::chrono::steady_clock;
  Budget budget_;
  Clock::time_point end_{};
};

/// The events that the rules and options of a game allow in `play`, for players that cannot play all games.
struct PlayFacts {
  bool has_together = false;  // choices made in secret
  bool nobody_first = false;  // the first choice is one of these
  std::string draws_later;    // a draw of chance that may come after the first choice; empty: none
};

PlayFacts play_facts(const Program& program);
/// The reason why the bot of this name cannot search a game of two players. Nothing: two play in turn and see
/// everything, and chance decides nothing after the first choice.
std::optional<std::string> cannot_search(const Game& game, const std::string& name);

}  // namespace glint
