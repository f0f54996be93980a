// Kept values: a mask of the lets and rules that are computed and valid for the present State. The values themselves
// are in the frame.
//
// A bit is set when code has computed its value, and cleared when something changes that the value reads. Some values
// (KeptLets::forget_ways) read the ways of beams: these are dropped only when a cell changes that the beams leave or
// meet.
//
// In a hypothetical position (see undo.hpp) values are computed in the same slots. So going back drops values that were
// computed since the save, and makes the others valid again.
#pragma once

#include <algorithm>
#include <vector>

#include "interpreter/program/program.hpp"

namespace glint {

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
  /// Beams from which values are computed leave or meet these cells of one word of the board.
  void add_way(std::size_t word, Word cells) { ways_[word] |= cells; }
  bool follows_ways() const { return on_ways_ != 0; }
  /// A cell has changed; `forget`: the values that read what changed.
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
  /// A function of its own, so that those that change pieces need no stack for it.
  [[gnu::noinline]] void forget_ways() {
    kept_ &= ~on_ways_;
    std::fill(ways_.begin(), ways_.end(), 0);
  }

  const Word on_ways_;
  Word kept_ = 0;
  Word recomputed_ = 0;     // since the innermost save
  std::vector<Word> ways_;  // cells that those beams leave or meet
};

}  // namespace glint
