// Follows a beam that nothing splits, on a board of one word: a loop from meeting to meeting over tables made for it
// (Reactions::Unsplit), without a list of work to do.
//
// The general way (follow.cpp) notes every place that a beam has left, to see when the beam comes there again. Here
// only one place is noted, which moves on as the beam grows longer (R. P. Brent, 1980). The path is kept as parts of a
// few bytes. They answer most questions; segments are made from them on demand.
#include <cstring>

#include "interpreter/beam/along.hpp"

namespace glint {

namespace {

using Unsplit = Reactions::Unsplit;

/// The beam comes to the place that it left `round` parts before: keeps each part once. The last part ends at once, and
/// there may be one part more than before.
std::uint32_t end_round(Part* parts, std::uint32_t count, std::uint32_t round) {
  std::uint32_t first = 0;
  while (first + round < count && parts[first].place != parts[first + round].place) ++first;
  parts[first + round] = {0, parts[first].place};
  return first + round + 1;
}

}  // namespace

/// For each payload and bit of the field by which light is asked: all cells if the payload has the bit, else none.
std::vector<Kernel::LitPlanes> Kernel::lights_of(const Program& program) {
  std::vector<LitPlanes> lights;
  if (program.reactions.unsplit.on.empty()) return lights;
  lights.resize(static_cast<std::size_t>(program.payloads.count));
  for (std::size_t payload = 0; payload < lights.size() && program.traces.lit_field >= 0; ++payload) {
    const Word bits = program.payloads.fields[program.traces.lit_field].bits_of(static_cast<std::int64_t>(payload));
    for (std::size_t i = 0; i < kMostLitPlanes; ++i) lights[payload][i] = 0 - (bits >> i & 1);
  }
  return lights;
}

/// Follows a beam from a cell to its end. Nothing: the general way must do it. From meeting to meeting there are four
/// loads that wait for each other (beam, line, key, beam), and no other waits between them.
std::optional<bool> Kernel::follow_unsplit(Trace& trace, int source, std::uint32_t beam, bool with_light) {
  const Unsplit& tables = program_.reactions.unsplit;
  const auto* const keys = reinterpret_cast<const char*>(frame_ + program_.layout.keys);
  const std::uint32_t* const reactions = tables.on.data();
  const Word* const all_lines = tables.lines.data();
  const std::size_t key_count = tables.keys;
  const std::uint32_t payload_mask = (1U << tables.payload_bits) - 1;
  const Word optical = optical_now();
  const Word stops = optical | bit_in_word(source);  // so that a beam which comes back to its source is noticed
  const int planes = with_light ? program_.payloads.fields[program_.traces.lit_field].bits() : 0;
  if (planes > static_cast<int>(kMostLitPlanes)) return std::nullopt;
  if (trace.parts.empty()) trace.parts.resize(kMostParts + 1);
  Part* const parts = trace.parts.data();
  std::uint32_t count = 0;  // of parts
  auto cell = static_cast<std::size_t>(source);
  std::uint32_t place = place_of(cell, beam);
  Word left = 0, met_cells = 0;
  LitPlanes lit{};
  const auto leave = [&](Word cells) {
    parts[count++] = {cells, place};
    left |= cells;
    const LitPlanes& lights = lights_[beam >> 16 & payload_mask];
    for (std::size_t i = 0; i < kMostLitPlanes; ++i) lit[i] |= cells & lights[i];
  };
  unsigned end = 0;
  // The beam's place when its number of parts was last a power of two, that number, and the next one.
  std::uint32_t mark = kNowhere, marked = 0, next_mark = 4;
  while (true) {
    const Word* const lines = all_lines + (beam & Unsplit::kLine);
    const Word met = lines[2 * cell] & stops;
    const std::uint32_t* const on_from = reactions + Unsplit::number(beam) * key_count;
    if (!met) {
      leave(lines[2 * cell + 1]);
      break;
    }
    const std::size_t next = nearest(met, beam);
    leave(lines[2 * cell + 1] ^ lines[2 * next + 1]);
    cell = next;
    met_cells |= bit_in_word(cell);
    std::uint16_t key;
    std::memcpy(&key, keys + 2 * cell, sizeof key);
    const std::uint32_t on = on_from[key];
    if (!(on & Unsplit::kOther)) {
      beam = on;
    } else if (on != Unsplit::kPasses) {
      if (on == Unsplit::kAsks) return std::nullopt;
      end = 1 + (on & 0xFFF);
      break;
    }
    place = place_of(cell, beam);
    if (place == mark) {
      count = end_round(parts, count, count - marked);
      trace.loop(parts[count - 1].cell());
      break;
    }
    if (count == next_mark) {
      if (count == kMostParts) return std::nullopt;
      mark = place;
      marked = count;
      next_mark *= 2;
    }
  }
  if (end > 1) trace.stop(static_cast<int>(cell), static_cast<int>(end) - 2);
  trace.has_segments = false;
  trace.part_count = count;
  trace.part_end = static_cast<std::uint16_t>(end);
  trace.stopped_at = static_cast<std::uint16_t>(cell);
  trace.cells[0] = left;
  trace.hits[0] |= met_cells & optical;
  if (with_light) {
    trace.lit.assign(lit.begin(), lit.begin() + planes);
    trace.lit_field = program_.traces.lit_field;
    trace.is_lit = true;
  }
  return fuel_.burn(count);
}

/// Makes the segments of a trace of parts. False: there are too many.
bool Kernel::tell_segments(Trace& trace) {
  const Geometry& geometry = program_.geometry;
  const Unsplit& tables = program_.reactions.unsplit;
  const std::uint32_t count = trace.part_count;
  trace.segments.clear();
  if (!budget_.add(trace, count)) return false;
  trace.segments.reserve(count);
  const int source = trace.parts[0].cell();
  std::int32_t step = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Part& part = trace.parts[i];
    const int way = part.way(tables);
    const std::int32_t* const to_border = &geometry.to_border[geometry.at(0, way)];
    const bool is_last = i + 1 == count;
    const std::int32_t cell = part.cell();
    std::int32_t last = cell, length = 0;
    BeamEnd end = is_last ? BeamEnd::looped : BeamEnd::split;
    if (part.cells != 0) {
      last = part.rises() ? highest_bit(part.cells) : lowest_bit(part.cells);
      length = to_border[cell] - to_border[last] + 1;
      if (is_last) end = trace.part_end ? BeamEnd::stopped : BeamEnd::left;
    }
    // If it meets nothing, it leaves all cells up to the border.
    const int to = !is_last ? trace.parts[i + 1].cell() : trace.part_end ? trace.stopped_at : last;
    trace.segments.emplace_back(cell, way, part.payload(tables), step, length, static_cast<std::int32_t>(i) - 1, source,
                                last, to, end);
    step += length;
  }
  if (trace.part_end) trace.segments.back().end_name = static_cast<std::int16_t>(trace.part_end - 2);
  trace.has_segments = true;
  return true;
}

