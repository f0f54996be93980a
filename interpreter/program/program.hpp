// Program: a game built for one setting of its options. Immutable; shared by everything that plays it.
//
// What a game *is* lies here in the form in which the machine wants it: cells as numbers, sets as words, rays and
// reactions as tables, rules as code for a register machine. Positions are States: flat words laid out by `Layout`.
//
// Numbers used everywhere: a cell is 0..cells-1 in the order in which the board is drawn (top to bottom, left to right);
// so along every ray the numbers go steadily up or steadily down. A set of cells is `words` 64-bit words, bit c of it
// cell c. A piece's *key* is the number of (kind, owner, all fields) together, 0 for nothing. A *payload* is the number
// of all beam fields together.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "glint/glint.hpp"
#include "lang/rules/rules.hpp"
#include "lang/source/source.hpp"

namespace glint::tree {
struct File;
}

namespace glint {

using Word = std::uint64_t;
using Slot = std::uint32_t;

/// Lets that are kept until something that they read changes: at most so many.
inline constexpr int kMostKept = 63;
/// In a mask of kept lets to forget: the traces too.
inline constexpr Word kForgetTraces = Word{1} << 63;

/// How many bits are set. By hand where the processor's own instruction may be missing: the compiler would call a function.
inline int popcount(Word word) {
#ifdef __POPCNT__
  return __builtin_popcountll(word);
#else
  word -= word >> 1 & 0x5555555555555555u;
  word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
  word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
  return static_cast<int>(word * 0x0101010101010101u >> 56);
#endif
}

enum class Opcode : std::uint16_t {
#define GLINT_OP(name, listing) name,
#include "interpreter/program/instructions.def"
#undef GLINT_OP
};

struct Instruction {
  Opcode op{};
  std::uint16_t n = 0;
  std::uint32_t a = 0, b = 0, c = 0;
};
static_assert(sizeof(Instruction) == 16);

/// The board, with what follows from its shape.
struct Geometry {
  int cells = 0;
  int words = 1;
  int directions = 0;
  std::vector<CellInfo> info;
  std::vector<DirectionInfo> direction_info;
  /// neighbour[d * cells + c]: the cell one step from c in direction d, or -1 off the board.
  std::vector<std::int32_t> neighbour;
  /// last[d * cells + c]: the last cell of the board from c in direction d; c itself at the border.
  std::vector<std::int32_t> last;
  /// rises[d]: cell numbers go up along d.
  std::vector<std::uint8_t> rises;
  /// ray[(d * cells + c) * words ...]: the cells from c along d to the border, c not among them. Equal to stepping
  /// `neighbour` until it is -1. Filled by build_geometry; empty when it would be larger than kMaxRayWords (then the
  /// kernel steps).
  std::vector<Word> ray;
  /// to_border[d * cells + c]: how many cells those are. As `ray`.
  std::vector<std::int32_t> to_border;
  std::vector<Word> board;  // all cells
  /// Steps of whole sets: in a direction, the number of the cell that one comes to is the cell's own plus `delta`, for the
  /// cells of a mask. A few of these for each direction: one on a board of equal rows. `shift_of[d]` is the first of d,
  /// shift_of[directions] the end. Empty where a board is so irregular that there would be many.
  struct Shift {
    std::int32_t delta = 0;
    std::uint32_t from = 0;  // the mask, in shift_masks
  };
  std::vector<Shift> shifts;
  std::vector<std::uint32_t> shift_of;
  std::vector<Word> shift_masks;
  /// Boards of one word whose directions have one shift each, four directions at once: for each the step *against* it, as
  /// counts to the left and to the right (one of them is 0), and the cells that it leaves and comes to.
  struct Lanes {
    std::array<Word, 4> left{}, right{}, from{}, to{};
  };
  std::vector<Lanes> lanes;  // directions 0..3, 4..7, ...; or empty
  int longest_line = 0;      // steps from border to border; of boards with lanes
  Word rising = 0;  // the directions along which numbers rise
  /// Boards of one or two words with tables of rays: the rays from a cell, four of them side by side. First those of
  /// directions along which numbers rise, then the others. From fans[cell * fans_of_cell] on there are the first words
  /// of those of fan_ways[0], on a board of two words then the second ones; then those of fan_ways[1], and so on.
  struct alignas(32) Fan {
    std::array<Word, 4> word{};
  };
  struct FanWays {
    Fan way;  // of rays that are not there, any
    bool rises = false;
  };
  std::vector<FanWays> fan_ways;
  std::vector<Fan> fans;
  std::size_t fans_of_cell = 0;
  /// The same boards, where no two rays from a cell share one: what lies between two cells is told by a table.
  /// lines[from * cells + to]: the direction that leads there and how many steps it takes; 0 steps where none does.
  struct Line {
    std::uint8_t way = 0, steps = 0;
  };
  std::vector<Line> lines;
  /// rings[((steps - 1) * cells + c) * words ...]: the cells that so many steps from c lead to, up to ring_steps.
  std::vector<Word> rings;
  int ring_steps = 0;
  /// A step off the board may come in again elsewhere: then rays go round, numbers do not rise or fall along them, and
  /// there are no tables of rays. A ray ends before it would come back to where it began.
  bool wraps = false;
  std::vector<std::string> signs;  // by cell, how the board's drawing shows it; empty where it is not drawn

