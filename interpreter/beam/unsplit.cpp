// Follows a beam that nothing splits, on a board of one word: a loop from meeting to meeting over tables made for it
// (Reactions::Unsplit), without a list of work to do.
//
// The general way (follow.cpp) notes every place that a beam has left, so as to see when it comes there again. Here
// nothing is noted but one of them, which moves on as the beam grows longer (R. P. Brent, 1980). The path is kept as
// parts of a few bytes. They answer most questions; segments are made of them when somebody asks for those.
#include <array>
#include <cstring>

#include "interpreter/beam/along.hpp"

namespace glint {

namespace {

constexpr unsigned kRises = Reactions::Unsplit::kRises, kOther = Reactions::Unsplit::kOther;

/// The name of the end with which Unsplit::on answers; -1: it has none.
std::int16_t end_name(unsigned end) { return static_cast<std::int16_t>(static_cast<int>(end & 0xFFF) - 1); }

/// The beam comes to where it left `round` parts before: keeps each part once. The last one ends at once.
std::uint32_t end_round(Part* parts, std::uint32_t count, std::uint32_t round) {
  const auto same = [](const Part& a, const Part& b) { return a.cell == b.cell && a.beam == b.beam; };
  std::uint32_t first = 0;
  while (first + round < count && !same(parts[first], parts[first + round])) ++first;
  parts[first + round] = {0, parts[first].cell, parts[first].cell, parts[first].beam};
  return first + round + 1;
}

}  // namespace

/// For each payload and bit of the field by which light is asked, all cells if it has the bit, else none.
std::vector<Kernel::LitPlanes> Kernel::lights_of(const Program& program) {
  std::vector<LitPlanes> lights;
  if (program.lit_field < 0 || program.reactions.unsplit.on.empty()) return lights;
  lights.resize(static_cast<std::size_t>(program.payloads));
  for (std::size_t payload = 0; payload < lights.size(); ++payload) {
    const Word bits = program.payload_fields[program.lit_field].bits_of(static_cast<std::int64_t>(payload));
    for (std::size_t i = 0; i < kMostLitPlanes; ++i) lights[payload][i] = 0 - (bits >> i & 1);
  }
  return lights;
}

/// Follows a beam from a cell to its end. Nothing: the general way must do it.
std::optional<bool> Kernel::follow_unsplit(Trace& trace, int source, unsigned beam) {
  const Reactions::Unsplit& tables = program_.reactions.unsplit;
  const auto* const keys = reinterpret_cast<const char*>(frame_ + program_.layout.keys);
  const std::uint16_t* const reactions = tables.on.data();
  const Word* const all_rays = tables.rays.data();
  const int payload_bits = tables.payload_bits, beam_bits = tables.beam_bits;
  const unsigned payload_mask = (1U << payload_bits) - 1;
  const Word optical = optical_now();
  const Word stops = optical | bit_in_word(source);  // so that a beam which comes back to its source is noticed
  const std::size_t planes = trace.is_lit ? trace.lit.size() : 0;
  if (planes > kMostLitPlanes) return std::nullopt;
  if (trace.parts.empty()) trace.parts.resize(kMostParts);
  Part* const parts = trace.parts.data();
  std::uint32_t count = 0;  // of parts
  int cell = source;
  Word left = 0, met_cells = 0;
  LitPlanes lit{};
  const auto leave = [&](Word cells, int next) {
    parts[count++] = {cells, static_cast<std::uint16_t>(cell), static_cast<std::uint16_t>(next),
                      static_cast<std::uint16_t>(beam)};
    left |= cells;
    if (planes == 0) return;
    const LitPlanes& lights = lights_[beam & payload_mask];
    for (std::size_t i = 0; i < kMostLitPlanes; ++i) lit[i] |= cells & lights[i];
  };
  unsigned end = 0;
  std::uint32_t mark = kNowhere, marked = 0;  // where it was, and how it went on, when it had a power of two of parts
  while (true) {
    const Word* const rays = all_rays + (((beam & ~kRises) >> payload_bits) << 6);
    const Word ray = rays[cell], met = ray & stops;
    if (!met) {
      leave(bit_in_word(cell) | ray, cell);
      break;
    }
    const int next = nearest(met, beam);
    leave(bit_in_word(cell) | (ray ^ (rays[next] | bit_in_word(next))), next);
    cell = next;
    met_cells |= bit_in_word(cell);
    std::uint16_t key;
    std::memcpy(&key, keys + 2 * cell, sizeof key);
    const unsigned on = reactions[static_cast<std::size_t>(key) << beam_bits | (beam & ~kRises)];
    if (!(on & kOther)) {
      beam = on;
    } else if (on != Reactions::Unsplit::kPasses) {
      end = on;
      break;
    }
    if (count == kMostParts) return std::nullopt;  // before a round is ended, which may take one part more
    const std::uint32_t now = static_cast<std::uint32_t>(cell) << 16 | beam;
    if (now == mark) {
      count = end_round(parts, count, count - marked);
      trace.loop(parts[count - 1].cell);
      break;
    }
    if ((count & (count - 1)) == 0) {
      mark = now;
      marked = count;
    }
  }
  if (end == Reactions::Unsplit::kAsks) return std::nullopt;
  if (end) trace.stop(cell, end_name(end));
  trace.has_segments = false;
  trace.part_count = count;
  trace.part_end = static_cast<std::uint16_t>(end);
  trace.cells[0] = left;
  trace.hits[0] |= met_cells & optical;
  for (std::size_t i = 0; i < planes; ++i) trace.lit[i] = lit[i];
  return fuel_.burn(count);
}

/// Makes the segments of a trace of parts. False: there are too many.
bool Kernel::tell_segments(Trace& trace) {
  const Geometry& geometry = program_.geometry;
  const Reactions::Unsplit& tables = program_.reactions.unsplit;
  const std::uint32_t count = trace.part_count;
  trace.segments.clear();
  if (!budget_.add(trace, count)) return false;
  trace.segments.reserve(count);
  const int source = trace.parts[0].cell;
  std::int32_t step = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Part& part = trace.parts[i];
    const int way = part.way(tables);
    const std::int32_t* const to_border = &geometry.to_border[geometry.at(0, way)];
    std::int32_t length = to_border[part.cell] - to_border[part.next], last = 0, next = part.next;
    BeamEnd end = BeamEnd::split;
    if (i + 1 < count || trace.part_end) {
      last = geometry.next_to(next, geometry.opposite(way));
      if (i + 1 == count) end = BeamEnd::stopped;
    } else if (part.cells != 0) {  // where it comes to nothing, it leaves all up to the border
      length = to_border[part.cell] + 1;
      last = next = geometry.last[geometry.at(part.cell, way)];
      end = BeamEnd::left;
    } else {
      last = part.cell;
      end = BeamEnd::looped;
    }
    trace.segments.emplace_back(part.cell, way, part.payload(tables), step, length, static_cast<std::int32_t>(i) - 1,
                                source, last, next, end);
    step += length;
  }
  if (trace.part_end) trace.segments.back().end_name = end_name(trace.part_end);
  trace.has_segments = true;
  return true;
}

