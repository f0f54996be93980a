// Advice for somebody whose move was refused.
#pragma once

#include <string>
#include <string_view>

#include "glint/glint.hpp"

namespace glint {

/// "legal here are `a2`, `b1` and 4 more": the moves of the position whose beginning is most like the refused text.
/// Without examples if there are more than 2,000 moves; empty if there is none, if a rule fails while they are listed,
/// or in a game with secrets, where a list could tell too much.
std::string legal_instead(const Position& position, std::string_view refused);

}  // namespace glint
