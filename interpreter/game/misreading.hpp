// Why a text is no move, or not a legal one.
#pragma once

#include <string_view>
#include <vector>

#include "interpreter/game/errors.hpp"

namespace glint {

/// The text is this move, but the run was refused with `error`: that, as a player reads it.
Error refusal(const Program& program, int move, std::string_view text, Error error);
/// The text is none of these moves: it is another one, or which word of it is wrong ("`c9` is no cell of this board").
Error misread(const Program& program, const std::vector<int>& moves, int mover, std::string_view text);

}  // namespace glint