/// Follows the beam of the emitter on `cell`, if it has just one. The trace has been begun.
std::optional<bool> Kernel::emit_unsplit(int cell, Trace& trace) {
  if (!is_unsplit_) return std::nullopt;
  const unsigned first = program_.reactions.unsplit.first[program_.key_in(frame_, cell, 0)];
  if (first & kOther) return std::nullopt;
  trace.sources[0] = bit_in_word(cell);
  return follow_unsplit(trace, cell, first);
}

/// Follows one beam that starts in `cell`, or comes in there from outside. The trace has been begun.
std::optional<bool> Kernel::start_unsplit(int cell, int way, std::int64_t payload, bool comes_in, Trace& trace) {
  if (!is_unsplit_) return std::nullopt;
  const Reactions::Unsplit& tables = program_.reactions.unsplit;
  unsigned beam = tables.beam(way, static_cast<std::uint32_t>(payload), (program_.geometry.rising >> way & 1) != 0);
  const auto key = static_cast<std::size_t>(program_.key_in(frame_, cell, 0));
  if (comes_in && program_.reactions.optical_key[key]) {
    const unsigned on = tables.on[key << tables.beam_bits | (beam & ~kRises)];
    if (on & kOther && on != Reactions::Unsplit::kPasses) return std::nullopt;
    if (on != Reactions::Unsplit::kPasses) beam = on;
    trace.hits[0] = bit_in_word(cell);
  }
  trace.sources[0] = bit_in_word(cell);
  return follow_unsplit(trace, cell, beam);
}

}  // namespace glint
