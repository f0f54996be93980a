// The fate of a beam where something acts on it, in words: rule sheets, captions of pictures, explanations of light and
// sentences about mutations say the same.
#pragma once

#include <cstdint>
#include <string>

#include "lang/syntax/terms.hpp"

namespace glint::lang {

/// "from behind"; empty for `any`.
std::string words_of(CaseFrom from);
/// "goes straight on", "leaves toward north". `what`: the end, the axis, the number of notches, toward where, from which
/// cell and toward where, or the optic, as the speaker says it. An end may be left out.
std::string words_of(Way way, const std::string& what = {});
/// A turn by this number of notches clockwise, of as many as there are directions: "turns left by 2 notches".
std::string words_of_turn(std::int64_t notches, std::int64_t directions);
/// A turn the shorter way round: 3 notches of 4 are -1.
constexpr std::int64_t shorter_turn(std::int64_t notches, std::int64_t directions) {
  const std::int64_t right = (notches % directions + directions) % directions;
  return 2 * right > directions ? right - directions : right;
}

}  // namespace glint::lang
