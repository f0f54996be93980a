// What depends on one pick alone is computed once for each of its values, not again for each value of picks before it.
//
//   each a in S;  each b in T(a);  all c in P(a, b) & Q(b)
//   forget once1;  each a in S;  each b in T(a);  let once1 = Q(b), once for each b;  all c in P(a, b) & once1
//
// The values are kept in a table, from the last step on that binds a name, or changes a position, that they read. It is
// filled as the loops get to each value of the pick. Worth it are expressions of a few operations on the pick, where the
// same values come again: what is picked a step away from an earlier pick seldom does.
#include <algorithm>
#include <string>

#include "interpreter/build/plan/planner.hpp"

namespace glint {

namespace {

constexpr double kLeastWork = 4;  // operations that depend on the pick: to look a value up takes about two
constexpr int kMostSlots = 1024;  // of a table

class Once {
 public:
  explicit Once(Planner& planner) : planner_(planner) {}

  void run(Steps& steps, std::size_t depth);

 private:
  struct Place {
    const Steps* steps;
    std::size_t at, depth;
    const Step& step() const { return (*steps)[at]; }
    bool binds(int local) const { return step().local == local || step().second == local; }
  };
  /// Parts of expressions in the steps after the pick, in one block of them.
  struct Found {
    std::vector<Expr*> parts;
    std::size_t first = 0, begin = 0;  // the step that has the first; the steps before the pick that they depend on
    int words = 0;
  };
  void look_behind(Steps& steps, std::size_t begin, Changes made, bool guarded);
  void look_in(Expr& expr, const Changes& made, bool guarded, Found& found) const;
  std::optional<std::size_t> known_from(const Expr& expr, const Changes& made, bool guarded) const;
  bool comes_again(std::size_t begin) const;
  void name(Steps& steps, Found& found);

