// Requirements after effects, tested only for the runs that may make a difference to them.
//
//   pick from in men(me);  pick to in reach(from);  move from to to;  require not in_check(me)
//
// A requirement that reads no pick has a value in the present position, too, and *looks at* some cells there. If it holds
// now, it holds after all effects that change nothing that it looks at. So it is evaluated once, with the sets of cells
// that it looks at, and effects are made and taken back only for the values of the last pick that change one of these. All
// others are runs without a test, and the last pick is one set in the ledger (StepKind::sift).
//
// It looks at pairs of sets: are cells of A in X? Each cell by itself tells if it is in X, as with `empty` and `queen
// of p`. A line that must meet Y is looked at only in directions in which there is one.
#include <array>
#include <map>

#include "interpreter/build/plan/planner.hpp"
#include "interpreter/build/plan/sets.hpp"

namespace glint {

namespace {

constexpr std::size_t kMostLookedAt = 4000;  // parts of these sets
constexpr int kMostCalls = 32;               // of effects, whose bodies are followed

/// Sets that say together what a requirement looks at.
enum Looked {
  kGone,    // where no piece may go away: A, if X is of empty cells; A & X, if it is of pieces. If it is empty or one of
            // an X, no other may come either
  kMovers,  // pieces of an X, which may come to no cell of A; so they may not move at all
  kRegion,  // A, where no piece may come at all
  kLooked
};
constexpr const char* kNames[] = {"gone", "movers", "region"};

Expr both(Op op, std::optional<Expr> a, Expr b) {
  if (!a) return b;
  const lang::Span span = b.span;
  return make_flag(op, span, two(*std::move(a), std::move(b)));
}

class Watcher {
 public:
  explicit Watcher(Planner& planner) : planner_(planner), changed_(planner.program.rules), assigned_(changed_) {}

  /// Sifts this pick, if all that follows it is known well enough, and requirements are so much work. False: it does not.
  bool sift(Steps& steps, std::size_t pick, double least) {
    const Type type = steps[pick].value.type;
    const int local = steps[pick].local;
    if (type.base != Base::cell || planner_.program.layout.stack > 1) return false;
    const compiling::CodeWriter::Checkpoint before(planner_.code);
    const lang::Span span = steps[pick].span;
    for (std::size_t i = 0; i < kLooked; ++i)
      names_[i] = planner_.local(planner_.name(kNames[i], kCells), kCells, span);
    Steps tests, free;
    const bool is_known = std::all_of(place(steps, pick + 1), steps.end(), [&](const Step& step) {
      if (step.kind != StepKind::all && step.kind != StepKind::each) return tests.push_back(step), follow(step);
      free.push_back(step);
      const auto depends = [&](const Expr& part) {
        return part.op == Op::local && (part.ref == local || named_.count(part.ref));
      };
      return !has_made_ && !step.tried && !has_part(step.value, depends);
    });
    const auto reads_free = [&](int local) {
      return std::any_of(free.begin(), free.end(), [&](const Step& one) { return one.local == local; });
    };
    const bool are_apart =
        std::none_of(tests.begin(), tests.end(), [&](const Step& one) { return reads_any(one, reads_free); });
    std::size_t size = 0;
    for (const Expr& set : looked_) size += size_of(set);
    const bool is_worth_it = work_ > least && !is_all_cells(looked_[kGone]) && size <= kMostLookedAt;
    if (!is_known || !are_apart || !touched_ || !is_worth_it) return before.roll_back(), false;
    Steps written = sure_ ? steps : Steps();
    const auto name = [&](const char* text, const Type& of) {
      return planner_.local(planner_.name(text, of), of, span);
    };
    const Expr known = name("known", kFlag), fine = name("fine", kFlag), legal = name("legal", type),
               tested = name("tested", type);
    Step sift = make_step(StepKind::sift, span, legal.ref, std::move(steps[pick].value));
    sift.second = known.ref;
    sift.other.push_back(make_step(StepKind::let, span, fine.ref, *std::move(fine_)));
    for (std::size_t i = 0; i < kLooked; ++i)
      if (reads_local(*touched_, names_[i].ref))
        sift.other.push_back(make_step(StepKind::let, span, names_[i].ref, std::move(looked_[i])));
    Expr some = make_expr(Op::comprehension, type, span, local, two(legal, *std::move(touched_)));
    sift.domain = make_expr(Op::if_, type, span, -1, {fine, std::move(some), legal});
    sift.then = std::move(tests);
    sift.then.insert(sift.then.begin(), make_step(StepKind::each, span, local, tested));
    steps.erase(place(steps, pick), steps.end());
    steps.push_back(std::move(sift));
    steps.push_back(make_step(StepKind::all, span, local, legal));
    steps.insert(steps.end(), std::make_move_iterator(free.begin()), std::make_move_iterator(free.end()));
    steps.insert(steps.begin(), make_step(StepKind::let, span, known.ref, make_constant(0, kFlag, span)));
    if (!sure_) return true;
    Step either = make_step(StepKind::either, span, -1, *std::move(sure_));
    either.then = std::exchange(steps, {});
    either.other = std::move(written);
    steps.push_back(std::move(either));
    return true;
  }

