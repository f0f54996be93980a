// Walks over checked rules: the expressions that a part of a game holds, in the order in which they are written.
//
// `for_each_expr(part, visit)` calls `visit` on the whole expressions of a part, and on none inside another;
// `walk(part, visit)` calls it on these and on everything in them, an expression before its kids. Both leave the bodies
// of called lets, effects, moves and named optics alone. A pass that asks "which expressions are there" starts here, so
// that a new member of Stmt, Kind or Outcome is added to one list.
#pragma once

#include <algorithm>

#include "lang/rules/rules.hpp"

namespace glint::rules {

void for_each_expr(const Expr& expr, auto&& visit) { visit(expr); }

void for_each_expr(const Text& text, auto&& visit) {
  for (const TextPart& part : text.parts)
    if (part.hole) visit(*part.hole);
}

/// Every statement of a block, and of the blocks in it, in the order in which they are written.
void for_each_stmt(const Block& block, auto&& visit) {
  for (const Stmt& stmt : block) {
    visit(stmt);
    for_each_stmt(stmt.body, visit);
    for_each_stmt(stmt.other, visit);
  }
}

/// Every whole expression of the statement itself, without its blocks.
void for_each_own_expr(const Stmt& stmt, auto&& visit) {
  for (const Expr& expr : stmt.exprs) visit(expr);
  for (const Expr& expr : stmt.inits) visit(expr);
  for_each_expr(stmt.message, visit);
  if (stmt.result && stmt.result->player) visit(*stmt.result->player);
}

void for_each_expr(const Stmt& stmt, auto&& visit) {
  for_each_own_expr(stmt, visit);
  for (const Stmt& inner : stmt.body) for_each_expr(inner, visit);
  for (const Stmt& inner : stmt.other) for_each_expr(inner, visit);
}

void for_each_expr(const Block& block, auto&& visit) {
  for (const Stmt& stmt : block) for_each_expr(stmt, visit);
}

void for_each_expr(const std::vector<PayloadUpdate>& updates, auto&& visit) {
  for (const PayloadUpdate& update : updates) visit(update.value);
}

void for_each_expr(const Case& one, auto&& visit) {
  if (one.relative_to) visit(*one.relative_to);
  if (one.condition) visit(*one.condition);
  for (const Outcome& outcome : one.outcomes) {
    for (const Expr& expr : outcome.exprs) visit(expr);
    for_each_expr(outcome.updates, visit);
  }
}

void for_each_expr(const Optic& optic, auto&& visit) {
  for (const Case& one : optic.cases) for_each_expr(one, visit);
}

/// Calls `visit` on every expression in a part: an expression, text, statement, block, optic.
void walk(const auto& part, auto&& visit) {
  for_each_expr(part, [&](const Expr& expr) {
    visit(expr);
    for (const Expr& kid : expr.kids) walk(kid, visit);
  });
}

/// Everything that decides where beams go and what they carry: emissions, acting sides, terrain and all optics.
void for_each_beam_expr(const Rules& rules, auto&& visit) {
  for (const Kind& kind : rules.kinds) {
    if (kind.emits) visit(kind.emits_directions);
    for_each_expr(kind.emits_updates, visit);
    if (kind.sides) visit(*kind.sides);
  }
  for (const Terrain& terrain : rules.beams.terrain) visit(terrain.where);
  for (const Optic& optic : rules.beams.optics) for_each_expr(optic, visit);
}

/// Everything that is evaluated during play, except for beams, pictures and tests.
void for_each_play_expr(const Rules& rules, auto&& visit) {
  for (const Let& let : rules.lets) visit(let.body);
  for (const Effect& effect : rules.effects) for_each_expr(effect.body, visit);
  for (const Move& move : rules.moves) for_each_expr(move.body, visit);
  for_each_expr(rules.play.body, visit);
  for (const EndRule& rule : rules.judging.ends) visit(rule.when);
  for (const Invariant& invariant : rules.invariants) visit(invariant.condition);
  if (rules.judging.score) visit(rules.judging.score->value);
  if (rules.judging.heuristic) visit(rules.judging.heuristic->value);
}

/// Everything else that may call a let: pictures, the clock, tests, and values known before play, such as looks and the
/// board. First values and `setup` are left out.
void for_each_other_expr(const Rules& rules, auto&& visit) {
  const auto one = [&](const std::optional<Expr>& expr) {
    if (expr) visit(*expr);
  };
  for (const Show& show : rules.pictures.shows) {
    one(show.when);
    for_each_expr(show.text, visit);
    if (show.piece) for_each_expr(*show.piece, visit);
    one(show.beams);
  }
  for (const Ground& ground : rules.pictures.grounds) {
    one(ground.when);
    visit(ground.cells);
    for_each_expr(ground.name, visit);
    one(ground.owner);
  }
  if (rules.judging.clock) one(rules.judging.clock->when);
  for (const Test& test : rules.tests) for_each_expr(test.body, visit);
  for (const Kind& kind : rules.kinds) {
    for (const auto& [when, look] : kind.looks) {
      visit(when);
      for_each_expr(look, visit);
    }
    for_each_expr(kind.look, visit);
    one(kind.owner_from);
  }
  for (const Variable& variable : rules.variables) one(variable.seen_by);
  for (const Expr& argument : rules.board.arguments) visit(argument);
  for (const auto& [local, value] : rules.board.lets) visit(value);
  for (const Cells& cells : rules.board.cells) {
    for (const Expr* bound : {&cells.x_lo, &cells.x_hi, &cells.y_lo, &cells.y_hi}) visit(*bound);
    one(cells.where);
  }
  for (const Label& label : rules.board.labels) {
    one(label.where);
    for_each_expr(label.text, visit);
  }
}

// Does play reach a choice? The checker asks this for any options, and the builder for one setting of them.

/// True if every path through the block reaches a `choose`, or ends the game. A loop without either might never end.
/// `has_some(over)`: a `for` over this has at least one round.
bool passes_choice(const Block& block, const auto& has_some) {
  return std::any_of(block.begin(), block.end(), [&](const Stmt& stmt) {
    switch (stmt.kind) {
      case StmtKind::choose:
        return !stmt.has_else || passes_choice(stmt.other, has_some);
      case StmtKind::together:  // with an `else`, perhaps nobody chooses
        return !stmt.has_else;
      case StmtKind::end:
        return stmt.exprs.empty();
      case StmtKind::turn:
        return passes_choice(stmt.body, has_some);
      case StmtKind::if_:
        return passes_choice(stmt.body, has_some) && passes_choice(stmt.other, has_some);
      // A `repeat` without `until` was checked to reach a choice; one with `until` may not be entered.
      case StmtKind::repeat:
        return stmt.exprs.empty();
      case StmtKind::for_:
        return stmt.exprs.size() == 1 && has_some(stmt.exprs[0]) && passes_choice(stmt.body, has_some);
      default:
        return false;
    }
  });
}

}  // namespace glint::rules
