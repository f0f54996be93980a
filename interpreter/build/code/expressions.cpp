// Values and tests: numbers, names, fields, comparisons, calls.
#include <algorithm>

#include "interpreter/build/board/geometry.hpp"
#include "interpreter/build/code/compiler.hpp"

namespace glint {

using rules::Base;
using rules::Op;

namespace {

/// The kinds that have what `x.field` or `x.owner` reads.
rules::KindMask kinds_that_have(const rules::Rules& rules, const rules::Expr& expr) {
  rules::KindMask kinds = 0;
  for (std::size_t k = 0; k < rules.kinds.size(); ++k) {
    const rules::Kind& kind = rules.kinds[k];
    bool has = expr.op == Op::owner && kind.owned;
    for (const int field : kind.fields) has = has || (expr.op == Op::field && field == expr.ref);
    if (has) kinds |= rules::KindMask{1} << k;
  }
  return kinds;
}

}  // namespace

Slot Compiler::value(const Expr& expr) { return value_at(expr, 0); }

void Compiler::value_into(const Expr& expr, Slot target) {
  const Slot slot = value_at(expr, target);
  if (slot != target) copy(target, slot, words(expr.type));
}

void Compiler::copy(Slot target, Slot source, int words) {
  if (words == 1) emit(Opcode::mov, target, source);
  else emit(Opcode::copy, target, source, 0, words);
}

/// The value's slot; where a new slot is needed, `wanted` if that is given (not 0, which is the State's own).
Slot Compiler::value_at(const Expr& expr, Slot wanted) {
  const At at(*this, expr.span);
  switch (expr.type.base) {
    case Base::cell: case Base::edge: case Base::place: case Base::trace: case Base::visit: break;
    default:
      if (expr.op == Op::local || expr.op == Op::payload) break;
      if (const auto known = constants_.try_value(expr)) return constant(*known);
  }
  switch (expr.op) {
    case Op::constant: return constant(expr.number);
    case Op::label: return constant(find_label(expr));
    case Op::option: return constant(program_.options[static_cast<std::size_t>(expr.ref)]);
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
    case Op::visit_payload: {
      const Slot visit = value(expr.kids[0]);
      return made(Opcode::payload_field, wanted, visit + 3, 0, expr.ref);
    }
    case Op::add: case Op::subtract: case Op::multiply: case Op::min: case Op::max: case Op::negate: case Op::odd:
    case Op::not_: case Op::cycle: case Op::cycle_distance: case Op::axis_of: case Op::index_of: case Op::count:
      return arithmetic(expr, wanted);
    case Op::equal: case Op::not_equal: case Op::less: case Op::less_equal: case Op::in: case Op::within:
    case Op::meets: return compare(expr, wanted);
    case Op::and_: case Op::or_: {
      // Into a slot of its own: `wanted` may be read by the operands.
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
    case Op::trace_cells: case Op::trace_hits: case Op::trace_sources: case Op::trace_ends:
      return trace_set(expr, wanted);
    default: return set_operation(expr, wanted);
  }
}

/// An instruction that makes one word, into `wanted` or a new slot; that slot.
Slot Compiler::made(Opcode op, Slot wanted, Slot b, std::uint32_t c, int n) {
  const Slot slot = wanted ? wanted : take(1);
  emit(op, slot, b, c, n);
  return slot;
}

/// `x.field`, `x.owner`.
Slot Compiler::of_piece(const Expr& expr, Slot wanted) {
  const Slot where = value(expr.kids[0]);
  const bool place = expr.kids[0].type.base == Base::place;
  if (mode_ == Mode::carry && !place) check_stands(expr.kids[0], kinds_that_have(program_.rules, expr));
  if (expr.op == Op::field) return made(place ? Opcode::field_at : Opcode::field, wanted, where, 0, expr.ref);
  return made(place ? Opcode::owner_at : Opcode::owner, wanted, where);
}

/// Parts of cells, places, edges and visits; the cell at a place.
Slot Compiler::of_place(const Expr& expr, Slot wanted) {
  switch (expr.op) {
    case Op::cell_of: {
      const Slot of = value(expr.kids[0]);
      if (expr.kids[0].type.base == Base::visit) return of;  // a visit begins with its cell
      return made(Opcode::place_cell, wanted, of);
    }
    case Op::level_of: {
      const Slot of = value(expr.kids[0]);
      return made(Opcode::place_level, wanted, of);
    }
    case Op::x_of: case Op::y_of: {
      std::vector<Word> coordinates;
      for (const CellInfo& cell : program_.geometry.info)
        coordinates.push_back(static_cast<Word>(static_cast<std::int64_t>(expr.op == Op::x_of ? cell.x : cell.y)));
      const Slot table = constant_words(coordinates);
      const Slot cell = value(expr.kids[0]);
      return made(Opcode::load, wanted, table, cell, 1);
    }
    case Op::cell_at: {
      const auto known_x = constants_.try_value(expr.kids[0]), known_y = constants_.try_value(expr.kids[1]);
      if (known_x && known_y) {
        const int cell = program_.geometry.cell_at(*known_x, *known_y);
        if (cell >= 0) return constant(cell);
      }
      const Slot x = value(expr.kids[0]), y = value(expr.kids[1]);
      return made(Opcode::cell_at, wanted, x, y);
    }
    default: {  // beside
      const Slot edge = value(expr.kids[0]);
      const int count = words(expr.type);
      const Slot slot = wanted ? wanted : take(count);
      emit(Opcode::beside, slot, edge, 0, count);
      return slot;
    }
  }
}

Slot Compiler::arithmetic(const Expr& expr, Slot wanted) {
  const Slot left = value(expr.kids[0]);
  const auto round = [&](const Type& type) { return static_cast<int>(domain_size(program_.rules, type)); };
  switch (expr.op) {
    case Op::negate: {
      const Slot slot = wanted ? wanted : take(1);  // before the constant, which may take one
      emit(Opcode::sub, slot, constant(0), left);
      return slot;
    }
    case Op::odd: return made(Opcode::odd, wanted, left);
    case Op::not_: return made(Opcode::lnot, wanted, left);
    case Op::axis_of: return made(Opcode::cycle, wanted, left, left, program_.geometry.directions);
    case Op::index_of: {
      const std::int64_t first = domain_first(expr.kids[0].type);
      if (first == 0) return left;
      return made(Opcode::addi, wanted, left, static_cast<std::uint32_t>(static_cast<std::int32_t>(-first)));
    }
    case Op::count: {
      const int count = words(expr.kids[0].type);
      return made(count == 1 ? Opcode::size1 : Opcode::size, wanted, left, 0, count);
    }
    default: break;
  }
  const Slot right = value(expr.kids[1]);
  switch (expr.op) {
    case Op::add: return made(Opcode::add, wanted, left, right);
    case Op::subtract: return made(Opcode::sub, wanted, left, right);
    case Op::multiply: return made(Opcode::mul, wanted, left, right);
    case Op::min: return made(Opcode::min, wanted, left, right);
    case Op::max: return made(Opcode::max, wanted, left, right);
    case Op::cycle: return made(Opcode::cycle, wanted, left, right, round(expr.kids[0].type));
    default: return made(Opcode::cycle_distance, wanted, left, right, round(expr.kids[0].type));
  }
}

/// `if A then B else C`.
Slot Compiler::choice(const Expr& expr, Slot wanted) {
  if (const auto known = constants_.try_value(expr.kids[0])) return value_at(expr.kids[*known ? 1 : 2], wanted);
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
Slot Compiler::of_play(const Expr& expr, Slot wanted) {
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
      const Slot slot = wanted ? wanted : take(1);
      emit(Opcode::call, 0, 0, static_cast<std::uint32_t>(program_.score_code));
      emit(Opcode::mov, slot, program_.score_value);
      return slot;
    }
  }
}

void Compiler::jump_unless(const Expr& condition, Label target) {
  if (condition.op == Op::and_) {
    jump_unless(condition.kids[0], target);
    jump_unless(condition.kids[1], target);
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
  const auto known = constants_.try_value(condition);
  if (known && *known) return;
  if (known) {
    emit_jump(Opcode::jump, 0, 0, target);
    return;
  }
  // What a function asks first may settle it: the rest is jumped over.
  constexpr double kLargest = 200;
  if (condition.op == Op::call && mode_ != Mode::carry && may(Lowering::optimise) && facts_.opened_size(condition) < kLargest) {
    const Expr open = opened(condition);
    if (open.op == Op::and_ || open.op == Op::or_ || open.op == Op::not_) return jump_unless(open, target);
  }
  emit_jump(Opcode::jz, value(condition), 0, target);
}

Slot Compiler::compare(const Expr& expr, Slot wanted) {
  const Expr& left = expr.kids[0];
  const Expr& right = expr.kids[1];
  const auto target = [&] { return wanted ? wanted : take(1); };
  if (expr.op == Op::in) {
    if (right.op == Op::range) {  // no set is made
      const Slot low = value(right.kids[0]), high = value(right.kids[1]), number = value(left);
      const Slot slot = take(1), second = take(1);
      emit(Opcode::le, slot, low, number);
      emit(Opcode::le, second, number, high);
      emit(Opcode::and1, slot, slot, second);
      return slot;
    }
    if (lists_any_numbers(right)) {  // no set could hold them: each is compared
      const Slot number = value(left), slot = take(1), same = take(1);
      for (std::size_t i = 0; i < right.kids.size(); ++i) {
        emit(Opcode::eq, i == 0 ? slot : same, number, value(right.kids[i]));
        if (i > 0) binary_set(Opcode::or_, slot, slot, same, 1);
      }
      return slot;
    }
    const int count = words(right.type);
    const Slot element = value(left);
    const Slot set = value(right);
    const Slot slot = target();
    emit(count == 1 ? Opcode::has1 : Opcode::has, slot, element, set, count);
    return slot;
  }
  if (!left.type.is_set && left.type.base != Base::trace) {
    const Slot a = value(left);
    const Slot b = value(right);
    const Slot slot = target();
    emit(expr.op == Op::equal       ? Opcode::eq
         : expr.op == Op::not_equal ? Opcode::ne
         : expr.op == Op::less      ? Opcode::lt
                                    : Opcode::le,
         slot, a, b);
    return slot;
  }
  const int count = words(left.type);
  if (expr.op == Op::meets && may(Lowering::lift)) {
    // `trace(c).cells meets S` stops at the first cell: no trace is made.
    for (std::size_t side = 0; side < 2; ++side) {
      const Expr& beam = expr.kids[side];
      const Expr* const source = beam.op == Op::trace_cells ? single_source(beam.kids[0]) : nullptr;
      if (!source) continue;
      const Slot cell = value(*source);
      const Slot set = value(expr.kids[1 - side]);
      const Slot slot = target();
      emit(Opcode::trace_meets, slot, cell, set);
      return slot;
    }
  }
  if ((expr.op == Op::equal || expr.op == Op::not_equal) && (is_nothing(left) || is_nothing(right))) {
    const Slot set = value(is_nothing(left) ? right : left);
    const bool negated = expr.op == Op::not_equal;
    const Slot is_empty = negated ? take(1) : target();
    emit(Opcode::is_empty, is_empty, set, 0, count);
    if (!negated) return is_empty;
    const Slot slot = target();
    emit(Opcode::lnot, slot, is_empty);
    return slot;
  }
  const Slot a = value(left);
  const Slot b = value(right);
  const Slot slot = target();
  switch (expr.op) {
    case Op::within: emit(Opcode::within, slot, a, b, count); break;
    case Op::meets: emit(Opcode::meets, slot, a, b, count); break;
    default: {
      const bool negated = expr.op == Op::not_equal;
      const Slot same = negated ? take(1) : slot;
      emit(Opcode::same, same, a, b, count);
      if (negated) emit(Opcode::lnot, slot, same);
    }
  }
  return slot;
}

void Compiler::check_index(const Type& index_type, std::int64_t value, lang::Span span) const {
  if (index_type.base != Base::number || (value >= index_type.lo && value <= index_type.hi)) return;
  build_fail(lang::Code::G0602, span, std::to_string(value) + " is not in " + std::to_string(index_type.lo) + ".." +
                                          std::to_string(index_type.hi));
}

/// The slot with the number by which a table or variable is indexed.
Slot Compiler::index_slot(const Type& index_type, const Expr& index) {
  const Slot slot = value(index);
  const std::int64_t first = domain_first(index_type);
  if (index_type.base == Base::number && (index.type.lo < index_type.lo || index.type.hi > index_type.hi))
    hold_in(index_type.lo, index_type.hi, slot);
  if (first == 0) return slot;
  const Slot shifted = take(1);
  emit(Opcode::addi, shifted, slot, static_cast<std::uint32_t>(static_cast<std::int32_t>(-first)));
  return shifted;
}

Slot Compiler::variable(const Expr& expr, Slot wanted) {
  const rules::Variable& variable = program_.rules.variables[static_cast<std::size_t>(expr.ref)];
  const Slot base = program_.layout.variables[static_cast<std::size_t>(expr.ref)];
  if (!variable.index) return base;
  const int count = words(variable.type);
  if (const auto known = constants_.try_value(expr.kids[0])) {
    check_index(*variable.index, *known, expr.kids[0].span);
    return base + static_cast<Slot>((*known - domain_first(*variable.index)) * count);
  }
  const Slot index = index_slot(*variable.index, expr.kids[0]);
  const Slot slot = wanted ? wanted : take(count);
  emit(Opcode::load, slot, base, index, count);
  return slot;
}

void Compiler::ensure(const Kept& kept) {
  emit(Opcode::ensure, static_cast<Slot>(kept.bit), 0, static_cast<std::uint32_t>(kept.code));
}

/// A set of cells made without a loop.
bool Compiler::is_made_at_once(const Expr& expr) {
  switch (expr.op) {
    case Op::comprehension:
      return expr.kids.size() == 2 && is_made_at_once(expr.kids[0]) && cannot_fail(expr.kids[1]) &&
             lifts(expr.kids[1], expr.ref);
    case Op::call: {
      const Expr open = opened(expr);
      return open.op != Op::call && is_made_at_once(open);
    }
    case Op::if_: return is_made_at_once(expr.kids[1]) && is_made_at_once(expr.kids[2]);
    case Op::unite: case Op::intersect: case Op::subtract_set:
      return is_made_at_once(expr.kids[0]) && is_made_at_once(expr.kids[1]);
    case Op::all: case Op::label: case Op::drawn: case Op::local: return true;
    case Op::set:
      return std::all_of(expr.kids.begin(), expr.kids.end(), [&](const Expr& kid) { return is_made_at_once(kid); });
    default: return false;
  }
}

Slot Compiler::call_let(const Expr& expr, Slot wanted) {
  const rules::Let& let = let_of(expr);
  const Kept& kept = kept_of(expr);
  const Scope& scope = let_scopes_[static_cast<std::size_t>(expr.ref)];
  const int count = words(let.type);
  // A set of cells that says nothing of the position is mostly a constant, once it is known what for.
  const bool is_region = let.form == rules::LetForm::function && let.type.is_set && let.type.base == Base::cell &&
                         !let.reads_state && !let.reads_beams;
  if (is_region && may(Lowering::lift)) {
    const Checkpoint before(*this);
    const Expr open = opened(expr);
    if (is_made_at_once(open)) return value_at(open, wanted);
    before.roll_back();
  }
  if (mode_ == Mode::carry) check_stands(expr.kids, let.frame);
  if (let.form == rules::LetForm::function && kept.is_constant) return table_entry(expr, kept, wanted);
  if (let.form == rules::LetForm::function || (kept.bit < 0 && !kept.is_constant)) {
    if (const auto opened = opened_call(expr, wanted)) return *opened;
    // Arguments first, all of them, since one may call the same function.
    std::vector<Slot> arguments;
    for (const Expr& kid : expr.kids) {
      const Slot slot = value(kid);
      const bool is_fixed = kid.op == Op::constant || kid.op == Op::local || kid.op == Op::label;
      if (is_fixed) {
        arguments.push_back(slot);
        continue;
      }
      // What was just computed into a slot that no other code writes stays there.
      if (expr.kids.size() == 1) {
        arguments.push_back(slot);
        continue;
      }
      const Slot own = take(words(kid.type));
      copy(own, slot, words(kid.type));
      arguments.push_back(own);
    }
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const Slot parameter = scope.slots[i];
      const Type& declared = let.frame.locals[i].type;
      const Type& given = expr.kids[i].type;
      copy(parameter, arguments[i], words(given));
      check_range(parameter, given, declared);
    }
    emit(Opcode::call, 0, 0, static_cast<std::uint32_t>(program_.let_code[static_cast<std::size_t>(expr.ref)]));
    const Slot slot = wanted ? wanted : take(count);
    // A trace that is followed in the function lies in a buffer that its next call will use again.
    if (let.type.base == Base::trace)
      emit(Opcode::trace_copy, slot, let_results_[static_cast<std::size_t>(expr.ref)],
           static_cast<std::uint32_t>(program_.trace_buffers++));
    else
      copy(slot, let_results_[static_cast<std::size_t>(expr.ref)], count);
    return slot;
  }
  if (let.form == rules::LetForm::plain) {
    if (kept.is_constant) return kept.slot;
    ensure(kept);
    if (!let.reads_state && let.type.base != Base::trace) return kept.slot;
    // Not where it is kept: it may be computed again for a hypothetical position before this value is used.
    const Slot own = wanted ? wanted : take(count);
    if (let.type.base == Base::trace) {
      emit(Opcode::trace_copy, own, kept.slot, static_cast<std::uint32_t>(program_.trace_buffers++));
      return own;
    }
    copy(own, kept.slot, count);
    return own;
  }
  const Slot index = index_slot(let.frame.locals[0].type, expr.kids[0]);
  if (!kept.is_constant) ensure(kept);
  const Slot slot = wanted ? wanted : take(count);
  emit(Opcode::load, slot, kept.slot, index, count);
  return slot;
}

/// The cells where a kind is on top, of one owner or of all.
Slot Compiler::piece_set(int kind, const std::optional<Slot>& owner, int constant_owner, Slot wanted) {
  const int count = program_.words();
  const int base = program_.first_set[static_cast<std::size_t>(kind)];
  const int sets = program_.sets_of_kind[static_cast<std::size_t>(kind)];
  const Slot tops = program_.layout.tops + static_cast<Slot>(base * count);
  if (sets == 1) return tops;
  if (constant_owner >= 0) return tops + static_cast<Slot>(constant_owner * count);
  const Slot slot = wanted ? wanted : take(count);
  if (owner) {
    emit(Opcode::load, slot, tops, *owner, count);
    return slot;
  }
  binary_set(Opcode::or_, slot, tops, tops + static_cast<Slot>(count), count);
  for (int i = 2; i < sets; ++i) binary_set(Opcode::or_, slot, slot, tops + static_cast<Slot>(i * count), count);
  return slot;
}

/// The places of a kind's pieces, also below others.
Slot Compiler::stacked(const Expr& expr, Slot wanted) {
  const int count = program_.words() * program_.layout.stack;
  const int base = program_.first_set[static_cast<std::size_t>(expr.ref)];
  const int sets = program_.sets_of_kind[static_cast<std::size_t>(expr.ref)];
  const Slot levels = program_.layout.levels + static_cast<Slot>(base * count);
  if (sets == 1) return levels;
  if (!expr.kids.empty()) {
    if (const auto known = constants_.try_value(expr.kids[0])) return levels + static_cast<Slot>(*known * count);
    const Slot owner = value(expr.kids[0]);
    const Slot slot = wanted ? wanted : take(count);
    emit(Opcode::load, slot, levels, owner, count);
    return slot;
  }
  const Slot slot = wanted ? wanted : take(count);
  copy(slot, levels, count);
  for (int i = 1; i < sets; ++i) binary_set(Opcode::or_, slot, slot, levels + static_cast<Slot>(i * count), count);
  return slot;
}

}  // namespace glint
