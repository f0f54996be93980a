// A trace: segments of beams, in the order in which they were followed.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/program/program.hpp"

namespace glint {

/// A straight part of a beam: it leaves `cell` in direction `way`, and then every cell up to the next meeting.
struct Segment {
  std::int32_t cell = 0;
  std::int32_t way = 0;
  std::int32_t payload = 0;  // number of its payload
  std::int32_t step = 0;     // how many cells the beam has left before `cell`
  std::int32_t length = 0;   // cells left; 0: ended at once (looped)
  std::int32_t parent = -1;  // the segment before it; -1 at a source
  std::int32_t source = 0;   // the cell where the beam began
  std::int32_t last = 0;       // the last cell that it leaves
  std::int32_t end_cell = -1;  // the cell that it comes to; `last` if it leaves the board or ends at an edge
  std::int32_t exit_payload = 0;  // its payload off the board
  std::int16_t end_name = -1;  // of a named end
  bool at_edge = false;        // stopped at an edge of `last`, before crossing it
  BeamEnd end = BeamEnd::left;  // `split`: it continues in one or more ways

  Segment() = default;
  Segment(std::int32_t cell, std::int32_t way, std::int32_t payload, std::int32_t step, std::int32_t length,
          std::int32_t parent, std::int32_t source, std::int32_t last, std::int32_t end_cell, BeamEnd end)
      : cell(cell), way(way), payload(payload), step(step), length(length), parent(parent), source(source), last(last),
        end_cell(end_cell), exit_payload(payload), end(end) {}
};

/// A short form, where nothing splits the beam and a set of cells is one word: see beam/unsplit.cpp.
struct Part {
  Word cells;           // the cells that it leaves; none: the beam loops, and ends here
  std::uint32_t place;  // the upper half of a beam of Reactions::Unsplit; the lower half is the first of these cells

  int cell() const { return static_cast<int>(place & 0xFFFF); }
  bool rises() const { return (place & Reactions::Unsplit::kRises) != 0; }
  int way(const Reactions::Unsplit& tables) const {
    return static_cast<int>(tables.number(place) >> tables.payload_bits);
  }
  std::int32_t payload(const Reactions::Unsplit& tables) const {
    return static_cast<std::int32_t>(tables.number(place) & ((1U << tables.payload_bits) - 1));
  }
};

/// A set of cells of a trace. For a board of one word, the usual case, it is stored here.
class TraceSet {
 public:
  std::size_t size() const { return static_cast<std::size_t>(size_); }
  bool empty() const { return size_ == 0; }
  Word* data() { return size_ > 1 ? more_.data() : &one_; }
  const Word* data() const { return size_ > 1 ? more_.data() : &one_; }
  Word& operator[](std::size_t i) { return data()[i]; }
  const Word& operator[](std::size_t i) const { return data()[i]; }
  const Word* begin() const { return data(); }
  const Word* end() const { return data() + size_; }
  /// Makes it an empty set with this number of words.
  void empty_of(int words) {
    one_ = 0;
    size_ = words;
    if (words > 1) more_.assign(static_cast<std::size_t>(words), 0);
  }
  bool operator==(const TraceSet&) const = default;

 private:
  Word one_ = 0;
  int size_ = 0;
  std::vector<Word> more_;
};

/// The end of a beam, or of a branch, by `stops as NAME`: at the cell of the piece that stopped it, or at an edge, at
/// the cell before it. With kLoopedEnd as its name, at the cell that it would leave again.
struct NamedEnd {
  std::int32_t cell = 0;
  std::int32_t name = 0;

  bool operator==(const NamedEnd&) const = default;
};

/// The beams of one emitter, or of several, or of one call of trace(c, d).
struct Trace {
  std::vector<Segment> segments;
  /// The first `part_count` of these are the path of the one beam. Segments are made of them on demand.
  std::vector<Part> parts;
  std::uint32_t part_count = 0;  // 0: there are segments, or no trace at all
  std::uint16_t part_end = 0;    // the end of the last part: 1, or 2 + the end's name; 0: nothing stopped it
  std::uint16_t stopped_at = 0;  // and where
  std::vector<NamedEnd> ends;  // numbers of those segments, and of beams that were stopped before they left a cell
  TraceSet cells, hits, sources;
  TraceSet sites;  // the cells acting by themselves to which beams came; empty if the game has none
  /// If `is_lit`, for each bit of the field `lit_field`, the cells that beams leave with it.
  std::vector<Word> lit;
  int lit_field = 0;
  bool is_lit = false;
  bool has_segments = true;  // false: only the rest was needed

