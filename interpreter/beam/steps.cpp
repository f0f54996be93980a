// Beams followed from cell to cell: where cells act by themselves, or edges, or the sides of pieces.
//
// A beam leaves a cell; crosses the edge on its way; comes to the next cell; there a piece acts on it, or the cell
// itself; and it leaves that. At an edge the side of the piece that it comes from acts first, then the edge, then the
// side of the piece that it comes to. What is turned at an edge does not cross it: it leaves the cell that it came from
// another way.
#include <algorithm>

#include "interpreter/beam/kernel.hpp"

namespace glint {

/// Which cells and edges act now. False: the script is in error.
bool Kernel::gather_acting() {
  if (knows_acting_) return true;
  const Reactions& reactions = program_.reactions;
  const Geometry& geometry = program_.geometry;
  const auto words = static_cast<std::size_t>(program_.words());
  if (!fuel_.burn(static_cast<std::int64_t>(piece_sides_.size() + edges_.size()) / 16)) return false;
  std::fill(terrain_.begin(), terrain_.end(), 0);
  edges_now_.assign(edges_.size(), 0);
  for (const Reactions::Acting& acting : reactions.acting) {
    if (!acting.is_constant && !cases_.find_acting(acting)) return false;
    std::vector<Word>& all = acting.is_crossing ? edges_now_ : terrain_;
    for (std::size_t i = 0; i < all.size(); ++i) all[i] |= frame_[acting.set + i];
  }
  const auto mark = [&](std::vector<Word>& sides, int cell, int way) {
    add_bit(&sides[static_cast<std::size_t>(way) * words], cell);
    const int other = geometry.next_to(cell, way);
    if (other >= 0) add_bit(&sides[static_cast<std::size_t>(geometry.opposite(way)) * words], other);
  };
  if (edges_now_ != edges_) {
    edges_.swap(edges_now_);
    std::fill(edge_sides_.begin(), edge_sides_.end(), 0);
    for (const int number : each_bit(edges_))
      mark(edge_sides_, geometry.edges[number].cell, geometry.edges[number].way);
  }
  if (reactions.sided_sets.empty()) return knows_acting_ = true;
  std::fill(piece_sides_.begin(), piece_sides_.end(), 0);
  std::fill(own_sides_.begin(), own_sides_.end(), 0);
  for (const Slot set : reactions.sided_sets)
    for (const int cell : each_bit(frame_ + set, program_.words())) {
      Word sides = 0;
      if (!fuel_.burn() || !cases_.sides_of(cell, sides)) return false;
      for (const int way : each_bit(sides)) {
        add_bit(&own_sides_[static_cast<std::size_t>(way) * words], cell);
        mark(piece_sides_, cell, way);
      }
    }
  return knows_acting_ = true;
}

/// Each of crossings_ that still goes over the edge meets one more table of cases and gives way to what comes of it.
bool Kernel::cross_by(int code, int here, int way, int edge, Trace& trace) {
  crossed_.swap(crossings_);
  crossings_.clear();
  for (const Crossing& before : crossed_) {
    if (!before.over) {
      crossings_.push_back(before);
      continue;
    }
    if (!cases_.run_cases(code, {here, way, before.payload, edge}, ways_)) return false;
    for (const Reactions::Way& on : ways_) {
      Crossing after{on.way, static_cast<std::int32_t>(on.payload), on.cell, -1, false, on.stop != 0};
      if (on.stop) {
        after.end_name = static_cast<std::int16_t>(on.stop - 2);
        trace.stop(here, after.end_name);
      } else {
        after.over = on.cell < 0 && on.way == way;
      }
      crossings_.push_back(after);
    }
    if (crossings_.size() > kMostWays) {
      cases_.fail(lang::Code::G0605, program_.rules.board.span, "one beam splits into too many at an edge");
      return false;
    }
  }
  return true;
}

/// What becomes of a beam that leaves `cell` over an edge that acts: crossings_. `cell` may be none (-1), where it comes
/// from outside.
bool Kernel::cross(int cell, int way, std::int64_t payload, Trace& trace) {
  const Geometry& geometry = program_.geometry;
  const Reactions& reactions = program_.reactions;
  const int back = geometry.opposite(way);
  const int next = cell >= 0 ? geometry.next_to(cell, way) : entered_;
  crossings_.clear();
  crossings_.push_back({way, static_cast<std::int32_t>(payload), -1, -1, true, false});
  const auto goes_on = [this] {
    return std::any_of(crossings_.begin(), crossings_.end(), [](const Crossing& on) { return on.over; });
  };
  const auto side = [&](int of, int toward) {
    if (of < 0 || !has_bit(&own_sides_[toward * program_.words()], of) || !goes_on()) return true;
    add_bit(trace.hits.data(), of);
    const auto kind = static_cast<std::size_t>(program_.key(key_on(of)).kind);
    return cross_by(reactions.sides_reaction[kind], of, way, -1, trace);
  };
  if (!side(cell, way)) return false;
  const int edge = geometry.edge_of.empty() ? -1
                   : cell >= 0              ? geometry.edge_at(cell, way)
                                            : geometry.edge_at(next, back);
  if (edge >= 0 && has_bit(edges_.data(), edge) && goes_on()) {
    for (const Reactions::Acting& acting : reactions.acting) {
      if (!acting.is_crossing || !has_bit(frame_ + acting.set, edge)) continue;
      if (!cross_by(acting.reaction, cell >= 0 ? cell : next, way, edge, trace)) return false;
      break;  // the first that has the edge counts
    }
  }
  return side(next, back);
}

/// A beam comes to a cell where something acts: the ways on are work to do, behind segment `number`, which ends there
/// where it is `alone`.
bool Kernel::arrive(int cell, int way, std::int64_t payload, std::int32_t step, std::int32_t number, bool alone,
                    Trace& trace) {
  const std::vector<Reactions::Way>* ways = &ways_;
  if (has_bit(optical_.data(), cell)) {
    add_bit(trace.hits.data(), cell);
    ways = react(cell, way, payload);
    if (!ways) return false;
  } else {
    int code = -1;
    for (const Reactions::Acting& acting : program_.reactions.acting)
      if (code < 0 && !acting.is_crossing && has_bit(frame_ + acting.set, cell)) code = acting.reaction;
    if (!cases_.run_cases(code, {cell, way, payload}, ways_)) return false;
  }
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
  const Geometry& geometry = program_.geometry;
  while (!work_.empty()) {
    const Work at = work_.back();
    work_.pop_back();
    if (!fuel_.burn()) return false;
    Segment segment(at.cell, at.way, at.payload, at.step, 0, at.parent, source, at.cell, at.cell, BeamEnd::left);
    if (!at.is_out && !first_time(at.cell, at.way, at.payload)) segment.end = BeamEnd::looped;
    if (at.is_out || segment.end == BeamEnd::looped) {
      if (!add(trace, segment)) return false;
      continue;
    }
    const auto number = static_cast<std::int32_t>(trace.segments.size());
    add_bit(trace.cells.data(), at.cell);
    segment.length = 1;
    int next = -1;
    bool is_crossed = false, loops = false;
    while (true) {
      next = geometry.next_to(segment.last, at.way);
      is_crossed = this->is_crossed(segment.last, at.way);
      if (is_crossed || next < 0 || acts_at(next)) break;
      if (!fuel_.burn()) return false;
      loops = !first_time(next, at.way, at.payload);
      if (loops) break;
      add_bit(trace.cells.data(), next);
      segment.last = next;
      ++segment.length;
    }
    const std::int32_t step = at.step + segment.length;
    if (!is_crossed) {
      segment.end = next < 0 ? BeamEnd::left : BeamEnd::split;
      segment.end_cell = next < 0 ? segment.last : next;
      if (!add(trace, segment)) return false;
      if (loops) {
        if (!add(trace, next, at.way, at.payload, step, 0, number, source, next, next, BeamEnd::looped)) return false;
      } else if (next >= 0 && !arrive(next, at.way, at.payload, step, number, true, trace)) {
        return false;
      }
      continue;
    }
    if (!cross(segment.last, at.way, at.payload, trace)) return false;
    // Those that go over the edge first come to the cell behind it; all are then worked off in their order.
    segment.end = BeamEnd::split;
    segment.end_cell = segment.last;
    if (crossings_.size() == 1) {
      const Crossing& only = crossings_.front();
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

/// The ways on from an edge that was reached from `cell` (-1: from outside), `next` behind it (-1: the board ends), as
/// work to do.
bool Kernel::after_crossing(int cell, int next, int way, std::int32_t step, std::int32_t number, Trace& trace) {
  const bool several = crossings_.size() > 1;
  for (auto each = crossings_.rbegin(); each != crossings_.rend(); ++each) {
    const Crossing& on = *each;
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
    // One of several: its way out is told by itself, in its turn, as a segment that leaves nothing.
    work_.push_back({cell, way, on.payload, step, number, false, true});
  }
  return true;
}

bool Kernel::trace_over(int edge, int way, std::int64_t payload, Trace& trace) {
  trace.clear(program_.words());
  const Geometry& geometry = program_.geometry;
  const Geometry::Edge& at = geometry.edges[edge];
  // Which cell does it come to, and from which?
  int from = -1, to = -1;
  if (at.way == way) {
    from = at.cell;
    to = geometry.next_to(from, way);
  } else if (at.way == geometry.opposite(way)) {
    to = at.cell;
    from = geometry.next_to(to, at.way);
  }
  if (to < 0) return true;
  if (const auto alone = start_unsplit(to, way, payload, true, trace)) return *alone;
  if (!gather(to)) return false;
  add_bit(trace.sources.data(), to);
  entered_ = to;
  if (steps_ && is_crossed(to, geometry.opposite(way))) {
    if (!cross(from, way, payload, trace) || !after_crossing(from, to, way, 0, -1, trace)) return false;
  } else if (!acts_at(to)) {
    work_.push_back({to, way, static_cast<std::int32_t>(payload), 0, -1, false});
  } else if (!arrive(to, way, payload, 0, -1, true, trace)) {
    return false;
  }
  return follow_all(trace, to);
}

}  // namespace glint
