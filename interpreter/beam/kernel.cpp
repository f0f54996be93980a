#include "interpreter/beam/kernel.hpp"

#include <algorithm>

#include "interpreter/play/machine.hpp"

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
  one_word_ = words == 1 && !program.geometry.ray.empty();
  const std::size_t states = static_cast<std::size_t>(program.geometry.cells) *
                             static_cast<std::size_t>(program.geometry.directions) *
                             static_cast<std::size_t>(program.payloads);
  const bool traces = !program.reactions.emitter_sets.empty() || program.trace_buffers > 0;
  if (states <= kMaxSeen && traces) seen_.assign(states, 0);
}

bool Kernel::first_time(int cell, int way, std::int64_t payload) {
  const std::uint64_t index =
      (static_cast<std::uint64_t>(cell) * static_cast<std::uint64_t>(program_.geometry.directions) +
       static_cast<std::uint64_t>(way)) * static_cast<std::uint64_t>(program_.payloads) + static_cast<std::uint64_t>(payload);
  if (index < seen_.size()) {
    if (seen_[index] == trace_number_) return false;
    seen_[index] = trace_number_;
    return true;
  }
  return seen_set_.insert(index).second;
}

void Kernel::gather_stops(int source) {
  const Word* frame = machine_.frame();
  const int words = program_.words();
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
  seen_set_.clear();
}

bool Kernel::gather(int source) {
  gather_stops(source);
  return !steps_ || gather_acting();
}

/// The cells left from `cell` on along `way`, into mask; answers the cell that is met, or -1 at the border.
int Kernel::advance(int cell, int way, Word* mask) const {
  const Geometry& geometry = program_.geometry;
  if (one_word_) {
    const Word* rays = geometry.ray.data() + static_cast<std::size_t>(way) * static_cast<std::size_t>(geometry.cells);
    const Word ray = rays[cell];
    const Word met = ray & stops_[0];
    const Word self = Word{1} << cell;
    if (!met) {
      mask[0] = self | ray;
      return -1;
    }
    const int next = geometry.rises[static_cast<std::size_t>(way)] ? __builtin_ctzll(met) : 63 - __builtin_clzll(met);
    mask[0] = self | (ray ^ (rays[next] | Word{1} << next));
    return next;
  }
  const int words = geometry.words;
  if (!geometry.ray.empty()) {
    const Word* ray = geometry.ray_of(way, cell);
    int next = -1;
    if (geometry.rises[static_cast<std::size_t>(way)]) {
      for (int i = 0; i < words && next < 0; ++i)
        if (const Word met = ray[i] & stops_[static_cast<std::size_t>(i)]) next = i * 64 + __builtin_ctzll(met);
    } else {
      for (int i = words - 1; i >= 0 && next < 0; --i)
        if (const Word met = ray[i] & stops_[static_cast<std::size_t>(i)]) next = i * 64 + 63 - __builtin_clzll(met);
    }
    if (next < 0) {
      std::copy(ray, ray + words, mask);
    } else {
      const Word* beyond = geometry.ray_of(way, next);
      for (int i = 0; i < words; ++i) mask[i] = ray[i] ^ beyond[i];
      mask[next / 64] ^= Word{1} << (next % 64);
    }
    mask[cell / 64] |= Word{1} << (cell % 64);
    return next;
  }
  // A board too large for ray tables: cell by cell.
  std::fill(mask, mask + words, 0);
  const std::int32_t* neighbour =
      geometry.neighbour.data() + static_cast<std::size_t>(way) * static_cast<std::size_t>(geometry.cells);
  for (int at = cell;;) {
    mask[at / 64] |= Word{1} << (at % 64);
    at = neighbour[at];
    if (at < 0 || (stops_[static_cast<std::size_t>(at / 64)] >> (at % 64) & 1)) return at;
  }
}

