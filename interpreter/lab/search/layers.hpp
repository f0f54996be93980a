// The frontier of a breadth first search in layers (Moore 1959), for games with chance, too: the first way found to a
// position has the fewest moves. The search that uses it makes the moves and judges positions.
#pragma once

#include <optional>

#include "glint/search_progress.hpp"
#include "interpreter/players/exact/packed_queue.hpp"
#include "interpreter/players/exact/seen_positions.hpp"

namespace glint {

struct SearchLimits {
  std::uint64_t depth = UINT64_MAX;  // moves
  std::uint64_t positions = 0, work = 0;
};

/// A layer holds the positions that take the same number of moves, in the order in which they are reached. A draw is
/// not a move: the position after it belongs to the same layer. If something of a layer is left out, the layers after
/// it are not searched.
class Layers {
 public:
  enum class Layer : bool { same, next };  // after a draw, after a move

  /// Draws may add positions up to `most`, so that layers become complete; moves may add them up to the limit. States
  /// are kept as differences from `origin`. `progress` is called now and then, with layers as depth.
  Layers(const SearchLimits& limits, std::uint64_t most, const std::vector<Word>& origin, OnProgress progress);

  /// Takes the next position, into `state`, and answers its number; nothing if there is none, or the search ends here.
  std::optional<std::uint32_t> next(std::vector<Word>& state, bool has_work);
  /// Adds a position and answers its number; nothing if it was reached before, or if there is no room.
  std::optional<std::uint32_t> add(const std::vector<Word>& state, std::uint32_t parent, std::uint32_t step,
                                   Layer layer);
  /// Makes `next` return this position in its turn.
  void push(std::uint32_t number, const std::vector<Word>& state, Layer layer);
  /// Notes that something of the layer is not searched.
  void leave_out(Layer layer) { (layer == Layer::same ? is_whole_ : next_is_whole_) = false; }
  /// Makes this layer, which is searched completely, the last one.
  void end_here() { ends_here_ = true; }
  /// True if moves may still add positions.
  bool adds() const { return !is_full_ && !ends_here_; }
  /// Counts a step, for the progress.
  void tick();

  std::uint64_t layer() const { return layer_; }
  bool is_whole() const { return is_whole_; }
  std::uint64_t positions() const { return seen_.size(); }
  /// The last layer up to which all positions were searched; nothing: not even the first layer.
  std::optional<std::uint64_t> depth() const { return depth_; }
  /// True if all positions that can be reached were searched.
  bool is_complete() const { return complete_; }
  /// The numbers of the steps from the first position to this one.
  std::vector<std::uint32_t> way_to(std::uint32_t number) const { return seen_.way_to(number); }

 private:
  const SearchLimits limits_;
  const OnProgress progress_;
  SeenPositions seen_;
  PackedQueue here_, next_;  // positions to search, of this layer and of the next
  std::uint64_t layer_ = 0, steps_ = 0;
  bool is_whole_ = true, next_is_whole_ = true;
  bool is_full_ = false, ends_here_ = false, complete_ = false;
  std::optional<std::uint64_t> depth_;
};

}  // namespace glint
