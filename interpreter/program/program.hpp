// Program: a game built for one setting of its options. Immutable once `tabulate` has filled its tables; shared by
// everything that plays it.
//
// It holds a game in the form that the machine needs: cells as numbers (geometry.hpp), pieces and beams as numbers,
// positions as flat words (layout.hpp), reactions as tables, rules as code for a register machine (code.hpp,
// moves.hpp). The vectors belong to the Program; pointers into `rules` stay valid with it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "glint/glint.hpp"
#include "interpreter/program/bits.hpp"
#include "interpreter/program/code.hpp"
#include "interpreter/program/geometry.hpp"
#include "interpreter/program/layout.hpp"
#include "interpreter/program/moves.hpp"
#include "lang/rules/rules.hpp"
#include "lang/source/source.hpp"

namespace glint::tree {
struct File;
}

namespace glint {

// Reactions: what pieces, cells and edges do to beams, as code and, where possible, as tables made from that code.
//
// The compiler fills entries of code and slots; `tabulate` (machine/) runs the code for every key, way and payload and
// fills the tables. A reaction that is not in a table is run as code whenever a beam meets it. Owned by Program.
struct Reactions {
  // ---- code ----
  std::vector<int> code;       // by kind: entry of its reaction, or -1
  std::vector<int> emit_code;  // by kind: entry of its emission, or -1
  Slot here = 0, way = 0, payload = 0, edge = 0;  // the inputs of that code
  std::vector<Slot> optical_sets;  // slots of the tops sets of kinds that react
  std::vector<Slot> emitter_sets;  // slots of the tops sets of kinds that emit
  /// For each key, the things that change with such a piece, besides the beams that come to its cell. 0: no piece.
  static constexpr std::uint8_t kAllBeams = 1;  // cases or emissions of other cells read it
  static constexpr std::uint8_t kSites = 2;     // so does the code that decides which cells, edges and sides act
  std::vector<std::uint8_t> stirs;
  /// Everything that acts on beams besides the pieces that they meet: cells, edges, and the sides of pieces. Games with
  /// any of these follow beams from one place that acts to the next.
  struct Acting {
    int code = -1;      // computes where
    Slot set = 0;       // where they are: cells, or edges
    bool is_crossing = false, is_constant = false;
    int reaction = -1;  // entry of its cases
    std::size_t row = 0;
    bool bars = false;  // an edge at which all beams end, according to the table, and without a name
  };
  std::vector<Acting> acting;
  /// The sides of pieces at which they act.
  struct Sides {
    std::vector<int> code, reaction;  // by kind: computes its sides to `set`; entry of its cases; or -1
    Slot set = 0;
    std::vector<Slot> piece_sets;  // slots of the tops sets of kinds with sides
    bool are_static = false;
    std::vector<Word> of_key;   // by key, if are_static
    std::size_t first_row = 0;  // their rows of the table
  } sides;
  bool goes_by_steps = false;

  // ---- tables ----
  /// A *row* of the table is all that one table of cases does: of a piece, by key; from sides.first_row on, of its
  /// sides, by key; and of what acts by itself (Acting::row). An entry, of one way and payload, is
  ///   way << 16 | payload        one way on
  ///   kStop | 1 + end            ends there (0: no name)
  ///   kList | index              several, or to another cell: lists[index]
  ///   kCode                      the code must be run: it reads more, or it reports an error of the script
  ///   kNone                      beams pass: not an optical piece
  static constexpr std::uint32_t kStop = 0xFF000000, kList = 0xFE000000, kCode = 0xFD000000, kKind = 0xFF000000;
  static constexpr std::uint32_t kNone = 0xFC000000;
  std::vector<std::uint32_t> entries;  // [(row * directions + way) * payloads + payload]; empty: all is code
  std::vector<int> row_code;           // by row: what fills it; -1: nothing
  bool is_static = false;  // only pieces that beams come to act on them, and all that they do is in the table
  struct Way {
    std::int32_t cell;  // -1: from here
    std::uint16_t way;
    std::uint16_t stop;  // 0: continues; otherwise 1 + 1 + end
    std::uint32_t payload;
  };
  std::vector<std::vector<Way>> lists;
  bool emission_is_static = false;
  std::vector<std::vector<Way>> emissions;  // by key, if emission_is_static
  std::vector<std::uint8_t> optical_key;    // by key
  /// The class of each key. Keys of one class emit and turn all beams in the same ways, so they light the same cells.
  /// Each key is a class of its own if ways depend on what a beam carries.
  std::vector<std::uint16_t> path_class;
  int path_classes = 0;
  /// Hypothetical beams: the cached answers about one cell, a power of two; 0: none are cached. See beam/hypothetical.hpp.
  std::size_t answer_width = 0;

