#include "interpreter/beam/kernel.hpp"

#include <algorithm>

#include "interpreter/machine/machine.hpp"

namespace glint {

namespace {
constexpr std::size_t kMaxSeen = 16'000'000;
}

Kernel::Kernel(const Program& program, Machine& machine) : program_(program), machine_(machine) {
  const auto words = static_cast<std::size_t>(program.words());
  stops_.assign(words, 0);
  optical_.assign(words, 0);
  mask_.assign(words, 0);
  steps_ = program.reactions.goes_by_steps;
  if (steps_) {
    terrain_.assign(words, 0);
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
  const std::size_t states = static_cast<std::size_t>(program.geometry.cells) *
                             static_cast<std::size_t>(program.geometry.directions) *
                             static_cast<std::size_t>(program.payloads);
  const bool traces = !program.reactions.emitter_sets.empty() || program.trace_buffers > 0;
  if (states <= kMaxSeen && traces) seen_.assign(states, 0);
}

void Kernel::gather_stops(int source) {
  const Word* frame = machine_.frame();
  const int words = walk_ == Walk::word ? 1 : program_.words();
  for (int i = 0; i < words; ++i) {
    Word stops = 0;
    for (const Slot set : program_.reactions.optical_sets) stops |= frame[set + static_cast<Slot>(i)];
    optical_[static_cast<std::size_t>(i)] = stops;
    stops_[static_cast<std::size_t>(i)] = stops;
  }
  // The source is a meeting, too, so that a beam which comes back to it is seen to.
  stops_[static_cast<std::size_t>(source / 64)] |= Word{1} << (source % 64);
  work_.clear();
  if (++trace_number_ == 0) {
    std::fill(seen_.begin(), seen_.end(), 0);
    trace_number_ = 1;
  }
  if (!seen_set_.empty()) seen_set_.clear();
}

bool Kernel::gather(int source) {
  gather_stops(source);
  return !steps_ || gather_acting();
}

/// A straight way over tables of rays; the cells left go into mask.
template <Kernel::Walk kWalk>
[[gnu::always_inline]] inline Kernel::Went Kernel::go(int cell, int way, Word* mask) const {
  const Geometry& geometry = program_.geometry;
  const std::size_t row = static_cast<std::size_t>(way) * static_cast<std::size_t>(geometry.cells);
  const auto here = row + static_cast<std::size_t>(cell);
  const bool rises = geometry.rises[static_cast<std::size_t>(way)] != 0;
  int next = -1;
  if constexpr (kWalk == Walk::word) {
    const Word* rays = geometry.ray.data() + row;
    const Word ray = rays[cell];
    const Word met = ray & stops_[0];
    const Word self = Word{1} << cell;
    if (!met) {
      mask[0] = self | ray;
    } else {
      const int lowest = __builtin_ctzll(met), highest = 63 - __builtin_clzll(met);
      next = rises ? lowest : highest;
      mask[0] = self | (ray ^ (rays[next] | Word{1} << next));
    }
  } else {
    const int words = geometry.words;
    const Word* ray = geometry.ray_of(way, cell);
    if (rises) {
      for (int i = cell / 64; i < words && next < 0; ++i)
        if (const Word met = ray[i] & stops_[static_cast<std::size_t>(i)]) next = i * 64 + __builtin_ctzll(met);
    } else {
      for (int i = cell / 64; i >= 0 && next < 0; --i)
        if (const Word met = ray[i] & stops_[static_cast<std::size_t>(i)]) next = i * 64 + 63 - __builtin_clzll(met);
    }
    if (next < 0) {
      for (int i = 0; i < words; ++i) mask[i] = ray[i];
    } else {
      const Word* beyond = geometry.ray_of(way, next);
      for (int i = 0; i < words; ++i) mask[i] = ray[i] ^ beyond[i];
      mask[next / 64] ^= Word{1} << (next % 64);
    }
    mask[cell / 64] |= Word{1} << (cell % 64);
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
  const auto has = [](const Word* set, std::size_t c) { return (set[c / 64] >> (c % 64) & 1) != 0; };
  const std::size_t row = static_cast<std::size_t>(way) * static_cast<std::size_t>(geometry.cells);
  auto at = static_cast<std::size_t>(cell);
  std::int32_t length = 0;
  // Where each step is as far as any other, only the last one need be looked up.
  const std::int32_t stride = geometry.wraps ? 0 : geometry.stride_of(way);
  const auto last = static_cast<std::size_t>(geometry.last[row + at]);
  const std::int32_t* neighbour = geometry.neighbour.data() + row;
  while (true) {
    left[at / 64] |= Word{1} << (at % 64);
    ++length;
    if (target && has(target, at)) {
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
    if (has(stops, next)) return {static_cast<std::int32_t>(next), static_cast<std::int32_t>(at), length};
    at = next;
  }
}

/// What the beams that are followed now meet on a cell.
int Kernel::key_on(int cell) const {
  if (cell == tried_cell_) return tried_key_;
  return is_flat_ ? program_.key_in(machine_.frame(), cell, 0) : machine_.top_key(cell);
}

/// The reaction at a cell where an optical piece stands. Where it is code, its ways on are left in ways_ and the entry
/// says kList | 0xFFFFFF.
bool Kernel::react(int cell, int way, std::int64_t payload, std::uint32_t& entry) {
  const int key = key_on(cell);
  const Reactions& reactions = program_.reactions;
  if (reactions.is_static) {
    entry = reactions.entries[static_cast<std::size_t>(key) * turns_ + static_cast<std::size_t>(way) * payloads_ +
                              static_cast<std::size_t>(payload)];
    if ((entry & Reactions::kKind) == Reactions::kBroken) {
      // Run the code again: it says what is wrong, and where.
      if (!machine_.run_reaction(key, cell, way, payload, ways_)) return false;
      entry = Reactions::kList | 0xFFFFFF;
    }
    return true;
  }
  if (!machine_.run_reaction(key, cell, way, payload, ways_)) return false;
  entry = Reactions::kList | 0xFFFFFF;
  return true;
}

bool Kernel::start(int cell) {
  const int key = key_on(cell);
  const Reactions& reactions = program_.reactions;
  if (key == 0 || reactions.emit_code[static_cast<std::size_t>(program_.key(key).kind)] < 0) return true;
  const std::vector<Reactions::Way>* ways = &ways_;
  if (reactions.emission_is_static) ways = &reactions.emissions[static_cast<std::size_t>(key)];
  else if (!machine_.run_emission(key, cell, ways_)) return false;
  for (auto way = ways->rbegin(); way != ways->rend(); ++way)
    work_.push_back({cell, way->way, static_cast<std::int32_t>(way->payload), 0, -1, false});
  return true;
}

bool Kernel::trace_emitter(int cell, Trace& trace) {
  begin(trace);
  if (is_unsplit_) {
    const Unsplit alone = emit_unsplit<Keep::segments>(cell, trace);
    if (alone != Unsplit::unknown) return alone == Unsplit::done;
    begin(trace);
  }
  if (!gather(cell)) return false;
  if (!start(cell)) return false;
  if (!work_.empty()) trace.sources[static_cast<std::size_t>(cell / 64)] |= Word{1} << (cell % 64);
  bool meets = false;
  return steps_ ? follow_steps(trace, cell) : follow<Keep::segments>(&trace, nullptr, meets, cell);
}

bool Kernel::trace_cells(int cell, Trace& trace) {
  if (steps_) return trace_emitter(cell, trace);
  begin(trace);
  trace.has_segments = program_.tells_segments;
  const int field = program_.lit_field;
  if (field >= 0 && walk_ != Walk::steps && program_.words() <= kMostLitWords) {
    trace.begin_lit(field, program_.payload_fields[static_cast<std::size_t>(field)].bits(), program_.words());
  }
  if (is_unsplit_) {
    const Unsplit alone =
        trace.has_segments ? emit_unsplit<Keep::segments>(cell, trace) : emit_unsplit<Keep::cells>(cell, trace);
    if (alone != Unsplit::unknown) return alone == Unsplit::done;
  }
  gather_stops(cell);
  if (!start(cell)) return false;
  if (!work_.empty()) trace.sources[static_cast<std::size_t>(cell / 64)] |= Word{1} << (cell % 64);
  bool meets = false;
  return trace.has_segments ? follow<Keep::segments>(&trace, nullptr, meets, cell)
                            : follow<Keep::cells>(&trace, nullptr, meets, cell);
}

bool Kernel::trace_from(int cell, int way, std::int64_t payload, Trace& trace) {
  begin(trace);
  if (is_unsplit_) {
    const Unsplit alone = start_unsplit(cell, way, payload, false, trace);
    if (alone != Unsplit::unknown) return alone == Unsplit::done;
    begin(trace);
  }
  if (!gather(cell)) return false;
  trace.sources[static_cast<std::size_t>(cell / 64)] |= Word{1} << (cell % 64);
  work_.push_back({cell, way, static_cast<std::int32_t>(payload), 0, -1, false});
  bool meets = false;
  return steps_ ? follow_steps(trace, cell) : follow<Keep::segments>(&trace, nullptr, meets, cell);
}

/// The source is left, and so is the next cell, unless something acts there: that settles most questions.
Kernel::First Kernel::first_step(int cell, int key, const Word* target, Word* looked_at) const {
  const Reactions& reactions = program_.reactions;
  const auto in_target = [target](int c) { return (target[c / 64] >> (c % 64) & 1) != 0; };
  const std::vector<Reactions::Way>& ways = reactions.emissions[static_cast<std::size_t>(key)];
  if (ways.empty()) return First::misses;
  if (in_target(cell)) return First::meets;
  bool goes_on = false;
  for (const Reactions::Way& way : ways) {
    const int next = program_.geometry.next_to(cell, way.way);
    if (next < 0) continue;
    if (looked_at) looked_at[next / 64] |= Word{1} << (next % 64);
    if (!in_target(next)) {
      goes_on = true;
      continue;
    }
    const int there = machine_.top_key(next);
    if (!there || !reactions.optical_key[static_cast<std::size_t>(there)]) return First::meets;
    goes_on = true;
  }
  return goes_on ? First::unknown : First::misses;
}

bool Kernel::emitter_meets(int cell, const Word* target, bool& meets) {
  if (steps_) {
    meets = false;
    if (!trace_emitter(cell, whole_)) return false;
    for (int i = 0; i < program_.words(); ++i)
      meets = meets || (whole_.cells[static_cast<std::size_t>(i)] & target[i]) != 0;
    return true;
  }
  if (program_.reactions.emission_is_static) {
    const First first = first_step(cell, machine_.top_key(cell), target, nullptr);
    meets = first == First::meets;
    if (first != First::unknown) return true;
  }
  gather_stops(cell);
  meets = false;
  return start(cell) && follow<Keep::nothing>(nullptr, target, meets, cell);
}

bool Kernel::would_meet(int cell, int key, const Word* target, bool& meets, Word* looked_at) {
  looked_at[cell / 64] |= Word{1} << (cell % 64);
  if (is_unsplit_) {
    const First way = go_along(cell, key, target[0], *looked_at);
    meets = way == First::meets;
    if (way != First::unknown) return true;
  }
  const First first = first_step(cell, key, target, looked_at);
  meets = first == First::meets;
  if (first != First::unknown) return true;
  gather_stops(cell);
  const Word bit = Word{1} << (cell % 64);
  Word& optical = optical_[static_cast<std::size_t>(cell / 64)];
  if (program_.reactions.optical_key[static_cast<std::size_t>(key)]) optical |= bit;
  else optical &= ~bit;
  tried_cell_ = cell;
  tried_key_ = key;
  const bool fine = start(cell) && follow<Keep::nothing>(nullptr, target, meets, cell, looked_at);
  tried_cell_ = -1;
  return fine;
}

/// Has the trace left this cell so before, in the middle of a segment? Only a beam that jumped there can come upon that.
bool Kernel::left_before(const Trace& trace, const Work& at) const {
  for (const Segment& segment : trace.segments)
    if (segment.way == at.way && segment.payload == at.payload && leaves(program_.geometry, segment, at.cell)) return true;
  return false;
}

/// The beams of this position have come to too many segments. False: not when those that no longer count are dropped.
bool Kernel::too_many_parts(const Trace& trace) {
  machine_.drop_old_traces(trace);
  if (parts_ <= kMostParts) return false;
  machine_.too_many_parts();
  return true;
}

template <Kernel::Keep kKeep>
bool Kernel::follow(Trace* trace, const Word* target, bool& meets, int source, Word* looked_at) {
  switch (walk_) {
    case Walk::word: return follow_by<kKeep, Walk::word>(trace, target, meets, source, looked_at);
    case Walk::rays: return follow_by<kKeep, Walk::rays>(trace, target, meets, source, looked_at);
    case Walk::steps: break;
  }
  return follow_by<kKeep, Walk::steps>(trace, target, meets, source, looked_at);
}

/// A beam with this payload leaves the cells of mask.
inline void Kernel::mark_lit(Trace& trace, std::int64_t payload, const Word* mask, int words) const {
  Word bits = program_.payload_fields[static_cast<std::size_t>(trace.lit_field)].bits_of(payload);
  const std::size_t planes = trace.lit.size();
  if (words == 1) {  // without looking which there are: that is hard to foresee
    for (std::size_t bit = 0; bit < planes; ++bit, bits >>= 1) trace.lit[bit] |= mask[0] & (0 - (bits & 1));
    return;
  }
  for (; bits; bits &= bits - 1) {
    Word* plane = &trace.lit[static_cast<std::size_t>(__builtin_ctzll(bits)) * static_cast<std::size_t>(words)];
    for (int i = 0; i < words; ++i) plane[i] |= mask[i];
  }
}

template <Kernel::Keep kKeep, Kernel::Walk kWalk>
bool Kernel::follow_by(Trace* trace, const Word* target, bool& meets, int source, Word* looked_at) {
  const int words = kWalk == Walk::word ? 1 : program_.words();
  Word one_mask = 0;
  Word* const mask = kWalk == Walk::word ? &one_mask : mask_.data();
  constexpr bool kTells = kKeep == Keep::segments, kMarks = kKeep != Keep::nothing;
  Word* const cells = kMarks ? trace->cells.data() : nullptr;
  Word* const hits = kMarks ? trace->hits.data() : nullptr;
  const bool is_lit = kMarks && trace->is_lit;
  const Reactions& reactions = program_.reactions;
  const std::uint32_t* const entries = reactions.is_static ? reactions.entries.data() : nullptr;
  std::uint32_t* const seen = seen_.empty() ? nullptr : seen_.data();
  const std::uint32_t trace_number = trace_number_;
  const std::size_t turns = turns_, payloads = payloads_;
  std::int32_t segments = kTells ? static_cast<std::int32_t>(trace->segments.size()) : 0;
  const auto include = [](Word* set, int cell) {
    set[kWalk == Walk::word ? 0 : cell / 64] |= Word{1} << (cell % 64);
  };
  while (!work_.empty()) {
    const Work& next_work = work_.back();
    std::int32_t cell = next_work.cell, way = next_work.way, payload = next_work.payload, step = next_work.step;
    std::int32_t parent = next_work.parent;
    bool jumped = next_work.jumped;
    work_.pop_back();
    while (true) {
      if (!machine_.burn()) return false;
      // Where the tables by direction and payload have this beam.
      const std::size_t turn = static_cast<std::size_t>(way) * payloads + static_cast<std::size_t>(payload);
      bool looped = false;
      if (seen) {
        std::uint32_t& left = seen[static_cast<std::size_t>(cell) * turns + turn];
        looped = left == trace_number;
        left = trace_number;
      } else {
        looped = !first_time(cell, way, payload);
      }
      if (looped || (kTells && jumped && left_before(*trace, {cell, way, payload, step, parent, jumped}))) {
        if constexpr (kTells)
          if (!add(*trace, cell, way, payload, step, 0, parent, source, cell, cell, BeamEnd::looped)) return false;
        ++segments;
        break;
      }
      Went went;
      if constexpr (kWalk == Walk::steps) {
        went = step_on(cell, way, kMarks ? cells : looked_at ? looked_at : mask, kMarks ? nullptr : target, meets);
        if constexpr (!kMarks) {
          if (looked_at && went.next >= 0) include(looked_at, went.next);
          if (meets) return true;
        }
      } else {
        went = go<kWalk>(cell, way, mask);
        if constexpr (kMarks) {
          for (int i = 0; i < words; ++i) cells[i] |= mask[i];
          if (is_lit) mark_lit(*trace, static_cast<std::uint32_t>(payload), mask, words);
        } else {
          if (looked_at) {
            for (int i = 0; i < words; ++i) looked_at[i] |= mask[i];
            if (went.next >= 0) include(looked_at, went.next);
          }
          for (int i = 0; i < words; ++i)
            if (mask[i] & target[i]) {
              meets = true;
              return true;
            }
        }
      }
      const std::int32_t next = went.next;
      std::int32_t number = -1;
      if constexpr (kTells) {
        number = segments++;
        if (!add(*trace, cell, way, payload, step, went.length, parent, source, went.last, next < 0 ? went.last : next,
                 next < 0 ? BeamEnd::left : BeamEnd::split))
          return false;
      }
      if (next < 0) break;
      cell = next;
      step += went.length;
      parent = number;
      jumped = false;
      // Where no piece is that acts: the beam's own source, or where one came out of a jump. It goes on as it is.
      if (!(optical_[kWalk == Walk::word ? 0 : static_cast<std::size_t>(next / 64)] >> (next % 64) & 1)) continue;
      if constexpr (kMarks) include(hits, next);
      std::uint32_t entry = 0;
      if (entries)
        entry = entries[static_cast<std::size_t>(key_on(next)) * turns + turn];
      if (entries && entry < Reactions::kNone) {
        way = static_cast<std::int32_t>(entry >> 16);
        payload = static_cast<std::int32_t>(entry & 0xFFFF);
        continue;
      }
      if ((!entries || (entry & Reactions::kKind) == Reactions::kBroken) && !react(next, way, payload, entry))
        return false;
      const std::uint32_t kind = entry & Reactions::kKind;
      if (kind == Reactions::kNone) continue;
      if (kind == Reactions::kStop) {
        const int name = static_cast<int>(entry & 0xFFFF) - 1;
        if constexpr (kMarks) trace->stop(next, name);
        if constexpr (kTells) {
          Segment& ended = trace->segments[static_cast<std::size_t>(number)];
          ended.end = BeamEnd::stopped;
          ended.end_name = static_cast<std::int16_t>(name);
        }
        break;
      }
      const std::vector<Reactions::Way>& ways =
          entry == (Reactions::kList | 0xFFFFFF) ? ways_ : reactions.lists[entry & 0xFFFFFF];
      for (auto on = ways.rbegin(); on != ways.rend(); ++on) {
        if (!on->stop) {
          const std::int32_t from = on->cell < 0 ? next : on->cell;
          // Where a beam may come out in the middle of a lane, later ones must be seen to, too.
          if (on->cell >= 0) include(stops_.data(), from);
          work_.push_back({from, on->way, static_cast<std::int32_t>(on->payload), step, number, on->cell >= 0});
        } else if constexpr (kMarks) {
          trace->stop(next, on->stop - 2);
          if constexpr (kTells) {
            Segment& ended = trace->segments[static_cast<std::size_t>(number)];
            ended.end_name = static_cast<std::int16_t>(on->stop - 2);
            if (ways.size() == 1) ended.end = BeamEnd::stopped;
          }
        }
      }
      break;
    }
  }
  return true;
}

// steps.cpp follows beams so, too.
template bool Kernel::follow<Kernel::Keep::segments>(Trace*, const Word*, bool&, int, Word*);

}  // namespace glint
