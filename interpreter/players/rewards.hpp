// Rewards for players that search: the result of a game, from 0 (a loss) to 1 (a win), and if scores decide, also the
// margin. A *side* is a player; a team, or a lone player, is one side.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "interpreter/players/judge.hpp"

namespace glint {

/// The reward of one side. A single side's score is kept unscaled: the scores of all games scale it later.
struct Reward {
  double value = 0;
  double score = 0;
  bool is_score = false;
  double margin = 0;  // to add in a search
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
  /// The judge outlives it.
  Rewards(const Program& program, Judge& judge);

  int sides() const { return sides_; }
  /// The reward of each side for a tie.
  double even() const { return sides_ == 1 ? 0.5 : 1.0 / sides_; }
  int side_of(int player) const { return sides_ == 1 ? 0 : player; }
  /// The rewards of the game that is over in this machine.
  void of_end(Machine& machine, std::vector<Reward>& rewards);
  /// The rewards of an unfinished game: the judge's expectation, else a comparison of its values; without values, all
  /// are equal.
  void of_horizon(Machine& machine, std::vector<Reward>& rewards);
  /// The judge's lead of a side; a win is worth more than anything else, and a loss less.
  double worth(Machine& machine, int side) const;
  /// The mean result of a number of rewards; scores are scaled to the lowest and the highest reached so far. Then the
  /// same with margins, for searches.
  double mean(const RewardSum& sum, std::uint32_t count) const;
  double lean(const RewardSum& sum, std::uint32_t count) const {
    return mean(sum, count) + sum.margin / (count ? count : 1);
  }

  /// Takes over the range of scores of another object, so that sums of both can be compared.
  void meet_all_of(const Rewards& other);

 private:
  void meet(std::int64_t score);
  void by_margins(const std::vector<double>& found, std::vector<Reward>& rewards);

  Judge& judge_;
  const int sides_;
  std::optional<std::int64_t> lowest_, highest_;
  double differences_ = 0, compared_ = 0;  // the sum of all leads so far, and their number
};

}  // namespace glint
