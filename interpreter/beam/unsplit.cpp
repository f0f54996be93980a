// Follows a beam that nothing splits, on a board of one word: a loop from meeting to meeting over tables made for it
// (Reactions::Unsplit), without a list of work to do.
//
// The general way (follow.cpp) notes every place that a beam has left, so as to see when it comes there again. Here
// nothing is noted but one of them, which moves on as the beam grows longer (R. P. Brent, 1980). A beam that goes round
// is rare; where segments are wanted, it is followed once more, the general way, which writes each of them once.
#include <array>
#include <cstring>

#include "interpreter/beam/kernel.hpp"

namespace glint {

namespace {

/// Beams with more meetings are left to the general way, so that numbers here stay small.
constexpr std::uint32_t kLongest = 256;
/// Light by a field of more bits is left to the general way, too.
constexpr std::size_t kMostPlanes = 4;

constexpr unsigned kRises = Reactions::Unsplit::kRises, kOther = Reactions::Unsplit::kOther;

/// The first cell, on a beam's way, of those that lie ahead. Without a branch, which would be hard to foresee.
int nearest(Word ahead, unsigned beam) {
  const int lowest = lowest_bit(ahead), highest = highest_bit(ahead);
  return highest ^ ((lowest ^ highest) & -static_cast<int>(beam >> 15));
}

/// The name of the end with which Unsplit::on answers; -1: it has none.
std::int16_t end_name(unsigned end) { return static_cast<std::int16_t>(static_cast<int>(end & 0xFFF) - 1); }

}  // namespace

/// The way of a beam. kTells: with its parts.
template <bool kTells>
struct Kernel::Path {
  /// Straight on from a cell to the meeting on the next one.
  struct Part {
    std::uint16_t cell, next, beam;
  };

  Path(int first_cell, unsigned first_beam) : cell(first_cell), beam(first_beam) {}

