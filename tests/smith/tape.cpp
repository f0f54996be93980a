#include "tests/smith/tape.hpp"

#include <algorithm>

namespace glint::smith {

Tape::Choices shrink(Tape::Choices choices, const std::function<bool(const Tape::Choices&)>& fails, int tries) {
  const auto keeps = [&](Tape::Choices smaller) {
    if (tries-- <= 0 || !fails(smaller)) return false;
    choices = std::move(smaller);
    return true;
  };
  for (bool better = true; better && tries > 0;) {
    better = false;
    for (std::size_t span = std::max<std::size_t>(choices.size() / 2, 1); span > 0; span /= 2)
      for (std::size_t end = choices.size(); end >= span && tries > 0;) {
        Tape::Choices smaller = choices;
        const auto to = smaller.begin() + static_cast<std::ptrdiff_t>(end);
        smaller.erase(to - static_cast<std::ptrdiff_t>(span), to);
        if (keeps(std::move(smaller))) {
          better = true;
          end = std::min(end, choices.size());
        } else {
          end -= std::min(end, span);
        }
      }
    for (std::size_t i = 0; i < choices.size() && tries > 0; ++i)
      for (const std::uint32_t lower : {0u, choices[i] / 2, choices[i] - 1}) {
        if (i >= choices.size() || lower >= choices[i]) continue;
        Tape::Choices smaller = choices;
        smaller[i] = lower;
        if (keeps(std::move(smaller))) {
          better = true;
          break;
        }
      }
  }
  return choices;
}

}  // namespace glint::smith
