// Space: steps, rays and lines from cells and from sets of cells, the ways between cells, and edges.
//
// Each function runs one instruction (program/instructions.def) on the frame `f`: `at` says where in the frame its
// operands and its result lie, `more` is the instruction after it, with further operands. The result may be in the
// slots of an operand. It answers how much work that was, in units of fuel (limits.hpp).
//
// A Space reads the geometry, which outlives it, and owns only buffers: it remembers nothing between calls, and once
// made it allocates nothing.
#pragma once

#include <vector>

#include "interpreter/machine/cpu.hpp"
#include "interpreter/program/program.hpp"

namespace glint {

class Space {
 public:
  explicit Space(const Geometry& geometry)
      : geometry_(geometry), words_(geometry.words), found_(static_cast<std::size_t>(words_), 0), line_(found_),
        front_(found_), edges_(static_cast<std::size_t>(geometry.edge_words), 0) {}

  /// step, ray, steps, slide, hit, closed.
  template <class Cpu>
  std::int64_t go(Word* f, const Instruction& at, const Instruction& more);
  /// steps, slide, hit or closed from one cell in the directions of a set, where there are fans for it.
  template <class Cpu>
  std::int64_t fan(Word* f, const Instruction& at, const Instruction& more, Word ways);
  bool has_fans(Opcode op) const {
    if (op == Opcode::steps) return !geometry_.rings.sets.empty();
    return (op == Opcode::slide || op == Opcode::hit || op == Opcode::closed) && !geometry_.fans.rays.empty();
  }
  /// lanes: the instruction, with its operands after it.
  template <class Cpu>
  void lanes(Word* f, const Instruction* at);
  /// far_lanes, the same: only on boards of up to two words with shifts that do not wrap.
  template <class Cpu>
  std::int64_t far_lanes(Word* f, const Instruction* at) const;
  /// lines_to: only on boards with shifts that do not wrap.
  template <class Cpu>
  std::int64_t lines_to(Word* f, const Instruction& at, const Instruction& more, Word directions);
  /// between, distance, way_to.
  template <class Cpu>
  std::int64_t way_between(Word* f, const Instruction& at);

  /// False: no cell has these coordinates.
  bool cell_at(Word* f, const Instruction& at) const {
    const int cell = geometry_.cell_at(static_cast<std::int64_t>(f[at.b]), static_cast<std::int64_t>(f[at.c]));
    f[at.a] = static_cast<Word>(cell);
    return cell >= 0;
  }
  /// walk_slide, walk_hit, walk_steps, walk_last.
  std::int64_t walk(Word* f, const Instruction& at, const Instruction& more);
  /// edge, beside.
  void edge(Word* f, const Instruction& at) const;
  std::int64_t edges(Word* f, const Instruction& at);

 private:
  /// The work of rays, steps and lines that are looked up; and of a walk, the number of cells for one unit of work.
  static constexpr std::int64_t kRaysWork = 4, kStepsOfWork = 16;

  /// One of ray, slide, hit, steps, step from one cell in one direction, united into `into`. Answers how many cells
  /// were visited.
  template <class Cpu>
  std::int64_t ray_union(Opcode op, int cell, int way, const Word* through, std::int64_t length, Word* into) const;

  const Geometry& geometry_;
  const int words_;
  std::vector<Word> found_, line_, front_;  // sets of cells
  std::vector<Word> edges_;
};

template <>
std::int64_t Space::go<AnyCpu>(Word* f, const Instruction& at, const Instruction& more);
template <>
std::int64_t Space::go<V3Cpu>(Word* f, const Instruction& at, const Instruction& more);
template <>
std::int64_t Space::fan<AnyCpu>(Word* f, const Instruction& at, const Instruction& more, Word ways);
template <>
std::int64_t Space::fan<V3Cpu>(Word* f, const Instruction& at, const Instruction& more, Word ways);
template <>
void Space::lanes<AnyCpu>(Word* f, const Instruction* at);
template <>
void Space::lanes<V3Cpu>(Word* f, const Instruction* at);
template <>
std::int64_t Space::far_lanes<AnyCpu>(Word* f, const Instruction* at) const;
template <>
std::int64_t Space::far_lanes<V3Cpu>(Word* f, const Instruction* at) const;
template <>
std::int64_t Space::lines_to<AnyCpu>(Word* f, const Instruction& at, const Instruction& more, Word directions);
template <>
std::int64_t Space::lines_to<V3Cpu>(Word* f, const Instruction& at, const Instruction& more, Word directions);
template <>
std::int64_t Space::way_between<AnyCpu>(Word* f, const Instruction& at);
template <>
std::int64_t Space::way_between<V3Cpu>(Word* f, const Instruction& at);

}  // namespace glint
