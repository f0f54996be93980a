// The choice of the candidates that get the next games: successive halving, with bounds.
//
// Every round costs the same number of games. They are shared equally between the candidates that are left; then the
// better half by estimated loss stays. So most of the games go to the best candidates, which are hard to tell apart.
// (Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", 2013; Jamieson and Talwalkar,
// "Non-stochastic best arm identification and hyperparameter optimization", 2016.) A candidate whose loss is surely
// higher than that of as many others as are to be kept leaves at once, whatever its rank: the race of Maron and Moore,
// "Hoeffding races" (1994).
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/lab/explore/want.hpp"

namespace glint {

class Race {
 public:
  /// `games`: for all candidates in all rounds together.
  Race(std::vector<std::size_t> candidates, std::size_t keep, std::uint64_t games);

  bool is_over() const { return round_ == rounds_; }
  /// The candidates left; at the end sorted, the best first.
  const std::vector<std::size_t>& left() const { return left_; }
  /// The number of games for each of them in this round, at least one.
  std::uint64_t games_each() const;
  /// After these games: the losses of those that are left, in the same order.
  void rank(const std::vector<Loss>& losses);

  int rounds() const { return rounds_; }

  struct Gone {
    std::size_t candidate = 0;
    bool is_sure = false;  // its loss is surely higher than that of as many others as are to be kept
  };
  /// The candidates that left the race, in order.
  const std::vector<Gone>& gone() const { return gone_; }

 private:
  std::vector<std::size_t> left_;
  std::vector<Gone> gone_;
  std::size_t keep_;
  std::uint64_t games_each_round_;
  int round_ = 0, rounds_ = 1;
};

}  // namespace glint
