// Two picks, a cell and one some steps away, listed for the whole board at once.
//
//   pick from in A
//   pick to in (from + d) & X | (from + D) - Y      unions of steps, each with where it may lead
//   pick to in steps(from, D, n, X) & Y             n steps in a straight line
//
// For each direction d, the first cells of runs are a set, A & (X - d). Its size is the number of runs in that
// direction, so no cell is visited by itself. The k-th run is found by counting the pairs of the cells below a cell, so
// runs have the same numbers as in a loop over the cells of A.
//
// Where it may lead may depend on the first cell, if it does so by a few of its properties: a condition on it
// (`if from in west then Y else Z`), or a number that its piece has (`{c in cells where c.size > from.size}`). Then the
// cells with each value of these are a set of their own, which has its own X.
#include <algorithm>

#include "interpreter/build/plan/planner.hpp"
#include "interpreter/build/plan/sets.hpp"

namespace glint {

namespace {

constexpr std::size_t kMostAways = 24;
constexpr std::int64_t kMostValues = 8;     // of a property
constexpr std::size_t kMostForEach = 2000;  // nodes that are copied for each value

/// The facts about the first cell, on one branch.
struct Known {
  Expr property;
  std::int64_t value = 0;
};

/// Those steps of `there` that end in one of these cells; with subtract_set, those that end in none of them.
StepAway within(StepAway there, Op op, const Expr& cells) {
  Expr among = there.among ? *std::move(there.among) : all_cells(cells.span);
  there.among = op == Op::intersect ? meet(std::move(among), cells) : but(std::move(among), cells);
  return there;
}

class Pairing {
 public:
  Pairing(int first, int second, Planner& planner) : first_(first), second_(second), planner_(planner) {}

  /// Finds the steps of f; false if it has another form.
  bool add(const Expr& f) { return add(f, {}, {}) && !found.empty(); }

  std::vector<StepAway> found;
  std::optional<Far> far;

 private:
  using KnownList = std::vector<Known>;
  bool add(const Expr& f, const StepAway& path, const KnownList& known) {
    if (found.size() >= kMostAways) return false;
    switch (f.op) {
      case Op::unite:
        return std::all_of(f.kids.begin(), f.kids.end(), [&](const Expr& kid) { return add(kid, path, known); });
      case Op::set: return f.kids.size() == 1 && f.kids[0].type.is_set && add(f.kids[0], path, known);
      case Op::intersect: {
        const std::size_t side = leads(f.kids[0]) ? 0 : 1;
        return add_among(f.kids[side], Op::intersect, f.kids[1 - side], path, known);
      }
      case Op::subtract_set: return add_among(f.kids[0], Op::subtract_set, f.kids[1], path, known);
      case Op::comprehension: {
        if (f.kids.size() != 2) return false;
        if (!is_free(f.kids[1])) {
          return by_properties(f.kids[1], path, known,
                               [&](const Expr& condition, const StepAway& to, const KnownList& knows) {
                                 const auto cells = lifted(planner_.code, condition, f.ref);
                                 return cells && add(f.kids[0], within(to, Op::intersect, *cells), knows);
                               });
        }
        if (!planner_.cannot_fail(f.kids[1])) return false;
        StepAway there = path;
        there.among =
            make_expr(Op::comprehension, kCells, f.span, f.ref, {path.among.value_or(all_cells(f.span)), f.kids[1]});
        return add(f.kids[0], there, known);
      }
      case Op::step: case Op::steps: {
        constexpr int kMostWords = 2;  // as the machine does `steps`
        if (!begins_here(f) ||
            !std::all_of(f.kids.begin() + 1, f.kids.end(), [this](const Expr& e) { return is_ready(e); }))
          return false;
        if (!found.empty() && far.has_value() != (f.op == Op::steps)) return false;
        if (f.op == Op::steps) {
          if (planner_.program.words() > kMostWords) return false;
          if (far && !(same(far->length, f.kids[2]) && same(far->between, f.kids[3]) && same(found[0].ways, f.kids[1])))
            return false;
          far = Far{f.kids[2], f.kids[3]};
        }
        found.push_back(path);
        found.back().ways = f.kids[1];
        return true;
      }
      case Op::call: {
        const Expr open = opened(planner_.code, f);
        return open.op != Op::call && add(open, path, known);
      }
      default: return false;
    }
  }