  /// Sides of cells, where the game speaks of them: an edge is numbered at the first cell that has it (as cells are
  /// numbered) and that cell's direction; one between two cells is one edge.
  struct Edge {
    std::int32_t cell = 0, way = 0;
  };
  std::vector<Edge> edges;
  int edge_words = 0;
  std::vector<std::int32_t> edge_of;  // edge_of[d * cells + c]
  std::vector<Word> border;           // those beyond which there is no cell
  /// For cell_at: a table of the rectangle that holds all cells, by rows; where that would be much larger than the
  /// board, ((x, y), cell) sorted.
  int x_lo = 0, x_hi = -1, y_lo = 0, y_hi = -1;
  std::vector<std::int32_t> grid;
  std::vector<std::pair<std::pair<int, int>, int>> by_coordinates;

  /// The cell one step away, or -1 off the board.
  int next_to(int cell, int way) const { return neighbour[at(cell, way)]; }
  /// The direction that leads back.
  int opposite(int way) const {
    const int back = way + directions / 2;
    return back < directions ? back : back - directions;
  }
  int edge_at(int cell, int way) const { return edge_of[at(cell, way)]; }
  /// The cell with these coordinates, or -1.
  int cell_at(std::int64_t x, std::int64_t y) const;
  /// How an edge is called: "c4.ne"; the side of a cell, as the edge is called from there.
  std::string edge_name(int edge, int as_seen_by = -1) const;
  std::string side_name(int cell, int way, int as_seen_by = -1) const;
  std::string label_of(int cell, int as_seen_by = -1) const {
    const CellInfo& one = info[static_cast<std::size_t>(cell)];
    return as_seen_by >= 0 && one.player == as_seen_by ? one.own_label : one.label;
  }

