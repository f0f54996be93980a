#include "interpreter/beam/visits.hpp"

namespace glint {

namespace {

/// On boards of one word with tables of rays: the cells that a segment leaves, if it leaves any.
Word cells_left(const Geometry& geometry, const Segment& segment) {
  const Word* const rays = geometry.ray_of(segment.way, 0);
  return (Word{1} << segment.cell) | (rays[segment.cell] ^ rays[segment.last]);
}
/// The first of these cells on the segment's way; `before`: how many cells it leaves before that.
int first_of(const Geometry& geometry, const Segment& segment, Word cells, std::int32_t& before) {
  const int cell = geometry.rises[segment.way] ? lowest_bit(cells) : highest_bit(cells);
  before =
      geometry.to_border[geometry.at(segment.cell, segment.way)] - geometry.to_border[geometry.at(cell, segment.way)];
  return cell;
}

/// The first cell of a set that a segment leaves, searching from its cell number `index` on, which comes after
/// `before`; -1: none. Sets `index` to the number of that cell.
std::int32_t first_in(const Geometry& geometry, const Segment& segment, const Word* set, std::int32_t& index,
                      int before) {
  if (geometry.words == 1 && !geometry.ray.empty()) {
    Word rest = set[0] & cells_left(geometry, segment);
    if (index > 0) rest &= geometry.ray_of(segment.way, before)[0];
    return rest ? first_of(geometry, segment, rest, index) : -1;
  }
  std::int32_t cell = index > 0 ? geometry.next_to(before, segment.way) : segment.cell;
  while (index < segment.length && !has_bit(set, cell)) {
    cell = geometry.next_to(cell, segment.way);
    ++index;
  }
  return index < segment.length ? cell : -1;
}

/// The number of cells that a segment leaves before this one; -1: it does not leave this one.
std::int32_t cells_before(const Geometry& geometry, const Segment& segment, int cell) {
  if (!leaves(geometry, segment, cell)) return -1;
  std::int32_t before = 0;
  for (int on = segment.cell; on != cell; on = geometry.next_to(on, segment.way)) ++before;
  return before;
}

/// In a trace of parts, which is one beam: the first part that leaves one of these cells, or of those with something in
/// a field; null: there is none.
const Part* first_part_to(const Program& program, const Trace& trace, Word cells, const PayloadField* field) {
  const Part* const end = trace.parts.data() + trace.part_count;
  for (const Part* part = trace.parts.data(); part != end; ++part)
    if (part->cells & cells && (!field || field->bits_of(part->payload(program.reactions.unsplit)))) return part;
  return nullptr;
}

/// The first of these cells that a part leaves.
int first_of(const Part& part, Word cells) {
  const Word found = part.cells & cells;
  return part.rises() ? lowest_bit(found) : highest_bit(found);
}

/// The number of cells that the beam leaves before it comes to a cell of a part.
std::int32_t step_to(const Program& program, const Trace& trace, const Part& part, int cell) {
  std::int32_t step = 0;
  const auto add = [&](const Part& one, int to) {
    const std::int32_t* const to_border =
        program.geometry.to_border.data() + program.geometry.at(0, one.way(program.reactions.unsplit));
    step += to_border[one.cell()] - to_border[to];
  };
  for (const Part* before = trace.parts.data(); before != &part; ++before) add(*before, (before + 1)->cell());
  add(part, cell);
  return step;
}

/// The cells that it leaves up to there.
Word route_to(const Program& program, const Trace& trace, const Part& part, int cell) {
  Word route = part.cells & ~program.geometry.ray_of(part.way(program.reactions.unsplit), cell)[0];
  for (const Part* before = trace.parts.data(); before != &part; ++before) route |= before->cells;
  return route;
}

/// A visit as code reads it: cell, way, step, payload, source, number of the segment.
void write(Word* visit, const Trace& trace, std::size_t number, int cell, std::int32_t step, std::int32_t payload) {
  const Segment& segment = trace.segments[number];
  visit[0] = static_cast<Word>(cell);
  visit[1] = static_cast<Word>(segment.way);
  visit[2] = static_cast<Word>(step);
  visit[3] = static_cast<Word>(payload);
  visit[4] = static_cast<Word>(segment.source);
  visit[5] = static_cast<Word>(number);
}

/// The next visit in the order of the path. The iterator: the number of the segment, how many of its cells have been
/// visited, the next cell.
bool next_of_all(const Geometry& geometry, const Trace& trace, Word* iterator, Word* visit) {
  while (iterator[0] < trace.segments.size()) {
    const Segment& segment = trace.segments[iterator[0]];
    if (iterator[1] == static_cast<Word>(segment.length)) {
      ++iterator[0];
      iterator[1] = 0;
      continue;
    }
    const int cell = iterator[1] == 0 ? segment.cell : static_cast<int>(iterator[2]);
    write(visit, trace, iterator[0], cell, segment.step + static_cast<std::int32_t>(iterator[1]++), segment.payload);
    iterator[2] = static_cast<Word>(geometry.next_to(cell, segment.way));
    return true;
  }
  return false;
}

/// The next visit that is the last one before a beam leaves the board, with its payload there.
bool next_out(const Trace& trace, Word* iterator, Word* visit) {
  while (iterator[0] < trace.segments.size()) {
    const std::size_t number = iterator[0]++;
    const Segment& segment = trace.segments[number];
    if (segment.end != BeamEnd::left) continue;
    write(visit, trace, number, segment.last, segment.step + segment.length - 1, segment.exit_payload);
    return true;
  }
  return false;
}

bool next_at(const Geometry& geometry, const Trace& trace, int cell, Word* iterator, Word* visit) {
  if (!has_bit(trace.cells.data(), cell)) return false;
  while (iterator[0] < trace.segments.size()) {
    const std::size_t number = iterator[0]++;
    const Segment& segment = trace.segments[number];
    const std::int32_t before = cells_before(geometry, segment, cell);
    if (before < 0) continue;
    write(visit, trace, number, cell, segment.step + before, segment.payload);
    return true;
  }
  return false;
}

/// The next visit to a cell of a set. The iterator is as for all visits, but with the cell visited last.
bool next_in(const Geometry& geometry, const Trace& trace, const Word* set, Word* iterator, Word* visit) {
  if (iterator[0] == 0 && iterator[1] == 0 && !have_common(trace.cells.data(), set, geometry.words)) return false;
  for (; iterator[0] < trace.segments.size(); ++iterator[0], iterator[1] = 0) {
    const Segment& segment = trace.segments[iterator[0]];
    auto index = static_cast<std::int32_t>(iterator[1]);
    if (index >= segment.length) continue;
    const std::int32_t cell = first_in(geometry, segment, set, index, static_cast<int>(iterator[2]));
    if (cell < 0) continue;
    write(visit, trace, iterator[0], cell, segment.step + index, segment.payload);
    iterator[1] = static_cast<Word>(index + 1);
    iterator[2] = static_cast<Word>(cell);
    return true;
  }
  return false;
}

}  // namespace

bool Visits::next(const Instruction& at, const Instruction& more) {
  const Geometry& geometry = program_.geometry;
  const Trace& trace = beams_.trace(frame_[more.b]);
  Word* const iterator = frame_ + at.a;
  Word* const visit = frame_ + at.b;
  bool found = false;
  if (at.op == Opcode::visits_next)
    found = at.n == 1 ? next_out(trace, iterator, visit) : next_of_all(geometry, trace, iterator, visit);
  else if (at.n == 1)
    found = next_in(geometry, trace, frame_ + more.a, iterator, visit);
  else
    found = next_at(geometry, trace, static_cast<int>(frame_[more.a]), iterator, visit);
  if (found) visit[5] |= frame_[more.b] << 32;
  return found;
}

bool Visits::route(const Instruction& at) {
  const Word* const visit = frame_ + at.b;
  const std::int64_t count = route_of(program_.geometry, beams_.trace(visit[5] >> 32), visit[5] & 0xFFFF'FFFF,
                                      static_cast<int>(visit[0]), static_cast<int>(visit[2]), route_.data());
  std::copy(route_.begin(), route_.end(), frame_ + at.a);
  return fuel_.burn(count * (1 + program_.words() / 8));
}

/// The first visits to a cell, or to cells of a set: those of the smallest step. In a trace of segments they are in
/// `firsts_`; a trace of parts has at most one.
struct Visits::First {
  const Trace& trace;
  std::int32_t step = -1;      // the step in segments; -1: there is no visit
  const Part* part = nullptr;  // the part, with the cell; null: there is no visit
  int cell = 0;
};

/// Finds the visits that least_step and first_route ask for.
bool Visits::find_first(const Instruction& at, First& first) {
  const Trace& trace = first.trace;
  const Geometry& geometry = program_.geometry;
  const PayloadField* const field = at.n / 2 ? &program_.payloads.fields[at.n / 2 - 1u] : nullptr;
  const bool is_set = (at.n & 1) != 0;
  const int cell = is_set ? 0 : static_cast<int>(frame_[at.c]);
  firsts_.clear();
  if (is_set ? !have_common(trace.cells.data(), frame_ + at.c, geometry.words) : !has_bit(trace.cells.data(), cell))
    return true;
  const Word one = bit_in_word(cell);
  const Word* const cells = is_set ? frame_ + at.c : &one;
  if (trace.part_count > 0) {
    first.part = first_part_to(program_, trace, *cells, field);
    if (first.part) first.cell = first_of(*first.part, *cells);
    return fuel_.burn(trace.part_count / 16);
  }
  if (!beams_.tell_segments(frame_[at.b])) return false;
  std::int32_t least = INT32_MAX, number = 0;
  const auto add = [&](std::int32_t step, int to) {
    if (step > least) return;
    if (step < least) firsts_.clear();
    least = step;
    firsts_.emplace_back(number, to);
  };
  if (geometry.words == 1 && !geometry.ray.empty()) {
    for (const Segment& segment : trace.segments) {
      const Word found = *cells & cells_left(geometry, segment);
      // The likeliest condition is tested first.
      if (found && segment.step <= least && segment.length > 0 && (!field || field->bits_of(segment.payload))) {
        std::int32_t before = 0;
        const int to = first_of(geometry, segment, found, before);
        add(segment.step + before, to);
      }
      ++number;
    }
  } else {
    for (const Segment& segment : trace.segments) {
      if (segment.step <= least && segment.length > 0 && (!field || field->bits_of(segment.payload))) {
        std::int32_t before = is_set ? 0 : cells_before(geometry, segment, cell);
        const int to = is_set ? first_in(geometry, segment, cells, before, -1) : cell;
        if (before >= 0 && to >= 0) add(segment.step + before, to);
      }
      ++number;
    }
  }
  if (!firsts_.empty()) first.step = least;
  return fuel_.burn(number / 16);
}

bool Visits::least_step(const Instruction& at) {
  First first{beams_.trace(frame_[at.b])};
  if (!find_first(at, first)) return false;
  if (first.part) first.step = step_to(program_, first.trace, *first.part, first.cell);
  if (first.step >= 0) frame_[at.a] = static_cast<Word>(first.step);
  return true;
}

bool Visits::first_route(const Instruction& at) {
  First first{beams_.trace(frame_[at.b])};
  if (!find_first(at, first)) return false;
  Word* const into = frame_ + at.a;
  std::fill_n(into, route_.size(), 0);
  if (first.part) into[0] = route_to(program_, first.trace, *first.part, first.cell);
  std::int64_t count = 0;
  for (const auto& [number, cell] : firsts_) {
    count += route_of(program_.geometry, first.trace, static_cast<std::size_t>(number), cell, first.step, route_.data());
    for (std::size_t i = 0; i < route_.size(); ++i) into[i] |= route_[i];
  }
  return fuel_.burn(count * (1 + program_.words() / 8));
}

}  // namespace glint
