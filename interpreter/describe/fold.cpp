#include "interpreter/describe/fold.hpp"

#include <algorithm>

#include "interpreter/program/values.hpp"
#include "lang/rules/arithmetic.hpp"

namespace glint::describe {

using rules::Base;
using rules::Expr;
using rules::Op;

std::optional<std::int64_t> constant_of(const Expr& expr) {
  if (expr.op != Op::constant || expr.type.is_set) return std::nullopt;
  return expr.number;
}

Expr constant(const rules::Type& type, std::int64_t value) {
  Expr expr;
  expr.op = Op::constant;
  expr.type = type;
  expr.type.is_set = false;
  expr.number = value;
  return expr;
}

namespace {

/// The elements of a set, if all are constants. Cells and edges are not numbered yet.
std::optional<std::vector<std::int64_t>> elements_of(const Expr& set, const rules::Rules& rules) {
  if (is_of_board(set.type)) return std::nullopt;
  std::vector<std::int64_t> all;
  if (set.op == Op::all) {
    const std::int64_t first = domain_first(set.type), size = domain_size(rules, set.type);
    if (size <= 0 || size > 64) return std::nullopt;
    for (std::int64_t i = 0; i < size; ++i) all.push_back(first + i);
    return all;
  }
  if (set.op != Op::set) return std::nullopt;
  for (const Expr& kid : set.kids) {
    const auto value = constant_of(kid);
    if (!value) return std::nullopt;
    if (std::find(all.begin(), all.end(), *value) == all.end()) all.push_back(*value);
  }
  return all;
}

/// The number of values of a type that goes round.
std::int64_t round_of(const rules::Type& type, const rules::Rules& rules) {
  if (type.base == Base::player) return static_cast<std::int64_t>(rules.players.size());
  if (type.base == Base::direction) return static_cast<std::int64_t>(rules.lattice.directions.size());
  if (type.base == Base::axis) return static_cast<std::int64_t>(rules.lattice.axes.size());
  return 0;
}

bool is_scalar(const rules::Type& type) { return !type.is_set && !is_of_board(type) && type.base != Base::trace; }

/// The value of a let for these arguments, if it is a constant element.
std::optional<Expr> let_value(const Expr& call, const Known& known, int& work);

Expr fold(const Expr& given, const Known& known, int& work) {
  if (given.op == Op::option) return constant(given.type, known.options[static_cast<std::size_t>(given.ref)]);
  if (given.op == Op::local) {
    const auto value = known.locals.find(given.ref);
    return value == known.locals.end() ? given : value->second;
  }
  Expr expr = given;
  for (Expr& kid : expr.kids) kid = fold(kid, known, work);
  const auto value_of = [&](std::size_t kid) {
    return kid < expr.kids.size() ? constant_of(expr.kids[kid]) : std::nullopt;
  };
  const auto flag = [&](bool value) { return constant(expr.type, value ? 1 : 0); };
  const auto first = value_of(0), second = value_of(1);
  switch (expr.op) {
    case Op::if_:
      if (first) return expr.kids[*first ? 1 : 2];
      return expr;
    case Op::and_:
    case Op::or_: {
      const bool wins = expr.op == Op::or_;  // the value that decides
      if ((first && (*first != 0) == wins) || (second && (*second != 0) == wins)) return flag(wins);
      if (first) return expr.kids[1];
      if (second) return expr.kids[0];
      return expr;
    }
    case Op::in: {
      const auto all = elements_of(expr.kids[1], known.rules);
      if (first && all) return flag(std::find(all->begin(), all->end(), *first) != all->end());
      return expr;
    }
    case Op::count: {
      const auto all = elements_of(expr.kids[0], known.rules);
      return all ? constant(expr.type, static_cast<std::int64_t>(all->size())) : expr;
    }
    case Op::index_of:
      if (first && expr.kids[0].type.base != Base::number) return constant(expr.type, *first);
      return expr;
    case Op::axis_of:
      if (first) return constant(expr.type, rules::wrapped(2 * *first, round_of(expr.type, known.rules)));
      return expr;
    case Op::call: {
      const auto value = let_value(expr, known, work);
      return value ? *value : expr;
    }
    default:
      break;
  }
  if (!is_scalar(expr.type) || expr.kids.empty() || expr.kids.size() > 2 || !first ||
      (expr.kids.size() == 2 && !second))
    return expr;
  const rules::Type& round = expr.op == Op::cycle_distance ? expr.kids[0].type : expr.type;
  const auto value = rules::computed(expr.op, *first, second.value_or(0), round_of(round, known.rules));
  return value ? constant(expr.type, *value) : expr;
}

std::optional<Expr> let_value(const Expr& call, const Known& known, int& work) {
  const rules::Let& let = known.rules.lets[static_cast<std::size_t>(call.ref)];
  if (--work < 0 || let.reads_state || !is_scalar(let.type)) return std::nullopt;
  Known inner{known.rules, known.options};
  if (let.form != rules::LetForm::plain) {
    Expr always = fold(let.body, inner, work);  // whatever it is given
    if (constant_of(always)) return always;
  }
  for (std::size_t i = 0; i < call.kids.size(); ++i) {
    if (!constant_of(call.kids[i])) return std::nullopt;
    inner.locals.emplace(static_cast<int>(i), call.kids[i]);
  }
  Expr value = fold(let.body, inner, work);
  if (!constant_of(value)) return std::nullopt;
  return value;
}

}  // namespace

Expr folded(const Expr& expr, const Known& known) {
  int work = 1'000;  // definitions that are looked into
  return fold(expr, known, work);
}

}  // namespace glint::describe