  /// Where the tables by direction and cell hold this side.
  std::size_t at(int cell, int way) const {
    return static_cast<std::size_t>(way) * static_cast<std::size_t>(cells) + static_cast<std::size_t>(cell);
  }
  bool has_shifts() const { return !shift_of.empty(); }
  /// What a step along d adds to the number of any cell; 0 where that is not the same everywhere.
  std::int32_t stride_of(int d) const {
    if (!has_shifts()) return 0;
    const std::uint32_t first = shift_of[static_cast<std::size_t>(d)];
    return shift_of[static_cast<std::size_t>(d) + 1] - first == 1 ? shifts[first].delta : 0;
  }
  const Word* ray_of(int d, int c) const { return &ray[(static_cast<std::size_t>(d) * cells + c) * words]; }
};

/// Words of a set of pairs, each of a cell and one of 1 << shift values.
inline int pair_words(const Geometry& geometry, int shift) { return ((geometry.cells << shift) + 63) / 64; }

/// What a key stands for.
struct Key {
  int kind = -1;
  int owner = -1;      // player, or -1
  int piece_set = -1;  // (kind, owner) as a number: which set of cells it is in
  std::vector<std::int64_t> values;  // of the kind's fields, in the kind's order
  std::string glyph;                 // as `look` has it
};

/// How a field is read from and written to keys: value = read[field][key]; a write adds (new - old) * stride.
struct FieldTable {
  std::vector<std::int16_t> value;    // by key; -1 where the key has no such field
  std::vector<std::int32_t> stride;   // by key
  std::int64_t lo = 0;
};

/// Where things lie in a State, in slots.
struct Layout {
  static constexpr Slot kNode = 0;     // which choice play waits at; kOver when the game is over
  static constexpr Slot kOutcome = 1;  // OutcomeKind | (winner + 1) << 8
  static constexpr Slot kMe = 2;       // the player to move
  static constexpr Word kOver = 0xFFFF;
  static constexpr Word kDraw = Word{1} << 32;  // more than this in kNode: play waits at a draw, this plus its number
  Slot occupied = 3;  // set: anything stands there
  Slot tops = 0;      // a set for each piece set: it is on top
  Slot levels = 0;    // stacks only: for each piece set, a set for each level
  Slot keys = 0;      // 16 bits a cell and level, level by level; none where `key_slots` is 0: the sets tell
  std::vector<Slot> variables;
  /// Choices made together and not yet carried out, `pending_stride` slots a player: 1 + the move (0: has not chosen;
  /// kNothing: has nothing to choose), then what was picked, as PickInfo has it. Empty where there is no `together`.
  Slot pending = 0, pending_stride = 0;
  static constexpr Word kNothing = ~Word{0};
  Slot play = 0;      // locals of the play block
  Slot size = 0;      // slots of a State
  /// Behind the sets that lie beside the State in the frame and change with its pieces (FieldPlanes).
  Slot end = 0;
  int piece_sets = 0;
  int stack = 1;
  Slot key_slots = 0;  // of one level
};

/// Sets of cells by what a piece field is, for a field that rules compare: one for each value, of the cells whose top
/// piece has it there; or one for each value and one more, of the cells where it is less than that.
struct FieldPlanes {
  int field = 0;
  bool is_less = false;
  bool is_read = false;  // by some code; else they are not kept up
  Slot slot = 0;         // of the first set
  std::int64_t lo = 0, values = 0;
  std::int64_t sets() const { return values + (is_less ? 1 : 0); }
};

/// Each beam field's part in a payload number: value = (payload / stride) % size + lo.
struct PayloadField {
  std::int64_t lo = 0, size = 1, stride = 1;
  bool is_set = false, clamped = false;

