// Program: a game built for one setting of its options. Immutable once `tabulate` has filled its tables; shared by
// everything that plays it.
//
// It holds what a game is in the form that the machine wants: cells as numbers (geometry.hpp), pieces and beams as
// numbers (keys.hpp), positions as flat words (layout.hpp), reactions as tables (reactions.hpp), rules as code for a
// register machine (code.hpp, moves.hpp). The vectors belong to the Program; pointers into `rules` stay valid with it.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "glint/glint.hpp"
#include "interpreter/program/bits.hpp"
#include "interpreter/program/code.hpp"
#include "interpreter/program/geometry.hpp"
#include "interpreter/program/keys.hpp"
#include "interpreter/program/layout.hpp"
#include "interpreter/program/limits.hpp"
#include "interpreter/program/moves.hpp"
#include "interpreter/program/reactions.hpp"
#include "interpreter/program/work_places.hpp"
#include "lang/rules/rules.hpp"
#include "lang/source/source.hpp"

namespace glint::tree {
struct File;
}

namespace glint {

struct Program {
  // ---- where it comes from ----
  rules::Rules rules;
  std::shared_ptr<const lang::Sources> sources;
  std::string id;
  std::vector<std::int64_t> options;  // values, in the order of Rules::options
  Limits limits;                      // of what it may take
  WorkPlaces work;                    // counted while it is played: all that is not immutable
  std::vector<Error> warnings;
  std::uint64_t rules_hash = 0;
  /// The script as written, a variant as the script that results: for texts about its rules. May be missing.
  std::shared_ptr<const tree::File> script;

  // ---- numbers for the board, pieces and beams ----
  Geometry geometry;
  Layout layout;
  std::vector<Key> keys;
  std::vector<std::vector<int>> first_key;       // [kind][owner, where that is stored; otherwise 0]
  std::vector<int> first_set, sets_of_kind;      // by kind: its piece sets, one for each owner or one for all
  std::vector<FieldTable> fields;                // by piece field
  std::vector<std::int16_t> key_set, key_owner;  // by key
  std::vector<int> key_of_set;                   // by piece set: the first of its keys
  std::vector<PayloadField> payload_fields;      // by beam field
  std::int64_t payloads = 1;
  Reactions reactions;
  std::vector<FieldPlanes> planes;
  /// The first slots of the planes that a piece with this key is in: plane_slots[plane_begin[key] .. plane_begin[key + 1]].
  /// Both are empty where there are no planes.
  std::vector<std::uint32_t> plane_begin;
  std::vector<Slot> plane_slots;
  std::vector<PlaySlot> play_slots;
  /// Who sees a variable, as sets of players: by variable, by index; empty if all see it.
  std::vector<std::vector<Word>> seen;

  // ---- code ----
  std::vector<Instruction> code;
  std::vector<lang::Span> code_spans;  // by instruction: for errors
  Slot frame_size = 0;
  std::vector<Word> initial_frame;  // constants in their slots, zero elsewhere
  int trace_buffers = 0;
  int save_depth = 0;  // States that code saves at the same time
  std::vector<Message> messages;
  std::vector<NoteCode> notes;        // by `show` with a text
  std::vector<GroundCode> grounds;    // by `show cells`
  std::vector<BeamsCode> shown_beams;  // by `show beams`
  std::vector<Kept> kept;        // by let
  std::vector<int> let_code;     // by let: entry, if it is a function
  std::vector<int> effect_code;  // by effect: entry
  std::vector<MoveCode> moves;
  std::vector<LedgerForm> ledger_forms;
  std::vector<TestCode> tests;
  std::vector<Node> nodes;
  std::vector<DrawNode> draws;
  int setup_code = -1, play_code = -1, ends_code = -1, invariants_code = -1;  // entries, or -1
  int score_code = -1, heuristic_code = -1, clock_out_code = -1;
  bool has_winners = false;  // a game may end as won or lost, and not only with scores or a tie
  Slot score_player = 0, score_value = 0, heuristic_player = 0, heuristic_value = 0;
  std::vector<Lifted> lifted;

  // ---- which kept lets a change makes invalid, as masks of Kept::bit ----
  Word forget_pieces = 0;          // those that read what is on the board
  Word forget_ways = 0;            // of those, the ones that read what is on the ways of beams
  std::vector<Word> forget_key;    // by key: those that read where its kind is; 0: none does
  std::vector<Word> forget_field;  // by piece field: those that read it

  // ---- what the machine keeps or skips ----
  bool uses_seen = false;       // rules ask how often a position has come up
  int lit_field = -1;           // the beam field by which light is asked; -1: none, or it is not kept
  bool tells_segments = false;  // kept traces have segments, since rules ask for single visits
  bool asks_paths = false;      // the same of single beams, trace(x, d), and of kept beams together
  /// Lowerings that are on: see build/lower/lowerings.def.
  bool keeps_light = true, keeps_tries = true, tabulates_reactions = true, follows_unsplit = true, knows_listed = true,
       plays_on = true;
  BeyondLimits beyond;

  int words() const { return geometry.words; }
  /// The slots that a value of this type takes.
  int set_words(const rules::Type& type) const;
  /// The number of values of an element type on this board; the first is numbered domain_first(type).
  std::int64_t values_of(const rules::Type& type) const;
  /// Whether it is a value of the type, a subset perhaps, of which it has the base. Once tables are filled.
  bool is_value(const rules::Type& type, std::int64_t value) const;
  /// Whether all fields of a piece with this key have values of their types.
  bool is_possible(const Key& key) const;
  /// The first slot of the set of cells where a kind of this owner (0: of all, if they have one set) is on top.
  Slot tops_of(std::size_t kind, int owner = 0) const {
    return layout.tops + static_cast<Slot>((first_set[kind] + owner) * words());
  }
  const Key& key(int number) const { return keys[number]; }
  /// The key of the piece on a level of a cell in this State; 0: none.
  int key_in(const Word* state, int cell, int level) const {
    if (layout.key_slots == 0) return key_by_sets(state, cell);
    std::uint16_t key;
    const Word* keys = state + layout.keys + static_cast<Slot>(level) * layout.key_slots;
    std::memcpy(&key, reinterpret_cast<const char*>(keys) + 2 * cell, sizeof key);
    return key;
  }
  /// The same if the State stores no keys.
  int key_by_sets(const Word* state, int cell) const {
    const Word* tops = state + layout.tops;
    for (int set = 0; set < layout.piece_sets; ++set)
      if (has_bit(tops + set * words(), cell)) return key_of_set[set];
    return 0;
  }
};

}  // namespace glint
