// How many pieces are in a region after one of them has moved.
#include "interpreter/build/code/compiler.hpp"

namespace glint {

std::optional<Compiler::RegionCount> Compiler::region_count(const Expr& condition, int local_ref) {
  if (condition.op != Op::less_equal) return std::nullopt;
  const auto least = known_value(condition.kids[0]);
  const Expr count = opened(condition.kids[1]);
  if (!least || count.op != Op::count) return std::nullopt;
  const Expr places = opened(count.kids[0]);
  if (places.op != Op::at_cells) return std::nullopt;
  RegionCount found;
  found.least = *least;
  found.pieces = opened(places.kids[0]);
  found.region = places.kids[1];
  if (found.pieces.op != Op::stacked || reads_local(found.pieces, local_ref) || reads_local(found.region, local_ref))
    return std::nullopt;
  const Reads reads = facts_.reads_of(found.region);
  if (reads.pieces || reads.other()) return std::nullopt;
  return found;
}

Slot Compiler::lift_over_move(const Expr& condition, int local_ref, Slot from) {
  const Expr open = opened(condition);
  if (open.op == Op::and_ || open.op == Op::or_) {
    const Slot left = lift_over_move(open.kids[0], local_ref, from);
    const Slot right = lift_over_move(open.kids[1], local_ref, from);
    return combine(open.op == Op::and_ ? Op::intersect : Op::unite, left, right);
  }
  const RegionCount found = *region_count(open, local_ref);
  const int count = program_.words();
  const Slot result = take(count), region = value(found.region);
  // The piece that moves is one of those counted if it is among their tops: then it leaves the region, if it was in it,
  // and enters it, if x is there.
  Expr tops = found.pieces;
  tops.op = Op::kind;
  tops.type.base = Base::cell;
  const Slot pieces = value(found.pieces), on_top = value(tops);
  // The number now is the same for every piece that moves, so it is computed before the loops.
  Slot size = 0;
  for (Slot level = 0; level < static_cast<Slot>(program_.layout.stack); ++level) {
    const Slot here = made(Opcode::size_both, {}, pieces + level * static_cast<Slot>(count), region, count);
    size = level == 0 ? here : made(Opcode::add, {}, size, here);
  }
  emit(Opcode::still_counts, result, size, region);
  emit(Opcode::more, from, constant(found.least), on_top);
  return result;
}

}  // namespace glint
