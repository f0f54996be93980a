// Requirements right after a pick become part of what is picked from.
//
//   pick x in S;  require x in T       pick x in S & T
//   pick x in S;  require P(x)         pick x in S & {x where P(x)}, for cells, if P is known for all cells at once: lift.hpp
#include "interpreter/build/plan/planner.hpp"
#include "interpreter/build/plan/lift.hpp"

namespace glint {

namespace {

/// Adds the requirement to what is picked from, if that is no more work than to test each element. False: it is.
bool narrow_by(Expr condition, Steps& steps, std::size_t& at, Planner& planner) {
  Step& pick = steps[at];
  const Type type = pick.value.type;
  const lang::Span span = condition.span;
  if (condition.op == Op::in && is_local(condition.kids[0], pick.local)) {
    Expr& set = condition.kids[1];
    if (set.op == Op::range || lists_any_numbers(set) || reads_local(set, pick.local)) return false;
    // If there is nothing to pick, nothing more is evaluated.
    Expr some = make_expr(Op::not_equal, kFlag, pick.span, -1, {pick.value, make_expr(Op::set, type, pick.span, -1)});
    Step need = make_step(StepKind::need, pick.span, -1, std::move(some));
    const bool may_fail = !planner.cannot_fail(set);
    pick.value = make_expr(Op::intersect, type, span, -1, {std::move(pick.value), std::move(set)});
    if (may_fail) steps.insert(place(steps, at++), std::move(need));
    return true;
  }
  if (type.base != Base::cell || !planner.cannot_fail(condition)) return false;
  const auto cells = lifted(planner.code, condition, pick.local);
  planner.code.conditions.note(span, cells.has_value());
  if (!cells) return false;
  pick.value = meet(std::move(pick.value), *cells);
  return true;
}

}  // namespace

void narrow(Steps& steps, Planner& planner) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].kind != StepKind::each || is_counted(steps[i].value)) continue;
    while (i + 1 < steps.size() && steps[i + 1].kind == StepKind::need &&
           narrow_by(steps[i + 1].value, steps, i, planner))
      steps.erase(place(steps, i + 1));
  }
}

}  // namespace glint
