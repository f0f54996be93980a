// In which order a search tries moves: the move that was best before, *killers* (moves that refuted others at the same
// ply), then by *history*, how often a move was best and how often another one was (Schaeffer 1989). A move is known
// again by its kind, its picks and its mover, its *key*, wherever it is listed. Keys do not tell subsets apart.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "interpreter/machine/machine.hpp"

namespace glint {

/// The key of a move that the machine has just listed; never 0. `picks` is room to work in.
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
  /// to try first, or kNone. Moves of the kinds in `left_out` are not ranked: the first of them goes to `kept`. Answers
  /// how many are to try.
  std::uint64_t rank(Machine& machine, std::uint64_t count, std::uint64_t first, const Killers& killers,
                     const std::vector<bool>* left_out, std::vector<Ranked>& ranked, std::uint64_t& kept);
  /// The i-th to try, of `count` moves; those up to it are sorted.
  static Ranked take(std::vector<Ranked>& ranked, std::uint64_t i, std::uint64_t count, std::uint64_t first);
  /// The i-th was best, and those before it were not.
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
