// Folds: `any`, `no`, `all`, `count`, `sum`, `min`, `max` and `union` over a domain, and `reach`.
//
// A fold is a loop with a step for each element of its domain. Some need no loop: conditions on cells lift (lift.cpp),
// a few known values are written out (inline.cpp), and visits to one cell are found without the others (visits.cpp).
#include "interpreter/build/code/compiler.hpp"

namespace glint::compiling {

namespace {

/// `union d in D where hit(c, d, X) meets Y : slide(c, d, X)`, from one cell: one instruction.
std::optional<Slot> closed_lines(CodeWriter& code, const Expr& fold) {
  if (!code.may(Lowering::fuse) || fold.op != Op::fold_unite || fold.kids.size() != 3) return std::nullopt;
  const Expr& domain = fold.kids[0];
  const Expr& slide = fold.kids[1];
  if (domain.type.base != Base::direction || slide.op != Op::slide || fold.kids[2].op != Op::meets) return std::nullopt;
  for (std::size_t side = 0; side < 2; ++side) {
    const Expr& hit = fold.kids[2].kids[side];
    const Expr& ends = fold.kids[2].kids[1 - side];
    const Expr& from = element_of(slide.kids[0]);
    if (hit.op != Op::hit || from.type.is_set || !same(hit.kids[0], slide.kids[0]) ||
        !same(hit.kids[2], slide.kids[2]) || !is_local(element_of(hit.kids[1]), fold.ref) ||
        !is_local(element_of(slide.kids[1]), fold.ref))
      continue;
    if (reads_local(from, fold.ref) || reads_local(slide.kids[2], fold.ref) || reads_local(ends, fold.ref)) continue;
    if (!code.cannot_fail(from) || !code.cannot_fail(slide.kids[2]) || !code.cannot_fail(ends)) continue;
    const Slot cell = value(code, from), ways = value(code, domain), through = value(code, slide.kids[2]),
               at_end = value(code, ends);
    const Slot slot = code.made_cells(Opcode::closed, cell, ways, 2);
    code.emit(Opcode::more, through, at_end);
    return slot;
  }
  return std::nullopt;
}

/// Expands each element that is reached once: `rest` holds those to expand, and grows during the loop.
void reach(CodeWriter& code, const Expr& expr, Slot result) {
  const int count = code.words(expr.type);
  const Slot rest = code.take(count), fresh = code.take(count);
  value_into(code, expr.kids[0], result);
  code.copy(rest, result, count);
  // Not `next_far`, because new elements may lie before the last one.
  code.loop(code.next_of(count), code.local(expr.ref), rest, count, [&](Label again) {
    if (expr.kids.size() > 2) jump_unless(code, expr.kids[2], again);
    code.binary_set(Op::subtract_set, fresh, value(code, expr.kids[1]), result, count);
    code.binary_set(Op::unite, result, result, fresh, count);
    code.binary_set(Op::unite, rest, rest, fresh, count);
  });
}

/// The whole domain has been visited.
void finish_fold(CodeWriter& code, const Fold& fold) {
  if (fold.fails >= 0 && fold.expr.op == Op::fold_any) code.emit_jump(Opcode::jump, 0, 0, fold.fails);
  code.place(fold.done);
}

/// Writes the step once for each of a few known values. False: it stays a loop.
bool fold_values(CodeWriter& code, const Fold& fold) {
  const std::vector<std::int64_t> values = unrolled_values(code, fold.expr);
  if (values.empty()) return false;
  const Restored unrolled(code.written_out.copies, code.written_out.copies * static_cast<int>(values.size()));
  const int local = fold.expr.ref;
  for (const std::int64_t one : values) {
    const Expr body = with_value(fold.body, local, one);
    std::optional<Expr> condition;
    if (fold.condition) condition = with_value(*fold.condition, local, one);
    fold_step(code, fold, body, condition ? &*condition : nullptr);
  }
  finish_fold(code, fold);
  return true;
}

/// A fold over the visits to one cell, or set, finds them without the others. False, and nothing is written, for other
/// folds.
bool fold_visits_to_cell(CodeWriter& code, const Fold& fold) {
  if (fold.domain.op != Op::trace_visits || !fold.condition || !code.may(Lowering::scatter)) return false;
  const Visited visited = visited_cells(code, *fold.condition, fold.expr.ref);
  const Expr* const cell = visited.cells;
  if (!cell) return false;
  each_visit(
      code, fold.domain, fold.expr.ref, cell,
      [&] {
        const Label skip = code.new_label();
        for (const Expr* one : visited.rest) jump_unless(code, *one, skip);
        fold_step(code, fold, fold.body, nullptr);
        code.place(skip);
      },
      fold.asks);
  code.place(fold.done);
  return true;
}

}  // namespace

Slot fold(CodeWriter& code, const Expr& expr) {
  if (const auto some = among_known_places(code, expr)) return fold(code, *some);
  if (const auto closed = closed_lines(code, expr)) return *closed;
  if (const auto whole = lifted_fold(code, expr)) return value(code, *whole);
  if (const auto first = first_visits(code, expr)) return value(code, *first);
  Fold fold = begin_fold(code, expr);
  if (expr.op == Op::fold_reach) {
    reach(code, expr, fold.result);
    return fold.result;
  }
  fold_loop(code, fold);
  return fold.result;
}

bool fold_or_jump(CodeWriter& code, const Expr& expr, Label fails) {
  const bool decides = expr.op == Op::fold_any || expr.op == Op::fold_no || expr.op == Op::fold_all;
  if (!decides || expr.kids[0].op == Op::trace_visits || !code.may(Lowering::fuse)) return false;
  if (const auto some = among_known_places(code, expr)) return fold_or_jump(code, *some, fails);
  if (const auto whole = lifted_fold(code, expr))
    jump_unless(code, *whole, fails);
  else
    fold_loop(code, begin_fold(code, expr, fails));
  return true;
}

bool count_or_jump(CodeWriter& code, const Expr& comparison, Label fails) {
  const bool is_equal = comparison.op == Op::equal;
  if ((!is_equal && comparison.op != Op::less && comparison.op != Op::less_equal) || !code.may(Lowering::fuse))
    return false;
  for (std::size_t side = is_equal ? 0 : 1; side < 2; ++side) {
    const Expr& number = comparison.kids[1 - side];
    const CodeWriter::Checkpoint before(code);
    const Expr count = opened(code, comparison.kids[side]);
    if (count.op != Op::fold_count || count.kids.size() > 2 || count.kids[0].type.base != Base::place ||
        !count.kids[0].type.is_set || !code.cannot_fail(count.kids[1]) || !code.cannot_fail(number)) {
      before.roll_back();
      continue;
    }
    const int size = code.words(count.kids[0].type);
    const Slot rest = code.take(size), may_miss = code.take(1), element = code.local(count.ref);
    value_into(code, count.kids[0], rest);
    code.emit(Opcode::sub, may_miss, code.made(size == 1 ? Opcode::size1 : Opcode::size, {}, rest, 0, size),
              value(code, number));
    if (comparison.op == Op::less) code.emit(Opcode::addi, may_miss, may_miss, -1);
    code.emit_jump(Opcode::jlt, may_miss, code.constant(0), fails);
    code.loop(code.far_next(element, size), element, rest, size, [&](Label again) {
      code.emit_jump(Opcode::jnz, value(code, count.kids[1]), 0, again);
      code.emit_jump(Opcode::jz, may_miss, 0, fails);
      code.emit(Opcode::addi, may_miss, may_miss, -1);
    });
    if (is_equal) code.emit_jump(Opcode::jnz, may_miss, 0, fails);
    return true;
  }
  return false;
}

void fold_loop(CodeWriter& code, const Fold& fold) {
  if (fold_values(code, fold) || fold_visits_to_cell(code, fold)) return;
  each(
      code, fold.domain, fold.expr.ref, [&] { fold_step(code, fold, fold.body, fold.condition); }, false, fold.asks);
  finish_fold(code, fold);
}

Fold begin_fold(CodeWriter& code, const Expr& expr, Label fails) {
  const bool extreme = expr.op == Op::fold_min || expr.op == Op::fold_max;
  const std::size_t with_condition = extreme ? 4 : 3;
  Fold fold{expr, expr.kids[0], expr.kids[1], expr.kids.size() >= with_condition ? &expr.kids[2] : nullptr};
  const int count = code.words(expr.type);
  fold.fails = fails;
  // Always a separate slot, because the body may read the wanted one.
  if (fails < 0) fold.result = code.take(count);
  fold.found = extreme ? code.take(1) : 0;
  if (fails < 0) switch (expr.op) {
      case Op::fold_all:
      case Op::fold_no:
        code.emit(Opcode::mov, fold.result, code.constant(1));
        break;
      case Op::fold_min:
      case Op::fold_max:
        value_into(code, expr.kids.back(), fold.result);
        code.emit(Opcode::mov, fold.found, code.constant(0));
        break;
      default:
        code.clear(fold.result, count);
    }
  for (const Expr& kid : expr.kids)
    walk(kid, [&](const Expr& e) {
      fold.asks = fold.asks || e.op == Op::can || (e.op == Op::call && code.facts.let(e.ref).other());
    });
  fold.done = code.new_label();
  return fold;
}

void fold_step(CodeWriter& code, const Fold& fold, const Expr& body, const Expr* condition) {
  const Slot result = fold.result;
  const Label skip = code.new_label();
  const auto decide = [&](bool answer) {
    if (fold.fails < 0) code.emit(Opcode::mov, result, code.constant(answer));
    code.emit_jump(Opcode::jump, 0, 0, answer || fold.fails < 0 ? fold.done : fold.fails);
  };
  if (condition) jump_unless(code, *condition, skip);
  switch (fold.expr.op) {
    case Op::fold_any:
    case Op::fold_no:
      jump_unless(code, body, skip);
      decide(fold.expr.op == Op::fold_any);
      break;
    case Op::fold_all:
      code.emit_jump(Opcode::jnz, value(code, body), 0, skip);
      decide(false);
      break;
    case Op::fold_count:
      jump_unless(code, body, skip);
      code.emit(Opcode::addi, result, result, 1);
      break;
    case Op::fold_sum:
      code.emit(Opcode::add, result, result, value(code, body));
      break;
    case Op::fold_unite: {
      const int count = code.words(fold.expr.type);
      const auto one = body.type.is_set || count > 1 ? std::nullopt : known(code, body);
      if (one && *one >= 0 && *one < 64)
        code.binary_set(Op::unite, result, result, code.constant(static_cast<std::int64_t>(std::uint64_t{1} << *one)),
                        count);
      else if (!body.type.is_set)
        code.emit(Opcode::add_bit, result, value(code, body), 0, count);
      else
        code.binary_set(Op::unite, result, result, value(code, body), count);
      break;
    }
    default: {
      const Slot one = value(code, body);
      const Label later = code.new_label(), next = code.new_label();
      code.emit_jump(Opcode::jnz, fold.found, 0, later);
      code.emit(Opcode::mov, result, one);
      code.emit(Opcode::mov, fold.found, code.constant(1));
      code.emit_jump(Opcode::jump, 0, 0, next);
      code.place(later);
      code.emit(fold.expr.op == Op::fold_min ? Opcode::min : Opcode::max, result, result, one);
      code.place(next);
    }
  }
  code.place(skip);
}

}  // namespace glint::compiling
