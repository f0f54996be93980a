// A drawn board in a script, """ ... """, which moves with the lines around it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace glint::lang::formatting {

/// The drawing with its rows moved together, so that what is furthest left begins `indent` columns from the left, and
/// the closing quotes, where they are on a line of their own, two columns before. One with tabs stays as it is.
std::string moved_drawing(std::string_view drawing, std::size_t indent);

}  // namespace glint::lang::formatting
