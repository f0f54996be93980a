// Two picks, a cell and one a step away, listed for the whole board at once.
//
//   pick from in A
//   pick to in (from + d) & X | (from + D) - Y      unions of steps, each with where it may lead
//
// For each direction d, the first cells of runs are a set, A & (X - d). Its size is the number of runs in that
// direction, so no cell is visited by itself. The k-th run is found by counting the pairs of the cells below a cell, so
// runs have the same numbers as in a loop over the cells of A.
#include <algorithm>

#include "interpreter/build/code/listing.hpp"

namespace glint {

/// Finds the steps of f; false if it has another form, and then the caller takes back the code that was written.
bool ListCompiler::steps_from(const Expr& f, int local, Slot where, std::vector<Steps>& steps) {
  const auto free = [&](const Expr& expr) { return !reads_local(expr, local) && code_.cannot_fail(expr); };
  switch (f.op) {
    case Op::unite:
      return std::all_of(f.kids.begin(), f.kids.end(),
                         [&](const Expr& kid) { return steps_from(kid, local, where, steps); });
    case Op::set:
      return f.kids.size() == 1 && f.kids[0].type.is_set && steps_from(f.kids[0], local, where, steps);
    case Op::intersect:
      for (std::size_t side = 0; side < 2; ++side)
        if (free(f.kids[1 - side])) {
          const Slot both = code_.combine(Op::intersect, where, code_.value(f.kids[1 - side]));
          return steps_from(f.kids[side], local, both, steps);
        }
      return false;
    case Op::subtract_set:
      if (!free(f.kids[1])) return false;
      return steps_from(f.kids[0], local, code_.combine(Op::subtract_set, where, code_.value(f.kids[1])), steps);
    case Op::step:
      if (!is_local(element_of(f.kids[0]), local) || !free(f.kids[1])) return false;
      steps.push_back({f.kids[1], where});
      return true;
    case Op::call: {
      const Expr open = code_.opened(f);
      return open.op != Op::call && steps_from(open, local, where, steps);
    }
    default: return false;
  }
}

bool ListCompiler::list_pairs(const Pick& first) {
  if (first.stmt.exprs[0].type.base != Base::cell) return false;
  if (!code_.may(Lowering::products) || !code_.has_lines()) return false;
  Rest rest = first.rest;
  Todo& todo = rest.todo;
  while (!todo.empty() && todo.back().index >= todo.back().block->size()) todo.pop_back();
  if (todo.empty()) return false;
  const Stmt& second = (*todo.back().block)[todo.back().index];
  if (second.kind != StmtKind::pick || second.some_of || second.exprs[0].type.base != Base::cell) return false;
  ++todo.back().index;
  // Nothing after them reads either.
  if (!may_be_free(todo, second.ref) || !may_be_free(todo, first.stmt.ref)) return false;
  const Checkpoint before(code_);
  const Slot cells = choices_of(first);
  const At at(code_, second.span);
  std::vector<Steps> steps;
  const int board = program_.words();
  if (!steps_from(second.exprs[0], first.stmt.ref, code_.constant_words(program_.geometry.board), steps)) {
    before.roll_back();
    return false;
  }
  const int size = board * program_.geometry.directions;
  const Slot lanes = code_.take(size), none = code_.take(1);
  code_.emit(Opcode::clear, lanes, 0, size);
  for (const Steps& one : steps) {
    Slot ways = code_.value(one.ways);
    if (!one.ways.type.is_set) ways = code_.made_set(Opcode::bit, {}, 1, ways);
    code_.emit(Opcode::lanes, lanes, one.where, ways, board);
    code_.emit(Opcode::more, cells);
  }
  code_.emit(Opcode::is_empty, none, lanes, 0, size);
  code_.emit_jump(Opcode::jnz, none, 0, rest.fail);
  items_.push_back(item_of(first.stmt, lanes, size, LedgerItem::Form::lanes));
  list_with(item_of(second, lanes, 0, LedgerItem::Form::follows), std::move(rest));
  items_.pop_back();
  code_.note(second.exprs[0].span, true);
  return true;
}

}  // namespace glint