  /// How many elements a set may have, of a field that is one.
  int bits() const { return __builtin_ctzll(static_cast<Word>(size)); }
  /// The set, of a field that is one: then the size is a power of two, and a division rarely needed.
  Word bits_of(std::int64_t payload) const {
    return static_cast<Word>(stride == 1 ? payload : payload / stride) & static_cast<Word>(size - 1);
  }
};

/// One way on of a reaction. An entry of the reaction table is
///   way << 16 | payload        one way on
///   kStop | 1 + end            ends there (0: no name)
///   kList | index              several, or to another cell: lists[index] is a count, then (cell + 1, way, payload | stop) each
///   kBroken | index            an update leaves its range: the script's error
struct Reactions {
  static constexpr std::uint32_t kStop = 0xFF000000, kList = 0xFE000000, kBroken = 0xFD000000, kKind = 0xFF000000;
  static constexpr std::uint32_t kNone = 0xFC000000;  // beams pass: not an optical piece
  bool is_static = false;  // else the code is run at every meeting
  std::vector<std::uint32_t> entries;  // [(key * directions + way) * payloads + payload]
  struct Way {
    std::int32_t cell;  // -1: from here
    std::uint16_t way;
    std::uint16_t stop;  // 0: goes on; else 1 + 1 + end
    std::uint32_t payload;
  };
  std::vector<std::vector<Way>> lists;
  std::vector<std::uint8_t> optical_key;  // by key
  /// Keys of one class send their beams the same ways, and turn beams the same ways, whatever these carry: what they light
  /// is the same set of cells. By key; each key is a class for itself where ways depend on what a beam carries.
  std::vector<std::uint16_t> path_class;
  int path_classes = 0;
  std::vector<int> code;                  // by key's kind: entry of its reaction, or -1
  std::vector<Slot> optical_sets;         // slots of the tops sets of kinds that react
  std::vector<Slot> emitter_sets;         // slots of the tops sets of kinds that emit
  std::vector<int> emit_code;             // by kind, or -1
  std::vector<std::vector<Way>> emissions;  // by key, where emission is static
  bool emission_is_static = false;
  Slot here = 0, way = 0, payload = 0, edge = 0;  // where reaction and emit code find their inputs
  /// What acts on beams besides pieces that they come to: cells by themselves, edges, and the sides of pieces. Where a
  /// game has any of these, beams are followed from cell to cell.
  struct Acting {
    int code = -1;      // computes where
    Slot set = 0;       // there: cells, or edges
    bool is_crossing = false, is_constant = false;
    int reaction = -1;  // entry of its cases
  };
  std::vector<Acting> acting;
  std::vector<int> sides_code, sides_reaction;  // by kind: computes its sides to sides_set; entry of its cases; or -1
  Slot sides_set = 0;
  std::vector<Slot> sided_sets;                 // slots of the tops sets of kinds with sides
  bool goes_by_steps = false;
  /// The same for boards of one word, where nothing splits beams or moves them elsewhere: see beam/unsplit.cpp. Empty
  /// where that is not so. A *beam* here is a way and a payload: kRises where numbers rise along the way, the way, the
  /// payload in `payload_bits`; or kPasses (it goes on as it is), kStops and 1 + the named end, kAsks (the code says
  /// what is wrong).
  struct Unsplit {
    static constexpr unsigned kRises = 0x8000, kOther = 0x4000, kPasses = 0x4000, kStops = 0x5000, kAsks = 0x6000;
    int payload_bits = 0, beam_bits = 0;
    std::vector<std::uint16_t> on;     // [key << beam_bits | beam]: how a beam goes on that comes to it so
    std::vector<std::uint16_t> first;  // by key: the one beam that it sends out; kAsks where there is none or more
    std::vector<Word> rays;            // [way << 6 | cell]
    std::uint16_t beam(int way, std::uint32_t payload, bool rises) const {
      return static_cast<std::uint16_t>((rises ? kRises : 0) | static_cast<unsigned>(way) << payload_bits | payload);
    }
  } unsplit;
  bool reads_position = false;  // reactions or emissions depend on more than the cells on a beam's way
};

/// One pick of a move, in the order in which they are made.
struct PickInfo {
  int local = 0;
  rules::Type type;
  bool some_of = false;
  Slot slot = 0;        // of the run code
  Slot quick = 0;       // of the code for listed runs
};

/// Entries of code that is written for each player, or once for all of them.
struct SeatCode {
  std::vector<int> entries;
  int of(Word player) const { return entries[entries.size() == 1 ? 0 : static_cast<std::size_t>(player)]; }
};
struct MoveCode {
  SeatCode list;  // the listing code; entries of -1 for `offer nothing`
  int run = -1;   // entry of the run code
  SeatCode quick;  // the code that does a run that was listed: what was picked is there, nothing is required
  int carry = -1;  // entry of the code that does it with what was picked, and refuses nothing: of moves chosen together
  bool is_sure = false;  // of these: what was listed can be done, so that it need not be tried when it is chosen
  std::vector<PickInfo> picks;
};

struct Message {
  lang::Span span;                 // of the require or pick that refuses
  const rules::Text* text = nullptr;  // none: a default sentence
  std::string fallback;
  struct Hole {
    rules::Type type;
    Slot slot = 0;
  };
  std::vector<Hole> holes;
};

/// One `show`: its code says whether it is told now, and fills the holes of its text.
struct NoteCode {
  int code = -1;
  int message = 0;
  bool for_each_player = false;
  Slot player = 0, told = 0;
};

/// A place where play waits for a player.
struct Node {
  std::vector<int> moves;
  int resume = 0;  // code that goes on behind it
  int otherwise = -1;  // code of `else`, or -1
  lang::Span span;
  bool together = false;  // every player chooses, before anything is carried out
};

/// A place where play waits for chance.
struct DrawNode {
  enum class Form : std::uint8_t { one, some, bag };  // an element of a set; so many of them; one out of a bag
  Form form = Form::one;
  std::string name;
  rules::Type type;
  Slot target = 0;  // where the value goes
  int begin = 0;    // code that works out what there is to draw from; it reads the State alone
  int resume = 0;
  lang::Span span;
  int variable = -1;
  int bag = -1;                      // a variable
  std::int64_t first = 0, values = 0;  // of a bag: the index of its first slot, and how many there are
};

/// A value kept until something that it reads changes; one that reads nothing of the position is computed when the game
/// is built.
struct Kept {
  int let = 0;
  int code = 0;    // computes it
  Slot slot = 0;
  Slot size = 0;   // slots
  int bit = -1;    // in the mask of valid ones; -1: computed at every use, or constant
  bool is_constant = false;
};

/// One statement of a test, compiled.
struct TestStep {
  const rules::Stmt* statement = nullptr;
  const rules::Expr* expected = nullptr;  // expect: this part of it
  int code = -1;            // effects; or computes what is expected
  Slot value = 0;           // expect: the flag
  Slot left = 0, right = 0;  // expect of a comparison: its sides
  bool compares = false;
};
struct TestCode {
  int test = 0;
  std::vector<TestStep> steps;
};

/// What a `push` writes for one pick: its value; where no loop was needed, the set of all it may be, or their number; or
/// of two picks, one behind the other, the set of the pairs that they may be.
struct LedgerItem {
  /// lanes: a set of cells for each direction, those from which it leads to what the next item, which `follows`, may be:
  /// together all pairs of a cell and one a step away. pairs: of a cell and a value, as a set of numbers.
  enum class Form : std::uint8_t { value, set, number, pairs, lanes, follows };
  int pick = 0;
  Slot slot = 0;
  std::uint16_t words = 1;
  Form form = Form::value;
  Slot low = 0;     // of a number: the lowest that it may be; in the ledger behind how many there are
  Slot target = 0;  // where the code for listed runs finds what was picked
  bool some_of = false;  // a subset, which that code works out again
  std::uint8_t shift = 0;  // pairs: the first << shift | the second
  int second = -1;         // pairs: the other pick, and where the code for listed runs finds it
  Slot second_target = 0;

