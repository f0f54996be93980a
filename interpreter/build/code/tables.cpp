// Functions of a few values that read nothing of the position, as tables: their values are computed when the game is
// built, and a call is one look-up.
#include <algorithm>

#include "interpreter/build/code/compiler.hpp"

namespace glint::compiling {

std::int64_t entries_of(const CodeWriter& code, const rules::Let& let) {
  if (!code.may(Lowering::tables) || let.form != rules::LetForm::function || let.type.base == Base::trace) return 0;
  if (let.frame.params < 1) return 0;
  if (!fits(let.body.type, let.type) || !code.facts.cannot_fail(let.body, {})) return 0;
  std::int64_t entries = 1;
  for (int i = 0; i < let.frame.params; ++i) {
    const Type& type = let.frame.locals[i].type;
    const std::int64_t size = code.program.values_of(type);
    if (type.is_set || type.clamped || size < 1) return 0;
    entries = std::min(kMostTableEntries + 1, entries * std::min(kMostTableEntries + 1, size));
  }
  const bool is_too_large = entries > kMostTableEntries || entries * code.words(let.type) > kMostTableSlots ||
                            static_cast<double>(entries) * code.facts.work_of(let.body) > kMostTableWork;
  return is_too_large ? -1 : entries;
}

Slot table_entry(CodeWriter& code, const Expr& call, const Kept& kept, Wanted wanted) {
  const rules::Let& let = code.let_of(call);
  Slot index = 0;
  for (std::size_t i = 0; i < call.kids.size(); ++i) {
    const Type& type = let.frame.locals[i].type;
    if (index) index = code.made(Opcode::mul, {}, index, code.constant(code.program.values_of(type)));
    const Slot one = index_slot(code, type, call.kids[i]);
    index = index ? code.made(Opcode::add, {}, index, one) : one;
  }
  return code.made_set(Opcode::load, wanted, code.words(let.type), kept.slot, index);
}

}  // namespace glint::compiling
