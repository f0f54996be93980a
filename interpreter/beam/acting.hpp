// The things that act on beams besides pieces in their way: cells by themselves, edges, and the sides of pieces.
//
// Which of them act depends on the position: the script's code computes it, or for the sides of a piece a table by key.
// This is done when a trace begins, if something that it depends on has changed. Here is also what happens to a beam on
// the way out of a cell: at an edge the side of the piece that it comes from acts first, then the edge, then the side
// of the piece that it reaches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "interpreter/beam/cases.hpp"
#include "interpreter/beam/fuel.hpp"
#include "interpreter/beam/trace.hpp"

namespace glint {

/// The change of a beam by what acts on it: a look-up in the reaction table, or, without one, the script's code.
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
  const std::size_t payloads_, turns_;  // payloads, and directions times payloads
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
    std::int32_t way, payload, cell;  // cell: it goes on from there; -1: from here, or over the edge
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
  /// True if nothing acts on a beam from `cell` to `next` before an edge at which all beams end. One of them may be off
  /// the board.
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
  bool is_known_ = false;    // all these are of the position as it is
  std::vector<Word> cells_;  // those that act by themselves
  /// [way * words]: the cells from which a beam, leaving that way, crosses an edge that acts; one that bars all beams;
  /// an edge that acts, or a piece's side.
  std::vector<Word> edge_sides_, bars_, crossed_;
  std::vector<Word> own_sides_;  // [way * words]: the cells whose piece acts at its side that way
  /// Edges that act, and those that bar all beams: as they were when the sets above were made, and now.
  std::vector<Word> edges_, bars_of_, edges_now_, bars_now_;
  std::vector<Crossing> crossings_, crossings_before_;
};

}  // namespace glint
