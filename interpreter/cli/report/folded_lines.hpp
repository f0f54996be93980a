// Long lines of a plan, folded so that their operators show how they hang together.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace glint::cli {

/// Each line of more than `width` bytes goes on in lines that stand further in, before the operators that hold its largest
/// parts together: outside of brackets first, then within them. A line without such an operator stays as it is.
std::string folded_lines(std::string_view text, std::size_t width = 110);

}  // namespace glint::cli
