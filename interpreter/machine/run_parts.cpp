// Instructions that are too long for the loop: edges, picks, ways of beams.
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

/// A way on of the reaction, or the emission, that runs now. False: what the beam carries leaves its range.
bool Machine::emit_way(const Instruction& at) {
  const Word* f = frame_.data();
  const std::int64_t number = payload_of(program_, f + at.b);
  if (number < 0) return false;
  const auto payload = static_cast<std::uint32_t>(number);
  if (at.op == Opcode::emit_start) {
    for (Word rest = f[at.a]; rest; rest &= rest - 1)
      emitted_->push_back({-1, static_cast<std::uint16_t>(__builtin_ctzll(rest)), 0, payload});
    return true;
  }
  emitted_->push_back({at.n ? static_cast<std::int32_t>(f[at.c]) : -1, static_cast<std::uint16_t>(f[at.a]), 0, payload});
  return true;
}

/// What follows from this beam is kept until something changes on its way, or where it met something.
bool Machine::trace_from(const Instruction& at, const Instruction& more) {
  if (!beams_.trace_from(at, more)) return false;
  const Trace& trace = beams_.trace(frame_[at.a]);
  if (program_.forget_ways)
    for (std::size_t i = 0; i < on_ways_.size(); ++i) on_ways_[i] |= trace.cells[i] | trace.hits[i];
  return true;
}

}  // namespace glint
