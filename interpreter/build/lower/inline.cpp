// Bodies in the place of calls, and what a move of one piece does to a requirement that follows it.
//
// A requirement on the number of pieces in a region, after `move a to x`, need not be tried for each x: the count changes
// by at most one, and only by whether x is in the region. So it narrows the set of x, and the pick of x needs no loop.
#include <algorithm>

#include "interpreter/build/code/compiler.hpp"

namespace glint {

namespace {

/// Has the same value wherever it is evaluated again in one run?
bool is_simple(const rules::Rules& rules, const Expr& expr, const Type& parameter) {
  if (!fits(expr.type, parameter)) return false;
  return expr.op == Op::local || expr.op == Op::constant || expr.op == Op::label || expr.op == Op::me ||
         expr.op == Op::option || (expr.op == Op::call && expr.kids.empty() && !rules.lets[expr.ref].reads_state);
}

bool are_simple(const rules::Rules& rules, const std::vector<Expr>& arguments, const rules::Frame& callee) {
  return std::equal(
      arguments.begin(), arguments.end(), callee.locals.begin(),
      [&](const Expr& one, const rules::Local& parameter) { return is_simple(rules, one, parameter.type); });
}

struct Substitution {
  const std::vector<Expr>* arguments = nullptr;  // for locals 0..
  int shift = 0;                                        // what is added to the numbers of other locals

  int moved(int ref) const { return ref < static_cast<int>(arguments->size()) ? ref : ref + shift; }
};

void substitute(Expr& expr, const Substitution& by) {
  change_each(expr, [&](Expr& e) {
    if (e.op == Op::local && e.ref < static_cast<int>(by.arguments->size())) e = Expr((*by.arguments)[e.ref]);
    else if (e.op == Op::local || binds_local(e))
      e.ref = by.moved(e.ref);
  });
}

void substitute(Stmt& stmt, const Substitution& by) {
  for (Expr& expr : stmt.exprs) substitute(expr, by);
  for (Expr& expr : stmt.inits) substitute(expr, by);
  for (rules::TextPart& part : stmt.message.parts)
    if (part.hole) substitute(*part.hole, by);
  if (stmt.result && stmt.result->player) substitute(*stmt.result->player, by);
  if (stmt.kind == StmtKind::let || stmt.kind == StmtKind::for_) stmt.ref = by.moved(stmt.ref);
  for (Stmt& inner : stmt.body) substitute(inner, by);
  for (Stmt& inner : stmt.other) substitute(inner, by);
}

}  // namespace

bool Compiler::is_inlined_without_code(const Stmt& call) const {
  const rules::Effect& effect = program_.rules.effects[call.ref];
  return are_simple(program_.rules, call.exprs, effect.frame);
}

/// Gives the names that a body binds, which are new ones here, their slots. What is added to their numbers.
int Compiler::bind_names(const rules::Frame& frame) {
  const int shift = static_cast<int>(scope_->slots.size()) - frame.params;
  for (std::size_t i = frame.params; i < frame.locals.size(); ++i)
    scope_->slots.push_back(take(words(frame.locals[i].type)));
  return shift;
}

/// The body of the effect that is called, in terms of the caller's locals. Arguments that may change while the body runs
/// are bound to new locals first.
const Block* Compiler::inlined(const Stmt& call) {
  const rules::Effect& effect = program_.rules.effects[call.ref];
  std::vector<Expr> arguments = call.exprs;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Type& parameter = effect.frame.locals[i].type;
    if (is_simple(program_.rules, arguments[i], parameter)) continue;
    const Slot slot = take(words(arguments[i].type));
    value_into(arguments[i], slot);
    check_range(slot, arguments[i].type, parameter);
    arguments[i] = make_expr(Op::local, arguments[i].type, arguments[i].span, static_cast<int>(scope_->slots.size()));
    scope_->slots.push_back(slot);
  }
  const Substitution by{&arguments, bind_names(effect.frame)};
  inlined_.push_back(effect.body);
  Block& body = inlined_.back();
  for (Stmt& stmt : body) substitute(stmt, by);
  return &body;
}

