// Keys and payloads: a game's pieces and beams as numbers.
//
// A *key* numbers one state of a piece: (kind, owner, values of all fields); key 0 is "no piece". A *payload* numbers one
// state of a beam: the values of all beam fields. Filled by build_keys and build_payloads; owned by Program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interpreter/program/bits.hpp"
#include "interpreter/program/layout.hpp"

namespace glint {

/// The meaning of a key.
struct Key {
  int kind = -1;
  int owner = -1;      // player, or -1
  int piece_set = -1;  // the number of (kind, owner): which of the sets of cells in a State it is in
  std::vector<std::int64_t> values;  // of the kind's fields, in the kind's order
  std::string glyph;                 // as `look` shows it
};

/// The reading of a piece field from a key, and its writing: key += (new value - old value) * stride.
struct FieldTable {
  std::vector<std::int16_t> value;   // by key; -1 if the key has no such field
  std::vector<std::int32_t> stride;  // by key
  std::int64_t lo = 0;               // its lowest value
};

/// Everything about pieces as numbers.
struct PieceNumbers {
  std::vector<Key> keys;
  std::vector<std::vector<int>> first_key;       // [kind][owner, where that is stored; otherwise 0]
  std::vector<int> first_set, sets_of_kind;      // by kind: its piece sets, one for each owner or one for all
  std::vector<FieldTable> fields;                // by piece field
  std::vector<std::int16_t> key_set, key_owner;  // by key
  std::vector<int> key_of_set;                   // by piece set: the first of its keys
  std::vector<FieldPlanes> planes;
  /// The first slots of the planes that a piece with this key is in:
  /// plane_slots[plane_begin[key] .. plane_begin[key + 1]]. Both are empty where there are no planes.
  std::vector<std::uint32_t> plane_begin;
  std::vector<Slot> plane_slots;
};

/// Elements of a set in a field, of pieces or beams.
inline constexpr int kMostInSetField = 16;

/// A beam field's part in a payload: value = payload / stride % size + lo. A field that is a set is its bits.
struct PayloadField {
  std::int64_t lo = 0, size = 1, stride = 1;
  bool is_set = false, clamped = false;

  /// The number of elements that a field that is a set may have; its size is then a power of two.
  int bits() const { return lowest_bit(static_cast<Word>(size)); }
  /// The field's value in a payload.
  std::int64_t value_of(std::int64_t payload) const { return payload / stride % size + lo; }
  /// The value of a field that is a set. A division is rarely needed.
  Word bits_of(std::int64_t payload) const {
    return static_cast<Word>(stride == 1 ? payload : payload / stride) & static_cast<Word>(size - 1);
  }
};

struct Payloads {
  std::vector<PayloadField> fields;  // by beam field
  std::int64_t count = 1;
};

}  // namespace glint
