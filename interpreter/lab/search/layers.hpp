// Breadth first search in layers (Moore 1959), for all searches in which chance draws, too: the first way found
// has the fewest moves. This is the frontier; the search that uses it makes the moves, and judges positions.
#pragma once

#include <functional>
#include <optional>

#include "interpreter/lab/search/packed_queue.hpp"
#include "interpreter/lab/search/seen_positions.hpp"

namespace glint {

struct SearchLimits {
  std::uint64_t depth = UINT64_MAX;  // moves
  std::uint64_t positions = 0, work = 0;
};

/// Called now and then, with the layer and how many positions were met.
using SearchProgress = std::function<void(std::uint64_t depth, std::uint64_t positions)>;

/// A layer has the positions that take the same number of moves, in the order in which they are met. Draws are no
/// moves: what comes of one is of the same layer, unless a move of this layer has led there before. Where something of
/// a layer is left out, nothing is said of those after it.
class Layers {
 public:
  enum class Layer : bool { same, next };  // of what comes of a position of this layer

  /// Draws add up to `most` positions, so that layers become whole; moves add up to the limit's. States
  /// are kept as they differ from `origin`.
  Layers(const SearchLimits& limits, std::uint64_t most, const std::vector<Word>& origin, SearchProgress progress);

  /// The position that is next, and its number; nothing: there is none, or this layer is to be the last.
  std::optional<std::uint32_t> next(std::vector<Word>& state, bool has_work);
  /// The number of a position that is new; nothing: it was met before, or there is no room.
  std::optional<std::uint32_t> add(const std::vector<Word>& state, std::uint32_t parent, std::uint32_t step,
                                   Layer layer);
  /// It is to come up in `next`.
  void push(std::uint32_t number, const std::vector<Word>& state, Layer layer);
  /// Something of the layer is not looked at.
  void leave_out(Layer layer) { (layer == Layer::same ? is_whole_ : next_is_whole_) = false; }
  /// No layer after this one, which is looked at to its end.
  void end_here() { ends_here_ = true; }
  /// If false, positions are only visited: moves add none.
  bool adds() const { return !is_full_ && !ends_here_; }
  /// A step was made.
  void tick();

  std::uint64_t layer() const { return layer_; }
  bool is_whole() const { return is_whole_; }
  std::uint64_t positions() const { return seen_.size(); }
  /// All positions of the layers up to this one were looked at.
  std::optional<std::uint64_t> depth() const { return depth_; }
  /// There are no others.
  bool is_complete() const { return complete_; }
  /// The numbers of the steps from the first position to this one.
  std::vector<std::uint32_t> way_to(std::uint32_t number) const { return seen_.way_to(number); }

 private:
  const SearchLimits limits_;
  const SearchProgress progress_;
  SeenPositions seen_;
  PackedQueue here_, next_;  // positions that wait, of this layer and of the next
  std::uint64_t layer_ = 0, steps_ = 0;
  bool is_whole_ = true, next_is_whole_ = true;
  bool is_full_ = false, ends_here_ = false, complete_ = false;
  std::optional<std::uint64_t> depth_;
};

}  // namespace glint