/// The reaction at a cell where an optical piece stands. Where it is code, its ways on are left in ways_ and the entry
/// says kList | 0xFFFFFF.
bool Kernel::react(int cell, int way, std::int64_t payload, std::uint32_t& entry) {
  const int key = key_on(cell);
  const Reactions& reactions = program_.reactions;
  if (reactions.is_static) {
    entry = reactions.entries[(static_cast<std::size_t>(key) * static_cast<std::size_t>(program_.geometry.directions) +
                               static_cast<std::size_t>(way)) * static_cast<std::size_t>(program_.payloads) +
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
  if (!gather(cell)) return false;
  if (!start(cell)) return false;
  if (!work_.empty()) trace.sources[static_cast<std::size_t>(cell / 64)] |= Word{1} << (cell % 64);
  bool meets = false;
  return steps_ ? follow_steps(trace, cell) : follow<true>(&trace, nullptr, meets, cell);
}

bool Kernel::trace_from(int cell, int way, std::int64_t payload, Trace& trace) {
  begin(trace);
  if (!gather(cell)) return false;
  trace.sources[static_cast<std::size_t>(cell / 64)] |= Word{1} << (cell % 64);
  work_.push_back({cell, way, static_cast<std::int32_t>(payload), 0, -1, false});
  bool meets = false;
  return steps_ ? follow_steps(trace, cell) : follow<true>(&trace, nullptr, meets, cell);
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
  return start(cell) && follow<false>(nullptr, target, meets, cell);
}

bool Kernel::would_meet(int cell, int key, const Word* target, bool& meets, Word* looked_at) {
  looked_at[cell / 64] |= Word{1} << (cell % 64);
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
  const bool fine = start(cell) && follow<false>(nullptr, target, meets, cell, looked_at);
  tried_cell_ = -1;
  return fine;
}

/// What the beams that are followed now meet on a cell.
int Kernel::key_on(int cell) const { return cell == tried_cell_ ? tried_key_ : machine_.top_key(cell); }

/// Has the trace left this cell so before, in the middle of a segment? Only a beam that jumped there can come upon that.
bool Kernel::left_before(const Trace& trace, const Work& at) const {
  for (const Segment& segment : trace.segments)
    if (segment.way == at.way && segment.payload == at.payload && leaves(program_.geometry, segment, at.cell)) return true;
  return false;
}

/// Another segment; false when the beams of this position have come to too many.
bool Kernel::add(Trace& trace, const Segment& segment) {
  if (++parts_ > kMostParts) {
    machine_.drop_old_traces(trace);
    if (parts_ > kMostParts) {
      machine_.too_many_parts();
      return false;
    }
  }
  trace.segments.push_back(segment);
  return true;
}

void Kernel::begin(Trace& trace) {
  parts_ -= static_cast<std::int64_t>(trace.segments.size());
  trace.clear(program_.words());
}

template <bool kKeep>
bool Kernel::follow(Trace* trace, const Word* target, bool& meets, int source, Word* looked_at) {
  const int words = program_.words();
  Word* mask = mask_.data();
  while (!work_.empty()) {
    Work at = work_.back();
    work_.pop_back();
    while (true) {
      if (!machine_.burn()) return false;
      Segment segment;
      segment.cell = at.cell;
      segment.way = at.way;
      segment.payload = at.payload;
      segment.step = at.step;
      segment.parent = at.parent;
      segment.source = source;
      if (!first_time(at.cell, at.way, at.payload) || (kKeep && at.jumped && left_before(*trace, at))) {
        if constexpr (kKeep) {
          segment.end = BeamEnd::looped;
          segment.last = segment.end_cell = at.cell;
          if (!add(*trace, segment)) return false;
        }
        break;
      }
      const int next = advance(at.cell, at.way, mask);
      if constexpr (!kKeep) {
        if (looked_at) {
          for (int i = 0; i < words; ++i) looked_at[i] |= mask[i];
          if (next >= 0) looked_at[next / 64] |= Word{1} << (next % 64);
        }
        for (int i = 0; i < words; ++i)
          if (mask[i] & target[i]) {
            meets = true;
            return true;
          }
      }
      int length = 0;
      std::int32_t number = -1;
      if constexpr (kKeep) {
        for (int i = 0; i < words; ++i) {
          length += popcount(mask[i]);
          trace->cells[static_cast<std::size_t>(i)] |= mask[i];
        }
        segment.length = length;
        segment.end_cell = next;
        segment.exit_payload = at.payload;
        if (next < 0) {
          segment.last = program_.geometry.last[static_cast<std::size_t>(at.way * program_.geometry.cells + at.cell)];
          segment.end_cell = segment.last;
        } else {
          segment.last = program_.geometry.next_to(next, program_.geometry.opposite(at.way));
        }
        number = static_cast<std::int32_t>(trace->segments.size());
        if (!add(*trace, segment)) return false;
      }
      if (next < 0) break;
      if (!(optical_[static_cast<std::size_t>(next / 64)] >> (next % 64) & 1)) {
        // The beam's own source, or where one came out of a jump: nothing acts on it.
        if constexpr (kKeep) trace->segments[static_cast<std::size_t>(number)].end = BeamEnd::split;
        at = {next, at.way, at.payload, at.step + length, number, false};
        continue;
      }
      if constexpr (kKeep) trace->hits[static_cast<std::size_t>(next / 64)] |= Word{1} << (next % 64);
      std::uint32_t entry = 0;
      if (!react(next, at.way, at.payload, entry)) return false;
      const std::uint32_t kind = entry & Reactions::kKind;
      if (kind == Reactions::kStop) {
        if constexpr (kKeep) {
          Segment& ended = trace->segments[static_cast<std::size_t>(number)];
          ended.end = BeamEnd::stopped;
          ended.end_name = static_cast<std::int16_t>(static_cast<int>(entry & 0xFFFF) - 1);
          trace->stop(next, ended.end_name);
        }
        break;
      }
      if constexpr (kKeep) trace->segments[static_cast<std::size_t>(number)].end = BeamEnd::split;
      const std::int32_t step = at.step + length;
      if (kind < Reactions::kNone) {
        at = {next, static_cast<std::int32_t>(entry >> 16), static_cast<std::int32_t>(entry & 0xFFFF), step, number, false};
        continue;
      }
      if (kind == Reactions::kNone) {
        at = {next, at.way, at.payload, step, number, false};
        continue;
      }
      const std::vector<Reactions::Way>& ways =
          entry == (Reactions::kList | 0xFFFFFF) ? ways_ : program_.reactions.lists[entry & 0xFFFFFF];
      for (auto way = ways.rbegin(); way != ways.rend(); ++way) {
        if (!way->stop) {
          const std::int32_t from = way->cell < 0 ? next : way->cell;
          // Where a beam may come out in the middle of a lane, later ones must be seen to, too.
          if (way->cell >= 0) stops_[static_cast<std::size_t>(from / 64)] |= Word{1} << (from % 64);
          work_.push_back({from, way->way, static_cast<std::int32_t>(way->payload), step, number, way->cell >= 0});
        } else if constexpr (kKeep) {
          Segment& ended = trace->segments[static_cast<std::size_t>(number)];
          ended.end_name = static_cast<std::int16_t>(way->stop - 2);
          trace->stop(next, ended.end_name);
          if (ways.size() == 1) ended.end = BeamEnd::stopped;
        }
      }
      break;
    }
  }
  return true;
}

// steps.cpp follows beams so, too.
template bool Kernel::follow<true>(Trace*, const Word*, bool&, int, Word*);

}  // namespace glint
