// Pieces in the State: sets of cells for each kind and owner, and the keys on every cell and level.
#include <algorithm>
#include <cstring>

#include "interpreter/machine/machine.hpp"

namespace glint {

namespace {

Word bit_of(int cell) { return Word{1} << (cell % 64); }

void write_key(Word* keys, int cell, int key) {
  const auto narrow = static_cast<std::uint16_t>(key);
  std::memcpy(reinterpret_cast<char*>(keys) + 2 * cell, &narrow, sizeof narrow);
}

}  // namespace

void Machine::set_key(int cell, int level, int key) {
  const Layout& layout = program_.layout;
  if (layout.key_slots == 0) return;
  Word* keys = &frame_[layout.keys + static_cast<Slot>(level) * layout.key_slots];
  const int before = key_at(cell, level);
  if (layout.stack > 1) {
    const auto levels_at = [&](int k) {
      const int set = program_.key_set[static_cast<std::size_t>(k)];
      return layout.levels + static_cast<Slot>((set * layout.stack + level) * words_ + cell / 64);
    };
    if (before) frame_[levels_at(before)] &= ~bit_of(cell);
    if (key) frame_[levels_at(key)] |= bit_of(cell);
  }
  write_key(keys, cell, key);
}

/// The top of a cell is another one now: the sets of tops follow, and what was kept of beams and lets is forgotten where
/// it may have changed: `forget` is what was kept and may be another now.
void Machine::changed(int cell, int key_before, int key_after, Word forget) {
  const Layout& layout = program_.layout;
  const auto tops_at = [&](int key) {
    return layout.tops + static_cast<Slot>(program_.key_set[static_cast<std::size_t>(key)] * words_ + cell / 64);
  };
  if (key_before != key_after) {
    if (key_before) frame_[tops_at(key_before)] &= ~bit_of(cell);
    if (key_after) frame_[tops_at(key_after)] |= bit_of(cell);
    Word& occupied = frame_[layout.occupied + static_cast<Slot>(cell / 64)];
    if (key_after) occupied |= bit_of(cell);
    else occupied &= ~bit_of(cell);
  }
  kept_ &= ~forget;
  if (kept_ & program_.forget_ways && on_ways_[static_cast<std::size_t>(cell / 64)] & bit_of(cell)) {
    kept_ &= ~program_.forget_ways;
    std::fill(on_ways_.begin(), on_ways_.end(), 0);
  }
  if (!program_.plane_begin.empty() && key_before != key_after) {
    const auto word = static_cast<Slot>(cell / 64);
    const auto each_plane = [&](int key, auto change) {
      const Slot* plane = program_.plane_slots.data();
      const std::uint32_t* begin = program_.plane_begin.data() + key;
      for (std::uint32_t i = begin[0]; i < begin[1]; ++i) change(frame_[plane[i] + word]);
    };
    each_plane(key_before, [&](Word& set) { set &= ~bit_of(cell); });
    each_plane(key_after, [&](Word& set) { set |= bit_of(cell); });
  }
  beams_.piece_changed(cell, key_before, key_after);
  hypothetical_.pieces_changed(cell / 64, bit_of(cell));
}

bool Machine::put(int cell, int key) {
  const Top before = top_of(cell);
  const bool is_stacked = program_.layout.stack > 1;
  if (is_stacked && before.level + 1 == program_.layout.stack) return false;
  set_key(cell, is_stacked ? before.level + 1 : 0, key);
  changed(cell, before.key, key, forgotten_by(before.key, key));
  return true;
}

/// On boards without stacks: `key` on every cell of a set, in place of what is there.
void Machine::put_all(const Word* cells, int key) {
  const Layout& layout = program_.layout;
  const int set = program_.key_set[static_cast<std::size_t>(key)];
  Word any = 0;
  for (int i = 0; i < words_; ++i) {
    const Word here = cells[i];
    if (!here) continue;
    any |= here;
    Word* tops = &frame_[layout.tops + static_cast<Slot>(i)];
    for (int other = 0; other < layout.piece_sets; ++other) tops[other * words_] &= ~here;
    tops[set * words_] |= here;
    frame_[layout.occupied + static_cast<Slot>(i)] |= here;
    beams_.pieces_changed(i, here);
    hypothetical_.pieces_changed(i, here);
    if (layout.key_slots)
      for (Word rest = here; rest; rest &= rest - 1)
        write_key(&frame_[layout.keys], i * 64 + __builtin_ctzll(rest), key);
    if (program_.plane_begin.empty()) continue;
    for (Slot plane = layout.size; plane < layout.end; plane += static_cast<Slot>(words_))
      frame_[plane + static_cast<Slot>(i)] &= ~here;
    for (std::uint32_t at = program_.plane_begin[static_cast<std::size_t>(key)];
         at < program_.plane_begin[static_cast<std::size_t>(key) + 1]; ++at)
      frame_[program_.plane_slots[at] + static_cast<Slot>(i)] |= here;
  }
  if (any) kept_ &= ~program_.forget_pieces;
}

void Machine::remove_top(int cell) {
  const Top before = top_of(cell);
  if (!before.key) return;
  set_key(cell, before.level, 0);
  const int after = before.level > 0 ? key_at(cell, before.level - 1) : 0;
  changed(cell, before.key, after, forgotten_by(before.key, after));
}

/// Takes the piece at a level out of the stack; what lies on it comes down.
void Machine::take_out(int cell, int level) {
  const int before = top_key(cell), top = height(cell) - 1;
  for (int at = level; at < top; ++at) {
    const int above = key_at(cell, at + 1);
    if (key_at(cell, at) != above) set_key(cell, at, above);
  }
  if (level <= top) set_key(cell, top, 0);
  changed(cell, before, program_.layout.stack == 1 ? 0 : top_key(cell), program_.forget_pieces);
}

bool Machine::set_field(int cell, int field, std::int64_t value) {
  const int key = top_key(cell);
  const FieldTable& table = program_.fields[static_cast<std::size_t>(field)];
  const int old = table.value[static_cast<std::size_t>(key)];
  const int stride = table.stride[static_cast<std::size_t>(key)];
  if (stride == 0) return true;  // nothing of that kind stands there
  const int after = key + (static_cast<int>(value) - old) * stride;
  set_key(cell, height(cell) - 1, after);
  // Where it stands, and whose it is, stays: unless its fields tell whose it is.
  const bool stays =
      program_.key_set[static_cast<std::size_t>(key)] == program_.key_set[static_cast<std::size_t>(after)];
  changed(cell, key, after,
          program_.forget_field[static_cast<std::size_t>(field)] | (stays ? 0 : forgotten_by(key, after)));
  return true;
}

void Machine::set_owner(int cell, int owner) {
  const int key = top_key(cell);
  const Key& piece = program_.key(key);
  if (piece.kind < 0 || piece.owner < 0) return;
  const std::vector<int>& first = program_.first_key[static_cast<std::size_t>(piece.kind)];
  if (first.size() < 2) return;  // one player, or fields that tell
  const int after = key - first[static_cast<std::size_t>(piece.owner)] + first[static_cast<std::size_t>(owner)];
  set_key(cell, height(cell) - 1, after);
  changed(cell, key, after, forgotten_by(key, after));
}

/// The planes of what stands on the board now.
void Machine::fill_planes() {
  if (program_.plane_begin.empty()) return;
  const Layout& layout = program_.layout;
  std::fill(frame_.begin() + layout.size, frame_.begin() + layout.end, 0);
  for (int i = 0; i < words_; ++i)
    for (Word rest = frame_[layout.occupied + static_cast<Slot>(i)]; rest; rest &= rest - 1) {
      const int key = top_key(i * 64 + __builtin_ctzll(rest));
      for (std::uint32_t at = program_.plane_begin[static_cast<std::size_t>(key)];
           at < program_.plane_begin[static_cast<std::size_t>(key) + 1]; ++at)
        frame_[program_.plane_slots[at] + static_cast<Slot>(i)] |= rest & (0 - rest);
    }
}

void Machine::clear_board() {
  for (int cell = 0; cell < cells_; ++cell)
    while (top_key(cell)) remove_top(cell);
}

}  // namespace glint
