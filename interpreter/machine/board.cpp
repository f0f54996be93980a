#include "interpreter/machine/board.hpp"

namespace glint {

/// SplitMix64's mixer over the State's words, each with its place.
std::uint64_t Board::hash() const {
  std::uint64_t h = 0x9E3779B97F4A7C15u;
  for (Slot i = 0; i < program_.layout.size; ++i) {
    std::uint64_t z = frame_[i] + 0x9E3779B97F4A7C15u * (i + 1) + h;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    h = z ^ (z >> 31);
  }
  return h;
}

void Board::fill_planes() {
  if (program_.plane_begin.empty()) return;
  const Layout& layout = program_.layout;
  std::fill(frame_.begin() + layout.size, frame_.begin() + layout.end, 0);
  for (const int cell : each_bit(&frame_[layout.occupied], words_))
    each_plane(top(cell).key, static_cast<Slot>(cell / 64), [cell](Word& plane) { plane |= bit_in_word(cell); });
}

}  // namespace glint
