// The board: the frame, whose low part is the State, and the pieces in it.
//
// The pieces of a State lie there three times, in step: a 16-bit key for each cell and level (where keys are kept),
// sets of cells by kind and owner (of top pieces, and of each level where there are stacks), and the planes beside the
// State (sets of cells by what a field of the top piece is). Levels count from 0 at the bottom; key 0 is no piece.
//
// A Board owns its frame and reads the Program, which outlives it. Each change is reported to a *listener*, which keeps
// values that follow from the pieces: any class with these two functions, which are called after the change and
// inlined.
//   void changed(int cell, int key_before, int key_after, Word forget)   the top of a cell; `forget`: kept values that
//                                                                        may read what changed (Program::forget_key ...)
//   void filled(int word, Word cells)                                    new tops on cells of one word of the board
// The functions trust their caller: cells, levels and keys are in range, and the key is one that may stand there.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "interpreter/program/program.hpp"

namespace glint {

class Board {
 public:
  explicit Board(const Program& program)
      : program_(program), words_(program.words()), frame_(program.initial_frame) {}
  Board(const Board&) = delete;

  // -- the State
  Word* frame() { return frame_.data(); }
  const Word* frame() const { return frame_.data(); }
  /// False: this is the State already. Planes do not change; see fill_planes.
  bool load(const std::vector<Word>& state) {
    if (std::memcmp(state.data(), frame(), state.size() * sizeof(Word)) == 0) return false;
    std::copy(state.begin(), state.end(), frame_.begin());
    return true;
  }
  void store(std::vector<Word>& state) const { state.assign(frame_.begin(), frame_.begin() + program_.layout.size); }
  void clear_state() { std::fill(frame_.begin(), frame_.begin() + program_.layout.size, 0); }
  std::uint64_t hash() const;
  /// Computes the planes of the pieces on the board.
  void fill_planes();

  // -- pieces
  struct Top {
    int level = -1;  // -1: the cell is empty
    int key = 0;
  };
  int key_at(int cell, int level) const { return program_.key_in(frame(), cell, level); }
  Top top(int cell) const {
    for (int level = program_.layout.stack - 1; level >= 0; --level)
      if (const int key = key_at(cell, level)) return {level, key};
    return {};
  }
  /// False: the stack is full, and nothing changed. On boards without stacks, the piece replaces the one on the cell.
  template <class Listener>
  bool put(int cell, int key, Listener& listener) {
    const Top before = top(cell);
    const bool is_stacked = program_.layout.stack > 1;
    if (is_stacked && before.level + 1 == program_.layout.stack) return false;
    set_key(cell, is_stacked ? before.level + 1 : 0, key);
    change_top(cell, before.key, key, forgotten_by(before.key, key), listener);
    return true;
  }
  /// Takes the top piece off, if there is one.
  template <class Listener>
  void remove_top(int cell, Listener& listener) {
    const Top before = top(cell);
    if (!before.key) return;
    set_key(cell, before.level, 0);
    const int after = before.level > 0 ? key_at(cell, before.level - 1) : 0;
    change_top(cell, before.key, after, forgotten_by(before.key, after), listener);
  }
  /// Takes the piece at a level out of the stack; the pieces on it come down.
  template <class Listener>
  void take_out(int cell, int level, Listener& listener) {
    const Top before = top(cell);
    for (int at = level; at < before.level; ++at) {
      const int above = key_at(cell, at + 1);
      if (key_at(cell, at) != above) set_key(cell, at, above);
    }
    if (level <= before.level) set_key(cell, before.level, 0);
    change_top(cell, before.key, program_.layout.stack == 1 ? 0 : top(cell).key, program_.forget_pieces, listener);
  }
  /// On boards without stacks: puts `key` on every cell of a set, in place of pieces there.
  template <class Listener>
  void put_all(const Word* cells, int key, Listener& listener);
  /// Does nothing if the top piece has no such field.
  template <class Listener>
  void set_field(int cell, int field, std::int64_t value, Listener& listener) {
    const Top before = top(cell);
    const FieldTable& table = program_.fields[field];
    const int stride = table.stride[before.key];
    if (stride == 0) return;
    const int after = before.key + (static_cast<int>(value) - table.value[before.key]) * stride;
    set_key(cell, before.level, after);
    // The piece stays in its set, unless its fields determine its owner.
    const bool stays = set_of(before.key) == set_of(after);
    change_top(cell, before.key, after, program_.forget_field[field] | (stays ? 0 : forgotten_by(before.key, after)),
               listener);
  }
  /// Does nothing if the top piece has no owner that can change.
  template <class Listener>
  void set_owner(int cell, int owner, Listener& listener) {
    const Top before = top(cell);
    const Key& piece = program_.key(before.key);
    if (piece.kind < 0 || piece.owner < 0) return;
    const std::vector<int>& first = program_.first_key[piece.kind];
    if (first.size() < 2) return;  // one player, or fields determine the owner
    const int after = before.key - first[piece.owner] + first[owner];
    set_key(cell, before.level, after);
    change_top(cell, before.key, after, forgotten_by(before.key, after), listener);
  }

