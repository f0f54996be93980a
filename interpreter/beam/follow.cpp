// Beams followed from meeting to meeting, the general way: for several branches, on boards of any size.
//
// The purpose of following beams is a *sink*: one loop follows them for all sinks, whose functions become part of it.
//   leave     a beam has gone straight on: it left the cells of `mask`. False: that is enough (is_done), or an error.
//   number    the number of that straight way
//   has_left  did it leave this cell so already, in the middle of a straight way? Asked of beams that jumped.
//   loops     it would leave a cell so for the second time, and ends. False: an error.
//   hit       it has met a piece that acts
//   stop      it ended there, by a name or none (-1); is_alone: it did not split
// On boards without tables of rays, cells that are left go to `cells` at once, and a way ends on reaching `target`.
#include <algorithm>

#include "interpreter/beam/kernel.hpp"

namespace glint {

// ---- one straight way ----

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

/// As above, from cell to cell, for boards without such tables; the cells left are added to `left`. With a target, the
/// way ends when it reaches the target.
Kernel::Went Kernel::step_on(int cell, int way, Word* left, const Word* target, bool& meets) const {
  const Geometry& geometry = program_.geometry;
  const Word* stops = stops_.data();
  const std::size_t row = static_cast<std::size_t>(way) * static_cast<std::size_t>(geometry.cells);
  auto at = static_cast<std::size_t>(cell);
  std::int32_t length = 0;
  // If each step is as far as any other, only the last one need be looked up.
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

// ---- sinks ----

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

/// Finds the cells that beams leave and meet, their named ends, and the cells that they light.
struct Kernel::Marker {
  explicit Marker(Trace& trace, const Program& program)
      : trace(trace),
        cells(trace.cells.data()),
        hits(trace.hits.data()),
        lit_field(trace.is_lit ? &program.payloads.fields[trace.lit_field] : nullptr) {}

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
    trace.loop(at.cell);
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

// ---- the loop ----

template <typename Sink>
bool Kernel::follow(Sink&& sink) {
  switch (walk_) {
    case Walk::word: return follow_by<Walk::word>(sink);
    case Walk::rays: return follow_by<Walk::rays>(sink);
    case Walk::steps: break;
  }
  return follow_by<Walk::steps>(sink);
}

template <Kernel::Walk kWalk, typename Sink>
bool Kernel::follow_by(Sink& sink) {
  const int words = kWalk == Walk::word ? 1 : program_.words();
  Word one_mask = 0;
  Word* const mask = kWalk == Walk::word ? &one_mask : mask_.data();
  const Reactions& reactions = program_.reactions;
  const std::uint32_t* const entries = reactions.entries.empty() ? nullptr : reactions.entries.data();
  std::uint32_t* const seen = seen_.table();
  const std::uint32_t trace_number = seen_.number();
  const std::size_t turns = seen_.turns, payloads = seen_.payloads;
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
        is_loop = !seen_.first_time(at.cell, at.way, at.payload, fuel_);
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
      // A place without a piece that acts: the beam's source, or the end of a jump. It goes on as it is.
      if (!has_bit(optical_.data(), kWalk == Walk::word ? at.cell % 64 : at.cell)) continue;
      sink.hit(at.cell);
      // The most common case needs no list of ways.
      std::uint32_t entry = Reactions::kCode;
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

bool Kernel::follow_all(Trace& trace, int source) {
  if (steps_) return follow_steps(trace, source);
  return trace.has_segments ? follow(Teller(trace, *this, source)) : follow(Marker(trace, program_));
}

/// Does any pending beam leave a target cell?
bool Kernel::seek(const Word* target, Word* looked_at, bool& meets) {
  Seeker seeker{target, looked_at, looked_at ? looked_at : mask_.data()};
  const bool is_fine = follow(seeker);
  meets = seeker.meets;
  return is_fine;
}

}  // namespace glint
