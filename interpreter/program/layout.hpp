// Layout: the place of everything in a State and beside it.
//
// The machine's memory is one array of 64-bit words, the *frame*; a *slot* is an index into it. The first `size` slots
// are the State: everything remembered about a position, copied as a whole. Slots up to `end` hold sets that follow
// from the State (field planes); the rest belongs to the code: kept lets, constants, registers. Filled by build_layout
// and the compiler; owned by Program.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "interpreter/program/bits.hpp"

namespace glint {

using Slot = std::uint32_t;

/// Slots of the State for the progress of a loop in play. A position read from text is checked against these.
struct PlaySlot {
  Slot slot = 0;
  bool is_set = false;
  bool is_turn = false;         // the player to move in a `turn of each player`
  std::int64_t lo = 0, hi = 0;  // of a number
  Word within = 0;              // for a set: the slot, in the initial frame, of the set that contains it
};

struct Layout {
  static constexpr Slot kNode = 0;     // the node at which play waits; kOver when the game is over
  static constexpr Slot kOutcome = 1;  // OutcomeKind | (winner + 1) << 8
  static constexpr Slot kMe = 2;       // the player to move
  static constexpr Word kOver = 0xFFFF;
  static constexpr Word kDraw = Word{1} << 32;  // kNode at a draw: this plus the draw's number
  Slot occupied = 3;  // set: cells with a piece
  Slot tops = 0;      // for each piece set, a set: cells with such a piece on top
  Slot levels = 0;    // stacks only: for each piece set, a set for each level
  Slot keys = 0;      // the key on each cell and level, level by level, 16 bits each
  Slot key_slots = 0;  // size of one level; 0: no keys are stored, because `tops` determines them
  std::vector<Slot> variables;
  /// The players who see a variable, as sets: by variable, by index; empty if all see it.
  std::vector<std::vector<Word>> seen;
  /// The parts of the State that `seen` compares, from a slot to the one after the last.
  std::vector<std::pair<Slot, Slot>> counted;
  /// Choices made together and not yet carried out, `pending_stride` slots a player: 1 + the move (0: has not chosen;
  /// kNothing: has nothing to choose), then the picks as in PickInfo. Empty without `together`.
  Slot pending = 0, pending_stride = 0;
  static constexpr Word kNothing = ~Word{0};
  Slot play = 0;  // locals of the play block
  std::vector<PlaySlot> play_slots;
  Slot size = 0;        // of the State
  Slot end = 0;         // of the State and the field planes after it
  Slot frame_size = 0;  // of all
  int piece_sets = 0;
  int stack = 1;  // levels
};

/// Sets of cells by the value of a piece field that rules compare, updated with every change of the board. One set for
/// each value: the cells whose top piece has it. With is_less, one more set: the cells whose value is less than that.
struct FieldPlanes {
  int field = 0;
  bool is_less = false;
  bool is_read = false;  // some code uses it; otherwise it is not updated
  Slot slot = 0;         // of the first set
  std::int64_t lo = 0, values = 0;
  std::int64_t sets() const { return values + (is_less ? 1 : 0); }
};

}  // namespace glint
