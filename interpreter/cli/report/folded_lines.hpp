// Breaks the long lines of a plan at their operators.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace glint::cli {

/// Breaks each line of more than `width` bytes before the operators that join its largest parts: those outside of
/// brackets first, then those within them. What follows is indented. A line without such an operator stays as it is.
std::string folded_lines(std::string_view text, std::size_t width = 110);

}  // namespace glint::cli
