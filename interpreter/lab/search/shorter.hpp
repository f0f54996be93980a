// A line without what it does not need, for searches that have found a long one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace glint {

/// Leaves parts out of a line: halves, quarters and so on, then four, three, two steps or one at any place, again until
/// nothing more can go. `take` gets a shorter line: if it will do, it puts it in the place of `line`, or a part of it,
/// and answers true. `has_work`: false ends it.
template <class Step>
void leave_out(std::vector<Step>& line, auto&& take, auto&& has_work) {
  constexpr std::size_t kTogether = 4;
  bool is_shorter = false;
  const auto parts = [&](std::size_t size) {
    for (std::size_t end = line.size(); end >= size && has_work();) {
      std::vector<Step> shorter = line;
      const auto last = shorter.begin() + static_cast<std::ptrdiff_t>(end);
      shorter.erase(last - static_cast<std::ptrdiff_t>(size), last);
      is_shorter = take(std::move(shorter)) || is_shorter;
      end = std::min(end - (size <= kTogether ? 1 : size), line.size());
    }
  };
  for (std::size_t size = line.size() / 2; size > kTogether; size /= 2) parts(size);
  do {
    is_shorter = false;
    for (std::size_t size = kTogether; size >= 1; --size) parts(size);
  } while (is_shorter);
}

}  // namespace glint
