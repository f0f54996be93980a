// What a move of one piece does to a requirement that follows it.
//
// A requirement on the number of pieces in a region, after `move a to x`, need not be tried for each x: the count changes
// by at most one, and only by whether x is in the region. So it narrows the set of x, and the pick of x needs no loop.
#include "interpreter/build/code/listing.hpp"

namespace glint {

/// `count(stacked K [of p] & R) >= n`, with R and n free of the local and R not about pieces.
std::optional<ListCompiler::RegionCount> ListCompiler::region_count(const Expr& condition, int local) {
  if (condition.op != Op::less_equal) return std::nullopt;
  const auto least = code_.known_value(condition.kids[0]);
  const Expr count = code_.opened(condition.kids[1]);
  if (!least || count.op != Op::count) return std::nullopt;
  const Expr places = code_.opened(count.kids[0]);
  if (places.op != Op::at_cells) return std::nullopt;
  RegionCount found;
  found.least = *least;
  found.pieces = code_.opened(places.kids[0]);
  found.region = places.kids[1];
  if (found.pieces.op != Op::stacked || reads_local(found.pieces, local) || reads_local(found.region, local))
    return std::nullopt;
  const Reads reads = facts_.reads_of(found.region);
  if (reads.pieces || reads.other()) return std::nullopt;
  return found;
}

/// The cells x for which the condition holds after the top piece of cell `from` has moved to x; or nothing, and the caller
/// takes back what was written.
std::optional<Slot> ListCompiler::lift_over_move(const Expr& condition, int local, Slot from) {
  const Expr open = code_.opened(condition);
  if (open.op == Op::and_ || open.op == Op::or_) {
    const auto left = lift_over_move(open.kids[0], local, from);
    if (!left) return std::nullopt;
    const auto right = lift_over_move(open.kids[1], local, from);
    if (!right) return std::nullopt;
    return code_.combine(open.op == Op::and_ ? Op::intersect : Op::unite, *left, *right);
  }
  const std::optional<RegionCount> found = region_count(open, local);
  if (!found) return std::nullopt;
  const int count = program_.words();
  const Slot result = code_.take(count), region = code_.value(found->region);
  // The piece that moves is one of those counted if it is among their tops: then it leaves the region, if it was in it,
  // and enters it, if x is there.
  Expr tops = found->pieces;
  tops.op = Op::kind;
  tops.type.base = Base::cell;
  const Slot pieces = code_.value(found->pieces), on_top = code_.value(tops);
  // The number now is the same for every piece that moves, so it is computed before the loops.
  Slot size = 0;
  for (Slot level = 0; level < static_cast<Slot>(program_.layout.stack); ++level) {
    const Slot here = code_.made(Opcode::size_both, {}, pieces + level * static_cast<Slot>(count), region, count);
    size = level == 0 ? here : code_.made(Opcode::add, {}, size, here);
  }
  code_.emit(Opcode::still_counts, result, size, region);
  code_.emit(Opcode::more, from, code_.constant(found->least), on_top);
  return result;
}

/// What follows the pick of this local is `move a to local`, requirements, and nothing else that matters? Then those, and a.
std::optional<ListCompiler::MovedPick> ListCompiler::moved_pick(const Todo& todo, int local) const {
  if (program_.layout.stack < 2) return std::nullopt;  // a piece that is replaced would change counts, too
  MovedPick found;
  bool after_effects = false;
  for (const Stmt* stmt : statements_of(todo)) {
    if (found.from < 0) {
      if (stmt->kind != StmtKind::move || single_local(stmt->exprs[1]) != local) return std::nullopt;
      found.from = single_local(stmt->exprs[0]);
      if (found.from < 0 || found.from == local) return std::nullopt;
    } else if (stmt->kind == StmtKind::require && !after_effects) {
      found.conditions.push_back(&stmt->exprs[0]);
    } else if (found.conditions.empty() || facts_.matters(*stmt) || facts_.may_end({*stmt})) {
      return std::nullopt;
    } else {
      after_effects = true;
    }
  }
  if (found.from < 0 || found.conditions.empty()) return std::nullopt;
  return found;
}

bool ListCompiler::list_moved(const Pick& pick) {
  const int local = pick.stmt.ref;
  if (pick.stmt.exprs[0].type.base != Base::cell || !may_substitute()) return false;
  const std::optional<MovedPick> moved = moved_pick(pick.rest.todo, local);
  if (!moved) return false;
  const Checkpoint before(code_);
  Slot cells = choices_of(pick);
  stop_where_empty(cells, program_.words(), pick.rest.fail);
  for (const Expr* condition : moved->conditions) {
    const auto fine = lift_over_move(*condition, local, code_.local(moved->from));
    if (!fine) {
      before.roll_back();
      return false;
    }
    cells = code_.combine(Op::intersect, cells, *fine);
  }
  list_set(pick, cells, {});  // nothing else matters
  return true;
}

}  // namespace glint
