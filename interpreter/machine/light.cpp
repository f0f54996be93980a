// Light: what the beams of a position, taken together, bring to each cell, by a field of theirs that is a set.
//
// A kept trace keeps what it lights, too, as a set of cells for each element of the field: on boards of up to
// kMostLitWords words it is made when first asked for, and light is the union over the traces. Else it is followed
// again. On boards of one word, for fields of few values, these sets lie side by side (planes_), as each question goes
// over them all, and few of them have changed since the last one.
#include <algorithm>

#include "interpreter/machine/machine.hpp"

namespace glint {

namespace {

/// The cells that a segment leaves, one after the other.
template <typename Do>
void each_cell(const Geometry& geometry, const Segment& segment, Do&& with) {
  const std::int32_t* neighbour =
      geometry.neighbour.data() + static_cast<std::size_t>(segment.way) * static_cast<std::size_t>(geometry.cells);
  std::int32_t cell = segment.cell;
  for (std::int32_t step = 0; step < segment.length; ++step) {
    with(cell);
    cell = neighbour[cell];
  }
}

}  // namespace

const Trace* Machine::make_lit_trace(int cell, int field) {
  if (!kept_trace(cell, false)) return nullptr;
  Trace& trace = traces_[static_cast<std::size_t>(cell)];
  if (trace.is_lit && trace.lit_field == field) return &trace;
  if (!trace.has_segments && !kept_trace(cell)) return nullptr;
  if (!program_.keeps_light || words_ > kMostLitWords) return &trace;
  const PayloadField& carried = program_.payload_fields[static_cast<std::size_t>(field)];
  const Geometry& geometry = program_.geometry;
  const auto words = static_cast<std::size_t>(words_);
  trace.begin_lit(field, carried.bits(), words_);
  for (const Segment& segment : trace.segments) {
    Word value = carried.bits_of(segment.payload);
    if (!value || segment.length == 0) continue;
    if (words_ == 1 && !geometry.ray.empty()) {
      const Word self = Word{1} << segment.cell;
      const Word mask =
          self | (geometry.ray_of(segment.way, segment.cell)[0] ^ geometry.ray_of(segment.way, segment.last)[0]);
      for (; value; value &= value - 1) trace.lit[static_cast<std::size_t>(__builtin_ctzll(value))] |= mask;
      continue;
    }
    for (; value; value &= value - 1) {
      Word* plane = &trace.lit[static_cast<std::size_t>(__builtin_ctzll(value)) * words];
      each_cell(geometry, segment, [plane](std::int32_t at) { plane[at / 64] |= Word{1} << (at % 64); });
    }
  }
  return &trace;
}

/// Where a field has planes, brings those of these sources up to date. False: the script is in error.
bool Machine::know_planes(Word emitters, int field) {
  if (any_pending_) settle_traces();
  if (planes_field_ != field) {
    planes_field_ = field;
    planes_known_ = 0;
  }
  for (Word rest = emitters & ~(kept_traces_[0] & planes_known_); rest; rest &= rest - 1) {
    const int source = __builtin_ctzll(rest);
    const Trace* trace = make_lit_trace(source, field);
    if (!trace) return false;
    std::array<Word, kMostPlanes>& planes = planes_[static_cast<std::size_t>(source)];
    for (std::size_t i = 0; i < kMostPlanes; ++i) planes[i] = i < trace->lit.size() ? trace->lit[i] : 0;
    planes_known_ |= rest & (0 - rest);
    lit_changed_ |= rest & (0 - rest);
  }
  return true;
}

std::array<Word, Machine::kMostPlanes> Machine::all_planes(Word emitters) const {
  std::array<Word, kMostPlanes> all{};
  for (Word rest = emitters; rest; rest &= rest - 1) {
    const std::array<Word, kMostPlanes>& one = planes_[static_cast<std::size_t>(__builtin_ctzll(rest))];
    for (std::size_t i = 0; i < kMostPlanes; ++i) all[i] |= one[i];
  }
  return all;
}

bool Machine::light_is(const Instruction& at) {
  Word* const f = frame_.data();
  const auto words = static_cast<std::size_t>(words_);
  const auto bits = static_cast<std::size_t>(program_.payload_fields[at.n / 2].bits());
  if (has_planes(at.n / 2)) {
    if (!know_planes(f[at.b], at.n / 2)) return false;
    const auto all = all_planes(f[at.b]);
    Word other = 0;  // the cells for which a bit is not as wanted
    for (std::size_t bit = 0; bit < bits; ++bit) other |= all[bit] ^ (0 - (f[at.c] >> bit & 1));
    f[at.a] = (at.n & 1 ? other : ~other) & program_.geometry.board[0];
    return true;
  }
  Word all[kMostLitWords * 16];  // a set in a field has at most 16 values
  std::fill(all, all + bits * words, 0);
  for (std::size_t i = 0; i < words; ++i)
    for (Word rest = f[at.b + i]; rest; rest &= rest - 1) {
      const Trace* trace = lit_trace(static_cast<int>(i * 64) + __builtin_ctzll(rest), at.n / 2);
      if (!trace) return false;
      for (std::size_t k = 0; k < bits * words; ++k) all[k] |= trace->lit[k];
    }
  const Word wanted = f[at.c];
  for (std::size_t i = 0; i < words; ++i) {
    Word same = ~Word{0};
    for (std::size_t bit = 0; bit < bits; ++bit) same &= wanted >> bit & 1 ? all[bit * words + i] : ~all[bit * words + i];
    f[at.a + i] = (at.n & 1 ? ~same : same) & program_.geometry.board[i];
  }
  return true;
}

bool Machine::light(const Instruction& at) {
  Word* const f = frame_.data();
  const PayloadField& field = program_.payload_fields[at.n];
  const auto words = static_cast<std::size_t>(words_);
  const auto bits = static_cast<std::size_t>(field.bits());
  fuel_ -= cells_ >> 4;
  Word* table = f + at.a;
  std::fill(table, table + cells_, 0);
  Word all[kMostLitWords * 16];  // a set in a field has at most 16 values
  if (words_ <= kMostLitWords) std::fill(all, all + bits * words, 0);
  const bool by_planes = has_planes(at.n);
  if (by_planes) {
    if (!know_planes(f[at.b], at.n)) return false;
    const auto lit = all_planes(f[at.b]);
    std::copy_n(lit.begin(), bits, all);
  }
  for (std::size_t i = 0; i < words && !by_planes; ++i)
    for (Word rest = f[at.b + i]; rest; rest &= rest - 1) {
      const Trace* trace = lit_trace(static_cast<int>(i * 64) + __builtin_ctzll(rest), at.n);
      if (!trace) return false;
      if (trace->is_lit) {
        for (std::size_t k = 0; k < bits * words; ++k) all[k] |= trace->lit[k];
        continue;
      }
      for (const Segment& segment : trace->segments)
        if (const Word value = field.bits_of(segment.payload))
          each_cell(program_.geometry, segment, [table, value](std::int32_t cell) { table[cell] |= value; });
    }
  if (words_ > kMostLitWords) return true;
  for (std::size_t bit = 0; bit < bits; ++bit)
    for (std::size_t i = 0; i < words; ++i)
      for (Word rest = all[bit * words + i]; rest; rest &= rest - 1)
        table[i * 64 + static_cast<std::size_t>(__builtin_ctzll(rest))] |= Word{1} << bit;
  return true;
}

/// What is found stays, by cell and by source, and is put right where a source lights other cells than the last time.
bool Machine::light_sources(const Instruction& at) {
  Word* const f = frame_.data();
  const PayloadField& field = program_.payload_fields[at.n];
  fuel_ -= cells_ >> 4;
  if (lit_by_field_ != at.n) {
    lit_by_field_ = at.n;
    std::fill(lit_by_.begin(), lit_by_.end(), 0);
    std::fill(lit_from_.begin(), lit_from_.end(), 0);
    lit_changed_ = ~Word{0};
  }
  const Word emitters = f[at.b];
  const bool by_planes = has_planes(at.n);
  if (by_planes && !know_planes(emitters, at.n)) return false;
  const Word changed = by_planes ? emitters & lit_changed_ : emitters;
  lit_changed_ &= ~emitters;
  for (Word rest = changed; rest; rest &= rest - 1) {
    const int source = __builtin_ctzll(rest);
    Word lit = 0, mask = 0;
    if (by_planes) {
      for (const Word plane : planes_[static_cast<std::size_t>(source)]) lit |= plane;
    } else {
      const Trace* trace = lit_trace(source, at.n);
      if (!trace) return false;
      for (const Segment& segment : trace->segments) {
        if (!field.bits_of(segment.payload)) continue;
        cells_of(program_.geometry, segment, &mask);
        lit |= mask;
      }
    }
    Word& before = lit_from_[static_cast<std::size_t>(source)];
    for (Word other = before ^ lit; other; other &= other - 1) lit_by_[static_cast<std::size_t>(__builtin_ctzll(other))] ^= Word{1} << source;
    before = lit;
  }
  for (int cell = 0; cell < cells_; ++cell) f[at.a + static_cast<Slot>(cell)] = lit_by_[static_cast<std::size_t>(cell)] & emitters;
  return true;
}

bool Machine::light_at(const Instruction& at) {
  Word* const f = frame_.data();
  const PayloadField& field = program_.payload_fields[at.n];
  const int cell = static_cast<int>(f[at.c]);
  const auto word = static_cast<std::size_t>(cell / 64);
  const auto words = static_cast<std::size_t>(words_);
  Word found = 0;
  if (has_planes(at.n)) {
    if (!know_planes(f[at.b], at.n)) return false;
    const auto lit = all_planes(f[at.b]);
    for (std::size_t bit = 0; bit < kMostPlanes; ++bit) found |= (lit[bit] >> cell & 1) << bit;
    f[at.a] = found;
    return true;
  }
  for (std::size_t i = 0; i < words; ++i)
    for (Word rest = f[at.b + i]; rest; rest &= rest - 1) {
      const Trace* trace = lit_trace(static_cast<int>(i * 64) + __builtin_ctzll(rest), at.n);
      if (!trace) return false;
      if (trace->is_lit) {
        for (std::size_t bit = 0; bit * words < trace->lit.size(); ++bit)
          found |= (trace->lit[bit * words + word] >> (cell % 64) & 1) << bit;
        continue;
      }
      if (!(trace->cells[word] >> (cell % 64) & 1)) continue;
      for (const Segment& segment : trace->segments)
        if (leaves(program_.geometry, segment, cell)) found |= field.bits_of(segment.payload);
    }
  f[at.a] = found;
  return true;
}

}  // namespace glint
