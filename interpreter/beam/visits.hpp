// Visits: the cells that beams leave, in order, or only some of them. Instructions as in beams.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "interpreter/beam/beams.hpp"

namespace glint {

// Light: at each cell, the union of what all beams of a position carry in a field that is a set.
//
// The light of a cell is the union of the field over all visits to it. On boards of up to kMostLitWords words, a cached
// trace keeps the cells that it lights, a set for each element of the field, made when it is first needed; light is the
// union over traces. On larger boards the segments are read each time. On boards of one word, for fields with few
// values, these sets (*planes*) are stored here side by side: each question unites them all, and few have changed since
// the last one.
//
// Light asks Beams for valid traces, so it needs neither reports of changes nor undo.
class Light {
 public:
  /// `frame`: where instructions read their operands and write results; `fuel`: the work left. Both outlive it.
  Light(const Program& program, Word* frame, Fuel& fuel, Beams& beams);

  // Instructions: see program/instructions.def. False: the script is in error, or there is no fuel left.
  bool light(const Instruction& at);
  bool light_is(const Instruction& at);
  bool light_sources(const Instruction& at);

 private:
  static constexpr std::size_t kMostPlanes = 4;
  using Planes = std::array<Word, kMostPlanes>;

  bool has_planes(int field) const {
    return words_ == 1 && program_.lowered.kept_light &&
           static_cast<std::size_t>(program_.payloads.fields[field].bits()) <= kMostPlanes;
  }
  bool refresh_planes(Word emitters, int field);
  bool unite(const Word* emitters, int field, Word* lit);
  bool each_trace(const Word* emitters, int field, auto&& with);

  const Program& program_;
  Word* const frame_;
  Fuel& fuel_;
  Beams& beams_;
  const std::size_t words_;
  std::array<Planes, 64> planes_{};  // by source, what it lights, by elements of planes_field_,
  Word known_ = 0;                   // for these sources
  int planes_field_ = -1;
  // At the last question: for each cell the sources that light it, and for each source the cells that it lights.
  std::array<Word, 64> lit_by_{}, lit_from_{};
  Word lit_changed_ = 0;  // sources whose planes_ have changed since
  int lit_by_field_ = -1;
};

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
  /// The smallest step among all visits to a cell, or to cells of a set; or among those with something in a field.
  bool least_step(const Instruction& at);
  /// The cells on the way to the visits of that step, each along its own branch.
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
      firsts_;  // the visits of least step: their segments, and the cells of these
};

}  // namespace glint
