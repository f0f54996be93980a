// Effects between picks that are not made: the following steps read the changed values instead.
//
//   move from to to;  pick at in slide(to, around, empty)
//
// reads only `empty` among the changes of the move, and after it that is (empty | from) - to. So the runs after the
// move are listed without making it and taking it back. This works for
//
//   move, remove, put   of one piece that is known to stand there, and lands on one cell, if what follows reads nothing
//                       of the pieces that they change but where they stand: `stone of me` is (stone of me - from) | to
//   c.field = v         if what follows reads that field only as c.field
//   variable = v        if what follows reads it by its own name, and not in a let
//
// and if the effect itself cannot be an error, but for the range of a variable: that of the new value is tested.
//
// On a board with stacks, the piece under a moved piece would then be on top. There the steps are written twice:
// without the effect, where nothing lies under the piece that is picked; and as they were. A piece must land on an
// empty cell there, because a stack may be too high.
//
// But pieces that are counted wherever they lie need neither (`moves`): after a piece of K has moved from a to x,
// `count(stacked K & R)` is `count(stacked K & R) + (if a in R then -1 else 0) + (if x in R then 1 else 0)`.
// Requirements on it lift over x (counts.cpp). Where x is full, it is an error of the script.
#include <algorithm>

#include "interpreter/build/plan/lift.hpp"
#include "interpreter/build/plan/planner.hpp"

namespace glint {

namespace {

/// An effect that may be left out.
struct Effect {
  const Expr* leaves = nullptr;  // the piece on this cell goes
  const Expr* comes = nullptr;   // one comes here
  const Stmt* assigns = nullptr;  // or the field of a piece, or the variable, that gets a value
  const Stmt* puts = nullptr;     // the piece that comes is this one
  const Expr* among = nullptr;    // the set from which the moving piece was picked, if that is known
  bool lands_on_empty = true;     // the target was empty before
};

/// The value of a field or variable after an assignment; `old`: its value before.
Expr value_after(const Stmt& stmt, Expr old) {
  const Expr& operand = stmt.exprs[0];
  Type type = old.type;
  const bool is_number = type.base == Base::number && !type.is_set;
  if (is_number) type = compiling::made_by(stmt.assign, type);
  const auto made = [&](Op op, Expr right) { return make_expr(op, type, operand.span, -1, {std::move(old), std::move(right)}); };
  switch (stmt.assign) {
    case rules::AssignOp::set: return operand;
    case rules::AssignOp::unite: return made(Op::unite, operand);
    case rules::AssignOp::intersect: return made(Op::intersect, operand);
    case rules::AssignOp::toggle: return made(Op::toggle, operand);
    case rules::AssignOp::add: return made(type.is_set ? Op::unite : is_number ? Op::add : Op::cycle, operand);
    case rules::AssignOp::subtract:
      if (type.is_set || is_number) return made(is_number ? Op::subtract : Op::subtract_set, operand);
      return made(Op::cycle, make_expr(Op::negate, operand.type, operand.span, -1, {operand}));
  }
  return operand;
}

/// The cells of a set and this cell (or, with subtract_set, those but this cell).
Expr with_cell(Op op, Expr set, const Expr& cell) {
  Expr one = make_expr(Op::set, kCells, cell.span, -1, {cell});
  return make_expr(op, kCells, cell.span, -1, {std::move(set), std::move(one)});
}

Expr known_flag(bool value) { return make_constant(value, kFlag, {}); }

class Substituter {
 public:
  explicit Substituter(Planner& planner) : planner_(planner) {}

  /// `made`: an effect was made before these steps.
  void run(Steps& steps, bool made) {
    std::vector<std::size_t> effects;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (steps[i].kind != StepKind::rounds) run(steps[i].then, made || !effects.empty());
      run(steps[i].other, made || !effects.empty());
      if (steps[i].kind == StepKind::make && planner_.facts.changes_position(*steps[i].stmt)) effects.push_back(i);
    }
    for (std::size_t i = effects.size(); i-- > 0;) replace(steps, effects, i, made || i > 0);
  }

  /// The local that holds the cells where pieces lie under others, if the steps ask for it.
  std::optional<int> covered() const { return covered_; }

