// Two picks, a cell and one a step away, counted for the whole board at once.
//
//   pick from in A
//   pick to in (from + d) & X | (from + D) - Y      unions of steps, each with where it may lead
//
// For each direction, the cells of A from which it leads where it may are a set, A & (X - d): its size is the number of runs
// in that direction, and no cell is visited alone. The k-th run is found by counting the pairs of the cells below a
// cell, so that runs are numbered as a loop over the cells of A would list them.
#include <algorithm>

#include "interpreter/build/code/loops.hpp"

namespace glint {

/// Takes f apart; false where it is something else. Code is written on the way: the caller takes it back.
bool Compiler::steps_from(const Expr& f, int local_ref, Slot where, std::vector<Steps>& steps) {
  const auto free = [&](const Expr& expr) { return !reads_local(expr, local_ref) && cannot_fail(expr); };
  switch (f.op) {
    case Op::unite:
      return std::all_of(f.kids.begin(), f.kids.end(),
                         [&](const Expr& kid) { return steps_from(kid, local_ref, where, steps); });
    case Op::set:
      return f.kids.size() == 1 && f.kids[0].type.is_set && steps_from(f.kids[0], local_ref, where, steps);
    case Op::intersect:
      for (std::size_t side = 0; side < 2; ++side)
        if (free(f.kids[1 - side]))
          return steps_from(f.kids[side], local_ref, combine(Op::intersect, where, value(f.kids[1 - side])), steps);
      return false;
    case Op::subtract_set:
      return free(f.kids[1]) &&
             steps_from(f.kids[0], local_ref, combine(Op::subtract_set, where, value(f.kids[1])), steps);
    case Op::step: {
      if (!is_local(element_of(f.kids[0]), local_ref) || !free(f.kids[1])) return false;
      opened_.push_back(f.kids[1]);
      steps.push_back({&opened_.back(), where});
      return true;
    }
    case Op::call: {
      const Expr open = opened(f);
      return open.op != Op::call && steps_from(open, local_ref, where, steps);
    }
    default: return false;
  }
}

/// Lists the pick of a cell, out of `cells`, and the pick after it as pairs, if they are such; else writes nothing.
bool Compiler::list_pairs(const Stmt& first, Slot cells, Todo todo, Label fail, int depth) {
  if (!may(Lowering::products) || !has_lines()) return false;
  while (!todo.empty() && todo.back().index >= todo.back().block->size()) todo.pop_back();
  if (todo.empty()) return false;
  const Stmt& second = (*todo.back().block)[todo.back().index];
  if (second.kind != StmtKind::pick || second.some_of || second.exprs[0].type.base != Base::cell) return false;
  ++todo.back().index;
  // Nothing after them reads either.
  if (!may_be_free(todo, second.ref) || !may_be_free(todo, first.ref)) return false;
  const Checkpoint before(*this);
  const At at(*this, second.span);
  std::vector<Steps> steps;
  const int board = program_.words();
  if (!steps_from(second.exprs[0], first.ref, constant_words(program_.geometry.board), steps)) {
    before.roll_back();
    return false;
  }
  const int size = board * program_.geometry.directions;
  const Slot lanes = take(size), none = take(1);
  emit(Opcode::clear, lanes, 0, size);
  for (const Steps& one : steps) {
    Slot ways = value(*one.ways);
    if (!one.ways->type.is_set) ways = made_set(Opcode::bit, 0, 1, ways);
    emit(Opcode::lanes, lanes, one.where, ways, board);
    emit(Opcode::more, cells);
  }
  emit(Opcode::is_empty, none, lanes, 0, size);
  emit_jump(Opcode::jnz, none, 0, fail);
  ledger_items_.push_back(item_of(first, lanes, size, LedgerItem::Form::lanes));
  list_with(item_of(second, lanes, 0, LedgerItem::Form::follows), std::move(todo), fail, depth);
  ledger_items_.pop_back();
  note(second.exprs[0].span, true);
  return true;
}

}  // namespace glint
