// A move as steps: the bodies of calls instead of the calls, and nothing after the last thing that can refuse a run or
// is chosen. An `if` or `for` that only requires is one requirement. After any other `if` on which a run depends,
// everything that follows is written once for each side.
#include <algorithm>

#include "interpreter/build/code/facts.hpp"
#include "interpreter/build/plan/planner.hpp"

namespace glint {

namespace {

class Opener {
 public:
  explicit Opener(Planner& planner) : planner_(planner), facts_(planner.facts) {}

  /// `depth`: the choices, effects and `if`s before it.
  void add(Todo todo, Steps& steps, int depth) {
    constexpr std::size_t kMost = 20'000;  // steps
    constexpr int kDeepest = 1000;
    while (true) {
      while (!todo.empty() && todo.back().index >= todo.back().block->size()) todo.pop_back();
      if (todo.empty() && in_round_) steps.push_back(make_step(StepKind::again, {}, -1, {}));
      if (todo.empty() || (!in_round_ && !matters(todo))) return;
      const Stmt& stmt = (*todo.back().block)[todo.back().index];
      ++todo.back().index;
      if (stmt.kind != StmtKind::require && stmt.kind != StmtKind::let) ++depth;
      if (++written_ > kMost || depth > kDeepest)
        build_fail(lang::Code::G0504, stmt.span,
                   "this move has too many picks or `if`s with requirements in a row");
      switch (stmt.kind) {
        case StmtKind::call:
          if (!facts_.matters(stmt)) {
            steps.push_back(step(StepKind::make, stmt));
            break;
          }
          add_part(stmt.span, steps);
          todo.push_back({body_of(stmt, steps), 0});
          add_part(planner_.program.rules.effects[stmt.ref].span, steps);
          break;
        case StmtKind::pick: add_pick(stmt, todo, steps); break;
        case StmtKind::require: case StmtKind::offer:
          if (!is_defining_offer(stmt.exprs[0])) steps.push_back(step(StepKind::need, stmt));
          break;
        case StmtKind::let: steps.push_back(step(StepKind::let, stmt, stmt.ref)); break;
        case StmtKind::if_: {
          if (const auto known = planner_.code.known_value(stmt.exprs[0])) {
            add_part(stmt.span, steps,
                     *known ? stmt.exprs[0] : make_expr(Op::not_, kFlag, stmt.span, -1, {stmt.exprs[0]}));
            todo.push_back({*known ? &stmt.body : &stmt.other, 0});
            break;
          }
          if (!facts_.matters(stmt) && !has_kind(stmt.body, StmtKind::end) && !has_kind(stmt.other, StmtKind::end) &&
              (in_round_ || !facts_.changes_position(stmt))) {
            steps.push_back(step(StepKind::make, stmt));
            break;
          }
          if (auto condition = required(stmt)) {
            steps.push_back(make_step(StepKind::need, stmt.span, -1, *std::move(condition)));
            break;
          }
          Step either = step(StepKind::either, stmt);
          todo.push_back({&stmt.body, 0});
          add(todo, either.then, depth);
          todo.back() = {&stmt.other, 0};
          add(todo, either.other, depth);
          steps.push_back(std::move(either));
          return;
        }
        case StmtKind::rounds: {
          if (facts_.may_end(stmt.body))
            build_fail(lang::Code::G0501, stmt.span, "the game cannot end in a loop of a move",
                       "put `end` after the loop");
          Step rounds = step(StepKind::rounds, stmt);
          rounds.stmt = &stmt;
          steps.push_back(step(StepKind::need, stmt));  // there is at least one round
          {
            const Restored in(in_round_, true);
            add({{&stmt.body, 0}}, rounds.then, depth);
          }
          add(todo, rounds.other, depth);
          steps.push_back(std::move(rounds));
          return;
        }
        case StmtKind::for_:
          if (auto condition = facts_.matters(stmt) ? required(stmt) : std::nullopt) {
            steps.push_back(make_step(StepKind::need, stmt.span, -1, *std::move(condition)));
            break;
          }
          [[fallthrough]];
        default: steps.push_back(step(StepKind::make, stmt));
      }
    }
  }

