// What a move of one piece does to requirements that follow it, on a board with stacks.
//
//   pick x in S;  move a to x;  require count(stacked K & R) >= n
//
// Pieces are counted wherever they lie, so the move changes the count only by whether a and x are in R:
//
//   count(stacked K & R) + (if a in K then (if x in R then 1 else 0) - (if a in R then 1 else 0) else 0)
//
// after it, and what is required of that number before it lifts over x (counts.cpp). So the x for which it holds are a
// set, and neither a loop nor the move is needed. The sides of an `if` that asks for a get names before
// a is picked. On a board without stacks a piece that is replaced would change counts, too: substitute.cpp.
#include <algorithm>
#include <string>

#include "interpreter/build/plan/lift.hpp"
#include "interpreter/build/plan/planner.hpp"

namespace glint {

namespace {

/// A piece that moves.
struct Moving {
  const Expr& from;
  const Expr& to;  // a local
  const Expr* among;  // a set in which it was picked, if that is known
  Changes changes;
};

/// Whether the piece that moves is one of a kind, or of a kind and player.
Expr is_one_of(const Expr& stacked, const Moving& moving) {
  Expr tops = stacked;
  tops.op = Op::kind;
  tops.type = kCells;
  const Expr* among = moving.among;
  while (among && (among->op == Op::intersect || among->op == Op::comprehension)) among = &among->kids[0];
  Expr known = make_number(1, stacked.span);
  known.type = kFlag;
  if (among && same(*among, tops)) return known;
  return make_flag(Op::in, stacked.span, {moving.from, std::move(tops)});
}

/// Makes the expression what it is after the move. False: it asks for more than counts. `counts` get a name each, as
/// comparisons of them are made several times over when the `if`s of what the move adds are split.
bool follow(Expr& expr, const Moving& moving, Steps& counts, Planner& planner) {
  if (!moving.changes.touch(planner.facts.reads_of(expr))) return true;
  if (expr.op == Op::call) {
    Expr open = planner.code.opened(expr);
    if (open.op == Op::call) return false;
    expr = std::move(open);
    return follow(expr, moving, counts, planner);
  }
  if (expr.op != Op::count) {
    const bool may_follow = expr.op == Op::and_ || expr.op == Op::or_ || expr.op == Op::not_ || is_comparison(expr.op) ||
                            expr.op == Op::add || expr.op == Op::subtract;
    return may_follow && std::all_of(expr.kids.begin(), expr.kids.end(),
                                     [&](Expr& kid) { return follow(kid, moving, counts, planner); });
  }
  Expr& places = expr.kids[0];
  places = planner.code.opened(places);
  if (places.op != Op::at_cells) return false;
  places.kids[0] = planner.code.opened(places.kids[0]);
  const Expr& tops = places.kids[0];
  const Expr& cells = places.kids[1];
  if (tops.op != Op::stacked || reads_locals(tops) || reads_locals(cells)) return false;
  if (planner.facts.reads_of(cells).pieces || !planner.cannot_fail(cells)) return false;
  const lang::Span span = expr.span;
  const auto is_there = [&](const Expr& cell, int more) {
    return if_number(make_flag(Op::in, span, {cell, cells}), make_number(more, span), make_number(0, span));
  };
  Expr by = plus(is_there(moving.from, -1), is_there(moving.to, 1));
  Expr is_one = is_one_of(tops, moving);
  if (is_one.op != Op::constant) by = if_number(std::move(is_one), std::move(by), make_number(0, span));
  const Type type = expr.type;
  counts.push_back(make_step(StepKind::let, span, planner.name("count" + std::to_string(counts.size() + 1), type), std::move(expr)));
  expr = plus(planner.local(counts.back().local, type, span), std::move(by));
  return true;
}

/// Whether a value made of counts of pieces wherever they lie is the same before this step.
bool may_pass(const Expr& value, const Step& step, const Planner& planner) {
  const bool binds = step.kind == StepKind::each || step.kind == StepKind::let;
  if (binds || step.kind == StepKind::need || step.kind == StepKind::fits) return !reads_local(value, step.local);
  if (step.kind != StepKind::make || step.stmt->kind != StmtKind::move) return false;
  // What is on top may be another piece after a move, but only the one that moves lies somewhere else.
  const rules::KindMask moved = element_of(step.stmt->exprs[0]).type.stands;
  bool reads_tops = moved == 0 || (moved & planner.facts.reads_of(value).kinds) != 0;
  rules::walk(value, [&](const Expr& e) {
    reads_tops = reads_tops || e.op == Op::kind || e.op == Op::empty || e.op == Op::field || e.op == Op::owner ||
                 (e.op == Op::call && planner.facts.let(e.ref).pieces);
  });
  return !reads_tops;
}

/// From which step on the value is the same to the end.
std::size_t earliest(const Expr& value, const Steps& steps, const Planner& planner) {
  std::size_t begin = steps.size();
  while (begin > 0 && may_pass(value, steps[begin - 1], planner)) --begin;
  return begin;
}

/// Names the sides of `if`s before the loops that do not change them.
void name_sides(Expr& set, Steps& steps, Planner& planner) {
  for (Expr& kid : set.kids) name_sides(kid, steps, planner);
  if (set.op != Op::if_ || is_cells_if(set)) return;
  for (std::size_t side = 1; side < 3; ++side) {
    Expr& one = set.kids[side];
    const std::size_t begin = earliest(one, steps, planner);
    if (one.kids.empty() || one.op == Op::if_ || begin == steps.size()) continue;
    const int local = planner.name("fine" + std::to_string(steps.size()), kCells);
    const lang::Span span = one.span;
    steps.insert(place(steps, begin), make_step(StepKind::let, span, local, std::move(one)));
    one = planner.local(local, kCells, span);
  }
}

/// The cells x for which all that follows the move holds; nothing if it asks for more than counts.
std::optional<Expr> cells_once_moved(const Steps& steps, std::size_t begin, const Moving& moving, Steps& counts,
                                     Planner& planner) {
  Expr cells = all_cells(steps[begin].span);
  for (std::size_t i = begin; i < steps.size(); ++i) {
    if (steps[i].kind != StepKind::need) return std::nullopt;
    Expr condition = steps[i].value;
    if (!planner.cannot_fail(condition) || !follow(condition, moving, counts, planner)) return std::nullopt;
    const auto where = planner.code.lifted(condition, moving.to.ref);
    if (!where) return std::nullopt;
    cells = meet(std::move(cells), *where);
  }
  return cells;
}

}  // namespace

void count_once_moved(Steps& steps, Planner& planner) {
  if (planner.program.layout.stack < 2) return;
  for (std::size_t i = 0; i + 2 < steps.size(); ++i) {
    const Step& effect = steps[i + 1];
    if (steps[i].kind != StepKind::each || steps[i].value.type.base != Base::cell) continue;
    if (effect.kind != StepKind::make || effect.stmt->kind != StmtKind::move) continue;
    const Expr &from = element_of(effect.stmt->exprs[0]), &to = element_of(effect.stmt->exprs[1]);
    if (!is_local(to, steps[i].local) || from.op != Op::local || from.ref == to.ref) continue;
    const auto picked = picked_at(steps, i, from.ref);
    const Compiler::Checkpoint before(planner.code);
    Steps counts;
    auto cells = cells_once_moved(steps, i + 2, {from, to, picked ? &steps[*picked].value : nullptr,
                                                 planner.facts.changes_of(*effect.stmt)}, counts, planner);
    if (!cells) {
      before.roll_back();
      continue;
    }
    const lang::Span span = effect.stmt->span;
    Step all = std::move(steps[i]);
    Step fits = make_step(StepKind::fits, span, -1, {});
    fits.domain = from;
    steps.erase(place(steps, i), steps.end());
    if (!are_empty(all.value)) {  // that no more fit there would be an error of the script
      const int local = planner.name("reached", kCells);
      steps.push_back(make_step(StepKind::let, all.span, local, std::move(all.value)));
      fits.value = all.value = planner.local(local, kCells, span);
      Expr some = make_flag(Op::not_equal, all.span, {all.value, no_cells(all.span)});
      steps.push_back(make_step(StepKind::need, all.span, -1, std::move(some)));
      steps.push_back(std::move(fits));
    }
    for (Step& count : counts) steps.insert(place(steps, earliest(count.value, steps, planner)), std::move(count));
    name_sides(*cells, steps, planner);
    all.kind = StepKind::all;
    all.value = meet(std::move(all.value), std::move(*cells));
    steps.push_back(std::move(all));
    return;
  }
}

}  // namespace glint
