// Explains why a text is not a move, or not a legal one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "glint/glint.hpp"
#include "interpreter/game/loading/errors.hpp"

namespace glint {

/// The error for a text that is this move, but was refused with `error`: in words for a player.
Error refusal(const Program& program, int move, std::string_view text, Error error);
/// The error for a text that fits none of these moves: it may be a move that cannot be chosen now, or a word of it may
/// be wrong, as in "`c9` is not a cell of this board".
Error misread(const Program& program, const std::vector<int>& moves, int mover, std::string_view text);

// Advice for somebody whose move was refused.

/// "legal here are `a2`, `b1` and 4 more": the moves of the position whose beginning is most like the refused text.
/// Without examples if there are more than 2,000 moves; empty if there is none, if a rule fails while they are listed,
/// or in a game with secrets, where a list could tell too much.
std::string legal_instead(const Position& position, std::string_view refused);

}  // namespace glint
