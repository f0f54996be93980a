// Loops over sets, ranges and visits: templates for all parts of the compiler.
#pragma once

#include "interpreter/build/code/compiler.hpp"

namespace glint::compiling {

template <class Body>
void each_visit(CodeWriter& code, const Expr& domain, int local_ref, const Expr* at_cell, Body body,
                bool body_may_change = false);

/// Runs `body` for every element of the domain, in the order of the set (or from its end), with the local bound.
template <class Body>
void each(CodeWriter& code, const Expr& domain, int local_ref, Body body, bool backwards = false,
          bool body_may_change = false) {
  if (domain.op == Op::trace_visits || domain.op == Op::trace_exits)
    return each_visit(code, domain, local_ref, nullptr, body, body_may_change);
  const Slot element = code.local(local_ref);
  if (is_counted(domain)) {
    const Slot high = code.take(1), next = code.take(1);
    count_from(code, domain, next, high);
    Slot sum = 0;
    if (backwards) {  // low + high - i
      sum = code.take(1);
      code.emit(Opcode::add, sum, next, high);
      code.emit(Opcode::addi, sum, sum, 1);
    }
    return code.loop(Opcode::count_up, next, high, 0, [&](Label) {
      if (backwards)
        code.emit(Opcode::sub, element, sum, next);
      else
        code.emit(Opcode::mov, element, next);
      body();
    });
  }
  const int size = code.words(domain.type);
  const Slot rest = code.take(size);
  value_into(code, domain, rest);
  code.loop(backwards ? Opcode::last : code.far_next(element, size), element, rest, size, [&](Label) { body(); });
}

/// As `each`, over the visits of a trace; if `at_cell` is given, only those to that cell, or set. If the body may
/// change the position, or ask for hypothetical ones, the loop walks over a copy of the traces, made when it begins.
template <class Body>
void each_visit(CodeWriter& code, const Expr& domain, int local_ref, const Expr* at_cell, Body body,
                bool body_may_change) {
  const Slot cell = at_cell ? value(code, *at_cell) : 0;
  const BeamsOf from =
      body_may_change ? BeamsOf{true, false, trace_handle(code, domain.kids[0])} : beams_of(code, domain.kids[0]);
  const Slot visit = code.local(local_ref);
  const Slot iterator = code.take(3);
  const Slot handle = from.is_handle ? from.slot : code.take(1);
  const Label next_source = code.new_label(), again = code.new_label(), exit = code.new_label();
  Slot rest = 0;
  const bool many = !from.is_handle && !from.is_single;
  if (many) {
    rest = code.take(code.program.words());
    const Slot emitters = code.all_emitters(), source = code.take(1);
    code.binary_set(Op::intersect, rest, from.slot, emitters, code.program.words());
    code.place(next_source);
    code.emit_jump(code.next_of(code.program.words()), source, rest, exit, code.program.words());
    code.emit(Opcode::trace_one, handle, source);
  } else if (from.is_single) {
    code.emit(Opcode::trace_one, handle, from.slot);
  }
  (from.is_handle ? code.program.traces.asks_paths : code.program.traces.tells_segments) = true;
  code.emit(Opcode::visits_begin, iterator, handle);
  const int begin = code.here();
  code.place(again);
  const bool n = at_cell ? at_cell->type.is_set : domain.op == Op::trace_exits;
  code.emit_jump(at_cell ? Opcode::visits_at : Opcode::visits_next, iterator, visit, many ? next_source : exit, n);
  code.emit(Opcode::more, cell, handle);
  body();
  code.price_turn(begin);
  code.emit_jump(Opcode::jump, 0, 0, again);
  code.place(exit);
}

}  // namespace glint::compiling