  std::size_t data_words() const { return form == Form::number ? 2 : form == Form::follows ? 0 : words; }
};
struct LedgerForm {
  int move = 0;
  std::vector<LedgerItem> items;
  std::size_t words = 0;  // of all items
  bool is_plain = true;   // they are values and sets, all of one word
};

/// On boards of more words nobody keeps what each beam lights.
inline constexpr int kMostLitWords = 16;

/// What became of a condition that is asked of every cell of a set: see build/lower/lift.cpp.
struct Lifted {
  lang::Span span;
  bool is_set = false;      // it is a set now
  lang::Span stopped;       // where it stayed a loop: what stands in the way
};

struct Program {
  rules::Rules rules;
  std::shared_ptr<const lang::Sources> sources;
  std::string id;
  std::vector<std::int64_t> options;
  std::vector<Error> warnings;
  std::uint64_t rules_hash = 0;
  /// The script as it was written, a variant as what it comes to: for who tells what its rules say. May be missing.
  std::shared_ptr<const tree::File> script;

  Geometry geometry;
  Layout layout;
  std::vector<Key> keys;
  std::vector<std::vector<int>> first_key;  // [kind][owner, where that is stored; else 0]
  std::vector<int> first_set, sets_of_kind;  // by kind: its piece sets, one an owner (or one for all)
  std::vector<FieldTable> fields;           // by piece field
  std::vector<std::int16_t> key_set, key_owner;  // by key
  std::vector<int> key_of_set;                   // by piece set: the first of its keys
  std::vector<PayloadField> payload_fields;
  std::int64_t payloads = 1;
  Reactions reactions;

