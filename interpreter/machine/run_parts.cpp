// Instructions that are too long for the loop: rays and steps, picks, traces.
#include <algorithm>

#include "interpreter/machine/machine.hpp"

namespace glint {

namespace {
bool test(const Word* set, int element) { return set[element / 64] >> (element % 64) & 1; }
void add(Word* set, int element) { set[element / 64] |= Word{1} << (element % 64); }
}  // namespace

/// Coordinates and edges. False: no cell has these coordinates.
bool Machine::edge_instruction(const Instruction& at) {
  Word* const f = frame_.data();
  const Geometry& geometry = program_.geometry;
  switch (at.op) {
    case Opcode::cell_at: {
      const int cell = geometry.cell_at(static_cast<std::int64_t>(f[at.b]), static_cast<std::int64_t>(f[at.c]));
      f[at.a] = static_cast<Word>(cell);
      return cell >= 0;
    }
    case Opcode::edge:
      f[at.a] = static_cast<Word>(geometry.edge_at(static_cast<int>(f[at.b]), static_cast<int>(f[at.c])));
      return true;
    case Opcode::edges: {
      // The result may be one of the operands' slots.
      std::fill(scratch_.begin(), scratch_.end(), 0);
      for (Word ways = f[at.c]; ways; ways &= ways - 1)
        for (int i = 0; i < words_; ++i)
          for (Word rest = f[at.b + static_cast<Slot>(i)]; rest; rest &= rest - 1) {
            add(scratch_.data(), geometry.edge_at(i * 64 + __builtin_ctzll(rest), __builtin_ctzll(ways)));
            --fuel_;
          }
      std::copy_n(scratch_.begin(), at.n, f + at.a);
      return true;
    }
    case Opcode::beside: {
      const Geometry::Edge edge = geometry.edges[static_cast<std::size_t>(f[at.b])];
      std::fill(f + at.a, f + at.a + words_, 0);
      add(f + at.a, edge.cell);
      const int other = geometry.next_to(edge.cell, edge.way);
      if (other >= 0) add(f + at.a, other);
      return true;
    }
    default: return true;
  }
}

/// See Compiler::lift_over_move: the count changes by at most one, and only by whether the piece comes to the region.
void Machine::still_counts(const Instruction& at, const Instruction& more) {
  Word* const f = frame_.data();
  const Word* region = f + at.c;
  auto count = static_cast<std::int64_t>(f[at.b]);
  const auto from = static_cast<int>(f[more.a]);
  const auto least = static_cast<std::int64_t>(f[more.b]);
  const bool is_one = test(f + more.c, from);
  if (is_one && test(region, from)) --count;
  const bool anywhere = count >= least, inside = count + is_one >= least;
  for (int i = 0; i < words_; ++i) {
    const auto w = static_cast<std::size_t>(i);
    f[at.a + w] = anywhere ? program_.geometry.board[w] : inside ? region[i] : 0;
  }
}

// ---- picks ----

/// What the choice names, taken from the set at slot b into slot a. False: it is not there.
bool Machine::pick(const Instruction& at) {
  Word* const f = frame_.data();
  const Choice& choice = choices_[at.n];
  const Word* domain = f + at.b;
  const PickInfo& info = program_.moves[static_cast<std::size_t>(applying_)].picks[at.n];
  rules::Type domain_type = info.type;
  domain_type.is_set = true;
  const int words = program_.set_words(domain_type);
  switch (choice.mode) {
    case Choice::Mode::value:
      f[at.a] = choice.number;  // also where it is refused: the message names it
      if (choice.number >= static_cast<Word>(words) * 64 || !test(domain, static_cast<int>(choice.number))) return false;
      return true;
    case Choice::Mode::index: {
      Word rank = choice.number;
      for (int i = 0; i < words; ++i) {
        Word rest = domain[i];
        const auto here = static_cast<Word>(popcount(rest));
        if (rank >= here) {
          rank -= here;
          continue;
        }
        for (; rank > 0; --rank) rest &= rest - 1;
        f[at.a] = static_cast<Word>(i * 64 + __builtin_ctzll(rest));
        return true;
      }
      return false;
    }
    case Choice::Mode::same: {
      // The one element whose coordinate or field is the number given.
      std::int64_t found = -1;
      for (int i = 0; i < words; ++i)
        for (Word rest = domain[i]; rest; rest &= rest - 1) {
          const int element = i * 64 + __builtin_ctzll(rest);
          const int cell = element % (words_ * 64);
          const CellInfo& place = program_.geometry.info[static_cast<std::size_t>(cell)];
          std::int64_t value = 0;
          switch (choice.part->op) {
            case rules::Op::x_of: value = place.x; break;
            case rules::Op::y_of: value = place.y; break;
            case rules::Op::field:
              value = program_.fields[static_cast<std::size_t>(choice.part->ref)].value[static_cast<std::size_t>(top_key(cell))];
              break;
            default: break;
          }
          if (value != static_cast<std::int64_t>(choice.number)) continue;
          if (found >= 0) return false;  // the text does not say which
          found = element;
        }
      if (found < 0) return false;
      f[at.a] = static_cast<Word>(found);
      return true;
    }
    default: return false;
  }
}

bool Machine::pick_set(const Instruction& at) {
  Word* const f = frame_.data();
  const Choice& choice = choices_[at.n];
  if (choice.mode == Choice::Mode::offered) return true;  // computed by the code that follows
  const PickInfo& info = program_.moves[static_cast<std::size_t>(applying_)].picks[at.n];
  const int words = program_.set_words(info.type);
  bool inside = true;
  for (int i = 0; i < words; ++i) {
    const Word chosen = i < static_cast<int>(choice.set.size()) ? choice.set[static_cast<std::size_t>(i)] : 0;
    if (chosen & ~f[at.b + static_cast<Slot>(i)]) inside = false;
    f[at.a + static_cast<Slot>(i)] = chosen;
  }
  return inside;
}

// ---- beams ----

void Machine::emit_way(const Instruction& at, Status& status) {
  const Word* f = frame_.data();
  std::int64_t payload = 0;
  for (std::size_t i = 0; i < program_.payload_fields.size(); ++i) {
    const PayloadField& field = program_.payload_fields[i];
    const std::int64_t value = static_cast<std::int64_t>(f[at.b + i]) - field.lo;
    if (value < 0 || value >= field.size) {
      status = Status::error;
      return;
    }
    payload += value * field.stride;
  }
  if (at.op == Opcode::emit_start) {
    for (Word rest = f[at.a]; rest; rest &= rest - 1)
      emitted_->push_back({-1, static_cast<std::uint16_t>(__builtin_ctzll(rest)), 0, static_cast<std::uint32_t>(payload)});
    return;
  }
  const std::int32_t cell = at.n ? static_cast<std::int32_t>(f[at.c]) : -1;
  emitted_->push_back({cell, static_cast<std::uint16_t>(f[at.a]), 0, static_cast<std::uint32_t>(payload)});
}

/// The kept trace knows, where there is one; else a beam is followed only until it is in the target.
bool Machine::trace_meets(int cell, const Word* target, bool& meets) {
  if (has_beams_) {
    if (any_pending_) settle_traces();
    if (words_ == 1 && kept_traces_[0] >> cell & 1) {
      meets = (left_[static_cast<std::size_t>(cell)] & *target) != 0;
      return true;
    }
    if (kept_traces_[static_cast<std::size_t>(cell / 64)] >> (cell % 64) & 1) {
      const Trace& trace = traces_[static_cast<std::size_t>(cell)];
      Word common = 0;
      for (std::size_t i = 0; i < static_cast<std::size_t>(words_); ++i) common |= trace.cells[i] & target[i];
      meets = common != 0;
      return true;
    }
  }
  return kernel_.emitter_meets(cell, target, meets);
}

/// The cells where beams of a trace ended by a name, into a set.
bool Machine::add_ends(const Trace& trace, int name, Word* cells) {
  if (!burn(static_cast<std::int64_t>(trace.ends.size()) / 16)) return false;
  for (const NamedEnd& end : trace.ends)
    if (end.name == name) cells[end.cell / 64] |= Word{1} << (end.cell % 64);
  return true;
}

/// The trace of a handle is to have its segments.
bool Machine::tell_segments(Word handle) {
  return traces_[handle].has_segments || kept_trace(static_cast<int>(handle)) != nullptr;
}

bool Machine::trace_instruction(const Instruction* pc) {
  Word* const f = frame_.data();
  const Instruction& at = *pc;
  const auto buffer = [&](std::uint32_t number) { return static_cast<std::size_t>(has_beams_ ? cells_ : 0) + number; };
  const auto words = static_cast<std::size_t>(words_);
  switch (at.op) {
    case Opcode::trace_one: {
      if (!has_beams_) {
        f[at.a] = static_cast<Word>(traces_.size() - 1);
        return true;
      }
      if (!kept_trace(static_cast<int>(f[at.b]), false)) return false;
      f[at.a] = f[at.b];
      return true;
    }
    case Opcode::trace_meets: {
      // Those are dropped of which it is known that they do not: their traces are kept.
      if (has_beams_ && any_pending_) settle_traces();
      if (words == 1 && has_beams_) {
        const Word target = f[at.c];
        Word left = f[at.b];
        for (Word rest = left & kept_traces_[0]; rest; rest &= rest - 1)
          if (!(left_[static_cast<std::size_t>(__builtin_ctzll(rest))] & target)) left &= ~(rest & (0 - rest));
        f[at.a] = left;
        return true;
      }
      for (std::size_t i = 0; i < words; ++i) {
        Word left = f[at.b + i];
        for (Word rest = has_beams_ ? left & kept_traces_[i] : 0; rest; rest &= rest - 1) {
          const Trace& trace = traces_[i * 64 + static_cast<std::size_t>(__builtin_ctzll(rest))];
          Word common = 0;
          for (std::size_t k = 0; k < words; ++k) common |= trace.cells[k] & f[at.c + k];
          if (!common) left &= ~(rest & (0 - rest));
        }
        f[at.a + i] = left;
      }
      return true;
    }
    case Opcode::light: return light(at);
    case Opcode::light_sources: return light_sources(at);
    case Opcode::light_is: return light_is(at);
    case Opcode::trace_cells:
    case Opcode::trace_hits:
    case Opcode::trace_ends:
    case Opcode::trace_keep: {
      std::vector<Word>& sources = scratch2_;
      for (std::size_t i = 0; i < words; ++i) {
        Word cells = 0;
        for (const Slot set : program_.reactions.emitter_sets) cells |= f[set + i];
        sources[i] = cells & f[at.b + i];
      }
      Trace* copy = nullptr;
      if (at.op == Opcode::trace_keep) {
        copy = &traces_[buffer(at.c)];
        kernel_.begin(*copy);
        f[at.a] = static_cast<Word>(buffer(at.c));
      } else {
        std::fill(f + at.a, f + at.a + words_, 0);
      }
      for (std::size_t i = 0; i < words; ++i)
        for (Word rest = sources[i]; rest; rest &= rest - 1) {
          const Trace* trace = kept_trace(static_cast<int>(i * 64) + __builtin_ctzll(rest), copy != nullptr);
          if (!trace) return false;
          if (at.op == Opcode::trace_ends) {
            if (!add_ends(*trace, at.n, f + at.a)) return false;
            continue;
          }
          if (!copy) {
            const std::vector<Word>& cells = at.op == Opcode::trace_cells ? trace->cells : trace->hits;
            for (std::size_t k = 0; k < words; ++k) f[at.a + k] |= cells[k];
            continue;
          }
          const auto first = static_cast<std::int32_t>(copy->segments.size());
          for (Segment segment : trace->segments) {
            if (segment.parent >= 0) segment.parent += first;
            if (!kernel_.add(*copy, segment)) return false;
          }
          for (std::size_t k = 0; k < words; ++k) {
            copy->cells[k] |= trace->cells[k];
            copy->hits[k] |= trace->hits[k];
            copy->sources[k] |= trace->sources[k];
          }
          copy->ends.insert(copy->ends.end(), trace->ends.begin(), trace->ends.end());
        }
      return true;
    }
    case Opcode::trace_from: {
      const Instruction& more = pc[1];
      std::int64_t payload = 0;
      for (std::size_t i = 0; i < program_.payload_fields.size(); ++i) {
        const PayloadField& field = program_.payload_fields[i];
        const std::int64_t value = static_cast<std::int64_t>(f[more.b + i]) - field.lo;
        if (value < 0 || value >= field.size) {
          error(pc, lang::Code::G0602, "a beam's value leaves its range");
          return false;
        }
        payload += value * field.stride;
      }
      f[at.a] = static_cast<Word>(buffer(more.a));
      Trace& trace = traces_[buffer(more.a)];
      const int from = static_cast<int>(f[at.b]), way = static_cast<int>(f[at.c]);
      if (!(at.n == 1 ? kernel_.trace_over(from, way, payload, trace) : kernel_.trace_from(from, way, payload, trace)))
        return false;
      // What follows from it is kept until something changes where it went by, or met something.
      if (program_.forget_ways)
        for (std::size_t i = 0; i < words; ++i) on_ways_[i] |= trace.cells[i] | trace.hits[i];
      return true;
    }
    case Opcode::trace_copy: {
      if (!tell_segments(f[at.b])) return false;
      const Trace& from = traces_[f[at.b]];
      Trace& copy = traces_[buffer(at.c)];
      f[at.a] = static_cast<Word>(buffer(at.c));
      if (&from == &copy) return true;
      kernel_.begin(copy);
      for (const Segment& segment : from.segments)
        if (!kernel_.add(copy, segment)) return false;
      copy.cells = from.cells;
      copy.hits = from.hits;
      copy.sources = from.sources;
      copy.ends = from.ends;
      return true;
    }
    case Opcode::handle_cells: std::copy_n(traces_[f[at.b]].cells.begin(), words, f + at.a); return true;
    case Opcode::handle_hits: std::copy_n(traces_[f[at.b]].hits.begin(), words, f + at.a); return true;
    case Opcode::handle_sources: std::copy_n(traces_[f[at.b]].sources.begin(), words, f + at.a); return true;
    case Opcode::handle_ends:
      std::fill(f + at.a, f + at.a + words_, 0);
      return add_ends(traces_[f[at.b]], at.n, f + at.a);
    case Opcode::visits_begin:
      std::fill(f + at.a, f + at.a + 3, 0);
      return tell_segments(f[at.b]);
    default: return true;
  }
}

}  // namespace glint
