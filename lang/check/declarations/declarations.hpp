// The checks of declarations, by file. Each adds its declaration to Rules, or reports an error.
#pragma once

#include <optional>

#include "lang/check/context.hpp"

namespace glint::lang::checking {

class Body;

// ---- values.cpp: players, options, types, variables, lets, effects; rules that are evaluated for all players
void check_players(Context& context);
/// Checks with which options each player plays; call it after the options.
void check_who_plays(Context& context);
void check_option(Context& context, Global& global);
/// The number of an option's given value; nothing, and an error, if it has no such value. `declared`: where.
std::optional<std::int64_t> value_for(Context& context, Body& body, rules::Expr value, const rules::Option& option,
                                      const Label& declared);
void check_type(Context& context, Global& global);
void check_variable(Context& context, Global& global);
/// Checks a variable's first value, and who sees it. This comes later: both may read users of the variable.
void check_variable_start(Context& context, Global& global);
void check_let(Context& context, Global& global);
void check_effect(Context& context, Global& global);
void check_end(Context& context, const tree::Decl& decl);
/// A score or heuristic, if there is one.
std::optional<rules::PerPlayer> check_per_player(Context& context, const tree::Decl* decl);
void check_invariant(Context& context, const tree::Decl& decl);
void check_clock(Context& context);

// ---- shown.cpp: what pictures show besides pieces
void check_show(Context& context, const tree::Decl& decl);
/// `show cells S "pond" as "~" in blue`, `show edges S "fence"`
void check_ground(Context& context, const tree::Decl& decl);
/// The names of `show beams` must follow beams. Without a name, pictures show the beams that a plain `let` follows from
/// one place. Beams of a fold are mostly tests of possibilities, and not part of the game.
void check_shown_beams(Context& context);

// ---- board.cpp
/// The game's lattice and board; of a library, every lattice and board in it. Names directions, axes and labels.
void check_space(Context& context);

// ---- beams.cpp: what beams carry, the pieces that emit and act on them, terrain, named tables of reactions
/// The payload of beams, and the named ways in which they end.
void check_beam(Context& context);
/// Checks the parts of a kind that others may need: its fields, its owner and whether it emits.
void check_kind(Context& context, Global& global);
/// Checks the rest of the kind: where it emits, its reactions and its look.
void check_kind_body(Context& context, Global& global);
void check_optic(Context& context, Global& global);
/// `when beam enters c in SET`, `when beam crosses x in SET`
void check_terrain(Context& context, const tree::Decl& decl);

// ---- moves.cpp: their statements, and the notation that names their runs
/// Gives a move its number before it is checked: `can` in other moves needs only that, and moves are numbered in the
/// order of the script.
void reserve_move(Context& context, Global& global);
/// Finds the `after` blocks that add lines to each move. Call it before moves are checked.
void find_afters(Context& context);
void check_move(Context& context, Global& global);
/// The move or group of this name; null after a report.
const Global* find_move(Context& context, const tree::Name& name);
/// Checks which moves each `after` names, once all moves are checked with the lines that it adds to them.
void check_afters(Context& context);
/// A name for several moves; groups in it are replaced by their moves.
void check_group(Context& context, Global& global);
/// Reports two moves of one choice with the same words around holes of the same types.
void check_choices_differ(Context& context, const rules::Block& play);
/// separable.cpp: reports a notation by which two runs of the move can have the same text.
void check_separable(const rules::Move& move, const rules::Rules& rules, const LabelPattern& labels, Report& report,
                     Work& work);

// ---- play.cpp: the blocks that stand once in a game, and its tests
void check_setup(Context& context);
void check_play(Context& context);
void check_test(Context& context, const tree::Decl& decl);
/// Adds a test that only names the value of the expression; false if that is wrong.
bool check_asked(Context& context, const tree::Expr& asked);

// ---- secrets.cpp
/// Reports rules that read hidden variables but must not, and sets BeamRules::seen_by. Only for rules without errors.
void check_secrets(rules::Rules& rules, Report& report, Work& work);

}  // namespace glint::lang::checking
