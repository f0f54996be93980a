// Values and tests: numbers, names, fields, comparisons, calls.
#include <algorithm>

#include "interpreter/build/board/geometry.hpp"
#include "interpreter/build/code/compiler.hpp"
#include "interpreter/build/plan/lift.hpp"

namespace glint {

void Compiler::value_into(const Expr& expr, Slot target) {
  const Slot slot = value(expr, Wanted(target));
  if (slot != target) copy(target, slot, words(expr.type));
}

void Compiler::copy(Slot target, Slot source, int words) {
  if (words == 1) emit(Opcode::mov, target, source);
  else emit(Opcode::copy, target, source, 0, words);
}

Slot Compiler::value(const Expr& expr, Wanted wanted) {
  const At at(*this, expr.span);
  switch (expr.type.base) {
    case Base::cell: case Base::edge: case Base::place: case Base::trace: case Base::visit: break;
    default:
      if (expr.op == Op::local || expr.op == Op::payload) break;
      if (calls_lets(expr)) break;  // for coverage
      if (const auto known = constants_.try_value(expr)) return constant(*known);
  }
  switch (expr.op) {
    case Op::constant: return constant(expr.number);
    case Op::label: return constant(find_label(expr));
    case Op::option: return constant(program_.options[expr.ref]);
    case Op::local: return local(expr.ref);
    case Op::variable: return variable(expr, wanted);
    case Op::call: return call_let(expr, wanted);
    case Op::me: return Layout::kMe;
    case Op::payload: return program_.reactions.payload + static_cast<Slot>(expr.ref);
    case Op::way: return program_.reactions.way;
    case Op::field: case Op::owner: return of_piece(expr, wanted);
    case Op::cell_of: case Op::level_of: case Op::x_of: case Op::y_of: case Op::cell_at: case Op::beside:
      return of_place(expr, wanted);
    case Op::edges: return edges(expr);
    case Op::border: return constant_words(program_.geometry.border);
    case Op::drawn: return constant_words(drawn_cells(program_.geometry, expr.text, expr.span));
    case Op::visit_way: return value(expr.kids[0]) + 1;
    case Op::visit_step: return value(expr.kids[0]) + 2;
    case Op::visit_source: return value(expr.kids[0]) + 4;
    case Op::visit_route: return made_set(Opcode::visit_route, wanted, words(expr.type), value(expr.kids[0]));
    case Op::visit_payload: return made(Opcode::payload_field, wanted, value(expr.kids[0]) + 3, 0, expr.ref);
    case Op::add: case Op::subtract: case Op::multiply: case Op::divide: case Op::modulo: case Op::min: case Op::max:
    case Op::negate: case Op::odd:
    case Op::not_: case Op::cycle: case Op::cycle_distance: case Op::axis_of: case Op::index_of: case Op::count:
      return arithmetic(expr, wanted);
    case Op::equal: case Op::not_equal: case Op::less: case Op::less_equal: case Op::in: case Op::within:
    case Op::meets: return compare(expr, wanted);
    case Op::and_: case Op::or_: {
      // Into a slot of its own, as operands may read `wanted`.
      const Slot slot = take(1);
      const Label out = new_label();
      value_into(expr.kids[0], slot);
      emit_jump(expr.op == Op::and_ ? Opcode::jz : Opcode::jnz, slot, 0, out);
      value_into(expr.kids[1], slot);
      place(out);
      return slot;
    }
    case Op::if_: return choice(expr, wanted);
    case Op::distance: case Op::between: case Op::way_to: return space(expr, wanted);
    case Op::fold_any: case Op::fold_all: case Op::fold_no: case Op::fold_count: case Op::fold_sum: case Op::fold_min:
    case Op::fold_max: case Op::fold_unite: case Op::fold_reach: return fold(expr);
    case Op::seen: case Op::can: case Op::move_count: case Op::score: return of_play(expr, wanted);
    case Op::trace: case Op::trace_from: case Op::beams: return trace_handle(expr);
    case Op::first_step: case Op::first_route: return first_visit(expr);
    case Op::trace_cells: case Op::trace_hits: case Op::trace_sources: case Op::trace_ends:
      return trace_set(expr, wanted);
    default: return set_operation(expr, wanted);
  }
}

/// `x.field`, `x.owner`.
Slot Compiler::of_piece(const Expr& expr, Wanted wanted) {
  const Slot where = value(expr.kids[0]);
  const bool place = expr.kids[0].type.base == Base::place;
  const int field = expr.op == Op::field ? expr.ref : -1;
  if (mode_ == Mode::carry && !place) check_stands(expr.kids[0], kinds_with(program_.rules, field));
  if (expr.op == Op::field) return made(place ? Opcode::field_at : Opcode::field, wanted, where, 0, expr.ref);
  return made(place ? Opcode::owner_at : Opcode::owner, wanted, where);
}

/// Parts of cells, places, edges and visits; the cell at a place.
Slot Compiler::of_place(const Expr& expr, Wanted wanted) {
  switch (expr.op) {
    case Op::cell_of: {
      const Slot of = value(expr.kids[0]);
      if (expr.kids[0].type.base == Base::visit) return of;  // a visit begins with its cell
      return made(Opcode::place_cell, wanted, of);
    }
    case Op::level_of: return made(Opcode::place_level, wanted, value(expr.kids[0]));
    case Op::x_of: case Op::y_of: {
      std::vector<Word> coordinates;
      for (const CellInfo& cell : program_.geometry.info)
        coordinates.push_back(static_cast<Word>(expr.op == Op::x_of ? cell.x : cell.y));
      const Slot table = constant_words(coordinates), cell = value(expr.kids[0]);
      return made(Opcode::load, wanted, table, cell, 1);
    }
    case Op::cell_at: {
      const auto known_x = known(expr.kids[0]), known_y = known(expr.kids[1]);
      if (known_x && known_y) {
        const int cell = program_.geometry.cell_at(*known_x, *known_y);
        if (cell >= 0) return constant(cell);
      }
      const Slot x = value(expr.kids[0]), y = value(expr.kids[1]);
      return made(Opcode::cell_at, wanted, x, y);
    }
    default: return made_set(Opcode::beside, wanted, words(expr.type), value(expr.kids[0]));
  }
}

Slot Compiler::arithmetic(const Expr& expr, Wanted wanted) {
  const Slot left = value(expr.kids[0]);
  switch (expr.op) {
    case Op::negate: {
      const Slot slot = slot_for(wanted, 1);  // before the constant, which may take one
      emit(Opcode::sub, slot, constant(0), left);
      return slot;
    }
    case Op::odd: return made(Opcode::odd, wanted, left);
    case Op::not_: return made(Opcode::lnot, wanted, left);
    case Op::axis_of: return made(Opcode::cycle, wanted, left, left, program_.geometry.directions);
    case Op::index_of: {
      const std::int64_t first = domain_first(expr.kids[0].type);
      if (first == 0) return left;
      return made(Opcode::addi, wanted, left, -first);
    }
    case Op::count: {
      const int count = words(expr.kids[0].type);
      return made(count == 1 ? Opcode::size1 : Opcode::size, wanted, left, 0, count);
    }
    default: break;
  }
  const Slot right = value(expr.kids[1]);
  const bool goes_round = expr.op == Op::cycle || expr.op == Op::cycle_distance;
  const std::int64_t round = goes_round ? domain_size(program_.rules, expr.kids[0].type) : 0;
  return made(operation_of(expr.op).one, wanted, left, right, static_cast<int>(round));
}

/// `if A then B else C`.
Slot Compiler::choice(const Expr& expr, Wanted wanted) {
  if (const auto holds = known(expr.kids[0])) return value(expr.kids[*holds ? 1 : 2], wanted);
  if (is_all_cells(expr.kids[1]) && is_nothing(expr.kids[2])) return made_set(Opcode::cells_if, wanted, program_.words(), value(expr.kids[0]));
  const Slot slot = take(words(expr.type));
  const Label other = new_label(), out = new_label();
  jump_unless(expr.kids[0], other);
  value_into(expr.kids[1], slot);
  emit_jump(Opcode::jump, 0, 0, out);
  place(other);
  value_into(expr.kids[2], slot);
  place(out);
  return slot;
}

/// Questions about the game as it is played.
Slot Compiler::of_play(const Expr& expr, Wanted wanted) {
  switch (expr.op) {
    case Op::seen:
      program_.uses_seen = true;
      return made(Opcode::seen, wanted);
    case Op::can: {
      const Slot player = expr.kids.empty() ? Layout::kMe : value(expr.kids[0]);
      return made(Opcode::can, wanted, static_cast<Slot>(expr.ref), player);
    }
    case Op::move_count: return made(Opcode::move_count, wanted, static_cast<Slot>(expr.ref));
    default: {  // score
      if (program_.score_code < 0) build_fail(lang::Code::G0501, expr.span, "this game has no `score`");
      value_into(expr.kids[0], program_.score_player);
      const Slot slot = slot_for(wanted, 1);
      emit(Opcode::call, 0, 0, program_.score_code);
      emit(Opcode::mov, slot, program_.score_value);
      return slot;
    }
  }
}

void Compiler::jump_unless(const Expr& condition, Label target) {
  if (condition.op == Op::and_) {
    for (const Expr& part : condition.kids) jump_unless(part, target);
    return;
  }
  if (condition.op == Op::or_) {
    const Label fine = new_label();
    emit_jump(Opcode::jnz, value(condition.kids[0]), 0, fine);
    jump_unless(condition.kids[1], target);
    place(fine);
    return;
  }
  if (condition.op == Op::not_ && condition.kids[0].op != Op::and_) {
    emit_jump(Opcode::jnz, value(condition.kids[0]), 0, target);
    return;
  }
  const auto holds = known(condition);
  if (holds && *holds) return;
  if (holds) {
    emit_jump(Opcode::jump, 0, 0, target);
    return;
  }
  // The first condition in a function may decide, so the rest is jumped over.
  constexpr double kLargest = 200;
  if (condition.op == Op::call && mode_ != Mode::carry && may(Lowering::optimise) && facts_.opened_size(condition) < kLargest) {
    const Checkpoint before(*this);
    const Expr open = opened(condition);
    if (open.op == Op::and_ || open.op == Op::or_ || open.op == Op::not_) return jump_unless(open, target);
    before.roll_back();
  }
  if (fold_or_jump(condition, target) || count_or_jump(condition, target)) return;
  emit_jump(Opcode::jz, value(condition), 0, target);
}

Slot Compiler::compare(const Expr& expr, Wanted wanted) {
  const Expr& left = expr.kids[0];
  const Expr& right = expr.kids[1];
  if (expr.op == Op::in) {
    if (right.op == Op::range) {  // no set is made
      const Slot low = value(right.kids[0]), high = value(right.kids[1]), number = value(left);
      const Slot slot = take(1), second = take(1);
      emit(Opcode::le, slot, low, number);
      emit(Opcode::le, second, number, high);
      emit(Opcode::and1, slot, slot, second);
      return slot;
    }
    if (lists_any_numbers(right)) {  // no set could hold them, so each is compared
      const Slot number = value(left), slot = take(1), same = take(1);
      for (std::size_t i = 0; i < right.kids.size(); ++i) {
        emit(Opcode::eq, i == 0 ? slot : same, number, value(right.kids[i]));
        if (i > 0) emit(Opcode::or1, slot, slot, same, 1);
      }
      return slot;
    }
    const int count = words(right.type);
    const Slot element = value(left), set = value(right);
    return made(count == 1 ? Opcode::has1 : Opcode::has, wanted, element, set, count);
  }
  if (!left.type.is_set && left.type.base != Base::trace) {
    const Slot a = value(left), b = value(right);
    return made(operation_of(expr.op).one, wanted, a, b);
  }
  const int count = words(left.type);
  if (expr.op == Op::meets && may(Lowering::lift)) {
    // `trace(c).cells meets S` stops at the first cell: no trace is made.
    if (const BeamsMet asked = beams_met(expr); asked.source) {
      const Slot cell = value(*asked.source), set = value(*asked.target);
      return made(Opcode::trace_meets, wanted, cell, set);
    }
  }
  if ((expr.op == Op::equal || expr.op == Op::not_equal) && (is_nothing(left) || is_nothing(right))) {
    const Slot set = value(is_nothing(left) ? right : left);
    if (expr.op == Op::equal) return made(Opcode::is_empty, wanted, set, 0, count);
    const Slot is_empty = made(Opcode::is_empty, {}, set, 0, count);
    return made(Opcode::lnot, wanted, is_empty);
  }
  const Slot a = value(left), b = value(right);
  if (expr.op == Op::within || expr.op == Op::meets)
    return made(expr.op == Op::within ? Opcode::within : Opcode::meets, wanted, a, b, count);
  if (expr.op == Op::equal) return made(Opcode::same, wanted, a, b, count);
  const Slot slot = slot_for(wanted, 1), same = made(Opcode::same, {}, a, b, count);
  return made_at(slot, Opcode::lnot, same, 0);
}

/// Makes sure that a known number is in the range of its type; otherwise the script is in error.
void Compiler::check_known(std::int64_t value, const Type& from, const Type& type, lang::Span span) {
  if (type.subset != 0) return check_range(constant(value), from, type);
  if (in_range(type, value)) return;
  build_fail(lang::Code::G0602, span,
             std::to_string(value) + " is not in " + std::to_string(type.lo) + ".." + std::to_string(type.hi));
}

/// The slot with the index into a table or variable.
Slot Compiler::index_slot(const Type& index_type, const Expr& index) {
  const Slot slot = value(index);
  const std::int64_t first = domain_first(index_type);
  check_range(slot, index.type, index_type);
  return first == 0 ? slot : made(Opcode::addi, {}, slot, -first);
}

Slot Compiler::variable(const Expr& expr, Wanted wanted) {
  const rules::Variable& variable = program_.rules.variables[expr.ref];
  const Slot base = program_.layout.variables[expr.ref];
  if (!variable.index) return base;
  const int count = words(variable.type);
  if (const auto at = known(expr.kids[0])) {
    check_known(*at, expr.kids[0].type, *variable.index, expr.kids[0].span);
    return base + static_cast<Slot>((*at - domain_first(*variable.index)) * count);
  }
  return made_set(Opcode::load, wanted, count, base, index_slot(*variable.index, expr.kids[0]));
}

void Compiler::ensure(const Kept& kept) { emit(Opcode::ensure, static_cast<Slot>(kept.bit), 0, kept.code); }

Slot Compiler::call_let(const Expr& expr, Wanted wanted) {
  const rules::Let& let = let_of(expr);
  const Kept& kept = kept_of(expr);
  const Scope& scope = let_scopes_[expr.ref];
  const int count = words(let.type);
  if (mode_ == Mode::carry) check_stands(expr.kids, let.frame);
  if (let.form == rules::LetForm::function && kept.is_constant) return table_entry(expr, kept, wanted);
  if (let.form == rules::LetForm::function || (kept.bit < 0 && !kept.is_constant)) {
    // Arguments first, all of them, since one may call the same function.
    std::vector<Slot> arguments;
    for (const Expr& kid : expr.kids) {
      const Slot slot = value(kid);
      // A value just computed into a slot that no other code writes stays there.
      if (kid.op == Op::constant || kid.op == Op::local || kid.op == Op::label || expr.kids.size() == 1) {
        arguments.push_back(slot);
        continue;
      }
      const Slot own = take(words(kid.type));
      copy(own, slot, words(kid.type));
      arguments.push_back(own);
    }
    pass(arguments, expr.kids, let.frame, scope);
    emit(Opcode::call, 0, 0, program_.let_code[expr.ref]);
    const Slot slot = slot_for(wanted, count);
    // A trace that is followed in the function is in a buffer that its next call will use again.
    if (let.type.base == Base::trace) emit(Opcode::trace_copy, slot, let_results_[expr.ref], program_.trace_buffers++);
    else copy(slot, let_results_[expr.ref], count);
    return slot;
  }
  if (let.form == rules::LetForm::plain) {
    if (kept.is_constant) return kept.slot;
    ensure(kept);
    if (!let.reads_state && let.type.base != Base::trace) return kept.slot;
    // Copied from where it is kept, as it may be computed again for a hypothetical position before this value is used.
    if (let.type.base == Base::trace) return made(Opcode::trace_copy, wanted, kept.slot, program_.trace_buffers++);
    const Slot own = slot_for(wanted, count);
    copy(own, kept.slot, count);
    return own;
  }
  const Slot index = index_slot(let.frame.locals[0].type, expr.kids[0]);
  if (!kept.is_constant) ensure(kept);
  return made_set(Opcode::load, wanted, count, kept.slot, index);
}

/// The cells where a kind is on top, of one owner or (null) of all; with `stacked`, its places, also below others.
Slot Compiler::piece_set(int kind, const Expr* owner, bool stacked, Wanted wanted) {
  const int count = program_.words() * (stacked ? program_.layout.stack : 1), sets = program_.sets_of_kind[kind];
  const Slot first = stacked ? program_.layout.levels + static_cast<Slot>(program_.first_set[kind] * count) : program_.tops_of(kind);
  if (sets == 1) return first;
  if (owner) {
    if (const auto one = known(*owner)) return first + static_cast<Slot>(*one * count);
    return made_set(Opcode::load, wanted, count, first, value(*owner));
  }
  const Slot slot = slot_for(wanted, count);
  binary_set(Op::unite, slot, first, first + static_cast<Slot>(count), count);
  for (int i = 2; i < sets; ++i) binary_set(Op::unite, slot, slot, first + static_cast<Slot>(i * count), count);
  return slot;
}

}  // namespace glint