  /// Reactions for boards of one word on which nothing splits beams or moves them elsewhere: see beam/unsplit.cpp.
  /// Empty on others. A *beam* here is a number of 32 bits: from bit 16 on the payload, in `payload_bits`, and the way;
  /// kRises if numbers of cells rise along its way; and in the lower 16 bits (kLine) where the lines of its way begin.
  /// An answer may also be kPasses (it goes on as it is), kStops plus 1 + the named end, kAsks (run the code: it reports
  /// the error).
  struct Unsplit {
    static constexpr std::uint32_t kRises = 0x80000000, kOther = 0x40000000, kLine = 0xFFFF;
    static constexpr std::uint32_t kPasses = kOther, kStops = kOther | 0x10000, kAsks = kOther | 0x20000;
    int payload_bits = 0;
    std::size_t keys = 0;
    std::vector<std::uint32_t> on;     // [number(beam) * keys + key]: how a beam continues after it met the key
    std::vector<std::uint32_t> first;  // by key: the only beam that it emits; kAsks if there is none or more than one
    std::vector<Word> lines;           // [(way << 6 | cell) * 2]: the ray, and then the same with the cell itself
    std::uint32_t beam(int way, std::uint32_t payload, bool rises) const {
      return (rises ? kRises : 0) | static_cast<std::uint32_t>(way) << (16 + payload_bits) | payload << 16 |
             static_cast<std::uint32_t>(way) << 7;
    }
    static std::uint32_t number(std::uint32_t beam) { return beam >> 16 & 0x3FFF; }
  } unsplit;
};

// Keys and payloads: a game's pieces and beams as numbers.
//
// A *key* numbers one state of a piece: (kind, owner, values of all fields); key 0 is "no piece". A *payload* numbers one
// state of a beam: the values of all beam fields. Filled by build_keys and build_payloads; owned by Program.

/// The meaning of a key.
struct Key {
  int kind = -1;
  int owner = -1;      // player, or -1
  int piece_set = -1;  // the number of (kind, owner): the set of cells in a State to which it belongs
  std::vector<std::int64_t> values;  // of the kind's fields, in the kind's order
  std::string glyph;                 // as `look` shows it
};

/// Access to a piece field of a key. To write it: key += (new value - old value) * stride.
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

/// The elements of a set in a field of a piece or beam.
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

// Limits beyond which a game is played the same, but slower. Where the compiler or `tabulate` meets one, it sets the flag
// in Program::beyond; `glint_dump` names it (tests/dump/).
//
// Other limits are errors of the script: those of a game's size in build/board/ and build/code/assembler.hpp, those of
// play in machine/limits.hpp and beam/. The page of limits (lang/reference/speed.md) lists them all.

/// Lets and rules that are kept: bits of a mask whose last bit is kForgetTraces.
inline constexpr int kMostKept = 63;
/// Values of a piece field that is kept as sets of cells; words of these sets, over all fields.
inline constexpr std::int64_t kMostPlaneValues = 16, kMostPlaneSlots = 1024;
/// Words of a set of cells in which the light of each beam is kept.
inline constexpr int kMostLitWords = 16;
/// Players for each of whom code is written.
inline constexpr int kMostSeats = 4;
/// Expression parts that replace loops and calls.
inline constexpr std::size_t kMostWritten = 20'000;
/// Entries of the reaction table; beyond that the code of the cases runs at every meeting.
inline constexpr std::size_t kMostReactionEntries = 4'000'000;
/// Ways on in its entries for beams that split, in total.
inline constexpr std::size_t kMostReactionWays = 250'000;
/// Tables for beams that nothing splits: bits of a beam's number, and entries.
inline constexpr int kMostBeamBits = 12;
inline constexpr std::size_t kMostUnsplitEntries = 1'000'000;
/// Words of the cached answers about hypothetical beams: beyond that, dropping answers is no quicker than following beams.
inline constexpr std::size_t kMostAnswerWords = 1 << 16;

/// The limits that a game exceeds; Program itself records those of planes and light.
struct BeyondLimits {
  bool kept = false;         // kMostKept
  bool seats = false;        // kMostSeats
  bool written_out = false;  // kMostWritten; or the optimiser's work is used up
  bool reactions = false;    // kMostReactionEntries, kMostReactionWays
  bool unsplit = false;      // kMostBeamBits, kMostUnsplitEntries
  bool answers = false;      // kMostAnswerWords
};

/// The places where a game's work is spent, if its host may stop it (Limits::stop): the error of a stop names them.
///
/// Fuel comes in small portions then, and each portion is counted for the instruction that takes it. So the counts are a
/// sample of all work with this game, by all threads together.
class WorkPlaces {
 public:
  /// Begins to count. `instructions`: their number in the code. Until this is called, `note` does nothing.
  void begin(std::size_t instructions) { counts_.reset(new Count[instructions]()); }
  /// This instruction took a portion of fuel.
  void note(std::size_t instruction) const {
    if (counts_) counts_[instruction].fetch_add(1, std::memory_order_relaxed);
  }
  struct Place {
    lang::Span span;
    std::uint64_t portions = 0;
  };
  /// The place that took most portions, according to the places of all instructions; none: nothing was counted.
  std::optional<Place> most(const std::vector<lang::Span>& places) const {
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint64_t> portions;
    std::optional<Place> best;
    for (std::size_t i = 0; counts_ && i < places.size(); ++i) {
      const std::uint64_t count = counts_[i].load(std::memory_order_relaxed);
      if (count == 0) continue;
      std::uint64_t& all = portions[{places[i].file, places[i].begin, places[i].end}];
      all += count;
      if (!best || all > best->portions) best = {places[i], all};
    }
    return best;
  }