 private:
  bool reads_pieces(const Expr& expr) const { return planner_.facts.reads_of(expr).pieces; }
  void add(Looked which, Expr set) { looked_[which] = join(std::move(looked_[which]), std::move(set)); }
  // ---- what a requirement looks at ----

  /// The set, if each cell by itself says whether it is in it.
  std::optional<Expr> by_cell(const Expr& set) const {
    Expr open = opened(planner_.code, set);
    const bool is_plain =
        open.op == Op::empty || (open.op == Op::kind && (open.kids.empty() || !reads_pieces(open.kids[0])));
    if (is_plain || !reads_pieces(open)) return open;
    if (open.op != Op::unite && open.op != Op::intersect && open.op != Op::subtract_set) return std::nullopt;
    for (Expr& kid : open.kids) {
      auto part = by_cell(kid);
      if (!part) return std::nullopt;
      kid = *std::move(part);
    }
    return open;
  }

  /// Looks at these cells as members of the set.
  void look_at(Expr cells, const Expr& set) {
    if (!cells.type.is_set) cells = make_expr(Op::set, kCells, cells.span, -1, {cells});
    rules::walk(set, [&](const Expr& part) {
      if (part.op != Op::kind && part.op != Op::empty) return;
      add(kGone, part.op == Op::empty ? cells : meet(cells, part));
      if (part.op == Op::kind) add(kMovers, part);
    });
    add(kRegion, std::move(cells));
  }

  /// Adds what the expression looks at. False: that is not known.
  bool look(const Expr& expr) {
    const Expr open = opened(planner_.code, expr);
    if (!reads_pieces(open)) return true;
    if (binds_local(open)) return look_in_fold(open);
    const std::vector<Expr>& kids = open.kids;
    switch (open.op) {
      case Op::stacked:
      case Op::field:
      case Op::owner:
      case Op::call:
      case Op::beams:
      case Op::trace:
      case Op::trace_from:
      case Op::can: case Op::seen: case Op::score: case Op::move_count:
        return false;
      case Op::empty: case Op::kind:
        look_at(all_cells(open.span), open);
        return open.kids.empty() || !reads_pieces(open.kids[0]);
      case Op::in: case Op::within: case Op::meets: case Op::intersect: case Op::subtract_set:
        for (std::size_t side = 0; side < 2; ++side) {
          const bool turns = open.op == Op::meets || open.op == Op::intersect;
          if ((side == 1 && !turns) || (reads_pieces(kids[side]) && by_cell(kids[side]))) continue;
          if (const auto set = by_cell(kids[1 - side])) return look_within(kids[side], *set);
        }
        break;
      case Op::slide: case Op::hit: case Op::steps: return look_along(open, nullptr);
      default: break;
    }
    return std::all_of(kids.begin(), kids.end(), [&](const Expr& kid) { return look(kid); });
  }

  /// The expressions that decide which of the cells are in the set.
  bool look_within(const Expr& cells, const Expr& set) {
    const Expr open = opened(planner_.code, cells);
    if (open.op == Op::unite || open.op == Op::set)
      return std::all_of(open.kids.begin(), open.kids.end(), [&](const Expr& kid) { return look_within(kid, set); });
    if (open.op == Op::slide || open.op == Op::hit || open.op == Op::steps) return look_along(open, &set);
    if (!look(open)) return false;
    look_at(cells, set);
    return true;
  }

