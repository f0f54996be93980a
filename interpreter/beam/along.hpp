// Along answers which target cell, if any, a single beam would leave, for a piece that is not on the board. For boards
// of one word where nothing splits beams (Reactions::Unsplit). It gets many questions about one position, so what all
// questions share is looked up once.
#pragma once

#include <cstring>

#include "interpreter/beam/kernel.hpp"

namespace glint {

/// The first of the cells ahead on a beam's way. It has no branch, because processors would predict it badly.
inline std::size_t nearest(Word ahead, std::uint32_t beam) {
  const auto lowest = static_cast<unsigned>(lowest_bit(ahead)), highest = static_cast<unsigned>(highest_bit(ahead));
  return highest ^ ((lowest ^ highest) & (0 - (beam >> 31)));
}

/// A cell, and how a beam leaves it; kNowhere: none.
inline std::uint32_t place_of(std::size_t cell, std::uint32_t beam) {
  return (beam & ~Reactions::Unsplit::kLine) | static_cast<std::uint32_t>(cell);
}
inline constexpr std::uint32_t kNowhere = ~std::uint32_t{0};
/// Longer beams are left to the general method, so that traces need little memory.
inline constexpr std::uint32_t kMostParts = 64;

class Along {
 public:
  Along(const Program& program, const Word* frame, Word optical)
      : tables_(program.reactions.unsplit), lines_(tables_.lines.data()), on_(tables_.on.data()),
        keys_(reinterpret_cast<const char*>(frame + program.layout.keys)), optical_(optical) {}

  struct Answer {
    Kernel::First first;
    Word looked_at;  // the cells on which it depends
  };
  /// Would the one beam of a piece of this key on `source` leave a cell of the target? Unknown if the piece has no beam
  /// or several, or if the beam is long: then ask Kernel::would_meet.
  Answer go(int source, int key, Word target) const {
    using enum Kernel::First;
    using Unsplit = Reactions::Unsplit;
    std::uint32_t beam = tables_.first[static_cast<std::size_t>(key)];
    Word looked_at = bit_in_word(source);
    if (beam & Unsplit::kOther) return {unknown, looked_at};
    if (target & looked_at) return {meets, looked_at};
    const Word stops = optical_ | looked_at;
    std::uint32_t meetings = 0, mark = kNowhere;
    for (auto cell = static_cast<std::size_t>(source);;) {
      const Word* const lines = lines_ + (beam & Unsplit::kLine);
      const Word ray = lines[2 * cell], ahead = ray & (stops | target);
      if (!ahead) return {misses, looked_at | ray};
      cell = nearest(ahead, beam);
      looked_at |= ray ^ lines[2 * cell];  // cells beyond this one make no difference
      if (!(stops >> cell & 1)) return {meets, looked_at};
      std::uint16_t there;
      std::memcpy(&there, keys_ + 2 * cell, sizeof there);
      if (cell == static_cast<std::size_t>(source)) there = static_cast<std::uint16_t>(key);
      const std::uint32_t on = on_[Unsplit::number(beam) * tables_.keys + there];
      if (!(on & Unsplit::kOther)) beam = on;
      else if (on == Unsplit::kAsks) return {unknown, looked_at};
      else if (on != Unsplit::kPasses) return {misses, looked_at};
      if (target >> cell & 1) return {meets, looked_at};
      const std::uint32_t now = place_of(cell, beam);
      if (now == mark) return {misses, looked_at};
      if (++meetings == kMostParts) return {unknown, looked_at};
      if ((meetings & (meetings - 1)) == 0) mark = now;  // see unsplit.cpp
    }
  }

 private:
  const Reactions::Unsplit& tables_;
  const Word* const lines_;
  const std::uint32_t* const on_;
  const char* const keys_;
  const Word optical_;
};

inline Along Kernel::along() const { return {program_, frame_, optical_now()}; }

}  // namespace glint