 private:
  std::optional<Effect> effect_of(const Stmt& stmt) const {
    const auto fails = [&](const Expr& expr) { return !planner_.cannot_fail(expr); };
    switch (stmt.kind) {
      case StmtKind::move:
        if (single_local(stmt.exprs[0]) < 0 || single_local(stmt.exprs[1]) < 0) return std::nullopt;
        if (element_of(stmt.exprs[0]).type.stands == 0) return std::nullopt;
        return Effect{&element_of(stmt.exprs[0]), &element_of(stmt.exprs[1])};
      case StmtKind::put:
        // Owner and fields are not computed, so they must not be able to fail.
        if (single_local(stmt.exprs[0]) < 0 || std::any_of(stmt.exprs.begin() + 1, stmt.exprs.end(), fails))
          return std::nullopt;
        for (std::size_t i = 0; i < stmt.inits.size(); ++i) {
          const rules::Rules& rules = planner_.program.rules;
          if (fails(stmt.inits[i]) || !fits(stmt.inits[i].type, rules.fields[rules.kinds[stmt.ref].fields[i]].type))
            return std::nullopt;
        }
        return Effect{nullptr, &element_of(stmt.exprs[0]), nullptr, &stmt};
      case StmtKind::remove:
        if (stmt.exprs[0].type.base != Base::cell || single_local(stmt.exprs[0]) < 0) return std::nullopt;
        return Effect{&element_of(stmt.exprs[0]), nullptr};
      case StmtKind::assign:
        if (stmt.exprs.size() > 1 || fails(stmt.exprs[0])) return std::nullopt;
        return Effect{nullptr, nullptr, &stmt};
      case StmtKind::assign_field:
        if (stmt.ref < 0 || single_local(stmt.exprs[1]) < 0 || !planner_.facts.cannot_fail({stmt}, {}))
          return std::nullopt;
        return Effect{nullptr, nullptr, &stmt};
      default: return std::nullopt;
    }
  }

  /// Replaces what the expression reads by what it will be after the effect: `empty`, or a variable that is assigned to.
  /// False if it reads another thing that the effect changes.
  bool follow(Expr& expr, int depth) {
    constexpr int kDeepest = 20;
    if (depth > kDeepest) return false;
    if (!changes_.touch(planner_.facts.reads_of(expr))) return true;
    const auto follow_kids = [&](std::size_t count) {
      return std::all_of(expr.kids.begin(), expr.kids.begin() + static_cast<std::ptrdiff_t>(count),
                         [&](Expr& kid) { return follow(kid, depth); });
    };
    if (counts_ && expr.op != Op::call) {
      const bool computes = expr.op == Op::and_ || expr.op == Op::or_ || expr.op == Op::not_ ||
                            is_comparison(expr.op) || expr.op == Op::add || expr.op == Op::subtract;
      return expr.op == Op::count ? count_after(expr) : computes && follow_kids(expr.kids.size());
    }
    switch (expr.op) {
      case Op::call: {
        Expr open = opened(planner_.code, expr);
        if (open.op == Op::call) return false;
        expr = std::move(open);
        return follow(expr, depth + 1);
      }
      case Op::empty: expr = planner_.local(free_, expr.type, expr.span); return true;
      case Op::kind: case Op::stacked:
        if (changes_.moved >> expr.ref & 1)
          return !assigned_ && expr.op == Op::kind && follow_kids(expr.kids.size()) && pieces_after(expr);
        if (changes_.owners && !expr.kids.empty()) return false;
        break;
      case Op::beams:
      case Op::trace:
      case Op::trace_from:
      case Op::seen:
      case Op::can:
      case Op::move_count:
      case Op::score:
        return false;
      case Op::variable:
        if (!expr.kids.empty()) return false;
        expr = planner_.local(value_, expr.type, expr.span);
        return true;
      case Op::field: case Op::owner: {
        if (assigned_) {
          if (expr.op == Op::owner && changes_.owners) return false;
          if (assigned_->kind != StmtKind::assign_field || expr.op != Op::field || expr.ref != assigned_->ref) break;
          if (!is_local(expr.kids[0], single_local(assigned_->exprs[1]))) return false;
          expr = planner_.local(value_, expr.type, expr.span);
          return true;
        }
        const rules::KindMask stands = expr.kids[0].type.stands;
        if (stands == 0 || (stands & changes_.moved) != 0) return false;
        break;
      }
      case Op::slide: case Op::hit:
        // A line does not ask for the cell from which it begins: so one set serves wherever the piece came.
        if (is_local(element_of(expr.kids[0]), centre_) && expr.kids[2].op == Op::empty) {
          if (around_ >= 0) expr.kids[2] = planner_.local(around_, expr.kids[2].type, expr.kids[2].span);
          return follow_kids(2);
        }
        break;
      default: break;
    }
    return follow_kids(expr.kids.size());
  }