 private:
  bool matters(const Todo& todo) const {
    const std::vector<const Stmt*> rest = statements_of(todo);
    return std::any_of(rest.begin(), rest.end(), [this](const Stmt* stmt) { return facts_.matters(*stmt); });
  }

  /// True if it is the `offer x == E` that gave a `some of` pick its value, and so holds anyway.
  bool is_defining_offer(const Expr& condition) const {
    if (condition.op != Op::equal) return false;
    return std::any_of(offered_.begin(), offered_.end(), [&](const Expr* value) {
      return value == &condition.kids[0] || value == &condition.kids[1];
    });
  }

  /// The condition of a statement that only requires something. Nothing if it does more.
  std::optional<Expr> required(const Stmt& stmt) const {
    switch (stmt.kind) {
      case StmtKind::require: case StmtKind::offer:
        if (stmt.exprs.empty() || is_defining_offer(stmt.exprs[0])) return std::nullopt;
        return stmt.exprs[0];
      case StmtKind::if_: {
        auto then = required(stmt.body), other = required(stmt.other);
        if (!then || !other) return std::nullopt;
        return make_expr(Op::if_, kFlag, stmt.span, -1, {stmt.exprs[0], std::move(*then), std::move(*other)});
      }
      case StmtKind::for_: {
        auto body = required(stmt.body);
        if (!body || stmt.exprs.size() > 1) return std::nullopt;
        return make_expr(Op::fold_all, kFlag, stmt.span, stmt.ref, {stmt.exprs[0], std::move(*body)});
      }
      default: return std::nullopt;
    }
  }

  std::optional<Expr> required(const Block& block) const {
    Expr all = make_constant(1, kFlag, {});
    for (const Stmt& stmt : block) {
      auto one = required(stmt);
      if (!one) return std::nullopt;
      all = &stmt == &block.front() ? *std::move(one)
                                    : make_expr(Op::and_, kFlag, stmt.span, -1, two(std::move(all), *std::move(one)));
    }
    return all;
  }

  void add_pick(const Stmt& pick, const Todo& todo, Steps& steps) {
    if (!pick.some_of) {
      steps.push_back(step(StepKind::each, pick, pick.ref));
      return;
    }
    const Expr* offered = offered_value(facts_, todo, pick.ref);
    if (!offered)
      build_fail(lang::Code::G0501, pick.span, "no list of subsets is offered",
                 "add `offer NAME == SET` after the pick, before any effect, with a SET known at the pick");
    offered_.push_back(offered);
    Step subset = step(StepKind::offered, pick, pick.ref);
    subset.domain = std::exchange(subset.value, *offered);
    steps.push_back(std::move(subset));
  }

  /// For coverage, a statement without a step of its own leaves a step with a condition that always holds.
  void add_part(lang::Span span, Steps& steps, std::optional<Expr> condition = {}) const {
    if (!planner_.code.options.covers) return;
    steps.push_back(
        make_step(StepKind::need, span, -1, condition ? std::move(*condition) : make_constant(1, kFlag, span)));
  }

  /// The body of an effect. Arguments that may change while it runs get names before it.
  const Block* body_of(const Stmt& call, Steps& steps) {
    return planner_.code.effects.inlined(planner_.code, call, [&](const Expr& argument, const rules::Local& parameter) {
      Step let = step(StepKind::let, call);
      let.value = argument;
      let.local = planner_.name(parameter.name, parameter.type);
      steps.push_back(let);
      return let.local;
    });
  }

  Step step(StepKind kind, const Stmt& stmt, int local = -1) const {
    Step step = make_step(kind, stmt.span, local, kind == StepKind::make ? Expr() : stmt.exprs[0]);
    if (kind == StepKind::make) step.stmt = &stmt;
    return step;
  }

  Planner& planner_;
  const Facts& facts_;
  std::vector<const Expr*> offered_;  // the values that `some of` picks got from an offer
  std::size_t written_ = 0;
  bool in_round_ = false;  // another round may follow, so all effects are made
};

}  // namespace

Steps open(const Block& move, Planner& planner) {
  Steps steps;
  Opener(planner).add({{&move, 0}}, steps, 0);
  return steps;
}

}  // namespace glint
