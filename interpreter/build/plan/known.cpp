// What options, constants and the player to move decide is decided in the plan.
//
//   pick x in if OPTION == this then S else T       pick x in S
//
// So it is seen that a pick does not depend on another one.
#include "interpreter/build/plan/planner.hpp"

namespace glint {

void decide_flag(Expr& expr, const Planner& planner) {
  const auto take = [&](std::size_t kid) {
    Expr side = std::move(expr.kids[kid]);
    expr = std::move(side);
  };
  if (expr.op == Op::if_) {
    if (const auto known = planner.code.known_value(expr.kids[0])) take(*known ? 1 : 2);
  } else if (expr.op == Op::and_ || expr.op == Op::or_) {
    for (std::size_t side = 0; side < 2; ++side) {
      const auto known = planner.code.known_value(expr.kids[side]);
      if (!known) continue;
      const bool decides = (*known != 0) == (expr.op == Op::or_);
      // The other side might be an error, if it is the first one.
      if (decides && side == 1 && !planner.cannot_fail(expr.kids[0])) continue;
      return take(decides ? side : 1 - side);
    }
  } else if (expr.type.base == Base::flag && !expr.type.is_set && !expr.kids.empty()) {
    if (const auto known = planner.code.known_value(expr)) expr = make_constant(*known, kFlag, expr.span);
  }
}

namespace {

constexpr std::size_t kMostParts = 60;  // of a function that is looked into

void decide(Expr& expr, Planner& planner) {
  for (Expr& kid : expr.kids) decide(kid, planner);
  decide_flag(expr, planner);
  if (expr.op != Op::call || expr.kids.empty()) return;
  const rules::Let& let = planner.program.rules.lets[expr.ref];
  if (let.form != rules::LetForm::function || let.reads_state || size_of(let.body) > kMostParts) return;
  const compiling::CodeWriter::Checkpoint before(planner.code);
  Expr open = opened(planner.code, expr);
  if (open.op != Op::call) decide(open, planner);
  // Worth it if the value is the same whatever was picked. Else a longer expression only says less to who reads the plan.
  if (open.op != Op::call && (!reads_locals(open) || size_of(open) <= size_of(expr))) expr = std::move(open);
  else before.roll_back();
}

}  // namespace

void decide_known(Steps& steps, Planner& planner) {
  for (Step& step : steps) visit_exprs(step, [&](Expr& expr) { decide(expr, planner); });
}

}  // namespace glint
