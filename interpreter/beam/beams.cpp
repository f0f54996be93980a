#include "interpreter/beam/beams.hpp"

#include <string>

namespace glint {

Beams::Beams(const Program& program, Word* frame, Fuel& fuel, Cases& cases, std::int64_t most_segments)
    : SegmentBudget(most_segments),
      program_(program),
      frame_(frame),
      fuel_(fuel),
      cases_(cases),
      has_emitters_(!program.reactions.emitter_sets.empty()),
      first_buffer_(has_emitters_ ? static_cast<std::size_t>(program.geometry.cells) : 0),
      traces_(first_buffer_ + static_cast<std::size_t>(program.traces.buffers) + 1),
      kernel_(program, frame, fuel, cases, *this) {
  const Reactions& reactions = program.reactions;
  const auto words = static_cast<std::size_t>(program.words());
  changed_.assign(words, 0);
  valid_.assign(words, 0);
  retraced_.assign(words, 0);
  sources_since_.assign(words, 0);
  since_.assign(words, 0);
  sources_.assign(words, 0);
  traces_.made(traces_.size() - 1).clear(program.words());
  effects_ = reactions.stirs;
  for (std::size_t key = 1; key < program.pieces.keys.size(); ++key) {
    const int kind = program.pieces.keys[key].kind;
    if (reactions.code[kind] >= 0 || reactions.sides.code[kind] >= 0) effects_[key] |= kOnWay;
    if (reactions.emit_code[kind] >= 0) effects_[key] |= kSource;
  }
  any_stirs_ = std::any_of(effects_.begin(), effects_.end(),
                           [](unsigned effect) { return (effect & Reactions::kAllBeams) != 0; });
}

// ---- what changes, and undo ----

void Beams::forget_all() {
  forget_sites();
  forget_traces();
  std::fill(changed_.begin(), changed_.end(), 0);
  has_changed_ = false;
  std::fill(retraced_.begin(), retraced_.end(), ~Word{0});
}

void Beams::save_into(Word* saved) {
  // In the plain mode, findings of a trial are not used after it.
  const bool is_plain = !program_.lowered.reactions;
  *saved++ = std::exchange(sites_since_, Word{is_plain});
  if (!has_emitters_) return;
  if (has_changed_) refresh();
  const std::size_t words = valid_.size();
  for (std::size_t i = 0; i < words; ++i) {
    saved[i] = valid_[i];
    saved[words + i] = std::exchange(retraced_[i], 0);
    saved[2 * words + i] = std::exchange(since_[i], is_plain ? ~Word{0} : 0);
    saved[3 * words + i] = std::exchange(sources_since_[i], 0);
  }
}

void Beams::restore_from(const Word* saved) {
  if (sites_since_) kernel_.sites_changed();
  sites_since_ = *saved++;
  if (!has_emitters_) return;
  if (has_changed_) refresh();
  const std::size_t words = valid_.size();
  for (std::size_t i = 0; i < words; ++i) {
    Word still = valid_[i] & retraced_[i] & ~(since_[i] | sources_since_[i]);
    for (const int bit : each_bit(still))
      if (is_touched(static_cast<int>(i) * 64 + bit, since_.data())) still &= ~bit_in_word(bit);
    valid_[i] = (saved[i] & ~retraced_[i]) | still;
  }
  for (std::size_t i = 0; i < words; ++i) {
    retraced_[i] |= saved[words + i];
    since_[i] = saved[2 * words + i];
    sources_since_[i] = saved[3 * words + i];
  }
}

void Beams::drop_saved(const Word* saved) {
  sites_since_ |= *saved++;
  if (!has_emitters_) return;
  const std::size_t words = valid_.size();
  for (std::size_t i = 0; i < words; ++i) {
    retraced_[i] |= saved[words + i];
    since_[i] |= saved[2 * words + i];
    sources_since_[i] |= saved[3 * words + i];
  }
}

/// True if the beams of a valid trace leave or reach a cell of a set.
bool Beams::is_touched(int source, const Word* changed) const {
  if (valid_.size() == 1) return (cells_touched_[static_cast<std::size_t>(source)] & changed[0]) != 0;
  const Trace& trace = traces_[static_cast<std::size_t>(source)];
  const int words = static_cast<int>(valid_.size());
  return have_common(trace.cells.data(), changed, words) || have_common(trace.hits.data(), changed, words) ||
         (!trace.sites.empty() && have_common(trace.sites.data(), changed, words));
}

/// A trace stays valid unless there is a change at its start, or on a cell that it leaves or meets or that acts on it.
void Beams::refresh() {
  has_changed_ = false;
  if (valid_.size() == 1) {
    const Word changed = std::exchange(changed_[0], 0);
    Word touched = changed;
    for (const int source : each_bit(valid_[0])) touched |= Word{(cells_touched_[source] & changed) != 0} << source;
    valid_[0] &= ~touched;
    since_[0] |= changed;
    return;
  }
  for (std::size_t i = 0; i < valid_.size(); ++i) valid_[i] &= ~changed_[i];
  for (std::size_t i = 0; i < valid_.size(); ++i)
    for (const int bit : each_bit(valid_[i]))
      if (is_touched(static_cast<int>(i) * 64 + bit, changed_.data())) valid_[i] &= ~bit_in_word(bit);
  for (std::size_t i = 0; i < valid_.size(); ++i) since_[i] |= std::exchange(changed_[i], 0);
}

// ---- traces ----

const Trace* Beams::trace_of(int cell, bool with_segments) {
  if (has_changed_) refresh();
  Trace& trace = traces_.made(static_cast<std::size_t>(cell));
  with_segments = with_segments || !program_.lowered.kept_light;
  const bool is_valid = has_bit(valid_.data(), cell);
  if (is_valid && (trace.has_segments || !with_segments)) return &trace;
  const bool only_segments = with_segments && !(program_.lowered.kept_light && program_.traces.tells_segments);
  // Following may fail half-way: only a whole trace is valid.
  valid_[static_cast<std::size_t>(cell) / 64] &= ~bit_in_word(cell);
  if (is_valid && trace.part_count > 0) {
    if (!kernel_.tell_segments(trace)) return nullptr;
    add_bit(valid_.data(), cell);
    return &trace;
  }
  add_bit(retraced_.data(), cell);
  if (!add_sets(trace, valid_.size())) return nullptr;
  if (!(only_segments ? kernel_.trace_emitter(cell, trace) : kernel_.trace_cells(cell, trace))) return nullptr;
  if (with_segments && trace.part_count > 0 && !trace.has_segments && !kernel_.tell_segments(trace)) return nullptr;
  if (valid_.size() == 1) {
    const auto source = static_cast<std::size_t>(cell);
    cells_left_[source] = trace.cells[0];
    cells_touched_[source] = trace.cells[0] | trace.hits[0] | (trace.sites.empty() ? 0 : trace.sites[0]);
    newly_traced_ |= bit_in_word(cell);
  }
  add_bit(valid_.data(), cell);
  return &trace;
}

const Trace* Beams::light_trace(int cell, int field) {
  if (!trace_of(cell, false)) return nullptr;
  Trace& trace = traces_.made(static_cast<std::size_t>(cell));
  if (trace.is_lit && trace.lit_field == field) return &trace;
  if (!trace.has_segments && !trace_of(cell)) return nullptr;
  if (program_.lowered.kept_light && program_.words() <= kMostLitWords) fill_light(program_, field, trace);
  return &trace;
}

namespace {

/// The place in the script for the beams of a trace with this handle: the `trace(x, d)` that follows it into its
/// buffer, or else the emissions.
lang::Span place_of(const Program& program, std::size_t handle, std::size_t first_buffer) {
  if (handle >= first_buffer)
    for (std::size_t i = 0; i + 1 < program.code.instructions.size(); ++i)
      if (program.code.instructions[i].op == Opcode::trace_from &&
          program.code.instructions[i + 1].a == handle - first_buffer)
        return program.code.spans[i];
  for (const rules::Kind& kind : program.rules.kinds)
    if (kind.emits) return kind.emits_directions.span;
  return program.rules.board.span;
}

/// Adds the cells of ends of this name. False: there is no fuel left.
bool add_ends(const Trace& trace, int name, Word* cells, Fuel& fuel) {
  if (!fuel.burn(static_cast<std::int64_t>(trace.ends.size()) / 16)) return false;
  for (const NamedEnd& end : trace.ends)
    if (end.name == name) add_bit(cells, end.cell);
  return true;
}

/// Adds the segments of a trace to a copy. False: there are too many.
bool add_segments(const Trace& trace, Trace& copy, SegmentBudget& budget) {
  const auto first = static_cast<std::int32_t>(copy.segments.size());
  for (Segment segment : trace.segments) {
    if (segment.parent >= 0) segment.parent += first;
    if (!budget.add(copy, 1)) return false;
    copy.segments.push_back(segment);
  }
  for (std::size_t i = 0; i < copy.cells.size(); ++i) {
    copy.cells[i] |= trace.cells[i];
    copy.hits[i] |= trace.hits[i];
    copy.sources[i] |= trace.sources[i];
  }
  copy.ends.insert(copy.ends.end(), trace.ends.begin(), trace.ends.end());
  return true;
}

/// Adds a beam, if there is none like it. False: there are too many, by the instruction at `span`.
bool add_followed(std::vector<Beams::Followed>& followed, Beams::Followed now, Cases& cases, lang::Span span) {
  const auto same = [&](const Beams::Followed& one) {
    return one.from == now.from && one.over_edge == now.over_edge && one.way == now.way && one.payload == now.payload;
  };
  if (now.trace.segments.empty() || std::any_of(followed.begin(), followed.end(), same)) return true;
  if (followed.size() == kMostFollowed) {
    cases.fail(lang::Code::G0605, span,
               "more than " + std::to_string(kMostFollowed) + " beams are followed for one picture");
    return false;
  }
  followed.push_back(std::move(now));
  return true;
}

/// For loops over many traces: returns whether to continue.
bool is_wanted_at(Fuel& fuel, std::size_t handle) {
  constexpr std::size_t kAtOnce = 1 << 12;
  return handle % kAtOnce != 0 || fuel.is_wanted();
}

}  // namespace

/// Cached traces that are not valid are dropped: they were kept for undo only.
std::int64_t Beams::recount(std::int64_t room, const Trace& now) {
  fuel_.use(static_cast<std::int64_t>(traces_.size() / 16) + 1);
  std::int64_t count = 0;
  const auto count_segments = [&] {  // false: the host stopped it
    count = static_cast<std::int64_t>(now.segments.size());
    return traces_.each_made([&](std::size_t handle, const Trace& trace) {
      if (&trace != &now) count += static_cast<std::int64_t>(trace.segments.size());
      count += segments_in(trace.cells.size());
      return is_wanted_at(fuel_, handle);
    });
  };
  if (!count_segments()) return most();
  if (count <= room) return count;
  if (!drop_invalid(now) || !count_segments()) return most();
  if (count > room) {
    constexpr std::int64_t kMillion = 1'000'000;
    const std::string most = this->most() % kMillion == 0 ? std::to_string(this->most() / kMillion) + " million"
                                                          : std::to_string(this->most());
    std::size_t handle = traces_.size();
    traces_.each_made([&](std::size_t each, const Trace& trace) {
      if (&trace == &now) handle = each;
      return handle != each;
    });
    cases_.fail(lang::Code::G0605, place_of(program_, handle, first_buffer_),
                "the beams of one position have more than " + most + " straight parts");
  }
  return count;
}

/// Empties cached traces that are not valid; not `now`, which is being followed. False: the host stopped it.
bool Beams::drop_invalid(const Trace& now) {
  return traces_.each_made([&](std::size_t handle, Trace& trace) {
    if (handle >= first_buffer_ || has_bit(valid_.data(), handle) || &trace == &now) return true;
    trace = Trace();
    add_bit(retraced_.data(), handle);  // the trace may have been valid at the innermost save
    return is_wanted_at(fuel_, handle);
  });
}

bool Beams::tell_segments(Word handle) {
  return traces_[handle].has_segments || trace_of(static_cast<int>(handle)) != nullptr;
}

// ---- instructions ----

void Beams::emitters(Word* cells) const {
  const std::vector<Slot>& sets = program_.reactions.emitter_sets;
  if (valid_.size() == 1 && sets.size() == 1) {  // the usual case; beginning the loops takes longer
    cells[0] = frame_[sets[0]];
    return;
  }
  for (std::size_t i = 0; i < valid_.size(); ++i) {
    Word all = 0;
    for (const Slot set : sets) all |= frame_[set + i];
    cells[i] = all;
  }
}

/// The handle of an emitter's trace.
bool Beams::trace_one(const Instruction& at) {
  const Word cell = frame_[at.b];
  frame_[at.a] = has_emitters_ ? cell : traces_.size() - 1;
  return !has_emitters_ || trace_of(static_cast<int>(cell), false);
}

/// Calls `with` for the trace of each emitter in the set at slot b, until it answers false. The result's slots may be
/// the same as those of the set, so that `begin` empties them once the emitters are known.
bool Beams::each_trace(const Instruction& at, bool with_segments, auto&& begin, auto&& with) {
  emitters(sources_.data());
  for (std::size_t i = 0; i < sources_.size(); ++i) sources_[i] &= frame_[at.b + i];
  begin();
  constexpr std::size_t kWordsAtOnce = 1 << 14;  // cleared and united between two questions whether to stop
  std::size_t words = 0;
  for (const int source : each_bit(sources_)) {
    const Trace* trace = trace_of(source, with_segments);
    if (!trace || !with(*trace)) return false;
    if ((words += sources_.size()) < kWordsAtOnce) continue;
    words = 0;
    if (!fuel_.is_wanted()) return false;
  }
  return true;
}

/// The cells that beams of these emitters leave, or those that they meet.
bool Beams::trace_cells(const Instruction& at, TraceSet Trace::*cells) {
  Word* const into = frame_ + at.a;
  return each_trace(
      at, false, [&] { std::fill_n(into, sources_.size(), 0); },
      [&](const Trace& trace) {
        for (std::size_t i = 0; i < sources_.size(); ++i) into[i] |= (trace.*cells)[i];
        return true;
      });
}

/// The cells where beams of these emitters ended by a name. Where a beam has looped, only a trace with segments is
/// exact: without them, a jump of a beam into the middle of a way goes unnoticed.
bool Beams::trace_ends(const Instruction& at) {
  Word* const into = frame_ + at.a;
  return each_trace(
      at, at.n == kLoopedEnd, [&] { std::fill_n(into, sources_.size(), 0); },
      [&](const Trace& trace) { return add_ends(trace, at.n, into, fuel_); });
}

/// A buffer, as the handle that an instruction returns.
Trace& Beams::buffer(const Instruction& at, std::uint32_t number) {
  frame_[at.a] = first_buffer_ + number;
  return traces_.made(first_buffer_ + number);
}

/// Copies the traces of these emitters to a buffer.
bool Beams::trace_keep(const Instruction& at) {
  Trace* copy = nullptr;
  return each_trace(
      at, true, [&] { (copy = &buffer(at, at.c))->clear(program_.words()); },
      [&](const Trace& trace) { return add_segments(trace, *copy, *this); });
}

bool Beams::trace_copy(const Instruction& at) {
  const Word handle = frame_[at.b];
  if (handle < first_buffer_ && !tell_segments(handle)) return false;
  Trace& copy = buffer(at, at.c);
  if (&traces_[handle] == &copy) return true;
  copy.clear(program_.words());
  const Trace& trace = traces_[handle];
  if (trace.has_segments) return add_segments(trace, copy, *this);
  copy.has_segments = false;  // a single beam, on a board of one word
  copy.cells[0] = trace.cells[0];
  copy.hits[0] = trace.hits[0];
  copy.sources[0] = trace.sources[0];
  if (!trace.ends.empty()) copy.ends = trace.ends;
  return true;
}

/// Follows one beam that starts in a cell, or comes over an edge, into a buffer.
bool Beams::trace_from(const Instruction& at, const Instruction& more) {
  const std::int64_t payload = payload_of(program_, frame_ + more.b);
  if (payload < 0) {
    cases_.fail(lang::Code::G0602, program_.code.spans[&at - program_.code.instructions.data()],
                "a beam's value leaves its range");
    return false;
  }
  const int from = static_cast<int>(frame_[at.b]), way = static_cast<int>(frame_[at.c]);
  Trace& trace = buffer(at, more.a);
  const bool with_segments = program_.traces.asks_paths || followed_;
  if (!(at.n == 1 ? kernel_.trace_over(from, way, payload, trace, with_segments)
                  : kernel_.trace_from(from, way, payload, trace, with_segments)))
    return false;
  if (!followed_) return true;
  Followed now{frame_[at.b], at.n == 1, way, payload, trace};
  return add_followed(*followed_, std::move(now), cases_, program_.code.spans[&at - program_.code.instructions.data()]);
}

void Beams::handle_cells(const Instruction& at, TraceSet Trace::*cells) {
  std::copy_n((traces_[frame_[at.b]].*cells).begin(), valid_.size(), frame_ + at.a);
}

bool Beams::handle_ends(const Instruction& at) {
  // In a buffer all ends are known.
  if (at.n == kLoopedEnd && frame_[at.b] < first_buffer_ && !tell_segments(frame_[at.b])) return false;
  const Trace& trace = traces_[frame_[at.b]];
  std::fill_n(frame_ + at.a, valid_.size(), 0);
  return add_ends(trace, at.n, frame_ + at.a, fuel_);
}

}  // namespace glint
