#include "interpreter/lab/search/layers.hpp"

#include <utility>

namespace glint {

namespace {

constexpr std::uint64_t kWaitingBytes = 1'000'000'000;  // of each layer

}  // namespace

Layers::Layers(const SearchLimits& limits, std::uint64_t most, const std::vector<Word>& origin, OnProgress progress)
    : limits_(limits),
      progress_(std::move(progress)),
      seen_(most),
      here_(origin, kWaitingBytes),
      next_(origin, kWaitingBytes),
      is_full_(limits.depth == 0) {}

std::optional<std::uint32_t> Layers::next(std::vector<Word>& state, bool has_work) {
  if (here_.empty() || !has_work) {
    is_whole_ = is_whole_ && here_.empty();
    if (is_whole_) depth_ = layer_;
    if (ends_here_) return std::nullopt;
    complete_ = is_whole_ && next_is_whole_ && next_.empty();
    if (!is_whole_ || !has_work || next_.empty() || layer_ >= limits_.depth) return std::nullopt;
    std::swap(here_, next_);
    is_whole_ = std::exchange(next_is_whole_, true);
    ++layer_;
    is_full_ = is_full_ || layer_ >= limits_.depth;
  }
  return here_.pop(state);
}

std::optional<std::uint32_t> Layers::add(const std::vector<Word>& state, std::uint32_t parent, std::uint32_t step,
                                         Layer layer) {
  using Added = SeenPositions::Added;
  const bool has_room = layer == Layer::same || seen_.size() < limits_.positions;
  const Added added = has_room ? seen_.add(state, parent, step) : Added::full;
  if (added == Added::now) return seen_.size() - 1;
  if (added == Added::before) return std::nullopt;
  leave_out(layer);
  is_full_ = true;
  return std::nullopt;
}

void Layers::push(std::uint32_t number, const std::vector<Word>& state, Layer layer) {
  if ((layer == Layer::same ? here_ : next_).push(number, state)) return;
  leave_out(layer);
  is_full_ = true;
}

void Layers::tick() {
  if (progress_ && (++steps_ & 0xFF) == 0) progress_({layer_, seen_.size(), 0});
}

}  // namespace glint
