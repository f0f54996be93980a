// The live board: a board with everything that is cached about it: values of rules, traces, answers about hypothetical
// beams. It passes changes of the board on to these caches, and undoes changes of all of them together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "interpreter/beam/beams.hpp"
#include "interpreter/beam/fuel.hpp"
#include "interpreter/beam/hypothetical.hpp"
#include "interpreter/machine/board.hpp"
#include "interpreter/program/program.hpp"

namespace glint {

// Undo: a stack of saved positions, for trying something and going back.
//
// It includes each *part* of the machine that must also go back. A part has
//   std::size_t saved_words() const          how many words it needs, always the same
//   void save_into(Word* to)                 saves itself; from here on it notes what it computes and what changes
//   void restore_from(const Word* from)      goes back; what it had saved stays good where that was not worked out anew
//   void drop_saved(const Word* from)              the save is dropped: what was noted since belongs to the one before it
// Undo owns the saved words and knows nothing of what they mean. They are kept for reuse: once deep enough, saving
// allocates nothing.
//
// Levels: listing code saves and restores by depth, from 0 at a *base*. The base is where a `can` within it, or `mark`,
// begins its own depths.
template <class... Parts>
class Undo {
 public:
  explicit Undo(Parts&... parts) : parts_(parts...), width_((parts.saved_words() + ...)) {}

  /// The number of saves, from the base on, that are not restored yet.
  int depth() const { return depth_; }

  void save(int depth) {
    depth_ = depth + 1;
    const auto level = static_cast<std::size_t>(base_ + depth);
    if (saved_.size() < (level + 1) * width_) saved_.resize((level + 1) * width_);
    each_part(base_ + depth, [](auto& part, Word* to) { part.save_into(to); });
  }
  void restore(int depth) {
    depth_ = depth;
    each_part(base_ + depth, [](auto& part, const Word* from) { part.restore_from(from); });
  }
  /// Back to the base.
  void unwind() {
    while (depth_ > 0) restore(depth_ - 1);
  }

  struct Base {
    int base, depth;
  };
  /// Sets the base here, until `leave` returns to this level and to the base before.
  Base enter() {
    const Base before{base_, depth_};
    base_ += depth_;
    depth_ = 0;
    return before;
  }
  void leave(Base before) {
    unwind();
    base_ = before.base;
    depth_ = before.depth;
  }

  /// Saves as this level, and puts the base above it. Levels count from 0; saves at this level or above are dropped.
  void mark(int level) {
    drop_to(level);
    base_ = level;
    save(0);
    base_ = level + 1;
    depth_ = 0;
  }
  /// Restores this level, and drops it and all levels above it.
  void go_back(int level) {
    drop_to(level + 1);
    base_ = level;
    restore(0);
  }

 private:
  /// Calls `what` with each part, and with the place where this level keeps it.
  void each_part(int level, auto what) {
    Word* at = &saved_[static_cast<std::size_t>(level) * width_];
    std::apply([&](Parts&... parts) { ((what(parts, at), at += parts.saved_words()), ...); }, parts_);
  }
  void drop_to(int level) {
    for (; base_ > level; --base_)
      each_part(base_ - 1, [](auto& part, const Word* from) { part.drop_saved(from); });
  }

  const std::tuple<Parts&...> parts_;
  const std::size_t width_;  // words of a level
  std::vector<Word> saved_;
  int base_ = 0, depth_ = 0;
};

// Kept values: a mask of the lets and rules that are computed and valid for the present State. The values themselves
// are in the frame.
//
// A bit is set when code has computed its value, and cleared when anything changes that the value reads. Some values
// (KeptLets::forget_ways) read the ways of beams: these are dropped only when a cell changes that the beams leave or
// meet.
//
// In a hypothetical position (see Undo) values are computed in the same slots. So a restore drops values computed since
// the save, and makes the older ones valid again.
class KeptValues {
 public:
  /// `on_ways`: the bits of values that depend on the ways of beams; `words`: of a set of cells.
  KeptValues(Word on_ways, int words) : on_ways_(on_ways), ways_(static_cast<std::size_t>(words), 0) {}

  bool has(unsigned bit) const { return kept_ >> bit & 1; }
  void keep(unsigned bit) {
    kept_ |= bit_in_word(bit);
    recomputed_ |= bit_in_word(bit);
  }
  void forget(Word mask) { kept_ &= ~mask; }
  void forget_all() {
    kept_ = 0;
    recomputed_ = ~Word{0};
  }
  /// Beams from which values are computed leave or meet these cells, in one word of the board.
  void add_way(std::size_t word, Word cells) { ways_[word] |= cells; }
  bool follows_ways() const { return on_ways_ != 0; }
  /// A cell has changed; `forget`: the values that read what has changed.
  void changed(int cell, Word forget) {
    kept_ &= ~forget;
    if ((kept_ & on_ways_) && has_bit(ways_.data(), static_cast<unsigned>(cell))) forget_ways();
  }

  /// Two cells have changed.
  void changed(int cell, int other, Word forget) {
    kept_ &= ~forget;
    if ((kept_ & on_ways_) && (has_bit(ways_.data(), static_cast<unsigned>(cell)) ||
                               has_bit(ways_.data(), static_cast<unsigned>(other))))
      forget_ways();
  }

  // -- undo
  std::size_t saved_words() const { return 2 + (follows_ways() ? ways_.size() : 0); }
  void save_into(Word* to) {
    to[0] = kept_;
    to[1] = recomputed_;
    if (follows_ways()) std::copy(ways_.begin(), ways_.end(), to + 2);
    recomputed_ = 0;
  }
  /// Values computed since the save are lost; those that were valid then, and not computed since, are valid again.
  void restore_from(const Word* from) {
    kept_ = from[0] & ~recomputed_;
    recomputed_ |= from[1];
    if (follows_ways()) std::copy_n(from + 2, ways_.size(), ways_.begin());
  }
  void drop_saved(const Word* from) { recomputed_ |= from[1]; }

 private:
  /// A separate function, so that the functions that change pieces need no stack for it.
  [[gnu::noinline]] void forget_ways() {
    kept_ &= ~on_ways_;
    std::fill(ways_.begin(), ways_.end(), 0);
  }

  const Word on_ways_;
  Word kept_ = 0;
  Word recomputed_ = 0;     // since the innermost save
  std::vector<Word> ways_;  // cells that those beams leave or meet
};

class LiveBoard : private Hypothetical::Trial {
 public:
  /// All outlive it.
  LiveBoard(const Program& program, Fuel& fuel, Cases& cases);
  LiveBoard(const LiveBoard&) = delete;

  // -- the State
  const Board& board() const { return board_; }
  Board& board() { return board_; }
  /// False: this State is loaded already, and everything kept stays.
  bool load(std::span<const Word> state);
  /// Drops everything that is kept, as if the State had just been loaded.
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
  /// Does nothing if there is no piece, or if both cells are the same.
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

  /// Hypothetical positions, and levels to go back to: see Undo.
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
  const bool caches_beams_;  // some of these need to know of changed pieces
  const bool is_flat_;       // only the board and kept_ need to know of them, and the board is flat
  Undo<Board, KeptValues, Beams, Hypothetical> undo_{board_, kept_, beams_, hypothetical_};
};

}  // namespace glint
