// Learning from self-play: a value plays games against itself, one ply deep. After each game the value is moved towards
// the results of its positions.
//
// The target of a position is the lambda-return (Sutton 1988): a mean of the values of later positions and of the result,
// those later counting less; it ends before a random move, and goes on with the best one's value. The step of each
// weight shrinks as errors of both signs meet there (temporal coherence: Beal and Smith 1999; for n-tuple networks:
// Bagheri, Thill, Koch and Konen 2014). So nothing depends on how many games will follow: games may be added at any time.
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
  /// Hears of a position, and by how much the value has its mover ahead.
  using Observer = std::function<void(Machine&, std::int32_t)>;

  /// Learns nothing yet, or continues from learned values, with steps as at first. The game must be one that `learned`
  /// can play (`cannot_play`). Throws lang::Stopped.
  Learning(const Game& game, std::uint64_t seed, const LearnedValues* before = nullptr);

  /// Plays one more game and learns from it; with an observer, only shows it. An error of the script, or of a host that
  /// stops, ends it; what was learnt from games before stays.
  std::optional<Error> play(const Observer& met = {});
  std::uint64_t seed() const { return seed_; }
  /// Games so far.
  std::uint64_t games() const { return games_; }
  /// The usual number of moves of a position.
  double branching() const { return positions_ == 0 ? 1 : static_cast<double>(moves_) / static_cast<double>(positions_); }
  /// The values learnt so far.
  Values values() const { return {terms_, weights_}; }

 private:
  /// A position of the game that is played, which its mover has weighed.
  struct Met {
    int mover = 0;
    std::int32_t share = 0;   // the chance that the first player wins
    std::int32_t best = -1;   // that after the best move; -1: the move was that one
    std::size_t chosen = 0;   // where its weights are in `chosen_`
  };
  /// The progress of a weight: how far it has moved, and may move.
  struct Progress {
    std::int32_t weight = 0;                // finer than a Weight, by kFiner bits
    std::int32_t errors = 0, absolute = 0;  // sums of the errors met
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

  // the game that is played
  std::vector<std::uint64_t> history_;
  std::vector<Word> state_;
  Machine::Listing listing_;
  std::vector<Met> met_;
  std::vector<std::uint32_t> chosen_;  // by number
};

}  // namespace glint
