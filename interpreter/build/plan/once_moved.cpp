// What a move of one piece does to requirements that follow it.
//
//   pick x in S;  move a to x;  require count(stacked K & R) >= n
//
// The count changes by at most one, and only by whether x is in R. So the x for which it holds are a set, and neither a
// loop nor the move is needed.
#include <algorithm>

#include "interpreter/build/plan/planner.hpp"

namespace glint {

void count_once_moved(Steps& steps, Planner& planner) {
  if (planner.program.layout.stack < 2) return;  // a piece that is replaced would change counts, too
  for (std::size_t i = 0; i < steps.size(); ++i) {
    Step& pick = steps[i];
    if (pick.kind != StepKind::each || pick.value.type.base != Base::cell || i + 2 >= steps.size()) continue;
    const Step& effect = steps[i + 1];
    if (effect.kind != StepKind::make || effect.stmt->kind != StmtKind::move) continue;
    const int from = single_local(effect.stmt->exprs[0]);
    if (single_local(effect.stmt->exprs[1]) != pick.local || from < 0 || from == pick.local) continue;
    const auto begin = place(steps, i + 1);
    const Compiler::Checkpoint before(planner.code);
    const bool only_counts = std::all_of(begin + 1, steps.end(), [&](const Step& step) {
      return step.kind == StepKind::need && planner.code.lift_over_move(step.value, pick.local, planner.code.local(from));
    });
    before.roll_back();
    if (!only_counts) continue;
    pick.kind = StepKind::all;
    pick.from = from;
    if (!are_empty(pick.value)) pick.stmt = effect.stmt;
    for (auto need = begin + 1; need != steps.end(); ++need) pick.once_moved.push_back(std::move(need->value));
    steps.erase(begin, steps.end());
  }
}

}  // namespace glint
