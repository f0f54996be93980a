// Small questions about expressions of the rules: their form, whether they read a local; also copies with a local
// replaced. They read only the tree; facts that depend on the built game are in facts.hpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "lang/rules/walk.hpp"

namespace glint {

// Names that the compiler uses everywhere.
using rules::Base;
using rules::Block;
using rules::Expr;
using rules::Op;
using rules::Stmt;
using rules::StmtKind;
using rules::Type;

/// Calls `change` on all parts of the expression, then on the expression itself. Replacements are not visited again.
void change_each(Expr& expr, auto&& change) {
  for (Expr& kid : expr.kids) change_each(kid, change);
  change(expr);
}

/// `{}`.
inline bool is_nothing(const Expr& expr) { return expr.op == Op::set && expr.kids.empty(); }
/// e for `{e}`, an element written as a set of one; else the expression itself.
inline const Expr& element_of(const Expr& expr) {
  const bool is_one = expr.op == Op::set && expr.kids.size() == 1 && !expr.kids[0].type.is_set;
  return is_one ? expr.kids[0] : expr;
}
/// The element in `e` or `{e}`; null for any other set.
inline const Expr* single(const Expr& expr) {
  const Expr& one = element_of(expr);
  return one.type.is_set ? nullptr : &one;
}
/// The local in `x` or `{x}`, where x is an element; else -1.
inline int single_local(const Expr& expr) {
  const Expr* const one = single(expr);
  return one && one->op == Op::local ? one->ref : -1;
}
/// True if it is the local itself.
inline bool is_local(const Expr& expr, int local) { return expr.op == Op::local && expr.ref == local; }
/// c and S in a condition `trace(c).cells meets S`; both are null for other conditions, or if c is not this local.
struct BeamsMet {
  const Expr *source = nullptr, *target = nullptr;
};
BeamsMet beams_met(const Expr& condition, int local = -1);
/// True if it is a fold or comprehension, which binds its local.
inline bool binds_local(const Expr& expr) {
  return expr.op == Op::comprehension || (expr.op >= Op::fold_any && expr.op <= Op::fold_reach);
}
/// True if it is a range of numbers to count through, and not a set.
inline bool is_counted(const Expr& domain) {
  return domain.op == Op::range || (domain.op == Op::all && domain.type.base == Base::number);
}
/// True if `is` holds for some part of it.
bool has_part(const Expr& expr, auto&& is) {
  return is(expr) || std::any_of(expr.kids.begin(), expr.kids.end(), [&](const Expr& kid) { return has_part(kid, is); });
}
inline bool reads_local(const Expr& expr, int local) {
  return has_part(expr, [local](const Expr& e) { return is_local(e, local); });
}
/// True if it reads any local at all.
inline bool reads_locals(const Expr& expr) {
  return has_part(expr, [](const Expr& e) { return e.op == Op::local; });
}
/// The locals that it reads, except those that it binds.
std::vector<int> free_locals(const Expr& expr);
/// Expressions that occur in no script.
inline constexpr Type kFlag{Base::flag}, kCells{Base::cell, true};
Expr make_expr(Op op, const Type& type, lang::Span span, int ref, std::vector<Expr> kids = {});
/// Moves both: an initialiser list would copy them, which is too slow for a long chain.
std::vector<Expr> two(Expr a, Expr b);
Expr make_constant(std::int64_t value, const Type& type, lang::Span span);
/// True if both are the same expression, and so have equal values at the same time.
bool same(const Expr& a, const Expr& b);
/// Adds the parts of a condition that `and` joins, in order.
void split_and(const Expr& expr, std::vector<const Expr*>& parts);
/// True if it is a set of cells that needs no computing.
bool is_plain_set(const Expr& expr);
/// True if all of these cells are known to be empty.
bool are_empty(const Expr& cells);
/// The number of its parts.
std::size_t size_of(const Expr& expr);
/// True if a value of the base may be outside the type: only numbers have ranges, and subsets hold only some values.
inline bool is_narrow(const Type& type) { return type.base == Base::number || type.subset != 0; }
/// True if every value of one type is allowed for the other.
inline bool fits(const Type& given, const Type& wanted) {
  if (wanted.subset != 0 && given.subset != wanted.subset) return false;
  return wanted.base != Base::number || (given.lo >= wanted.lo && given.hi <= wanted.hi);
}
/// The expression with a value instead of a local.
Expr with_value(const Expr& expr, int local, std::int64_t value);

/// True if it is a statement of play that names a value, to the end of its block.
inline bool binds_in_play(const Stmt& stmt) {
  return stmt.kind == StmtKind::let || (stmt.kind == StmtKind::draw && stmt.number == 1);
}
/// True if `is` holds for a statement of the block, or for one in it.
bool has_any(const Block& block, auto&& is) {
  for (const Stmt& stmt : block)
    if (is(stmt) || has_any(stmt.body, is) || has_any(stmt.other, is)) return true;
  return false;
}
/// True if there is a statement of this kind in the block.
inline bool has_kind(const Block& block, StmtKind kind) {
  return has_any(block, [kind](const Stmt& stmt) { return stmt.kind == kind; });
}
/// True if runs of a move with this body are compared with each other.
inline bool compares_runs(const Block& move) {
  return has_kind(move, StmtKind::require_most) || has_kind(move, StmtKind::offer_once);
}
/// The kinds that have a field, or (-1) an owner.
rules::KindMask kinds_with(const rules::Rules& rules, int field);

}  // namespace glint
