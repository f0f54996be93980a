// The tracing kernel: follows beams through a position from meeting to meeting.
//
// A beam leaves a cell in a direction. The nearest set bit of ray & stops is what it meets next, at any distance.
// The reaction table says what happens there, or code computes it, if a reaction reads more than the piece. Every
// (cell, direction, payload) is left once: a beam that would leave one again ends as looped, so tracing ends
// after at most cells x directions x payloads segments. The tests compare it with a naive tracer that goes cell
// by cell.
//
// kernel.cpp has the questions, and the things that act on beams. The loops that follow beams: follow.cpp; unsplit.cpp
// where nothing splits them; steps.cpp where more acts on them than pieces, and alone.cpp there for single beams.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "interpreter/beam/acting.hpp"
#include "interpreter/beam/cases.hpp"
#include "interpreter/beam/fuel.hpp"
#include "interpreter/beam/seen.hpp"
#include "interpreter/beam/trace.hpp"

namespace glint {

class Along;  // along.hpp

class Kernel {
 public:
  /// `frame`: its lower part is the State, which is read each time. Tracing uses up `fuel` and `budget`. All outlive
  /// the kernel.
  Kernel(const Program& program, const Word* frame, Fuel& fuel, Cases& cases, SegmentBudget& budget);

  /// Call it when pieces that decide which cells, edges and sides act, or variables that beams read, have changed.
  void sites_changed() { acting_.position_changed(); }

  /// Follows the beams of the emitter on `cell`; an empty trace if there is none. False, here and below: the script is
  /// in error.
  bool trace_emitter(int cell, Trace& trace);
  /// Finds the cells left and met, the named ends, and the cells lit by TraceNeeds::lit_field. It is quicker, as it
  /// leaves out segments and steps, unless rules ask for single visits (TraceNeeds::tells_segments) and the trace
  /// has no parts. The trace tells what it has.
  bool trace_cells(int cell, Trace& trace);
  /// Follows one beam that comes over an edge in a direction; an empty trace if the edge cannot be crossed that way.
  /// Without segments it is quicker where nothing splits the beam. The trace tells whether it has them.
  bool trace_over(int edge, int way, std::int64_t payload, Trace& trace, bool with_segments = true);
  /// Follows one beam that starts in `cell`.
  bool trace_from(int cell, int way, std::int64_t payload, Trace& trace, bool with_segments = true);
  /// Makes the segments of a trace that has parts.
  bool tell_segments(Trace& trace);
  /// Finds out whether the beams of the emitter on `cell` leave a cell of `target`. Stops at the first such segment.
  bool emitter_meets(int cell, const Word* target, bool& meets);
  /// Finds it out for a piece of this key, as if it were on `cell`. Only if reactions and emissions are tables. Adds to
  /// `looked_at` the cells on which the answer depends.
  bool would_meet(int cell, int key, const Word* target, bool& meets, Word* looked_at);
  /// The answer where nothing splits beams, on boards of one word. Unknown: ask would_meet.
  enum class First { meets, misses, unknown };
  Along along() const;
  bool is_unsplit() const { return is_unsplit_; }

 private:
  /// A beam that leaves a cell next.
  struct Work {
    std::int32_t cell, way, payload, step, parent;
    bool jumped;  // it came here by `to`
    bool is_out = false;  // it goes off the board over an edge that split it, and leaves no more cells
  };
  /// The ways to cross the board: sets of one word, tables of rays, or from cell to cell where there are none.
  enum class Walk { word, rays, steps };

  // kernel.cpp: what acts on beams, and what is known without following them
  First first_step(int cell, int key, const Word* target, Word* looked_at) const;
  bool gather(int source);
  bool start(int cell);
  int top_key(int cell) const { return glint::top_key(program_, frame_, cell); }
  /// The key that the beams followed now meet on a cell.
  int key_on(int cell) const { return cell == added_cell_ ? added_key_ : top_key(cell); }
  const std::vector<Reactions::Way>* react(int cell, int way, std::int64_t payload);
  /// Pushes the ways on from a cell as work to do, the first on top; calls `stop(name)` for those that end there.
  template <typename Stop>
  void push_ways(const std::vector<Reactions::Way>& ways, int cell, std::int32_t step, std::int32_t parent,
                 Stop&& stop) {
    for (auto on = ways.rbegin(); on != ways.rend(); ++on) {
      if (on->stop) {
        stop(on->stop - 2);
        continue;
      }
      const bool jumps = on->cell >= 0;
      const std::int32_t from = jumps ? on->cell : cell;
      // A jump may end in the middle of a straight way, so later beams must stop here, too.
      if (jumps && !steps_) add_bit(stops_.data(), from);
      work_.push_back({from, on->way, static_cast<std::int32_t>(on->payload), step, parent, jumps});
    }
  }

