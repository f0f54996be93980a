// Declarations that hold values: players, options, types, variables, lets and effects; and the rules that are evaluated
// for all players: ends, scores, invariants, what pictures show, the clock. Each adds what it declares to Rules, or
// reports why not.
#pragma once

#include "lang/check/context.hpp"

namespace glint::lang::checking {

void check_players(Context& context);
void check_option(Context& context, const std::string& name, Global& global);
void check_type(Context& context, const std::string& name, Global& global);
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

}  // namespace glint::lang::checking
