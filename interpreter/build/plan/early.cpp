// A requirement is tested as soon as what it reads is picked.
//
//   pick a in S;  pick b in T;  require P(a)       pick a in S;  require P(a);  pick b in T
//
// It goes before effects, too, that change nothing that it reads. Nothing that it passes, nor itself, may be an error
// of the script, as it would come sooner or later than it does. Effects that then stand behind the last requirement
// refuse nothing, and are left out, as `open` leaves out what was written there.
#include <algorithm>

#include "interpreter/build/plan/planner.hpp"

namespace glint {

namespace {

/// Whether what the step does stays the same, and the requirement says the same, if that is tested before it.
bool may_pass(const Expr& condition, const Reads& reads, const Step& step, const Planner& planner) {
  switch (step.kind) {
    case StepKind::need:  // which may be what tells that a piece is there
      return planner.cannot_fail(step.value) && planner.facts.cannot_fail(condition, {false, true});
    case StepKind::each:
      if (is_counted(step.value)) return false;
      return !reads_local(condition, step.local) && planner.cannot_fail(step.value);
    case StepKind::let:  // an argument of what was called may be out of its range
      return !reads_local(condition, step.local) && planner.cannot_fail(step.value) &&
             fits(step.value.type, planner.code.type_of(step.local));
    case StepKind::make:
      return planner.facts.cannot_fail({*step.stmt}, {}) && !planner.facts.changes_of(*step.stmt).touch(reads);
    default: return false;
  }
}

}  // namespace

void require_early(Steps& steps, Planner& planner) {
  constexpr std::size_t kFarthest = 200;  // steps that a requirement passes: moves of thousands of lines have no use of more
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].kind != StepKind::need || !planner.cannot_fail(steps[i].value)) continue;
    const Reads reads = planner.facts.reads_of(steps[i].value);
    std::size_t to = i;
    while (to > 0 && i - to < kFarthest && may_pass(steps[i].value, reads, steps[to - 1], planner)) --to;
    // Among requirements they stay in their order.
    while (to < i && steps[to].kind == StepKind::need) ++to;
    std::rotate(place(steps, to), place(steps, i), place(steps, i + 1));
  }
  const auto refuses_nothing = [&](const Step& step) {
    return step.kind == StepKind::let || (step.kind == StepKind::make && !planner.facts.matters(*step.stmt));
  };
  while (!steps.empty() && refuses_nothing(steps.back())) steps.pop_back();
}

}  // namespace glint
