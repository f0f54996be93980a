// The tracing kernel: follows beams through a position from meeting to meeting.
//
// A beam leaves a cell in a direction. What it meets next is the nearest set bit of ray & stops, at any distance. What
// happens there is in the reaction table; if a reaction reads more than the piece, code computes it. A beam leaves each
// (cell, direction, payload) only once: when it would do so again, it ends as looped. So tracing ends after at most
// cells x directions x payloads segments. The tests compare it with a naive tracer that goes cell by cell.
//
// kernel.cpp has the questions, and the things that act on beams. The loops that follow beams are in follow.cpp, in
// unsplit.cpp (nothing splits them), steps.cpp (more than pieces acts on them), and alone.cpp (the same, single beams).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "interpreter/beam/fuel.hpp"
#include "interpreter/beam/trace.hpp"
#include "interpreter/program/program.hpp"

namespace glint {

// The places where the beams of a trace have been, because they leave each (cell, direction, payload) only once.
class SeenStates {
 public:
  /// `by_stretches`: the places are kept as sets of cells (left_by), because beams leave whole stretches at once.
  SeenStates(const Program& program, bool by_stretches)
      : program_(program),
        by_stretches_(by_stretches),
        words_(static_cast<std::size_t>(program.words())),
        payloads(static_cast<std::size_t>(program.payloads.count)),
        turns(static_cast<std::size_t>(program.geometry.directions) * payloads) {}

  /// Begins a trace, which has seen nothing. False: the host stopped it.
  bool begin(Fuel& fuel) {
    if (++number_ == 0 && !forget(fuel)) return false;
    if (!set_.empty()) set_.clear();
    return true;
  }
  bool first_time(int cell, int way, std::int64_t payload, Fuel& fuel) {
    const std::size_t index = static_cast<std::size_t>(cell) * turns + static_cast<std::size_t>(way) * payloads +
                              static_cast<std::size_t>(payload);
    if (index >= table_.size()) {
      fuel.use(kCost);
      return set_.insert(index).second;
    }
    if (table_[index] == number_) return false;
    table_[index] = number_;
    return true;
  }
  bool keeps_left() const { return !left_.empty(); }
  /// The cells that beams of this trace have left in a direction with a payload.
  Word* left_by(int way, std::int64_t payload) {
    const std::size_t turn = static_cast<std::size_t>(way) * payloads + static_cast<std::size_t>(payload);
    Word* const left = &left_[turn * words_];
    if (table_[turn] != number_) {
      if (words_ <= 2)  // the usual case; a call would take longer
        left[0] = left[words_ - 1] = 0;
      else
        std::fill_n(left, words_, 0);
    }
    table_[turn] = number_;
    return left;
  }
  /// By (cell, way, payload): the number of the trace that left it; null: no table. For loops that read it themselves.
  std::uint32_t* table() { return table_.empty() ? nullptr : table_.data(); }
  std::uint32_t number() const { return number_; }

 private:
  bool forget(Fuel& fuel);

  static constexpr std::int64_t kCost = 64;  // cost of an element of the hash set, for some 60 bytes

  const Program& program_;
  const bool by_stretches_;
  const std::size_t words_;  // of a set of cells
  std::vector<std::uint32_t> table_;
  std::vector<Word> left_;                 // instead, by stretches: [(way, payload) * words], valid if table_ says so
  std::unordered_set<std::uint64_t> set_;  // used instead if the table would be too large; its memory takes fuel
  std::uint32_t number_ = ~std::uint32_t{0};  // so the first trace, and each 2^32 traces later, begins with `forget`

 public:
  const std::size_t payloads, turns;  // numbers of payloads, and of pairs of direction and payload
};

// Everything that acts on beams, except the pieces that they reach: cells, edges, and the sides of pieces.
//
// Which of them act depends on the position. The script's code computes this, or a table by key for the sides of a
// piece. It is computed when a trace begins, if anything that it depends on has changed. This class also decides what
// happens to a beam on the way out of a cell: at an edge, the side of the piece that it comes from acts first, then the
// edge, then the side of the piece that it reaches.

/// The reaction to a beam: a look-up in the reaction table, or the script's code for reactions that are in no table.
class Reacting {
 public:
  Reacting(const Program& program, Cases& cases)
      : reactions_(program.reactions),
        cases_(cases),
        payloads_(static_cast<std::size_t>(program.payloads.count)),
        turns_(static_cast<std::size_t>(program.geometry.directions) * payloads_) {}

