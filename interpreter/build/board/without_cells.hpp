// Why a board has no cells: an empty range, or the condition that is true nowhere.
#pragma once

#include "interpreter/build/board/constants.hpp"
#include "lang/rules/rules.hpp"

namespace glint {

/// Reports (G0503) why this board, of which every coordinate was tried in vain, has no cells. The locals of the board's
/// formula, but for x and y, must be set in `constants`.
[[noreturn]] void fail_without_cells(const rules::Rules& rules, Constants& constants);

}  // namespace glint
