// Small questions about expressions of the rules: what kind of thing one is, whether it reads a local, and copies of one
// with a local replaced. They look at the tree alone; what depends on the game that is built is in facts.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lang/rules/rules.hpp"
#include "lang/rules/walk.hpp"

namespace glint {

/// Calls `change` on everything in the expression and then on itself: what it puts there is not visited again.
template <class Change>
void change_each(rules::Expr& expr, Change&& change) {
  for (rules::Expr& kid : expr.kids) change_each(kid, change);
  change(expr);
}

/// `{}`.
inline bool is_nothing(const rules::Expr& expr) { return expr.op == rules::Op::set && expr.kids.empty(); }
/// Of `{e}`, an element written as a set of one: e. Else the expression itself.
inline const rules::Expr& element_of(const rules::Expr& expr) {
  const bool is_one = expr.op == rules::Op::set && expr.kids.size() == 1 && !expr.kids[0].type.is_set;
  return is_one ? expr.kids[0] : expr;
}
/// The element that `e` or `{e}` stands for; nullptr of any other set.
inline const rules::Expr* single(const rules::Expr& expr) {
  const rules::Expr& one = element_of(expr);
  return one.type.is_set ? nullptr : &one;
}
/// The local that `x` or `{x}` is, x an element; else -1.
inline int single_local(const rules::Expr& expr) {
  const rules::Expr* const one = single(expr);
  return one && one->op == rules::Op::local ? one->ref : -1;
}
/// The local itself.
inline bool is_local(const rules::Expr& expr, int local) { return expr.op == rules::Op::local && expr.ref == local; }
/// `trace({c})`: the beams of the emitter on one cell. Then c; else nullptr.
inline const rules::Expr* single_source(const rules::Expr& trace) {
  return trace.op == rules::Op::trace ? single(trace.kids[0]) : nullptr;
}
/// A fold or comprehension, which binds its local.
inline bool binds_local(const rules::Expr& expr) {
  return expr.op == rules::Op::comprehension ||
         (expr.op >= rules::Op::fold_any && expr.op <= rules::Op::fold_reach);
}
/// Numbers that are counted up, rather than the elements of a set.
inline bool is_counted(const rules::Expr& domain) {
  return domain.op == rules::Op::range || (domain.op == rules::Op::all && domain.type.base == rules::Base::number);
}
bool reads_local(const rules::Expr& expr, int local);
/// A set of cells that exists without being computed.
bool is_plain_set(const rules::Expr& expr);
/// The number of its parts.
std::size_t size_of(const rules::Expr& expr);
/// May every value of one type stand where the other is wanted? Only numbers have ranges.
inline bool fits(const rules::Type& given, const rules::Type& wanted) {
  return wanted.base != rules::Base::number || (given.lo >= wanted.lo && given.hi <= wanted.hi);
}
/// The expression with a value in the place of a local.
rules::Expr with_value(const rules::Expr& expr, int local, std::int64_t value);

/// A statement of play that gives a value a name, to the end of its block.
inline bool binds_in_play(const rules::Stmt& stmt) {
  return stmt.kind == rules::StmtKind::let || (stmt.kind == rules::StmtKind::draw && stmt.number == 1);
}
/// Does `is` hold for a statement of the block, or one in it?
template <class Is>
bool has_any(const rules::Block& block, Is&& is) {
  for (const rules::Stmt& stmt : block)
    if (is(stmt) || has_any(stmt.body, is) || has_any(stmt.other, is)) return true;
  return false;
}
/// Is there one of this kind in the block?
inline bool has_kind(const rules::Block& block, rules::StmtKind kind) {
  return has_any(block, [kind](const rules::Stmt& stmt) { return stmt.kind == kind; });
}
/// The statement changes what stands on the board or a variable, or may, in an effect that it calls.
bool changes_position(const rules::Stmt& stmt);

}  // namespace glint