  /// f & set, f - set. Parts of the set that do not depend on the first cell are taken out of it first.
  bool add_among(const Expr& f, Op op, const Expr& set, const StepAway& path, const KnownList& known) {
    if (is_ready(set)) return add(f, within(path, op, set), known);
    const Expr open = opened(planner_.code, set);
    if (op == Op::intersect && open.op == Op::unite)
      return std::all_of(open.kids.begin(), open.kids.end(),
                         [&](const Expr& kid) { return add_among(f, op, kid, path, known); });
    if (op == Op::intersect && (open.op == Op::intersect || open.op == Op::subtract_set))
      for (std::size_t side = open.op == Op::intersect ? 0 : 1; side < 2; ++side)
        if (is_ready(open.kids[side]))
          return add_among(f, op, open.kids[1 - side], within(path, open.op, open.kids[side]), known);
    return by_properties(open, path, known, [&](const Expr& cells, const StepAway& there, const KnownList& knows) {
      return add(f, within(there, op, cells), knows);
    });
  }

  /// Calls `use` on the expression, for each value of the properties of the first cell that it reads, without these.
  bool by_properties(Expr expr, const StepAway& path, const KnownList& known, auto&& use) {
    open_calls(expr);
    change_each(expr, [this](Expr& part) { decide_flag(part, planner_); });
    if (size_of(expr) > kMostForEach) return false;
    if (is_free(expr)) return planner_.cannot_fail(expr) && use(expr, path, known);
    std::vector<int> bound;
    const Expr* const found_property = property_in(expr, bound);
    if (!found_property) return false;
    const Expr property = *found_property;
    const auto branch = [&](std::int64_t value, const StepAway& there, const KnownList& knows) {
      Expr changed = expr;
      change_each(changed, [&](Expr& part) {
        if (same(part, property)) part = make_constant(value, property.type, property.span);
      });
      return by_properties(std::move(changed), there, knows, use);
    };
    if (const auto value = value_of(property, known)) return branch(*value, path, known);
    const std::int64_t values = property.type.base == Base::flag ? 2 : planner_.program.values_of(property.type);
    if (values > kMostValues) return false;
    for (std::int64_t value = domain_first(property.type), end = value + values; value < end; ++value) {
      const auto cells = cells_with(property, value);
      if (!cells || found.size() >= kMostAways) return false;
      StepAway there = path;
      there.from = meet(path.from.value_or(all_cells(cells->span)), *cells);
      KnownList knows = known;
      knows.push_back({property, value});
      if (!branch(value, there, knows)) return false;
    }
    return true;
  }

  bool is_free(const Expr& expr) const { return !reads_local(expr, first_); }
  bool is_ready(const Expr& expr) const { return is_free(expr) && planner_.cannot_fail(expr); }
  bool begins_here(const Expr& step) const { return is_local(element_of(step.kids[0]), first_); }
  /// True if there is a step from the first cell in it.
  bool leads(const Expr& f) const {
    return has_part(f, [this](const Expr& e) { return (e.op == Op::step || e.op == Op::steps) && begins_here(e); });
  }
  /// Replaces calls that take the first cell by their bodies.
  void open_calls(Expr& expr) const {
    if (is_free(expr)) return;
    if (expr.op == Op::call) expr = opened(planner_.code, expr);
    for (Expr& kid : expr.kids) open_calls(kid);
  }

  /// The first part that is a condition on the first cell alone, or a value that its piece has. `bound`: locals that
  /// the expressions around the part bind.
  const Expr* property_in(const Expr& expr, std::vector<int>& bound) const {
    if (is_free(expr)) return nullptr;
    const bool is_one = !expr.type.is_set && expr.op != Op::not_ &&
                        (expr.type.base == Base::flag || expr.op == Op::field || expr.op == Op::owner);
    const auto is_bound = [&](int local) {
      return local == second_ || std::find(bound.begin(), bound.end(), local) != bound.end();
    };
    const std::vector<int> reads = free_locals(expr);
    if (is_one && std::none_of(reads.begin(), reads.end(), is_bound) && planner_.cannot_fail(expr)) return &expr;
    const std::size_t outer = bound.size();
    if (binds_local(expr)) bound.push_back(expr.ref);
    const Expr* found = nullptr;
    for (std::size_t i = 0; i < expr.kids.size() && !found; ++i) found = property_in(expr.kids[i], bound);
    bound.resize(outer);
    return found;
  }

