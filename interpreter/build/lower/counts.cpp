// Conditions on counts, as sets.
//
//   require count((S - a | x) & R) >= n        of all x at once
//
// A set that is put together from {x} and from sets without x is the same for every x, but for x itself. With {} in the
// place of {x} it is E0, with all cells E1: then it has one cell more than E0 if x is in E1 - E0, one less if x is in
// E0 - E1, and else as many. So E0 is counted once, and the condition asked for each of these numbers. Such sets are what
// the effects of a move leave of pieces that are counted after it (build/plan/substitute.cpp): a draughtsman that must
// keep two men at home, a stone that may be put only where the opponent keeps more stones in that row.
//
// On stacks pieces are counted wherever they lie; there one instruction answers for a piece that moves.
#include <algorithm>

#include "interpreter/build/code/compiler.hpp"

namespace glint {

/// A number of cells that depends on the local.
struct Compiler::CountOfCells {
  Expr without, with;                // the set with {}, and all cells, in the place of {x}
  bool may_grow = false, may_fall = false;  // by x
  int number = -1;                   // a local: how many cells are in `without`
};

namespace {

bool is_comparison(Op op) { return op == Op::equal || op == Op::not_equal || op == Op::less || op == Op::less_equal; }

}  // namespace

/// Puts both sets of cells in the place of {x}. `grows`: what holds x has it more. False: x is read in another way.
bool Compiler::split_by(int local_ref, bool grows, CountOfCells& count, Expr& without, Expr& with) {
  if (!reads_local(without, local_ref)) return true;
  if (single_local(without) == local_ref) {
    without = make_expr(Op::set, kCells, without.span, -1);
    with = make_expr(Op::all, kCells, with.span, -1);
    (grows ? count.may_grow : count.may_fall) = true;
    return true;
  }
  const auto kid = [&](std::size_t at, bool kid_grows) {
    return split_by(local_ref, kid_grows, count, without.kids[at], with.kids[at]);
  };
  switch (without.op) {
    case Op::set: return without.kids.size() == 1 && kid(0, grows);
    case Op::unite: case Op::intersect: return kid(0, grows) && kid(1, grows);
    case Op::subtract_set: return kid(0, grows) && kid(1, !grows);
    case Op::if_: return !reads_local(without.kids[0], local_ref) && kid(1, grows) && kid(2, grows);
    case Op::comprehension: {
      // It is asked of all cells, so it must not read a piece that is known to stand on those of the set only.
      const auto asks_any = [&](const Expr& e) { return !reads_local(e, local_ref) && facts_.cannot_fail(e, {false, true}); };
      return std::all_of(without.kids.begin() + 1, without.kids.end(), asks_any) && kid(0, grows);
    }
    case Op::call: {
      Expr open = opened(without);
      if (open.op == Op::call) return false;
      without = with = std::move(open);
      return split_by(local_ref, grows, count, without, with);
    }
    default: return false;
  }
}

/// Gives names to all numbers in a comparison that depend on the local. False: one of them is not a number of cells.
bool Compiler::name_counts(Expr& expr, int local_ref, std::vector<CountOfCells>& counts) {
  constexpr std::size_t kMostCounts = 2;
  if (!reads_local(expr, local_ref)) return true;
  switch (expr.op) {
    case Op::add: case Op::subtract: case Op::multiply: case Op::negate: case Op::min: case Op::max:
    case Op::equal: case Op::not_equal: case Op::less: case Op::less_equal:
      return std::all_of(expr.kids.begin(), expr.kids.end(),
                         [&](Expr& kid) { return name_counts(kid, local_ref, counts); });
    case Op::call: {
      Expr open = opened(expr);
      if (open.op == Op::call) return false;
      expr = std::move(open);
      return name_counts(expr, local_ref, counts);
    }
    case Op::count: case Op::fold_count: {
      Expr set = expr.kids[0];
      if (set.type.base != Base::cell || !set.type.is_set || counts.size() == kMostCounts) return false;
      for (std::size_t i = 1; i < expr.kids.size(); ++i)
        set = make_expr(Op::comprehension, kCells, expr.span, expr.ref, {std::move(set), expr.kids[i]});
      CountOfCells count{set, set};
      if (!split_by(local_ref, true, count, count.without, count.with)) return false;
      count.number = bind(take(1));
      expr = make_expr(Op::local, expr.type, expr.span, count.number);
      counts.push_back(std::move(count));
      return true;
    }
    default: return false;
  }
}

/// The cells x for which the comparison holds, with the numbers from `next` on as they are for x.
Slot Compiler::where_counts(const Expr& comparison, const std::vector<CountOfCells>& counts, std::size_t next) {
  if (next == counts.size()) return cells_if(value(comparison));
  const CountOfCells& count = counts[next];
  const auto where = [&](std::int64_t more) {
    Expr changed = comparison;
    change_each(changed, [&](Expr& e) {
      if (!is_local(e, count.number)) return;
      Type any = e.type;
      --any.lo, ++any.hi;
      Expr by = make_expr(Op::constant, any, e.span, -1);
      by.number = more;
      e = make_expr(Op::add, any, e.span, -1, {e, std::move(by)});
    });
    return where_counts(changed, counts, next + 1);
  };
  Slot cells = where_counts(comparison, counts, next + 1);
  const auto but = [&](const Expr& in, const Expr& not_in, std::int64_t more) {
    const Slot there = combine(Op::subtract_set, value(in), value(not_in)), holds = where(more);
    cells = combine(Op::unite, combine(Op::subtract_set, cells, there), combine(Op::intersect, holds, there));
  };
  if (count.may_grow) but(count.with, count.without, 1);
  if (count.may_fall) but(count.without, count.with, -1);
  return cells;
}

/// The cells for which a comparison of counts holds.
std::optional<Slot> Compiler::lift_counts(const Expr& condition, int local_ref) {
  if (!is_comparison(condition.op) || condition.kids[0].type.base != Base::number || condition.kids[0].type.is_set)
    return std::nullopt;
  if (!cannot_fail(condition)) return std::nullopt;
  const Checkpoint before(*this);
  Expr comparison = condition;
  std::vector<CountOfCells> counts;
  if (!name_counts(comparison, local_ref, counts)) {
    before.roll_back();
    return std::nullopt;
  }
  for (const CountOfCells& count : counts) {
    const Expr number = make_expr(Op::count, comparison.kids[0].type, condition.span, -1, {count.without});
    value_into(number, local(count.number));
  }
  return where_counts(comparison, counts, 0);
}

std::optional<Slot> Compiler::lift_over_move(const Expr& condition, int local_ref, Slot from) {
  const Expr open = opened(condition);
  if (open.op == Op::and_ || open.op == Op::or_) {
    const auto left = lift_over_move(open.kids[0], local_ref, from);
    const auto right = left ? lift_over_move(open.kids[1], local_ref, from) : std::nullopt;
    if (!right) return std::nullopt;
    return combine(open.op == Op::and_ ? Op::intersect : Op::unite, *left, *right);
  }
  if (open.op != Op::less_equal) return std::nullopt;
  const auto least = known_value(open.kids[0]);
  const Expr number = opened(open.kids[1]);
  if (!least || number.op != Op::count) return std::nullopt;
  const Expr places = opened(number.kids[0]);
  if (places.op != Op::at_cells) return std::nullopt;
  Expr tops = opened(places.kids[0]);
  if (tops.op != Op::stacked || reads_local(tops, local_ref) || reads_local(places.kids[1], local_ref)) return std::nullopt;
  const Reads reads = facts_.reads_of(places.kids[1]);
  if (reads.pieces || reads.other()) return std::nullopt;
  const int count = program_.words();
  const Slot result = take(count), region = value(places.kids[1]), pieces = value(tops);
  // The piece that moves is one of those counted if it is among their tops: then it leaves the region, if it was in it,
  // and enters it, if x is there.
  tops.op = Op::kind;
  tops.type.base = Base::cell;
  const Slot on_top = value(tops);
  // The number now is the same for every piece that moves, so it is computed before the loops.
  Slot size = 0;
  for (Slot level = 0; level < static_cast<Slot>(program_.layout.stack); ++level) {
    const Slot here = made(Opcode::size_both, {}, pieces + level * static_cast<Slot>(count), region, count);
    size = level == 0 ? here : made(Opcode::add, {}, size, here);
  }
  emit(Opcode::still_counts, result, size, region);
  emit(Opcode::more, from, constant(*least), on_top);
  return result;
}

}  // namespace glint
