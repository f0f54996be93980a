// The progress of a long search: `diff_play` and `check_play` report it.
#pragma once

#include <cstdint>
#include <functional>

namespace glint {

struct SearchProgress {
  std::uint64_t depth = 0, positions = 0, games = 0;
};

using OnProgress = std::function<void(const SearchProgress&)>;

}  // namespace glint
