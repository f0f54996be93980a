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
  one_word_ = words == 1 && !program.geometry.ray.empty();
  const std::size_t states = static_cast<std::size_t>(program.geometry.cells) *
                             static_cast<std::size_t>(program.geometry.directions) *
                             static_cast<std::size_t>(program.payloads);
  if (states <= kMaxSeen && !program.reactions.emitter_sets.empty()) seen_.assign(states, 0);
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
  const int key = machine_.top_key(cell);
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
  const int key = machine_.top_key(cell);
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
  trace.clear(program_.words());
  gather_stops(cell);
  if (!start(cell)) return false;
  if (!work_.empty()) trace.sources[static_cast<std::size_t>(cell / 64)] |= Word{1} << (cell % 64);
  bool meets = false;
  return follow(&trace, nullptr, meets, cell);
}

bool Kernel::trace_from(int cell, int way, std::int64_t payload, Trace& trace) {
  trace.clear(program_.words());
  gather_stops(cell);
  trace.sources[static_cast<std::size_t>(cell / 64)] |= Word{1} << (cell % 64);
  work_.push_back({cell, way, static_cast<std::int32_t>(payload), 0, -1, false});
  bool meets = false;
  return follow(&trace, nullptr, meets, cell);
}

bool Kernel::emitter_meets(int cell, const Word* target, bool& meets) {
  // The source is left, and so is the next cell, unless something acts there: that settles most questions.
  const Reactions& reactions = program_.reactions;
  const auto in_target = [target](int c) { return (target[c / 64] >> (c % 64) & 1) != 0; };
  if (reactions.emission_is_static) {
    const int key = machine_.top_key(cell);
    const std::vector<Reactions::Way>& ways = reactions.emissions[static_cast<std::size_t>(key)];
    meets = !ways.empty() && in_target(cell);
    bool goes_on = false;
    for (const Reactions::Way& way : ways) {
      const int next = program_.geometry.neighbour[static_cast<std::size_t>(way.way * program_.geometry.cells + cell)];
      if (next < 0) continue;
      goes_on = true;
      const int there = machine_.top_key(next);
      const bool acts = there && reactions.code[static_cast<std::size_t>(program_.key(there).kind)] >= 0;
      meets = meets || (!acts && in_target(next));
    }
    if (meets || !goes_on) return true;
  }
  gather_stops(cell);
  meets = false;
  return start(cell) && follow(nullptr, target, meets, cell);
}

/// Has the trace left this cell so before, in the middle of a segment? Only a beam that jumped there can come upon that.
bool Kernel::left_before(const Trace& trace, const Work& at) const {
  const int words = program_.words();
  for (std::size_t i = 0; i < trace.segments.size(); ++i) {
    const Segment& segment = trace.segments[i];
    if (segment.way == at.way && segment.payload == at.payload && (trace.mask(i, words)[at.cell / 64] >> (at.cell % 64) & 1))
      return true;
  }
  return false;
}

bool Kernel::follow(Trace* trace, const Word* target, bool& meets, int source) {
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
      if (!first_time(at.cell, at.way, at.payload) || (at.jumped && trace && left_before(*trace, at))) {
        if (trace) {
          segment.end = BeamEnd::looped;
          segment.end_cell = at.cell;
          trace->segments.push_back(segment);
          trace->masks.resize(trace->masks.size() + static_cast<std::size_t>(words), 0);
        }
        break;
      }
      const int next = advance(at.cell, at.way, mask);
      if (target) {
        for (int i = 0; i < words; ++i)
          if (mask[i] & target[i]) {
            meets = true;
            return true;
          }
      }
      int length = 0;
      std::int32_t number = -1;
      if (trace) {
        for (int i = 0; i < words; ++i) {
          length += popcount(mask[i]);
          trace->cells[static_cast<std::size_t>(i)] |= mask[i];
        }
        segment.length = length;
        segment.end_cell = next;
        if (next < 0) {
          int last = at.cell;
          for (int n; (n = program_.geometry.neighbour[static_cast<std::size_t>(at.way * program_.geometry.cells + last)]) >= 0;)
            last = n;
          segment.end_cell = last;
        }
        number = static_cast<std::int32_t>(trace->segments.size());
        trace->segments.push_back(segment);
        trace->masks.insert(trace->masks.end(), mask, mask + words);
      }
      if (next < 0) break;
      if (!(optical_[static_cast<std::size_t>(next / 64)] >> (next % 64) & 1)) {
        // The beam's own source, or where one came out of a jump: nothing acts on it.
        if (trace) trace->segments[static_cast<std::size_t>(number)].end = BeamEnd::split;
        at = {next, at.way, at.payload, at.step + length, number, false};
        continue;
      }
      if (trace) trace->hits[static_cast<std::size_t>(next / 64)] |= Word{1} << (next % 64);
      std::uint32_t entry = 0;
      if (!react(next, at.way, at.payload, entry)) return false;
      const std::uint32_t kind = entry & Reactions::kKind;
      if (kind == Reactions::kStop) {
        if (trace) {
          Segment& ended = trace->segments[static_cast<std::size_t>(number)];
          ended.end = BeamEnd::stopped;
          ended.end_name = static_cast<std::int16_t>(static_cast<int>(entry & 0xFFFF) - 1);
        }
        break;
      }
      if (trace) trace->segments[static_cast<std::size_t>(number)].end = BeamEnd::split;
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
        } else if (trace) {
          Segment& ended = trace->segments[static_cast<std::size_t>(number)];
          ended.end_name = static_cast<std::int16_t>(way->stop - 2);
          if (ways.size() == 1) ended.end = BeamEnd::stopped;
        }
      }
      break;
    }
  }
  return true;
}

}  // namespace glint
