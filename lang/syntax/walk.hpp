// The parts of a node of the syntax tree, in the order in which the tree keeps them. For whatever walks over a tree:
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

template <class Nodes, class Visit>
void each_of(const Nodes& nodes, Visit&& visit) {
  for (const auto& node : nodes) visit(node);
}

template <class Visit>
void each_value(const std::vector<Arg>& args, Visit&& visit) {
  for (const Arg& arg : args) each_of(arg.value, visit);
}

template <class Visit>
void each_part(const Expr& expr, Visit&& visit) {
  each_of(expr.kids, visit);
  each_value(expr.args, visit);
}

template <class Visit>
void each_part(const TypeExpr& type, Visit&& visit) {
  each_of(type.expr, visit);
  each_of(type.inner, visit);
}

template <class Visit>
void each_part(const Text& text, Visit&& visit) {
  for (const TextPart& part : text.parts) each_of(part.hole, visit);
}

template <class Visit>
void each_part(const Result& result, Visit&& visit) {
  each_of(result.player, visit);
}

template <class Visit>
void each_part(const Stmt& stmt, Visit&& visit) {
  each_of(stmt.exprs, visit);
  each_value(stmt.args, visit);
  if (stmt.message) visit(*stmt.message);
  each_of(stmt.type, visit);
  if (stmt.result) visit(*stmt.result);
  each_of(stmt.body, visit);
  each_of(stmt.other, visit);
}

template <class Visit>
void each_part(const Outcome& outcome, Visit&& visit) {
  each_of(outcome.exprs, visit);
  each_value(outcome.args, visit);
  each_of(outcome.updates, visit);
}

template <class Visit>
void each_part(const Case& one, Visit&& visit) {
  each_of(one.relative_to, visit);
  each_of(one.condition, visit);
  each_of(one.outcomes, visit);
}

template <class Visit>
void each_part(const Decl& decl, Visit&& visit) {
  for (const Param& param : decl.params) each_of(param.type, visit);
  each_of(decl.index, visit);
  each_of(decl.type, visit);
  for (const FieldDecl& field : decl.fields) {
    each_of(field.type, visit);
    each_of(field.initial, visit);
  }
  each_of(decl.decls, visit);
  for (const CellsDecl& cells : decl.cells) {
    each_of(cells.x_range, visit);
    each_of(cells.y_range, visit);
    each_of(cells.where, visit);
  }
  for (const LabelDecl& label : decl.labels) {
    each_of(label.where, visit);
    visit(label.text);
  }
  each_of(decl.wraps, visit);
  each_value(decl.args, visit);
  each_of(decl.exprs, visit);
  each_of(decl.seen, visit);
  each_of(decl.beams, visit);
  if (decl.emits) {
    each_of(decl.emits->directions, visit);
    each_of(decl.emits->updates, visit);
  }
  each_of(decl.cases, visit);
  each_of(decl.sides, visit);
  each_of(decl.sides_cases, visit);
  each_of(decl.body, visit);
  if (decl.text) visit(*decl.text);
  if (decl.look) visit(*decl.look);
  if (decl.result) visit(*decl.result);
  if (decl.clock && decl.clock->out) visit(*decl.clock->out);
}

}  // namespace glint::tree
