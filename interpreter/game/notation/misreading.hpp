// Explains why a text is not a move, or not a legal one.
#pragma once

#include <string_view>
#include <vector>

#include "interpreter/game/loading/errors.hpp"

namespace glint {

/// The error for a text that is this move, but was refused with `error`: in words for a player.
Error refusal(const Program& program, int move, std::string_view text, Error error);
/// The error for a text that fits none of these moves: it may be a move that cannot be chosen now, or a word of it may
/// be wrong, as in "`c9` is not a cell of this board".
Error misread(const Program& program, const std::vector<int>& moves, int mover, std::string_view text);

}  // namespace glint
