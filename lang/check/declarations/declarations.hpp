// Declarations by noun: each check adds what is declared to Rules, or reports why not. In the order of their files.
#pragma once

#include <optional>

#include "lang/check/context.hpp"

namespace glint::lang::checking {

// ---- values.cpp: players, options, types, variables, lets, effects; rules that are evaluated for all players
void check_players(Context& context);
void check_option(Context& context, Global& global);
void check_type(Context& context, Global& global);
void check_variable(Context& context, Global& global);
/// The first value of a variable, and who sees it: they may need what needs the variable.
void check_variable_start(Context& context, Global& global);
void check_let(Context& context, Global& global);
void check_effect(Context& context, Global& global);
void check_end(Context& context, const tree::Decl& decl);
/// A score or heuristic, if there is one.
std::optional<rules::PerPlayer> check_per_player(Context& context, const tree::Decl* decl);
void check_invariant(Context& context, const tree::Decl& decl);
void check_show(Context& context, const tree::Decl& decl);
void check_clock(Context& context);

// ---- board.cpp
/// The game's lattice and board; of a library, every lattice and board in it. Names directions, axes and labels.
void check_space(Context& context);

// ---- beams.cpp: what beams carry, the pieces that emit and act on them, terrain, named tables of reactions
/// What beams carry, and the named ways in which they end.
void check_beam(Context& context);
/// What others may need to know of a kind of piece: its fields, its owner and whether it emits.
void check_kind(Context& context, Global& global);
/// The rest of it: where it emits, its reactions and its look.
void check_kind_body(Context& context, Global& global);
void check_optic(Context& context, Global& global);
/// `when beam enters c in SET`, `when beam crosses x in SET`
void check_terrain(Context& context, const tree::Decl& decl);

// ---- moves.cpp: their statements, and the notation that names their runs
/// A move has its number before it is checked: `can` in others, and its own order in the script, need no more.
void reserve_move(Context& context, Global& global);
void check_move(Context& context, Global& global);
/// A name for several moves; groups in it are taken apart.
void check_group(Context& context, Global& global);
/// Reports two moves of one choice whose texts have the same words around holes of the same types.
void check_choices_differ(Context& context, const rules::Block& play);
/// separable.cpp: reports a notation by which two runs of the move can be written alike.
void check_separable(const rules::Move& move, const rules::Rules& rules, const LabelPattern& labels, Report& report);

// ---- play.cpp: the blocks that stand once in a game, and its tests
void check_setup(Context& context);
void check_play(Context& context);
void check_test(Context& context, const tree::Decl& decl);

// ---- secrets.cpp
/// Reports what reads hidden variables that it may not, and sets Rules::beams_seen_by. For rules without errors.
void check_secrets(rules::Rules& rules, Report& report);

}  // namespace glint::lang::checking
