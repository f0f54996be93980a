// In which order a search tries moves: the move that was best before, moves that take pieces, *killers* (moves that
// refuted others at the same ply), the *reply* that refuted the same move elsewhere, then by *history*, how often a
// move was best and how often another one was (Schaeffer 1989; Uiterwijk 1992). A move is known again by its kind, its
// picks and its mover, its *key*, wherever it is listed.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "interpreter/machine/machine.hpp"

namespace glint {

/// Which moves are *loud*: they usually take a piece of the opponent. Moves are told apart by their kind, and by
/// whether they pick a cell where a piece of an opponent stands. What they do is seen in random games, as rules do not
/// say it.
class LoudMoves {
 public:
  /// Plays some hundred plies at random from this State. Where most moves would be loud, none is.
  LoudMoves(const Program& program, const std::vector<Word>& state, const std::vector<std::uint64_t>& history);

  bool any() const { return any_; }
  bool is_loud(int move, bool meets) const { return loud_[static_cast<std::size_t>(2 * move) + meets]; }
  /// Reads the k-th listed run into `picks`, as `Machine::listed_run`; what it does not pick is 0.
  static int read(Machine& machine, std::uint64_t k, std::vector<Word>& picks);
  /// The cells where a piece of somebody else stands.
  void find_others(const Machine& machine, int mover, std::vector<Word>& cells) const;
  /// Whether one of these picks of a move is a cell of the set.
  bool meets(int move, const std::vector<Word>& picks, const std::vector<Word>& cells) const;

 private:
  void watch(const std::vector<Word>& state, const std::vector<std::uint64_t>& history);

  const Program& program_;
  std::vector<std::vector<std::size_t>> cell_picks_;  // by move: those that are cells
  std::vector<bool> loud_;                            // by move; and then, whether it meets others
  bool any_ = false;
};

class MoveOrder {
 public:
  /// It outlives it.
  explicit MoveOrder(const LoudMoves& loud);

  struct Ranked {
    std::int64_t worth = 0;
    std::uint64_t move = 0;  // as listed
    std::uint64_t key = 0;   // 0: not known
    bool is_loud = false;
  };
  using Killers = std::array<std::uint64_t, 2>;  // by key

  static constexpr std::uint64_t kNone = UINT64_MAX, kMostRanked = 4096;

  /// Ranks the moves that the machine has listed; nothing if there are more than kMostRanked. `first`: the listed move
  /// to try first, or kNone; `before`: the key of the move before. Answers how many are loud.
  std::uint64_t rank(Machine& machine, std::uint64_t count, std::uint64_t first, const Killers& killers,
                     std::uint64_t before, std::vector<Ranked>& ranked);
  /// The i-th to try, of `count` moves; those up to it are sorted.
  static Ranked take(std::vector<Ranked>& ranked, std::uint64_t i, std::uint64_t count, std::uint64_t first);
  /// The i-th was best, and those before it were not.
  void learn(const std::vector<Ranked>& ranked, std::uint64_t i, int depth, std::uint64_t before, Killers& killers);
  /// From -kMostHistory to kMostHistory.
  std::int64_t history(std::uint64_t key) const { return history_[key >> (64 - kBits)]; }
  static constexpr std::int32_t kMostHistory = 1 << 14;

 private:
  static constexpr int kBits = 14;

  void add(std::uint64_t key, std::int32_t bonus) {
    std::int32_t& worth = history_[key >> (64 - kBits)];
    worth += bonus - worth * (bonus < 0 ? -bonus : bonus) / kMostHistory;
  }

  const LoudMoves& loud_;
  std::vector<std::int32_t> history_;
  std::vector<std::uint64_t> replies_;
  std::vector<Word> picks_, others_;
};

}  // namespace glint
