// In which order a search tries moves: the move that was best before, *loud* moves, *killers* (moves that refuted others
// at the same ply), then by *history*, how often a move was best and how often another one was (Schaeffer 1989). A move
// is known again by its kind, its picks and its mover, its *key*, wherever it is listed.
//
// Loud moves usually take a piece of the opponent. Rules do not say what moves do, so the search tells what each has
// done: for each kind of move, with and without a pick of a cell where a piece of an opponent stands. If most moves that
// were listed are loud, none is.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "interpreter/machine/machine.hpp"

namespace glint {

class MoveOrder {
 public:
  explicit MoveOrder(const Program& program);

  struct Ranked {
    std::int64_t worth = 0;
    std::uint64_t move = 0;  // as listed
    std::uint64_t key = 0;   // 0: not known
    std::size_t type = 0;    // its kind, and whether it picks a piece of an opponent
    bool is_loud = false;
  };
  using Killers = std::array<std::uint64_t, 2>;  // by key

  static constexpr std::uint64_t kNone = UINT64_MAX, kMostRanked = 4096;

  /// Ranks the moves that the machine has listed; nothing if there are more than kMostRanked. `first`: the listed move
  /// to try first, or kNone. Answers how many are loud.
  std::uint64_t rank(Machine& machine, std::uint64_t count, std::uint64_t first, const Killers& killers,
                     std::vector<Ranked>& ranked);
  /// The i-th to try, of `count` moves; those up to it are sorted.
  static Ranked take(std::vector<Ranked>& ranked, std::uint64_t i, std::uint64_t count, std::uint64_t first);
  /// The i-th was best, and those before it were not.
  void learn(const std::vector<Ranked>& ranked, std::uint64_t i, int depth, Killers& killers);

  /// How many pieces belong to others.
  std::uint64_t pieces_of_others(const Machine& machine, int mover);
  /// A ranked move has been made. `took`: afterwards others had fewer pieces.
  void tell(const Ranked& move, bool took);
  /// Whether any moves may be loud.
  bool knows_loud() const { return listed_loud_ > 0 && 2 * listed_loud_ <= listed_; }

  /// From -kMostHistory to kMostHistory.
  std::int64_t history(std::uint64_t key) const { return history_[key >> (64 - kBits)]; }
  static constexpr std::int32_t kMostHistory = 1 << 14;

 private:
  static constexpr int kBits = 14;
  struct Seen {
    std::uint64_t all = 0, took = 0;
  };

  void add(std::uint64_t key, std::int32_t bonus);

  const Program& program_;
  std::vector<std::vector<std::size_t>> cell_picks_;  // by move: those that are cells
  std::vector<Seen> seen_;                            // by type
  std::uint64_t listed_ = 0, listed_loud_ = 0;
  std::vector<std::int32_t> history_;
  std::vector<Word> picks_, others_;
};

}  // namespace glint
