#include "interpreter/lab/diff/twin_search.hpp"

#include <algorithm>
#include <utility>

namespace glint {

namespace {

using Layer = Layers::Layer;

constexpr std::uint64_t kMostPositions = 2'000'000'000;
/// Draws may add this many times the limit of positions, so that layers can be completed.
constexpr std::uint64_t kDrawsToo = 2;

std::vector<Word> joined(const Pair& pair, std::uint64_t counter) {
  std::vector<Word> all = pair.before.state;
  all.insert(all.end(), pair.now.state.begin(), pair.now.state.end());
  all.push_back(counter);
  return all;
}

}  // namespace

TwinSearch::TwinSearch(Twins& twins, Pair start, bool is_start, const SearchLimits& limits, OnProgress progress)
    : twins_(twins),
      start_(std::move(start)),
      is_start_(is_start),
      last_work_(twins.work() + limits.work),
      merges_(!twins.uses_seen()),
      layers_(limits, std::min(kDrawsToo * std::min(limits.positions, kMostPositions), kMostPositions),
              joined(start_, 0), std::move(progress)),
      from_(start_),
      to_(start_) {}

bool TwinSearch::advance(std::uint64_t until) {
  if (!std::exchange(has_begun_, true)) {
    // No move leads to the start, and its number is 0.
    visit(0, std::nullopt, Layer::same);
    if (at_layer_) {
      found_ = way_to({0, std::nullopt}, true);
      return false;
    }
  }
  while (!found_) {
    if (!expanded_) {
      const auto number = layers_.next(joined_, has_work());
      if (!number) break;
      unpack(*number);
      if (expands(*number)) expanded_ = number;
    }
    if (expanded_) expand(until);
    const auto whole = layers_.depth();
    if (at_layer_) found_ = way_to(*at_layer_, !whole ? layers_.layer() == 0 : *whole + 1 >= layers_.layer());
    if (!found_ && twins_.work() >= until) return true;
  }
  if (!found_ && after_layer_) found_ = way_to(*after_layer_, layers_.is_whole());
  return false;
}

/// If there are no more pairs, one move more than the layers tell was searched: the last moves led to nothing new.
std::optional<std::uint64_t> TwinSearch::depth() const {
  if (layers_.is_complete() && last_moved_ == layers_.layer()) return layers_.layer() + 1;
  return layers_.depth();
}

/// Compares the possible moves in `from_`. False: nothing that follows is searched.
bool TwinSearch::expands(std::uint32_t number) {
  if (twins_.list(from_)) {
    at_layer_ = Candidate{number, std::nullopt};
    return false;
  }
  next_step_ = 0;
  const bool is_too_much = twins_.is_too_much() || twins_.both() > UINT32_MAX;
  if (is_too_much) layers_.leave_out(Layer::same);
  return !is_too_much;
}

/// Visits each pair that follows `from_`, until this much is done.
void TwinSearch::expand(std::uint64_t until) {
  const std::uint32_t number = *expanded_;
  const bool draws = Twins::at_draw(from_);
  const Layer layer = draws ? Layer::same : Layer::next;
  for (; next_step_ < twins_.both(); ++next_step_) {
    if (twins_.work() >= until) return;
    if (!has_work() || (!draws && !layers_.adds())) {
      layers_.leave_out(layer);
      break;
    }
    twins_.step(from_, next_step_, to_);
    if (!draws) last_moved_ = layers_.layer();
    visit(number, twins_.number_before(next_step_), layer);
    if (at_layer_) break;
    layers_.tick();
  }
  expanded_.reset();
}

/// Visits the pair in `to_`.
void TwinSearch::visit(std::uint32_t parent, std::optional<std::uint64_t> move, Layer layer) {
  const bool failed = to_.before.failure || to_.now.failure;
  std::optional<std::uint32_t> number;
  if (!failed) {
    joined_ = joined(to_, merges_ ? 0 : layers_.positions() + 1);
    number = layers_.add(joined_, parent, static_cast<std::uint32_t>(move.value_or(0)), layer);
    if (!number) return;
  }
  const bool is_here = layer == Layer::same;
  if (twins_.differ(to_, is_start_ && layers_.layer() == 0 && is_here)) {
    std::optional<Candidate>& found = is_here ? at_layer_ : after_layer_;
    if (!found) found = Candidate{parent, move};
    if (!is_here) layers_.end_here();
    return;
  }
  if (!Twins::ends(to_)) layers_.push(*number, joined_, layer);
}

/// Loads into `from_` the pair of this number, whose States are in `joined_`.
void TwinSearch::unpack(std::uint32_t number) {
  const auto middle = joined_.begin() + static_cast<std::ptrdiff_t>(start_.before.state.size());
  from_.before.state.assign(joined_.begin(), middle);
  from_.now.state.assign(middle, joined_.end() - 1);
  from_.before.failure.reset();
  from_.now.failure.reset();
  if (merges_) return;
  // The past is not kept: the way is played again, or only its last step if the last pair had the same parent.
  std::vector<std::uint32_t> way = layers_.way_to(number);
  if (way.empty()) from_ = start_;
  if (way.empty()) return;
  const std::uint32_t last = way.back();
  way.pop_back();
  const auto go = [this](Pair& pair, std::uint32_t step) {
    twins_.list(pair);
    if (const auto i = twins_.find_before(step)) twins_.step(pair, *i, to_);
  };
  if (way != way_ || way.empty()) {
    parent_ = start_;
    for (const std::uint32_t step : way) {
      go(parent_, step);
      std::swap(parent_, to_);
    }
    way_ = std::move(way);
  }
  go(parent_, last);
  std::swap(from_, to_);
}

Found TwinSearch::way_to(const Candidate& candidate, bool shortest) const {
  Found result;
  for (const std::uint32_t step : layers_.way_to(candidate.parent)) result.way.push_back(step);
  if (candidate.move) result.way.push_back(*candidate.move);
  result.shortest = shortest;
  return result;
}

}  // namespace glint
