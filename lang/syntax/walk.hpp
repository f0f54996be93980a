// The parts of a node of the syntax tree, in the order in which the tree keeps them. For walks over trees:
//
//     struct Counter {
//       int names = 0;
//       void operator()(const tree::Expr& expr) { names += expr.kind == tree::ExprKind::name; each_part(expr, *this); }
//       template <class Node>
//       void operator()(const Node& node) { each_part(node, *this); }
//     };
//
// The visitor is called with each Expr, TypeExpr, Text, Result, Stmt, Case, Outcome and Decl directly below the node.
#pragma once

#include "lang/syntax/tree.hpp"

namespace glint::tree {

void each_of(const auto& nodes, auto&& visit) {
  for (const auto& node : nodes) visit(node);
}

void each_value(const std::vector<Arg>& args, auto&& visit) {
  for (const Arg& arg : args) each_of(arg.value, visit);
}

void each_part(const Expr& expr, auto&& visit) {
  each_of(expr.kids, visit);
  each_value(expr.args, visit);
}

void each_part(const TypeExpr& type, auto&& visit) {
  each_of(type.expr, visit);
  each_of(type.inner, visit);
}

void each_part(const Text& text, auto&& visit) {
  for (const TextPart& part : text.parts) each_of(part.hole, visit);
}

void each_part(const Result& result, auto&& visit) { each_of(result.player, visit); }

void each_part(const Stmt& stmt, auto&& visit) {
  each_of(stmt.exprs, visit);
  each_value(stmt.args, visit);
  if (stmt.message) visit(*stmt.message);
  each_of(stmt.type, visit);
  if (stmt.result) visit(*stmt.result);
  each_of(stmt.body, visit);
  each_of(stmt.other, visit);
}

void each_part(const Outcome& outcome, auto&& visit) {
  each_of(outcome.exprs, visit);
  each_value(outcome.args, visit);
  each_of(outcome.updates, visit);
}

void each_part(const Case& one, auto&& visit) {
  each_of(one.relative_to, visit);
  each_of(one.condition, visit);
  each_of(one.outcomes, visit);
}

void each_part(const FieldDecl& field, auto&& visit) {
  each_of(field.type, visit);
  each_of(field.initial, visit);
}

/// The parts of a board that no other declaration has.
void each_part(const BoardDecl& board, auto&& visit) {
  for (const CellsDecl& cells : board.cells) {
    each_of(cells.x_range, visit);
    each_of(cells.y_range, visit);
    each_of(cells.where, visit);
  }
  for (const LabelDecl& label : board.labels) {
    each_of(label.where, visit);
    visit(label.text);
  }
  each_of(board.wraps, visit);
}

/// The parts of a piece that no other declaration has.
void each_part(const PieceDecl& piece, auto&& visit) {
  if (piece.emits) {
    each_of(piece.emits->directions, visit);
    each_of(piece.emits->updates, visit);
  }
  if (piece.comes) each_of(piece.comes->cases, visit);
  if (piece.sides) visit(*piece.sides);
  each_of(piece.crosses.cases, visit);
  for (const auto& [when, look] : piece.looks) {
    visit(when);
    visit(look);
  }
  if (piece.look) visit(*piece.look);
}

void each_part(const Decl& decl, auto&& visit) {
  for (const Param& param : params_of(decl)) each_of(param.type, visit);
  if (const auto* players = decl.get_if<PlayersDecl>())
    for (const auto& [player, when] : players->when) visit(when);
  const auto* var = decl.get_if<VarDecl>();
  if (var != nullptr && var->index) visit(*var->index);
  if (const TypeExpr* type = type_of(decl)) visit(*type);
  for (const FieldDecl& field : fields_of(decl)) each_part(field, visit);
  each_of(decls_of(decl), visit);
  if (const auto* board = decl.get_if<BoardDecl>()) each_part(*board, visit);
  if (const auto* use = decl.get_if<UseBoardDecl>()) each_value(use->args, visit);
  if (const auto* test = decl.get_if<TestDecl>()) each_value(test->settings, visit);
  if (const auto* lattice = decl.get_if<LatticeDecl>(); lattice != nullptr && lattice->drawn_at) {
    visit(lattice->drawn_at->first);
    visit(lattice->drawn_at->second);
  }
  if (const Expr* expr = expr_of(decl)) visit(*expr);
  if (const Expr* seen = seen_of(decl)) visit(*seen);
  if (const auto* show = decl.get_if<ShowDecl>()) {
    if (show->each) visit(show->each->second);
    if (show->beams) visit(*show->beams);
    if (show->piece) visit(*show->piece);
  }
  if (const auto* ground = decl.get_if<GroundDecl>()) {
    visit(ground->cells);
    if (ground->owner) visit(*ground->owner);
  }
  if (const auto* piece = decl.get_if<PieceDecl>()) return each_part(*piece, visit);
  each_of(cases_of(decl), visit);
  each_of(body_of(decl), visit);
  if (const Text* text = text_of(decl)) visit(*text);
  if (const auto* end = decl.get_if<EndDecl>()) visit(end->result);
  if (const auto* clock = decl.get_if<ClockDecl>(); clock != nullptr && clock->out) visit(*clock->out);
}

}  // namespace glint::tree
