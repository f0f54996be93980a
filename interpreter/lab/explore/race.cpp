#include "interpreter/lab/explore/race.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace glint {

Race::Race(std::vector<std::size_t> candidates, std::size_t keep, std::uint64_t games)
    : left_(std::move(candidates)), keep_(std::max<std::size_t>(1, keep)) {
  for (std::size_t size = left_.size(); size > 2 * keep_; size = (size + 1) / 2) ++rounds_;
  games_each_round_ = games / static_cast<std::uint64_t>(rounds_);
  if (left_.empty()) round_ = rounds_;
}

std::uint64_t Race::games_each() const { return std::max<std::uint64_t>(1, games_each_round_ / left_.size()); }

void Race::rank(const std::vector<Loss>& losses) {
  ++round_;
  std::vector<std::size_t> order(left_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // The smaller loss first, then the one that is surely smaller, then the first candidate.
  const auto key = [&](std::size_t i) { return std::tuple(losses[i].value, losses[i].high, left_[i]); };
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  std::vector<double> highs;
  for (const Loss& loss : losses) highs.push_back(loss.high);
  std::sort(highs.begin(), highs.end());
  const double limit = keep_ <= highs.size() ? highs[keep_ - 1] : 1;
  const std::size_t stay = std::max(keep_, (left_.size() + 1) / 2);
  std::vector<std::size_t> next;
  std::vector<Gone> gone;
  for (const std::size_t i : order) {
    const bool is_sure = losses[i].low > limit;
    if (is_sure || next.size() >= stay)
      gone.push_back({left_[i], is_sure});
    else
      next.push_back(left_[i]);
  }
  gone_.insert(gone_.end(), gone.rbegin(), gone.rend());  // the worst one first
  left_ = std::move(next);
}

}  // namespace glint
