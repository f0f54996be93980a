// Searches two games at once, breadth first, for the fewest moves after which they differ.
#pragma once

#include <optional>
#include <vector>

#include "interpreter/lab/diff/twins.hpp"
#include "interpreter/lab/search/layers.hpp"

namespace glint {

/// The steps to a difference, moves and draws, each by its number in the old game's list.
struct Found {
  std::vector<std::uint64_t> way;
  bool shortest = true;  // in moves; draws do not count
};

/// Pairs are distinguished by 128 bits and visited once each. If the rules read the past, each way to a pair counts as
/// a pair of its own.
class TwinSearch {
 public:
  TwinSearch(Twins& twins, Pair start, bool is_start, const SearchLimits& limits, OnProgress progress = {});
  /// Continues until about this much work has been done since the beginning, as `Twins::work` counts it. False: it has
  /// ended, and `found` has the result.
  bool advance(std::uint64_t until);
  const std::optional<Found>& found() const { return found_; }

  const Layers& layers() const { return layers_; }
  /// All pairs within this many moves of the start were compared; nothing: not even the start.
  std::optional<std::uint64_t> depth() const;

 private:
  struct Candidate {
    std::uint32_t parent = 0;
    std::optional<std::uint64_t> move;
  };

  void visit(std::uint32_t parent, std::optional<std::uint64_t> move, Layers::Layer layer);
  bool expands(std::uint32_t number);
  void expand(std::uint64_t until);
  bool has_work() const { return twins_.work() < last_work_; }
  void unpack(std::uint32_t number);
  Found way_to(const Candidate& candidate, bool shortest) const;

  Twins& twins_;
  const Pair start_;
  const bool is_start_;
  const std::uint64_t last_work_;
  const bool merges_;
  Layers layers_;
  Pair from_, to_;
  std::vector<std::uint32_t> way_;  // if pairs are not merged: the way to `parent_`, the pair before the last one
  Pair parent_;
  std::vector<Word> joined_;
  std::optional<std::uint64_t> last_moved_;  // the last layer in which a move was made
  std::optional<Candidate> at_layer_, after_layer_;
  bool has_begun_ = false;
  // The pair being searched, if it is not done yet, and its next step.
  std::optional<std::uint32_t> expanded_;
  std::uint64_t next_step_ = 0;
  std::optional<Found> found_;
};

}  // namespace glint