 private:
  using Count = std::atomic<std::uint32_t>;
  std::shared_ptr<Count[]> counts_;
};

/// The beginning of the script's code, by purpose: an entry, or -1 if the script has no such code.
struct Entries {
  int setup = -1, play = -1, ends = -1, invariants = -1, clock_out = -1;
  int score = -1, heuristic = -1;
  Slot score_player = 0, score_value = 0, heuristic_player = 0, heuristic_value = 0;
  bool has_winners = false;         // a game may end as won or lost, and not only with scores or a tie
  std::vector<int> lets;            // by let, if it is a function
  std::vector<int> effects;         // by effect
  std::vector<NoteCode> notes;      // by `show` with a text
  std::vector<GroundCode> grounds;  // by `show cells`
  std::vector<BeamsCode> beams;     // by `show beams`
  std::vector<TestCode> tests;
};

/// The facts about traces that rules read: see beam/.
struct TraceNeeds {
  int lit_field = -1;           // the beam field whose light is read; -1: none, or it is not kept
  bool tells_segments = false;  // kept traces have segments, because rules read single visits
  bool asks_paths = false;      // the same for single beams, trace(x, d), and for kept beams together
  int buffers = 0;              // for traces that code makes itself
};

/// The lowerings in use, among those that matter in play: see build/lower/lowerings.def.
struct LoweringsOn {
  bool kept_light = true, kept_tries = true, reactions = true, unsplit = true, listed = true, turns = true;
};

struct Program {
  // ---- where it comes from ----
  rules::Rules rules;
  std::shared_ptr<const lang::Sources> sources;
  std::string id;
  std::vector<std::int64_t> options;  // values, in the order of Rules::options
  Limits limits;                      // what it may use
  WorkPlaces work;                    // counted while it is played: the only part that is not immutable
  std::vector<Error> warnings;
  std::uint64_t rules_hash = 0;
  /// The script as written; for a variant, the resulting script: for texts about its rules. May be missing.
  std::shared_ptr<const tree::File> script;

