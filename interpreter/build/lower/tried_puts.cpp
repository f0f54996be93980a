// Whether the beams of a piece would meet something, without putting it there.
//
// After `pick x in ...`, `put K(field = x) on c` and `require trace(c).cells meets S` need not be tried for each x with
// an undo: only the beams of that one piece matter, so the kernel follows them as if the piece were on c. The pick's
// set becomes that of all x for which the requirement holds, and the pick needs no loop.
#include <algorithm>

#include "interpreter/build/code/listing.hpp"

namespace glint {

/// If the rest after the pick of this local is free picks, such a `put`, such a requirement, and nothing else that
/// matters: its parts.
std::optional<ListCompiler::TriedPut> ListCompiler::tried_put(const Todo& todo, int local) const {
  if (program_.layout.stack > 1) return std::nullopt;  // a stack may be too high, which is an error of the script
  TriedPut found;
  bool is_required = false;
  for (const Stmt* stmt : statements_of(todo)) {
    if (!found.put && stmt->kind == StmtKind::pick && !stmt->some_of) {
      found.picks.push_back(stmt);
    } else if (!found.put) {
      if (stmt->kind != StmtKind::put) return std::nullopt;
      found.put = stmt;
      found.cell = single(stmt->exprs[0]);
      if (!found.cell || found.cell->op != Op::local || found.cell->ref == local) return std::nullopt;
    } else if (!is_required) {
      if (stmt->kind != StmtKind::require || stmt->exprs[0].op != Op::meets) return std::nullopt;
      for (std::size_t side = 0; side < 2 && !is_required; ++side) {
        const Expr& beams = stmt->exprs[0].kids[side];
        if (beams.op != Op::trace_cells) continue;
        const Expr* source = single_source(beams.kids[0]);
        if (!source || !is_local(*source, found.cell->ref)) continue;
        found.target = &stmt->exprs[0].kids[1 - side];
        is_required = true;
      }
      if (!is_required) return std::nullopt;
    } else if (facts_.matters(*stmt) || facts_.may_end({*stmt})) {
      return std::nullopt;
    }
  }
  if (!is_required) return std::nullopt;

  // One field has the picked value itself; nothing else reads that pick, or those after it.
  std::vector<int> picked = {local};
  for (const Stmt* pick : found.picks) picked.push_back(pick->ref);
  const auto reads_picked = [&](const Expr& expr) {
    return std::any_of(picked.begin(), picked.end(), [&](int one) { return reads_local(expr, one); });
  };
  const rules::Kind& kind = program_.rules.kinds[found.put->ref];
  for (std::size_t i = 0; i < found.put->inits.size(); ++i) {
    const Expr& init = found.put->inits[i];
    const Type& type = program_.rules.fields[kind.fields[i]].type;
    if (type.base == Base::number && (type.is_set || !fits(init.type, type))) return std::nullopt;
    if (!is_local(init, local) && reads_picked(init)) return std::nullopt;
  }
  if (kind.owner_from) return std::nullopt;
  for (std::size_t i = 1; i < found.put->exprs.size(); ++i)
    if (reads_picked(found.put->exprs[i])) return std::nullopt;
  for (const Stmt* pick : found.picks)
    for (const Expr& expr : pick->exprs)
      if (reads_picked(expr)) return std::nullopt;
  if (std::find(picked.begin(), picked.end(), found.cell->ref) != picked.end() || reads_picked(*found.target))
    return std::nullopt;
  // Expressions that are computed in another order, or without need, must not fail.
  const auto fails = [this](const Expr& expr) { return !code_.cannot_fail(expr); };
  if (fails(*found.target) || std::any_of(found.put->exprs.begin() + 1, found.put->exprs.end(), fails)) return std::nullopt;
  for (const Stmt* pick : found.picks)
    if (std::any_of(pick->exprs.begin(), pick->exprs.end(), fails)) return std::nullopt;
  const Reads reads = facts_.reads_of(*found.target);
  const bool is_told = found.target->op == Op::empty || (!reads.pieces && !reads.other());
  return is_told ? std::optional(found) : std::nullopt;
}

/// The pick of a cell, followed by the pick of a value for a piece there, if only the put and the requirement on its
/// beams read the cell. The possible values of both are then one set of pairs.
std::optional<ListCompiler::TriedPairs> ListCompiler::tried_pairs(const Todo& todo, int cell) const {
  const Cursor& cursor = todo.back();
  if (!code_.may(Lowering::pairs) || cursor.index >= cursor.block->size()) return std::nullopt;
  TriedPairs found;
  found.pick = &(*cursor.block)[cursor.index];
  if (found.pick->kind != StmtKind::pick || found.pick->some_of) return std::nullopt;
  const Expr& domain = found.pick->exprs[0];
  if (is_counted(domain)) return std::nullopt;
  if (domain.type.base == Base::cell || domain.type.base == Base::place || code_.words(domain.type) > 1) return std::nullopt;
  Todo after = todo;
  ++after.back().index;
  const std::optional<TriedPut> tried = tried_put(after, found.pick->ref);
  if (!tried || tried->cell->ref != cell) return std::nullopt;
  found.tried = *tried;
  const auto reads = [&](const Expr& expr) { return reads_local(expr, cell); };
  const Stmt& put = *tried->put;
  if (reads(domain) || reads(*tried->target) || std::any_of(put.inits.begin(), put.inits.end(), reads) ||
      std::any_of(put.exprs.begin() + 1, put.exprs.end(), reads))
    return std::nullopt;
  for (const Stmt* pick : tried->picks)
    if (std::any_of(pick->exprs.begin(), pick->exprs.end(), reads)) return std::nullopt;
  // Expressions that were computed for each cell are now computed once, so they must not fail.
  if (!code_.cannot_fail(domain) || !code_.cannot_fail(*tried->target) ||
      !std::all_of(put.inits.begin(), put.inits.end(), [this](const Expr& init) { return code_.cannot_fail(init); }))
    return std::nullopt;
  const std::int64_t values = program_.values_of(domain.type);
  while ((std::int64_t{1} << found.shift) < values) ++found.shift;
  constexpr int kMostPairWords = 64;
  if (pair_words(program_.geometry, found.shift) > kMostPairWords) return std::nullopt;
  return found;
}

/// The pick of a cell and the one after it, as one set of pairs.
bool ListCompiler::list_tried_pairs(const Pick& first) {
  if (first.stmt.exprs[0].type.base != Base::cell || !may_substitute()) return false;
  const std::optional<TriedPairs> pairs = tried_pairs(first.rest.todo, first.stmt.ref);
  if (!pairs) return false;
  const Label fail = first.rest.fail;
  const Slot cells = choices_of(first);
  stop_where_empty(cells, program_.words(), fail);
  const TriedPut& tried = pairs->tried;
  const Slot values = code_.value(pairs->pick->exprs[0]);
  std::int64_t stride = 0;
  const Slot key = code_.key_of(*tried.put, pairs->pick->ref, &stride);
  const Slot target = code_.value(*tried.target);
  const int size = pair_words(program_.geometry, pairs->shift);
  const Slot all = code_.take(size);
  code_.emit(Opcode::would_meet_all, all, cells, target, pairs->shift * 2 + (tried.target->op == Op::empty));
  code_.emit(Opcode::more, key, values, stride);
  stop_where_empty(all, size, fail);
  LedgerItem item = item_of(first.stmt, all, size, LedgerItem::Form::pairs);
  item.shift = static_cast<std::uint8_t>(pairs->shift);
  item.second = code_.pick_number(move_, *pairs->pick);
  list_with(item, {only(tried.picks), fail, first.rest.depth});
  return true;
}

/// The choices for which the requirement will hold.
bool ListCompiler::list_tried(const Pick& pick) {
  const Type& type = pick.stmt.exprs[0].type;
  if (type.base == Base::cell || type.base == Base::place || code_.words(type) > 1 || !may_substitute()) return false;
  const std::optional<TriedPut> tried = tried_put(pick.rest.todo, pick.stmt.ref);
  if (!tried) return false;
  const Slot choices = choices_of(pick);
  stop_where_empty(choices, 1, pick.rest.fail);
  std::int64_t stride = 0;
  const Slot key = code_.key_of(*tried->put, pick.stmt.ref, &stride);
  const Slot target = code_.value(*tried->target), cell = code_.value(*tried->cell);
  // Bit 0: the cell itself is no longer empty then.
  code_.emit(Opcode::would_meet, choices, cell, target, tried->target->op == Op::empty);
  code_.emit(Opcode::more, key, choices, stride);
  list_set(pick, choices, only(tried->picks));
  return true;
}

}  // namespace glint