  bool follow(Steps& steps) {
    return std::all_of(steps.begin(), steps.end(), [&](Step& step) {
      bool follows =
          step.kind != StepKind::make && step.kind != StepKind::offered && step.kind != StepKind::rounds && !step.tried;
      visit_exprs(step, [&](Expr& expr) { follows = follows && follow(expr, 0); });
      return follows && follow(step.then) && follow(step.other);
    });
  }

  /// Makes the cells of a kind of piece those after the effect. False: they are not known.
  bool pieces_after(Expr& set) const {
    Expr others = set;  // if the one that comes is not of the set
    if (effect_.comes && !effect_.lands_on_empty)
      others = with_cell(Op::subtract_set, std::move(others), *effect_.comes);
    Expr rest = effect_.leaves ? with_cell(Op::subtract_set, set, *effect_.leaves) : set;
    if (!effect_.comes) {
      set = std::move(rest);
      return true;
    }
    std::optional<Expr> comes = is_one_of(set);
    if (!comes) return false;
    Expr more = with_cell(Op::unite, std::move(rest), *effect_.comes);
    if (comes->op != Op::constant)
      set = make_expr(Op::if_, kCells, set.span, -1, {std::move(*comes), std::move(more), std::move(others)});
    else set = comes->number ? std::move(more) : std::move(others);
    return true;
  }

  /// Is the piece that comes of the kind and owner of this set? Nothing if that cannot be said.
  std::optional<Expr> is_one_of(const Expr& set) const {
    const auto are_same = [&](const Expr& owner) -> std::optional<Expr> {
      if (same(owner, set.kids[0])) return known_flag(true);
      const auto one = planner_.code.known_value(owner), other = planner_.code.known_value(set.kids[0]);
      return one && other ? std::optional(known_flag(*one == *other)) : std::nullopt;
    };
    if (effect_.puts) {
      const Stmt& put = *effect_.puts;
      if (put.ref != set.ref) return known_flag(false);
      if (set.kids.empty()) return known_flag(true);
      if (planner_.program.rules.kinds[put.ref].owner_from) return std::nullopt;
      const Expr owner = put.exprs.size() > 1 ? put.exprs[1] : make_expr(Op::me, {Base::player}, put.span, -1);
      const auto decided = are_same(owner);
      return decided ? decided : make_expr(Op::equal, kFlag, set.span, -1, {owner, set.kids[0]});
    }
    const Expr* among = effect_.among;
    while (among && (among->op == Op::intersect || among->op == Op::comprehension)) among = &among->kids[0];
    const rules::KindMask stands = effect_.leaves->type.stands, kind = rules::KindMask{1} << set.ref;
    if (!(stands & kind)) return known_flag(false);
    if (stands == kind && set.kids.empty()) return known_flag(true);
    const bool has_owner = among && among->op == Op::kind && among->ref == set.ref && !among->kids.empty();
    const auto decided = has_owner && !set.kids.empty() ? are_same(among->kids[0]) : std::nullopt;
    return decided ? decided : make_expr(Op::in, kFlag, set.span, -1, {*effect_.leaves, set});
  }

  /// Turns a number of pieces, wherever they are, into their number after the effect. False: it is another one.
  bool count_after(Expr& count) {
    Expr places = opened(planner_.code, count.kids[0]);
    if (places.op != Op::at_cells || effect_.leaves->type.stands == 0) return false;
    Expr tops = opened(planner_.code, places.kids[0]);
    const Expr cells = places.kids[1];
    if (tops.op != Op::stacked || reads_locals(tops) || reads_locals(cells)) return false;
    if (planner_.facts.reads_of(cells).pieces || !planner_.cannot_fail(cells)) return false;
    places.kids[0] = tops;
    tops.op = Op::kind, tops.type = kCells;
    std::optional<Expr> is_one = is_one_of(tops);
    if (is_one->op == Op::constant && is_one->number == 0) return true;
    const lang::Span span = count.span;
    const Type type = count.type;
    const int name = planner_.name("count" + std::to_string(names_.size() + 1), type);
    names_.push_back(make_step(StepKind::let, span, name, make_expr(Op::count, type, span, -1, {std::move(places)})));
    const auto if_there = [&](const Expr& cell, int more) {
      return if_number(make_flag(Op::in, span, {cell, cells}), make_number(more, span), make_number(0, span));
    };
    Expr more = if_there(*effect_.leaves, -1);
    if (effect_.comes) more = plus(std::move(more), if_there(*effect_.comes, 1));
    if (is_one->op != Op::constant) more = if_number(std::move(*is_one), std::move(more), make_number(0, span));
    count = plus(planner_.local(name, type, span), std::move(more));
    return true;
  }

