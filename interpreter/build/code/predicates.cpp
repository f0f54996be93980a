#include "interpreter/build/code/predicates.hpp"

namespace glint {

std::vector<int> free_locals(const Expr& expr) {
  std::vector<int> read, bound;
  walk(expr, [&](const Expr& e) {
    if (e.op == Op::local) read.push_back(e.ref);
    if (binds_local(e)) bound.push_back(e.ref);
  });
  const auto is_bound = [&](int local) { return std::find(bound.begin(), bound.end(), local) != bound.end(); };
  read.erase(std::remove_if(read.begin(), read.end(), is_bound), read.end());
  return read;
}

bool are_empty(const Expr& cells) {
  switch (cells.op) {
    case Op::empty: return true;
    case Op::intersect: return are_empty(cells.kids[0]) || are_empty(cells.kids[1]);
    case Op::unite: return are_empty(cells.kids[0]) && are_empty(cells.kids[1]);
    case Op::subtract_set: case Op::comprehension: return are_empty(cells.kids[0]);
    case Op::slide: return are_empty(cells.kids[2]);
    case Op::walk:
      return (cells.ref == static_cast<int>(rules::Walk::slide) || cells.ref == static_cast<int>(rules::Walk::last)) &&
             are_empty(cells.kids[2]);
    case Op::set: return cells.kids.size() == 1 && cells.kids[0].type.is_set && are_empty(cells.kids[0]);
    default: return false;
  }
}

BeamsMet beams_met(const Expr& condition, int local) {
  for (std::size_t side = 0; side < 2 && condition.op == Op::meets; ++side) {
    const Expr& beams = condition.kids[side];
    if (beams.op != Op::trace_cells || beams.kids[0].op != Op::trace) continue;
    const Expr* const source = single(beams.kids[0].kids[0]);
    if (source && (local < 0 || is_local(*source, local))) return {source, &condition.kids[1 - side]};
  }
  return {};
}

Expr make_expr(Op op, const Type& type, lang::Span span, int ref, std::vector<Expr> kids) {
  return {op, type, span, ref, 0, {}, std::move(kids)};
}

std::vector<Expr> two(Expr a, Expr b) {
  std::vector<Expr> kids(2);
  kids[0] = std::move(a), kids[1] = std::move(b);
  return kids;
}

Expr make_constant(std::int64_t value, const Type& type, lang::Span span) {
  return {Op::constant, type, span, -1, value, {}, {}};
}

bool same(const Expr& a, const Expr& b) {
  return a.op == b.op && a.ref == b.ref && a.number == b.number && a.text == b.text && a.kids.size() == b.kids.size() &&
         std::equal(a.kids.begin(), a.kids.end(), b.kids.begin(), same);
}

void split_and(const Expr& expr, std::vector<const Expr*>& parts) {
  if (expr.op != Op::and_) return parts.push_back(&expr);
  for (const Expr& kid : expr.kids) split_and(kid, parts);
}

bool is_plain_set(const Expr& expr) {
  if (!expr.type.is_set || expr.type.base != Base::cell) return false;
  return expr.op == Op::local || expr.op == Op::empty || expr.op == Op::kind ||
         (expr.op == Op::variable && expr.kids.empty());
}

std::size_t size_of(const Expr& expr) {
  std::size_t size = 0;
  walk(expr, [&](const Expr&) { ++size; });
  return size;
}

Expr with_value(const Expr& expr, int local, std::int64_t value) {
  Expr copy = expr;
  change_each(copy, [&](Expr& e) {
    if (is_local(e, local)) e = make_constant(value, e.type, e.span);
  });
  return copy;
}

rules::KindMask kinds_with(const rules::Rules& rules, int field) {
  rules::KindMask kinds = 0;
  for (std::size_t k = 0; k < rules.kinds.size(); ++k) {
    const rules::Kind& kind = rules.kinds[k];
    const bool has = field < 0 ? kind.owned : std::count(kind.fields.begin(), kind.fields.end(), field) > 0;
    if (has) kinds |= rules::KindMask{1} << k;
  }
  return kinds;
}

}  // namespace glint
