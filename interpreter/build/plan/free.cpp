// Picks that nothing after them reads need no loop: the set of their values is listed as one. Such picks are always the
// last ones, so that the ledger's numbers are the order of the picks, in which runs are listed.
//
//   pick x in S;  require P(x);  require Q(x)       all x in {x in S where P(x) and Q(x)}, if nothing after that reads x

#include "interpreter/build/plan/planner.hpp"

namespace glint {

namespace {

/// How many requirements follow that the pick may take in, so that what is left of the steps does not need a loop over
/// its values; or nothing.
std::optional<std::size_t> taken_in(const Steps& steps, std::size_t pick, const Planner& planner) {
  for (std::size_t end = pick + 1;; ++end) {
    if (needs_no_loop(steps, end, steps[pick].local)) return end - pick - 1;
    if (end == steps.size() || steps[end].kind != StepKind::need) return std::nullopt;
    if (is_counted(steps[pick].value) || !planner.cannot_fail(steps[end].value)) return std::nullopt;
  }
}

}  // namespace

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
