// Values and tests: numbers, names, fields, comparisons, calls.
#include <algorithm>
#include <initializer_list>

#include "interpreter/build/board/layout.hpp"
#include "interpreter/build/code/compiler.hpp"
#include "interpreter/build/plan/lift.hpp"

namespace glint::compiling {

namespace {

/// `x.field`, `x.owner`.
Slot of_piece(CodeWriter& code, const Expr& expr, Wanted wanted) {
  const Slot where = value(code, expr.kids[0]);
  const bool place = expr.kids[0].type.base == Base::place;
  const int field = expr.op == Op::field ? expr.ref : -1;
  if (code.mode() == CodeWriter::Mode::carry && !place)
    check_stands(code, expr.kids[0], kinds_with(code.program.rules, field));
  if (expr.op == Op::field) return code.made(place ? Opcode::field_at : Opcode::field, wanted, where, 0, expr.ref);
  return code.made(place ? Opcode::owner_at : Opcode::owner, wanted, where);
}

/// Parts of cells, places, edges and visits; the cell at a place.
Slot of_place(CodeWriter& code, const Expr& expr, Wanted wanted) {
  switch (expr.op) {
    case Op::cell_of: {
      const Slot of = value(code, expr.kids[0]);
      if (expr.kids[0].type.base == Base::visit) return of;  // a visit begins with its cell
      return code.made(Opcode::place_cell, wanted, of);
    }
    case Op::level_of:
      return code.made(Opcode::place_level, wanted, value(code, expr.kids[0]));
    case Op::x_of:
    case Op::y_of: {
      std::vector<Word> coordinates;
      for (const CellInfo& cell : code.program.geometry.info)
        coordinates.push_back(static_cast<Word>(expr.op == Op::x_of ? cell.x : cell.y));
      const Slot table = code.constant_words(coordinates), cell = value(code, expr.kids[0]);
      return code.made(Opcode::load, wanted, table, cell, 1);
    }
    case Op::cell_at: {
      const auto known_x = known(code, expr.kids[0]), known_y = known(code, expr.kids[1]);
      if (known_x && known_y) {
        const int cell = code.program.geometry.cell_at(*known_x, *known_y);
        if (cell >= 0) return code.constant(cell);
      }
      const Slot x = value(code, expr.kids[0]), y = value(code, expr.kids[1]);
      return code.made(Opcode::cell_at, wanted, x, y);
    }
    default:
      return code.made_set(Opcode::beside, wanted, code.words(expr.type), value(code, expr.kids[0]));
  }
}

Slot arithmetic(CodeWriter& code, const Expr& expr, Wanted wanted) {
  const Slot left = value(code, expr.kids[0]);
  switch (expr.op) {
    case Op::negate: {
      const Slot slot = code.slot_for(wanted, 1);  // before the constant, which may take one
      code.emit(Opcode::sub, slot, code.constant(0), left);
      return slot;
    }
    case Op::odd:
      return code.made(Opcode::odd, wanted, left);
    case Op::not_:
      return code.made(Opcode::lnot, wanted, left);
    case Op::axis_of:
      return code.made(Opcode::cycle, wanted, left, left, code.program.geometry.directions);
    case Op::index_of: {
      const std::int64_t first = domain_first(expr.kids[0].type);
      if (first == 0) return left;
      return code.made(Opcode::addi, wanted, left, -first);
    }
    case Op::count: {
      const int count = code.words(expr.kids[0].type);
      return code.made(count == 1 ? Opcode::size1 : Opcode::size, wanted, left, 0, count);
    }
    default: break;
  }
  const Slot right = value(code, expr.kids[1]);
  const bool goes_round = expr.op == Op::cycle || expr.op == Op::cycle_distance;
  const std::int64_t round = goes_round ? domain_size(code.program.rules, expr.kids[0].type) : 0;
  return code.made(operation_of(expr.op).one, wanted, left, right, static_cast<int>(round));
}

/// `if A then B else C`.
Slot choice(CodeWriter& code, const Expr& expr, Wanted wanted) {
  if (const auto holds = known(code, expr.kids[0])) return value(code, expr.kids[*holds ? 1 : 2], wanted);
  if (is_all_cells(expr.kids[1]) && is_nothing(expr.kids[2]))
    return code.made_set(Opcode::cells_if, wanted, code.program.words(), value(code, expr.kids[0]));
  const Slot slot = code.take(code.words(expr.type));
  const Label other = code.new_label(), out = code.new_label();
  jump_unless(code, expr.kids[0], other);
  value_into(code, expr.kids[1], slot);
  code.emit_jump(Opcode::jump, 0, 0, out);
  code.place(other);
  value_into(code, expr.kids[2], slot);
  code.place(out);
  return slot;
}

/// Questions about the game as it is played.
Slot of_play(CodeWriter& code, const Expr& expr, Wanted wanted) {
  switch (expr.op) {
    case Op::seen:
      code.program.uses_seen = true;
      return code.made(Opcode::seen, wanted);
    case Op::can: {
      const Slot player = expr.kids.empty() ? Layout::kMe : value(code, expr.kids[0]);
      return code.made(Opcode::can, wanted, static_cast<Slot>(expr.ref), player);
    }
    case Op::move_count:
      return code.made(Opcode::move_count, wanted, static_cast<Slot>(expr.ref));
    default: {  // score
      if (code.program.entries.score < 0) build_fail(lang::Code::G0501, expr.span, "this game has no `score`");
      value_into(code, expr.kids[0], code.program.entries.score_player);
      const Slot slot = code.slot_for(wanted, 1);
      code.emit(Opcode::call, 0, 0, code.program.entries.score);
      code.emit(Opcode::mov, slot, code.program.entries.score_value);
      return slot;
    }
  }
}

Slot compare(CodeWriter& code, const Expr& expr, Wanted wanted) {
  const Expr& left = expr.kids[0];
  const Expr& right = expr.kids[1];
  if (expr.op == Op::in) {
    if (right.op == Op::range) {  // no set is made
      const Slot low = value(code, right.kids[0]), high = value(code, right.kids[1]), number = value(code, left);
      const Slot slot = code.take(1), second = code.take(1);
      code.emit(Opcode::le, slot, low, number);
      code.emit(Opcode::le, second, number, high);
      code.emit(Opcode::and1, slot, slot, second);
      return slot;
    }
    if (lists_any_numbers(right)) {  // no set could hold them, so each is compared
      const Slot number = value(code, left), slot = code.take(1), same = code.take(1);
      for (std::size_t i = 0; i < right.kids.size(); ++i) {
        code.emit(Opcode::eq, i == 0 ? slot : same, number, value(code, right.kids[i]));
        if (i > 0) code.emit(Opcode::or1, slot, slot, same, 1);
      }
      return slot;
    }
    const int count = code.words(right.type);
    const Slot element = value(code, left), set = value(code, right);
    return code.made(count == 1 ? Opcode::has1 : Opcode::has, wanted, element, set, count);
  }
  if (!left.type.is_set && left.type.base != Base::trace) {
    const Slot a = value(code, left), b = value(code, right);
    return code.made(operation_of(expr.op).one, wanted, a, b);
  }
  const int count = code.words(left.type);
  if (expr.op == Op::meets && code.may(Lowering::lift)) {
    // `trace(c).cells meets S` stops at the first cell: no trace is made.
    if (const BeamsMet asked = beams_met(expr); asked.source) {
      const Slot cell = value(code, *asked.source), set = value(code, *asked.target);
      return code.made(Opcode::trace_meets, wanted, cell, set);
    }
  }
  if ((expr.op == Op::equal || expr.op == Op::not_equal) && (is_nothing(left) || is_nothing(right))) {
    const Slot set = value(code, is_nothing(left) ? right : left);
    if (expr.op == Op::equal) return code.made(Opcode::is_empty, wanted, set, 0, count);
    const Slot is_empty = code.made(Opcode::is_empty, {}, set, 0, count);
    return code.made(Opcode::lnot, wanted, is_empty);
  }
  const Slot a = value(code, left), b = value(code, right);
  if (expr.op == Op::within || expr.op == Op::meets)
    return code.made(expr.op == Op::within ? Opcode::within : Opcode::meets, wanted, a, b, count);
  if (expr.op == Op::equal) return code.made(Opcode::same, wanted, a, b, count);
  const Slot slot = code.slot_for(wanted, 1), same = code.made(Opcode::same, {}, a, b, count);
  return code.made_at(slot, Opcode::lnot, same, 0);
}

Slot variable(CodeWriter& code, const Expr& expr, Wanted wanted) {
  const rules::Variable& variable = code.program.rules.variables[expr.ref];
  const Slot base = code.program.layout.variables[expr.ref];
  if (!variable.index) return base;
  const int count = code.words(variable.type);
  if (const auto at = known(code, expr.kids[0])) {
    check_known(code, *at, expr.kids[0].type, *variable.index, expr.kids[0].span);
    return base + static_cast<Slot>((*at - domain_first(*variable.index)) * count);
  }
  return code.made_set(Opcode::load, wanted, count, base, index_slot(code, *variable.index, expr.kids[0]));
}

Slot call_let(CodeWriter& code, const Expr& expr, Wanted wanted) {
  const rules::Let& let = code.let_of(expr);
  const Kept& kept = code.kept_of(expr);
  const LocalSlots& scope = code.lets.slots(expr.ref);
  const int count = code.words(let.type);
  if (code.mode() == CodeWriter::Mode::carry) check_stands(code, expr.kids, let.frame);
  if (let.form == rules::LetForm::function || (kept.bit < 0 && !kept.is_constant)) {
    // All arguments first, because one may call the same function.
    std::vector<Slot> arguments;
    for (const Expr& kid : expr.kids) {
      const Slot slot = value(code, kid);
      // A value just computed into a slot that no other code writes stays there.
      if (kid.op == Op::constant || kid.op == Op::local || kid.op == Op::label || expr.kids.size() == 1) {
        arguments.push_back(slot);
        continue;
      }
      const Slot own = code.take(code.words(kid.type));
      code.copy(own, slot, code.words(kid.type));
      arguments.push_back(own);
    }
    pass(code, arguments, expr.kids, let.frame, scope);
    code.emit(Opcode::call, 0, 0, code.program.entries.lets[expr.ref]);
    const Slot slot = code.slot_for(wanted, count);
    // A trace that is followed in the function is in a buffer that its next call will use again.
    if (let.type.base == Base::trace)
      code.emit(Opcode::trace_copy, slot, code.lets.result(expr.ref), code.program.traces.buffers++);
    else
      code.copy(slot, code.lets.result(expr.ref), count);
    return slot;
  }
  if (let.form == rules::LetForm::plain) {
    if (kept.is_constant) return kept.slot;
    ensure(code, kept);
    if (!let.reads_state && let.type.base != Base::trace) return kept.slot;
    // Copied from its kept place, because a hypothetical position may change that before this value is used.
    if (let.type.base == Base::trace)
      return code.made(Opcode::trace_copy, wanted, kept.slot, code.program.traces.buffers++);
    const Slot own = code.slot_for(wanted, count);
    code.copy(own, kept.slot, count);
    return own;
  }
  const Slot index = index_slot(code, let.frame.locals[0].type, expr.kids[0]);
  if (!kept.is_constant) ensure(code, kept);
  return code.made_set(Opcode::load, wanted, count, kept.slot, index);
}

}  // namespace

void value_into(CodeWriter& code, const Expr& expr, Slot target) {
  const Slot slot = value(code, expr, Wanted(target));
  if (slot != target) code.copy(target, slot, code.words(expr.type));
}

Slot value(CodeWriter& code, const Expr& expr, Wanted wanted) {
  const CodeWriter::At at(code, expr.span);
  switch (expr.type.base) {
    case Base::cell: case Base::edge: case Base::place: case Base::trace: case Base::visit: break;
    default:
      if (expr.op == Op::local || expr.op == Op::payload) break;
      if (code.calls_lets(expr)) break;  // for coverage
      if (const auto known = code.constants.try_value(expr)) return code.constant(*known);
  }
  const auto is_one_of = [op = expr.op](std::initializer_list<Op> ops) {
    return std::find(ops.begin(), ops.end(), op) != ops.end();
  };
  if (is_one_of({Op::field, Op::owner})) return of_piece(code, expr, wanted);
  if (is_one_of({Op::cell_of, Op::level_of, Op::x_of, Op::y_of, Op::cell_at, Op::beside}))
    return of_place(code, expr, wanted);
  if (is_one_of({Op::add, Op::subtract, Op::multiply, Op::divide, Op::modulo, Op::min, Op::max, Op::negate, Op::odd,
                 Op::not_, Op::cycle, Op::cycle_distance, Op::axis_of, Op::index_of, Op::count}))
    return arithmetic(code, expr, wanted);
  if (is_one_of({Op::equal, Op::not_equal, Op::less, Op::less_equal, Op::in, Op::within, Op::meets}))
    return compare(code, expr, wanted);
  if (is_one_of({Op::distance, Op::between, Op::way_to})) return space(code, expr, wanted);
  if (is_one_of({Op::fold_any, Op::fold_all, Op::fold_no, Op::fold_count, Op::fold_sum, Op::fold_min, Op::fold_max,
                 Op::fold_unite, Op::fold_reach}))
    return fold(code, expr);
  if (is_one_of({Op::seen, Op::can, Op::move_count, Op::score})) return of_play(code, expr, wanted);
  if (is_one_of({Op::trace, Op::trace_from, Op::beams})) return trace_handle(code, expr);
  if (is_one_of({Op::first_step, Op::first_route})) return first_visit(code, expr);
  if (is_one_of({Op::trace_cells, Op::trace_hits, Op::trace_sources, Op::trace_ends}))
    return trace_set(code, expr, wanted);
  switch (expr.op) {
    case Op::constant:
      return code.constant(expr.number);
    case Op::label:
      return code.constant(code.labels.find(code.program, expr));
    case Op::option:
      return code.constant(code.program.options[expr.ref]);
    case Op::local:
      return code.local(expr.ref);
    case Op::variable:
      return variable(code, expr, wanted);
    case Op::call:
      return call_let(code, expr, wanted);
    case Op::me:
      return Layout::kMe;
    case Op::payload:
      return code.program.reactions.payload + static_cast<Slot>(expr.ref);
    case Op::way:
      return code.program.reactions.way;
    case Op::edges:
      return edges(code, expr);
    case Op::walk:
      return walk_lines(code, expr);
    case Op::border:
      return code.constant_words(code.program.geometry.border);
    case Op::drawn:
      return code.constant_words(drawn_cells(code.program.geometry, expr.text, expr.span));
    case Op::visit_way:
      return value(code, expr.kids[0]) + 1;
    case Op::visit_step:
      return value(code, expr.kids[0]) + 2;
    case Op::visit_source:
      return value(code, expr.kids[0]) + 4;
    case Op::visit_route:
      return code.made_set(Opcode::visit_route, wanted, code.words(expr.type), value(code, expr.kids[0]));
    case Op::visit_payload:
      return code.made(Opcode::payload_field, wanted, value(code, expr.kids[0]) + 3, 0, expr.ref);
    case Op::and_:
    case Op::or_: {
      // Into a separate slot, because operands may read `wanted`.
      const Slot slot = code.take(1);
      const Label out = code.new_label();
      value_into(code, expr.kids[0], slot);
      code.emit_jump(expr.op == Op::and_ ? Opcode::jz : Opcode::jnz, slot, 0, out);
      value_into(code, expr.kids[1], slot);
      code.place(out);
      return slot;
    }
    case Op::if_:
      return choice(code, expr, wanted);
    default:
      return set_operation(code, expr, wanted);
  }
}

void ensure(CodeWriter& code, const Kept& kept) {
  code.emit(Opcode::ensure, static_cast<Slot>(kept.bit), 0, kept.code);
}

void jump_unless(CodeWriter& code, const Expr& condition, Label target) {
  if (condition.op == Op::and_) {
    for (const Expr& part : condition.kids) jump_unless(code, part, target);
    return;
  }
  if (condition.op == Op::or_) {
    const Label fine = code.new_label();
    code.emit_jump(Opcode::jnz, value(code, condition.kids[0]), 0, fine);
    jump_unless(code, condition.kids[1], target);
    code.place(fine);
    return;
  }
  if (condition.op == Op::not_ && condition.kids[0].op != Op::and_) {
    code.emit_jump(Opcode::jnz, value(code, condition.kids[0]), 0, target);
    return;
  }
  const auto holds = known(code, condition);
  if (holds && *holds) return;
  if (holds) {
    code.emit_jump(Opcode::jump, 0, 0, target);
    return;
  }
  // The first condition in a function may decide, so the rest is jumped over.
  constexpr double kLargest = 200;
  if (condition.op == Op::call && code.mode() != CodeWriter::Mode::carry && code.may(Lowering::optimise) &&
      code.facts.opened_size(condition) < kLargest) {
    const CodeWriter::Checkpoint before(code);
    const Expr open = opened(code, condition);
    if (open.op == Op::and_ || open.op == Op::or_ || open.op == Op::not_) return jump_unless(code, open, target);
    before.roll_back();
  }
  if (fold_or_jump(code, condition, target) || count_or_jump(code, condition, target)) return;
  code.emit_jump(Opcode::jz, value(code, condition), 0, target);
}

void check_known(CodeWriter& code, std::int64_t value, const Type& from, const Type& type, lang::Span span) {
  if (type.subset != 0) return check_range(code, code.constant(value), from, type);
  if (in_range(type, value)) return;
  build_fail(lang::Code::G0602, span,
             std::to_string(value) + " is not in " + std::to_string(type.lo) + ".." + std::to_string(type.hi));
}

Slot index_slot(CodeWriter& code, const Type& index_type, const Expr& index) {
  const Slot slot = value(code, index);
  const std::int64_t first = domain_first(index_type);
  check_range(code, slot, index.type, index_type);
  return first == 0 ? slot : code.made(Opcode::addi, {}, slot, -first);
}

Slot piece_set(CodeWriter& code, int kind, const Expr* owner, bool stacked, Wanted wanted) {
  const int count = code.program.words() * (stacked ? code.program.layout.stack : 1),
            sets = code.program.pieces.sets_of_kind[kind];
  const Slot first = stacked
                         ? code.program.layout.levels + static_cast<Slot>(code.program.pieces.first_set[kind] * count)
                         : code.program.tops_of(kind);
  if (sets == 1) return first;
  if (owner) {
    if (const auto one = known(code, *owner)) return first + static_cast<Slot>(*one * count);
    return code.made_set(Opcode::load, wanted, count, first, value(code, *owner));
  }
  const Slot slot = code.slot_for(wanted, count);
  code.binary_set(Op::unite, slot, first, first + static_cast<Slot>(count), count);
  for (int i = 2; i < sets; ++i) code.binary_set(Op::unite, slot, slot, first + static_cast<Slot>(i * count), count);
  return slot;
}

}  // namespace glint::compiling
