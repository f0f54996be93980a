// Finds moves after which the rules fail: breadth first for the fewest moves, and in random games.
#pragma once

#include <optional>
#include <vector>

#include "interpreter/game/position/position_view.hpp"
#include "interpreter/lab/search/layers.hpp"
#include "lang/source/stop.hpp"

namespace glint {

/// The work of one move, draw or listing: 1, and one more for each `slow` steps that its rules take.
inline std::uint64_t work_of(const Machine& machine, std::uint64_t slow) { return 1 + machine.fuel().burnt() / slow; }

/// Visits once every position that can follow from a given one, by moves or by chance. If the rules read the past, each
/// way to a position counts as a position of its own.
class ErrorSearch {
 public:
  /// Moves and draws, each by its number in the list. The last step fails, or listing the choices after it fails.
  struct Found {
    std::vector<std::uint32_t> way;
    bool shortest = true;  // in moves; draws do not count
    Failure failure;
  };

  /// `start` must wait at draws.
  ErrorSearch(const Position& start, const SearchLimits& limits, std::uint64_t slow, OnProgress progress = {});
  /// Continues until about this much work has been done since the beginning. False: it has ended, and `found` has the
  /// result. Throws lang::Stopped; then it cannot continue.
  bool advance(std::uint64_t until);
  /// To its end. Throws lang::Stopped.
  std::optional<Found> run();
  const std::optional<Found>& found() const { return found_; }

  std::uint64_t work() const { return work_; }
  /// The layers that were searched. In each position of a complete layer the choices were listed.
  const Layers& layers() const { return layers_; }

 private:
  /// The past that `seen` reads, if the rules read it: the part that this position added to the previous one's.
  struct Past {
    std::uint32_t before = 0;
    std::vector<std::uint64_t> added;
  };

  void visit(std::uint32_t parent, std::uint32_t step, Layers::Layer layer);
  void expand(std::uint32_t number);
  void make(std::uint32_t number, std::uint64_t step, Layers::Layer layer);
  bool has_work() const { return work_ < most_work_; }
  std::vector<std::uint64_t> past_of(std::uint32_t number) const;

  const Position start_;
  const std::uint64_t most_work_, slow_;
  lang::StopCheck stop_;
  const bool uses_seen_;
  Machine lister_, player_;
  Layers layers_;
  std::vector<Word> from_, to_;
  std::vector<Past> pasts_;              // by number
  std::vector<std::uint64_t> history_;   // of `from_`
  std::vector<std::uint64_t> extended_;  // of `to_`
  std::uint64_t work_ = 0;
  bool has_begun_ = false;
  std::optional<Found> at_layer_, after_layer_, found_;
};

/// A random game.
struct RandomLine {
  std::vector<std::uint64_t> moves;  // by number, as listed
  std::vector<Word> draws;           // see game/position/position_view.hpp
  std::uint64_t work = 0;
  std::optional<Failure> failure;  // in the last move, or in listing the choices after it
};

/// Plays on from a position that waits at draws, with a machine of the same game, until this many plies or this much
/// work is done. Throws lang::Stopped.
RandomLine random_line(Machine& machine, const Position& start, std::uint64_t seed, int most_plies, std::uint64_t most_work,
                       std::uint64_t slow);

}  // namespace glint
