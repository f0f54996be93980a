// Traces as values.

#include "interpreter/build/code/compiler.hpp"

namespace glint::compiling {

BeamsOf beams_of(CodeWriter& code, const Expr& expr) {
  switch (expr.op) {
    case Op::beams:
      return {false, false, code.all_emitters()};
    case Op::trace: {
      const Expr* const source = single(expr.kids[0]);
      return {false, source != nullptr, value(code, source ? *source : expr.kids[0])};
    }
    case Op::call:
      // A question that is answered at once can use the kept trace itself.
      if (const Kept& kept = code.kept_of(expr); kept.bit >= 0) {
        ensure(code, kept);
        return {true, false, kept.slot};
      }
      return {true, false, trace_handle(code, expr)};
    default:
      return {true, false, trace_handle(code, expr)};
  }
}

Slot trace_handle(CodeWriter& code, const Expr& expr) {
  if (expr.op == Op::trace_from) {
    const Slot from = value(code, expr.kids[0]);
    const Slot way = value(code, expr.kids[1]);
    const int fields = static_cast<int>(code.program.payloads.fields.size());
    const Slot payload = code.take(fields > 0 ? fields : 1);
    for (int f = 0; f < fields; ++f) value_into(code, expr.kids[2 + f], payload + static_cast<Slot>(f));
    const Slot handle = code.made(Opcode::trace_from, {}, from, way, expr.kids[0].type.base == Base::edge);
    code.emit(Opcode::more, static_cast<Slot>(code.program.traces.buffers++), payload);
    return handle;
  }
  if (expr.op == Op::beams || expr.op == Op::trace) {
    const BeamsOf from = beams_of(code, expr);
    const Slot set = from.is_single ? code.made_set(Opcode::bit, {}, code.program.words(), from.slot) : from.slot;
    return code.made(Opcode::trace_keep, {}, set, code.program.traces.buffers++);
  }
  return value(code, expr);
}

Slot trace_set(CodeWriter& code, const Expr& expr, Wanted wanted) {
  const int count = code.words(expr.type);
  const Expr& of = expr.kids[0];
  BeamsOf from = beams_of(code, of);
  const Slot slot = code.slot_for(wanted, count);
  if (from.is_single && expr.op != Op::trace_sources) from = {true, false, code.made(Opcode::trace_one, {}, from.slot)};
  if (expr.op == Op::trace_ends) {
    code.program.traces.tells_segments = code.program.traces.tells_segments || expr.ref < 0;
    code.emit(from.is_handle ? Opcode::handle_ends : Opcode::trace_ends, slot, from.slot, 0,
              expr.ref < 0 ? kLoopedEnd : expr.ref);
    return slot;
  }
  if (from.is_handle) {
    code.emit(expr.op == Op::trace_cells  ? Opcode::handle_cells
              : expr.op == Op::trace_hits ? Opcode::handle_hits
                                          : Opcode::handle_sources,
              slot, from.slot);
    return slot;
  }
  if (expr.op == Op::trace_sources) {
    const Slot all = code.all_emitters();
    if (from.is_single)
      code.emit(Opcode::bit, slot, from.slot, 0, count);
    else
      code.copy(slot, from.slot, count);
    code.binary_set(Op::intersect, slot, slot, all, count);
    return slot;
  }
  code.emit(expr.op == Op::trace_cells ? Opcode::trace_cells : Opcode::trace_hits, slot, from.slot);
  return slot;
}

}  // namespace glint::compiling
