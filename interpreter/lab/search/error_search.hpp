// Where the rules of a game are in error: breadth first for the fewest moves, and in random games.
#pragma once

#include <optional>
#include <vector>

#include "interpreter/game/access.hpp"
#include "interpreter/lab/search/layers.hpp"

namespace glint {

/// A limit of work counts moves, draws and listings, each as one, and more where its rules take long.
inline std::uint64_t work_of(const Machine& machine) { return 1 + machine.burnt() / 20'000; }

/// Visits every position that can follow from a given one, by moves or by chance, once each. If the rules read the
/// past, each way to a position counts as a position of its own.
class ErrorSearch {
 public:
  /// Moves and draws, each by its number in the list; all can be made but the last, which fails.
  struct Found {
    std::vector<std::uint32_t> way;
    bool shortest = true;  // in moves; draws are none
    Failure failure;
  };

  /// The position waits at draws.
  ErrorSearch(const Position& start, const SearchLimits& limits, SearchProgress progress = {});
  std::optional<Found> run();

  std::uint64_t work() const { return work_; }
  /// How far it came. Of a layer that is whole, what can be chosen was listed.
  const Layers& layers() const { return layers_; }

 private:
  /// What `seen` reads of the past, where it is read: what was added to that of the position before.
  struct Past {
    std::uint32_t before = 0;
    std::vector<std::uint64_t> added;
  };

  void meet(std::uint32_t parent, std::uint32_t step, Layers::Layer layer);
  void go_on(std::uint32_t number);
  void make(std::uint32_t number, std::uint64_t step, Layers::Layer layer);
  bool has_work() const { return work_ < most_work_; }
  std::vector<std::uint64_t> past_of(std::uint32_t number) const;

  const Position start_;
  const std::uint64_t most_work_;
  const bool uses_seen_;
  Machine lister_, player_;
  Layers layers_;
  std::vector<Word> from_, to_;
  std::vector<Past> pasts_;              // by number
  std::vector<std::uint64_t> history_;   // of `from_`
  std::vector<std::uint64_t> extended_;  // of `to_`
  std::uint64_t work_ = 0;
  std::optional<Found> at_layer_, after_layer_;
};

/// A random game as it went.
struct RandomLine {
  std::vector<std::uint64_t> moves;  // by number, as listed
  Settings draws;
  std::uint64_t work = 0;
  std::optional<Failure> failure;  // in the last move, or in listing the choices after it
};

/// From a position that waits at draws. The machine is one of its game.
RandomLine random_line(Machine& machine, const Position& start, std::uint64_t seed, int most_plies);

}  // namespace glint
