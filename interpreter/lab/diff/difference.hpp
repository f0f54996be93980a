// Describes how two positions differ.
#pragma once

#include <string>
#include <vector>

#include "interpreter/lab/diff/twin_line.hpp"

namespace glint {

/// How the positions differ to which this line leads. `text`: what changed in the scripts, if known.
Difference difference_after(const Twins& twins, const Pair& start, const std::vector<std::string>& line,
                            const TextDiff* text);

/// The lines of both scripts that may cause the difference: lines that ran in the last step, or when the moves after it
/// were listed, and that were changed or mention an option with another value. If there are none: lines that ran in
/// only one of the games.
std::vector<RuleLine> rules_of(const Twins& twins, const Pair& start, const std::vector<std::string>& line,
                               const TextDiff& text, bool light);

}  // namespace glint
