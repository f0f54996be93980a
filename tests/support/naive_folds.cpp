// Folds and lines, in a plain position.
#include "tests/support/naive_rules.hpp"

namespace glint::naive {

using rules::Base;
using rules::Expr;
using rules::Op;


Value Rulebook::fold(const Expr& expr, Env& env) const {
  const bool is_extreme = expr.op == Op::fold_min || expr.op == Op::fold_max;
  const Expr* condition = expr.kids.size() >= (is_extreme ? 4u : 3u) ? &expr.kids[2] : nullptr;
  const Value over = eval(expr.kids[0], env);
  const auto ref = static_cast<std::size_t>(expr.ref);
  if (env.locals.size() <= ref) env.locals.resize(ref + 1);
  const auto with = [&](std::int64_t one) {
    env.locals[ref] = Value{one, {}, over.trace};
    return !condition || holds(*condition, env);
  };
  const Set elements = expr.kids[0].type.is_set ? over.all : Set{over.one};
  if (expr.op == Op::fold_reach) {
    Set found = elements, looked;
    while (looked.size() < found.size()) {
      const Set before = found;
      for (const std::int64_t one : before)
        if (looked.insert(one).second && with(one)) found = united(found, set(expr.kids[1], env));
    }
    return set_of(found);
  }
  std::vector<Value> bodies;
  for (const std::int64_t one : elements)
    if (with(one)) bodies.push_back(expr.op == Op::fold_unite ? set_of(set(expr.kids[1], env)) : eval(expr.kids[1], env));
  std::int64_t sum = 0;
  for (const Value& body : bodies) sum += body.one;
  switch (expr.op) {
    case Op::fold_any:
      return flag(sum > 0);
    case Op::fold_all:
      return flag(sum == static_cast<std::int64_t>(bodies.size()));
    case Op::fold_no:
      return flag(sum == 0);
    case Op::fold_unite: {
      Set found;
      for (const Value& body : bodies) found = united(found, body.all);
      return set_of(found);
    }
    case Op::fold_min:
    case Op::fold_max:
      if (bodies.empty()) return eval(expr.kids.back(), env);
      return expr.op == Op::fold_min ? *std::min_element(bodies.begin(), bodies.end())
                                     : *std::max_element(bodies.begin(), bodies.end());
    default:
      return single(sum);
  }
}

/// Cells ahead: step, ray, slide, hit, steps.
Set Rulebook::lines(const Expr& expr, Env& env) const {
  const Set from = set(expr.kids[0], env), ways = set(expr.kids[1], env);
  const bool counts = expr.op == Op::steps;
  const std::int64_t far = counts ? number(expr.kids[2], env) : 0;
  const Set through = expr.op == Op::slide || expr.op == Op::hit || counts ? set(expr.kids.back(), env) : Set{};
  Set found;
  for (const std::int64_t start : from)
    for (const std::int64_t way : ways) {
      std::int64_t gone = 0;
      for (int at = neighbour(static_cast<int>(start), static_cast<int>(way)); at >= 0;
           at = neighbour(at, static_cast<int>(way))) {
        if (at == start && expr.op != Op::step) break;  // it has come round
        const bool is_end = expr.op == Op::step || (counts && ++gone == far);
        const bool is_through = expr.op == Op::ray || through.count(at) != 0;
        if (is_end || (!counts && is_through == (expr.op != Op::hit))) found.insert(at);
        if (is_end || !is_through) break;
      }
    }
  return found;
}

/// Cells ahead that no wall cuts off: slide, hit, steps, last.
Set Rulebook::walk(const Expr& expr, Env& env) const {
  const auto kind = static_cast<rules::Walk>(expr.ref);
  const Set through = set(expr.kids[2], env), walls = expr.kids.size() > 3 ? set(expr.kids[3], env) : Set{};
  const std::int64_t far = kind == rules::Walk::steps ? number(expr.kids[4], env) : 0;
  Set found;
  for (const std::int64_t start : set(expr.kids[0], env))
    for (const std::int64_t way : set(expr.kids[1], env)) {
      std::vector<int> passed;  // in `through`
      int end = -1;             // the first that is not
      for (int at = static_cast<int>(start); end < 0;) {
        if (walls.count(edge(at, static_cast<int>(way))) != 0) break;
        at = neighbour(at, static_cast<int>(way));
        if (at < 0 || at == start) break;
        if (through.count(at) != 0) passed.push_back(at);
        else end = at;
      }
      if (kind == rules::Walk::slide) found.insert(passed.begin(), passed.end());
      if (kind == rules::Walk::hit && end >= 0) found.insert(end);
      if (kind == rules::Walk::last && !passed.empty()) found.insert(passed.back());
      if (end >= 0) passed.push_back(end);
      if (kind == rules::Walk::steps && far > 0 && far <= static_cast<std::int64_t>(passed.size()))
        found.insert(passed[static_cast<std::size_t>(far - 1)]);
    }
  return found;
}

/// between, distance, way_to: the shortest straight way, the first of several.
Value Rulebook::line_between(const Expr& expr, Env& env) const {
  const auto from = static_cast<int>(number(expr.kids[0], env)), to = static_cast<int>(number(expr.kids[1], env));
  Set best;
  int best_way = -1;
  for (int way = 0; from != to && way < static_cast<int>(rules_.lattice.directions.size()); ++way) {
    Set gone;
    int at = neighbour(from, way);
    for (; at >= 0 && at != to && at != from; at = neighbour(at, way)) gone.insert(at);
    if (at != to || (best_way >= 0 && gone.size() >= best.size())) continue;
    best = gone;
    best_way = way;
  }
  if (expr.op == Op::between) return set_of(best);
  if (expr.op == Op::way_to) return set_of(best_way < 0 ? Set{} : Set{best_way});
  return single(best_way < 0 ? 0 : static_cast<std::int64_t>(best.size()) + 1);
}

}  // namespace glint::naive