  /// Follows an effect on a board with stacks, if what comes after it reads only numbers of pieces.
  bool follow_counts(Steps& steps, std::vector<std::size_t>& effects, std::size_t number) {
    const std::size_t at = effects[number];
    const bool needs_room = !effect_.lands_on_empty;
    const bool picks_here =
        at > 0 && effect_.comes && steps[at - 1].kind == StepKind::each && steps[at - 1].local == effect_.comes->ref;
    if (needs_room && !picks_here) return false;
    const compiling::CodeWriter::Checkpoint before(planner_.code);
    const Expr from = *effect_.leaves;
    const lang::Span moves_at = steps[at].span;
    Steps rest(place(steps, at + 1), steps.end());
    const Restored counts(counts_, true);
    names_.clear();
    if (!follow(rest)) return before.roll_back(), false;
    steps.erase(place(steps, at), steps.end());
    if (needs_room) {
      Step pick = std::move(steps.back());
      const lang::Span span = pick.span;
      steps.back() = make_step(StepKind::let, span, planner_.name("reached", kCells), std::move(pick.value));
      pick.value = planner_.local(steps.back().local, kCells, span);
      steps.push_back(
          make_step(StepKind::need, span, -1, make_flag(Op::not_equal, span, {pick.value, no_cells(span)})));
      steps.push_back(make_step(StepKind::fits, moves_at, -1, pick.value));
      steps.back().domain = from;
      steps.push_back(std::move(pick));
    }
    steps.insert(steps.end(), std::make_move_iterator(rest.begin()), std::make_move_iterator(rest.end()));
    // They read no names, so they stay after an effect only if it may move one of the pieces.
    for (Step& count : names_) {
      const int kind = count.value.kids[0].kids[0].ref;
      std::size_t to = at - (needs_room ? 1 : 0);
      for (; to > 0; --to) {
        const Step& step = steps[to - 1];
        if (step.kind != StepKind::make) continue;
        const rules::KindMask moved =
            step.stmt->kind == StmtKind::move ? element_of(step.stmt->exprs[0]).type.stands : 0;
        if (moved == 0 || moved >> kind & 1) break;
      }
      steps.insert(place(steps, to), std::move(count));
      for (std::size_t& effect : effects) effect += effect >= to;
    }
    return true;
  }

  /// The field or variable that gets a value, as an expression.
  Expr assigned_to(const Stmt& stmt) const {
    const rules::Rules& rules = planner_.program.rules;
    if (stmt.kind == StmtKind::assign)
      return make_expr(Op::variable, rules.variables[stmt.ref].type, stmt.span, stmt.ref);
    return make_expr(Op::field, rules.fields[stmt.ref].type, stmt.span, stmt.ref, {element_of(stmt.exprs[1])});
  }

  /// The names for what is empty after the effect, or for the new value.
  Steps lets_for(const Effect& effect) const {
    Steps lets;
    if (assigned_) {
      const lang::Span span = assigned_->span;
      lets.push_back(make_step(StepKind::let, span, value_, value_after(*assigned_, assigned_to(*assigned_))));
      return lets;
    }
    const auto add = [&](int local, Op op, Expr set, const Expr& cell) {
      lets.push_back(make_step(StepKind::let, cell.span, local, with_cell(op, std::move(set), cell)));
    };
    Expr now = make_expr(Op::empty, kCells, {}, -1);
    if (effect.leaves) {
      add(around_, Op::unite, std::move(now), *effect.leaves);
      now = planner_.local(around_, kCells, {});
    }
    if (effect.comes) add(free_, Op::subtract_set, std::move(now), *effect.comes);
    return lets;
  }

