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
#include "interpreter/build/code/compiler.hpp"
#include "interpreter/build/plan/sets.hpp"

namespace glint::compiling {

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

Visited visited_cells(const CodeWriter& code, const Expr& condition, int visit) {
  std::vector<const Expr*> parts;
  split_and(condition, parts);
  const Expr& first = *parts[0];
  const Expr* cells = named_cell(first, visit);
  // The cell is computed before the first visit, so it must not fail.
  if (cells && (reads_local(*cells, visit) || !code.cannot_fail(*cells))) cells = nullptr;
  const bool is_in = first.op == Op::in && first.kids[0].op == Op::cell_of && is_local(first.kids[0].kids[0], visit);
  if (is_in && is_plain_set(first.kids[1]) && !reads_local(first.kids[1], visit)) cells = &first.kids[1];
  if (!cells) return {};
  return {cells, {parts.begin() + 1, parts.end()}};
}

Slot first_visit(CodeWriter& code, const Expr& expr) {
  const bool asks_step = expr.op == Op::first_step;
  const Slot result = code.take(code.words(expr.type));
  if (asks_step) value_into(code, expr.kids[2], result);
  const Slot cells = value(code, expr.kids[1]);
  const BeamsOf from = beams_of(code, expr.kids[0]);
  const Slot handle = from.is_single ? code.made(Opcode::trace_one, {}, from.slot) : from.slot;
  (from.is_single ? code.program.traces.tells_segments : code.program.traces.asks_paths) = true;
  const int form = (expr.ref + 1) * 2 + (expr.kids[1].type.is_set ? 1 : 0);
  code.emit(asks_step ? Opcode::least_step : Opcode::first_route, result, handle, cells, form);
  return result;
}

std::optional<Expr> first_visits(CodeWriter& code, const Expr& fold) {
  const std::size_t kids = fold.op == Op::fold_min ? 4 : 3;
  if (!code.may(Lowering::fuse) || !code.may(Lowering::scatter) || fold.kids.size() != kids) return std::nullopt;
  if (fold.kids[0].op != Op::trace_visits || !is_one_trace(fold.kids[0].kids[0])) return std::nullopt;
  const Expr& trace = fold.kids[0].kids[0];
  const Expr& body = fold.kids[1];
  const Visited visited = visited_cells(code, fold.kids[2], fold.ref);
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
  if (code.mode() == CodeWriter::Mode::carry) return std::nullopt;  // where a call of K may be tested to stand
  Expr first = make_expr(Op::first_route, fold.type, fold.span, field, {trace, *visited.cells});
  const CodeWriter::Checkpoint before(code);
  const auto least = first_visits(code, opened(code, *step));
  before.roll_back();
  const bool is_least = least && least->op == Op::first_step && least->ref == field &&
                        same(least->kids[0], first.kids[0]) && same(least->kids[1], first.kids[1]) &&
                        code.cannot_fail(least->kids[2]);
  return is_least ? std::optional(std::move(first)) : std::nullopt;
}

bool is_all_light(const CodeWriter& code, const rules::Let& table) {
  if (!code.may(Lowering::scatter) || !code.program.lowered.kept_light || code.program.words() > kMostLitWords)
    return false;
  const Expr& body = table.body;
  return adds_light(body) && is_local(*named_cell(body.kids[2], body.ref), 0) && body.kids[0].kids[0].op == Op::beams;
}

bool scatter(CodeWriter& code, const rules::Let& let, Slot base, int width) {
  const Expr& body = let.body;
  if (!code.may(Lowering::scatter)) return false;
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
  const bool names_sources = body.op == Op::fold_unite && one.op == Op::visit_source &&
                             is_local(one.kids[0], body.ref) && field > 0 && code.program.words() == 1;
  if ((adds || names_sources) && (source.op == Op::beams || (source.op == Op::trace && source.kids[0].type.is_set))) {
    // One instruction for the whole table, which is corrected by the beams that have changed.
    const Slot emitters = code.all_emitters();
    if (source.op == Op::trace)
      code.binary_set(Op::intersect, emitters, emitters, value(code, source.kids[0]), code.program.words());
    const int by = adds ? body.kids[1].ref : field - 1;
    lights_by(code, by);
    code.emit(adds ? Opcode::light : Opcode::light_sources, base, emitters, 0, by);
    return true;
  }
  code.emit(Opcode::clear, base, 0, code.program.geometry.cells);
  const Slot before = code.take(1);
  each_visit(code, body.kids[0], body.ref, nullptr, [&] {
    const Label skip = code.new_label();
    for (const Expr* one : rest) jump_unless(code, *one, skip);
    const Slot cell = code.local(body.ref);
    const Fold entry{body, body.kids[0], body.kids[1], nullptr, before, 0, code.new_label()};
    code.emit(Opcode::load, before, base, cell, 1);
    fold_step(code, entry, entry.body, nullptr);
    code.place(entry.done);
    code.emit(Opcode::store, base, before, cell, 1);
    code.place(skip);
  });
  return true;
}

}  // namespace glint::compiling
