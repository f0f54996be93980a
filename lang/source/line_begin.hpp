// Where the line begins that a place of a text is in.
#pragma once

#include <cstddef>
#include <string_view>

namespace glint::lang {

/// Where the line of the byte `at` begins; a line break belongs to the line that it ends.
inline std::size_t line_begin(std::string_view text, std::size_t at) {
  return at == 0 ? 0 : text.rfind('\n', at - 1) + 1;  // npos + 1 is 0
}

}  // namespace glint::lang
