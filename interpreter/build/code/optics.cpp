#include "interpreter/build/code/optics.hpp"

#include <algorithm>

namespace glint {

void OpticsCompiler::compile() {
  compile_optics();
  compile_acting();
}

void OpticsCompiler::compile_optics() {
  const rules::Rules& rules = program_.rules;
  Reactions& reactions = program_.reactions;
  reactions.here = code_.take(1);
  reactions.way = code_.take(1);
  reactions.edge = code_.take(1);
  reactions.sides_set = code_.take(1);
  reactions.payload = code_.take(std::max<int>(1, static_cast<int>(program_.payload_fields.size())));
  entries_.assign(rules.optics.size(), -1);
  scopes_.assign(rules.optics.size(), {});
  // An optic calls others: those first. The checker has proved that there is no cycle.
  const auto compile = [&](auto&& self, int number) -> void {
    if (entries_[static_cast<std::size_t>(number)] >= 0) return;
    const rules::Optic& optic = rules.optics[static_cast<std::size_t>(number)];
    for (const rules::Case& one : optic.cases)
      for (const rules::Outcome& outcome : one.outcomes)
        if (outcome.way == rules::Way::optic) self(self, outcome.ref);
    Compiler::Scope& scope = scopes_[static_cast<std::size_t>(number)];
    scope = code_.make_scope(optic.frame);
    if (scope.slots.empty()) scope.slots.push_back(0);
    scope.slots[0] = reactions.here;
    for (const rules::Terrain& terrain : rules.terrain)
      if (terrain.reaction == number && terrain.is_crossing) scope.slots[1] = reactions.edge;
    const Slot own = code_.top();
    entries_[static_cast<std::size_t>(number)] = code_.here();
    const At at(code_, optic.span);
    const Compiler::InScope in(code_, scope);
    for (const rules::Case& one : optic.cases) compile_case(one);
    code_.emit(Opcode::emit, reactions.way, reactions.payload);  // no case fits: straight on, unchanged
    code_.emit(Opcode::ret);
    code_.optimise(entries_[static_cast<std::size_t>(number)], own);
  };
  for (std::size_t i = 0; i < rules.optics.size(); ++i) compile(compile, static_cast<int>(i));

  for (const rules::Kind& kind : rules.kinds) {
    reactions.code.push_back(kind.reaction < 0 ? -1 : entries_[static_cast<std::size_t>(kind.reaction)]);
    if (!kind.emits) {
      reactions.emit_code.push_back(-1);
      continue;
    }
    Compiler::Scope scope = code_.make_scope(kind.emits_frame);
    if (scope.slots.empty()) scope.slots.push_back(0);
    scope.slots[0] = reactions.here;
    const Slot own = code_.top();
    reactions.emit_code.push_back(code_.here());
    const At at(code_, kind.span);
    const Compiler::InScope in(code_, scope);
    // The payload begins as the beam's initial values, then the piece's updates.
    for (std::size_t f = 0; f < rules.beam.size(); ++f)
      code_.value_into(rules.beam[f].initial, reactions.payload + static_cast<Slot>(f));
    const Slot payload = updated_payload(kind.emits_updates);
    const Slot directions = code_.value(kind.emits_directions);
    code_.emit(Opcode::emit_start, directions, payload);
    code_.emit(Opcode::ret);
    code_.optimise(reactions.emit_code.back(), own);
  }
}

/// Cells, edges and sides of pieces that act on beams: where these are, and by which cases.
void OpticsCompiler::compile_acting() {
  const rules::Rules& rules = program_.rules;
  Reactions& reactions = program_.reactions;
  for (const rules::Terrain& terrain : rules.terrain) {
    Compiler::Scope scope = code_.make_scope(terrain.frame);
    const At at(code_, terrain.span);
    const Compiler::InScope in(code_, scope);
    Reactions::Acting acting;
    acting.is_crossing = terrain.is_crossing;
    acting.reaction = entries_[static_cast<std::size_t>(terrain.reaction)];
    acting.is_constant = code_.reads_nothing(terrain.where);
    acting.set = code_.take(code_.words(terrain.where.type));
    acting.code = code_.here();
    code_.value_into(terrain.where, acting.set);
    code_.emit(Opcode::ret);
    reactions.acting.push_back(acting);
  }
  for (std::size_t k = 0; k < rules.kinds.size(); ++k) {
    const rules::Kind& kind = rules.kinds[k];
    reactions.sides_code.push_back(-1);
    reactions.sides_reaction.push_back(-1);
    if (!kind.sides) continue;
    Compiler::Scope scope = code_.make_scope(kind.sides_frame);
    if (scope.slots.empty()) scope.slots.push_back(0);
    scope.slots[0] = reactions.here;
    const At at(code_, kind.span);
    const Compiler::InScope in(code_, scope);
    reactions.sides_code.back() = code_.here();
    reactions.sides_reaction.back() = entries_[static_cast<std::size_t>(kind.sides_reaction)];
    code_.value_into(*kind.sides, reactions.sides_set);
    code_.emit(Opcode::ret);
    for (int owner = 0; owner < program_.sets_of_kind[k]; ++owner)
      reactions.sided_sets.push_back(program_.layout.tops +
                                     static_cast<Slot>((program_.first_set[k] + owner) * program_.words()));
  }
  reactions.goes_by_steps = !reactions.acting.empty() || !reactions.sided_sets.empty();
}

void OpticsCompiler::compile_case(const rules::Case& one) {
  const At at(code_, one.span);
  const int ways = program_.geometry.directions;
  const Label next = code_.new_label();
  if (one.from != rules::CaseFrom::any) {
    const Slot facing = code_.value(*one.relative_to);
    const Slot turn = code_.take(1), test = code_.take(1);
    code_.emit(Opcode::cycle_distance, turn, program_.reactions.way, facing, ways);
    const Slot none = code_.constant(0), half = code_.constant(ways / 2);
    const bool even = ways % 2 == 0;
    switch (one.from) {
      case rules::CaseFrom::behind: code_.emit(Opcode::eq, test, turn, none); break;
      case rules::CaseFrom::ahead:
        if (even) code_.emit(Opcode::eq, test, turn, half);
        else code_.emit(Opcode::mov, test, none);
        break;
      case rules::CaseFrom::left: {  // it travels to the piece's right: it came from its left
        const Slot upper = code_.take(1);
        code_.emit(Opcode::lt, test, none, turn);
        code_.emit(even ? Opcode::lt : Opcode::le, upper, turn, half);
        code_.emit(Opcode::and1, test, test, upper);
        break;
      }
      case rules::CaseFrom::right: code_.emit(Opcode::lt, test, half, turn); break;
      default: {
        code_.emit(Opcode::ne, test, turn, none);
        if (even) {
          const Slot other = code_.take(1);
          code_.emit(Opcode::ne, other, turn, half);
          code_.emit(Opcode::and1, test, test, other);
        }
      }
    }
    code_.emit_jump(Opcode::jz, test, 0, next);
  }
  if (one.condition) code_.jump_unless(*one.condition, next);
  for (const rules::Outcome& outcome : one.outcomes) compile_outcome(outcome);
  code_.emit(Opcode::ret);
  code_.place(next);
}

void OpticsCompiler::compile_outcome(const rules::Outcome& outcome) {
  const At at(code_, outcome.span);
  const int ways = program_.geometry.directions;
  const Reactions& reactions = program_.reactions;
  switch (outcome.way) {
    case rules::Way::stops:
      code_.emit(Opcode::emit_stop, 0, 0, 0, outcome.ref + 1);
      return;
    case rules::Way::optic: {
      const Compiler::Scope& scope = scopes_[static_cast<std::size_t>(outcome.ref)];
      const rules::Optic& optic = program_.rules.optics[static_cast<std::size_t>(outcome.ref)];
      std::vector<Slot> arguments;
      for (const Expr& one : outcome.exprs) arguments.push_back(code_.value(one));
      for (std::size_t i = 0; i < arguments.size(); ++i) {
        code_.copy(scope.slots[i + 1], arguments[i], code_.words(outcome.exprs[i].type));
        code_.check_range(scope.slots[i + 1], outcome.exprs[i].type, optic.frame.locals[i + 1].type);
      }
      code_.emit(Opcode::call, 0, 0, static_cast<std::uint32_t>(entries_[static_cast<std::size_t>(outcome.ref)]));
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
      way = code_.take(1);
      code_.emit(Opcode::cycle_distance, way, code_.value(outcome.exprs[0]), reactions.way, ways);
      break;
    case rules::Way::turns:
      way = code_.take(1);
      code_.emit(Opcode::cycle, way, reactions.way, code_.value(outcome.exprs[0]), ways);
      break;
    case rules::Way::leaves: way = code_.value(outcome.exprs[0]); break;
    case rules::Way::to:
      moves = true;
      to = code_.value(outcome.exprs[0]);
      if (outcome.exprs.size() > 1) way = code_.value(outcome.exprs[1]);
      break;
    default: break;
  }
  code_.emit(Opcode::emit, way, payload, to, moves ? 1 : 0);
}

/// The payload's fields after the updates. What an update reads (`beam.x` on its right) is the payload as it came.
Slot OpticsCompiler::updated_payload(const std::vector<rules::PayloadUpdate>& updates) {
  const Slot before = program_.reactions.payload;
  if (updates.empty()) return before;
  const int fields = static_cast<int>(program_.payload_fields.size());
  const Slot after = code_.take(fields);
  for (int f = 0; f < fields; ++f) code_.emit(Opcode::mov, after + static_cast<Slot>(f), before + static_cast<Slot>(f));
  for (const rules::PayloadUpdate& update : updates) {
    const At at(code_, update.span);
    const Type& type = program_.rules.beam[static_cast<std::size_t>(update.field)].type;
    const Slot operand = code_.value(update.value);
    const Slot field = after + static_cast<Slot>(update.field);
    code_.operate(update.op, field, field, operand, type);
    Type from = type;
    if (update.op == rules::AssignOp::set) from = update.value.type;
    else from.lo = INT64_MIN / 4, from.hi = INT64_MAX / 4;
    code_.check_range(field, from, type);
  }
  return after;
}

}  // namespace glint
