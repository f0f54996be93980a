// The order in which a search tries moves: the move that was best before, then *killers* (moves that refuted others at
// the same ply), then by *history*, how often a move was best, and how often another one was (Schaeffer 1989). A move
// is recognised wherever it is listed, by its *key*: its kind, its picks and its mover. Keys do not distinguish
// subsets.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "interpreter/machine/machine.hpp"

namespace glint {

/// The key of a move that the machine has just listed; never 0. `picks` is working memory.
std::uint64_t key_of_listed(Machine& machine, std::uint64_t move, std::vector<Word>& picks);

class MoveOrder {
 public:
  MoveOrder() : history_(std::size_t{1} << kBits) {}

  struct Ranked {
    std::int64_t worth = 0;
    std::uint64_t move = 0;  // as listed
    std::uint64_t key = 0;   // 0: not known
  };
  using Killers = std::array<std::uint64_t, 2>;  // by key

  static constexpr std::uint64_t kNone = UINT64_MAX, kMostRanked = 4096;

  /// Ranks the moves that the machine has listed; nothing if there are more than kMostRanked. `first`: the listed move
  /// to try first, or kNone. Moves of the kinds in `left_out` are not ranked, and the first of them goes to `kept`.
  /// Returns the number of moves to try.
  std::uint64_t rank(Machine& machine, std::uint64_t count, std::uint64_t first, const Killers& killers,
                     const std::vector<bool>* left_out, std::vector<Ranked>& ranked, std::uint64_t& kept);
  /// The i-th move to try, of `count`; the moves up to it are sorted.
  static Ranked take(std::vector<Ranked>& ranked, std::uint64_t i, std::uint64_t count, std::uint64_t first);
  /// The i-th move was best, and those before it were not.
  void learn(const std::vector<Ranked>& ranked, std::uint64_t i, int depth, Killers& killers);

  /// From -kMostHistory to kMostHistory.
  std::int64_t history(std::uint64_t key) const { return history_[key >> (64 - kBits)]; }
  static constexpr std::int32_t kMostHistory = 1 << 14;

 private:
  static constexpr int kBits = 14;
  void add(std::uint64_t key, std::int32_t bonus);

  std::vector<std::int32_t> history_;
  std::vector<Word> picks_;
};

}  // namespace glint
