// Functions of a few values that read nothing of the position, as tables: their values are computed when the game is
// built, and a call is one look-up.
#include <algorithm>

#include "interpreter/build/code/loops.hpp"

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

/// Fills the entries for all values of the parameters from this one on, in order; the last one changes fastest.
void Compiler::fill_table(const rules::Let& let, const Kept& kept, int width, std::size_t parameter, Slot index) {
  if (parameter == static_cast<std::size_t>(let.frame.params)) {
    const Slot entry = take(width);
    value_into(let.body, entry);
    emit(Opcode::store, kept.slot, entry, index, width);
    emit(Opcode::addi, index, index, 1);
    return;
  }
  const Type& type = let.frame.locals[parameter].type;
  const std::int64_t first = domain_first(type), size = domain_size(program_.rules, type);
  const Slot value = local(static_cast<int>(parameter));
  count(value, first, first + size - 1, [&](Label) { fill_table(let, kept, width, parameter + 1, index); });
}

Slot Compiler::table_entry(const Expr& call, const Kept& kept, Wanted wanted) {
  const rules::Let& let = let_of(call);
  const int width = words(let.type);
  std::int64_t known = 0;  // the known part of the index
  Slot index = 0;          // the rest
  for (std::size_t i = 0; i < call.kids.size(); ++i) {
    const Type& type = let.frame.locals[i].type;
    const std::int64_t size = domain_size(program_.rules, type), first = domain_first(type);
    known *= size;
    if (index) {
      const Slot more = take(1);
      emit(Opcode::mul, more, index, constant(size));
      index = more;
    }
    const auto given = constants_.try_value(call.kids[i]);
    if (given && *given >= first && *given < first + size) {
      known += *given - first;
      continue;
    }
    const Slot one = index_slot(type, call.kids[i]);
    index = index ? made(Opcode::add, {}, index, one) : one;
  }
  if (!index) return kept.slot + static_cast<Slot>(known * width);
  const Slot slot = slot_for(wanted, width);
  if (known != 0) index = made(Opcode::addi, {}, index, known);
  return made_at(slot, Opcode::load, kept.slot, index, width);
}

}  // namespace glint
