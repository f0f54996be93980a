// What play names for itself lies in the State, since play waits while it has names. What no later line reads must not
// stay there: two positions from which the game goes on alike are to be equal, for `seen` and for whoever compares them.
#include <algorithm>

#include "interpreter/build/code/compiler.hpp"

namespace glint {

using rules::StmtKind;

/// Slots of play as they are before anything is in them.
void Compiler::forget_play(Slot first, int count) {
  for (const PlaySlot& place : program_.play_slots) {
    if (place.slot < first || place.slot >= first + static_cast<Slot>(count)) continue;
    const bool may_be_zero = place.is_set || (place.lo <= 0 && place.hi >= 0);
    emit(Opcode::mov, place.slot, constant(may_be_zero ? 0 : place.lo));
  }
}

void Compiler::forget_play_local(int ref) {
  forget_play(local(ref), words(program_.rules.play_frame.locals[static_cast<std::size_t>(ref)].type));
}

/// Forgets the names that are still in force where play waits, and that nothing reads any more.
/// (What a loop goes through needs no care: it is made anew in each round, from what is left of the loop.)
void Compiler::forget_dead_at(const Stmt& wait) {
  for (std::size_t depth = 0; depth < play_blocks_.size(); ++depth) {
    const PlayBlock& block = play_blocks_[depth];
    for (std::size_t i = 0; i < block.at; ++i) {
      const Stmt& stmt = (*block.statements)[i];
      if (binds_in_play(stmt) && !is_read_behind(depth, stmt.ref, wait)) forget_play_local(stmt.ref);
    }
  }
}

/// May a statement behind the wait read the local, which the block at depth `binding` names?
bool Compiler::is_read_behind(std::size_t binding, int ref, const Stmt& wait) const {
  bool found = false;
  const auto look = [&](const Expr& e) { found = found || (e.op == rules::Op::local && e.ref == ref); };
  walk(wait, look);  // an `else`; what a draw draws from is worked out again behind the wait
  for (std::size_t depth = play_blocks_.size(); depth-- > binding;) {
    const PlayBlock& block = play_blocks_[depth];
    for (std::size_t i = block.at + 1; i < block.statements->size(); ++i) walk((*block.statements)[i], look);
    if (depth == binding) break;
    // Around the block is the statement whose it is. Of a loop all may come again, but for what it goes through.
    const PlayBlock& around = play_blocks_[depth - 1];
    const Stmt& owner = (*around.statements)[around.at];
    const bool is_loop = owner.kind == StmtKind::for_ || owner.kind == StmtKind::repeat || owner.each;
    if (!is_loop) continue;
    for (const Stmt& stmt : owner.body) walk(stmt, look);
    for (std::size_t i = owner.kind == StmtKind::repeat ? 0 : 1; i < owner.exprs.size(); ++i) walk(owner.exprs[i], look);
  }
  return found;
}

}  // namespace glint
