#include "interpreter/beam/trace.hpp"

#include <algorithm>

namespace glint {

void cells_of(const Geometry& geometry, const Segment& segment, Word* mask) {
  const int words = geometry.words;
  if (segment.length == 0 || geometry.ray.empty()) {
    std::fill(mask, mask + words, 0);
    each_cell(geometry, segment, [mask](std::int32_t cell) { add_bit(mask, cell); });
    return;
  }
  const Word* ray = geometry.ray_of(segment.way, segment.cell);
  const Word* beyond = geometry.ray_of(segment.way, segment.last);
  for (int i = 0; i < words; ++i) mask[i] = ray[i] ^ beyond[i];
  add_bit(mask, segment.cell);
}

std::int64_t route_of(const Geometry& geometry, const Trace& trace, std::size_t number, int cell, int step, Word* mask) {
  const auto words = static_cast<std::size_t>(geometry.words);
  Segment last = trace.segments[number];
  last.length = std::max(0, step - last.step + 1);
  last.last = cell;
  cells_of(geometry, last, mask);
  std::int64_t count = 1;
  for (std::int32_t before = last.parent; before >= 0; before = trace.segments[before].parent, ++count) {
    const Segment& segment = trace.segments[before];
    if (segment.length == 0) continue;
    if (geometry.ray.empty()) {
      each_cell(geometry, segment, [mask](std::int32_t left) { add_bit(mask, left); });
      continue;
    }
    const Word* const ray = geometry.ray_of(segment.way, segment.cell);
    const Word* const beyond = geometry.ray_of(segment.way, segment.last);
    for (std::size_t i = 0; i < words; ++i) mask[i] |= ray[i] ^ beyond[i];
    add_bit(mask, segment.cell);
  }
  return count;
}

void fill_light(const Program& program, int field, Trace& trace) {
  const PayloadField& carried = program.payloads.fields[field];
  const Geometry& geometry = program.geometry;
  trace.begin_lit(field, static_cast<std::size_t>(carried.bits() * geometry.words));
  Word mask[kMostLitWords];
  for (const Segment& segment : trace.segments) {
    const Word bits = carried.bits_of(segment.payload);
    if (!bits || segment.length == 0) continue;
    cells_of(geometry, segment, mask);
    trace.mark_lit(bits, mask, geometry.words);
  }
}

bool leaves_stepping(const Geometry& geometry, const Segment& segment, int cell) {
  int at = segment.cell;
  for (std::int32_t i = 0; i < segment.length; ++i) {
    if (at == cell) return true;
    at = geometry.next_to(at, segment.way);
  }
  return false;
}

}  // namespace glint