  void clear(int words) {
    segments.clear();
    part_count = 0;
    ends.clear();
    cells.empty_of(words);
    hits.empty_of(words);
    sources.empty_of(words);
    sites.empty_of(0);
    is_lit = false;
    has_segments = true;
  }
  /// Begins to keep the cells lit by this field. `words`: the size of a set of cells, for each bit of the field.
  void begin_lit(int field, std::size_t words) {
    if (lit.size() != words) lit.resize(words);
    for (Word& word : lit) word = 0;
    lit_field = field;
    is_lit = true;
  }
  /// Adds the cells of mask to those that beams leave with these bits of the field.
  void mark_lit(Word bits, const Word* mask, int words) {
    if (words == 1) {  // without a test of each bit, which processors predict badly
      for (std::size_t bit = 0; bit < lit.size(); ++bit, bits >>= 1) lit[bit] |= mask[0] & (0 - (bits & 1));
      return;
    }
    for (const int bit : each_bit(bits))
      for (int i = 0; i < words; ++i) lit[bit * words + i] |= mask[i];
  }
  /// Adds the end of a beam that has looped.
  void loop(int cell) { stop(cell, kLoopedEnd); }
  /// Adds an end; `name` is -1 if it has none.
  void stop(int cell, int name) {
    const NamedEnd end{cell, name};
    if (name >= 0 && (ends.empty() || ends.back() != end)) ends.push_back(end);
  }
};

/// The cells that a segment leaves, into `mask` (Geometry::words). The segment does not keep the set, which is large on
/// a large board.
void cells_of(const Geometry& geometry, const Segment& segment, Word* mask);
/// The cells that the beam left on its way to the cell that segment `number` leaves at `step`, into `mask`; and the
/// number of segments on that way.
std::int64_t route_of(const Geometry& geometry, const Trace& trace, std::size_t number, int cell, int step, Word* mask);
/// Visits the cells that a segment leaves, in order.
void each_cell(const Geometry& geometry, const Segment& segment, auto&& with) {
  const std::int32_t* neighbour = geometry.neighbour.data() + geometry.at(0, segment.way);
  std::int32_t cell = segment.cell;
  for (std::int32_t step = 0; step < segment.length; ++step) {
    with(cell);
    cell = neighbour[cell];
  }
}
/// Fills Trace::lit for a field that is a set, from segments; on boards of up to kMostLitWords words.
void fill_light(const Program& program, int field, Trace& trace);
/// The number of the payload whose fields have these values; -1: a value is out of its range.
inline std::int64_t payload_of(const Program& program, const Word* values) {
  std::int64_t payload = 0;
  for (const PayloadField& field : program.payloads.fields) {
    const std::int64_t value = static_cast<std::int64_t>(*values++) - field.lo;
    if (value < 0 || value >= field.size) return -1;
    payload += value * field.stride;
  }
  return payload;
}
/// True if the segment leaves `cell`, on a board without tables of rays.
bool leaves_stepping(const Geometry& geometry, const Segment& segment, int cell);
/// True if the segment leaves `cell`.
inline bool leaves(const Geometry& geometry, const Segment& segment, int cell) {
  if (geometry.ray.empty()) return leaves_stepping(geometry, segment, cell);
  if (segment.length == 0) return false;
  if (segment.cell == cell) return true;
  return has_bit(geometry.ray_of(segment.way, segment.cell), cell) &&
         !has_bit(geometry.ray_of(segment.way, segment.last), cell);
}

/// The limit of segments for all traces of a position together: a large board may have millions.
///
/// This count only grows: emptying a trace subtracts nothing. When the budget is used up, its owner counts the segments
/// that exist.
class SegmentBudget {
 public:
  explicit SegmentBudget(std::int64_t most) : most_(most) {}

  /// `now`, the trace that is being followed, is about to get `count` more. False: there are too many, which has been
  /// reported.
  bool add(const Trace& now, std::int64_t count) { return (added_ += count) <= most_ || has_room(now, count); }
  /// Counts the sets of cells that `now` is about to get, as segments of the same size. `words`: of one set. A trace that
  /// has its sets already costs nothing.
  bool add_sets(const Trace& now, std::size_t words) {
    if (!now.cells.empty()) return true;
    return (added_ += segments_in(words)) <= most_ || has_room(now, 1);
  }

 protected:
  std::int64_t most() const { return most_; }
  /// The number of segments as large as the sets of a trace; on small boards, 0.
  static std::int64_t segments_in(std::size_t words) {
    constexpr std::size_t kSets = 3;
    return static_cast<std::int64_t>(kSets * words * sizeof(Word) / sizeof(Segment));
  }
  ~SegmentBudget() = default;

 private:
  /// Counts the segments of `now` and of all kept traces. If there are more than `room`, it drops the traces that may
  /// be dropped, and reports an error if there are still too many. Returns how many segments are left.
  virtual std::int64_t recount(std::int64_t room, const Trace& now) = 0;
  bool has_room(const Trace& now, std::int64_t count) {
    added_ = recount(most_ - count, now) + count;
    return added_ <= most_;
  }

  const std::int64_t most_;
  std::int64_t added_ = 0;  // the count at the last time, and since then
};

}  // namespace glint
