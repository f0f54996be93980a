// Traces as values, and the tables of cases as code.
#include <algorithm>

#include "interpreter/build/code/loops.hpp"

namespace glint {

using rules::Base;
using rules::Op;

Compiler::Traces Compiler::traces(const Expr& expr) {
  switch (expr.op) {
    case Op::beams: {
      const Slot all = take(program_.words());
      emit(Opcode::emitters, all);
      return {false, false, all};
    }
    case Op::trace: {
      const Expr* const source = single(expr.kids[0]);
      return {false, source != nullptr, value(source ? *source : expr.kids[0])};
    }
    case Op::call:
      // What is asked of it at once can be asked where it is kept.
      if (const Kept& kept = program_.kept[static_cast<std::size_t>(expr.ref)]; kept.bit >= 0) {
        ensure(kept);
        return {true, false, kept.slot};
      }
      return {true, false, trace_handle(expr)};
    default: return {true, false, trace_handle(expr)};
  }
}

/// A trace as a value that stays as it is whatever happens to the position.
Slot Compiler::trace_handle(const Expr& expr) {
  if (expr.op == Op::trace_from) {
    const Slot from = value(expr.kids[0]);
    const Slot way = value(expr.kids[1]);
    const int fields = static_cast<int>(program_.payload_fields.size());
    const Slot payload = take(fields > 0 ? fields : 1);
    for (int f = 0; f < fields; ++f) value_into(expr.kids[static_cast<std::size_t>(2 + f)], payload + static_cast<Slot>(f));
    const Slot handle = take(1);
    emit(Opcode::trace_from, handle, from, way, expr.kids[0].type.base == Base::edge ? 1 : 0);
    emit(Opcode::more, static_cast<Slot>(program_.trace_buffers++), payload);
    return handle;
  }
  if (expr.op == Op::beams || expr.op == Op::trace) {
    const Traces from = traces(expr);
    Slot set = from.slot;
    if (from.is_single) {
      set = take(program_.words());
      emit(Opcode::bit, set, from.slot, 0, program_.words());
    }
    const Slot handle = take(1);
    emit(Opcode::trace_keep, handle, set, static_cast<std::uint32_t>(program_.trace_buffers++));
    return handle;
  }
  return value(expr);
}

Slot Compiler::trace_set(const Expr& expr, Slot wanted) {
  const int count = words(expr.type);
  const Expr& of = expr.kids[0];
  Traces from = traces(of);
  const Slot slot = wanted ? wanted : take(count);
  if (from.is_single && expr.op != Op::trace_sources) {
    const Slot handle = take(1);
    emit(Opcode::trace_one, handle, from.slot);
    from = {true, false, handle};
  }
  if (expr.op == Op::trace_ends) {
    emit(from.is_handle ? Opcode::handle_ends : Opcode::trace_ends, slot, from.slot, 0, expr.ref);
    return slot;
  }
  if (from.is_handle) {
    emit(expr.op == Op::trace_cells  ? Opcode::handle_cells
         : expr.op == Op::trace_hits ? Opcode::handle_hits
                                     : Opcode::handle_sources,
         slot, from.slot);
    return slot;
  }
  if (expr.op == Op::trace_sources) {
    const Slot all = take(count);
    emit(Opcode::emitters, all);
    if (from.is_single) emit(Opcode::bit, slot, from.slot, 0, count);
    else copy(slot, from.slot, count);
    binary_set(Opcode::and_, slot, slot, all, count);
    return slot;
  }
  emit(expr.op == Op::trace_cells ? Opcode::trace_cells : Opcode::trace_hits, slot, from.slot);
  return slot;
}

// ---- cases ----

void Compiler::compile_optics() {
  const rules::Rules& rules = program_.rules;
  Reactions& reactions = program_.reactions;
  reactions.here = take(1);
  reactions.way = take(1);
  reactions.edge = take(1);
  reactions.sides_set = take(1);
  reactions.payload = take(std::max<int>(1, static_cast<int>(program_.payload_fields.size())));
  optic_code_.assign(rules.optics.size(), -1);
  optic_scopes_.assign(rules.optics.size(), {});
  // An optic calls others: those first. The checker has proved that there is no cycle.
  const auto compile = [&](auto&& self, int number) -> void {
    if (optic_code_[static_cast<std::size_t>(number)] >= 0) return;
    const rules::Optic& optic = rules.optics[static_cast<std::size_t>(number)];
    for (const rules::Case& one : optic.cases)
      for (const rules::Outcome& outcome : one.outcomes)
        if (outcome.way == rules::Way::optic) self(self, outcome.ref);
    Scope& scope = optic_scopes_[static_cast<std::size_t>(number)];
    scope = make_scope(optic.frame);
    if (scope.slots.empty()) scope.slots.push_back(0);
    scope.slots[0] = reactions.here;
    for (const rules::Terrain& terrain : rules.terrain)
      if (terrain.reaction == number && terrain.is_crossing) scope.slots[1] = reactions.edge;
    const Slot own = top();
    optic_code_[static_cast<std::size_t>(number)] = here();
    const At at(*this, optic.span);
    const InScope in(*this, scope);
    for (const rules::Case& one : optic.cases) compile_case(one);
    emit(Opcode::emit, reactions.way, reactions.payload);  // no case fits: straight on, unchanged
    emit(Opcode::ret);
    optimise(optic_code_[static_cast<std::size_t>(number)], own);
  };
  for (std::size_t i = 0; i < rules.optics.size(); ++i) compile(compile, static_cast<int>(i));

  for (const rules::Kind& kind : rules.kinds) {
    reactions.code.push_back(kind.reaction < 0 ? -1 : optic_code_[static_cast<std::size_t>(kind.reaction)]);
    if (!kind.emits) {
      reactions.emit_code.push_back(-1);
      continue;
    }
    Scope scope = make_scope(kind.emits_frame);
    if (scope.slots.empty()) scope.slots.push_back(0);
    scope.slots[0] = reactions.here;
    const Slot own = top();
    reactions.emit_code.push_back(here());
    const At at(*this, kind.span);
    const InScope in(*this, scope);
    // The payload begins as the beam's initial values, then the piece's updates.
    for (std::size_t f = 0; f < rules.beam.size(); ++f)
      value_into(rules.beam[f].initial, reactions.payload + static_cast<Slot>(f));
    const Slot payload = updated_payload(kind.emits_updates);
    const Slot directions = value(kind.emits_directions);
    emit(Opcode::emit_start, directions, payload);
    emit(Opcode::ret);
    optimise(reactions.emit_code.back(), own);
  }
}

/// What acts on beams without being a piece that they come to: where, and by which cases.
void Compiler::compile_acting() {
  const rules::Rules& rules = program_.rules;
  Reactions& reactions = program_.reactions;
  for (const rules::Terrain& terrain : rules.terrain) {
    Scope scope = make_scope(terrain.frame);
    const At at(*this, terrain.span);
    const InScope in(*this, scope);
    Reactions::Acting acting;
    acting.is_crossing = terrain.is_crossing;
    acting.reaction = optic_code_[static_cast<std::size_t>(terrain.reaction)];
    acting.is_constant = facts_.reads_of(terrain.where).nothing();
    acting.set = take(words(terrain.where.type));
    acting.code = here();
    value_into(terrain.where, acting.set);
    emit(Opcode::ret);
    reactions.acting.push_back(acting);
  }
  for (std::size_t k = 0; k < rules.kinds.size(); ++k) {
    const rules::Kind& kind = rules.kinds[k];
    reactions.sides_code.push_back(-1);
    reactions.sides_reaction.push_back(-1);
    if (!kind.sides) continue;
    Scope scope = make_scope(kind.sides_frame);
    if (scope.slots.empty()) scope.slots.push_back(0);
    scope.slots[0] = reactions.here;
    const At at(*this, kind.span);
    const InScope in(*this, scope);
    reactions.sides_code.back() = here();
    reactions.sides_reaction.back() = optic_code_[static_cast<std::size_t>(kind.sides_reaction)];
    value_into(*kind.sides, reactions.sides_set);
    emit(Opcode::ret);
    for (int owner = 0; owner < program_.sets_of_kind[k]; ++owner)
      reactions.sided_sets.push_back(program_.layout.tops +
                                     static_cast<Slot>((program_.first_set[k] + owner) * program_.words()));
  }
  reactions.goes_by_steps = !reactions.acting.empty() || !reactions.sided_sets.empty();
}

void Compiler::compile_case(const rules::Case& one) {
  const At at(*this, one.span);
  const int ways = program_.geometry.directions;
  const Label next = new_label();
  if (one.from != rules::CaseFrom::any) {
    const Slot facing = value(*one.relative_to);
    const Slot turn = take(1), test = take(1);
    emit(Opcode::cycle_distance, turn, program_.reactions.way, facing, ways);
    const Slot none = constant(0), half = constant(ways / 2);
    const bool even = ways % 2 == 0;
    switch (one.from) {
      case rules::CaseFrom::behind: emit(Opcode::eq, test, turn, none); break;
      case rules::CaseFrom::ahead:
        if (even) emit(Opcode::eq, test, turn, half);
        else emit(Opcode::mov, test, none);
        break;
      case rules::CaseFrom::left: {  // it travels to the piece's right: it came from its left
        const Slot upper = take(1);
        emit(Opcode::lt, test, none, turn);
        emit(even ? Opcode::lt : Opcode::le, upper, turn, half);
        emit(Opcode::and1, test, test, upper);
        break;
      }
      case rules::CaseFrom::right: emit(Opcode::lt, test, half, turn); break;
      default: {
        emit(Opcode::ne, test, turn, none);
        if (even) {
          const Slot other = take(1);
          emit(Opcode::ne, other, turn, half);
          emit(Opcode::and1, test, test, other);
        }
      }
    }
    emit_jump(Opcode::jz, test, 0, next);
  }
  if (one.condition) jump_unless(*one.condition, next);
  for (const rules::Outcome& outcome : one.outcomes) compile_outcome(outcome);
  emit(Opcode::ret);
  place(next);
}

void Compiler::compile_outcome(const rules::Outcome& outcome) {
  const At at(*this, outcome.span);
  const int ways = program_.geometry.directions;
  const Reactions& reactions = program_.reactions;
  switch (outcome.way) {
    case rules::Way::stops:
      emit(Opcode::emit_stop, 0, 0, 0, outcome.ref + 1);
      return;
    case rules::Way::optic: {
      const Scope& scope = optic_scopes_[static_cast<std::size_t>(outcome.ref)];
      const rules::Optic& optic = program_.rules.optics[static_cast<std::size_t>(outcome.ref)];
      std::vector<Slot> arguments;
      for (const Expr& one : outcome.exprs) arguments.push_back(value(one));
      for (std::size_t i = 0; i < arguments.size(); ++i) {
        copy(scope.slots[i + 1], arguments[i], words(outcome.exprs[i].type));
        check_range(scope.slots[i + 1], outcome.exprs[i].type, optic.frame.locals[i + 1].type);
      }
      emit(Opcode::call, 0, 0, static_cast<std::uint32_t>(optic_code_[static_cast<std::size_t>(outcome.ref)]));
      return;
    }
    default: break;
  }
  const Slot payload = updated_payload(outcome.updates);
  Slot way = reactions.way;
  Slot to = 0;
  bool moves = false;
  switch (outcome.way) {
    case rules::Way::reflects:
      way = take(1);
      emit(Opcode::cycle_distance, way, value(outcome.exprs[0]), reactions.way, ways);
      break;
    case rules::Way::turns:
      way = take(1);
      emit(Opcode::cycle, way, reactions.way, value(outcome.exprs[0]), ways);
      break;
    case rules::Way::leaves: way = value(outcome.exprs[0]); break;
    case rules::Way::to:
      moves = true;
      to = value(outcome.exprs[0]);
      if (outcome.exprs.size() > 1) way = value(outcome.exprs[1]);
      break;
    default: break;
  }
  emit(Opcode::emit, way, payload, to, moves ? 1 : 0);
}

/// The payload's fields after the updates. What an update reads (`beam.x` on its right) is the payload as it came.
Slot Compiler::updated_payload(const std::vector<rules::PayloadUpdate>& updates) {
  const Slot before = program_.reactions.payload;
  if (updates.empty()) return before;
  const int fields = static_cast<int>(program_.payload_fields.size());
  const Slot after = take(fields);
  for (int f = 0; f < fields; ++f) emit(Opcode::mov, after + static_cast<Slot>(f), before + static_cast<Slot>(f));
  for (const rules::PayloadUpdate& update : updates) {
    const At at(*this, update.span);
    const Type& type = program_.rules.beam[static_cast<std::size_t>(update.field)].type;
    const Slot operand = value(update.value);
    const Slot field = after + static_cast<Slot>(update.field);
    operate(update.op, field, field, operand, type);
    Type from = type;
    if (update.op == rules::AssignOp::set) from = update.value.type;
    else from.lo = INT64_MIN / 4, from.hi = INT64_MAX / 4;
    check_range(field, from, type);
  }
  return after;
}

}  // namespace glint
