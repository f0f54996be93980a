// Folds: `any`, `no`, `all`, `count`, `sum`, `min`, `max` and `union` over a domain, and `reach`.
//
// A fold is a loop with a step for each element of its domain. Some need no loop: conditions on cells lift (lift.cpp),
// a few known values are written out (unroll.cpp), and visits to one cell are found without the others (visits.cpp). A
// loop over emitters leaves out those whose beams are known not to meet what they must meet.
#include "interpreter/build/code/loops.hpp"

namespace glint {

/// `union d in D where hit(c, d, X) meets Y : slide(c, d, X)`, from one cell: one instruction.
std::optional<Slot> Compiler::closed_lines(const Expr& fold) {
  if (!may(Lowering::fuse) || fold.op != Op::fold_unite || fold.kids.size() != 3) return std::nullopt;
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
    if (!cannot_fail(from) || !cannot_fail(slide.kids[2]) || !cannot_fail(ends)) continue;
    const Slot cell = value(from), ways = value(domain), through = value(slide.kids[2]), at_end = value(ends);
    const Slot slot = made_cells(Opcode::closed, cell, ways, 2);
    emit(Opcode::more, through, at_end);
    return slot;
  }
  return std::nullopt;
}

/// Expands each element that is reached once: `rest` holds those to expand, and grows during the loop.
void Compiler::reach(const Expr& expr, Slot result) {
  const int count = words(expr.type);
  const Slot rest = take(count), fresh = take(count);
  value_into(expr.kids[0], result);
  copy(rest, result, count);
  // Not `next_far`, as new elements may lie before the last one.
  loop(next_of(count), local(expr.ref), rest, count, [&](Label again) {
    if (expr.kids.size() > 2) jump_unless(expr.kids[2], again);
    binary_set(Op::subtract_set, fresh, value(expr.kids[1]), result, count);
    binary_set(Op::unite, result, result, fresh, count);
    binary_set(Op::unite, rest, rest, fresh, count);
  });
}

Slot Compiler::fold(const Expr& expr) {
  if (const auto some = among_known_places(expr)) return fold(*some);
  if (const auto closed = closed_lines(expr)) return *closed;
  if (const auto whole = lifted_fold(expr)) return value(*whole);
  if (const auto first = first_visits(expr)) return value(*first);
  Fold fold = begin_fold(expr);
  if (expr.op == Op::fold_reach) {
    reach(expr, fold.result);
    return fold.result;
  }
  fold_loop(fold);
  return fold.result;
}

bool Compiler::fold_or_jump(const Expr& expr, Label fails) {
  const bool decides = expr.op == Op::fold_any || expr.op == Op::fold_no || expr.op == Op::fold_all;
  if (!decides || expr.kids[0].op == Op::trace_visits || !may(Lowering::fuse)) return false;
  if (const auto some = among_known_places(expr)) return fold_or_jump(*some, fails);
  if (const auto whole = lifted_fold(expr)) jump_unless(*whole, fails);
  else fold_loop(begin_fold(expr, fails));
  return true;
}

/// The loop ends as soon as more elements are missed than may be, so that of most counts that are not reached only a
/// few elements are tested.
bool Compiler::count_or_jump(const Expr& comparison, Label fails) {
  const bool is_equal = comparison.op == Op::equal;
  if ((!is_equal && comparison.op != Op::less && comparison.op != Op::less_equal) || !may(Lowering::fuse)) return false;
  for (std::size_t side = is_equal ? 0 : 1; side < 2; ++side) {
    const Expr& number = comparison.kids[1 - side];
    const Checkpoint before(*this);
    const Expr count = opened(comparison.kids[side]);
    if (count.op != Op::fold_count || count.kids.size() > 2 || count.kids[0].type.base != Base::place ||
        !count.kids[0].type.is_set || !cannot_fail(count.kids[1]) || !cannot_fail(number)) {
      before.roll_back();
      continue;
    }
    const int size = words(count.kids[0].type);
    const Slot rest = take(size), may_miss = take(1), element = local(count.ref);
    value_into(count.kids[0], rest);
    emit(Opcode::sub, may_miss, made(size == 1 ? Opcode::size1 : Opcode::size, {}, rest, 0, size), value(number));
    if (comparison.op == Op::less) emit(Opcode::addi, may_miss, may_miss, -1);
    emit_jump(Opcode::jlt, may_miss, constant(0), fails);
    loop(far_next(element, size), element, rest, size, [&](Label again) {
      emit_jump(Opcode::jnz, value(count.kids[1]), 0, again);
      emit_jump(Opcode::jz, may_miss, 0, fails);
      emit(Opcode::addi, may_miss, may_miss, -1);
    });
    if (is_equal) emit_jump(Opcode::jnz, may_miss, 0, fails);
    return true;
  }
  return false;
}

