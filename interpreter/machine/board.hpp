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
//                                                                        may read what changed (KeptLets::forget_key
//                                                                        ...)
//   void filled(int word, Word cells)                                    new tops on cells of one word of the board
// The functions trust their caller: cells, levels and keys are in range, and the key is one that may stand there.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>
#include <vector>

#include "interpreter/program/program.hpp"

namespace glint {

/// The listener of a board that is written but not played on.
struct Silence {
  void changed(int, int, int, Word) const {}
  void filled(int, Word) const {}
};

class Board {
 public:
  explicit Board(const Program& program);
  Board(const Board&) = delete;

  // -- the State
  Word* frame() { return frame_.data(); }
  const Word* frame() const { return frame_.data(); }
  /// False: this State is loaded already. Planes do not change; see fill_planes.
  bool load(std::span<const Word> state) {
    if (std::memcmp(state.data(), frame(), state.size() * sizeof(Word)) == 0) return false;
    std::copy(state.begin(), state.end(), frame_.begin());
    return true;
  }
  void store(std::vector<Word>& state) const { state.assign(frame_.begin(), frame_.begin() + program_.layout.size); }
  void clear_state() { std::fill(frame_.begin(), frame_.begin() + program_.layout.size, 0); }
  std::uint64_t hash() const;
  /// The hash of what `seen` compares.
  std::uint64_t counted_hash() const;
  /// Computes the planes of the pieces on the board.
  void fill_planes();

  // -- pieces
  /// No stacks and no planes: see put_flat.
  bool is_flat() const { return stack_ == 1 && !has_planes_; }
  struct Top {
    int level = -1;  // -1: the cell is empty
    int key = 0;
  };
  int key_at(int cell, int level) const {
    if (!has_keys_) return key_by_sets(cell);
    std::uint16_t key;
    std::memcpy(&key, place_of_key(cell, level), sizeof key);
    return key;
  }
  Top top(int cell) const {
    for (int level = stack_ - 1; level >= 0; --level)
      if (const int key = key_at(cell, level)) return {level, key};
    return {};
  }
  /// False: the stack is full, and nothing changed. Without stacks, the piece replaces the one on the cell.
  bool put(int cell, int key, auto& listener) {
    if (stack_ > 1) return put_on_stack(cell, key, listener);
    const int before = key_at(cell, 0);
    if (has_keys_) write_key(cell, 0, key);
    change_top(cell, before, key, forgotten_by(before, key), listener);
    return true;
  }
  /// Takes the top piece off, if there is one.
  void remove_top(int cell, auto& listener) {
    if (stack_ > 1) return remove_from_stack(cell, listener);
    const int before = key_at(cell, 0);
    if (!before) return;
    if (has_keys_) write_key(cell, 0, 0);
    change_top(cell, before, 0, forgotten_by(before, 0), listener);
  }
  /// `put`, and a move of a piece from one cell to another, on flat boards. Reports each change to `kept` as
  /// `changed(cell, forget)`, for both cells if a piece moves.
  [[gnu::always_inline]] void put_flat(int cell, int key, auto& kept) {
    const int before = key_at(cell, 0);
    if (has_keys_) write_key(cell, 0, key);
    change_sets(cell, standing_[before], standing_[key], key != 0);
    kept.changed(cell, forgotten_by(before, key));
  }
  [[gnu::always_inline]] void move_flat(int from, int to, auto& kept) {
    const int key = key_at(from, 0);
    if (key == 0 || from == to) return;
    const int before = key_at(to, 0);
    if (has_keys_) {
      write_key(from, 0, 0);
      write_key(to, 0, key);
    }
    const Standing &moved = standing_[key], &taken = standing_[before];
    Word *const here = word_of(from), *const there = word_of(to);
    const Word bit = bit_in_word(static_cast<Slot>(from)), bit_there = bit_in_word(static_cast<Slot>(to));
    here[moved.tops] &= ~bit;
    here[occupied_] &= ~bit;
    there[taken.tops] &= ~bit_there;
    there[moved.tops] |= bit_there;
    there[occupied_] |= bit_there;
    kept.changed(from, to, moved.forget | taken.forget | standing_[0].forget);
  }
  /// A cell with a full stack, except those in `besides`; -1: none. Only on boards with stacks.
  int full_stack(const Word* cells, int besides) const {
    const Slot last = program_.layout.levels + static_cast<Slot>((stack_ - 1) * words_);
    for (int word = 0; word < words_; ++word) {
      Word full = 0;
      for (int set = 0; set < program_.layout.piece_sets; ++set)
        full |= frame_[last + static_cast<Slot>(set * stack_ * words_ + word)];
      full &= cells[word];
      if (besides / 64 == word) full &= ~(Word{1} << (besides % 64));
      if (full != 0) return word * 64 + std::countr_zero(full);
    }
    return -1;
  }
  /// Takes the piece at a level out of the stack; the pieces on it come down.
  void take_out(int cell, int level, auto& listener) {
    const Top before = top(cell);
    for (int at = level; at < before.level; ++at) {
      const int here = key_at(cell, at), above = key_at(cell, at + 1);
      if (here != above) set_key(cell, at, here, above);
    }
    if (level <= before.level) set_key(cell, before.level, before.key, 0);
    change_top(cell, before.key, stack_ == 1 ? 0 : top(cell).key, program_.kept.forget_pieces, listener);
  }
  /// On boards without stacks: puts `key` on every cell of a set, in place of pieces there.
  void put_all(const Word* cells, int key, auto& listener);
  /// Does nothing if the top piece has no such field.
  void set_field(int cell, int field, std::int64_t value, auto& listener) {
    const Top before = top(cell);
    const FieldTable& table = program_.pieces.fields[field];
    const int stride = table.stride[before.key];
    if (stride == 0) return;
    const int after = before.key + (static_cast<int>(value) - table.value[before.key]) * stride;
    set_key(cell, before.level, before.key, after);
    // The piece stays in its set, unless its fields determine its owner.
    const bool stays = set_of(before.key) == set_of(after);
    change_top(cell, before.key, after,
               program_.kept.forget_field[field] | (stays ? 0 : forgotten_by(before.key, after)), listener);
  }
  /// Does nothing if the top piece has no owner that can change.
  void set_owner(int cell, int owner, auto& listener) {
    const Top before = top(cell);
    const Key& piece = program_.key(before.key);
    if (piece.kind < 0 || piece.owner < 0) return;
    const std::vector<int>& first = program_.pieces.first_key[piece.kind];
    if (first.size() < 2) return;  // there is one player, or fields determine the owner
    const int after = before.key - first[piece.owner] + first[owner];
    set_key(cell, before.level, before.key, after);
    change_top(cell, before.key, after, forgotten_by(before.key, after), listener);
  }

