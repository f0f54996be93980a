#include "interpreter/beam/kernel.hpp"

#include <algorithm>

namespace glint {

namespace {
constexpr std::size_t kMaxSeen = 16'000'000;
}

Kernel::Kernel(const Program& program, const Word* frame, Fuel& fuel, Cases& cases, SegmentBudget& budget)
    : program_(program), frame_(frame), fuel_(fuel), cases_(cases), budget_(budget) {
  const auto words = static_cast<std::size_t>(program.words());
  stops_.assign(words, 0);
  optical_.assign(words, 0);
  mask_.assign(words, 0);
  terrain_.assign(words, 0);
  steps_ = program.reactions.goes_by_steps;
  if (steps_) {
    const std::size_t sides = words * static_cast<std::size_t>(program.geometry.directions);
    edge_sides_.assign(sides, 0);
    piece_sides_.assign(sides, 0);
    own_sides_.assign(sides, 0);
    edges_.assign(static_cast<std::size_t>(program.geometry.edge_words), 0);
  }
  walk_ = program.geometry.ray.empty() ? Walk::steps : words == 1 ? Walk::word : Walk::rays;
  is_flat_ = program.layout.stack == 1;
  is_unsplit_ = !program.reactions.unsplit.on.empty();
  payloads_ = static_cast<std::size_t>(program.payloads);
  turns_ = static_cast<std::size_t>(program.geometry.directions) * payloads_;
  const std::size_t states = static_cast<std::size_t>(program.geometry.cells) * turns_;
  const bool traces = !program.reactions.emitter_sets.empty() || program.trace_buffers > 0;
  if (states <= kMaxSeen && traces) seen_.assign(states, 0);
}

/// What acts on beams now. False, here and below: the script is in error.
bool Kernel::gather(int source) {
  const int words = walk_ == Walk::word ? 1 : program_.words();
  for (int i = 0; i < words; ++i) {
    Word stops = 0;
    for (const Slot set : program_.reactions.optical_sets) stops |= frame_[set + static_cast<Slot>(i)];
    optical_[i] = stops;
    stops_[i] = stops;
  }
  // The source is a meeting, too, so that a beam which comes back to it is seen to.
  add_bit(stops_.data(), source);
  work_.clear();
  if (++trace_number_ == 0) {
    std::fill(seen_.begin(), seen_.end(), 0);
    trace_number_ = 1;
  }
  if (!seen_set_.empty()) seen_set_.clear();
  return !steps_ || gather_acting();
}

/// A straight way over tables of rays; the cells left go into mask.
template <Kernel::Walk kWalk>
[[gnu::always_inline]] inline Kernel::Went Kernel::go(int cell, int way, Word* mask) const {
  const Geometry& geometry = program_.geometry;
  const std::size_t row = static_cast<std::size_t>(way) * static_cast<std::size_t>(geometry.cells);
  const auto here = row + static_cast<std::size_t>(cell);
  const bool rises = geometry.rises[way] != 0;
  int next = -1;
  if constexpr (kWalk == Walk::word) {
    const Word* rays = geometry.ray.data() + row;
    const Word ray = rays[cell];
    const Word met = ray & stops_[0];
    const Word self = bit_in_word(cell);
    if (!met) {
      mask[0] = self | ray;
    } else {
      const int lowest = lowest_bit(met), highest = highest_bit(met);
      next = rises ? lowest : highest;
      mask[0] = self | (ray ^ (rays[next] | bit_in_word(next)));
    }
  } else {
    const int words = geometry.words;
    const Word* ray = geometry.ray_of(way, cell);
    if (rises) {
      for (int i = cell / 64; i < words && next < 0; ++i)
        if (const Word met = ray[i] & stops_[i]) next = i * 64 + lowest_bit(met);
    } else {
      for (int i = cell / 64; i >= 0 && next < 0; --i)
        if (const Word met = ray[i] & stops_[i]) next = i * 64 + highest_bit(met);
    }
    if (next < 0) {
      for (int i = 0; i < words; ++i) mask[i] = ray[i];
    } else {
      const Word* beyond = geometry.ray_of(way, next);
      for (int i = 0; i < words; ++i) mask[i] = ray[i] ^ beyond[i];
      mask[next / 64] ^= bit_in_word(next);
    }
    add_bit(mask, cell);
  }
  if (next < 0) return {-1, geometry.last[here], geometry.to_border[here] + 1};
  return {next, geometry.next_to(next, geometry.opposite(way)),
          geometry.to_border[here] - geometry.to_border[row + static_cast<std::size_t>(next)]};
}

/// The same from cell to cell, for boards without such tables; the cells left are added to `left`. With a target the way
/// ends where it comes to that.
Kernel::Went Kernel::step_on(int cell, int way, Word* left, const Word* target, bool& meets) const {
  const Geometry& geometry = program_.geometry;
  const Word* stops = stops_.data();
  const std::size_t row = static_cast<std::size_t>(way) * static_cast<std::size_t>(geometry.cells);
  auto at = static_cast<std::size_t>(cell);
  std::int32_t length = 0;
  // Where each step is as far as any other, only the last one need be looked up.
  const std::int32_t stride = geometry.wraps ? 0 : geometry.stride_of(way);
  const auto last = static_cast<std::size_t>(geometry.last[row + at]);
  const std::int32_t* neighbour = geometry.neighbour.data() + row;
  while (true) {
    add_bit(left, at);
    ++length;
    if (target && has_bit(target, at)) {
      meets = true;
      return {-1, static_cast<std::int32_t>(at), length};
    }
    std::size_t next = at + static_cast<std::size_t>(std::int64_t{stride});
    if (stride) {
      if (at == last) return {-1, static_cast<std::int32_t>(at), length};
    } else {
      if (neighbour[at] < 0) return {-1, static_cast<std::int32_t>(at), length};
      next = static_cast<std::size_t>(neighbour[at]);
    }
    if (has_bit(stops, next)) return {static_cast<std::int32_t>(next), static_cast<std::int32_t>(at), length};
    at = next;
  }
}

/// What the beams that are followed now meet on a cell.
int Kernel::key_on(int cell) const { return cell == added_cell_ ? added_key_ : top_key(cell); }

int Kernel::top_key(int cell) const {
  if (is_flat_) return program_.key_in(frame_, cell, 0);
  for (int level = program_.layout.stack - 1; level >= 0; --level)
    if (const int key = program_.key_in(frame_, cell, level)) return key;
  return 0;
}

/// The ways on from a cell where an optical piece stands; null: the script is in error.
const std::vector<Reactions::Way>* Kernel::react(int cell, int way, std::int64_t payload) {
  const int key = key_on(cell);
  const Reactions& reactions = program_.reactions;
  // Where a table is broken, the code is run again: it says what is wrong, and where.
  std::uint32_t entry = Reactions::kBroken;
  if (reactions.is_static)
    entry = reactions.entries[static_cast<std::size_t>(key) * turns_ + static_cast<std::size_t>(way) * payloads_ +
                              static_cast<std::size_t>(payload)];
  switch (entry & Reactions::kKind) {
    case Reactions::kList:
      return &reactions.lists[entry & 0xFFFFFF];
    case Reactions::kBroken:
      if (!cases_.run_cases(reactions.code[program_.key(key).kind], {cell, way, payload}, ways_)) return nullptr;
      break;
    case Reactions::kStop:
      ways_ = {{-1, 0, static_cast<std::uint16_t>((entry & 0xFFFF) + 1), 0}};
      break;
    case Reactions::kNone:
      ways_ = {{-1, static_cast<std::uint16_t>(way), 0, static_cast<std::uint32_t>(payload)}};
      break;
    default:
      ways_ = {{-1, static_cast<std::uint16_t>(entry >> 16), 0, entry & 0xFFFF}};
  }
  return &ways_;
}

bool Kernel::start(int cell) {
  const int key = key_on(cell);
  const Reactions& reactions = program_.reactions;
  if (key == 0 || reactions.emit_code[program_.key(key).kind] < 0) return true;
  const std::vector<Reactions::Way>* ways = &ways_;
  if (reactions.emission_is_static)
    ways = &reactions.emissions[key];
  else if (!cases_.run_emission(key, cell, ways_)) return false;
  push_ways(*ways, cell, 0, -1, [](int) {});
  return true;
}

// What is wanted of beams is a *sink*: one loop follows them for all sinks, whose functions become part of it.
//   leave     a beam has gone straight on: it left the cells of `mask`. False: that is enough (is_done), or an error.
//   number    the number of that straight way
//   has_left  did it leave this cell so already, in the middle of a straight way? Asked of beams that jumped.
//   loops     it would leave a cell so for the second time, and ends. False: an error.
//   hit       it has met a piece that acts
//   stop      it ended there, by a name or none (-1); is_alone: it did not split
// On boards without tables of rays, cells that are left go to `cells` at once, and a way ends on reaching `target`.

/// Does a beam leave a cell of the target?
struct Kernel::Seeker {
  const Word* const target;
  Word* const looked_at;  // gains the cells on which the answer depends; may be null
  Word* const cells;
  bool meets = false;