  // ---- numbers for the board, pieces and beams ----
  Geometry geometry;
  Layout layout;
  PieceNumbers pieces;
  Payloads payloads;
  Reactions reactions;

  // ---- code ----
  ScriptCode code;
  Entries entries;
  KeptLets kept;
  std::vector<MoveCode> moves;
  std::vector<Node> nodes;
  std::vector<DrawNode> draws;

  // ---- what the machine keeps or skips ----
  bool uses_seen = false;  // rules ask how often a position has occurred
  TraceNeeds traces;
  LoweringsOn lowered;
  BeyondLimits beyond;

  // ---- for building the game with other options ----
  std::shared_ptr<const rules::Rules> all_players;  // before players who take no part were removed; null: all play

  /// The rules as they are for all options.
  const rules::Rules& written_rules() const { return all_players ? *all_players : rules; }
  int words() const { return geometry.words; }
  /// The slots that a value of this type takes.
  int set_words(const rules::Type& type) const;
  /// The number of values of an element type on this board; the first is numbered domain_first(type).
  std::int64_t values_of(const rules::Type& type) const;
  /// True if it is a value of the type (perhaps a subset), if it is one of its base. Once tables are filled.
  bool is_value(const rules::Type& type, std::int64_t value) const;
  /// True if all fields of a piece with this key have values of their types.
  bool is_possible(const Key& key) const;
  /// The first slot of the set of cells where a kind of this owner (0: of all owners, if they share a set) is on top.
  Slot tops_of(std::size_t kind, int owner = 0) const {
    return layout.tops + static_cast<Slot>((pieces.first_set[kind] + owner) * words());
  }
  const Key& key(int number) const { return pieces.keys[number]; }
  /// The key of the piece on a level of a cell in this State; 0: none.
  int key_in(const Word* state, int cell, int level) const {
    if (layout.key_slots == 0) return key_by_sets(state, cell);
    std::uint16_t key;
    const Word* keys = state + layout.keys + static_cast<Slot>(level) * layout.key_slots;
    std::memcpy(&key, reinterpret_cast<const char*>(keys) + 2 * cell, sizeof key);
    return key;
  }
  /// The key of the top piece, if the State stores no keys.
  int key_by_sets(const Word* state, int cell) const {
    const Word* tops = state + layout.tops;
    for (int set = 0; set < layout.piece_sets; ++set)
      if (has_bit(tops + set * words(), cell)) return pieces.key_of_set[set];
    return 0;
  }
};

// ---- Text: how values of the frame print (cells by their labels, sets as lists, elements as
// the script names them).

/// The value at `slots`, of this type. A set of cells prints as its labels with blanks between, or `none`; an edge as
/// "c4.ne". A cell that belongs to the mover (-1: none is given) prints by the mover's own label.
std::string print_slots(const Program& program, const rules::Type& type, const Word* slots, int mover = -1,
                        std::size_t most = SIZE_MAX);

/// Reads the words of a printed set: `find(name)` returns the number of this name, or a negative number; `take(number)`
/// gets each in turn. A cell that belongs to a player has a name of two words, "north B3". False: a name is not found.
bool each_named(const std::vector<std::string_view>& words, const auto& find, const auto& take) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::int64_t found = find(words[i]);
    if (found < 0 && i + 1 < words.size()) {
      found = find(std::string(words[i]) + " " + std::string(words[i + 1]));
      ++i;
    }
    if (found < 0) return false;
    take(found);
  }
  return true;
}
}  // namespace glint