  // -- undo: see undo.hpp. The State and its planes are saved.
  std::size_t saved_words() const { return program_.layout.end; }
  void save_into(Word* to) const { std::memcpy(to, frame(), saved_words() * sizeof(Word)); }
  void restore_from(const Word* from) { std::memcpy(frame(), from, saved_words() * sizeof(Word)); }
  void drop_saved(const Word*) {}

 private:
  int set_of(int key) const { return program_.key_set[key]; }
  Word forgotten_by(int key_before, int key_after) const {
    return program_.forget_key[key_before] | program_.forget_key[key_after];
  }
  void write_key(int cell, int level, int key) {
    const auto narrow = static_cast<std::uint16_t>(key);
    Word* keys = &frame_[program_.layout.keys + static_cast<Slot>(level) * program_.layout.key_slots];
    std::memcpy(reinterpret_cast<char*>(keys) + 2 * cell, &narrow, sizeof narrow);
  }
  /// Sets a key and the sets by level; `change_top` updates the sets of tops.
  void set_key(int cell, int level, int key) {
    const Layout& layout = program_.layout;
    if (layout.key_slots == 0) return;
    if (layout.stack > 1) {
      const auto levels_at = [&](int k) -> Word& {
        return frame_[layout.levels + static_cast<Slot>((set_of(k) * layout.stack + level) * words_ + cell / 64)];
      };
      if (const int before = key_at(cell, level)) levels_at(before) &= ~bit_in_word(cell);
      if (key) levels_at(key) |= bit_in_word(cell);
    }
    write_key(cell, level, key);
  }
  /// Calls `change` on the cell's word of each plane that a piece with this key is in.
  template <class Change>
  void each_plane(int key, Slot word, Change change) {
    const std::uint32_t* begin = program_.plane_begin.data() + key;
    for (std::uint32_t i = begin[0]; i < begin[1]; ++i) change(frame_[program_.plane_slots[i] + word]);
  }
  template <class Listener>
  void change_top(int cell, int before, int after, Word forget, Listener& listener) {
    if (before != after) {
      const auto word = static_cast<Slot>(cell / 64);
      const Word bit = bit_in_word(cell);
      const auto tops_at = [&](int key) -> Word& {
        return frame_[program_.layout.tops + static_cast<Slot>(set_of(key) * words_) + word];
      };
      if (before) tops_at(before) &= ~bit;
      if (after) tops_at(after) |= bit;
      Word& occupied = frame_[program_.layout.occupied + word];
      if (after) occupied |= bit;
      else occupied &= ~bit;
      if (!program_.plane_begin.empty()) {
        each_plane(before, word, [bit](Word& plane) { plane &= ~bit; });
        each_plane(after, word, [bit](Word& plane) { plane |= bit; });
      }
    }
    listener.changed(cell, before, after, forget);
  }

  const Program& program_;
  const int words_;
  std::vector<Word> frame_;
};

template <class Listener>
void Board::put_all(const Word* cells, int key, Listener& listener) {
  const Layout& layout = program_.layout;
  for (int i = 0; i < words_; ++i) {
    const auto word = static_cast<Slot>(i);
    const Word here = cells[i];
    if (!here) continue;
    Word* tops = &frame_[layout.tops + word];
    for (int set = 0; set < layout.piece_sets; ++set) tops[set * words_] &= ~here;
    tops[set_of(key) * words_] |= here;
    frame_[layout.occupied + word] |= here;
    if (layout.key_slots)
      for (const int bit : each_bit(here)) write_key(i * 64 + bit, 0, key);
    if (!program_.plane_begin.empty()) {
      for (Slot plane = layout.size; plane < layout.end; plane += static_cast<Slot>(words_))
        frame_[plane + word] &= ~here;
      each_plane(key, word, [here](Word& plane) { plane |= here; });
    }
    listener.filled(i, here);
  }
}

}  // namespace glint
