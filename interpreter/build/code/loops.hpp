// Loops over sets, ranges and visits: templates for all parts of the compiler.
#pragma once

#include "interpreter/build/code/compiler.hpp"

namespace glint {

/// A loop: `op` takes the next `element` of `rest`, or leaves for `exit`. The body gets the label for the next one.
template <class Body>
void Compiler::loop(Opcode op, Slot element, Slot rest, int words, Label exit, Body body) {
  const Label again = new_label(), next = new_label();
  const int begin = here();
  place(again);
  emit_jump(op, element, rest, exit, words);
  body(next);
  place(next);
  price_turn(begin);
  emit_jump(Opcode::jump, 0, 0, again);
}

/// The same, with its exit right after it.
template <class Body>
void Compiler::loop(Opcode op, Slot element, Slot rest, int words, Body body) {
  const Label exit = new_label();
  loop(op, element, rest, words, exit, body);
  place(exit);
}

/// Runs `body` with `index` from `first` to `last`.
template <class Body>
void Compiler::count(Slot index, std::int64_t first, std::int64_t last, Body body) {
  emit(Opcode::mov, index, constant(first - 1));
  loop(Opcode::count_up, index, constant(last), 0, body);
}

/// Runs `body` for every element of the domain, in the order of the set (or from its end), with the local bound.
template <class Body>
void Compiler::each(const Expr& domain, int local_ref, Body body, bool backwards, bool body_may_change) {
  if (domain.op == Op::trace_visits || domain.op == Op::trace_exits)
    return each_visit(domain, local_ref, nullptr, body, body_may_change);
  const Slot element = local(local_ref);
  if (is_counted(domain)) {
    const Slot high = take(1), next = take(1);
    count_from(domain, next, high);
    Slot sum = 0;
    if (backwards) {  // low + high - i
      sum = take(1);
      emit(Opcode::add, sum, next, high);
      emit(Opcode::addi, sum, sum, 1);
    }
    return loop(Opcode::count_up, next, high, 0, [&](Label) {
      if (backwards) emit(Opcode::sub, element, sum, next);
      else emit(Opcode::mov, element, next);
      body();
    });
  }
  const int size = words(domain.type);
  const Slot rest = take(size);
  value_into(domain, rest);
  loop(backwards ? Opcode::last : far_next(element, size), element, rest, size, [&](Label) { body(); });
}

/// As `each`, over the visits of a trace; if `at_cell` is given, only those to that cell, or set. If the body may
/// change the position, or ask for hypothetical ones, the loop walks over a copy of the traces, made when it begins.
template <class Body>
void Compiler::each_visit(const Expr& domain, int local_ref, const Expr* at_cell, Body body, bool body_may_change) {
  const Slot cell = at_cell ? value(*at_cell) : 0;
  const Traces from = body_may_change ? Traces{true, false, trace_handle(domain.kids[0])} : traces(domain.kids[0]);
  const Slot visit = local(local_ref);
  const Slot iterator = take(3);
  const Slot handle = from.is_handle ? from.slot : take(1);
  const Label next_source = new_label(), again = new_label(), exit = new_label();
  Slot rest = 0;
  const bool many = !from.is_handle && !from.is_single;
  if (many) {
    rest = take(program_.words());
    const Slot emitters = all_emitters(), source = take(1);
    binary_set(Op::intersect, rest, from.slot, emitters, program_.words());
    place(next_source);
    emit_jump(next_of(program_.words()), source, rest, exit, program_.words());
    emit(Opcode::trace_one, handle, source);
  } else if (from.is_single) {
    emit(Opcode::trace_one, handle, from.slot);
  }
  (from.is_handle ? program_.asks_paths : program_.tells_segments) = true;
  emit(Opcode::visits_begin, iterator, handle);
  const int begin = here();
  place(again);
  const bool n = at_cell ? at_cell->type.is_set : domain.op == Op::trace_exits;
  emit_jump(at_cell ? Opcode::visits_at : Opcode::visits_next, iterator, visit, many ? next_source : exit, n);
  emit(Opcode::more, cell, handle);
  body();
  price_turn(begin);
  emit_jump(Opcode::jump, 0, 0, again);
  place(exit);
}

}  // namespace glint