  std::vector<Instruction> code;
  std::vector<lang::Span> code_spans;  // by instruction: for errors
  std::vector<Word> initial_frame;  // constants in their slots, zero elsewhere
  std::vector<Lifted> lifted;
  std::vector<Message> messages;
  std::vector<NoteCode> notes;    // by `show`
  std::vector<Kept> kept;         // by let; code < 0: not kept
  std::vector<int> let_code;      // functions: entry
  std::vector<int> effect_code;   // entry
  std::vector<MoveCode> moves;
  std::vector<LedgerForm> ledger_forms;
  std::vector<TestCode> tests;
  std::vector<Node> nodes;
  std::vector<DrawNode> draws;
  int setup_code = -1, play_code = -1, ends_code = -1, invariants_code = -1;
  int score_code = -1, heuristic_code = -1, clock_out_code = -1;
  Slot score_player = 0, score_value = 0, heuristic_player = 0, heuristic_value = 0;
  int trace_buffers = 0;
  Slot frame_size = 0;
  /// The State's words for where play stands in its loops: numbers within lo..hi, or sets within `within` (a slot of the
  /// initial frame). What a position read from a text says there is held against this.
  struct PlaySlot {
    Slot slot = 0;
    bool is_set = false;
    bool is_turn = false;  // the player whose turn it is in a `turn of each player`
    std::int64_t lo = 0, hi = 0;
    Word within = 0;
  };
  std::vector<PlaySlot> play_slots;
  /// Who sees a variable, as bits of players: by variable, by index; none where all see it.
  std::vector<std::vector<Word>> seen;
  Word forget_pieces = 0;  // kept lets that read what stands on the board
  Word forget_ways = 0;    // those of them that read what is on the ways of beams
  std::vector<Word> forget_key;    // by key: those that read where its kind stands; 0: where nothing does
  std::vector<Word> forget_field;  // by piece field: those that read it
  std::vector<FieldPlanes> planes;
  /// The first words of the planes that a piece with this key is in: plane_slots[plane_begin[key] .. plane_begin[key + 1]].
  /// Both are empty where there are no planes.
  std::vector<std::uint32_t> plane_begin;
  std::vector<Slot> plane_slots;
  bool uses_seen = false;
  int lit_field = -1;  // the payload field that light is asked by; -1: none, or it is not kept
  bool tells_segments = false;  // of kept traces, since rules ask for single visits
  bool keeps_light = true, keeps_tries = true, tabulates_reactions = true, follows_unsplit = true, knows_listed = true;  // see build/lower/lowerings.def
  int save_depth = 0;

  int words() const { return geometry.words; }
  int set_words(const rules::Type& type) const;
  /// How many values a type has on this board; the first is numbered domain_first(type).
  std::int64_t values_of(const rules::Type& type) const;
  const Key& key(int number) const { return keys[number]; }
  /// The key of what stands on a level of a cell in this State; 0: nothing.
  int key_in(const Word* state, int cell, int level) const {
    if (layout.key_slots == 0) return key_by_sets(state, cell);
    std::uint16_t key;
    const Word* keys = state + layout.keys + static_cast<Slot>(level) * layout.key_slots;
    std::memcpy(&key, reinterpret_cast<const char*>(keys) + 2 * cell, sizeof key);
    return key;
  }
  /// The same where no keys are kept.
  int key_by_sets(const Word* state, int cell) const;
};

}  // namespace glint
