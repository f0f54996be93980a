// Where the rules of a game are in error: breadth first for the fewest moves, and in random games.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "interpreter/game/access.hpp"
#include "interpreter/lab/search/packed_queue.hpp"
#include "interpreter/lab/search/seen_positions.hpp"

namespace glint {

/// A limit of work counts moves, draws and listings, each as one, and more where its rules take long.
inline std::uint64_t work_of(const Machine& machine) { return 1 + machine.burnt() / 20'000; }

/// Goes through all that follows from a position, also of chance. Positions are gone through once, but where rules ask
/// for the past: there each way to one counts.
class ErrorSearch {
 public:
  struct Limits {
    std::uint64_t depth = UINT64_MAX, positions = 0, work = 0;
  };
  /// Moves and draws, each by its number in the list; all but the last can be made, and behind that is the error.
  struct Found {
    std::vector<std::uint32_t> way;
    bool shortest = true;  // in moves; draws are none
    Failure failure;
  };

  /// The position waits at draws.
  ErrorSearch(const Position& start, const Limits& limits);
  std::optional<Found> run();

  std::uint64_t positions() const { return seen_.size(); }
  std::uint64_t work() const { return work_; }
  /// All lines of so many moves from the start were gone through, and what can be chosen behind them was listed.
  std::optional<std::uint64_t> depth() const { return depth_; }
  bool is_complete() const { return complete_; }
  void report_to(std::function<void(std::uint64_t depth, std::uint64_t positions)> progress) {
    progress_ = std::move(progress);
  }

 private:
  /// What `seen` reads of the past, where it is read: what was added to that of the position before.
  struct Past {
    std::uint32_t before = 0;
    std::vector<std::uint64_t> added;
  };

  void meet(std::uint32_t parent, std::uint32_t step, bool behind_draw);
  void go_on(std::uint32_t number);
  void make(std::uint32_t number, std::uint64_t step, bool draws);
  bool has_work() const { return work_ < limits_.work; }
  std::vector<std::uint64_t> past_of(std::uint32_t number) const;

  const Position start_;
  const Limits limits_;
  const bool uses_seen_;
  Machine lister_, player_;
  SeenPositions seen_;
  PackedQueue here_, next_;  // positions of this layer that wait, and of the next one
  std::vector<Word> from_, to_;
  std::vector<Past> pasts_;              // by number
  std::vector<std::uint64_t> history_;   // of `from_`
  std::vector<std::uint64_t> extended_;  // of `to_`
  std::uint64_t layer_ = 0, work_ = 0, made_ = 0;
  bool only_lists_ = false;  // no more moves are made
  bool is_whole_ = true;     // of this layer, nothing was left out
  bool next_is_whole_ = true;
  bool complete_ = false;
  std::optional<std::uint64_t> depth_;
  std::optional<Found> at_layer_, behind_layer_;
  std::function<void(std::uint64_t, std::uint64_t)> progress_;
};

/// A random game as it went.
struct RandomLine {
  std::vector<std::uint64_t> moves;  // by number, as listed
  Settings draws;
  std::uint64_t work = 0;
  std::optional<Failure> failure;  // behind the last move, or in listing what can be chosen there
};

/// From a position that waits at draws. The machine is one of its game.
RandomLine random_line(Machine& machine, const Position& start, std::uint64_t seed, int most_plies);

}  // namespace glint
