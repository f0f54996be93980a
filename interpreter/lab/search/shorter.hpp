// A line without the steps that it does not need, for searches that have found a long one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace glint {

/// Removes parts of a line: halves, quarters and so on, then four, three, two steps or one at any place, until nothing
/// more can be removed. `take` gets a shorter line: if it is good enough, `take` replaces `line` by it, or by a part of
/// it, and returns true. `has_work`: the search ends when it returns false. `from_end`: the last parts are tried first.
template <class Step>
void leave_out(std::vector<Step>& line, bool from_end, auto&& take, auto&& has_work) {
  constexpr std::size_t kTogether = 4;
  bool is_shorter = false;
  const auto parts = [&](std::size_t size) {
    const std::size_t step = size <= kTogether ? 1 : size;
    for (std::size_t end = from_end ? line.size() : size; end >= size && end <= line.size() && has_work();) {
      std::vector<Step> shorter = line;
      const auto last = shorter.begin() + static_cast<std::ptrdiff_t>(end);
      shorter.erase(last - static_cast<std::ptrdiff_t>(size), last);
      const bool is_taken = take(std::move(shorter));
      is_shorter = is_shorter || is_taken;
      end = from_end ? std::min(end - step, line.size()) : is_taken ? end : end + step;
    }
  };
  for (std::size_t size = line.size() / 2; size > kTogether; size /= 2) parts(size);
  do {
    is_shorter = false;
    for (std::size_t size = kTogether; size >= 1; --size) parts(size);
  } while (is_shorter);
}

}  // namespace glint
