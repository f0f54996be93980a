// Learning from self-play: a value plays games against itself, one ply deep. After each game the value is moved towards
// the results of its positions.
//
// The target of a position is the lambda-return (Sutton 1988): a mean of the values of later positions and of the
// result, in which later ones count less. It ends before a random move, and continues with the value of the best move.
// The step of each weight shrinks when it meets errors of both signs (temporal coherence: Beal and Smith 1999; for
// n-tuple networks: Bagheri, Thill, Koch and Konen 2014). So games may be added at any time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "interpreter/learn/values_file.hpp"
#include "interpreter/machine/machine.hpp"

namespace glint {

class Learning {
 public:
  /// Is called with a position, and with how far its mover is ahead by the value.
  using Observer = std::function<void(Machine&, std::int32_t)>;

  /// Starts without knowledge, or continues from learned values, with the first step sizes. The game must be one that
  /// `learned` can play (`cannot_play`). Throws lang::Stopped.
  Learning(const Game& game, std::uint64_t seed, const LearnedValues* before = nullptr);

  /// Plays one more game and learns from it; with an observer, only shows it. An error of the script, or a stop by the
  /// host, ends it; lessons from earlier games stay.
  std::optional<Error> play(const Observer& met = {});
  std::uint64_t seed() const { return seed_; }
  /// Games so far.
  std::uint64_t games() const { return games_; }
  /// The usual number of moves of a position.
  double branching() const { return positions_ == 0 ? 1 : static_cast<double>(moves_) / static_cast<double>(positions_); }
  /// The values learnt so far.
  Values values() const { return {terms_, weights_}; }

 private:
  /// A position of the current game, evaluated for its mover.
  struct Met {
    int mover = 0;
    std::int32_t share = 0;   // the chance that the first player wins
    std::int32_t best = -1;   // the chance after the best move; -1: the best move was played
    std::size_t chosen = 0;   // the place of its weights in `chosen_`
  };
  /// The progress of a weight: how far it has moved in all, and how far it may move.
  struct Progress {
    std::int32_t weight = 0;                // more precise than a Weight, by kFiner bits
    std::int32_t errors = 0, absolute = 0;  // sums of the errors
  };

  std::optional<Error> choose(std::uint64_t& move, bool is_random);
  std::optional<Error> try_move(std::uint64_t move, int mover, std::int32_t& share);
  std::optional<Error> step(std::uint64_t move);
  std::int32_t share_now();
  std::int32_t share_of_end();
  void meet();
  void learn(std::int32_t result, bool is_over);
  void move_weights(const Met& met, std::int32_t error);

  const Game game_;
  const Program& program_;
  const std::shared_ptr<const Terms> terms_;
  std::vector<Weight> weights_;
  std::vector<Progress> progress_;
  Reading readings_[2];
  Machine machine_;
  Random random_;
  std::uint64_t seed_, games_ = 0, positions_ = 0, moves_ = 0;

  // the current game
  std::vector<std::uint64_t> history_;
  std::vector<Word> state_;
  Machine::Listing listing_;
  std::vector<Met> met_;
  std::vector<std::uint32_t> chosen_;  // by number
};

}  // namespace glint
