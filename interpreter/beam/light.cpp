#include "interpreter/beam/visits.hpp"

#include <algorithm>

namespace glint {

namespace {
constexpr std::size_t kMostLit = kMostLitWords * kMostInSetField;
}

Light::Light(const Program& program, Word* frame, Fuel& fuel, Beams& beams)
    : program_(program), frame_(frame), fuel_(fuel), beams_(beams), words_(static_cast<std::size_t>(program.words())) {}

/// If the field has planes, updates those of these sources. False: the script is in error.
bool Light::refresh_planes(Word emitters, int field) {
  if (planes_field_ != field) {
    planes_field_ = field;
    known_ = 0;
  }
  const Word valid = beams_.valid_now();
  known_ &= ~beams_.take_retraced();
  for (const int source : each_bit(emitters & ~(valid & known_))) {
    const Trace* trace = beams_.lit_trace_of(source, field);
    if (!trace) return false;
    Planes& planes = planes_[source];
    for (std::size_t i = 0; i < kMostPlanes; ++i) planes[i] = i < trace->lit.size() ? trace->lit[i] : 0;
    known_ |= bit_in_word(source);
    lit_changed_ |= bit_in_word(source);
  }
  beams_.take_retraced();  // all known sources are up to date
  return true;
}

/// Calls `with` for the trace of each of these emitters. False: the script is in error.
bool Light::each_trace(const Word* emitters, int field, auto&& with) {
  for (const int source : each_bit(emitters, static_cast<int>(words_))) {
    const Trace* trace = beams_.lit_trace_of(source, field);
    if (!trace) return false;
    with(*trace);
  }
  return true;
}

/// For each bit of a field, the cells that these emitters light, into `lit`. Only if traces keep light.
bool Light::unite(const Word* emitters, int field, Word* lit) {
  const std::size_t bits = program_.payloads.fields[field].bits();
  if (has_planes(field)) {
    if (!refresh_planes(*emitters, field)) return false;
    Planes all{};
    for (const int source : each_bit(*emitters))
      for (std::size_t i = 0; i < kMostPlanes; ++i) all[i] |= planes_[source][i];
    std::copy_n(all.begin(), bits, lit);
    return true;
  }
  std::fill_n(lit, bits * words_, 0);
  return each_trace(emitters, field, [&](const Trace& trace) {
    for (std::size_t k = 0; k < bits * words_; ++k) lit[k] |= trace.lit[k];
  });
}

bool Light::light_is(const Instruction& at) {
  const int field = at.n / 2;
  const bool is_not = (at.n & 1) != 0;
  const std::size_t bits = program_.payloads.fields[field].bits();
  const Word wanted = frame_[at.c];
  Word lit[kMostLit];
  if (!unite(frame_ + at.b, field, lit)) return false;
  for (std::size_t i = 0; i < words_; ++i) {
    Word other = 0;  // the cells with a different bit
    for (std::size_t bit = 0; bit < bits; ++bit) other |= lit[bit * words_ + i] ^ (0 - (wanted >> bit & 1));
    frame_[at.a + i] = (is_not ? other : ~other) & program_.geometry.board[i];
  }
  return true;
}

bool Light::light(const Instruction& at) {
  const PayloadField& field = program_.payloads.fields[at.n];
  const int cells = program_.geometry.cells;
  fuel_.use(cells >> 4);
  Word* const table = frame_ + at.a;
  std::fill(table, table + cells, 0);
  if (!program_.lowered.kept_light || words_ > kMostLitWords)
    return each_trace(frame_ + at.b, at.n, [&](const Trace& trace) {
      for (const Segment& segment : trace.segments)
        if (const Word value = field.bits_of(segment.payload))
          each_cell(program_.geometry, segment, [table, value](std::int32_t cell) { table[cell] |= value; });
    });
  Word lit[kMostLit];
  if (!unite(frame_ + at.b, at.n, lit)) return false;
  for (int bit = 0; bit < field.bits(); ++bit)
    for (const int cell : each_bit(lit + bit * words_, static_cast<int>(words_))) table[cell] |= bit_in_word(bit);
  return true;
}

/// The answers are kept, by cell and by source, and corrected when a source lights other cells than the last time.
bool Light::light_sources(const Instruction& at) {
  const PayloadField& field = program_.payloads.fields[at.n];
  const int cells = program_.geometry.cells;
  fuel_.use(cells >> 4);
  if (lit_by_field_ != at.n) {
    lit_by_field_ = at.n;
    lit_by_.fill(0);
    lit_from_.fill(0);
    lit_changed_ = ~Word{0};
  }
  const Word emitters = frame_[at.b];
  const bool by_planes = has_planes(at.n);
  if (by_planes && !refresh_planes(emitters, at.n)) return false;
  const Word changed = by_planes ? emitters & lit_changed_ : emitters;
  lit_changed_ &= ~emitters;
  for (const int one : each_bit(changed)) {
    const auto source = static_cast<std::size_t>(one);
    Word lit = 0, mask = 0;
    if (by_planes) {
      for (const Word plane : planes_[source]) lit |= plane;
    } else {
      const Trace* trace = beams_.lit_trace_of(one, at.n);
      if (!trace) return false;
      for (const Word plane : trace->lit) lit |= plane;
      for (const Segment& segment : trace->segments) {
        if (trace->is_lit || !field.bits_of(segment.payload)) continue;
        cells_of(program_.geometry, segment, &mask);
        lit |= mask;
      }
    }
    for (const int cell : each_bit(lit_from_[source] ^ lit)) lit_by_[cell] ^= bit_in_word(one);
    lit_from_[source] = lit;
  }
  for (std::size_t cell = 0; cell < static_cast<std::size_t>(cells); ++cell)
    frame_[at.a + cell] = lit_by_[cell] & emitters;
  return true;
}

}  // namespace glint