/// The expression with calls of functions replaced by their bodies at the top, and `if`s that options decide taken.
Expr Compiler::opened(const Expr& expr) {
  if (expr.op == Op::if_) {
    if (const auto known = constants_.try_value(expr.kids[0])) return opened(expr.kids[*known ? 1 : 2]);
    return expr;
  }
  if (expr.op == Op::set && expr.kids.size() == 1 && expr.kids[0].type.is_set) return opened(expr.kids[0]);
  if (expr.op != Op::call) return expr;
  const rules::Let& let = let_of(expr);
  if (let.form != rules::LetForm::function) return expr;
  if (!are_simple(program_.rules, expr.kids, let.frame)) return expr;
  // Functions that call others twice, which do the same, may grow to any number of parts.
  constexpr double kMostOpened = 20'000;
  if (facts_.opened_size(expr) > kMostOpened) return expr;
  const bool binds = static_cast<int>(let.frame.locals.size()) > let.frame.params;
  if (binds && !scope_) return expr;
  Expr body = let.body;
  substitute(body, {&expr.kids, binds ? bind_names(let.frame) : 0});
  return opened(body);
}

/// `count(stacked K [of p] & R) >= n`, with R and n free of the local and R not about pieces.
std::optional<Compiler::RegionCount> Compiler::region_count(const Expr& condition, int local) {
  if (condition.op != Op::less_equal) return std::nullopt;
  const auto least = constants_.try_value(condition.kids[0]);
  const Expr count = opened(condition.kids[1]);
  if (!least || count.op != Op::count) return std::nullopt;
  const Expr places = opened(count.kids[0]);
  if (places.op != Op::at_cells) return std::nullopt;
  RegionCount found;
  found.least = *least;
  found.pieces = opened(places.kids[0]);
  found.region = places.kids[1];
  if (found.pieces.op != Op::stacked || reads_local(found.pieces, local) || reads_local(found.region, local))
    return std::nullopt;
  const Reads reads = facts_.reads_of(found.region);
  if (reads.pieces || reads.other) return std::nullopt;
  return found;
}

bool Compiler::lifts_over_move(const Expr& condition, int local) {
  const Expr open = opened(condition);
  if (open.op == Op::and_ || open.op == Op::or_)
    return lifts_over_move(open.kids[0], local) && lifts_over_move(open.kids[1], local);
  return region_count(open, local).has_value();
}

/// The cells x for which the condition holds after the top piece of cell `from` has moved to x. Only where
/// lifts_over_move says so.
Slot Compiler::lift_over_move(const Expr& condition, int local, Slot from) {
  const Expr open = opened(condition);
  const int count = program_.words();
  const Slot result = take(count);
  if (open.op == Op::and_ || open.op == Op::or_) {
    const Slot left = lift_over_move(open.kids[0], local, from);
    const Slot right = lift_over_move(open.kids[1], local, from);
    binary_set(open.op == Op::and_ ? Op::intersect : Op::unite, result, left, right, count);
    return result;
  }
  const RegionCount found = *region_count(open, local);
  const Slot region = value(found.region);
  // The piece that moves is one of those counted if it is among their tops: then it leaves the region, if it was in it,
  // and enters it, if x is there.
  Expr tops = found.pieces;
  tops.op = Op::kind;
  tops.type.base = Base::cell;
  const Slot pieces = value(found.pieces), on_top = value(tops);
  // The number now is the same for every piece that moves, so it is computed before the loops.
  Slot size = 0;
  for (Slot level = 0; level < static_cast<Slot>(program_.layout.stack); ++level) {
    const Slot here = made(Opcode::size_both, 0, pieces + level * static_cast<Slot>(count), region, count);
    size = level == 0 ? here : made(Opcode::add, 0, size, here);
  }
  emit(Opcode::still_counts, result, size, region);
  emit(Opcode::more, from, constant(found.least), on_top);
  return result;
}

/// What follows the pick of this local is `move a to local`, requirements that lift over it, and nothing else that
/// matters? Then those, and a.
std::optional<Compiler::MovedPick> Compiler::moved_pick(const Todo& todo, int local) {
  if (program_.layout.stack < 2) return std::nullopt;  // a piece that is replaced would change counts, too
  MovedPick found;
  bool after_effects = false;
  for (const Stmt* stmt : statements_of(todo)) {
    if (found.from < 0) {
      if (stmt->kind != StmtKind::move || single_local(stmt->exprs[1]) != local) return std::nullopt;
      found.from = single_local(stmt->exprs[0]);
      if (found.from < 0 || found.from == local) return std::nullopt;
    } else if (stmt->kind == StmtKind::require && !after_effects && lifts_over_move(stmt->exprs[0], local)) {
      found.conditions.push_back(&stmt->exprs[0]);
    } else if (found.conditions.empty() || facts_.matters(*stmt) || facts_.may_end({*stmt})) {
      return std::nullopt;
    } else {
      after_effects = true;
    }
  }
  if (found.from < 0 || found.conditions.empty()) return std::nullopt;
  return found;
}

}  // namespace glint
