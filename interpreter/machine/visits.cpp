// Visits: the cells that beams leave, one after the other or by what is asked of them.
#include <algorithm>

#include "interpreter/machine/machine.hpp"

namespace glint {

namespace {

bool test(const Word* set, int element) { return set[element / 64] >> (element % 64) & 1; }

/// The first cell of a set that a segment leaves, from its cell number `index` on, which comes behind `before`; -1: none.
/// `index` is then how many it leaves before that.
std::int32_t first_in(const Geometry& geometry, const Segment& segment, const Word* set, std::int32_t& index,
                      int before) {
  if (geometry.words == 1 && !geometry.ray.empty()) {
    const Word ray = geometry.ray_of(segment.way, segment.cell)[0];
    Word rest = set[0] & ((Word{1} << segment.cell) | (ray ^ geometry.ray_of(segment.way, segment.last)[0]));
    if (index > 0) rest &= geometry.ray_of(segment.way, before)[0];
    if (!rest) return -1;
    const int cell =
        geometry.rises[static_cast<std::size_t>(segment.way)] ? __builtin_ctzll(rest) : 63 - __builtin_clzll(rest);
    index = geometry.to_border[geometry.at(segment.cell, segment.way)] -
            geometry.to_border[geometry.at(cell, segment.way)];
    return cell;
  }
  std::int32_t cell = index > 0 ? geometry.next_to(before, segment.way) : segment.cell;
  while (index < segment.length && !test(set, cell)) {
    cell = geometry.next_to(cell, segment.way);
    ++index;
  }
  return index < segment.length ? cell : -1;
}

/// How many cells a segment leaves before this one; -1: it does not leave it.
std::int32_t cells_before(const Geometry& geometry, const Segment& segment, int cell) {
  if (!leaves(geometry, segment, cell)) return -1;
  std::int32_t before = 0;
  for (int on = segment.cell; on != cell; on = geometry.next_to(on, segment.way)) ++before;
  return before;
}

}  // namespace

/// The next visit to a cell of a set. The iterator is as for all visits, and its last cell the one that was visited.
bool Machine::next_visit_in(const Trace& trace, const Word* set, Word* iterator, Word* visit) {
  const Geometry& geometry = program_.geometry;
  if (iterator[0] == 0 && iterator[1] == 0) {
    Word common = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(words_); ++i) common |= trace.cells[i] & set[i];
    if (!common) return false;
  }
  for (; iterator[0] < trace.segments.size(); ++iterator[0], iterator[1] = 0) {
    const Segment& segment = trace.segments[iterator[0]];
    auto index = static_cast<std::int32_t>(iterator[1]);
    if (index >= segment.length) continue;
    const std::int32_t cell = first_in(geometry, segment, set, index, static_cast<int>(iterator[2]));
    if (cell < 0) continue;
    visit[0] = static_cast<Word>(cell);
    visit[1] = static_cast<Word>(segment.way);
    visit[2] = static_cast<Word>(segment.step + index);
    visit[3] = static_cast<Word>(segment.payload);
    visit[4] = static_cast<Word>(segment.source);
    iterator[1] = static_cast<Word>(index + 1);
    iterator[2] = static_cast<Word>(cell);
    return true;
  }
  return false;
}

