// What an end is worth to those who play, for players who search: the result, from 0 (a loss) to 1 (a win), and where
// scores decide, what a search had better look at as well: by how much. A *side* is a player; a team, and who plays
// alone, is one side.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "interpreter/machine/machine.hpp"

namespace glint {

/// To one side. A score that is compared with nobody's is kept as it is, until it is known what scores there are.
struct Reward {
  double value = 0;
  double score = 0;
  bool is_score = false;
  double margin = 0;  // what to add for a search
};

/// Sums of rewards.
struct RewardSum {
  double value = 0, margin = 0, score = 0;
  std::uint32_t scored = 0;

  void add(const Reward& reward) {
    value += reward.value;
    margin += reward.margin;
    score += reward.score;
    scored += reward.is_score;
  }
  void add(const RewardSum& other) {
    value += other.value;
    margin += other.margin;
    score += other.score;
    scored += other.scored;
  }
};

class Rewards {
 public:
  explicit Rewards(const Program& program);

  int sides() const { return sides_; }
  /// What a tie is worth to each.
  double even() const { return sides_ == 1 ? 0.5 : 1.0 / sides_; }
  int side_of(int player) const { return sides_ == 1 ? 0 : player; }
  /// Of the game that is over in this machine.
  void of_end(Machine& machine, std::vector<Reward>& rewards);
  /// Where play goes on and nobody looks further: by `heuristic` or `score`, as they compare; else all are even.
  void of_horizon(Machine& machine, std::vector<Reward>& rewards);
  /// How good a position looks to a side, over or not: its `heuristic` or `score` less the best of the others; a win is
  /// more than anything, a loss less.
  double worth(Machine& machine, int side) const;
  /// The mean result of a number of rewards, with scores between the lowest and the highest that have been met; and
  /// what a search goes by: the same with margins.
  double mean(const RewardSum& sum, std::uint32_t count) const;
  double lean(const RewardSum& sum, std::uint32_t count) const {
    return mean(sum, count) + sum.margin / (count ? count : 1);
  }

 private:
  void meet(std::int64_t score);
  void by_margins(const std::vector<double>& found, std::vector<Reward>& rewards);

  const int sides_;
  std::optional<std::int64_t> lowest_, highest_;
  double differences_ = 0, compared_ = 0;  // of what was compared so far
};

}  // namespace glint
