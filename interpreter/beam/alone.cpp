// Follows a single beam that nothing splits, in games where cells, edges or the sides of pieces act on beams, on boards
// of one word. Finds the cells that it leaves and meets, and its named ends, without segments. Most beams that scripts
// ask about are like this. steps.cpp follows all others, and beams that may go round.
#include "interpreter/beam/kernel.hpp"

namespace glint {

/// The beam on its way.
class Kernel::Lone {
 public:
  enum class Then { goes_on, ends, needs_general_tracer, fails };

  Lone(Kernel& kernel, Trace& trace, const Begin& begin)
      : kernel_(kernel), geometry_(kernel.program_.geometry), trace_(trace), cell_(begin.to), way_(begin.way),
        payload_(begin.payload), stops_(kernel.stops_[0]) {}

  Then enter(int from) {
    if (kernel_.acting_.is_crossed(cell_, geometry_.opposite(way_))) return cross(from, cell_);
    return come_to(cell_);
  }
  /// Leaves its cell, and continues to a place where something acts.
  Then go() {
    const Word crossed = *kernel_.acting_.crossed(way_), here = bit_in_word(cell_);
    left_ |= here;
    if (crossed & here) return cross(cell_, geometry_.next_to(cell_, way_));
    const Word ray = *geometry_.ray_of(way_, cell_), ends = ray & (stops_ | crossed);
    if (!ends) {
      left_ |= ray;
      return Then::ends;
    }
    const int found = geometry_.rises[way_] ? lowest_bit(ends) : highest_bit(ends);
    const Word beyond = *geometry_.ray_of(way_, found), there = bit_in_word(found);
    if (stops_ & there) {
      left_ |= ray ^ (beyond | there);
      return meet(found);
    }
    left_ |= ray ^ beyond;
    return cross(found, geometry_.next_to(found, way_));
  }
  Word left() const { return left_; }

 private:
  Then come_to(int cell) {
    if (stops_ & bit_in_word(cell)) return meet(cell);
    cell_ = cell;
    return Then::goes_on;
  }
  Then meet(int cell) {
    const std::vector<Reactions::Way>* ways = nullptr;
    if (has_bit(kernel_.optical_.data(), cell)) {
      trace_.hits[0] |= bit_in_word(cell);
      const auto row = static_cast<std::size_t>(kernel_.top_key(cell));
      const std::uint32_t entry = kernel_.reacting_.entry(row, way_, payload_);
      if (entry < Reactions::kNone) return turn(cell, static_cast<int>(entry >> 16), entry & 0xFFFF);
      ways = kernel_.react(cell, way_, payload_);
    } else {
      if (trace_.sites.empty()) trace_.sites.empty_of(1);
      trace_.sites[0] |= bit_in_word(cell);
      const Reactions::Acting& acting = kernel_.acting_.at_cell(cell);
      ways = kernel_.reacting_.ways(acting.row, acting.reaction, {cell, way_, payload_});
    }
    if (!ways) return Then::fails;
    if (ways->size() != 1) return Then::needs_general_tracer;
    const Reactions::Way& on = ways->front();
    if (on.stop) {
      trace_.stop(cell, on.stop - 2);
      return Then::ends;
    }
    return turn(on.cell < 0 ? cell : on.cell, on.way, on.payload);
  }
  /// At an edge: it stops there, is turned back or elsewhere, or comes to `next`.
  Then cross(int from, int next) {
    if (kernel_.acting_.is_barred(from, next, way_)) return Then::ends;
    if (!kernel_.acting_.cross(from, next, way_, payload_, trace_)) return Then::fails;
    if (kernel_.acting_.crossings().size() != 1) return Then::needs_general_tracer;
    const ActingSites::Crossing& on = kernel_.acting_.crossings().front();
    if (on.stops) return Then::ends;
    if (!on.over) {
      if (on.cell < 0 && from < 0) return Then::ends;  // turned away before it came to the board
      return turn(on.cell < 0 ? from : on.cell, on.way, on.payload);
    }
    payload_ = on.payload;
    return next < 0 ? Then::ends : come_to(next);
  }
  Then turn(int cell, int way, std::int64_t payload) {
    cell_ = cell;
    way_ = way;
    payload_ = payload;
    return Then::goes_on;
  }

  Kernel& kernel_;
  const Geometry& geometry_;
  Trace& trace_;
  int cell_, way_;
  std::int64_t payload_;
  const Word stops_;
  Word left_ = 0;
};

std::optional<bool> Kernel::follow_alone(Trace& trace, const Begin& begin) {
  if (!acting_.refresh()) return false;
  optical_[0] = optical_now();
  stops_[0] = optical_[0] | acting_.cells()[0];
  Lone beam(*this, trace, begin);
  constexpr int kMostMeetings = 32;  // beyond that it may go round
  int meetings = 0;
  Lone::Then then = begin.enters ? beam.enter(begin.from) : Lone::Then::goes_on;
  for (; then == Lone::Then::goes_on && meetings < kMostMeetings; ++meetings) then = beam.go();
  if (then == Lone::Then::fails) return false;
  if (then != Lone::Then::ends) {
    trace.clear(1);
    return std::nullopt;
  }
  trace.has_segments = false;
  trace.cells[0] = beam.left();
  trace.sources[0] = bit_in_word(begin.to);
  return fuel_.burn(meetings + 1);
}

}  // namespace glint
