// Moves chosen together, carried out: the move once more, with what was picked, and nothing that refuses.
//
// Each choice was legal by itself, in the position before. What others chose is carried out first, perhaps, and may
// have taken away what this one counted on. So where the checker knew which piece is somewhere, because it was picked or
// required there, that is tested again: it is an error of the script if the piece is gone, and never a
// wild read.
#include <algorithm>

#include "interpreter/build/code/compiler.hpp"

namespace glint {

using rules::Base;
using rules::Op;

void Compiler::compile_carry(int move) {
  const InScope in(*this, move_scopes_[static_cast<std::size_t>(move)]);
  const rules::Move& rules = program_.rules.moves[static_cast<std::size_t>(move)];
  const At at(*this, rules.span);
  current_move_ = move;
  const InMode mode(*this, Mode::carry);
  program_.moves[static_cast<std::size_t>(move)].carry = here();
  block(rules.body);
  emit(Opcode::ret);
  MoveCode& code = program_.moves[static_cast<std::size_t>(move)];
  const bool offers =
      std::any_of(code.picks.begin(), code.picks.end(), [](const PickInfo& pick) { return pick.some_of; });
  // A listed run has been followed to its last requirement: up to there it can be done, and from there on where its
  // statements cannot fail. Loops take work, of which there is only so much.
  code.is_sure = may(Lowering::untried) && !offers && facts_.cannot_fail(rules.body, {true, false});
}

/// A piece of one of these kinds must be on the cell, or it is an error of the script.
void Compiler::check_stands(const Expr& cell, rules::KindMask kinds) {
  if (kinds == 0 || cell.type.is_set) return;
  const At at(*this, cell.span);
  const Slot slot = value(cell);
  emit(Opcode::stands, slot, constant(static_cast<std::int64_t>(kinds)));
}

/// The pieces that the callee relies on: of parameters, or the index of a table, that promise one.
void Compiler::check_stands(const std::vector<Expr>& arguments, const rules::Frame& callee) {
  for (std::size_t i = 0; i < arguments.size() && i < callee.locals.size(); ++i) {
    const Type& parameter = callee.locals[i].type;
    if (parameter.base == Base::cell && !parameter.is_set) check_stands(arguments[i], parameter.stands);
  }
}

}  // namespace glint
