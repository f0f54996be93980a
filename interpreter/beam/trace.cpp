#include "interpreter/beam/trace.hpp"

#include <algorithm>

namespace glint {

void cells_of(const Geometry& geometry, const Segment& segment, Word* mask) {
  const int words = geometry.words;
  if (segment.length == 0) {
    std::fill(mask, mask + words, 0);
    return;
  }
  if (geometry.ray.empty()) {
    std::fill(mask, mask + words, 0);
    each_cell(geometry, segment, [mask](std::int32_t cell) { add_bit(mask, cell); });
    return;
  }
  const Word* ray = geometry.ray_of(segment.way, segment.cell);
  const Word* beyond = geometry.ray_of(segment.way, segment.last);
  for (int i = 0; i < words; ++i) mask[i] = ray[i] ^ beyond[i];
  add_bit(mask, segment.cell);
}

void fill_light(const Program& program, int field, Trace& trace) {
  const PayloadField& carried = program.payload_fields[static_cast<std::size_t>(field)];
  const Geometry& geometry = program.geometry;
  const auto words = static_cast<std::size_t>(geometry.words);
  trace.begin_lit(field, carried.bits(), geometry.words);
  for (const Segment& segment : trace.segments) {
    Word value = carried.bits_of(segment.payload);
    if (!value || segment.length == 0) continue;
    Word mask = 0;
    const bool is_word = words == 1 && !geometry.ray.empty();
    if (is_word) cells_of(geometry, segment, &mask);
    for (; value; value &= value - 1) {
      Word* plane = &trace.lit[static_cast<std::size_t>(__builtin_ctzll(value)) * words];
      if (is_word) *plane |= mask;
      else each_cell(geometry, segment, [plane](std::int32_t at) { add_bit(plane, at); });
    }
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