void Compiler::fold_loop(const Fold& fold) {
  if (fold_values(fold) || fold_visits_to_cell(fold)) return;
  if (const auto target = must_meet(fold)) {
    fold_those_that_meet(fold, *target);
  } else {
    each(fold.domain, fold.expr.ref, [&] { fold_step(fold, fold.body, fold.condition); }, false, fold.asks);
  }
  finish(fold);
}

/// The whole domain has been visited.
void Compiler::finish(const Fold& fold) {
  if (fold.fails >= 0 && fold.expr.op == Op::fold_any) emit_jump(Opcode::jump, 0, 0, fold.fails);
  place(fold.done);
}

/// The parts of a fold, with its result set to that of an empty domain.
Compiler::Fold Compiler::begin_fold(const Expr& expr, Label fails) {
  const bool extreme = expr.op == Op::fold_min || expr.op == Op::fold_max;
  const std::size_t with_condition = extreme ? 4 : 3;
  Fold fold{expr, expr.kids[0], expr.kids[1], expr.kids.size() >= with_condition ? &expr.kids[2] : nullptr};
  const int count = words(expr.type);
  fold.fails = fails;
  // Always a slot of its own, as the body may read the wanted one.
  if (fails < 0) fold.result = take(count);
  fold.found = extreme ? take(1) : 0;
  if (fails < 0) switch (expr.op) {
    case Op::fold_all: case Op::fold_no: emit(Opcode::mov, fold.result, constant(1)); break;
    case Op::fold_min: case Op::fold_max:
      value_into(expr.kids.back(), fold.result);
      emit(Opcode::mov, fold.found, constant(0));
      break;
    default: clear(fold.result, count);
  }
  for (const Expr& kid : expr.kids)
    walk(kid, [&](const Expr& e) {
      fold.asks = fold.asks || e.op == Op::can || (e.op == Op::call && facts_.let(e.ref).other());
    });
  fold.done = new_label();
  return fold;
}

/// Code that adds one element of the domain, in the local, to the result.
void Compiler::fold_step(const Fold& fold, const Expr& body, const Expr* condition) {
  const Slot result = fold.result;
  const Label skip = new_label();
  const auto decide = [&](bool answer) {
    if (fold.fails < 0) emit(Opcode::mov, result, constant(answer));
    emit_jump(Opcode::jump, 0, 0, answer || fold.fails < 0 ? fold.done : fold.fails);
  };
  if (condition) jump_unless(*condition, skip);
  switch (fold.expr.op) {
    case Op::fold_any: case Op::fold_no:
      jump_unless(body, skip);
      decide(fold.expr.op == Op::fold_any);
      break;
    case Op::fold_all:
      emit_jump(Opcode::jnz, value(body), 0, skip);
      decide(false);
      break;
    case Op::fold_count:
      jump_unless(body, skip);
      emit(Opcode::addi, result, result, 1);
      break;
    case Op::fold_sum: emit(Opcode::add, result, result, value(body)); break;
    case Op::fold_unite: {
      const int count = words(fold.expr.type);
      const auto one = body.type.is_set || count > 1 ? std::nullopt : known(body);
      if (one && *one >= 0 && *one < 64) binary_set(Op::unite, result, result, constant(static_cast<std::int64_t>(std::uint64_t{1} << *one)), count);
      else if (!body.type.is_set) emit(Opcode::add_bit, result, value(body), 0, count);
      else binary_set(Op::unite, result, result, value(body), count);
      break;
    }
    default: {
      const Slot one = value(body);
      const Label later = new_label(), next = new_label();
      emit_jump(Opcode::jnz, fold.found, 0, later);
      emit(Opcode::mov, result, one);
      emit(Opcode::mov, fold.found, constant(1));
      emit_jump(Opcode::jump, 0, 0, next);
      place(later);
      emit(fold.expr.op == Op::fold_min ? Opcode::min : Opcode::max, result, result, one);
      place(next);
    }
  }
  place(skip);
}