  bool follow_emitter(int cell, Trace& trace);

  // follow.cpp: from meeting to meeting
  struct Seeker;
  struct Marker;
  struct Teller;
  /// A straight way from a cell: what it meets (-1: the border), the cell before that, how many cells it leaves.
  struct Went {
    std::int32_t next, last, length;
  };
  template <Walk kWalk>
  Went go(int cell, int way, Word* mask) const;
  Went step_on(int cell, int way, Word* left, const Word* target, bool& meets) const;
  template <typename Sink>
  bool follow(Sink&& sink);
  template <Walk kWalk, typename Sink>
  bool follow_by(Sink& sink);
  bool follow_all(Trace& trace, int source);
  bool seek(const Word* target, Word* looked_at, bool& meets);

  /// On boards of one word: the cells of pieces that act.
  Word optical_now() const {
    const std::vector<Slot>& sets = program_.reactions.optical_sets;
    if (sets.size() == 1) return frame_[sets[0]];  // to begin the loop takes longer
    Word cells = 0;
    for (const Slot set : sets) cells |= frame_[set];
    return cells;
  }

  /// Cells lit by each bit of a field; by a field of more bits, unsplit.cpp leaves the beam to the general way.
  static constexpr std::size_t kMostLitPlanes = 4;
  using LitPlanes = std::array<Word, kMostLitPlanes>;
  static std::vector<LitPlanes> lights_of(const Program& program);

  // unsplit.cpp. Nothing: the beam is to be followed the general way.
  std::optional<bool> follow_unsplit(Trace& trace, int source, std::uint32_t beam, bool with_light);
  std::optional<bool> emit_unsplit(int cell, Trace& trace, bool with_light);
  std::optional<bool> start_unsplit(int cell, int way, std::int64_t payload, bool comes_in, Trace& trace);

  // alone.cpp. Nothing: something splits the beam, or it has met too much.
  /// Where a beam begins: it leaves `to`; or, if it `enters`, it comes there over an edge, from `from` (-1: from outside).
  struct Begin {
    int from, to, way;
    std::int64_t payload;
    bool enters;
  };
  std::optional<bool> follow_alone(Trace& trace, const Begin& begin);
  class Lone;

  // steps.cpp
  /// A straight way to where something acts, to the border, or to where a beam like it has been (`loops`).
  struct Stretch {
    std::int32_t last, next, length;  // the last cell that it leaves, the one it would come to, how many it leaves
    bool is_crossed, loops;
  };
  Stretch go_straight(const Work& at, Word* cells);
  Stretch step_straight(const Work& at, Word* cells);
  bool follow_steps(Trace& trace, int source);
  bool arrive(int cell, int way, std::int64_t payload, std::int32_t step, std::int32_t number, bool alone,
              Trace& trace);
  bool after_crossing(int cell, int next, int way, std::int32_t step, std::int32_t number, Trace& trace);
  bool acts_at(int cell) const { return has_bit((steps_ ? stops_ : optical_).data(), cell); }

  template <typename... Values>
  bool add(Trace& trace, Values&&... segment) {
    if (!budget_.add(trace, 1)) return false;
    trace.segments.emplace_back(std::forward<Values>(segment)...);
    return true;
  }
  const Program& program_;
  const Word* const frame_;
  Fuel& fuel_;
  Cases& cases_;
  SegmentBudget& budget_;
  const bool steps_;       // Reactions::goes_by_steps
  const bool is_unsplit_;  // nothing splits beams: Reactions::unsplit
  const std::vector<LitPlanes> lights_;
  const Walk walk_;
  const bool seeks_lone_;  // single beams are followed by follow_alone, where it can
  std::vector<Word> stops_, optical_, mask_;
  Reacting reacting_;
  ActingSites acting_;
  std::vector<Work> work_;
  std::vector<Reactions::Way> ways_;
  SeenStates seen_;
  Trace whole_;
  int added_cell_ = -1, added_key_ = 0;  // a hypothetical piece
};

}  // namespace glint
