// Traces as values.
#include <algorithm>

#include "interpreter/build/code/loops.hpp"

namespace glint {

Compiler::Traces Compiler::traces(const Expr& expr) {
  switch (expr.op) {
    case Op::beams: return {false, false, all_emitters()};
    case Op::trace: {
      const Expr* const source = single(expr.kids[0]);
      return {false, source != nullptr, value(source ? *source : expr.kids[0])};
    }
    case Op::call:
      // A question that is answered at once can use the kept trace itself.
      if (const Kept& kept = kept_of(expr); kept.bit >= 0) {
        ensure(kept);
        return {true, false, kept.slot};
      }
      return {true, false, trace_handle(expr)};
    default: return {true, false, trace_handle(expr)};
  }
}

/// A trace as a value that does not change with the position.
Slot Compiler::trace_handle(const Expr& expr) {
  if (expr.op == Op::trace_from) {
    const Slot from = value(expr.kids[0]);
    const Slot way = value(expr.kids[1]);
    const int fields = static_cast<int>(program_.payload_fields.size());
    const Slot payload = take(fields > 0 ? fields : 1);
    for (int f = 0; f < fields; ++f) value_into(expr.kids[2 + f], payload + static_cast<Slot>(f));
    const Slot handle = made(Opcode::trace_from, {}, from, way, expr.kids[0].type.base == Base::edge);
    emit(Opcode::more, static_cast<Slot>(program_.trace_buffers++), payload);
    return handle;
  }
  if (expr.op == Op::beams || expr.op == Op::trace) {
    const Traces from = traces(expr);
    const Slot set = from.is_single ? made_set(Opcode::bit, {}, program_.words(), from.slot) : from.slot;
    return made(Opcode::trace_keep, {}, set, program_.trace_buffers++);
  }
  return value(expr);
}

Slot Compiler::trace_set(const Expr& expr, Wanted wanted) {
  const int count = words(expr.type);
  const Expr& of = expr.kids[0];
  Traces from = traces(of);
  const Slot slot = slot_for(wanted, count);
  if (from.is_single && expr.op != Op::trace_sources) from = {true, false, made(Opcode::trace_one, {}, from.slot)};
  if (expr.op == Op::trace_ends) {
    program_.tells_segments = program_.tells_segments || expr.ref < 0;
    emit(from.is_handle ? Opcode::handle_ends : Opcode::trace_ends, slot, from.slot, 0,
         expr.ref < 0 ? kLoopedEnd : expr.ref);
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
    const Slot all = all_emitters();
    if (from.is_single) emit(Opcode::bit, slot, from.slot, 0, count);
    else copy(slot, from.slot, count);
    binary_set(Op::intersect, slot, slot, all, count);
    return slot;
  }
  emit(expr.op == Op::trace_cells ? Opcode::trace_cells : Opcode::trace_hits, slot, from.slot);
  return slot;
}

}  // namespace glint
