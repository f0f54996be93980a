#include "interpreter/build/optimise/operands.hpp"

namespace glint {

namespace {
constexpr Slot kIteratorSlots = 3, kVisitSlots = 5;  // see instructions.def
}

namespace {
bool has_more(Opcode op) {
  switch (op) {
    case Opcode::slide: case Opcode::hit: case Opcode::steps: case Opcode::still_counts:
    case Opcode::lines_to: case Opcode::closed: case Opcode::lanes: case Opcode::would_meet: case Opcode::would_meet_all:
    case Opcode::trace_from: case Opcode::visits_next: case Opcode::visits_at: return true;
    default: return false;
  }
}

}  // namespace

Line line_at(const Program& program, int& place) {
  Line line;
  line.at = program.code[static_cast<std::size_t>(place)];
  line.span = program.code_spans[static_cast<std::size_t>(place)];
  ++place;
  if (!has_more(line.at.op)) return line;
  line.has_more = true;
  line.more = program.code[static_cast<std::size_t>(place++)];
  return line;
}

Operands operands(const Program& program, Line& node) {
  Operands found;
  Instruction& at = node.at;
  const Slot n = at.n, words = static_cast<Slot>(program.words());
  const auto read = [&](Slot& slot, Slot size) { found.reads.push_back({&slot, size}); };
  const auto index = [&](Slot& slot) {
    read(slot, 1);
    found.indexes.push_back(&slot);
  };
  const auto makes = [&](Slot size) {
    found.write = &at.a;
    found.written = size;
    found.is_pure = true;
  };
  const auto changes = [&](Slot slot, Slot size) { found.changes.push_back({slot, size}); };
  // A value that is found by following beams: reactions may be code, which may fail, and writes where it likes.
  const auto asks_beams = [&](Slot size) {
    makes(size);
    found.is_pure = false;
    found.reads_state = found.changes_others = true;
  };
  switch (at.op) {
    case Opcode::mov: case Opcode::addi: case Opcode::odd: case Opcode::lnot: case Opcode::place_cell:
    case Opcode::place_level: case Opcode::size1: case Opcode::payload_field:
      makes(1);
      read(at.b, 1);
      break;
    case Opcode::add: case Opcode::sub: case Opcode::mul: case Opcode::min: case Opcode::max: case Opcode::eq:
    case Opcode::ne: case Opcode::lt: case Opcode::le: case Opcode::cycle: case Opcode::cycle_distance: case Opcode::and1:
    case Opcode::or1: case Opcode::xor1: case Opcode::andn1: case Opcode::has1:
      makes(1);
      read(at.b, 1);
      read(at.c, 1);
      break;
    case Opcode::cell_at:
      makes(1);
      found.is_pure = false;  // there may be none
      read(at.b, 1);
      read(at.c, 1);
      break;
    case Opcode::edge:
      makes(1);
      read(at.b, 1);
      read(at.c, 1);
      break;
    case Opcode::edges:
      makes(n);
      read(at.b, words);
      read(at.c, 1);
      break;
    case Opcode::beside:
      makes(n);
      read(at.b, 1);
      break;
    case Opcode::clear: makes(n ? n : at.c); break;
    case Opcode::copy:
      makes(n);
      read(at.b, n);
      break;
    case Opcode::and_: case Opcode::or_: case Opcode::xor_: case Opcode::andn:
      makes(n);
      read(at.b, n);
      read(at.c, n);
      break;
    case Opcode::bit:
      makes(n);
      index(at.b);
      break;
    case Opcode::has:
      makes(1);
      read(at.b, 1);
      read(at.c, n);
      break;
    case Opcode::size: case Opcode::is_empty: case Opcode::first:
      makes(1);
      read(at.b, n);
      break;
    case Opcode::cells_if:
      makes(n);
      read(at.b, 1);
      break;
    case Opcode::same: case Opcode::within: case Opcode::meets: case Opcode::size_both:
      makes(1);
      read(at.b, n);
      read(at.c, n);
      break;
    case Opcode::spread:
      makes(n);
      read(at.b, words);
      break;
    case Opcode::fold_levels:
      makes(words);
      read(at.b, n);
      break;
    case Opcode::load: {
      makes(n);
      index(at.c);
      if (at.b < program.layout.end) {
        found.reads_state = true;
        break;
      }
      Slot size = 0;
      for (const Kept& kept : program.kept)
        if (kept.size && kept.slot == at.b) size = kept.size;
      if (size) read(at.b, size);
      else found.is_pure = false;  // a table of constants, or one that we do not know
      break;
    }
    case Opcode::field: case Opcode::field_at: case Opcode::owner: case Opcode::owner_at:
      makes(1);
      index(at.b);
      found.reads_state = true;
      break;
    case Opcode::step: case Opcode::ray: case Opcode::slide: case Opcode::hit: case Opcode::steps:
      makes(words);
      if (n & 1) read(at.b, words);
      else index(at.b);
      if (n & 2) read(at.c, 1);
      else index(at.c);
      if (!node.has_more) break;
      read(node.more.a, words);
      if (at.op == Opcode::steps) read(node.more.b, 1);
      break;
    case Opcode::lines_to:
      makes(words);
      read(at.b, words);
      read(at.c, 1);
      read(node.more.a, words);
      break;
    case Opcode::lanes: {
      const Slot size = words * static_cast<Slot>(program.geometry.directions);
      read(at.a, size);
      read(at.b, words);
      read(at.c, 1);
      read(node.more.a, words);
      changes(at.a, size);
      break;
    }
    case Opcode::closed:
      makes(words);
      index(at.b);
      read(at.c, 1);
      read(node.more.a, words);
      read(node.more.b, words);
      break;
    case Opcode::between: case Opcode::distance: case Opcode::way_to:
      makes(at.op == Opcode::between ? words : 1);
      index(at.b);
      index(at.c);
      break;
    case Opcode::still_counts:
      makes(words);
      read(at.b, 1);
      read(at.c, words);
      index(node.more.a);
      read(node.more.b, 1);
      read(node.more.c, words);
      break;
    case Opcode::emitters:
      makes(words);
      found.reads_state = true;
      break;
    case Opcode::select:
      makes(words);
      read(at.b, static_cast<Slot>(program.geometry.cells));
      read(at.c, 1);
      break;

    // What may be an error, counts, or is more than a value.
    case Opcode::range:
      read(at.a, 1);
      read(at.b, 1);
      read(at.c, 1);
      break;
    case Opcode::clamp:
      read(at.a, 1);
      read(at.b, 1);
      read(at.c, 1);
      changes(at.a, 1);
      break;
    case Opcode::add_bit:
      read(at.a, n);
      index(at.b);
      changes(at.a, n);
      break;
    case Opcode::jump: found.falls_through = false; break;
    case Opcode::jz: case Opcode::jnz: read(at.a, 1); break;
    case Opcode::jempty: case Opcode::jsome: read(at.a, n); break;
    case Opcode::jmeets: case Opcode::japart:
      read(at.a, n);
      read(at.b, n);
      break;
    case Opcode::jeq: case Opcode::jne: case Opcode::jlt: case Opcode::jle: case Opcode::jhas1: case Opcode::jhasnt1:
      read(at.a, 1);
      read(at.b, 1);
      break;
    case Opcode::call: found.code = static_cast<int>(at.c); break;
    case Opcode::ensure: found.code = static_cast<int>(at.c); break;
    case Opcode::ret: case Opcode::ret_fail: case Opcode::end_team: case Opcode::end_lost: case Opcode::end_tie:
    case Opcode::end_score: found.falls_through = false; break;
    case Opcode::end_win:
      read(at.a, 1);
      found.falls_through = false;
      break;
    case Opcode::error: found.falls_through = false; break;  // see Optimiser: what it reads is in its message's holes
    case Opcode::fail: case Opcode::quiet: case Opcode::moving: case Opcode::jfail: break;
    case Opcode::next: case Opcode::next_far: case Opcode::last: case Opcode::next1: {
      const Slot size = at.op == Opcode::next1 ? 1 : n;
      read(at.b, size);
      changes(at.a, 1);
      changes(at.b, size);
      if (at.op == Opcode::next_far) read(at.a, 1);
      break;
    }
    case Opcode::count_up:
      read(at.a, 1);
      read(at.b, 1);
      changes(at.a, 1);
      break;
    case Opcode::store:
      index(at.c);
      read(at.b, n);
      found.changes_state = at.a < program.layout.size;
      found.changes_others = !found.changes_state;
      break;
    case Opcode::stands:
      index(at.a);
      read(at.b, 1);
      found.reads_state = true;
      break;
    case Opcode::put:
    case Opcode::move:
    case Opcode::swap:
    case Opcode::set_field:
    case Opcode::set_owner:
      read(at.a, 1);
      read(at.b, 1);
      found.changes_state = true;
      break;
    case Opcode::put_all:
      read(at.a, words);
      read(at.b, 1);
      found.changes_state = true;
      break;
    case Opcode::remove: case Opcode::remove_place:
      read(at.a, 1);
      found.changes_state = true;
      break;
    case Opcode::seen:
      makes(1);
      found.is_pure = false;
      break;
    case Opcode::emit: case Opcode::emit_start: {
      // The payload is read field by field from slots beside each other.
      const auto fields = static_cast<Slot>(program.payload_fields.size());
      read(at.a, 1);
      if (fields > 0) found.together = {at.b, fields};
      if (at.op == Opcode::emit && at.n) read(at.c, 1);
      break;
    }
    case Opcode::emit_stop: break;
    case Opcode::forget: case Opcode::kept: case Opcode::jkept: case Opcode::save: break;
    case Opcode::restore: found.changes_state = true; break;
    case Opcode::push_any: found.falls_through = false; break;
    case Opcode::push: break;  // see Optimiser: what it reads is in the ledger's form
    case Opcode::light: case Opcode::light_sources:
      asks_beams(static_cast<Slot>(program.geometry.cells));
      read(at.b, words);
      break;
    case Opcode::light_is:
      asks_beams(words);
      read(at.b, words);
      read(at.c, 1);
      break;
    case Opcode::light_at:
      asks_beams(1);
      read(at.b, words);
      read(at.c, 1);
      break;
    case Opcode::trace_meets:
      if (n == 1) {  // follows none
        makes(words);
        found.reads_state = true;
      } else {
        asks_beams(1);
      }
      read(at.b, n == 1 ? words : 1);
      read(at.c, words);
      break;
    case Opcode::would_meet:
      asks_beams(1);
      read(at.b, 1);
      read(at.c, words);
      read(node.more.a, 1);
      read(node.more.b, 1);
      break;
    case Opcode::would_meet_all:
      asks_beams(pair_words(program.geometry, at.n / 2));
      read(at.b, words);
      read(at.c, words);
      read(node.more.a, 1);
      read(node.more.b, 1);
      break;
    case Opcode::trace_cells:
    case Opcode::trace_hits:
    case Opcode::trace_ends:
      asks_beams(words);
      read(at.b, words);
      break;
    case Opcode::trace_copy:
      makes(1);
      found.is_pure = false;
      read(at.b, 1);
      break;
    case Opcode::trace_one: case Opcode::trace_keep:
      asks_beams(1);
      read(at.b, at.op == Opcode::trace_one ? 1 : words);
      break;
    case Opcode::trace_from:
      asks_beams(1);
      read(at.b, 1);
      read(at.c, 1);
      read(node.more.b, static_cast<Slot>(program.payload_fields.size()));
      found.together = {node.more.b, static_cast<Slot>(program.payload_fields.size())};
      break;
    case Opcode::handle_cells: case Opcode::handle_hits: case Opcode::handle_sources:
    case Opcode::handle_ends:
      makes(words);
      found.is_pure = false;  // another trace may come to be behind the handle
      read(at.b, 1);
      break;
    case Opcode::least_step:
      read(at.a, 1);
      read(at.b, 1);
      read(at.c, (n & 1) != 0 ? words : 1);
      changes(at.a, 1);
      break;
    case Opcode::visits_begin:
      read(at.b, 1);
      changes(at.a, kIteratorSlots);
      break;
    case Opcode::visits_next: case Opcode::visits_at:
      read(at.a, kIteratorSlots);
      read(node.more.b, 1);
      if (at.op == Opcode::visits_at) read(node.more.a, at.n == 1 ? words : 1);
      changes(at.a, kIteratorSlots);
      changes(at.b, kVisitSlots);
      break;
    case Opcode::can:
      makes(1);
      found.is_pure = false;
      read(at.c, 1);
      found.reads_state = found.changes_others = true;
      break;
    case Opcode::move_count:
      makes(1);
      found.is_pure = false;
      found.reads_state = found.changes_others = true;
      break;
    default: found.is_known = false;
  }
  return found;
}

}  // namespace glint
