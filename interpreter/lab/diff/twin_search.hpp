// Two games in step, breadth first: the fewest moves after which they differ.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "interpreter/lab/diff/twins.hpp"
#include "interpreter/lab/search/packed_queue.hpp"
#include "interpreter/lab/search/seen_positions.hpp"

namespace glint {

/// Where a difference was found: the steps there, moves and draws, each by its number in the old game's list.
struct Found {
  std::vector<std::uint64_t> way;
  bool shortest = true;  // in moves; draws are none
};

/// Pairs are told apart by 128 bits and gone through once, but where rules ask for the past: there each way to one
/// counts.
class TwinSearch {
 public:
  struct Limits {
    std::uint64_t depth = UINT64_MAX, positions = 0, work = 0;
  };

  TwinSearch(Twins& twins, Pair start, bool is_start, const Limits& limits);
  std::optional<Found> run();

  std::uint64_t positions() const { return seen_.size(); }
  /// All that follows from the start in so many moves was compared.
  std::optional<std::uint64_t> depth() const { return depth_; }
  bool is_complete() const { return complete_; }
  void report_to(std::function<void(std::uint64_t depth, std::uint64_t positions)> progress) {
    progress_ = std::move(progress);
  }

 private:
  struct Candidate {
    std::uint32_t parent = 0;
    std::optional<std::uint64_t> move;
  };

  void meet(std::uint32_t parent, std::optional<std::uint64_t> move, bool behind_draw);
  void go_on();
  bool has_work() const { return twins_.work() - work_before_ < limits_.work; }
  void take_apart(std::uint32_t number);
  void report();
  Found found(const Candidate& candidate, bool shortest) const;

  Twins& twins_;
  const Pair start_;
  const bool is_start_;
  const Limits limits_;
  const std::uint64_t work_before_;
  const bool merges_;
  SeenPositions seen_;
  PackedQueue here_, next_;  // pairs of this layer that wait, and of the next one
  Pair from_, to_;
  std::vector<std::uint32_t> way_;  // where pairs are not merged: to `parent_`, behind which the last one was
  Pair parent_;
  std::vector<Word> joined_;
  std::uint64_t layer_ = 0, counter_ = 0, steps_ = 0;
  bool only_lists_ = false;  // no more pairs are added behind moves
  bool is_whole_ = true;     // of this layer, nothing was left out
  bool next_is_whole_ = true;
  bool is_next_met_ = false;  // some move was made
  bool complete_ = false;
  std::optional<std::uint64_t> depth_;
  std::optional<Candidate> at_layer_, behind_layer_;
  std::function<void(std::uint64_t, std::uint64_t)> progress_;
};

}  // namespace glint
