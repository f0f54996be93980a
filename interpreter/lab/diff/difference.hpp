// What is said of two positions that differ.
#pragma once

#include <string>
#include <vector>

#include "interpreter/lab/diff/twin_line.hpp"

namespace glint {

/// Of where this line leads both games. `text` may be missing.
Difference difference_after(const Twins& twins, const Pair& start, const std::vector<std::string>& line,
                            const TextDiff* text);

/// The lines of both scripts that had to do with it: those that ran in the last step of the line, or when the moves
/// behind it were listed, and that were changed, or speak of an option that is set differently; where there are none,
/// those that ran in one game alone.
std::vector<RuleLine> rules_of(const Twins& twins, const Pair& start, const std::vector<std::string>& line,
                               const TextDiff& text, bool light);

}  // namespace glint