/// Writes the step once for each of a few known values. False: it stays a loop.
bool Compiler::fold_values(const Fold& fold) {
  const std::vector<std::int64_t> values = unrolled_values(fold.expr);
  if (values.empty()) return false;
  const Restored unrolled(unrolled_, unrolled_ * static_cast<int>(values.size()));
  const int local = fold.expr.ref;
  for (const std::int64_t one : values) {
    const Expr body = with_value(fold.body, local, one);
    std::optional<Expr> condition;
    if (fold.condition) condition = with_value(*fold.condition, local, one);
    fold_step(fold, body, condition ? &*condition : nullptr);
  }
  finish(fold);
  return true;
}

/// A fold over the visits to one cell, or set, finds them without the others. False, and nothing is written, for other
/// folds.
bool Compiler::fold_visits_to_cell(const Fold& fold) {
  if (fold.domain.op != Op::trace_visits || !fold.condition || !may(Lowering::scatter)) return false;
  const Visited visited = visited_cells(*fold.condition, fold.expr.ref);
  const Expr* const cell = visited.cells;
  if (!cell) return false;
  const Expr& source = fold.domain.kids[0];
  const Expr& body = fold.body;
  if (fold.expr.op == Op::fold_unite && !cell->type.is_set && visited.rest.empty() && body.op == Op::visit_payload &&
      body.type.is_set && source.op == Op::trace && source.kids[0].type.is_set) {
    const Slot of = value(source.kids[0]), at = value(*cell);
    const Slot emitters = combine(Op::intersect, all_emitters(), of);
    lights_by(body.ref);
    emit(Opcode::light_at, fold.result, emitters, at, body.ref);
    return true;
  }
  each_visit(fold.domain, fold.expr.ref, cell, [&] {
    const Label skip = new_label();
    for (const Expr* one : visited.rest) jump_unless(*one, skip);
    fold_step(fold, body, nullptr);
    place(skip);
  }, fold.asks);
  place(fold.done);
  return true;
}

/// The cells that an emitter's beams must meet for it to count, if its condition, or the function called there, begins
/// so, and if they are a plain set.
std::optional<Expr> Compiler::must_meet(const Fold& fold) {
  const Op op = fold.expr.op;
  const bool only_where_true = fold.condition || op == Op::fold_any || op == Op::fold_no || op == Op::fold_count;
  const bool are_cells = fold.domain.type.is_set && fold.domain.type.base == Base::cell;
  if (!only_where_true || !are_cells || !may(Lowering::kept_light)) return std::nullopt;
  const Checkpoint before(*this);
  std::vector<const Expr*> parts;
  split_and(fold.condition ? *fold.condition : fold.body, parts);
  const Expr first = opened(*parts[0]);
  before.roll_back();
  parts.clear();
  split_and(first, parts);
  const Expr* const target = beams_met(*parts[0], fold.expr.ref).target;
  return target && is_plain_set(*target) && !reads_local(*target, fold.expr.ref) ? std::optional(*target) : std::nullopt;
}

/// Writes a loop over the emitters whose beams may meet the target.
void Compiler::fold_those_that_meet(const Fold& fold, const Expr& target) {
  const int board = program_.words();
  const Slot rest = take(board);
  value_into(fold.domain, rest);
  if (target.op == Op::local) {
    emit(Opcode::trace_meets, rest, rest, value(target), 1);
  } else {  // asked of all emitters, so that loops around this one need ask it only once
    const Slot may_meet = take(board), all = constant_words(program_.geometry.board);
    emit(Opcode::trace_meets, may_meet, all, value(target), 1);
    binary_set(Op::intersect, rest, rest, may_meet, board);
  }
  const Slot element = local(fold.expr.ref);
  loop(far_next(element, board), element, rest, board, [&](Label) { fold_step(fold, fold.body, fold.condition); });
}

}  // namespace glint
