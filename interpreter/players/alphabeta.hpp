// Alpha-beta search (Knuth and Moore 1975; fail-soft: Fishburn 1983) with everything that makes it deep: principal
// variation search (Marsland 1983), a table of positions, an order of moves, and late move reductions. For two players
// who see everything, without chance. interpreter/players/README.md explains each part.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "interpreter/game/position/position_view.hpp"
#include "interpreter/machine/step_chance.hpp"
#include "interpreter/players/judge.hpp"
#include "interpreter/players/methods.hpp"
#include "interpreter/players/move_order.hpp"
#include "interpreter/players/transpositions.hpp"

namespace glint {

/// The memory that the search for one move leaves for the next.
struct AlphaBetaMemory {
  explicit AlphaBetaMemory(unsigned bits) : table(bits) {}

  Transpositions table;
  MoveOrder order;
};

class AlphaBeta {
 public:
  using Value = std::int64_t;
  /// The value of an immediate win. A win in n plies is worth n less; any value above kNear is a certain win.
  static constexpr Value kWin = Value{1} << 60, kNear = kWin - 1'000'000, kInfinite = kWin + 1;

  /// All outlive it. `is_thorough`: all moves are searched to the full depth, and the value is that of plain minimax.
  AlphaBeta(const Position& position, std::unique_ptr<Judge> judge, AlphaBetaMemory& memory, const StopRule& stop,
            bool is_thorough = false);

  struct Found {
    std::uint64_t move = 0;
    Value value = 0;        // for the player to move
    bool is_exact = false;  // proven
    int depth = 0;          // of the last completed search
  };
  /// Searches these listed moves one ply deeper each time, up to this depth. Finds the first of equals.
  Result<Found> run(std::vector<std::uint64_t> moves, int most_depth);
  /// Positions so far.
  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Level {
    Machine::Listing listing;
    std::size_t history = 0;
    std::uint64_t past = 0;  // hash of the positions in the history
    MoveOrder::Killers killers{};
    std::vector<MoveOrder::Ranked> order;
  };
  /// The value of a position for the player to move. `is_exact`: all lines that matter were followed to the end.
  struct Answer {
    Value value = 0;
    bool is_exact = true;
  };
  /// The search of a move: the depth after it, the first reduction, and whether a bound is searched before the value.
  struct Plan {
    int depth = 0, reduction = 0;
    bool is_first = true;
  };

  Level& level(int ply);
  std::optional<Found> search_first(const std::vector<std::uint64_t>& order, int depth);
  std::optional<Answer> search(int ply, int depth, Value alpha, Value beta);
  std::optional<Answer> look(int ply, int mover, int depth, Value alpha, Value beta);
  std::optional<Answer> try_move(int ply, std::uint64_t move, int mover, const Plan& plan, Value alpha, Value beta);
  int reduction(int depth, std::uint64_t i, const MoveOrder::Ranked& move, bool is_wide) const;

  bool is_late(std::uint64_t steps);
  Result<std::uint64_t> list();
  void leave(int ply);
  std::uint64_t past_of(int ply);
  Value of_end(int ply, int mover);
  /// Values of wins count plies from the first position, but in the table from the entry's own.
  static Value seen_from(Value value, int plies) {
    return value >= kNear ? value + plies : value <= -kNear ? value - plies : value;
  }

  const Program& program_;
  Machine machine_;
  const std::unique_ptr<Judge> judge_;
  Transpositions& table_;
  MoveOrder& order_;
  const StopRule& stop_;
  const bool is_thorough_;
  std::vector<bool> keeps_;  // by kind of move: whether it leaves the judge's value unchanged
  StepChance chance_;
  std::vector<std::uint64_t> history_;
  std::vector<std::unique_ptr<Level>> levels_;
  std::uint64_t nodes_ = 0, steps_ = 0;
  bool is_late_ = false;
  std::optional<Error> error_;
};

}  // namespace glint
