#include "interpreter/lab/diff/line_shortening.hpp"

#include <algorithm>

namespace glint {
namespace {

/// Up to this many consecutive steps of a line may begin anywhere when they are left out together.
constexpr std::size_t kTogether = 4;
/// The farthest from the end of a line that another end is searched.
constexpr std::size_t kMostBack = 10;
/// The share of all work that one search may do.
constexpr std::uint64_t kSearches = 20;
/// What a step of a line takes, in microseconds.
constexpr std::uint64_t kEachStep = 10;

}  // namespace

LineShortening::LineShortening(Twins& twins, const Pair& start, std::vector<std::string> line, std::uint64_t work)
    : twins_(twins), start_(start), work_(work), last_work_(twins.work() + work), line_(std::move(line)) {
  begin_parts();
}

std::uint64_t LineShortening::effort() const { return twins_.work() + kEachStep * played_; }

bool LineShortening::advance(std::uint64_t until) {
  played_ = 0;
  while (stage_ != Stage::done && effort() < until) {
    switch (stage_) {
      case Stage::parts:
        leave_out_part();
        break;
      case Stage::end:
        if (!search_end(until)) stage_ = Stage::done;
        break;
      case Stage::done:
        break;
    }
  }
  return stage_ != Stage::done;
}

/// The number of steps after which play differs; nothing if it does not, or if a step cannot be taken.
std::optional<std::size_t> LineShortening::differs_after(const std::vector<std::string>& steps) {
  TwinLine both(twins_, start_);
  for (std::size_t i = 0; i <= steps.size(); ++i, ++played_) {
    if (i > 0 && !both.play(steps[i - 1])) return std::nullopt;
    const Pair pair = both.pair();
    if (i > 0 && twins_.differ(pair, false)) return i;
    if (Twins::ends(pair)) return std::nullopt;
    if (twins_.list(pair)) return i;
  }
  return std::nullopt;
}

bool LineShortening::take(const std::vector<std::string>& shorter) {
  const auto end = differs_after(shorter);
  if (!end) return false;
  line_.assign(shorter.begin(), shorter.begin() + static_cast<std::ptrdiff_t>(*end));
  return true;
}

// ---- parts

void LineShortening::begin_parts() {
  begin_round();
  size_ = std::max(line_.size() / 2, kTogether);
}

void LineShortening::begin_round() {
  stage_ = Stage::parts;
  size_ = kTogether;
  at_ = 0;
  is_shorter_ = false;
}

/// Tries one part, or goes on to the next size.
void LineShortening::leave_out_part() {
  if (at_ + size_ <= line_.size() && has_work()) {
    std::vector<std::string> shorter(line_.begin(), line_.begin() + static_cast<std::ptrdiff_t>(at_));
    shorter.insert(shorter.end(), line_.begin() + static_cast<std::ptrdiff_t>(at_ + size_), line_.end());
    if (!take(shorter))
      at_ += size_ <= kTogether ? 1 : size_;
    else if (size_ <= kTogether)
      is_shorter_ = true;
    return;
  }
  at_ = 0;
  if (size_ > kTogether) {
    size_ = std::max(size_ / 2, kTogether);
  } else if (size_ > 1) {
    --size_;
  } else if (is_shorter_) {
    begin_round();
  } else {
    stage_ = Stage::end;
    back_ = 2;
  }
}

// ---- another end

/// Searches for a shorter end of the line, from the position `back_` steps before its end. False: no more is searched.
bool LineShortening::search_end(std::uint64_t until) {
  if (!search_) {
    if (back_ > line_.size() || back_ > kMostBack || !has_work()) return false;
    const auto kept = line_.end() - static_cast<std::ptrdiff_t>(back_);
    beginning_.emplace(twins_, start_, std::vector<std::string>(line_.begin(), kept));
    played_ += line_.size() - back_;
    const Pair from = beginning_->pair();
    if (Twins::ends(from)) {
      ++back_;
      return true;
    }
    const std::uint64_t most = work_ / kSearches;
    search_.emplace(twins_, from, false, SearchLimits{back_ - 1, most / 4, most});
  }
  if (search_->advance(until)) return true;
  if (take_end())
    begin_parts();
  else
    ++back_;
  search_.reset();
  return true;
}

bool LineShortening::take_end() {
  const auto& found = search_->found();
  if (!found || found->way.size() >= back_) return false;
  std::vector<std::string> shorter(line_.begin(), line_.end() - static_cast<std::ptrdiff_t>(back_));
  for (const std::uint64_t number : found->way) {
    const auto text = beginning_->text_of(number);
    if (!text || !beginning_->play(*text)) return false;
    shorter.push_back(*text);
  }
  line_ = std::move(shorter);
  return true;
}

}  // namespace glint
