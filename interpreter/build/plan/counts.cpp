// Conditions on counts, as sets.
//
//   require count((S - a | x) & R) >= n        of all x at once
//
// A set that is built from {x} and from sets without x is the same for every x, apart from x itself. With {} in the
// place of {x} it is E0, with all cells E1: its size is count(E0) + (if x in E1 - E0 then 1 else if x in E0 - E1 then
// -1 else 0). And a comparison with an `if` in it is one comparison where its condition holds, and another elsewhere:
//
//   {x where count(E0) + (if x in E1 - E0 then 1 else 0) >= n}
//     = (cells if count(E0) + 1 >= n) & (E1 - E0) | (cells if count(E0) >= n) - (E1 - E0)
//
// Such sets come from the effects of a move on pieces that are counted after it (substitute.cpp): a draughtsman that
// must keep two men at home, a stone that may be put only where the opponent keeps more stones in that row.
#include <algorithm>

#include "interpreter/build/code/compiler.hpp"
#include "interpreter/build/plan/lift.hpp"

namespace glint {

namespace {

/// The first number `if C then a else b` in an expression, where C depends on a name; null if there is none.
Expr* first_if(Expr& expr) {
  if (expr.type.is_set) return nullptr;
  if (expr.op == Op::if_ && reads_locals(expr.kids[0])) return &expr;
  for (Expr& kid : expr.kids)
    if (Expr* const found = first_if(kid)) return found;
  return nullptr;
}

/// The set without operations on what is known to be all cells, or none.
Expr tidied(Expr set) {
  change_each(set, [](Expr& e) {
    if (e.type.base != Base::cell || e.kids.size() != 2) return;
    if (e.op == Op::intersect) e = meet(e.kids[0], e.kids[1]);
    else if (e.op == Op::unite) e = join(e.kids[0], e.kids[1]);
    else if (e.op == Op::subtract_set) e = but(e.kids[0], e.kids[1]);
  });
  return set;
}

/// The expression with one side of its first `if`.
Expr with_side(Expr expr, std::size_t side) {
  Expr* const asked = first_if(expr);
  Expr taken = std::move(asked->kids[side]);
  *asked = std::move(taken);
  change_each(expr, [](Expr& e) {
    if (e.op == Op::add && !e.type.is_set) e = plus(e.kids[0], e.kids[1]);
  });
  return expr;
}

}  // namespace

/// A set of cells that depends on the local.
struct CountOfCells {
  Expr without, with;                       // with {}, and with all cells, instead of {x}
  bool may_grow = false, may_fall = false;  // by x
};

bool is_comparison(Op op) { return op == Op::equal || op == Op::not_equal || op == Op::less || op == Op::less_equal; }

/// Puts both sets of cells in place of {x}. `grows`: what holds x has it more. False: x is read in another way.
bool Lift::split_by(int local, bool grows, CountOfCells& count, Expr& without, Expr& with) {
  if (!reads_local(without, local)) return true;
  if (single_local(without) == local) {
    without = no_cells(without.span);
    with = all_cells(with.span);
    (grows ? count.may_grow : count.may_fall) = true;
    return true;
  }
  const auto kid = [&](std::size_t at, bool kid_grows) {
    return split_by(local, kid_grows, count, without.kids[at], with.kids[at]);
  };
  switch (without.op) {
    case Op::set: return without.kids.size() == 1 && kid(0, grows);
    case Op::unite: case Op::intersect: return kid(0, grows) && kid(1, grows);
    case Op::subtract_set: return kid(0, grows) && kid(1, !grows);
    case Op::if_: return !reads_local(without.kids[0], local) && kid(1, grows) && kid(2, grows);
    case Op::comprehension: {
      // It is asked of all cells, so it must not read a piece that is known to stand on those of the set only.
      const auto asks_any = [&](const Expr& e) {
        return !reads_local(e, local) && code_.facts.cannot_fail(e, {false, true});
      };
      return std::all_of(without.kids.begin() + 1, without.kids.end(), asks_any) && kid(0, grows);
    }
    case Op::call: {
      Expr open = opened(code_, without);
      if (open.op == Op::call) return false;
      without = with = std::move(open);
      return split_by(local, grows, count, without, with);
    }
    default: return false;
  }
}

/// Replaces all counts that depend on it by numbers, with an `if` that asks for x. False: x is read in another way.
bool Lift::name_counts(Expr& expr, int local, int& counts) {
  constexpr int kMostCounts = 2;
  if (!reads_local(expr, local)) return true;
  switch (expr.op) {
    case Op::add: case Op::subtract: case Op::multiply: case Op::negate: case Op::min: case Op::max:
    case Op::equal: case Op::not_equal: case Op::less: case Op::less_equal:
      return std::all_of(expr.kids.begin(), expr.kids.end(), [&](Expr& kid) { return name_counts(kid, local, counts); });
    case Op::if_:
      return ++counts <= kMostCounts && name_counts(expr.kids[1], local, counts) && name_counts(expr.kids[2], local, counts);
    case Op::call: {
      Expr open = opened(code_, expr);
      if (open.op == Op::call) return false;
      expr = std::move(open);
      return name_counts(expr, local, counts);
    }
    case Op::count: case Op::fold_count: {
      Expr set = expr.kids[0];
      if (set.type.base != Base::cell || !set.type.is_set || ++counts > kMostCounts) return false;
      for (std::size_t i = 1; i < expr.kids.size(); ++i)
        set = make_expr(Op::comprehension, kCells, expr.span, expr.ref, {std::move(set), expr.kids[i]});
      CountOfCells count{set, set};
      if (!split_by(local, true, count, count.without, count.with)) return false;
      count.without = tidied(std::move(count.without)), count.with = tidied(std::move(count.with));
      const lang::Span span = expr.span;
      const auto if_in = [&](const Expr& in, const Expr& not_in, int more, Expr otherwise) {
        Expr x = make_expr(Op::local, {Base::cell}, span, local);
        Expr is_in = make_flag(Op::in, span, {std::move(x), but(in, not_in)});
        return if_number(std::move(is_in), make_number(more, span), std::move(otherwise));
      };
      Expr more = make_number(0, span);
      if (count.may_fall) more = if_in(count.without, count.with, -1, std::move(more));
      if (count.may_grow) more = if_in(count.with, count.without, 1, std::move(more));
      expr = plus(make_expr(Op::count, expr.type, span, -1, {std::move(count.without)}), std::move(more));
      return true;
    }
    default: return false;
  }
}

/// The cells for which a comparison holds that asks for x only in the conditions of `if`s.
std::optional<Expr> Lift::where_numbers(const Expr& comparison, int local) {
  Expr with_if = comparison;
  const Expr* const asked = first_if(with_if);
  if (!asked) {
    if (reads_local(comparison, local)) return std::nullopt;
    const auto known = code_.known_value(comparison);
    return !known ? cells_if(comparison) : *known ? all_cells(comparison.span) : no_cells(comparison.span);
  }
  const Expr condition = asked->kids[0];
  auto where_it = where_numbers(with_side(comparison, 1), local);
  if (!where_it) return std::nullopt;
  auto elsewhere = where_numbers(with_side(comparison, 2), local);
  if (!elsewhere) return std::nullopt;
  if (!reads_local(condition, local))
    return make_expr(Op::if_, kCells, condition.span, -1, {condition, std::move(*where_it), std::move(*elsewhere)});
  const auto there = where(condition, local);
  if (!there) return std::nullopt;
  return join(but(std::move(*elsewhere), *there), meet(std::move(*where_it), *there));
}

std::optional<Expr> Lift::where_counts(const Expr& condition, int local) {
  if (!is_comparison(condition.op) || condition.kids[0].type.base != Base::number || condition.kids[0].type.is_set)
    return std::nullopt;
  if (!code_.cannot_fail(condition)) return std::nullopt;
  const compiling::CodeWriter::Checkpoint before(code_);
  Expr comparison = condition;
  int counts = 0;
  if (name_counts(comparison, local, counts))
    if (auto cells = where_numbers(comparison, local)) return cells;
  before.roll_back();
  return std::nullopt;
}

}  // namespace glint