  /// The entry of the table: see Reactions::entries.
  std::uint32_t entry(std::size_t row, int way, std::int64_t payload) const {
    if (reactions_.entries.empty()) return Reactions::kCode;
    return reactions_.entries[row * turns_ + static_cast<std::size_t>(way) * payloads_ +
                              static_cast<std::size_t>(payload)];
  }
  /// The ways on, which last until the next call; null: the script is in error. `code`: the cases that the row holds.
  const std::vector<Reactions::Way>* ways(std::size_t row, int code, const Meeting& meeting) {
    const std::uint32_t entry = this->entry(row, meeting.way, meeting.payload);
    switch (entry & Reactions::kKind) {
      case Reactions::kList: return &reactions_.lists[entry & 0xFFFFFF];
      case Reactions::kCode:
        if (!cases_.run_cases(code, meeting, ways_)) return nullptr;
        break;
      case Reactions::kStop:
        ways_ = {{-1, 0, static_cast<std::uint16_t>((entry & 0xFFFF) + 1), 0}};
        break;
      case Reactions::kNone:
        ways_ = {{-1, static_cast<std::uint16_t>(meeting.way), 0, static_cast<std::uint32_t>(meeting.payload)}};
        break;
      default: ways_ = {{-1, static_cast<std::uint16_t>(entry >> 16), 0, entry & 0xFFFF}};
    }
    return &ways_;
  }

 private:
  const Reactions& reactions_;
  Cases& cases_;
  const std::size_t payloads_, turns_;  // numbers of payloads, and of pairs of direction and payload
  std::vector<Reactions::Way> ways_;
};

/// The key of the top piece on a cell; 0: there is none.
inline int top_key(const Program& program, const Word* frame, int cell) {
  if (program.layout.stack == 1) return program.key_in(frame, cell, 0);
  for (int level = program.layout.stack - 1; level >= 0; --level)
    if (const int key = program.key_in(frame, cell, level)) return key;
  return 0;
}

class ActingSites {
 public:
  /// A beam, or a branch of it, at an edge.
  struct Crossing {
    std::int32_t way, payload, cell;  // cell: the beam continues from there; -1: from here, or over the edge
    std::int16_t end_name;
    bool over, stops;
  };

  ActingSites(const Program& program, const Word* frame, Fuel& fuel, Cases& cases, Reacting& reacting);

  /// Something changed that decides where something acts.
  void position_changed() { is_known_ = false; }
  /// Finds what acts now. False, here and below: the script is in error, or there is no fuel left.
  bool refresh() { return is_known_ || find(); }

  /// The cells that act by themselves.
  const Word* cells() const { return cells_.data(); }
  /// The reaction of one of these.
  const Reactions::Acting& at_cell(int cell) const { return acting_at(cell, false); }
  /// The cells from which a beam that leaves them that way meets something that acts before it reaches the next cell.
  const Word* crossed(int way) const { return &crossed_[side(way)]; }
  bool is_crossed(int cell, int way) const { return has_bit(crossed(way), cell); }
  /// True if nothing acts on a beam from `cell` to `next` before an edge where all beams end. One of the two cells may
  /// be off the board.
  bool is_barred(int cell, int next, int way) const {
    if (cell < 0) return has_bit(&bars_[side(program_.geometry.opposite(way))], next);
    return has_bit(&bars_[side(way)], cell) && !has_bit(&own_sides_[side(way)], cell);
  }
  /// The fate of a beam that crosses an edge from `cell` to `next`, one of which may be off the board (-1):
  /// `crossings`. The trace gains the pieces met, and the ends.
  bool cross(int cell, int next, int way, std::int64_t payload, Trace& trace);
  const std::vector<Crossing>& crossings() const { return crossings_; }

 private:
  std::size_t side(int way) const { return static_cast<std::size_t>(way) * words_; }
  bool find();
  void mark(std::vector<Word>& sides, int cell, int way) const;
  bool meet_side(int cell, int way, Trace& trace);
  bool meet_edge(int edge, int here, int way, Trace& trace);
  bool meet(std::size_t row, int code, int here, int way, int edge, Trace& trace);
  const Reactions::Acting& acting_at(int place, bool is_crossing) const;
  bool any_goes_over() const;