  /// Lines through cells of a set; with `ends`, only which of their cells are in that set.
  bool look_along(const Expr& line, const Expr* ends) {
    const auto through = by_cell(line.kids.back());
    if (!std::all_of(line.kids.begin(), line.kids.end() - (through ? 1 : 0),
                     [&](const Expr& kid) { return look(kid); }))
      return false;
    if (!through) {
      if (ends) look_at(line, *ends);
      return true;
    }
    const Expr& ways = line.kids[1];
    const auto made = [&](Op op, const Expr& way) {
      std::vector<Expr> kids = {line.kids[0], way};
      if (op != Op::ray) kids.push_back(*through);
      return make_expr(op, kCells, line.span, -1, std::move(kids));
    };
    const auto path = [&](const Expr& way) { return join(made(Op::slide, way), made(Op::hit, way)); };
    if (!ends) {
      look_at(path(ways), *through);
      return true;
    }
    Type one = ways.type;
    one.is_set = false;
    const Expr way = planner_.local(planner_.name("way", one), one, line.span);
    Expr leads = make_flag(Op::meets, line.span, {made(Op::ray, way), *ends});
    look_at(make_expr(Op::fold_unite, kCells, line.span, way.ref, {ways, path(way), std::move(leads)}), *through);
    look_at(made(Op::ray, ways), *ends);
    return true;
  }

  /// The cells that its parts look at, for each element.
  bool look_in_fold(const Expr& fold) {
    if (!look(fold.kids[0])) return false;
    const auto outer = std::exchange(looked_, {no_cells({}), no_cells({}), no_cells({})});
    if (!std::all_of(fold.kids.begin() + 1, fold.kids.end(), [&](const Expr& kid) { return look(kid); })) return false;
    const Expr& domain = fold.op == Op::fold_reach ? fold : fold.kids[0];
    for (std::size_t i = 0; i < kLooked; ++i) {
      Expr& set = looked_[i];
      if (reads_local(set, fold.ref))
        set = make_expr(Op::fold_unite, kCells, fold.span, fold.ref, two(domain, std::move(set)));
      set = join(outer[i], std::move(set));
    }
    return true;
  }

  // ---- what effects change ----

  /// The expression of an effect as one of the present position; nothing if effects before it change what it reads.
  std::optional<Expr> now(Expr expr) const {
    change_each(expr, [&](Expr& part) {
      const auto named = part.op == Op::local ? named_.find(part.ref) : named_.end();
      if (named != named_.end()) part = Expr(named->second);
    });
    const bool is_known = planner_.cannot_fail(expr) && !changed_.touch(planner_.facts.reads_of(expr));
    return is_known ? std::optional(std::move(expr)) : std::nullopt;
  }

  bool name_now(int local, const Expr& value, const Type& type) {
    auto known = now(value);
    if (!known || !fits(value.type, type)) return false;
    named_[local] = *std::move(known);
    return true;
  }

  /// A run is tested that changes one of these cells in the set.
  void touches(const Expr& cells, Expr set, const std::optional<Expr>& when) {
    Expr touches = make_flag(cells.type.is_set ? Op::meets : Op::in, cells.span, two(cells, std::move(set)));
    touched_ = both(Op::or_, std::move(touched_), both(Op::and_, when, std::move(touches)));
  }

  /// The number that a variable would get must be in its range now, or runs are listed one by one up to the error.
  bool holds_in_range(const Stmt& stmt) {
    const Type& type = planner_.program.rules.variables[stmt.ref].type;
    if (type.is_set || type.base != Base::number || type.clamped || stmt.exprs.size() > 1) return false;
    Expr number = stmt.exprs[0];
    if (stmt.assign != rules::AssignOp::set)
      number = make_expr(stmt.assign == rules::AssignOp::add ? Op::add : Op::subtract, number.type, stmt.span, -1,
                         {make_expr(Op::variable, type, stmt.span, stmt.ref), number});
    const auto known = now(std::move(number));
    if (!known || !free_locals(*known).empty()) return false;
    sure_ = both(Op::and_, std::move(sure_),
                 make_flag(Op::less_equal, stmt.span, {make_number(type.lo, stmt.span), *known}));
    sure_ = both(Op::and_, std::move(sure_),
                 make_flag(Op::less_equal, stmt.span, {*known, make_number(type.hi, stmt.span)}));
    return true;
  }

