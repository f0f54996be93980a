// Moves: their statements, the notation that names their runs, and whether a text can name two.
#pragma once

#include "lang/check/context.hpp"

namespace glint::lang::checking {

/// A move has its number before it is checked: `can` in others, and its own order in the script, need no more.
void reserve_move(Context& context, const std::string& name, Global& global);
void check_move(Context& context, const std::string& name, Global& global);
/// A name for several moves; groups in it are taken apart.
void check_group(Context& context, Global& global);
/// Reports two moves of one choice whose texts have the same words around holes of the same types.
void check_choices_differ(Context& context, const rules::Block& play);

/// Reports a notation by which two runs of the move can be written alike.
void check_separable(const rules::Move& move, const rules::Rules& rules, const LabelPattern& labels, Report& report);

}  // namespace glint::lang::checking
