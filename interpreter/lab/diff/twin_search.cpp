#include "interpreter/lab/diff/twin_search.hpp"

#include <algorithm>
#include <utility>

namespace glint {

namespace {

constexpr std::uint64_t kWaitingBytes = 1'000'000'000;
constexpr std::uint64_t kMostPositions = 2'000'000'000;
/// Behind draws a layer is made whole, as far as this many times the limit goes.
constexpr std::uint64_t kDrawsToo = 2;

std::vector<Word> joined(const Pair& pair, std::uint64_t counter) {
  std::vector<Word> all = pair.before.state;
  all.insert(all.end(), pair.now.state.begin(), pair.now.state.end());
  all.push_back(counter);
  return all;
}

}  // namespace

TwinSearch::TwinSearch(Twins& twins, Pair start, bool is_start, const Limits& limits)
    : twins_(twins),
      start_(std::move(start)),
      is_start_(is_start),
      limits_(limits),
      work_before_(twins.work()),
      merges_(!twins.uses_seen()),
      seen_(std::min(kDrawsToo * std::min(limits.positions, kMostPositions), kMostPositions)),
      here_(joined(start_, 0), kWaitingBytes),
      next_(joined(start_, 0), kWaitingBytes),
      from_(start_),
      to_(start_) {}

std::optional<Found> TwinSearch::run() {
  // The start is what no move leads to; its own number is 0.
  meet(0, std::nullopt, true);
  if (at_layer_) return found({0, std::nullopt}, true);
  while (true) {
    only_lists_ = only_lists_ || layer_ >= limits_.depth;
    while (!here_.empty()) {
      if (!has_work()) is_whole_ = false;
      if (!has_work()) break;
      take_apart(here_.pop(joined_));
      go_on();
      if (at_layer_) return found(*at_layer_, !depth_ ? layer_ == 0 : *depth_ + 1 >= layer_);
    }
    if (is_whole_) depth_ = layer_;
    if (behind_layer_) return found(*behind_layer_, is_whole_);
    complete_ = is_whole_ && next_is_whole_ && next_.empty();
    if (complete_ && is_next_met_) depth_ = layer_ + 1;  // where all lines end
    is_next_met_ = false;
    // A layer that was not gone through whole says nothing of what is behind it.
    if (!is_whole_ || !has_work() || next_.empty() || layer_ >= limits_.depth) return std::nullopt;
    std::swap(here_, next_);
    is_whole_ = std::exchange(next_is_whole_, true);
    ++layer_;
  }
}

/// What may be done in `from_`, whose number is `counter_`, and what comes of it.
void TwinSearch::go_on() {
  const auto number = static_cast<std::uint32_t>(counter_);
  const bool draws = Twins::at_draw(from_);
  if (twins_.list(from_) != 0) {
    at_layer_ = Candidate{number, std::nullopt};
    return;
  }
  if (twins_.is_too_much() || twins_.both() > UINT32_MAX) {
    is_whole_ = false;
    return;
  }
  if (!draws && (only_lists_ || behind_layer_)) {
    next_is_whole_ = next_is_whole_ && twins_.both() == 0;
    return;
  }
  for (std::uint64_t i = 0; i < twins_.both(); ++i) {
    if (!has_work()) {
      (draws ? is_whole_ : next_is_whole_) = false;
      return;
    }
    if (!draws && (only_lists_ || behind_layer_)) {
      next_is_whole_ = false;
      return;
    }
    twins_.step(from_, i, to_);
    is_next_met_ = is_next_met_ || !draws;
    meet(number, twins_.number_before(i), draws);
    if (at_layer_) return;
    if ((++steps_ & 0xFFF) == 0) report();
  }
}

/// The pair in `to_`.
void TwinSearch::meet(std::uint32_t parent, std::optional<std::uint64_t> move, bool behind_draw) {
  const bool failed = to_.before.failure || to_.now.failure;
  std::uint32_t number = 0;
  if (!failed) {
    if (!behind_draw && seen_.size() >= limits_.positions) {
      only_lists_ = true;
      next_is_whole_ = false;
      return;
    }
    joined_ = joined(to_, merges_ ? 0 : seen_.size() + 1);
    switch (seen_.add(joined_, parent, static_cast<std::uint32_t>(move.value_or(0)))) {
      case SeenPositions::Added::before:
        return;
      case SeenPositions::Added::full:
        (behind_draw ? is_whole_ : next_is_whole_) = false;
        only_lists_ = true;
        return;
      case SeenPositions::Added::now:
        break;
    }
    number = seen_.size() - 1;
  }
  const bool of_start = is_start_ && layer_ == 0 && behind_draw;
  if (twins_.look(to_, of_start) != 0) {
    std::optional<Candidate>& found = behind_draw ? at_layer_ : behind_layer_;
    if (!found) found = Candidate{parent, move};
    return;
  }
  if (Twins::ends(to_)) return;
  PackedQueue& queue = behind_draw ? here_ : next_;
  if (!queue.push(number, joined_)) {
    (behind_draw ? is_whole_ : next_is_whole_) = false;
    only_lists_ = true;
  }
}

/// The pair of this number, whose States are in `joined_`, to `from_`.
void TwinSearch::take_apart(std::uint32_t number) {
  counter_ = number;
  const auto middle = joined_.begin() + static_cast<std::ptrdiff_t>(start_.before.state.size());
  from_.before.state.assign(joined_.begin(), middle);
  from_.now.state.assign(middle, joined_.end() - 1);
  from_.before.failure.reset();
  from_.now.failure.reset();
  if (merges_) return;
  // The past is found by going there again; from where the last one was, if they have that in common.
  std::vector<std::uint32_t> way = seen_.way_to(number);
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

void TwinSearch::report() {
  if (progress_) progress_(layer_, seen_.size());
}

Found TwinSearch::found(const Candidate& candidate, bool shortest) const {
  Found result;
  for (const std::uint32_t step : seen_.way_to(candidate.parent)) result.way.push_back(step);
  if (candidate.move) result.way.push_back(*candidate.move);
  result.shortest = shortest;
  return result;
}

}  // namespace glint