  const Program& program_;
  const Word* const frame_;
  Fuel& fuel_;
  Cases& cases_;
  Reacting& reacting_;
  const std::size_t words_;
  bool is_known_ = false;    // all these describe the position as it is
  std::vector<Word> cells_;  // those that act by themselves
  /// [way * words]: the cells from which a beam that leaves that way crosses an edge that acts; an edge that bars all
  /// beams; an edge that acts or a side of a piece.
  std::vector<Word> edge_sides_, bars_, crossed_;
  std::vector<Word> own_sides_;  // [way * words]: the cells whose piece acts at its side that way
  /// The versions of what acts, and of what bars all beams: when the sets above were made, and now.
  std::vector<Word> edges_, bars_of_, edges_now_, bars_now_;
  std::vector<Crossing> crossings_, crossings_before_;
};

class Along;  // along.hpp

class Kernel {
 public:
  /// `frame`: its lower part is the State, which is read each time. Tracing uses up `fuel` and `budget`. All outlive
  /// the kernel.
  Kernel(const Program& program, const Word* frame, Fuel& fuel, Cases& cases, SegmentBudget& budget);

  /// Call it when a variable that beams read, or a piece that decides which cells, edges and sides act, has changed.
  void sites_changed() { acting_.position_changed(); }

  /// Follows the beams of the emitter on `cell`; an empty trace if there is none. False, here and below: the script is
  /// in error.
  bool trace_emitter(int cell, Trace& trace);
  /// Finds the cells left and met, the named ends, and the cells lit by TraceNeeds::lit_field. This is quicker because
  /// it leaves out segments and steps, unless rules ask for single visits (TraceNeeds::tells_segments) and the trace
  /// has no parts. The trace says what it contains.
  bool trace_cells(int cell, Trace& trace);
  /// Follows one beam that comes over an edge in a direction; an empty trace if the edge cannot be crossed that way.
  /// Without segments it is quicker where nothing splits the beam. The trace says whether it has them.
  bool trace_over(int edge, int way, std::int64_t payload, Trace& trace, bool with_segments = true);
  /// Follows one beam that starts in `cell`.
  bool trace_from(int cell, int way, std::int64_t payload, Trace& trace, bool with_segments = true);
  /// Makes the segments of a trace that has parts.
  bool tell_segments(Trace& trace);
  /// Finds out whether the beams of the emitter on `cell` leave a cell of `target`. Stops at the first such segment.
  bool emitter_meets(int cell, const Word* target, bool& meets);
  /// The same for a piece of this key, as if it were on `cell`. Only if reactions and emissions are tables. Adds to
  /// `looked_at` the cells on which the answer depends.
  bool would_meet(int cell, int key, const Word* target, bool& meets, Word* looked_at);
  /// The answer for boards of one word on which nothing splits beams. Unknown: ask would_meet.
  enum class First { meets, misses, unknown };
  Along along() const;
  bool is_unsplit() const { return is_unsplit_; }

 private:
  /// A beam that is about to leave a cell.
  struct Work {
    std::int32_t cell, way, payload, step, parent;
    bool jumped;  // it came here by a jump (`to`)
    bool is_out = false;  // it leaves the board over an edge that split it, and leaves no more cells after that
  };
  /// The means of crossing the board: sets of one word, tables of rays, or steps from cell to cell.
  enum class Walk { word, rays, steps };

  // kernel.cpp: what acts on beams, and what is known without following them
  First first_step(int cell, int key, const Word* target, Word* looked_at) const;
  bool gather(int source);
  bool start(int cell);
  int top_key(int cell) const { return glint::top_key(program_, frame_, cell); }
  /// The key that the beams followed now meet on a cell.
  int key_on(int cell) const { return cell == added_cell_ ? added_key_ : top_key(cell); }
  const std::vector<Reactions::Way>* react(int cell, int way, std::int64_t payload);
  /// Pushes the ways on from a cell as work to do, the first on top; calls `stop(name)` for beams that end there.
  void push_ways(const std::vector<Reactions::Way>& ways, int cell, std::int32_t step, std::int32_t parent,
                 auto&& stop) {
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
    if (sets.size() == 1) return frame_[sets[0]];  // beginning the loop takes longer
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
  /// The start of a beam: it leaves `to`, or, if it `enters`, comes to it over an edge from `from` (-1: from outside).
  struct Begin {
    int from, to, way;
    std::int64_t payload;
    bool enters;
  };
  std::optional<bool> follow_alone(Trace& trace, const Begin& begin);
  class Lone;

  // steps.cpp
  /// A straight way to a place where something acts, to the border, or to where the same beam has been (`loops`).
  struct Stretch {
    std::int32_t last, next, length;  // the last cell that it leaves, the next cell, how many cells it leaves
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
  const bool seeks_lone_;  // follow_alone follows single beams, where it can
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