  // -- undo: see live_board.hpp. The State and its planes are saved.
  std::size_t saved_words() const { return program_.layout.end; }
  void save_into(Word* to) const { std::memcpy(to, frame(), saved_words() * sizeof(Word)); }
  void restore_from(const Word* from) { std::memcpy(frame(), from, saved_words() * sizeof(Word)); }
  void drop_saved(const Word*) {}

 private:
  /// The properties of a key on the board, stored together because all change with a piece.
  struct Standing {
    Slot tops, levels;  // the first slots of its sets; for key 0, `tops` is a set that nobody reads
    std::uint32_t planes, planes_end;  // its planes, in PieceNumbers::plane_slots
    Word forget;                       // KeptLets::forget_key
  };
  int set_of(int key) const { return program_.pieces.key_set[key]; }
  Word forgotten_by(int key_before, int key_after) const {
    return standing_[key_before].forget | standing_[key_after].forget;
  }
  void write_key(int cell, int level, int key) {
    const auto narrow = static_cast<std::uint16_t>(key);
    std::memcpy(const_cast<char*>(place_of_key(cell, level)), &narrow, sizeof narrow);
  }
  const char* place_of_key(int cell, int level) const {
    const Slot slot = keys_ + (level == 0 ? 0 : static_cast<Slot>(level) * program_.layout.key_slots);
    return reinterpret_cast<const char*>(&frame_[slot]) + 2 * cell;
  }
  [[gnu::noinline]] bool put_on_stack(int cell, int key, auto& listener) {
    const Top before = top(cell);
    if (before.level + 1 == stack_) return false;
    set_key(cell, before.level + 1, 0, key);
    change_top(cell, before.key, key, forgotten_by(before.key, key), listener);
    return true;
  }
  [[gnu::noinline]] void remove_from_stack(int cell, auto& listener) {
    const Top before = top(cell);
    if (!before.key) return;
    set_key(cell, before.level, before.key, 0);
    const int after = before.level > 0 ? key_at(cell, before.level - 1) : 0;
    change_top(cell, before.key, after, forgotten_by(before.key, after), listener);
  }
  /// Changes a key, and the sets by level; `change_top` updates the sets of tops.
  void set_key(int cell, int level, int before, int after) {
    if (!has_keys_) return;
    if (stack_ > 1) {
      const auto level_of = [&](int key) -> Word& {
        return frame_[standing_[key].levels + static_cast<Slot>(level * words_ + cell / 64)];
      };
      if (before) level_of(before) &= ~bit_in_word(cell);
      if (after) level_of(after) |= bit_in_word(cell);
    }
    write_key(cell, level, after);
  }
  /// Calls `change` on the cell's word of each plane that contains pieces with this key.
  void each_plane(int key, Slot word, auto change) {
    const Standing& standing = standing_[key];
    for (std::uint32_t i = standing.planes; i < standing.planes_end; ++i)
      change(frame_[program_.pieces.plane_slots[i] + word]);
  }
  void change_top(int cell, int before, int after, Word forget, auto& listener) {
    if (before != after) {
      change_sets(cell, standing_[before], standing_[after], after != 0);
      if (has_planes_) change_planes(before, after, static_cast<Slot>(cell) / 64, bit_in_word(cell));
    }
    listener.changed(cell, before, after, forget);
  }
  /// The place of the cell's word of a set, if the set begins at slot 0.
  Word* word_of(int cell) { return frame_.data() + static_cast<Slot>(cell) / 64; }
  /// The sets of top pieces and of cells with pieces.
  [[gnu::always_inline]] void change_sets(int cell, const Standing& before, const Standing& after, bool is_piece) {
    Word* const frame = word_of(cell);
    const Word bit = bit_in_word(static_cast<Slot>(cell));
    frame[before.tops] &= ~bit;
    frame[after.tops] |= bit;
    frame[occupied_] = (frame[occupied_] & ~bit) | (is_piece ? bit : 0);
  }
  int key_by_sets(int cell) const {
    const Word* top = frame_.data() + tops_ + static_cast<Slot>(cell) / 64;
    for (int set = 0; set < piece_sets_; ++set, top += words_)
      if (*top >> (static_cast<Slot>(cell) % 64) & 1) return program_.pieces.key_of_set[set];
    return 0;
  }
  /// Rare enough for a separate function, so that putting a piece needs few registers.
  [[gnu::noinline]] void change_planes(int before, int after, Slot word, Word bit) {
    each_plane(before, word, [bit](Word& plane) { plane &= ~bit; });
    each_plane(after, word, [bit](Word& plane) { plane |= bit; });
  }

  const Program& program_;
  const int words_, stack_, piece_sets_;
  const bool has_keys_, has_planes_;
  const Slot keys_, occupied_, tops_;  // as in the Layout
  std::vector<Word> frame_;  // and a set that nobody reads
  std::vector<Standing> standing_;  // by key
};

void Board::put_all(const Word* cells, int key, auto& listener) {
  for (int i = 0; i < words_; ++i) {
    const auto word = static_cast<Slot>(i);
    const Word here = cells[i];
    if (!here) continue;
    Word* const frame = frame_.data() + word;
    for (int set = 0; set < piece_sets_; ++set) frame[tops_ + static_cast<Slot>(set * words_)] &= ~here;
    frame[standing_[key].tops] |= here;
    frame[occupied_] |= here;
    if (has_keys_)
      for (const int bit : each_bit(here)) write_key(i * 64 + bit, 0, key);
    if (has_planes_) {
      for (Slot plane = program_.layout.size; plane < program_.layout.end; plane += static_cast<Slot>(words_))
        frame_[plane + word] &= ~here;
      each_plane(key, word, [here](Word& plane) { plane |= here; });
    }
    listener.filled(i, here);
  }
}

}  // namespace glint
