// Questions about the visits of beams that can be answered without going through all of them:
//
//   {c in cells where lit[c] == K}      by the sets that each beam lights (is_all_light)
//   t[c] = union v in T.visits where v.cell == c and more : E        tables by cell, filled by one walk (scatter). Tables
//                                       of light, and of the lamps that light a cell, are kept up by what each beam of T
//                                       lights, whatever the set T of lamps: whose light it is, who sees whom
//   min v in trace(x).visits where v.cell in S and more : v.step      when a beam first comes to a cell or set
//   union v in trace(x).visits where v.cell in S and v.step == that : v.route        and which way
//
// They ask by the form of the question, not for a game: a chase in which a ship may not stay where it is seen by three
// lighthouses, or where a beam gets to it in two steps, has both kinds.
#include "interpreter/build/code/loops.hpp"
#include "interpreter/build/plan/sets.hpp"

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

bool is_step_of(const Expr& expr, int visit) { return expr.op == Op::visit_step && is_local(expr.kids[0], visit); }

/// K in `v.step == K` or `K == v.step`.
const Expr* named_step(const Expr& expr, int visit) {
  if (expr.op != Op::equal) return nullptr;
  for (std::size_t side = 0; side < 2; ++side)
    if (is_step_of(expr.kids[side], visit) && !reads_local(expr.kids[1 - side], visit)) return &expr.kids[1 - side];
  return nullptr;
}

/// The field in `v.FIELD != {}`, counted from 1; 0: it is another condition.
int carried(const Expr& expr, int visit) {
  return is_not_empty(expr) && is_local(expr.kids[0].kids[0], visit) ? expr.kids[0].ref + 1 : 0;
}

/// The visits of one trace, of an emitter or as a value: T in `T.visits`.
bool is_one_trace(const Expr& trace) {
  return trace.op != Op::beams && (trace.op != Op::trace || !element_of(trace.kids[0]).type.is_set);
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
  std::vector<const Expr*> parts;
  split_and(condition, parts);
  const Expr& first = *parts[0];
  const Expr* cells = named_cell(first, visit);
  // The cell is computed before the first visit, so it must not fail.
  if (cells && (reads_local(*cells, visit) || !cannot_fail(*cells))) cells = nullptr;
  const bool is_in = first.op == Op::in && first.kids[0].op == Op::cell_of && is_local(first.kids[0].kids[0], visit);
  if (is_in && is_plain_set(first.kids[1]) && !reads_local(first.kids[1], visit)) cells = &first.kids[1];
  if (!cells) return {};
  return {cells, {parts.begin() + 1, parts.end()}};
}

/// first_step, first_route.
Slot Compiler::first_visit(const Expr& expr) {
  const bool asks_step = expr.op == Op::first_step;
  const Slot result = take(words(expr.type));
  if (asks_step) value_into(expr.kids[2], result);
  const Slot cells = value(expr.kids[1]);
  const Traces from = traces(expr.kids[0]);
  const Slot handle = from.is_single ? made(Opcode::trace_one, {}, from.slot) : from.slot;
  (from.is_single ? program_.tells_segments : program_.asks_paths) = true;
  const int form = (expr.ref + 1) * 2 + (expr.kids[1].type.is_set ? 1 : 0);
  emit(asks_step ? Opcode::least_step : Opcode::first_route, result, handle, cells, form);
  return result;
}