  Planner& planner_;
  std::vector<Place> before_;  // the steps before the present one, from the first
  Step pick_;
  std::vector<std::vector<std::pair<std::size_t, Step>>> forgets_;  // by depth: before which step they stand
  int named_ = 0;
};

/// How many operations depend on the local.
double work_with(const Expr& expr, int local, const Facts& facts) {
  double work = 0;
  rules::walk(expr, [&](const Expr& e) {
    if (!e.kids.empty() && reads_local(e, local)) work += e.op == Op::call ? facts.work_of(e) : 1;
  });
  return work;
}

/// Nothing, if the expression is not worth a table, or does not always have a value, or another one each time.
std::optional<std::size_t> Once::known_from(const Expr& expr, const Changes& made, bool guarded) const {
  const Base base = expr.type.base;
  if (base == Base::trace || base == Base::visit || work_with(expr, pick_.local, planner_.facts) < kLeastWork) return {};
  // What stands before it may be what tells that a piece is there.
  if (!planner_.cannot_fail(expr) || (guarded && !planner_.facts.cannot_fail(expr, {false, true}))) return {};
  const Reads reads = planner_.facts.reads_of(expr);
  if (reads.game || made.touch(reads)) return {};
  std::size_t begin = 0;
  for (const int local : free_locals(expr)) {
    if (local == pick_.local) continue;
    const auto binder = std::find_if(before_.begin(), before_.end(), [&](const Place& one) { return one.binds(local); });
    if (binder == before_.end()) return {};  // after the pick
    begin = std::max(begin, static_cast<std::size_t>(binder - before_.begin()) + 1);
  }
  for (std::size_t i = begin; i < before_.size(); ++i) {
    const Step& step = before_[i].step();
    if (step.kind == StepKind::make && planner_.facts.changes_of(*step.stmt).touch(reads)) begin = i + 1;
  }
  return comes_again(begin) ? std::optional(begin) : std::nullopt;
}

/// Whether a loop between these steps and the pick gets to the same values of the pick several times.
bool Once::comes_again(std::size_t begin) const {
  const auto first = before_.begin() + static_cast<std::ptrdiff_t>(begin);
  bool again = std::any_of(first, before_.end(), [](const Place& one) { return one.step().kind == StepKind::each; });
  rules::walk(pick_.value, [&](const Expr& e) {
    const bool leads = e.op == Op::step || e.op == Op::step_back || e.op == Op::ray || e.op == Op::slide ||
                       e.op == Op::hit || e.op == Op::steps || e.op == Op::between;
    again = again && !(leads && std::any_of(first, before_.end(), [&](const Place& one) { return reads_local(e, one.step().local); }));
  });
  return again;
}

void Once::look_in(Expr& expr, const Changes& made, bool guarded, Found& found) const {
  if (expr.kids.empty() || !reads_local(expr, pick_.local)) return;
  const int words = found.words + planner_.code.words(expr.type);
  const bool has_room = words * planner_.program.geometry.cells <= kMostSlots;
  if (const auto begin = has_room ? known_from(expr, made, guarded) : std::nullopt) {
    found.parts.push_back(&expr);
    found.begin = std::max(found.begin, *begin);
    found.words = words;
    return;
  }
  // Only what is computed in any case: not the other sides of `and`, `or` and `if`, nor bodies of loops.
  const bool chooses = expr.op == Op::and_ || expr.op == Op::or_ || expr.op == Op::if_ || binds_local(expr);
  for (std::size_t i = 0; i < (chooses ? 1 : expr.kids.size()); ++i) look_in(expr.kids[i], made, guarded, found);
}

/// Names the parts, before the first step that has one.
void Once::name(Steps& steps, Found& found) {
  if (found.parts.empty() || !comes_again(found.begin)) return;
  Step once = make_step(StepKind::once, found.parts[0]->span, -1, {});
  once.second = pick_.local;
  for (Expr* const part : found.parts) {
    const Type type = part->type;
    const lang::Span span = part->span;
    const int local = planner_.name("once" + std::to_string(++named_), type);
    once.then.push_back(make_step(StepKind::let, span, local, std::move(*part)));
    *part = planner_.local(local, type, span);
  }
  once.local = once.then[0].local;
  const Place& first = before_[found.begin];
  Step forget = make_step(StepKind::forget, once.span, once.local, {});
  forget.second = found.words;
  forgets_[first.depth].emplace_back(first.at, std::move(forget));
  steps.insert(place(steps, found.first), std::move(once));
}

/// Up to the next loop: what that does not change is computed before it in any case.
void Once::look_behind(Steps& steps, std::size_t begin, Changes made, bool guarded) {
  Found found;
  for (std::size_t i = begin; i < steps.size(); ++i) {
    if (found.parts.empty()) found.first = i;
    visit_exprs(steps[i], [&](Expr& expr) { look_in(expr, made, guarded, found); });
    if (steps[i].kind == StepKind::each) break;
    if (steps[i].kind == StepKind::make) made.add(planner_.facts.changes_of(*steps[i].stmt));
    guarded = guarded || steps[i].kind != StepKind::let;
    look_behind(steps[i].then, 0, made, guarded);
    look_behind(steps[i].other, 0, made, guarded);
  }
  name(steps, found);
}

void Once::run(Steps& steps, std::size_t depth) {
  const std::size_t outer = before_.size();
  forgets_.resize(std::max(forgets_.size(), depth + 1));
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].kind == StepKind::each && steps[i].value.type.base == Base::cell && !before_.empty()) {
      pick_ = make_step(StepKind::each, steps[i].span, steps[i].local, steps[i].value);
      look_behind(steps, i + 1, Changes(planner_.program.rules), false);
    }
    before_.push_back({&steps, i, depth});
    if (steps[i].kind != StepKind::either) continue;
    run(steps[i].then, depth + 1);
    run(steps[i].other, depth + 1);
  }
  before_.resize(outer);
  auto& forgets = forgets_[depth];
  std::stable_sort(forgets.begin(), forgets.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  for (auto& [at, step] : forgets) steps.insert(place(steps, at), std::move(step));
  forgets.clear();
}

}  // namespace

void once(Steps& steps, Planner& planner) { Once(planner).run(steps, 0); }

}  // namespace glint
