// Follows beams in games where cells, edges or the sides of pieces act on beams: by rays from one place where something
// acts to the next, or from cell to cell on boards without tables of rays.
//
// A beam leaves a cell, crosses the edge on its way (ActingSites::cross), and comes to the next cell; there a piece or
// the cell itself acts on it, and it leaves that cell. A beam that is turned at an edge does not cross it: it leaves
// the cell that it came from another way.
#include "interpreter/beam/kernel.hpp"

namespace glint {

/// A straight way over tables of rays. Notes in `cells` what it leaves, and so that the next beam knows of it.
Kernel::Stretch Kernel::go_straight(const Work& at, Word* cells) {
  const Geometry& geometry = program_.geometry;
  const Word* const crossed = acting_.crossed(at.way);
  Word* const left = seen_.left_by(at.way, at.payload);
  Stretch on{at.cell, -1, 1, has_bit(crossed, at.cell), false};
  add_bit(cells, at.cell);
  add_bit(left, at.cell);
  if (on.is_crossed) {
    on.next = geometry.next_to(at.cell, at.way);
    return on;
  }
  const int words = geometry.words;
  const std::size_t row = static_cast<std::size_t>(at.way) * static_cast<std::size_t>(geometry.cells);
  const Word* const ray = geometry.ray_of(at.way, at.cell);
  const auto ends = [&](int i) { return ray[i] & (stops_[i] | crossed[i] | left[i]); };
  int found = -1;
  if (geometry.rises[at.way]) {
    for (int i = at.cell / 64; i < words && found < 0; ++i)
      if (const Word end = ends(i)) found = i * 64 + lowest_bit(end);
  } else {
    for (int i = at.cell / 64; i >= 0 && found < 0; --i)
      if (const Word end = ends(i)) found = i * 64 + highest_bit(end);
  }
  on.length += geometry.to_border[row + static_cast<std::size_t>(at.cell)];
  if (found < 0) {
    on.last = geometry.last[row + static_cast<std::size_t>(at.cell)];
    for (int i = 0; i < words; ++i) {
      cells[i] |= ray[i];
      left[i] |= ray[i];
    }
    return on;
  }
  on.length -= geometry.to_border[row + static_cast<std::size_t>(found)];
  const bool stops = has_bit(stops_.data(), found);
  on.loops = !stops && has_bit(left, found);
  on.is_crossed = !stops && !on.loops;  // on the way out of the cell that was found
  const Word* const beyond = geometry.ray_of(at.way, found);
  for (int i = 0; i < words; ++i) {
    Word mask = ray[i] ^ beyond[i];
    if (i == found / 64 && !on.is_crossed) mask ^= bit_in_word(found);
    cells[i] |= mask;
    left[i] |= mask;
  }
  if (on.is_crossed) {
    on.last = found;
    on.next = geometry.next_to(found, at.way);
  } else {
    --on.length;
    on.last = geometry.next_to(found, geometry.opposite(at.way));
    on.next = found;
  }
  return on;
}

/// As above, from cell to cell, for boards without such tables. The first cell has been noted.
Kernel::Stretch Kernel::step_straight(const Work& at, Word* cells) {
  Stretch on{at.cell, -1, 1, false, false};
  add_bit(cells, at.cell);
  while (true) {
    on.next = program_.geometry.next_to(on.last, at.way);
    on.is_crossed = acting_.is_crossed(on.last, at.way);
    if (on.is_crossed || on.next < 0 || acts_at(on.next)) return on;
    on.loops = !seen_.first_time(on.next, at.way, at.payload, fuel_);
    if (on.loops) return on;
    add_bit(cells, on.next);
    on.last = on.next;
    ++on.length;
  }
}

/// A beam comes to a cell where something acts: the ways on become work to do, after segment `number`, which ends there
/// if it is `alone`.
bool Kernel::arrive(int cell, int way, std::int64_t payload, std::int32_t step, std::int32_t number, bool alone,
                    Trace& trace) {
  const std::vector<Reactions::Way>* ways = nullptr;
  if (has_bit(optical_.data(), cell)) {
    add_bit(trace.hits.data(), cell);
    ways = react(cell, way, payload);
  } else {
    if (trace.sites.empty()) trace.sites.empty_of(program_.words());
    add_bit(trace.sites.data(), cell);
    const Reactions::Acting& acting = acting_.at_cell(cell);
    ways = reacting_.ways(acting.row, acting.reaction, {cell, way, payload});
  }
  if (!ways) return false;
  push_ways(*ways, cell, step, number, [&](int name) {
    trace.stop(cell, name);
    if (number < 0) return;
    Segment& ended = trace.segments[number];
    ended.end_name = static_cast<std::int16_t>(name);
    if (alone && ways->size() == 1) ended.end = BeamEnd::stopped;
  });
  return true;
}

bool Kernel::follow_steps(Trace& trace, int source) {
  const bool has_rays = seen_.keeps_left();
  Word* const cells = trace.cells.data();
  while (!work_.empty()) {
    const Work at = work_.back();
    work_.pop_back();
    if (!fuel_.burn()) return false;
    Segment segment(at.cell, at.way, at.payload, at.step, 0, at.parent, source, at.cell, at.cell, BeamEnd::left);
    if (!at.is_out && (has_rays ? has_bit(seen_.left_by(at.way, at.payload), at.cell)
                                : !seen_.first_time(at.cell, at.way, at.payload, fuel_)))
      segment.end = BeamEnd::looped;
    if (at.is_out || segment.end == BeamEnd::looped) {
      if (!at.is_out) trace.loop(at.cell);
      if (!add(trace, segment)) return false;
      continue;
    }
    const auto number = static_cast<std::int32_t>(trace.segments.size());
    const auto [last, next, length, is_crossed, loops] = has_rays ? go_straight(at, cells) : step_straight(at, cells);
    if (!fuel_.burn(length - 1 + loops)) return false;
    segment.last = last;
    segment.length = length;
    const std::int32_t step = at.step + segment.length;
    if (!is_crossed) {
      segment.end = next < 0 ? BeamEnd::left : BeamEnd::split;
      segment.end_cell = next < 0 ? segment.last : next;
      if (!add(trace, segment)) return false;
      if (loops) {
        trace.loop(next);
        if (!add(trace, next, at.way, at.payload, step, 0, number, source, next, next, BeamEnd::looped)) return false;
      } else if (next >= 0 && !arrive(next, at.way, at.payload, step, number, true, trace)) {
        return false;
      }
      continue;
    }
    if (!acting_.cross(segment.last, next, at.way, at.payload, trace)) return false;
    // Beams that go over the edge first come to the cell beyond it; then all are followed in order.
    segment.end = BeamEnd::split;
    segment.end_cell = segment.last;
    if (acting_.crossings().size() == 1) {
      const ActingSites::Crossing& only = acting_.crossings().front();
      segment.end_name = only.end_name;
      segment.at_edge = only.stops;
      if (only.stops) segment.end = BeamEnd::stopped;
      if (only.over && next < 0) segment.end = BeamEnd::left;
      if (only.over && next >= 0) segment.end_cell = next;
      segment.exit_payload = only.payload;
    }
    if (!add(trace, segment)) return false;
    if (!after_crossing(segment.last, next, at.way, step, number, trace)) return false;
  }
  return true;
}

/// The ways on, as work to do, from an edge reached from `cell` (-1: from outside), with `next` beyond it (-1: the
/// board ends).
bool Kernel::after_crossing(int cell, int next, int way, std::int32_t step, std::int32_t number, Trace& trace) {
  const std::vector<ActingSites::Crossing>& crossings = acting_.crossings();
  const bool several = crossings.size() > 1;
  for (auto each = crossings.rbegin(); each != crossings.rend(); ++each) {
    const ActingSites::Crossing& on = *each;
    if (on.stops) {
      if (several && number >= 0) trace.segments[number].end_name = on.end_name;
      continue;
    }
    if (!on.over) {
      if (on.cell < 0 && cell < 0) continue;  // turned away before it came to the board
      work_.push_back({on.cell < 0 ? cell : on.cell, on.way, on.payload, step, number, on.cell >= 0});
      continue;
    }
    if (next >= 0) {
      if (!acts_at(next))
        work_.push_back({next, way, on.payload, step, number, false});
      else if (!arrive(next, way, on.payload, step, number, !several, trace))
        return false;
      continue;
    }
    if (!several || number < 0) continue;  // the segment itself goes off the board
    // One of several branches: its way out becomes a segment of its own, in its turn, which leaves no cells.
    work_.push_back({cell, way, on.payload, step, number, false, true});
  }
  return true;
}

bool Kernel::trace_over(int edge, int way, std::int64_t payload, Trace& trace, bool with_segments) {
  trace.clear(program_.words());
  const Geometry& geometry = program_.geometry;
  const Geometry::Edge& at = geometry.edges[edge];
  // The cell that the beam comes to, and the one that it comes from.
  int from = -1, to = -1;
  if (at.way == way) {
    from = at.cell;
    to = geometry.next_to(from, way);
  } else if (at.way == geometry.opposite(way)) {
    to = at.cell;
    from = geometry.next_to(to, at.way);
  }
  if (to < 0) return true;
  if (const auto alone = start_unsplit(to, way, payload, true, trace)) return *alone && tell_segments(trace);
  if (!with_segments && seeks_lone_)
    if (const auto alone = follow_alone(trace, {from, to, way, payload, true})) return *alone;
  if (!gather(to)) return false;
  add_bit(trace.sources.data(), to);
  if (steps_ && acting_.is_crossed(to, geometry.opposite(way))) {
    if (!acting_.cross(from, to, way, payload, trace) || !after_crossing(from, to, way, 0, -1, trace)) return false;
  } else if (!acts_at(to)) {
    work_.push_back({to, way, static_cast<std::int32_t>(payload), 0, -1, false});
  } else if (!arrive(to, way, payload, 0, -1, true, trace)) {
    return false;
  }
  return follow_all(trace, to);
}

}  // namespace glint
