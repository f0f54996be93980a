// Requirements right after a pick become part of its domain.
//
//   pick x in S;  require x in T       pick x in S & T
//   pick x in if OPTION == this then S else T     pick x in S
//   pick x in S;  require P(x)         pick x in S & {x where P(x)}, for cells, if P is known for all cells at once: lift.hpp
#include "interpreter/build/plan/lift.hpp"
#include "interpreter/build/plan/planner.hpp"

namespace glint {

namespace {

/// Adds the requirement to the domain of the pick, if that is no more work than a test of each element. False: it is.
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

// Picks that nothing after them reads need no loop: the set of their values is listed as one. Such picks are always the
// last ones, so that the ledger's numbers are the order of the picks, in which runs are listed.
//
//   pick x in S;  require P(x);  require Q(x)       all x in {x in S where P(x) and Q(x)}, if nothing after that reads x

/// The number of following requirements that the pick may take in, so that the remaining steps need no loop over its
/// values; or nothing.
std::optional<std::size_t> taken_in(const Steps& steps, std::size_t pick, const Planner& planner) {
  for (std::size_t end = pick + 1;; ++end) {
    if (needs_no_loop(steps, end, steps[pick].local)) return end - pick - 1;
    if (end == steps.size() || steps[end].kind != StepKind::need) return std::nullopt;
    if (is_counted(steps[pick].value) || !planner.cannot_fail(steps[end].value)) return std::nullopt;
  }
}

}  // namespace

void narrow(Steps& steps, Planner& planner) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    decide_flag(steps[i].value, planner);
    if (steps[i].kind != StepKind::each || is_counted(steps[i].value)) continue;
    while (i + 1 < steps.size() && steps[i + 1].kind == StepKind::need &&
           narrow_by(steps[i + 1].value, steps, i, planner))
      steps.erase(place(steps, i + 1));
  }
}

void free(Steps& steps, Planner& planner) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    Step& step = steps[i];
    if (step.kind != StepKind::each) continue;
    const auto count = taken_in(steps, i, planner);
    if (!count) continue;
    step.kind = StepKind::all;
    for (std::size_t k = 1; k <= *count; ++k) {
      const lang::Span span = steps[i + k].value.span;
      const Type type = step.value.type;
      step.value = make_expr(Op::comprehension, type, span, step.local,
                             two(std::move(step.value), std::move(steps[i + k].value)));
    }
    steps.erase(place(steps, i + 1), place(steps, i + 1 + *count));
  }
}

}  // namespace glint
