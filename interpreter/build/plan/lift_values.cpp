// Values in steps, with sets and sizes of sets in the place of loops over cells: the last pass, so that what is printed
// is what code is written for.
//
//   {c in S where P(c)}       S & {c where P(c)}, where P is a set (lift.hpp)
//   no c in S : P(c)          (S & {c where P(c)}) == {}
//   min v in trace(x).visits where v.cell == c : v.step else 0       first_step(trace(x), c, 0)
#include "interpreter/build/plan/planner.hpp"
#include "interpreter/build/plan/lift.hpp"

namespace glint {

namespace {

void lift_in(Expr& expr, Planner& planner) {
  if (is_kept_set(expr)) return;
  if (expr.op == Op::comprehension && expr.type.base == Base::cell && expr.kids.size() == 2 &&
      (expr.kids[0].op == Op::all || planner.cannot_fail(expr.kids[1]))) {
    if (auto cells = lifted(planner.code, expr.kids[1], expr.ref)) {
      planner.code.conditions.note(expr.span, true);
      lift_in(expr.kids[0], planner);
      const lang::Span span = expr.span;  // of the requirement, if it came from one
      expr = meet(std::move(expr.kids[0]), std::move(*cells));
      expr.span = span;
      return;
    }
  }
  auto whole = lifted_fold(planner.code, expr);
  if (!whole) whole = first_visits(planner.code, expr);
  if (whole)
    expr = std::move(*whole);
  else
    for (Expr& kid : expr.kids) lift_in(kid, planner);
}

}  // namespace

void lift(Steps& steps, Planner& planner) {
  for (Step& step : steps) visit_exprs(step, [&](Expr& expr) { lift_in(expr, planner); });
}

}  // namespace glint
