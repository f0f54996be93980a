#include "interpreter/build/plan/planner.hpp"

#include <set>

namespace glint {
namespace {

struct Pass {
  Lowering lowering;
  void (*run)(Steps&, Planner&);
  bool is_whole = false;  // it goes into the sides of an `if` itself
  bool in_rounds = false;  // it may be made in a round of a loop, which the next round follows
};

/// `substitute` comes after the pass that looks beyond an effect, because it leaves nothing of the effect.
constexpr Pass kPasses[] = {
    {Lowering::narrow, narrow, false, true},   {Lowering::tries, try_puts},
    {Lowering::substitute, substitute, true},  {Lowering::pairs, pair},
    {Lowering::products, free},                {Lowering::lift, lift, false, true},
};

void run(const Pass& pass, Steps& steps, Planner& planner) {
  pass.run(steps, planner);
  if (pass.is_whole) return;
  for (Step& step : steps) {
    if (step.kind != StepKind::rounds || pass.in_rounds) run(pass, step.then, planner);
    run(pass, step.other, planner);
  }
}

/// True if anything is chosen in these steps.
bool chooses(const Steps& steps) {
  return std::any_of(steps.begin(), steps.end(), [](const Step& one) {
    return is_choice(one) || chooses(one.then) || chooses(one.other);
  });
}

/// Effects between picks that are still made: the following steps use a position that is restored afterwards, once for
/// each run of effects without a choice between them. A profile says that of the requirement for which it is done.
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

Steps Planner::plan(const Block& move) {
  Steps steps = open(move, *this);
  const bool is_compared = compares_runs(move);
  // A choice that is not a loop is a product: without these there is nothing that passes may make.
  for (const Pass& pass : kPasses) {
    code.count_work(1 + steps.size() * steps.size() / 64);
    // A move that compares runs needs each of them.
    if (is_compared && !pass.in_rounds) continue;
    if (code.may(Lowering::products) && code.may(pass.lowering)) run(pass, steps, *this);
  }
  undo(steps, *this);
  return steps;
}

int Planner::name(std::string text, const Type& type) {
  names_.push_back({std::move(text), type, {}});
  return code.bind(code.take(code.words(type)), &names_.back());
}

bool needs_no_loop(const Steps& steps, std::size_t begin, int local) {
  std::set<int> unread = {local};
  const auto is_unread = [&](int one) { return unread.count(one) > 0; };
  for (std::size_t i = begin; i < steps.size(); ++i) {
    const Step& step = steps[i];
    if (step.kind == StepKind::offered || step.kind == StepKind::pairs || reads_any(step, is_unread)) return false;
    if (step.kind == StepKind::each || step.kind == StepKind::all) unread.insert(step.local);
    if (chooses(step.then) || chooses(step.other)) return false;
  }
  return true;
}

std::optional<std::size_t> picked_at(const Steps& steps, std::size_t at, int local) {
  for (std::size_t i = at; i-- > 0 && steps[i].kind != StepKind::make;)
    if (steps[i].kind == StepKind::each && steps[i].local == local) return i;
  return std::nullopt;
}

void undo(Steps& steps, Planner& planner) { undo_from(steps, false, planner.facts); }

}  // namespace glint
