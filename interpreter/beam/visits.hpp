// Visits: the cells that beams leave, in order, or only some of them. Instructions as in beams.hpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "interpreter/beam/beams.hpp"

namespace glint {

class Visits {
 public:
  /// All outlive it.
  Visits(const Program& program, Word* frame, Fuel& fuel, Beams& beams)
      : program_(program),
        frame_(frame),
        fuel_(fuel),
        beams_(beams),
        route_(static_cast<std::size_t>(program.words())) {}

  bool begin(const Instruction& at) {
    std::fill_n(frame_ + at.a, 3, 0);
    return beams_.tell_segments(frame_[at.b]);
  }
  /// The next visit of an iterator. False: there is none.
  bool next(const Instruction& at, const Instruction& more);
  /// The cells that the beam of a visit left on its way there.
  bool route(const Instruction& at);
  /// The smallest step of all visits to a cell, or to cells of a set; or only of visits that carry something in a
  /// field.
  bool least_step(const Instruction& at);
  /// The cells on the way to the visits of that step, of each branch to its own.
  bool first_route(const Instruction& at);

 private:
  struct First;
  bool find_first(const Instruction& at, First& first);

  const Program& program_;
  Word* const frame_;
  Fuel& fuel_;
  Beams& beams_;
  std::vector<Word> route_;
  std::vector<std::pair<std::int32_t, std::int32_t>>
      firsts_;  // of the visits of least step: segments, and cells of them
};

}  // namespace glint