/// The next visit of an iterator, in the order of the path: cell, way, step, payload at slot b.
bool Machine::next_visit(const Instruction* pc) {
  Word* const f = frame_.data();
  const Instruction& at = *pc;
  const Instruction& more = pc[1];
  const Trace& trace = traces_[f[more.b]];
  Word* iterator = f + at.a;
  Word* visit = f + at.b;
  if (at.op == Opcode::visits_at && at.n == 1) return next_visit_in(trace, f + more.a, iterator, visit);
  if (at.op == Opcode::visits_at) {
    const auto cell = static_cast<int>(f[more.a]);
    if (!test(trace.cells.data(), cell)) return false;
    for (; iterator[0] < trace.segments.size(); ++iterator[0]) {
      const Segment& segment = trace.segments[iterator[0]];
      const std::int32_t before = cells_before(program_.geometry, segment, cell);
      if (before < 0) continue;
      visit[0] = static_cast<Word>(cell);
      visit[1] = static_cast<Word>(segment.way);
      visit[2] = static_cast<Word>(segment.step + before);
      visit[3] = static_cast<Word>(segment.payload);
      visit[4] = static_cast<Word>(segment.source);
      ++iterator[0];
      return true;
    }
    return false;
  }
  if (at.n == 1) {
    while (iterator[0] < trace.segments.size()) {
      const Segment& segment = trace.segments[iterator[0]++];
      if (segment.end != BeamEnd::left) continue;
      visit[0] = static_cast<Word>(segment.last);
      visit[1] = static_cast<Word>(segment.way);
      visit[2] = static_cast<Word>(segment.step) + static_cast<Word>(segment.length) - 1;
      visit[3] = static_cast<Word>(segment.exit_payload);
      visit[4] = static_cast<Word>(segment.source);
      return true;
    }
    return false;
  }
  // The iterator: the number of the segment, how many of its cells have been visited, the cell that comes next.
  while (iterator[0] < trace.segments.size()) {
    const Segment& segment = trace.segments[iterator[0]];
    if (iterator[1] == static_cast<Word>(segment.length)) {
      ++iterator[0];
      iterator[1] = 0;
      continue;
    }
    const Word cell = iterator[1] == 0 ? static_cast<Word>(segment.cell) : iterator[2];
    visit[0] = cell;
    visit[1] = static_cast<Word>(segment.way);
    visit[2] = static_cast<Word>(segment.step) + iterator[1]++;
    visit[3] = static_cast<Word>(segment.payload);
    visit[4] = static_cast<Word>(segment.source);
    iterator[2] = static_cast<Word>(program_.geometry.next_to(static_cast<int>(cell), segment.way));
    return true;
  }
  return false;
}

/// The least step of the visits to a cell, or to those of a set, that carry something in a field or whatever.
bool Machine::least_step(const Instruction& at) {
  Word* const f = frame_.data();
  if (!tell_segments(f[at.b])) return false;
  const Trace& trace = traces_[f[at.b]];
  if (!burn(static_cast<std::int64_t>(trace.segments.size()) / 16)) return false;
  const PayloadField* const field = at.n / 2 ? &program_.payload_fields[at.n / 2 - 1u] : nullptr;
  const bool is_set = (at.n & 1) != 0;
  const int cell = is_set ? 0 : static_cast<int>(f[at.c]);
  Word one = Word{1} << (cell % 64);
  const Word* const cells = is_set ? f + at.c : &one;
  bool any = false;
  std::int32_t least = 0;
  const Geometry& geometry = program_.geometry;
  if (words_ == 1 && !geometry.ray.empty()) {  // most segments leave none of the cells
    for (const Segment& segment : trace.segments) {
      const Word* const rays = geometry.ray_of(segment.way, 0);
      const Word found = *cells & ((Word{1} << segment.cell) | (rays[segment.cell] ^ rays[segment.last]));
      if (!found || segment.length == 0 || (any && segment.step >= least)) continue;
      if (field && !field->bits_of(segment.payload)) continue;
      const int first =
          geometry.rises[static_cast<std::size_t>(segment.way)] ? __builtin_ctzll(found) : 63 - __builtin_clzll(found);
      const std::int32_t step = segment.step + geometry.to_border[geometry.at(segment.cell, segment.way)] -
                                geometry.to_border[geometry.at(first, segment.way)];
      least = any ? std::min(least, step) : step;
      any = true;
    }
    if (any) f[at.a] = static_cast<Word>(least);
    return true;
  }
  for (const Segment& segment : trace.segments) {
    if (any && segment.step >= least) continue;
    if (field && !field->bits_of(segment.payload)) continue;
    std::int32_t index = 0;
    if (!is_set) {
      index = cells_before(geometry, segment, cell);
      if (index < 0) continue;
    } else if (segment.length == 0 || first_in(geometry, segment, cells, index, -1) < 0) {
      continue;
    }
    if (!any || segment.step + index < least) least = segment.step + index;
    any = true;
  }
  if (any) f[at.a] = static_cast<Word>(least);
  return true;
}

}  // namespace glint