  int cell;       // where it begins; then the cell that it came to last,
  unsigned beam;  // and how it leaves that
  unsigned end = 0;  // how it ended there: as Unsplit::on answers; 0: it left the board
  std::uint32_t meetings;
  Word left, met;  // cells, those met with a piece that acts
  std::array<Word, kMostPlanes> lit;
  std::array<Part, kTells ? kLongest : 1> parts;
};

/// Follows a beam from where its path begins to its end. False: the general way must do it.
template <bool kTells>
[[gnu::always_inline]] inline bool Kernel::go_unsplit(const Trace& trace, int source, Path<kTells>& path) const {
  const Reactions::Unsplit& tables = program_.reactions.unsplit;
  const auto* const keys = reinterpret_cast<const char*>(frame_ + program_.layout.keys);
  const std::uint16_t* const reactions = tables.on.data();
  const Word* const all_rays = tables.rays.data();
  const int payload_bits = tables.payload_bits, beam_bits = tables.beam_bits;
  const unsigned payload_mask = (1U << payload_bits) - 1;
  const Word optical = optical_now();
  const Word stops = optical | bit_in_word(source);  // so that a beam which comes back to its source is noticed
  // What is lit by the bits of a field; where there is none, of a field of no bits.
  const PayloadField none;
  const PayloadField& field = trace.is_lit ? program_.payload_fields[trace.lit_field] : none;
  const std::size_t planes = trace.is_lit ? trace.lit.size() : 0;
  if (planes > kMostPlanes) return false;
  // What changes with each meeting lies in registers, and is written to the path at the end.
  int cell = path.cell;
  unsigned beam = path.beam;
  Word left = 0, met_cells = 0;
  std::array<Word, kMostPlanes> lit{};
  const auto leave = [&](Word mask) {
    left |= mask;
    if (planes == 0) return;
    Word bits = field.bits_of(static_cast<std::int64_t>(beam & payload_mask));
    for (std::size_t i = 0; i < kMostPlanes; ++i, bits >>= 1) lit[i] |= mask & (0 - (bits & 1));
  };
  std::uint32_t meetings = 0, mark = 0;  // mark: where it was, and how it went on, at the last power of two of meetings
  while (true) {
    const Word* const rays = all_rays + (((beam & ~kRises) >> payload_bits) << 6);
    const Word ray = rays[cell], met = ray & stops;
    if (!met) {
      leave(bit_in_word(cell) | ray);
      break;
    }
    const int next = nearest(met, beam);
    leave(bit_in_word(cell) | (ray ^ (rays[next] | bit_in_word(next))));
    if constexpr (kTells)
      path.parts[meetings] = {static_cast<std::uint16_t>(cell), static_cast<std::uint16_t>(next),
                                   static_cast<std::uint16_t>(beam)};
    ++meetings;
    cell = next;
    met_cells |= bit_in_word(cell);
    std::uint16_t key;
    std::memcpy(&key, keys + 2 * cell, sizeof key);
    const unsigned on = reactions[static_cast<std::size_t>(key) << beam_bits | (beam & ~kRises)];
    if (!(on & kOther)) {
      beam = on;
    } else if (on != Reactions::Unsplit::kPasses) {
      path.end = on;
      break;
    }
    const std::uint32_t now = static_cast<std::uint32_t>(cell) << 16 | beam;
    if (now == mark || meetings == kLongest) {
      // What it lights, it has lit; but each of its parts is a segment only once.
      if (kTells || now != mark) return false;
      break;
    }
    if ((meetings & (meetings - 1)) == 0) mark = now;
  }
  path.cell = cell;
  path.beam = beam;
  path.meetings = meetings;
  path.left = left;
  path.met = met_cells & optical;
  path.lit = lit;
  return path.end != Reactions::Unsplit::kAsks;
}

/// Writes the segments of a path. False: there are too many.
bool Kernel::tell_unsplit(Trace& trace, int source, const Path<true>& path) {
  const Geometry& geometry = program_.geometry;
  const int payload_bits = program_.reactions.unsplit.payload_bits;
  const auto way_of = [&](unsigned beam) { return static_cast<int>((beam & ~kRises) >> payload_bits); };
  const auto carried = [&](unsigned beam) { return static_cast<std::int32_t>(beam & ((1U << payload_bits) - 1)); };
  std::int32_t step = 0, parent = -1;
  for (std::uint32_t i = 0; i < path.meetings; ++i) {
    const Path<true>::Part& part = path.parts[i];
    const int way = way_of(part.beam);
    const std::int32_t length =
        geometry.to_border[geometry.at(part.cell, way)] - geometry.to_border[geometry.at(part.next, way)];
    if (!add(trace, part.cell, way, carried(part.beam), step, length, parent, source,
             geometry.next_to(part.next, geometry.opposite(way)), part.next, BeamEnd::split))
      return false;
    step += length;
    parent = static_cast<std::int32_t>(i);
  }
  if (path.end) {
    trace.segments.back().end = BeamEnd::stopped;
    trace.segments.back().end_name = end_name(path.end);
    return true;
  }
  const int way = way_of(path.beam);
  const std::size_t here = geometry.at(path.cell, way);
  const std::int32_t last = geometry.last[here];
  return add(trace, path.cell, way, carried(path.beam), step, geometry.to_border[here] + 1, parent, source, last,
             last, BeamEnd::left);
}

template <bool kTells>
std::optional<bool> Kernel::follow_unsplit(Trace& trace, int source, unsigned beam) {
  Path<kTells> path(source, beam);
  if (!go_unsplit(trace, source, path)) return std::nullopt;
  if (path.end) trace.stop(path.cell, end_name(path.end));
  trace.cells[0] = path.left;
  trace.hits[0] |= path.met;
  for (std::size_t i = 0; trace.is_lit && i < trace.lit.size(); ++i) trace.lit[i] = path.lit[i];
  if (!fuel_.burn(path.meetings + 1)) return false;
  if constexpr (kTells) return tell_unsplit(trace, source, path);
  return true;
}

/// Follows the beam of the emitter on `cell`, if it has just one. The trace has been begun.
std::optional<bool> Kernel::emit_unsplit(int cell, Trace& trace) {
  if (!is_unsplit_) return std::nullopt;
  const unsigned first = program_.reactions.unsplit.first[program_.key_in(frame_, cell, 0)];
  if (first & kOther) return std::nullopt;
  trace.sources[0] = bit_in_word(cell);
  return trace.has_segments ? follow_unsplit<true>(trace, cell, first) : follow_unsplit<false>(trace, cell, first);
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
  return follow_unsplit<true>(trace, cell, beam);
}

/// Whether the one beam of a piece of this key on `cell` would leave a cell of the target. Unknown if it has not just
/// one beam.
Kernel::First Kernel::go_along(int cell, int key, Word target, Word& looked_at) const {
  const Reactions::Unsplit& tables = program_.reactions.unsplit;
  const Geometry& geometry = program_.geometry;
  unsigned beam = tables.first[key];
  if (beam & kOther) return First::unknown;
  if (target & bit_in_word(cell)) return First::meets;
  const int first = geometry.next_to(cell, static_cast<int>((beam & ~kRises) >> tables.payload_bits));
  if (first < 0) return First::misses;
  looked_at |= bit_in_word(first);
  Word stops = optical_now();
  // This answers most questions, and the answer depends on this cell alone.
  if (target & bit_in_word(first) & ~stops) return First::meets;
  stops |= bit_in_word(cell);
  const int source = cell;
  std::uint32_t meetings = 0, mark = 0;
  while (true) {
    const Word* const rays = tables.rays.data() + (((beam & ~kRises) >> tables.payload_bits) << 6);
    const Word ray = rays[cell], met = ray & stops;
    const int next = met ? nearest(met, beam) : cell;
    // The cells of the target that it leaves; if it meets nothing, it leaves all cells ahead.
    const Word left = met ? ray ^ (rays[next] | bit_in_word(next)) : ray;
    const Word found = (left | bit_in_word(cell)) & target;
    if (found) {
      // Whatever stands after the first of them makes no difference.
      if (!(found & bit_in_word(cell))) looked_at |= ray ^ rays[nearest(found, beam)];
      return First::meets;
    }
    looked_at |= left | bit_in_word(next);
    if (!met) return First::misses;
    cell = next;
    const int there = cell == source ? key : program_.key_in(frame_, cell, 0);
    const unsigned on = tables.on[static_cast<std::size_t>(there) << tables.beam_bits | (beam & ~kRises)];
    if (!(on & kOther)) beam = on;
    else if (on == Reactions::Unsplit::kAsks) return First::unknown;
    else if (on != Reactions::Unsplit::kPasses) return First::misses;
    const std::uint32_t now = static_cast<std::uint32_t>(cell) << 16 | beam;
    if (now == mark) return First::misses;
    if (++meetings == kLongest) return First::unknown;
    if ((meetings & (meetings - 1)) == 0) mark = now;
  }
}

}  // namespace glint
