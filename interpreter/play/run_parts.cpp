// Instructions that are too long for the loop: rays and steps, picks, traces and visits.
#include <algorithm>

#include "interpreter/play/machine.hpp"

namespace glint {

namespace {
bool test(const Word* set, int element) { return set[element / 64] >> (element % 64) & 1; }
void add(Word* set, int element) { set[element / 64] |= Word{1} << (element % 64); }
}  // namespace

/// One of ray, slide, hit, steps, step from one cell in one direction, united into `into`.
void Machine::ray_union(Opcode op, int cell, int way, const Word* through, std::int64_t length, Word* into) const {
  const std::int32_t* neighbour = program_.geometry.neighbour.data() + static_cast<std::size_t>(way) * static_cast<std::size_t>(cells_);
  switch (op) {
    case Opcode::step:
      if (neighbour[cell] >= 0) add(into, neighbour[cell]);
      return;
    case Opcode::ray:
      for (int at = neighbour[cell]; at >= 0; at = neighbour[at]) add(into, at);
      return;
    case Opcode::slide:
      for (int at = neighbour[cell]; at >= 0 && test(through, at); at = neighbour[at]) add(into, at);
      return;
    case Opcode::hit: {
      int at = neighbour[cell];
      while (at >= 0 && test(through, at)) at = neighbour[at];
      if (at >= 0) add(into, at);
      return;
    }
    case Opcode::steps: {
      if (length <= 0) return;
      int at = neighbour[cell];
      for (std::int64_t step = 1; at >= 0 && step < length; ++step) at = test(through, at) ? neighbour[at] : -1;
      if (at >= 0) add(into, at);
      return;
    }
    default: return;
  }
}

void Machine::space(const Instruction& at, const Instruction& more) {
  Word* const f = frame_.data();
  const int ways = program_.geometry.directions;
  if (at.op == Opcode::between || at.op == Opcode::distance) {
    const int from = static_cast<int>(f[at.b]), to = static_cast<int>(f[at.c]);
    std::int64_t found = 0;
    std::fill(scratch_.begin(), scratch_.end(), 0);
    for (int d = 0; d < ways && !found && from != to; ++d) {
      const std::int32_t* neighbour = program_.geometry.neighbour.data() + static_cast<std::size_t>(d) * static_cast<std::size_t>(cells_);
      std::int64_t steps = 1;
      for (int cell = neighbour[from]; cell >= 0; cell = neighbour[cell], ++steps)
        if (cell == to) {
          found = steps;
          for (int mid = neighbour[from]; mid != to; mid = neighbour[mid]) add(scratch_.data(), mid);
          break;
        }
    }
    if (at.op == Opcode::distance) f[at.a] = static_cast<Word>(found);
    else std::copy(scratch_.begin(), scratch_.begin() + words_, f + at.a);
    return;
  }
  const bool from_set = at.n & 1, way_set = at.n & 2;
  const Word* through = at.op == Opcode::step || at.op == Opcode::ray ? nullptr : f + more.a;
  const std::int64_t length = at.op == Opcode::steps ? static_cast<std::int64_t>(f[more.b]) : 0;
  Word* into = scratch_.data();
  std::fill(into, into + words_, 0);
  const Word directions = way_set ? f[at.c] : Word{1} << f[at.c];
  const auto from_cell = [&](int cell) {
    for (Word rest = directions; rest; rest &= rest - 1) ray_union(at.op, cell, __builtin_ctzll(rest), through, length, into);
  };
  if (!from_set) {
    from_cell(static_cast<int>(f[at.b]));
  } else {
    for (int i = 0; i < words_; ++i)
      for (Word rest = f[at.b + static_cast<Slot>(i)]; rest; rest &= rest - 1) from_cell(i * 64 + __builtin_ctzll(rest));
  }
  std::copy(into, into + words_, f + at.a);
}

/// See Compiler::lift_over_move: the count changes by at most one, and only by whether the piece comes to the region.
void Machine::still_counts(const Instruction& at, const Instruction& more) {
  Word* const f = frame_.data();
  const Word* pieces = f + at.b;
  const Word* region = f + at.c;
  std::int64_t count = 0;
  for (int level = 0; level < at.n; ++level)
    for (int i = 0; i < words_; ++i) count += popcount(pieces[level * words_ + i] & region[i]);
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
      if (!kept_trace(static_cast<int>(f[at.b]))) return false;
      f[at.a] = f[at.b];
      return true;
    }
    case Opcode::light: {
      const PayloadField& field = program_.payload_fields[at.n];
      std::fill(f + at.a, f + at.a + cells_, 0);
      for (std::size_t i = 0; i < words; ++i)
        for (Word rest = f[at.b + i]; rest; rest &= rest - 1) {
          const Trace* trace = kept_trace(static_cast<int>(i * 64) + __builtin_ctzll(rest));
          if (!trace) return false;
          for (std::size_t s = 0; s < trace->segments.size(); ++s) {
            const auto value = static_cast<Word>(trace->segments[s].payload / field.stride % field.size);
            if (!value) continue;
            const Word* mask = trace->mask(s, words_);
            for (std::size_t k = 0; k < words; ++k)
              for (Word cells = mask[k]; cells; cells &= cells - 1)
                f[at.a + k * 64 + static_cast<Slot>(__builtin_ctzll(cells))] |= value;
          }
        }
      return true;
    }
    case Opcode::trace_cells: case Opcode::trace_hits: case Opcode::trace_keep: {
      std::vector<Word>& sources = scratch2_;
      for (std::size_t i = 0; i < words; ++i) {
        Word cells = 0;
        for (const Slot set : program_.reactions.emitter_sets) cells |= f[set + i];
        sources[i] = cells & f[at.b + i];
      }
      Trace* copy = nullptr;
      if (at.op == Opcode::trace_keep) {
        copy = &traces_[buffer(at.c)];
        copy->clear(words_);
        f[at.a] = static_cast<Word>(buffer(at.c));
      } else {
        std::fill(f + at.a, f + at.a + words_, 0);
      }
      for (std::size_t i = 0; i < words; ++i)
        for (Word rest = sources[i]; rest; rest &= rest - 1) {
          const Trace* trace = kept_trace(static_cast<int>(i * 64) + __builtin_ctzll(rest));
          if (!trace) return false;
          if (!copy) {
            const std::vector<Word>& cells = at.op == Opcode::trace_cells ? trace->cells : trace->hits;
            for (std::size_t k = 0; k < words; ++k) f[at.a + k] |= cells[k];
            continue;
          }
          const auto first = static_cast<std::int32_t>(copy->segments.size());
          for (Segment segment : trace->segments) {
            if (segment.parent >= 0) segment.parent += first;
            copy->segments.push_back(segment);
          }
          copy->masks.insert(copy->masks.end(), trace->masks.begin(), trace->masks.end());
          for (std::size_t k = 0; k < words; ++k) {
            copy->cells[k] |= trace->cells[k];
            copy->hits[k] |= trace->hits[k];
            copy->sources[k] |= trace->sources[k];
          }
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
      return kernel_.trace_from(static_cast<int>(f[at.b]), static_cast<int>(f[at.c]), payload, traces_[buffer(more.a)]);
    }
    case Opcode::handle_cells: std::copy_n(traces_[f[at.b]].cells.begin(), words, f + at.a); return true;
    case Opcode::handle_hits: std::copy_n(traces_[f[at.b]].hits.begin(), words, f + at.a); return true;
    case Opcode::handle_sources: std::copy_n(traces_[f[at.b]].sources.begin(), words, f + at.a); return true;
    case Opcode::visits_begin:
      // The iterator: number of the next segment, step of the next visit, the cells of this segment still to visit.
      f[at.a] = 0;
      std::fill(f + at.a + 1, f + at.a + 2 + words_, 0);
      return true;
    default: return true;
  }
}

