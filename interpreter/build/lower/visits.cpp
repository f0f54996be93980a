// Questions about the visits of beams that can be answered without going through all of them.
#include "interpreter/build/code/loops.hpp"

namespace glint {

namespace {

/// `v.cell == C` or `C == v.cell`: C.
const Expr* named_cell(const Expr& expr, int visit) {
  if (expr.op != Op::equal || expr.kids[0].type.base != Base::cell || expr.kids[0].type.is_set) return nullptr;
  for (std::size_t side = 0; side < 2; ++side) {
    const Expr& cell = expr.kids[side];
    if (cell.op == Op::cell_of && is_local(cell.kids[0], visit)) return &expr.kids[1 - side];
  }
  return nullptr;
}

/// `v.FIELD != {}`, of a field that is a set.
bool is_not_empty(const Expr& expr) {
  return expr.op == Op::not_equal && expr.kids[0].op == Op::visit_payload && expr.kids[0].type.is_set &&
         is_nothing(expr.kids[1]);
}

/// `union v in T.visits where v.cell == C : v.FIELD`: all the light on a cell.
bool adds_light(const Expr& fold) {
  return fold.op == Op::fold_unite && fold.kids.size() == 3 && fold.kids[0].op == Op::trace_visits &&
         named_cell(fold.kids[2], fold.ref) && fold.kids[1].op == Op::visit_payload && fold.kids[1].type.is_set &&
         is_local(fold.kids[1].kids[0], fold.ref);
}

}  // namespace

/// The visits that a condition leaves, if its first part tests their cell, or a set of cells.
Compiler::Visited Compiler::visited_cells(const Expr& condition, int visit) const {
  const auto cells = [&](const Expr& expr) -> const Expr* {
    // The cell is computed before the first visit, so it must not fail.
    const Expr* const cell = named_cell(expr, visit);
    if (cell && !reads_local(*cell, visit) && cannot_fail(*cell)) return cell;
    if (expr.op != Op::in || expr.kids[0].op != Op::cell_of || !is_local(expr.kids[0].kids[0], visit)) return nullptr;
    return is_plain_set(expr.kids[1]) && !reads_local(expr.kids[1], visit) ? &expr.kids[1] : nullptr;
  };
  if (const Expr* const all = cells(condition)) return {all, nullptr};
  if (condition.op != Op::and_) return {};
  return {cells(condition.kids[0]), &condition.kids[1]};
}

/// `min v in T where v.cell == C [and v.FIELD != {}] : v.step else E`, and `any v in T where v.cell == C [and ...] :
/// v.step <= K`: a beam's steps only grow, so the smallest one decides. `result` already has E, or false. False: the
/// fold has neither form.
bool Compiler::least_step(const Expr& fold, const Visited& visited, Slot result) {
  if (!may(Lowering::fuse)) return false;
  const Expr& trace = fold.kids[0].kids[0];
  const Expr& body = fold.kids[1];
  const auto is_step = [&](const Expr& expr) { return expr.op == Op::visit_step && is_local(expr.kids[0], fold.ref); };
  const bool asks_least = fold.op == Op::fold_min && is_step(body);
  const bool asks_any = fold.op == Op::fold_any && (body.op == Op::less || body.op == Op::less_equal) &&
                        is_step(body.kids[0]) && !reads_local(body.kids[1], fold.ref);
  if (!asks_least && !asks_any) return false;
  if (visited.rest && (!is_not_empty(*visited.rest) || !is_local(visited.rest->kids[0].kids[0], fold.ref))) return false;
  if (trace.op == Op::beams || (trace.op == Op::trace && element_of(trace.kids[0]).type.is_set)) return false;
  const int field = visited.rest ? visited.rest->kids[0].ref + 1 : 0;
  const Slot cells = value(*visited.cells);
  const Traces from = traces(trace);
  Slot handle = from.slot;
  if (from.is_single) {
    handle = made(Opcode::trace_one, {}, from.slot);
    program_.tells_segments = true;
  }
  const Slot least = asks_least ? result : take(1);
  if (asks_any) emit(Opcode::mov, least, constant(-1));
  emit(Opcode::least_step, least, handle, cells, field * 2 + (visited.cells->type.is_set ? 1 : 0));
  if (asks_least) return true;
  const Label done = new_label();
  emit_jump(Opcode::jlt, least, constant(0), done);
  const Slot most = value(body.kids[1]);
  if (body.op == Op::less) emit_jump(Opcode::jle, most, least, done);
  else emit_jump(Opcode::jlt, most, least, done);
  emit(Opcode::mov, result, constant(1));
  place(done);
  return true;
}

/// {c : t[c] == K} for a table of all light. The light of each beam is kept as sets of cells, so no table is made.
std::optional<Slot> Compiler::lift_light(const rules::Let& let, const Expr& wanted, bool is_not) {
  if (!may(Lowering::scatter) || !program_.keeps_light || program_.words() > kMostLitWords) return std::nullopt;
  const Expr& body = let.body;
  if (!adds_light(body) || !is_local(*named_cell(body.kids[2], body.ref), 0) || body.kids[0].kids[0].op != Op::beams)
    return std::nullopt;
  const Slot emitters = take(program_.words()), value_wanted = value(wanted), slot = take(program_.words());
  emit(Opcode::emitters, emitters);
  lights_by(body.kids[1].ref);
  emit(Opcode::light_is, slot, emitters, value_wanted, body.kids[1].ref * 2 + (is_not ? 1 : 0));
  return slot;
}

/// t[c] = fold v in visits where v.cell == c [and more] : E, with E and the visits free of c, is filled by one walk
/// over the visits instead of one for each cell.
bool Compiler::scatter(const rules::Let& let, Slot base, int width) {
  const Expr& body = let.body;
  if (!may(Lowering::scatter)) return false;
  // An entry out of its range would be an error, and an entry is the sum of many visits.
  if (!fits(body.type, let.type)) return false;
  if (body.op != Op::fold_unite && body.op != Op::fold_sum && body.op != Op::fold_count && body.op != Op::fold_any)
    return false;
  if (body.kids.size() < 3 || body.kids[0].op != Op::trace_visits || reads_local(body.kids[0], 0)) return false;
  const auto names_cell = [&](const Expr& e) {
    const Expr* const named = named_cell(e, body.ref);
    return named && is_local(*named, 0);
  };
  const Expr* rest = nullptr;
  if (!names_cell(body.kids[2])) {
    if (body.kids[2].op != Op::and_ || !names_cell(body.kids[2].kids[0])) return false;
    rest = &body.kids[2].kids[1];
    if (reads_local(*rest, 0)) return false;
  }
  if (reads_local(body.kids[1], 0) || width != 1) return false;
  const Expr& source = body.kids[0].kids[0];
  if (adds_light(body) && (source.op == Op::beams || (source.op == Op::trace && source.kids[0].type.is_set))) {
    // Additive light: one instruction for the whole table.
    const Slot emitters = all_emitters();
    if (source.op == Op::trace) binary_set(Op::intersect, emitters, emitters, value(source.kids[0]), program_.words());
    lights_by(body.kids[1].ref);
    emit(Opcode::light, base, emitters, 0, body.kids[1].ref);
    return true;
  }
  if (body.op == Op::fold_unite && rest && is_not_empty(*rest) && element_of(body.kids[1]).op == Op::visit_source &&
      source.op == Op::beams && program_.words() == 1) {
    const Slot emitters = all_emitters();
    lights_by(rest->kids[0].ref);
    emit(Opcode::light_sources, base, emitters, 0, rest->kids[0].ref);
    return true;
  }
  emit(Opcode::clear, base, 0, program_.geometry.cells);
  const Slot before = take(1);
  each_visit(body.kids[0], body.ref, nullptr, [&] {
    const Label skip = new_label();
    if (rest) jump_unless(*rest, skip);
    const Slot cell = local(body.ref);
    if (body.op == Op::fold_any || body.op == Op::fold_count) {
      jump_unless(body.kids[1], skip);
      emit(Opcode::load, before, base, cell, 1);
      if (body.op == Op::fold_any) emit(Opcode::mov, before, constant(1));
      else emit(Opcode::addi, before, before, 1);
    } else {
      const Slot one = value(body.kids[1]);
      emit(Opcode::load, before, base, cell, 1);
      if (body.op == Op::fold_sum) emit(Opcode::add, before, before, one);
      else if (body.kids[1].type.is_set) emit(Opcode::or1, before, before, one);
      else emit(Opcode::add_bit, before, one, 0, 1);
    }
    emit(Opcode::store, base, before, cell, 1);
    place(skip);
  });
  return true;
}

}  // namespace glint
