// Traces as values.
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
      // A question that is asked at once can be asked of the kept trace itself.
      if (const Kept& kept = kept_of(expr); kept.bit >= 0) {
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

}  // namespace glint
