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
    int cell = segment.cell;
    for (std::int32_t i = 0; i < segment.length; ++i) {
      mask[cell / 64] |= Word{1} << (cell % 64);
      cell = geometry.next_to(cell, segment.way);
    }
    return;
  }
  const Word* ray = geometry.ray_of(segment.way, segment.cell);
  const Word* beyond = geometry.ray_of(segment.way, segment.last);
  for (int i = 0; i < words; ++i) mask[i] = ray[i] ^ beyond[i];
  mask[segment.cell / 64] |= Word{1} << (segment.cell % 64);
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