  bool is_done() const { return meets; }
  static bool has_left(const Work&) { return false; }
  static bool loops(const Work&) { return true; }
  static std::int32_t number() { return -1; }
  bool leave(const Work&, const Went& went, const Word* mask, int words) {
    if (looked_at) {
      for (int i = 0; i < words; ++i) looked_at[i] |= mask[i];
      if (went.next >= 0) add_bit(looked_at, went.next);
    }
    for (int i = 0; i < words && !meets; ++i) meets = (mask[i] & target[i]) != 0;
    return !meets;
  }
  static void hit(int) {}
  static void stop(int, int, bool) {}
};

/// Which cells do beams leave and meet, where do they end by a name, and what do they light?
struct Kernel::Marker {
  explicit Marker(Trace& trace, const Program& program)
      : trace(trace),
        cells(trace.cells.data()),
        hits(trace.hits.data()),
        lit_field(trace.is_lit ? &program.payload_fields[trace.lit_field] : nullptr) {}

  static constexpr const Word* target = nullptr;
  Trace& trace;
  Word *const cells, *const hits;
  const PayloadField* const lit_field;  // null: that is not asked
  bool meets = false;

  static bool is_done() { return false; }
  static bool has_left(const Work&) { return false; }
  static bool loops(const Work&) { return true; }
  static std::int32_t number() { return -1; }
  bool leave(const Work& at, const Went&, const Word* mask, int words) {
    for (int i = 0; i < words; ++i) cells[i] |= mask[i];
    if (lit_field) trace.mark_lit(lit_field->bits_of(static_cast<std::uint32_t>(at.payload)), mask, words);
    return true;
  }
  void hit(int cell) { add_bit(hits, cell); }
  void stop(int cell, int name, bool) { trace.stop(cell, name); }
};

/// All of that, and each straight way as a segment.
struct Kernel::Teller : Marker {
  Teller(Trace& trace, Kernel& kernel, int source)
      : Marker(trace, kernel.program_), kernel(kernel), source(source),
        segments(static_cast<std::int32_t>(trace.segments.size())) {}

