// The live board: a board with all that is kept about it: values of rules, traces, answers about hypothetical beams. It
// passes changes of the board on to these, and takes all of them back together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "interpreter/beam/beams.hpp"
#include "interpreter/beam/fuel.hpp"
#include "interpreter/beam/hypothetical.hpp"
#include "interpreter/machine/board.hpp"
#include "interpreter/machine/kept_values.hpp"
#include "interpreter/machine/undo.hpp"
#include "interpreter/program/program.hpp"

namespace glint {

class LiveBoard : private Hypothetical::Trial {
 public:
  /// All outlive it.
  LiveBoard(const Program& program, Fuel& fuel, Cases& cases);
  LiveBoard(const LiveBoard&) = delete;

  // -- the State
  const Board& board() const { return board_; }
  Board& board() { return board_; }
  /// False: this is the State already, and everything kept stays.
  bool load(std::span<const Word> state);
  /// Drops all that is kept, as if the State had just been loaded.
  void forget_all();

  // -- pieces
  int key_at(int cell, int level) const { return board_.key_at(cell, level); }
  int top_key(int cell) const { return board_.top(cell).key; }
  int height(int cell) const { return board_.top(cell).level + 1; }
  /// The coordinate of a cell, or the field of its top piece, that a notation shows.
  std::int64_t part_of(const rules::Expr& part, int cell) const;
  /// False: the stack is full.
  bool put(int cell, int key);
  void remove_top(int cell);
  /// Does nothing where there is no piece, or both cells are the same.
  bool move(int from, int to);
  /// Takes all pieces off a cell.
  void clear(int cell);
  void put_all(const Word* cells, int key);
  void take_out(int cell, int level);
  void set_field(int cell, int field, std::int64_t value);
  void set_owner(int cell, int owner);

  // -- what is kept
  KeptValues& kept() { return kept_; }
  Beams& beams() { return beams_; }
  Hypothetical& hypothetical() { return hypothetical_; }
  std::vector<Word> emitters() const;
  /// Beams::trace_from; values computed from this beam are kept until a cell changes that it leaves or meets.
  bool trace_from(const Instruction& at, const Instruction& more);

  /// Hypothetical positions, and levels to go back to: see undo.hpp.
  auto& undo() { return undo_; }
  const auto& undo() const { return undo_; }

 private:
  friend class Board;  // reports what changed
  void changed(int cell, int key_before, int key_after, Word forget);
  bool put_anywhere(int cell, int key);
  bool move_anywhere(int from, int to);
  [[gnu::noinline]] void changed_for_beams(int cell, int key_before, int key_after);
  void filled(int word, Word cells);
  bool meets_with(int cell, int key, const Word* target, bool& meets) override;

  const Program& program_;
  Board board_;
  KeptValues kept_;
  Beams beams_;
  Hypothetical hypothetical_;
  const bool caches_beams_;  // something in these hears of changed pieces
  const bool is_flat_;       // only the board and kept_ hear of them, and the board is flat
  Undo<Board, KeptValues, Beams, Hypothetical> undo_{board_, kept_, beams_, hypothetical_};
};

}  // namespace glint
