// Functions of a few values that read nothing of the position, as tables: their values are computed when the game is
// built, and a call is one look-up.
#include <algorithm>

#include "interpreter/build/code/compiler.hpp"

namespace glint {

/// How many entries the table of a function has; 0: it has none; below 0: it would be too large. Only what can be no
/// error of the script is computed before anybody asks for it.
std::int64_t Compiler::entries_of(const rules::Let& let) const {
  if (!may(Lowering::tables) || let.form != rules::LetForm::function || let.type.base == Base::trace) return 0;
  if (let.frame.params < 1) return 0;
  if (!fits(let.body.type, let.type) || !facts_.cannot_fail(let.body, {})) return 0;
  std::int64_t entries = 1;
  for (int i = 0; i < let.frame.params; ++i) {
    const Type& type = let.frame.locals[i].type;
    const std::int64_t size = domain_size(program_.rules, type);
    if (type.is_set || type.clamped || size < 1) return 0;
    entries = std::min(kMostTableEntries + 1, entries * std::min(kMostTableEntries + 1, size));
  }
  const bool is_too_large = entries > kMostTableEntries || entries * words(let.type) > kMostTableSlots ||
                            static_cast<double>(entries) * facts_.work_of(let.body) > kMostTableWork;
  return is_too_large ? -1 : entries;
}

Slot Compiler::table_entry(const Expr& call, const Kept& kept, Wanted wanted) {
  const rules::Let& let = let_of(call);
  Slot index = 0;
  for (std::size_t i = 0; i < call.kids.size(); ++i) {
    const Type& type = let.frame.locals[i].type;
    if (index) index = made(Opcode::mul, {}, index, constant(domain_size(program_.rules, type)));
    const Slot one = index_slot(type, call.kids[i]);
    index = index ? made(Opcode::add, {}, index, one) : one;
  }
  return made_set(Opcode::load, wanted, words(let.type), kept.slot, index);
}

}  // namespace glint
