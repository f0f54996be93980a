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
  for (int i = 0; i < words_; ++i) {
    const auto word = static_cast<Slot>(i);
    for (Word rest = frame_[layout.occupied + word]; rest; rest &= rest - 1)
      each_plane(top(i * 64 + __builtin_ctzll(rest)).key, word, [rest](Word& plane) { plane |= rest & (0 - rest); });
  }
}

}  // namespace glint