/// The next visit of an iterator, in the order of the path: cell, way, step, payload at slot b.
bool Machine::next_visit(const Instruction* pc) {
  Word* const f = frame_.data();
  const Instruction& at = *pc;
  const Instruction& more = pc[1];
  const Trace& trace = traces_[f[more.b]];
  Word* iterator = f + at.a;
  Word* visit = f + at.b;
  const auto words = static_cast<std::size_t>(words_);
  if (--fuel_ < 0) return false;
  if (at.op == Opcode::visits_at) {
    const auto cell = static_cast<int>(f[more.a]);
    for (; iterator[0] < trace.segments.size(); ++iterator[0]) {
      const Word* mask = trace.mask(iterator[0], words_);
      if (!test(mask, cell)) continue;
      const Segment& segment = trace.segments[iterator[0]];
      // How many cells of the segment come before this one: those on its side of the start.
      std::int64_t before = 0;
      const bool rises = program_.geometry.rises[static_cast<std::size_t>(segment.way)];
      for (std::size_t i = 0; i < words; ++i) {
        const auto word = static_cast<std::size_t>(cell / 64);
        const Word below = (Word{1} << (cell % 64)) - 1;
        Word side;
        if (i < word) side = rises ? ~Word{0} : 0;
        else if (i > word) side = rises ? 0 : ~Word{0};
        else side = rises ? below : ~below & ~(Word{1} << (cell % 64));
        before += popcount(mask[i] & side);
      }
      visit[0] = static_cast<Word>(cell);
      visit[1] = static_cast<Word>(segment.way);
      visit[2] = static_cast<Word>(segment.step + before);
      visit[3] = static_cast<Word>(segment.payload);
      visit[4] = static_cast<Word>(segment.source);
      ++iterator[0];
      return true;
    }
    return false;
  }
  Word* rest = iterator + 2;
  while (true) {
    if (iterator[0] > 0) {
      const Segment& segment = trace.segments[iterator[0] - 1];
      const bool rises = program_.geometry.rises[static_cast<std::size_t>(segment.way)];
      for (std::size_t k = 0; k < words; ++k) {
        const std::size_t i = rises ? k : words - 1 - k;
        if (!rest[i]) continue;
        const int bit = rises ? __builtin_ctzll(rest[i]) : 63 - __builtin_clzll(rest[i]);
        rest[i] &= ~(Word{1} << bit);
        visit[0] = static_cast<Word>(i * 64) + static_cast<Word>(bit);
        visit[1] = static_cast<Word>(segment.way);
        visit[2] = iterator[1]++;
        visit[3] = static_cast<Word>(segment.payload);
        visit[4] = static_cast<Word>(segment.source);
        return true;
      }
    }
    if (iterator[0] >= trace.segments.size()) return false;
    std::copy_n(trace.mask(iterator[0], words_), words, rest);
    iterator[1] = static_cast<Word>(trace.segments[iterator[0]].step);
    ++iterator[0];
  }
}

}  // namespace glint
