// The common elements of two lists, by the library dtl: the O(NP) comparison of Wu, Manber, Myers and Miller (1990).
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <dtl/dtl.hpp>

namespace glint::lang {

/// A longest common subsequence of two lists, as pairs of indices in ascending order. If the lists' sizes multiply to more
/// than 4,000,000, they are not compared and the result is empty.
template <typename T>
std::vector<std::pair<std::size_t, std::size_t>> common(const std::vector<T>& a, const std::vector<T>& b) {
  constexpr std::size_t kMost = 4'000'000;
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  if (a.empty() || b.size() > kMost / a.size()) return pairs;
  dtl::Diff<T> diff(a, b);
  diff.compose();
  for (const auto& [element, where] : diff.getSes().getSequence())
    if (where.type == dtl::SES_COMMON)
      pairs.emplace_back(static_cast<std::size_t>(where.beforeIdx) - 1, static_cast<std::size_t>(where.afterIdx) - 1);
  return pairs;
}

}  // namespace glint::lang
