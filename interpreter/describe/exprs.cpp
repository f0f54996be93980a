#include "interpreter/describe/exprs.hpp"

#include "interpreter/describe/fold.hpp"
#include "lang/rules/walk.hpp"

namespace glint::describe {

using rules::Expr;
using rules::Op;

bool is_opponent(const rules::Rules& rules, const Expr& expr) {
  return expr.op == Op::cycle && rules.players.size() == 2 && is_me(kid(expr, 0)) &&
         constant_of(kid(expr, 1)).value_or(0) % 2 != 0;
}

bool is_facing(const rules::Rules& rules, const Expr& expr) {
  return expr.op == Op::field && rules.fields[static_cast<std::size_t>(expr.ref)].name == "facing";
}

const Expr* only_element(const Expr& set) {
  if (!set.type.is_set) return &set;
  return set.op == Op::set && set.kids.size() == 1 && !set.kids[0].type.is_set ? &set.kids[0] : nullptr;
}

std::vector<const Expr*> parts_of_chain(const Expr& expr) {
  std::vector<const Expr*> parts;
  const auto collect = [&](const auto& self, const Expr& each) -> void {
    if (each.op != expr.op) return parts.push_back(&each);
    for (const Expr& inner : each.kids) self(self, inner);
  };
  collect(collect, expr);
  return parts;
}

bool asks(const Expr& expr, Op op) {
  bool found = false;
  rules::walk(expr, [&](const Expr& each) { found = found || each.op == op; });
  return found;
}

bool is_known(const Expr& expr) {
  bool known = true;
  rules::walk(expr, [&](const Expr& each) {
    known = known && (each.op == Op::constant || each.op == Op::label || each.op == Op::set || each.op == Op::range ||
                      each.op == Op::all);
  });
  return known;
}

}  // namespace glint::describe
