// Effects between picks that are still made: what follows them is done in a position that is restored after it, once
// for each run of effects without a choice between them. A profile says that of the requirement for which it is done.
#include "interpreter/build/plan/planner.hpp"

namespace glint {

namespace {

void undo_from(Steps& steps, bool saved, const Facts& facts) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (is_choice(steps[i])) saved = false;
    if (steps[i].kind == StepKind::make && !saved && facts.changes_position(*steps[i].stmt)) {
      const auto need = std::find_if(place(steps, i), steps.end(), [](const Step& one) { return one.kind == StepKind::need; });
      steps.insert(place(steps, i), make_step(StepKind::undo, need == steps.end() ? steps[i].span : need->span, -1, {}));
      ++i;
      saved = true;
    }
    undo_from(steps[i].then, saved, facts);
    undo_from(steps[i].other, saved, facts);
  }
}

}  // namespace

void undo(Steps& steps, Planner& planner) { undo_from(steps, false, planner.facts); }

}  // namespace glint
