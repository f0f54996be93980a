// Along: which cell of a target, if any, the one beam of a piece that is not on the board would leave. For boards of one
// word where nothing splits beams (Reactions::Unsplit). It is asked many times of one position, so what is the same for
// all questions is looked up once.
#pragma once

#include <cstring>

#include "interpreter/beam/kernel.hpp"

namespace glint {

/// The first cell, on a beam's way, of those that lie ahead. Without a branch, which would be hard to foresee.
inline int nearest(Word ahead, unsigned beam) {
  const int lowest = lowest_bit(ahead), highest = highest_bit(ahead);
  return highest ^ ((lowest ^ highest) & -static_cast<int>(beam >> 15));
}

/// No place that a beam leaves.
inline constexpr std::uint32_t kNowhere = ~std::uint32_t{0};
/// Beams with more parts are left to the general way, so that traces need little memory.
inline constexpr std::uint32_t kMostParts = 64;

class Along {
 public:
  Along(const Program& program, const Word* frame, Word optical)
      : tables_(program.reactions.unsplit), rays_(tables_.rays.data()), on_(tables_.on.data()),
        keys_(reinterpret_cast<const char*>(frame + program.layout.keys)), optical_(optical),
        payload_bits_(tables_.payload_bits), beam_bits_(tables_.beam_bits) {}

  struct Answer {
    Kernel::First first;
    Word looked_at;  // the cells on which it depends
  };
  /// Would the one beam of a piece of this key on `source` leave a cell of the target? Unknown if it has not just one
  /// beam, and if it is long: Kernel::would_meet is to be asked.
  Answer go(int source, int key, Word target) const {
    using enum Kernel::First;
    using Unsplit = Reactions::Unsplit;
    constexpr unsigned kBeam = ~Unsplit::kRises;
    unsigned beam = tables_.first[key];
    Word looked_at = bit_in_word(source);
    if (beam & Unsplit::kOther) return {unknown, looked_at};
    if (target & looked_at) return {meets, looked_at};
    const Word stops = optical_ | looked_at;
    std::uint32_t meetings = 0, mark = kNowhere;
    for (int cell = source;;) {
      const Word* const rays = rays_ + ((beam & kBeam) >> payload_bits_ << 6);
      const Word ray = rays[cell], ahead = ray & (stops | target);
      if (!ahead) return {misses, looked_at | ray};
      cell = nearest(ahead, beam);
      looked_at |= ray ^ rays[cell];  // what lies beyond it makes no difference
      if (!(stops >> cell & 1)) return {meets, looked_at};
      std::uint16_t there;
      std::memcpy(&there, keys_ + 2 * cell, sizeof there);
      if (cell == source) there = static_cast<std::uint16_t>(key);
      const unsigned on = on_[static_cast<std::size_t>(there) << beam_bits_ | (beam & kBeam)];
      if (!(on & Unsplit::kOther)) beam = on;
      else if (on == Unsplit::kAsks) return {unknown, looked_at};
      else if (on != Unsplit::kPasses) return {misses, looked_at};
      if (target >> cell & 1) return {meets, looked_at};
      const std::uint32_t now = static_cast<std::uint32_t>(cell) << 16 | beam;
      if (now == mark) return {misses, looked_at};
      if (++meetings == kMostParts) return {unknown, looked_at};
      if ((meetings & (meetings - 1)) == 0) mark = now;  // see unsplit.cpp
    }
  }

 private:
  const Reactions::Unsplit& tables_;
  const Word* const rays_;
  const std::uint16_t* const on_;
  const char* const keys_;
  const Word optical_;
  const int payload_bits_, beam_bits_;
};

inline Along Kernel::along() const { return {program_, frame_, optical_now()}; }

}  // namespace glint
