#include "interpreter/build/optimise/operands.hpp"

#include "interpreter/program/opcodes.hpp"

namespace glint {

namespace {

Slot slots_of(const Program& program, const Instruction& at, Size size) {
  constexpr Slot kIterator = 3;  // see instructions.def
  const auto words = static_cast<Slot>(program.words());
  switch (size) {
    case Size::one: return 1;
    case Size::n: return at.n;
    case Size::n_or_c: return at.n ? at.n : at.c;
    case Size::cells: return words;
    case Size::cells_if_n: return at.n & 1 ? words : 1;
    case Size::by_cell: return static_cast<Slot>(program.geometry.cells);
    case Size::by_way: return words * static_cast<Slot>(program.geometry.directions);
    case Size::pairs: return static_cast<Slot>(pair_words(program.geometry, at.n / 2));
    case Size::payload:
      return static_cast<Slot>(program.payloads.fields.size());
    case Size::iterator: return kIterator;
    case Size::visit: return kVisitSlots;
  }
  return 0;
}

void add_effects(int effects, Operands& found) {
  found.is_known = !(effects & kUnknown);
  found.is_pure = effects & kPure;
  found.reads_state = effects & (kReadsState | kRuns);
  found.changes_state = effects & kChangesState;
  found.changes_others = effects & kRuns;
  found.falls_through = !(effects & kLeaves);
}

/// Adds the slots of a table in the State or of a kept let; constants do not change, so they are left out.
void read_table(const Program& program, Slot& begin, Operands& found) {
  found.reads_state = begin < program.layout.end;
  for (const Kept& kept : program.kept.lets)
    if (kept.size && kept.slot == begin) found.reads.push_back({&begin, kept.size});
}

}  // namespace

Line line_at(const Program& program, int& place) {
  Line line;
  line.at = program.code.instructions[place];
  line.span = program.code.spans[place];
  ++place;
  line.has_more = info_of(line.at.op).has_more();
  if (line.has_more) line.more = program.code.instructions[place++];
  return line;
}

bool falls_through(const Line& line) { return !(info_of(line.at.op).effects & kLeaves); }
bool is_pure(const Line& line) { return info_of(line.at.op).effects & kPure; }

Operands operands(const Program& program, Line& line) {
  Operands found;
  Instruction& at = line.at;
  const OpcodeInfo& info = info_of(at.op);
  add_effects(info.effects, found);
  const auto add = [&](const Operand& operand, Slot& slot) {
    if (operand.role == Role::none) return;
    const Slot size = operand.size == Size::one ? 1 : slots_of(program, at, operand.size);
    const auto read = [&] { found.reads.push_back({&slot, size}); };
    const auto index = [&] {
      found.reads.push_back({&slot, 1});
      found.indexes.push_back(&slot);
    };
    switch (operand.role) {
      case Role::none: break;
      case Role::makes:
        found.write = &slot;
        found.written = size;
        break;
      case Role::reads: read(); break;
      case Role::indexes: index(); break;
      case Role::changes: found.changes.push_back({slot, size}); break;
      case Role::updates:
        read();
        found.changes.push_back({slot, size});
        break;
      case Role::reads_if_n:
        if (at.n) read();
        break;
      case Role::cell_or_set: at.n & 1 ? read() : index(); break;
      case Role::way_or_set: at.n & 2 ? read() : index(); break;
      case Role::from_table: read_table(program, slot, found); break;
      case Role::into_table: (slot < program.layout.size ? found.changes_state : found.changes_others) = true; break;
      case Role::parts:
        if (size == 0) break;
        read();
        found.together = {slot, size};
        break;
      case Role::code: found.code = static_cast<int>(slot); break;
    }
  };
  add(info.operands[0], at.a);
  add(info.operands[1], at.b);
  add(info.operands[2], at.c);
  if (line.has_more) {
    add(info.operands[3], line.more.a);
    add(info.operands[4], line.more.b);
    add(info.operands[5], line.more.c);
  }
  return found;
}

}  // namespace glint
