// Conditions on every cell of a set, as a few operations on whole sets.
//
// Steps and lines from a cell c give a set of cells f(c). {c : f(c) meets Y} is the preimage of Y under f, and is made
// by the same steps and lines in the opposite direction:
//
//   c in X                          X
//   f + d meets Y                   f meets Y - d
//   slide(f, d, X) meets Y          f meets the starts of lines through X to Y & X
//   hit(f, d, X) meets Y            f meets the starts of lines through X to Y - X
//   f & X meets Y, f - X meets Y    f meets Y & X, f meets Y - X
//   f within Y, f == {}             not (f meets the rest), not (f meets anything)
//   any x in f : Q(x)               f meets {x : Q(x)}
//   any d in D : P(c, d)            all directions at once where P asks for the ends of lines, else one after the other
//
// and `and`, `or`, `not`, `if` are &, |, -. Any other use of the cell prevents lifting; then a loop tests each cell
// that the parts before it leave. `glint_dump` prints which conditions became sets, and what prevented others.
#include "interpreter/build/plan/lift.hpp"

#include "interpreter/build/code/compiler.hpp"
#include "interpreter/build/plan/planner.hpp"
#include "interpreter/program/bits.hpp"

namespace glint {

namespace {

constexpr std::size_t kMostCopied = 20'000;  // parts of sets that are written several times

/// `c` or `{c}`.
bool is_one(const Expr& expr, int local) { return is_local(element_of(expr), local); }

/// A condition on the lines from a cell, by a way: they end in a set, `hit(c, way, through) meets ends`, and maybe some
/// cell lies between, `slide(c, way, through) != {}`.
struct LinesAsked {
  const Expr *through = nullptr, *ends = nullptr;
  bool some_between = false;
};

/// The parts of the condition, if it has this form.
std::optional<LinesAsked> lines_asked(const Expr& condition, int cell, int way, auto&& cannot_fail) {
  std::vector<const Expr*> parts;
  split_and(condition, parts);
  if (parts.size() > 2) return std::nullopt;
  LinesAsked asked;
  const auto free = [&](const Expr& e) { return !reads_local(e, cell) && !reads_local(e, way); };
  const auto is_line = [&](const Expr& e, Op op) {
    return e.op == op && is_one(e.kids[0], cell) && is_one(e.kids[1], way) && free(e.kids[2]) &&
           (!asked.through || same(*asked.through, e.kids[2]));
  };
  const auto take_part = [&](const Expr& part, const Expr& line, const Expr& other) {
    const bool asks_ends =
        part.op == Op::meets && is_line(line, Op::hit) && !asked.ends && free(other) && cannot_fail(other);
    const bool asks_between =
        part.op == Op::not_equal && is_nothing(other) && is_line(line, Op::slide) && !asked.some_between;
    if (asks_ends) asked.ends = &other;
    if (asks_between) asked.some_between = true;
    if (asks_ends || asks_between) asked.through = &line.kids[2];
    return asks_ends || asks_between;
  };
  for (const Expr* part : parts) {
    if (part->kids.size() != 2) return std::nullopt;
    if (!take_part(*part, part->kids[0], part->kids[1]) && !take_part(*part, part->kids[1], part->kids[0]))
      return std::nullopt;
  }
  return asked.ends ? std::optional(asked) : std::nullopt;
}

// Values in steps, where sets and sizes of sets replace loops over cells. It is the last pass, so that the printed plan
// is the one for which code is written.
//
//   {c in S where P(c)}       S & {c where P(c)}, where P is a set (lift.hpp)
//   no c in S : P(c)          (S & {c where P(c)}) == {}
//   min v in trace(x).visits where v.cell == c : v.step else 0       first_step(trace(x), c, 0)

void lift_in(Expr& expr, Planner& planner) {
  if (is_kept_set(expr)) return;
  if (expr.op == Op::comprehension && expr.type.base == Base::cell && expr.kids.size() == 2 &&
      (expr.kids[0].op == Op::all || planner.cannot_fail(expr.kids[1]))) {
    if (auto cells = lifted(planner.code, expr.kids[1], expr.ref)) {
      planner.code.conditions.note(expr.span, true);
      lift_in(expr.kids[0], planner);
      const lang::Span span = expr.span;  // the place of the requirement, if it came from one
      expr = meet(std::move(expr.kids[0]), std::move(*cells));
      expr.span = span;
      return;
    }
  }
  auto whole = lifted_fold(planner.code, expr);
  if (!whole) whole = first_visits(planner.code, expr);
  if (whole)
    expr = std::move(*whole);
  else
    for (Expr& kid : expr.kids) lift_in(kid, planner);
}

}  // namespace

std::nullopt_t Lift::stops(const Expr& expr) {
  if (!stopped) stopped = expr.span;
  return std::nullopt;
}

/// `if A then B else C`, where `side` lifts B and C.
std::optional<Expr> Lift::where_if(const Expr& expr, int local, auto side) {
  if (const auto known = code_.known_value(expr.kids[0])) return side(expr.kids[*known ? 1 : 2]);
  for (const Expr& kid : expr.kids)
    if (!code_.cannot_fail(kid)) return stops(kid);
  const auto when = where(expr.kids[0], local);
  if (!when) return std::nullopt;
  const std::optional<Expr> then = side(expr.kids[1]);
  if (!then) return std::nullopt;
  const std::optional<Expr> otherwise = side(expr.kids[2]);
  if (!otherwise) return std::nullopt;
  return join(meet(*when, *then), but(*otherwise, *when));
}

std::optional<Expr> Lift::where(const Expr& condition, int local) {
  const lang::Span span = condition.span;
  if (!reads_local(condition, local)) {
    if (!code_.cannot_fail(condition)) return stops(condition);
    if (const auto known = code_.known_value(condition)) return *known ? all_cells(span) : no_cells(span);
    return cells_if(condition);
  }
  const auto free = [&](const Expr& expr) { return !reads_local(expr, local); };
  switch (condition.op) {
    case Op::in: {
      const Expr& set = condition.kids[1];
      if (set.type.base != Base::cell) break;
      if (!is_one(condition.kids[0], local)) return stops(condition.kids[0]);
      if (!free(set)) return stops(set);
      return set;
    }
    case Op::not_: {
      const auto inner = where(condition.kids[0], local);
      return inner ? std::optional(but(all_cells(span), *inner)) : std::nullopt;
    }
    case Op::and_: case Op::or_: {
      // The second side is evaluated only if the first does not decide, so an error in it might not happen.
      if (!code_.cannot_fail(condition.kids[1])) return stops(condition.kids[1]);
      auto left = where(condition.kids[0], local);
      if (!left) return std::nullopt;
      auto right = where(condition.kids[1], local);
      if (!right) return std::nullopt;
      return condition.op == Op::and_ ? meet(std::move(*left), std::move(*right)) : join(std::move(*left), std::move(*right));
    }
    case Op::if_:
      return where_if(condition, local, [&](const Expr& side) { return where(side, local); });
    case Op::meets:
      for (std::size_t side = 0; side < 2; ++side) {
        const Expr& set = condition.kids[1 - side];
        if (!free(set) || set.type.base != Base::cell) continue;
        if (!code_.cannot_fail(set)) return stops(set);
        return preimage(condition.kids[side], local, set);
      }
      break;
    case Op::within: {
      if (!free(condition.kids[1]) || condition.kids[1].type.base != Base::cell) break;
      if (!code_.cannot_fail(condition.kids[1])) return stops(condition.kids[1]);
      const auto outside = preimage(condition.kids[0], local, but(all_cells(span), condition.kids[1]));
      return outside ? std::optional(but(all_cells(span), *outside)) : std::nullopt;
    }
    case Op::fold_any: case Op::fold_no: case Op::fold_all: return where_fold(condition, local);
    case Op::call: {
      const Expr open = opened(code_, condition);
      if (open.op == Op::call) break;
      return where(open, local);
    }
    case Op::equal: case Op::not_equal:
      for (std::size_t side = 0; side < 2; ++side) {
        if (!is_nothing(condition.kids[side]) || condition.kids[1 - side].type.base != Base::cell) continue;
        auto some = preimage(condition.kids[1 - side], local, all_cells(span));
        if (!some || condition.op == Op::not_equal) return some;
        return but(all_cells(span), std::move(*some));
      }
      if (condition.op == Op::not_equal) return where(make_flag(Op::not_, span, {make_flag(Op::equal, span, condition.kids)}), local);
      break;
    default: break;
  }
  if (auto counts = where_counts(condition, local)) return counts;
  const auto kept = [&](Expr asked) {
    Expr set = make_expr(Op::comprehension, kCells, span, local, {all_cells(span), std::move(asked)});
    set.number = 1;
    return set;
  };
  if (kept_set(code_, condition, local)) return kept(condition);
  if (condition.op == Op::less || condition.op == Op::less_equal) {  // v < c.field as not c.field <= v
    const Op op = condition.op == Op::less ? Op::less_equal : Op::less;
    Expr swapped = make_flag(op, span, {condition.kids[1], condition.kids[0]});
    if (kept_set(code_, swapped, local)) return but(all_cells(span), kept(std::move(swapped)));
  }
  return stops(condition);
}

std::optional<Expr> Lift::where_fold(const Expr& fold, int local) {
  const Expr& domain = fold.kids[0];
  for (const Expr& kid : fold.kids)
    if (!code_.cannot_fail(kid)) return stops(kid);
  // any x in S where A : B, as any x in S : A and B; `all` becomes "no x for which not".
  const lang::Span span = fold.kids[1].span;
  Expr body = fold.kids[1];
  if (fold.op == Op::fold_all) body = make_flag(Op::not_, span, {std::move(body)});
  if (fold.kids.size() > 2) body = make_flag(Op::and_, span, {fold.kids[2], std::move(body)});
  std::optional<Expr> some;
  if (domain.type.base == Base::direction && domain.type.is_set && !reads_local(domain, local)) {
    some = where_ways(domain, fold.ref, body, local);
  } else if (domain.type.base == Base::cell && domain.type.is_set && !reads_local(body, local)) {
    const auto found = where(body, fold.ref);
    if (found) some = preimage(domain, local, *found);
  } else {
    return stops(domain);
  }
  if (!some || fold.op == Op::fold_any) return some;
  return but(all_cells(span), std::move(*some));
}

/// {c : there is a way in `domain` for which `body` holds}.
std::optional<Expr> Lift::where_ways(const Expr& domain, int way, const Expr& body, int local) {
  const auto asked = lines_asked(body, local, way, [this](const Expr& e) { return code_.cannot_fail(e); });
  if (asked && code_.has_lines())
    return lines_to(but(*asked->ends, *asked->through), domain, *asked->through, !asked->some_between);
  // One direction after the other.
  const auto ways = code_.known_value(domain);
  if (!ways) return stops(domain);
  Expr all = no_cells(body.span);
  for (const int one : each_bit(static_cast<Word>(*ways))) {
    auto cells = where(with_value(body, way, one), local);
    if (!cells) return std::nullopt;
    all = join(std::move(all), std::move(*cells));
  }
  return all;
}

/// {c : f(c) meets targets}.
std::optional<Expr> Lift::preimage(const Expr& f, int local, const Expr& targets) {
  const auto free = [&](const Expr& expr) { return !reads_local(expr, local); };
  const auto is_ready = [&](const Expr& expr) { return free(expr) && code_.cannot_fail(expr); };
  const bool anything = is_all_cells(targets);
  if (f.type.base != Base::cell) return stops(f);
  if (free(f)) {
    if (!code_.cannot_fail(f)) return stops(f);
    if (!f.type.is_set) return anything ? targets : cells_if(make_flag(Op::in, f.span, {f, targets}));
    return cells_if(make_flag(anything ? Op::not_equal : Op::meets, f.span, {f, anything ? no_cells(f.span) : targets}));
  }
  switch (f.op) {
    case Op::local: return targets;
    case Op::set: case Op::unite: {
      Expr all = no_cells(f.span);
      for (const Expr& kid : f.kids) {
        made_ += size_of(targets);
        if (made_ > kMostCopied) return stops(f);
        auto cells = preimage(kid, local, targets);
        if (!cells) return std::nullopt;
        all = join(std::move(all), std::move(*cells));
      }
      return all;
    }
    case Op::intersect: {
      const std::size_t side = free(f.kids[0]) ? 1 : 0;
      if (!free(f.kids[1 - side])) return stops(f);
      if (!is_ready(f.kids[1 - side])) return stops(f.kids[1 - side]);
      return preimage(f.kids[side], local, meet(targets, f.kids[1 - side]));
    }
    case Op::subtract_set:
      if (!is_ready(f.kids[1])) return stops(f.kids[1]);
      return preimage(f.kids[0], local, but(targets, f.kids[1]));
    case Op::step:
      if (!is_ready(f.kids[1])) return stops(f.kids[1]);
      return preimage(f.kids[0], local, make_expr(Op::step_back, kCells, f.span, -1, {targets, element_of(f.kids[1])}));
    case Op::slide: case Op::hit: case Op::ray: {
      if (!code_.has_lines()) return stops(f);
      for (std::size_t i = 1; i < f.kids.size(); ++i)
        if (!is_ready(f.kids[i])) return stops(f.kids[i]);
      const Expr through = f.op == Op::ray ? all_cells(f.span) : f.kids[2];
      const Expr ends = f.op == Op::ray ? targets : f.op == Op::slide ? meet(targets, through) : but(targets, through);
      return preimage(f.kids[0], local, lines_to(ends, element_of(f.kids[1]), through, true));
    }
    case Op::if_:
      return where_if(f, local, [&](const Expr& side) { return preimage(side, local, targets); });
    case Op::call: {
      const Expr open = opened(code_, f);
      return open.op == Op::call ? stops(f) : preimage(open, local, targets);
    }
    case Op::fold_unite: {
      // For some way, the value of the body meets the targets.
      if (f.kids[0].type.base != Base::direction || !f.kids[0].type.is_set || !free(f.kids[0])) return stops(f.kids[0]);
      for (const Expr& kid : f.kids)
        if (!code_.cannot_fail(kid)) return stops(kid);
      const Expr& body = f.kids[1];
      if (!body.type.is_set) return stops(body);
      Expr some = make_flag(anything ? Op::not_equal : Op::meets, body.span, {body, anything ? no_cells(f.span) : targets});
      if (f.kids.size() > 2) some = make_flag(Op::and_, f.span, {f.kids[2], std::move(some)});
      return where_ways(f.kids[0], f.ref, some, local);
    }
    default: return stops(f);
  }
}

std::optional<Expr> Lift::fold(const Expr& fold) {
  if (fold.op != Op::fold_any && fold.op != Op::fold_no && fold.op != Op::fold_all && fold.op != Op::fold_count)
    return std::nullopt;
  const Expr& domain = fold.kids[0];
  if (domain.type.base != Base::cell || !domain.type.is_set) return std::nullopt;
  const bool has_condition = fold.kids.size() > 2;
  for (std::size_t i = 1; i < fold.kids.size(); ++i)
    if ((domain.op != Op::all || (has_condition && i == 1)) && !code_.cannot_fail(fold.kids[i])) return std::nullopt;
  auto cells = where(fold.kids[1], fold.ref);
  if (!cells) return std::nullopt;
  cells = fold.op == Op::fold_all ? but(domain, std::move(*cells)) : meet(domain, std::move(*cells));
  if (has_condition) {
    auto asked = where(fold.kids[2], fold.ref);
    if (!asked) return std::nullopt;
    cells = meet(std::move(*cells), std::move(*asked));
  }
  if (fold.op == Op::fold_count) return make_expr(Op::count, fold.type, fold.span, -1, {std::move(*cells)});
  const Op op = fold.op == Op::fold_any ? Op::not_equal : Op::equal;
  return make_flag(op, fold.span, {std::move(*cells), no_cells(fold.span)});
}

void lift(Steps& steps, Planner& planner) {
  for (Step& step : steps) visit_exprs(step, [&](Expr& expr) { lift_in(expr, planner); });
}

}  // namespace glint
