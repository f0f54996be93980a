// Sets of cells as expressions, as passes write them. A set that is known to be all cells, or none, needs no operation.
#pragma once

#include <algorithm>
#include <utility>

#include "interpreter/build/code/predicates.hpp"

namespace glint {

inline Expr all_cells(lang::Span span) { return make_expr(Op::all, kCells, span, -1); }
inline Expr no_cells(lang::Span span) { return make_expr(Op::set, kCells, span, -1); }
inline bool is_all_cells(const Expr& set) { return set.op == Op::all && set.type.base == Base::cell; }

inline Expr of_two(Op op, Expr a, Expr b) {
  const lang::Span span = a.span;
  return make_expr(op, kCells, span, -1, two(std::move(a), std::move(b)));
}

inline Expr meet(Expr a, Expr b) {
  if (is_all_cells(a) || is_nothing(b)) return b;
  if (is_all_cells(b) || is_nothing(a)) return a;
  return of_two(Op::intersect, std::move(a), std::move(b));
}

inline Expr join(Expr a, Expr b) {
  if (is_nothing(a) || is_all_cells(b)) return b;
  if (is_nothing(b) || is_all_cells(a)) return a;
  return of_two(Op::unite, std::move(a), std::move(b));
}

/// a without b.
inline Expr but(Expr a, Expr b) {
  if (is_nothing(a) || is_nothing(b)) return a;
  if (is_all_cells(b)) return no_cells(a.span);
  if (is_all_cells(a) && b.op == Op::subtract_set && is_all_cells(b.kids[0])) return b.kids[1];
  return of_two(Op::subtract_set, std::move(a), std::move(b));
}

inline Expr make_flag(Op op, lang::Span span, std::vector<Expr> kids) { return make_expr(op, kFlag, span, -1, std::move(kids)); }

inline Expr make_number(std::int64_t value, lang::Span span) {
  Type type;
  type.lo = type.hi = value;
  return make_constant(value, type, span);
}

/// a + b, without known zeros.
inline Expr plus(Expr a, Expr b) {
  const auto is_known = [](const Expr& e) { return e.op == Op::constant; };
  if (is_known(a) && is_known(b)) return make_number(a.number + b.number, a.span);
  if (is_known(b) && b.number == 0) return a;
  if (is_known(a) && a.number == 0) return b;
  Type type = a.type;
  type.lo += b.type.lo, type.hi += b.type.hi;
  const lang::Span span = a.span;
  return make_expr(Op::add, type, span, -1, {std::move(a), std::move(b)});
}

/// `if condition then a else b`.
inline Expr if_number(Expr condition, Expr a, Expr b) {
  Type type = a.type;
  type.lo = std::min(a.type.lo, b.type.lo), type.hi = std::max(a.type.hi, b.type.hi);
  const lang::Span span = condition.span;
  return make_expr(Op::if_, type, span, -1, {std::move(condition), std::move(a), std::move(b)});
}

/// All cells if the condition holds, else none: `if condition then cells else {}`.
inline Expr cells_if(Expr condition) {
  const lang::Span span = condition.span;
  return make_expr(Op::if_, kCells, span, -1, {std::move(condition), all_cells(span), no_cells(span)});
}

/// Cells from which a line of cells of `through` leads to one of `ends`; with `also_next_to` the line may be empty.
inline Expr lines_to(Expr ends, Expr ways, Expr through, bool also_next_to) {
  const lang::Span span = ends.span;
  Expr lines = make_expr(Op::lines_to, kCells, span, -1, {std::move(ends), std::move(ways), std::move(through)});
  lines.number = also_next_to;
  return lines;
}

}  // namespace glint
