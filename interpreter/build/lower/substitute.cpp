// Effects between picks that are not done; instead, code after them reads the changed values.
//
//   move from to to;  pick at in slide(to, around, empty)
//
// reads only `empty` of the position, which will be `(empty | from) - to`. So the runs after the move are listed
// without making it and taking it back. This works for moves and removals of a piece that is known to stand there, and
// for puts on a cell, on boards without stacks.
#include <algorithm>

#include "interpreter/build/code/listing.hpp"

namespace glint {

/// Inlines calls, to see what they read. False if that is more of the position than `empty`.
bool ListCompiler::reads_only_empty(Expr& expr, int depth) {
  constexpr int kDeepest = 20;
  if (depth > kDeepest) return false;
  if (expr.op == Op::call) {
    const Reads reads = facts_.reads_of(expr);
    if (reads.pieces || reads.other()) {
      Expr open = code_.opened(expr);
      if (open.op == Op::call) return false;
      expr = std::move(open);
      return reads_only_empty(expr, depth + 1);
    }
  }
  switch (expr.op) {
    case Op::kind: case Op::stacked: case Op::field: case Op::owner: case Op::beams: case Op::trace: case Op::trace_from:
    case Op::seen: case Op::can: case Op::move_count: case Op::score: return false;
    default: break;
  }
  return std::all_of(expr.kids.begin(), expr.kids.end(), [&](Expr& kid) { return reads_only_empty(kid, depth + 1); });
}

/// Whether the rest after the effect may be listed without it. Then `todo` becomes that, with calls inlined.
bool ListCompiler::substitutes(const Stmt& stmt, Todo& todo) {
  if (!code_.may(Lowering::substitute) || program_.layout.stack > 1 || after_) return false;
  switch (stmt.kind) {
    case StmtKind::move:
      if (single_local(stmt.exprs[0]) < 0 || single_local(stmt.exprs[1]) < 0 || element_of(stmt.exprs[0]).type.stands == 0)
        return false;
      break;
    case StmtKind::put:
      if (single_local(stmt.exprs[0]) < 0 || !stmt.inits.empty()) return false;
      // The owner is no longer computed, so that must not be able to fail.
      for (std::size_t i = 1; i < stmt.exprs.size(); ++i)
        if (!code_.cannot_fail(stmt.exprs[i])) return false;
      break;
    case StmtKind::remove:
      if (stmt.exprs[0].type.base != Base::cell || single_local(stmt.exprs[0]) < 0) return false;
      break;
    default: return false;
  }
  Block rest;  // the rest that matters: picks and requirements, without any other changes
  for (const Stmt* one : statements_of(todo)) rest.push_back(*one);
  while (!rest.empty() && !facts_.matters(rest.back())) {
    if (facts_.may_end({rest.back()})) return false;
    rest.pop_back();
  }
  const Checkpoint before(code_);
  for (Stmt& one : rest) {
    const bool plain = (one.kind == StmtKind::pick && !one.some_of) || one.kind == StmtKind::require ||
                       one.kind == StmtKind::let || (one.kind == StmtKind::offer && !one.exprs.empty());
    const auto reads_no_more = [this](Expr& expr) { return reads_only_empty(expr, 0); };
    if (plain && std::all_of(one.exprs.begin(), one.exprs.end(), reads_no_more)) continue;
    before.roll_back();
    return false;
  }
  blocks_.push_back(std::move(rest));
  todo = {{&blocks_.back(), 0}};
  return true;
}

void ListCompiler::list_after(const Stmt& stmt, Rest rest) {
  const int count = program_.words();
  const auto with = [&](Op op, Slot set, const Expr& cell) {
    const Slot one = code_.take(count);
    code_.emit(Opcode::bit, one, code_.value(element_of(cell)), 0, count);
    return code_.combine(op, set, one);
  };
  After after;
  const Slot before = code_.value(make_expr(Op::empty, kCells, stmt.span, -1));
  const bool comes = stmt.kind != StmtKind::remove;
  const Expr& onto = stmt.exprs[stmt.kind == StmtKind::move ? 1 : 0];
  after.around = stmt.kind == StmtKind::put ? before : with(Op::unite, before, stmt.exprs[0]);
  after.empty = comes ? with(Op::subtract_set, after.around, onto) : after.around;
  if (comes) after.centre = code_.local(single_local(onto));
  const Restored substituted(after_, std::optional(after));
  rest.saved = true;
  list_rest(std::move(rest));
}

}  // namespace glint
