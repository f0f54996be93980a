// Tests if the beams of a piece would meet something, without putting it there.
//
//   pick x in S;  put K(field = x) on c;  require trace(c).cells meets T
//
// Only the beams of that one piece matter, so the kernel follows them as if the piece were on c: the x for which the
// requirement holds are a set. If c is picked right before x, both picks are one set of pairs. T may be any cells that
// the put does not change, for example the pieces of others where c is empty; answers for T = `empty` are kept.
#include <algorithm>

#include "interpreter/build/plan/planner.hpp"

namespace glint {

namespace {

/// The changes that putting the piece may make: where it was picked from empty cells, nothing is removed.
Changes changes_of_put(const Steps& steps, std::size_t put, const Planner& planner) {
  const auto cell = picked_at(steps, put, single_local(steps[put].stmt->exprs[0]));
  return planner.facts.changes_of(*steps[put].stmt, cell && are_empty(steps[*cell].value));
}

/// If all that follows the pick of this local is other picks (`picks`), such a `put` and such a requirement.
std::optional<TriedPut> tried_put(const Steps& steps, std::size_t pick, const Planner& planner, std::size_t& picks) {
  const rules::Rules& rules = planner.program.rules;
  std::size_t at = pick + 1;
  while (at < steps.size() && steps[at].kind == StepKind::each) ++at;
  picks = at - pick - 1;
  if (at + 2 != steps.size() || steps[at].kind != StepKind::make || steps[at].stmt->kind != StmtKind::put) return {};
  const Stmt& put = *steps[at].stmt;
  const Expr* const cell = single(put.exprs[0]);
  if (!cell || cell->op != Op::local || steps[at + 1].kind != StepKind::need) return {};
  const Expr* const target = beams_met(steps[at + 1].value, cell->ref).target;
  if (!target) return {};

  // One field has the picked value itself; nothing else reads that pick, or those after it.
  const int local = steps[pick].local;
  std::vector<int> picked;
  for (std::size_t i = pick; i < at; ++i) picked.push_back(steps[i].local);
  const auto reads_picked = [&](const Expr& expr) {
    return std::any_of(picked.begin(), picked.end(), [&](int one) { return reads_local(expr, one); });
  };
  const rules::Kind& kind = rules.kinds[put.ref];
  if (kind.owner_from || reads_picked(*cell) || reads_picked(*target)) return {};
  for (std::size_t i = 0; i < put.inits.size(); ++i) {
    const Expr& init = put.inits[i];
    const Type& type = rules.fields[kind.fields[i]].type;
    if (type.base == Base::number && (type.is_set || !fits(init.type, type))) return {};
    if (!is_local(init, local) && reads_picked(init)) return {};
    // Tries number the picked values from 0.
    if (is_local(init, local) && type.base == Base::number && type.lo != 0) return {};
  }
  // Expressions that are computed in another order, or without need, must not fail.
  const auto disturbs = [&](const Expr& expr) { return reads_picked(expr) || !planner.cannot_fail(expr); };
  if (disturbs(*target) || std::any_of(put.exprs.begin() + 1, put.exprs.end(), disturbs)) return {};
  for (std::size_t i = pick + 1; i < at; ++i)
    if (disturbs(steps[i].value)) return {};
  if (target->op != Op::empty && changes_of_put(steps, at, planner).touch(planner.facts.reads_of(*target))) return {};
  return TriedPut{&put, *cell, *target};
}

/// True if the pick of this cell and the one of a value of the piece there may be one set of pairs: only the put and the
/// requirement on its beams read the cell.
bool may_pair(const Steps& steps, std::size_t first, const TriedPut& tried, const Planner& planner) {
  constexpr int kMostPairWords = 64;
  const Step& second = steps[first + 1];
  const auto disturbs = [&](const Expr& expr) {
    return reads_local(expr, steps[first].local) || !planner.cannot_fail(expr);
  };
  if (disturbs(tried.target) || std::any_of(tried.put->inits.begin(), tried.put->inits.end(), disturbs)) return false;
  if (std::any_of(tried.put->exprs.begin() + 1, tried.put->exprs.end(), disturbs)) return false;
  for (std::size_t i = first + 1; i < steps.size(); ++i)
    if (steps[i].kind == StepKind::each && disturbs(steps[i].value)) return false;
  return pair_words(planner.program.geometry, pair_shift(planner.program, second.value.type)) <= kMostPairWords;
}

/// The steps with what is required behind such a put and its requirement, as by a line that `after` adds to the move,
/// tested before both. Nothing if there is none, or if one must stay where it is.
std::optional<Steps> tested_before(const Steps& steps, Planner& planner) {
  const auto is_put = [](const Step& step) { return step.kind == StepKind::make && step.stmt->kind == StmtKind::put; };
  const auto put = std::find_if(steps.begin(), steps.end(), is_put);
  if (steps.end() - put < 3 || put[1].kind != StepKind::need) return std::nullopt;
  const Expr* const cell = single(put->stmt->exprs[0]);
  if (!cell || cell->op != Op::local || !beams_met(put[1].value, cell->ref).target) return std::nullopt;
  const Changes changes = changes_of_put(steps, put - steps.begin(), planner);
  const auto may_go = [&](const Step& step) {
    return step.kind == StepKind::need && planner.cannot_fail(step.value) &&
           !changes.touch(planner.facts.reads_of(step.value));
  };
  if (!std::all_of(put + 2, steps.end(), may_go)) return std::nullopt;
  Steps moved = steps;
  const std::size_t at = put - steps.begin();
  std::rotate(place(moved, at), place(moved, at + 2), moved.end());
  if (at > 0 && moved[at - 1].kind == StepKind::each && planner.cannot_fail(moved[at - 1].value)) {
    const int picked = moved[at - 1].local;
    std::stable_partition(place(moved, at - 1), place(moved, moved.size() - 2),
                          [&](const Step& step) { return step.kind == StepKind::need && !reads_local(step.value, picked); });
  }
  if (planner.code.may(Lowering::narrow)) narrow(moved, planner);
  return moved;
}

/// True if a pick and a put were found that need not be made.
bool try_put(Steps& steps, Planner& planner) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    Step& pick = steps[i];
    if (pick.kind != StepKind::each || is_counted(pick.value)) continue;
    const Type& type = pick.value.type;
    if (type.base == Base::cell || type.base == Base::place || planner.code.words(type) > 1) continue;
    std::size_t picks = 0;
    std::optional<TriedPut> tried = tried_put(steps, i, planner, picks);
    if (!tried) continue;
    steps.resize(i + 1 + picks);
    Step* const before = i > 0 ? &steps[i - 1] : nullptr;
    if (before && before->kind == StepKind::each && before->value.type.base == Base::cell &&
        before->local == tried->cell.ref && planner.code.may(Lowering::pairs) && may_pair(steps, i - 1, *tried, planner)) {
      before->kind = StepKind::pairs;
      before->second = steps[i].local;
      before->domain = std::move(steps[i].value);
      before->tried = std::move(tried);
      steps.erase(place(steps, i));
    } else {
      steps[i].kind = StepKind::all;
      steps[i].tried = std::move(tried);
    }
    return true;  // the picks that are left follow it, and are free
  }
  return false;
}

}  // namespace

void try_puts(Steps& steps, Planner& planner) {
  if (planner.program.layout.stack > 1) return;  // a stack may be too high, which is an error of the script
  std::optional<Steps> before = tested_before(steps, planner);
  if (before && try_put(*before, planner))
    steps = std::move(*before);
  else
    try_put(steps, planner);
}

}  // namespace glint