  /// Rewrites the steps after an effect so that they no longer need it, if that is possible.
  void replace(Steps& steps, std::vector<std::size_t>& effects, std::size_t number, bool made) {
    const std::size_t at = effects[number];
    std::optional<Effect> effect = effect_of(*steps[at].stmt);
    if (!effect) return;
    const auto place = [&](std::size_t i) { return glint::place(steps, i); };
    const auto came_from = effect->comes ? picked_at(steps, at, effect->comes->ref) : std::nullopt;
    const bool lands_on_empty = !effect->comes || (came_from && are_empty(steps[*came_from].value));
    const bool may_cover = planner_.program.layout.stack > 1;
    const auto from = effect->leaves ? picked_at(steps, at, effect->leaves->ref) : std::nullopt;
    const std::size_t after_from = from ? *from + 1 : 0;
    effect->lands_on_empty = lands_on_empty;
    if (from) effect->among = &steps[after_from - 1].value;
    effect_ = *effect;
    assigned_ = effect->assigns;
    if (may_cover && effect->leaves && planner_.code.may(Lowering::moves)) {
      changes_ = planner_.facts.changes_of(*steps[at].stmt);
      if (follow_counts(steps, effects, number)) return;
    }
    if (!effect->assigns && may_cover && (made || !lands_on_empty || (effect->leaves && !from))) return;
    const compiling::CodeWriter::Checkpoint before(planner_.code);
    changes_ = planner_.facts.changes_of(*steps[at].stmt, lands_on_empty);
    around_ = effect->leaves ? planner_.name("left", kCells) : -1;
    free_ = effect->comes ? planner_.name("free", kCells) : around_;
    centre_ = effect->comes ? effect->comes->ref : -1;
    if (assigned_) {
      const rules::Rules& rules = planner_.program.rules;
      const std::size_t ref = assigned_->ref;
      const bool is_variable = assigned_->kind == StmtKind::assign;
      value_ = planner_.name("new_" + (is_variable ? rules.variables[ref].name : rules.fields[ref].name),
                             assigned_to(*assigned_).type);
    }
    Steps rest(place(at + 1), steps.end());
    if (!follow(rest)) return before.roll_back();
    for (Steps lets = lets_for(*effect); !lets.empty(); lets.pop_back()) {
      const auto reads_it = [&](const Step& step) {
        return reads_any(step, [&](int one) { return one == lets.back().local; });
      };
      const bool is_checked = assigned_ && !planner_.facts.cannot_fail({*assigned_}, {});  // its range
      if (is_checked || std::any_of(rest.begin(), rest.end(), reads_it)) rest.insert(rest.begin(), lets.back());
    }
    if (!may_cover || !effect->leaves) {
      steps.erase(place(at), steps.end());
      steps.insert(steps.end(), std::make_move_iterator(rest.begin()), std::make_move_iterator(rest.end()));
      return;
    }
    if (!covered_) covered_ = planner_.name("covered", kCells);
    const lang::Span span = effect->leaves->span;
    Expr is_covered = make_expr(Op::in, kFlag, span, -1, {*effect->leaves, planner_.local(*covered_, kCells, span)});
    Step either = make_step(StepKind::either, span, -1, make_expr(Op::not_, kFlag, span, -1, {std::move(is_covered)}));
    either.then.assign(place(after_from), place(at));
    either.then.insert(either.then.end(), std::make_move_iterator(rest.begin()), std::make_move_iterator(rest.end()));
    either.other.assign(std::make_move_iterator(place(after_from)), std::make_move_iterator(steps.end()));
    steps.erase(place(after_from), steps.end());
    steps.push_back(std::move(either));
  }

  Planner& planner_;
  Effect effect_;
  Changes changes_;
  bool counts_ = false;                        // the next steps may read only numbers of changed pieces:
  Steps names_;                                // these, before it, as many comparisons may be made of one
  int free_ = -1, around_ = -1, centre_ = -1;  // locals: what is empty after the effect; but for the local centre
  const Stmt* assigned_ = nullptr;             // what gets a value,
  int value_ = -1;                             // which is in this local
  std::optional<int> covered_;
};

}  // namespace

void substitute(Steps& steps, Planner& planner) {
  Substituter substituter(planner);
  substituter.run(steps, false);
  if (const auto covered = substituter.covered())
    steps.insert(steps.begin(), make_step(StepKind::covered, {}, *covered, {}));
}

}  // namespace glint
