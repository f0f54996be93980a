// Small questions about expressions of the rules: what kind of thing one is, whether it reads a local, and copies of one
// with a local replaced. They look at the tree alone; what depends on the game that is built is in facts.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lang/rules/walk.hpp"

namespace glint {

// What the compiler speaks of everywhere.
using rules::Base;
using rules::Block;
using rules::Expr;
using rules::Op;
using rules::Stmt;
using rules::StmtKind;
using rules::Type;

/// Calls `change` on everything in the expression and then on itself: what it puts there is not visited again.
template <class Change>
void change_each(Expr& expr, Change&& change) {
  for (Expr& kid : expr.kids) change_each(kid, change);
  change(expr);
}

/// `{}`.
inline bool is_nothing(const Expr& expr) { return expr.op == Op::set && expr.kids.empty(); }
/// Of `{e}`, an element written as a set of one: e. Else the expression itself.
inline const Expr& element_of(const Expr& expr) {
  const bool is_one = expr.op == Op::set && expr.kids.size() == 1 && !expr.kids[0].type.is_set;
  return is_one ? expr.kids[0] : expr;
}
/// The element that `e` or `{e}` stands for; nullptr of any other set.
inline const Expr* single(const Expr& expr) {
  const Expr& one = element_of(expr);
  return one.type.is_set ? nullptr : &one;
}
/// The local that `x` or `{x}` is, x an element; else -1.
inline int single_local(const Expr& expr) {
  const Expr* const one = single(expr);
  return one && one->op == Op::local ? one->ref : -1;
}
/// The local itself.
inline bool is_local(const Expr& expr, int local) { return expr.op == Op::local && expr.ref == local; }
/// `trace({c})`: the beams of the emitter on one cell. Then c; else nullptr.
inline const Expr* single_source(const Expr& trace) { return trace.op == Op::trace ? single(trace.kids[0]) : nullptr; }
/// A fold or comprehension, which binds its local.
inline bool binds_local(const Expr& expr) {
  return expr.op == Op::comprehension || (expr.op >= Op::fold_any && expr.op <= Op::fold_reach);
}
/// Numbers that are counted up, rather than the elements of a set.
inline bool is_counted(const Expr& domain) {
  return domain.op == Op::range || (domain.op == Op::all && domain.type.base == Base::number);
}
bool reads_local(const Expr& expr, int local);
/// Expressions that no script has.
inline constexpr Type kFlag{Base::flag}, kCells{Base::cell, true};
Expr make_expr(Op op, const Type& type, lang::Span span, int ref, std::vector<Expr> kids = {});
/// A set of cells that exists without being computed.
bool is_plain_set(const Expr& expr);
/// The number of its parts.
std::size_t size_of(const Expr& expr);
/// May every value of one type stand where the other is wanted? Only numbers have ranges.
inline bool fits(const Type& given, const Type& wanted) {
  return wanted.base != Base::number || (given.lo >= wanted.lo && given.hi <= wanted.hi);
}
/// The expression with a value in the place of a local.
Expr with_value(const Expr& expr, int local, std::int64_t value);

/// A statement of play that gives a value a name, to the end of its block.
inline bool binds_in_play(const Stmt& stmt) {
  return stmt.kind == StmtKind::let || (stmt.kind == StmtKind::draw && stmt.number == 1);
}
/// Does `is` hold for a statement of the block, or one in it?
template <class Is>
bool has_any(const Block& block, Is&& is) {
  for (const Stmt& stmt : block)
    if (is(stmt) || has_any(stmt.body, is) || has_any(stmt.other, is)) return true;
  return false;
}
/// Is there one of this kind in the block?
inline bool has_kind(const Block& block, StmtKind kind) {
  return has_any(block, [kind](const Stmt& stmt) { return stmt.kind == kind; });
}
/// The kinds that have a field, or (-1) an owner.
rules::KindMask kinds_with(const rules::Rules& rules, int field);
/// The statement changes what stands on the board or a variable, or may, in an effect that it calls.
bool changes_position(const Stmt& stmt);

}  // namespace glint