/// What a fold over the visits of one trace asks of the first of them: a beam's steps only grow, so the smallest one
/// decides. Nothing if it asks for something else.
///
///   min v in T.visits where v.cell == C [and v.FIELD != {}] : v.step else E      first_step(T, C, E)
///   union v in T.visits where v.cell == C [and v.FIELD != {}] and v.step == first_step(T, C, E) : v.route
///                                                                                first_route(T, C)
std::optional<Expr> Compiler::first_visits(const Expr& fold) {
  const std::size_t kids = fold.op == Op::fold_min ? 4 : 3;
  if (!may(Lowering::fuse) || !may(Lowering::scatter) || fold.kids.size() != kids) return std::nullopt;
  if (fold.kids[0].op != Op::trace_visits || !is_one_trace(fold.kids[0].kids[0])) return std::nullopt;
  const Expr& trace = fold.kids[0].kids[0];
  const Expr& body = fold.kids[1];
  const Visited visited = visited_cells(fold.kids[2], fold.ref);
  if (!visited.cells) return std::nullopt;
  std::vector<const Expr*> rest = visited.rest;
  const Expr* step = nullptr;
  if (fold.op == Op::fold_unite) {
    if (rest.empty() || !(step = named_step(*rest.back(), fold.ref))) return std::nullopt;
    rest.pop_back();
  }
  const int field = rest.empty() ? -1 : carried(*rest[0], fold.ref) - 1;
  if (rest.size() > 1 || (!rest.empty() && field < 0)) return std::nullopt;
  if (fold.op == Op::fold_min && is_step_of(body, fold.ref))
    return make_expr(Op::first_step, fold.type, fold.span, field, {trace, *visited.cells, fold.kids[3]});
  if (!step || body.op != Op::visit_route || !is_local(body.kids[0], fold.ref)) return std::nullopt;
  if (mode_ == Mode::carry) return std::nullopt;  // where a call of K may be tested to stand
  Expr first = make_expr(Op::first_route, fold.type, fold.span, field, {trace, *visited.cells});
  const Checkpoint before(*this);
  const auto least = first_visits(opened(*step));
  before.roll_back();
  const bool is_least = least && least->op == Op::first_step && least->ref == field && same(least->kids[0], first.kids[0]) &&
                        same(least->kids[1], first.kids[1]) && cannot_fail(least->kids[2]);
  return is_least ? std::optional(std::move(first)) : std::nullopt;
}

/// Whether a table has all light on each cell. The light of each beam is kept as sets of cells, so that those where
/// t[c] == K are known without the table.
bool Compiler::is_all_light(const rules::Let& table) const {
  if (!may(Lowering::scatter) || !program_.keeps_light || program_.words() > kMostLitWords) return false;
  const Expr& body = table.body;
  return adds_light(body) && is_local(*named_cell(body.kids[2], body.ref), 0) && body.kids[0].kids[0].op == Op::beams;
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
  std::vector<const Expr*> rest;
  split_and(body.kids[2], rest);
  if (!names_cell(*rest[0])) return false;
  rest.erase(rest.begin());
  if (std::any_of(rest.begin(), rest.end(), [](const Expr* one) { return reads_local(*one, 0); })) return false;
  if (reads_local(body.kids[1], 0) || width != 1) return false;
  const Expr& source = body.kids[0].kids[0];
  const Expr& one = element_of(body.kids[1]);
  const bool adds = adds_light(body);
  const int field = rest.size() == 1 ? carried(*rest[0], body.ref) : 0;
  const bool names_sources = body.op == Op::fold_unite && one.op == Op::visit_source && is_local(one.kids[0], body.ref) &&
                             field > 0 && program_.words() == 1;
  if ((adds || names_sources) && (source.op == Op::beams || (source.op == Op::trace && source.kids[0].type.is_set))) {
    // One instruction for the whole table, which is corrected by the beams that have changed.
    const Slot emitters = all_emitters();
    if (source.op == Op::trace) binary_set(Op::intersect, emitters, emitters, value(source.kids[0]), program_.words());
    const int by = adds ? body.kids[1].ref : field - 1;
    lights_by(by);
    emit(adds ? Opcode::light : Opcode::light_sources, base, emitters, 0, by);
    return true;
  }
  emit(Opcode::clear, base, 0, program_.geometry.cells);
  const Slot before = take(1);
  each_visit(body.kids[0], body.ref, nullptr, [&] {
    const Label skip = new_label();
    for (const Expr* one : rest) jump_unless(*one, skip);
    const Slot cell = local(body.ref);
    const Fold entry{body, body.kids[0], body.kids[1], nullptr, before, 0, new_label()};
    emit(Opcode::load, before, base, cell, 1);
    fold_step(entry, entry.body, nullptr);
    place(entry.done);
    emit(Opcode::store, base, before, cell, 1);
    place(skip);
  });
  return true;
}

}  // namespace glint