  bool follow(const Stmt& stmt, const std::optional<Expr>& when) {
    const auto is_sure = [&] { return planner_.facts.cannot_fail({stmt}, {}); };
    switch (stmt.kind) {
      case StmtKind::let: return name_now(stmt.ref, stmt.exprs[0], planner_.code.type_of(stmt.ref));
      case StmtKind::call: {
        if (++calls_ > kMostCalls) return false;
        bool are_known = true;
        const auto name = [&](const Expr& value, const rules::Local& parameter) {
          const int local = planner_.name(parameter.name, parameter.type);
          are_known = are_known && name_now(local, value, parameter.type);
          return local;
        };
        const Block* const body = planner_.code.effects.inlined(planner_.code, stmt, name);
        return are_known && follow(*body, when);
      }
      case StmtKind::if_: {
        const auto condition = now(stmt.exprs[0]);
        if (!condition && !planner_.cannot_fail(stmt.exprs[0])) return false;
        const auto if_so = [&](bool holds) {
          if (!condition) return when;
          return std::optional(both(Op::and_, when, holds ? *condition : make_flag(Op::not_, stmt.span, {*condition})));
        };
        const Changes before = changed_;
        if (!follow(stmt.body, if_so(true))) return false;
        const Changes after = std::exchange(changed_, before);
        if (!follow(stmt.other, if_so(false))) return false;
        changed_.add(after);
        return true;
      }
      case StmtKind::assign: case StmtKind::assign_field:
        if (!is_sure() && (stmt.kind != StmtKind::assign || !holds_in_range(stmt))) return false;
        assigned_.add(planner_.facts.changes_of(stmt));
        changed_.add(assigned_);
        return true;
      case StmtKind::put: case StmtKind::remove: case StmtKind::move: {
        const auto cells = now(stmt.exprs[0]), to = now(stmt.exprs.back());
        if (!cells || !to || !is_sure()) return false;
        touches(*cells, names_[stmt.kind == StmtKind::put ? kRegion : kGone], when);
        if (stmt.kind == StmtKind::move && !has_come_) {
          const Expr empty = make_expr(Op::empty, kCells, stmt.span, -1);
          touches(*cells, names_[kMovers], when);
          touches(*to, meet(names_[kGone], join(empty, names_[kMovers])), when);
        } else if (stmt.kind == StmtKind::move) {
          touches(*to, names_[kRegion], when);
        }
        has_come_ = has_come_ || stmt.kind != StmtKind::remove;
        changed_.add(planner_.facts.changes_of(stmt));
        return true;
      }
      default: return false;
    }
  }

  bool follow(const Block& block, const std::optional<Expr>& when) {
    return std::all_of(block.begin(), block.end(), [&](const Stmt& stmt) { return follow(stmt, when); });
  }

  bool follow(const Step& step) {
    if (step.kind == StepKind::make) return has_made_ = true, follow(*step.stmt, std::nullopt);
    if (step.kind == StepKind::let)
      return !has_made_ && name_now(step.local, step.value, planner_.code.type_of(step.local));
    const Expr& required = step.value;
    const bool is_known =
        step.kind == StepKind::need && has_made_ && planner_.cannot_fail(required) && free_locals(required).empty();
    if (!is_known || assigned_.touch(planner_.facts.reads_of(required)) || !look(required)) return false;
    fine_ = both(Op::and_, std::move(fine_), required);
    work_ += planner_.facts.work_of(required);
    return true;
  }

  Planner& planner_;
  std::array<Expr, kLooked> looked_ = {no_cells({}), no_cells({}), no_cells({})}, names_;
  Changes changed_, assigned_;   // by the effects so far; by those of variables, fields and owners
  bool has_made_ = false, has_come_ = false;  // effects; a piece came to a cell
  std::map<int, Expr> named_;    // that effects use, by what they stand for
  std::optional<Expr> touched_;  // whether a run changes something that the requirement looks at
  std::optional<Expr> fine_;     // what must hold in the present position
  std::optional<Expr> sure_;     // what must hold so that no effect is an error
  double work_ = 0;              // of the requirements
  int calls_ = 0;                // of effects
};

void watch_from(Steps& steps, Planner& planner, double least) {
  for (std::size_t i = steps.size(); i-- > 0;) {
    const auto is_sift = [](const Step& step) { return step.kind == StepKind::sift; };
    if (steps[i].kind == StepKind::rounds || is_sift(steps[i]) || std::any_of(steps[i].then.begin(), steps[i].then.end(), is_sift)) return;
    watch_from(steps[i].then, planner, least);
    watch_from(steps[i].other, planner, least);
    if (steps[i].kind == StepKind::each && Watcher(planner).sift(steps, i, least)) return;
  }
}

}  // namespace

void watch(Steps& steps, Planner& planner) { watch_from(steps, planner, 0); }

void watch_first(Steps& steps, Planner& planner) {
  constexpr double kMuch = 200;  // parts that are evaluated: no other pass is worth as much
  watch_from(steps, planner, kMuch);
}

}  // namespace glint