  Kernel& kernel;
  const std::int32_t source;
  std::int32_t segments;

  bool has_left(const Work& at) const {
    return std::any_of(trace.segments.begin(), trace.segments.end(), [&](const Segment& segment) {
      return segment.way == at.way && segment.payload == at.payload &&
             leaves(kernel.program_.geometry, segment, at.cell);
    });
  }
  bool loops(const Work& at) {
    ++segments;
    return kernel.add(trace, at.cell, at.way, at.payload, at.step, 0, at.parent, source, at.cell, at.cell,
                      BeamEnd::looped);
  }
  std::int32_t number() const { return segments - 1; }
  bool leave(const Work& at, const Went& went, const Word* mask, int words) {
    Marker::leave(at, went, mask, words);
    ++segments;
    const bool is_last = went.next < 0;
    return kernel.add(trace, at.cell, at.way, at.payload, at.step, went.length, at.parent, source, went.last,
                      is_last ? went.last : went.next, is_last ? BeamEnd::left : BeamEnd::split);
  }
  void stop(int cell, int name, bool is_alone) {
    trace.stop(cell, name);
    Segment& ended = trace.segments.back();
    ended.end_name = static_cast<std::int16_t>(name);
    if (is_alone) ended.end = BeamEnd::stopped;
  }
};

template <typename Sink>
bool Kernel::follow(Sink&& sink) {
  switch (walk_) {
    case Walk::word: return follow_by<Walk::word>(sink);
    case Walk::rays: return follow_by<Walk::rays>(sink);
    case Walk::steps: break;
  }
  return follow_by<Walk::steps>(sink);
}

bool Kernel::follow_all(Trace& trace, int source) {
  if (steps_) return follow_steps(trace, source);
  return trace.has_segments ? follow(Teller(trace, *this, source)) : follow(Marker(trace, program_));
}

template <Kernel::Walk kWalk, typename Sink>
bool Kernel::follow_by(Sink& sink) {
  const int words = kWalk == Walk::word ? 1 : program_.words();
  Word one_mask = 0;
  Word* const mask = kWalk == Walk::word ? &one_mask : mask_.data();
  const Reactions& reactions = program_.reactions;
  const std::uint32_t* const entries = reactions.is_static ? reactions.entries.data() : nullptr;
  std::uint32_t* const seen = seen_.empty() ? nullptr : seen_.data();
  const std::uint32_t trace_number = trace_number_;
  const std::size_t turns = turns_, payloads = payloads_;
  while (!work_.empty()) {
    Work at = work_.back();
    work_.pop_back();
    while (true) {
      if (!fuel_.burn()) return false;
      // Where the tables by direction and payload have this beam.
      const std::size_t turn = static_cast<std::size_t>(at.way) * payloads + static_cast<std::size_t>(at.payload);
      bool is_loop = false;
      if (seen) {
        std::uint32_t& left = seen[static_cast<std::size_t>(at.cell) * turns + turn];
        is_loop = left == trace_number;
        left = trace_number;
      } else {
        is_loop = !first_time(at.cell, at.way, at.payload);
      }
      if (is_loop || (at.jumped && sink.has_left(at))) {
        if (!sink.loops(at)) return false;
        break;
      }
      Went went;
      if constexpr (kWalk == Walk::steps) {
        went = step_on(at.cell, at.way, sink.cells, sink.target, sink.meets);
        if (!sink.leave(at, went, nullptr, 0)) return sink.is_done();
      } else {
        went = go<kWalk>(at.cell, at.way, mask);
        if (!sink.leave(at, went, mask, words)) return sink.is_done();
      }
      if (went.next < 0) break;
      at.cell = went.next;
      at.step += went.length;
      at.parent = sink.number();
      at.jumped = false;
      // Where no piece is that acts: the beam's own source, or where one came out of a jump. It goes on as it is.
      if (!has_bit(optical_.data(), kWalk == Walk::word ? at.cell % 64 : at.cell)) continue;
      sink.hit(at.cell);
      // What is most common needs no list of ways.
      std::uint32_t entry = Reactions::kBroken;
      if (entries) entry = entries[static_cast<std::size_t>(key_on(at.cell)) * turns + turn];
      if (entry < Reactions::kNone) {
        at.way = static_cast<std::int32_t>(entry >> 16);
        at.payload = static_cast<std::int32_t>(entry & 0xFFFF);
        continue;
      }
      const std::uint32_t kind = entry & Reactions::kKind;
      if (kind == Reactions::kStop) {
        sink.stop(at.cell, static_cast<int>(entry & 0xFFFF) - 1, true);
        break;
      }
      const std::vector<Reactions::Way>* const ways =
          kind == Reactions::kList ? &reactions.lists[entry & 0xFFFFFF] : react(at.cell, at.way, at.payload);
      if (!ways) return false;
      push_ways(*ways, at.cell, at.step, at.parent, [&](int name) { sink.stop(at.cell, name, ways->size() == 1); });
      break;
    }
  }
  return true;
}

bool Kernel::trace_emitter(int cell, Trace& trace) {
  trace.clear(program_.words());
  return follow_emitter(cell, trace);
}

bool Kernel::trace_cells(int cell, Trace& trace) {
  trace.clear(program_.words());
  if (steps_) return follow_emitter(cell, trace);
  trace.has_segments = program_.tells_segments;
  const int field = program_.lit_field;
  if (field >= 0 && walk_ != Walk::steps && program_.words() <= kMostLitWords)
    trace.begin_lit(field, program_.payload_fields[field].bits(), program_.words());
  return follow_emitter(cell, trace);
}

/// The trace has been begun, and says what is asked.
bool Kernel::follow_emitter(int cell, Trace& trace) {
  if (const auto alone = emit_unsplit(cell, trace)) return *alone;
  if (!gather(cell) || !start(cell)) return false;
  if (!work_.empty()) add_bit(trace.sources.data(), cell);
  return follow_all(trace, cell);
}

bool Kernel::trace_from(int cell, int way, std::int64_t payload, Trace& trace) {
  trace.clear(program_.words());
  if (const auto alone = start_unsplit(cell, way, payload, false, trace)) return *alone;
  if (!gather(cell)) return false;
  add_bit(trace.sources.data(), cell);
  work_.push_back({cell, way, static_cast<std::int32_t>(payload), 0, -1, false});
  return follow_all(trace, cell);
}

/// The source is left, and so is the next cell, unless something acts there: that settles most questions.
Kernel::First Kernel::first_step(int cell, int key, const Word* target, Word* looked_at) const {
  const Reactions& reactions = program_.reactions;
  const std::vector<Reactions::Way>& ways = reactions.emissions[key];
  if (ways.empty()) return First::misses;
  if (has_bit(target, cell)) return First::meets;
  bool goes_on = false;
  for (const Reactions::Way& way : ways) {
    const int next = program_.geometry.next_to(cell, way.way);
    if (next < 0) continue;
    if (looked_at) add_bit(looked_at, next);
    if (!has_bit(target, next)) {
      goes_on = true;
      continue;
    }
    const int there = top_key(next);
    if (!there || !reactions.optical_key[there]) return First::meets;
    goes_on = true;
  }
  return goes_on ? First::unknown : First::misses;
}

bool Kernel::emitter_meets(int cell, const Word* target, bool& meets) {
  if (steps_) {
    if (!trace_emitter(cell, whole_)) return false;
    meets = have_common(whole_.cells.data(), target, program_.words());
    return true;
  }
  if (program_.reactions.emission_is_static) {
    const First first = first_step(cell, top_key(cell), target, nullptr);
    meets = first == First::meets;
    if (first != First::unknown) return true;
  }
  Seeker seeker{target, nullptr, mask_.data()};
  const bool is_fine = gather(cell) && start(cell) && follow(seeker);
  meets = seeker.meets;
  return is_fine;
}

bool Kernel::would_meet(int cell, int key, const Word* target, bool& meets, Word* looked_at) {
  add_bit(looked_at, cell);
  First first = is_unsplit_ ? go_along(cell, key, target[0], *looked_at) : First::unknown;
  if (first == First::unknown) first = first_step(cell, key, target, looked_at);
  meets = first == First::meets;
  if (first != First::unknown) return true;
  if (!gather(cell)) return false;
  if (program_.reactions.optical_key[key])
    add_bit(optical_.data(), cell);
  else
    optical_[cell / 64] &= ~bit_in_word(cell);
  added_cell_ = cell;
  added_key_ = key;
  Seeker seeker{target, looked_at, looked_at};
  const bool is_fine = start(cell) && follow(seeker);
  meets = seeker.meets;
  added_cell_ = -1;
  return is_fine;
}

}  // namespace glint