  /// The cells with this value, if that is a set that the game has.
  std::optional<Expr> cells_with(const Expr& property, std::int64_t value) {
    const lang::Span span = property.span;
    if (property.type.base == Base::flag)
      return lifted(planner_.code, value == 1 ? property : make_flag(Op::not_, span, {property}), first_);
    const auto where = [&](Op op, std::int64_t than) {
      return lifted(planner_.code, make_flag(op, span, {property, make_constant(than, property.type, span)}), first_);
    };
    if (auto cells = where(Op::equal, value)) return cells;
    if (property.type.base != Base::number) return std::nullopt;
    const auto here = where(Op::less_equal, value);
    const auto below =
        value == domain_first(property.type) ? std::optional(no_cells(span)) : where(Op::less_equal, value - 1);
    return here && below ? std::optional(but(*here, *below)) : std::nullopt;
  }

  std::optional<std::int64_t> value_of(const Expr& property, const KnownList& known) const {
    for (const Known& one : known) {
      if (same(one.property, property)) return one.value;
      // To be in `cells - west` is not to be in `west`.
      if (one.property.op != Op::in || property.op != Op::in || !same(one.property.kids[0], property.kids[0])) continue;
      const auto is_rest = [&](const Expr& set, const Expr& of) {
        const Expr& is = set.op == Op::call && set.kids.empty() ? planner_.program.rules.lets[set.ref].body : set;
        return is.op == Op::subtract_set && is_all_cells(is.kids[0]) && same(is.kids[1], of);
      };
      if (is_rest(property.kids[1], one.property.kids[1]) || is_rest(one.property.kids[1], property.kids[1]))
        return 1 - one.value;
    }
    return std::nullopt;
  }

  const int first_, second_;
  Planner& planner_;
};

/// `let x = S; require x != {}; an error unless one more fits on each of x; pick second in x`: S. Else nothing.
const Expr* named_before(const Steps& steps, std::size_t first, std::size_t& second) {
  if (first + 4 >= steps.size()) return nullptr;
  const Step &let = steps[first + 1], &need = steps[first + 2], &fits = steps[first + 3], &pick = steps[first + 4];
  const auto is_it = [&](const Expr& e) { return is_local(e, let.local); };
  const bool is_some = need.kind == StepKind::need && need.value.op == Op::not_equal && is_it(need.value.kids[0]) && is_nothing(need.value.kids[1]);
  if (let.kind != StepKind::let || !is_some || fits.kind != StepKind::fits || !is_it(fits.value) || !is_it(pick.value)) return nullptr;
  if (!is_local(element_of(fits.domain), steps[first].local)) return nullptr;
  second = first + 4;
  return &let.value;
}

/// Makes one step of the pick and the one after it, if they are such a pair.
void pair_at(Steps& steps, std::size_t at, Planner& planner) {
  std::size_t second_at = at + 1;
  const auto picks_cell = [&](std::size_t i) {
    return i < steps.size() && steps[i].kind == StepKind::each && steps[i].value.type.base == Base::cell;
  };
  if (!picks_cell(at)) return;
  const Expr* const named = named_before(steps, at, second_at);
  if (!picks_cell(second_at)) return;
  if (std::any_of(steps.begin(), place(steps, at), [](const Step& one) { return one.kind == StepKind::make; }) && named) return;
  Step& first = steps[at];
  const int second = steps[second_at].local;
  const lang::Span span = steps[second_at].value.span;
  Expr cells = named ? *named : steps[second_at].value;
  std::size_t end = second_at + 1;
  for (; !needs_no_loop(steps, end, first.local) || !needs_no_loop(steps, end, second); ++end) {
    if (end == steps.size() || steps[end].kind != StepKind::need || !planner.cannot_fail(steps[end].value)) return;
    cells = make_expr(Op::comprehension, kCells, steps[end].span, second, {std::move(cells), steps[end].value});
  }
  const compiling::CodeWriter::Checkpoint before(planner.code);
  Pairing pairs(first.local, second, planner), reached(first.local, second, planner);
  if (!pairs.add(cells) || (named && !(reached.add(*named) && reached.far))) return before.roll_back();
  planner.code.conditions.note(span, true);
  Step fits = make_step(StepKind::fits, steps[second_at - 1].span, steps[at].local, steps[at].value);
  steps.erase(place(steps, at + 1), place(steps, end));
  steps[at].kind = StepKind::pairs;
  steps[at].second = fits.second = second;
  steps[at].away = std::move(pairs.found);
  steps[at].far = std::move(pairs.far);
  if (!named) return;
  fits.away = std::move(reached.found);
  fits.far = std::move(reached.far);
  steps.insert(place(steps, at), std::move(fits));
}

}  // namespace

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

void pair(Steps& steps, Planner& planner) {
  if (!planner.code.has_lines()) return;
  for (std::size_t i = 0; i < steps.size(); ++i) pair_at(steps, i, planner);
}

}  // namespace glint