/// Follows the beam of the emitter on `cell`, if it has just one. The trace has been begun.
std::optional<bool> Kernel::emit_unsplit(int cell, Trace& trace, bool with_light) {
  if (!is_unsplit_) return std::nullopt;
  const std::uint32_t first = program_.reactions.unsplit.first[program_.key_in(frame_, cell, 0)];
  if (first & Unsplit::kOther) return std::nullopt;
  trace.sources[0] = bit_in_word(cell);
  return follow_unsplit(trace, cell, first, with_light);
}

/// Follows one beam that starts in `cell`, or comes into it from outside. The trace has been begun.
std::optional<bool> Kernel::start_unsplit(int cell, int way, std::int64_t payload, bool comes_in, Trace& trace) {
  if (!is_unsplit_) return std::nullopt;
  const Unsplit& tables = program_.reactions.unsplit;
  const bool rises = (program_.geometry.rising >> way & 1) != 0;
  std::uint32_t beam = tables.beam(way, static_cast<std::uint32_t>(payload), rises);
  const auto key = static_cast<std::size_t>(program_.key_in(frame_, cell, 0));
  if (comes_in && program_.reactions.optical_key[key]) {
    const std::uint32_t on = tables.on[Unsplit::number(beam) * tables.keys + key];
    if (on & Unsplit::kOther && on != Unsplit::kPasses) return std::nullopt;
    if (on != Unsplit::kPasses) beam = on;
    trace.hits[0] = bit_in_word(cell);
  }
  trace.sources[0] = bit_in_word(cell);
  return follow_unsplit(trace, cell, beam, false);
}

}  // namespace glint
