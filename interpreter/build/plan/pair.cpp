// Two picks, a cell and one a step away, listed for the whole board at once.
//
//   pick from in A
//   pick to in (from + d) & X | (from + D) - Y      unions of steps, each with where it may lead
//
// For each direction d, the first cells of runs are a set, A & (X - d). Its size is the number of runs in that
// direction, so no cell is visited by itself. The k-th run is found by counting the pairs of the cells below a cell, so
// runs have the same numbers as in a loop over the cells of A.
#include <algorithm>

#include "interpreter/build/plan/planner.hpp"

namespace glint {

namespace {

/// Finds the steps of f; false if it has another form.
bool steps_from(const Expr& f, int local, const std::optional<Expr>& among, Planner& planner,
                std::vector<StepAway>& found) {
  const auto free = [&](const Expr& expr) { return !reads_local(expr, local) && planner.cannot_fail(expr); };
  const auto within = [&](Op op, const Expr& set) {
    const Expr all = among ? *among : make_expr(Op::all, kCells, set.span, -1);
    if (op == Op::intersect && !among) return set;
    return make_expr(op, kCells, set.span, -1, {all, set});
  };
  switch (f.op) {
    case Op::unite:
      return std::all_of(f.kids.begin(), f.kids.end(),
                         [&](const Expr& kid) { return steps_from(kid, local, among, planner, found); });
    case Op::set:
      return f.kids.size() == 1 && f.kids[0].type.is_set && steps_from(f.kids[0], local, among, planner, found);
    case Op::intersect:
      for (std::size_t side = 0; side < 2; ++side)
        if (free(f.kids[1 - side]))
          return steps_from(f.kids[side], local, within(Op::intersect, f.kids[1 - side]), planner, found);
      return false;
    case Op::subtract_set:
      return free(f.kids[1]) && steps_from(f.kids[0], local, within(Op::subtract_set, f.kids[1]), planner, found);
    case Op::comprehension: {
      if (f.kids.size() != 2 || !free(f.kids[1])) return false;
      Expr some = make_expr(Op::comprehension, kCells, f.span, f.ref,
                            {among ? *among : make_expr(Op::all, kCells, f.span, -1), f.kids[1]});
      return steps_from(f.kids[0], local, some, planner, found);
    }
    case Op::step:
      if (!is_local(element_of(f.kids[0]), local) || !free(f.kids[1])) return false;
      found.push_back({f.kids[1], among});
      return true;
    case Op::call: {
      const Expr open = planner.code.opened(f);
      return open.op != Op::call && steps_from(open, local, among, planner, found);
    }
    default: return false;
  }
}

}  // namespace

void pair(Steps& steps, Planner& planner) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i + 1 >= steps.size() || !planner.code.has_lines()) continue;
    Step& first = steps[i];
    const Step& second = steps[i + 1];
    const auto picks_cell = [](const Step& one) { return one.kind == StepKind::each && one.value.type.base == Base::cell; };
    if (!picks_cell(first) || !picks_cell(second)) continue;
    if (!needs_no_loop(steps, i + 2, first.local) || !needs_no_loop(steps, i + 2, second.local)) continue;
    std::vector<StepAway> away;
    if (!steps_from(second.value, first.local, std::nullopt, planner, away)) continue;
    first.kind = StepKind::pairs;
    first.second = second.local;
    first.away = std::move(away);
    planner.code.note(second.value.span, true);
    steps.erase(place(steps, i + 1));
  }
}

}  // namespace glint
