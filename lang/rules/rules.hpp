// Rules: a checked game. Every name is resolved to a number, every expression has a type, every loop is finite.
//
// `check` makes it, `build` (in interpreter/) reads it. Nothing is looked up by name any more, except labels of cells:
// `build` resolves these, because the board may depend on options. Nodes are plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lang/source/source.hpp"
#include "lang/syntax/terms.hpp"

namespace glint::rules {

using lang::AssignOp;
using lang::CaseFrom;
using lang::ResultKind;
using lang::Span;
using lang::Way;

// ---- types ----

enum class Base : std::uint8_t {
  flag,         // 0 off, 1 on
  number,       // lo..hi
  enumeration,  // index in Rules::enums[enumeration]
  player,
  direction,
  axis,
  cell,
  edge,   // a side of a cell: between two neighbours, or on the border
  place,  // one piece of a stack; only for elements of `stacked K`
  trace,  // the course of beams
  visit,  // one cell left by a beam; trace.visits is a set of these that only folds and `for` can use
};

/// Kinds of piece as bits; bit k is Rules::kinds[k].
using KindMask = std::uint64_t;

struct Type {
  Base base = Base::number;
  bool is_set = false;
  bool clamped = false;           // numbers: assignments saturate
  std::uint16_t enumeration = 0;  // Base::enumeration
  std::uint16_t subset = 0;       // only values of Rules::subsets[subset - 1]; 0: every value of the base
  std::int64_t lo = 0, hi = 0;    // Base::number: every value is in lo..hi (of a set: every element)
  KindMask stands = 0;            // Base::cell, place: the kinds known to stand there (on top); 0: nothing is known

  bool operator==(const Type&) const = default;
};

// ---- expressions ----

/// Operands and meaning of each are in ops.def.
enum class Op : std::uint8_t {
#define GLINT_RULES_OP(name, text) name,
#include "lang/rules/ops.def"
};

/// Conversion is explicit: where a set is expected and an element is given, `check` wraps it as Op::set with one kid.
struct Expr {
  Op op{};
  Type type;
  Span span;
  int ref = -1;
  std::int64_t number = 0;
  std::string text;  // label
  std::vector<Expr> kids;
};

/// A text with holes. `width` > 0 shows the first `width` characters of the hole.
struct TextPart {
  std::string literal;
  std::optional<Expr> hole;
  int width = 0;
  bool repeated = false;  // in a notation: it is repeated for each round of the move's loop
};
struct Text {
  std::vector<TextPart> parts;
  Span span;
  bool empty() const { return parts.empty(); }
};

// ---- statements ----

struct Local {
  std::string name;
  Type type;
  Span span;
};
/// The names that a body binds: parameters first, then those of picks, lets and loops. Slots are never shared.
struct Frame {
  std::vector<Local> locals;
  int params = 0;
};

struct Result {
  ResultKind kind{};
  std::optional<Expr> player;  // wins, loses: none for the team
  Span span;
};

struct Stmt;
using Block = std::vector<Stmt>;

/// The most rounds that a loop with picks may have.
inline constexpr std::int64_t kMostRounds = 250;

enum class StmtKind : std::uint8_t {
  pick,     // local ref from exprs[0]; some_of: a subset
  require,  // exprs[0], message
  require_most,  // in a move: no run listed otherwise has greater exprs, compared from the first on; message
  offer,    // exprs[0]; none: `offer nothing`
  offer_once,  // in a move: of runs with the same exprs, only the first is listed
  let,      // local ref = exprs[0]
  assign,   // variable ref (exprs[1] index, if it has one) op= exprs[0]
  assign_field,  // field ref (-1: the owner) of cell exprs[1] op= exprs[0]
  put,      // kind ref on cells exprs[0]; inits: a value for each of the kind's fields, in order; owner exprs[1] if owned
  remove,   // exprs[0]: cells (their tops) or places
  move,     // exprs[0] cell (or set of none or one) to exprs[1] likewise
  swap,     // exprs[0], exprs[1]
  if_,      // exprs[0]; body, other
  for_,     // local ref over exprs[0]; while exprs[1], if there
  end,      // when exprs[0], if there: result
  call,     // effect ref; exprs: arguments
  draw,     // into variable ref, or local (number = 1: ref is a local): one of exprs[0]; exprs[1] of them, as a set;
            // or one out of the bag, a variable
  turn,     // of exprs[0]; each: of each player in order (local ref holds the player in both cases)
  choose,   // moves; other, if has_else
  repeat,   // until exprs[0], if there
  rounds,   // of a move: body once, and again while exprs[0] holds (if some_of: or until the player stops), at most
            // exprs[1] times; what was carried before a round is tested by exprs[0], too. ref: the number of rounds
  together,  // every player chooses one of moves; has_else: players without a move are left out
  // tests
  play,            // texts
  expect,          // exprs[0]
  expect_illegal,  // texts[0], perhaps because texts[1]
  expect_result,   // result
  fix_draw,        // variable or local-named draw: text name in texts[0] = exprs (each of the type drawn), one draw after the other
  map,             // texts[0]: a drawn position; in setup a drawn board, whose pieces `put`s in body put (once it is built)
  expect_map,      // texts[0]: how the board is drawn
  expect_perft,    // exprs[1] sequences of exprs[0] moves
  to_move,         // of exprs[0]: the player
};

constexpr std::int64_t kMostPerftPlies = 100;

struct Stmt {
  StmtKind kind{};
  Span span;
  int ref = -1;
  std::int64_t number = 0;
  std::vector<Expr> exprs;
  std::vector<Expr> inits;
  Text message;
  std::vector<std::string> texts;
  std::vector<Span> text_spans;
  std::vector<int> moves;
  std::optional<Result> result;
  AssignOp assign{};
  int bag = -1;
  bool some_of = false;
  bool each = false;
  bool has_else = false;
  std::vector<std::pair<int, int>> carried;  // rounds: after each the first local gets the value of the second, a pick
  Block body;
  Block other;
};

// ---- beams ----

struct PayloadUpdate {
  int field = 0;  // of the beam
  AssignOp op{};
  Expr value;
  Span span;
};

struct Outcome {
  Way way{};
  Span span;
  int ref = -1;             // stops: index of the named end, or -1; optic: index in BeamRules::optics
  std::vector<Expr> exprs;  // reflects: axis (always of type axis); turns: number; leaves: direction; to: cell, direction?; optic: arguments
  std::vector<PayloadUpdate> updates;
};

struct Case {
  Span span;
  CaseFrom from{};
  std::optional<Expr> relative_to;  // direction; present whenever from is not any
  std::optional<Expr> condition;
  std::vector<Outcome> outcomes;
};

/// A table of cases. In a piece's own table `field` reads its fields at local 0, its cell (`here`); where a beam
/// crosses an edge, `here` is the cell from which it comes, or the piece's.
struct Optic {
  std::string name;  // empty for a piece's own
  Span span;
  Frame frame;  // local 0 is `here` (a cell); then the parameters
  std::vector<Case> cases;
};

// ---- the parts of a game ----

struct EnumValue {
  std::string name;
  std::vector<std::string> spellings;  // at least one: its printed form first, then other readings
};
struct Enumeration {
  std::string name;  // of an inline domain, the option's or field's name
  std::vector<EnumValue> values;
  Span span;
};

/// `type diagonal = {ne, se} of direction`: some values of a type, which have a name. They are numbered as in that type.
struct Subset {
  std::string name;
  int let = -1;  // in Rules::lets: a constant, the set of its values
  Text refusal;  // "{value} is not in `diagonal`"; its hole is of the base's type
  Span span;
};

struct Player {
  std::string name;
  Span span;
  std::optional<Expr> when;  // the options with which this player plays; none: with all
};

/// Options are constants of a build. `type` is a number range or an enumeration.
struct Option {
  std::string name, doc, text;
  Type type;
  std::int64_t initial = 0;
  Span span;
  bool is_value_set = false;          // written as {9, 5, 7}: `values`, the listed numbers, in order
  std::vector<std::int64_t> values;   // every allowed value in listed order
};

struct Direction {
  std::string name;
  int dx = 0, dy = 0;
};
struct Axis {
  std::string name, spelling;
};
/// Directions are in clockwise order as drawn. Axis a mirrors direction t to (a - t) mod K; axis 2d lies along
/// direction d.
struct Lattice {
  std::string name;
  std::vector<Direction> directions;
  std::vector<Axis> axes;   // one for each half step round: as many as directions; names may be empty
  Frame frame;              // locals 0 and 1: x, y
  Expr drawn_x, drawn_y;    // the place of a cell in a drawing, x to the right and y down
  Span span;
};

struct Cells {
  int x = 0, y = 0;  // locals
  std::optional<std::string> drawing;  // rows of signs instead of a formula
  Expr x_lo, x_hi, y_lo, y_hi;
  std::optional<Expr> where;
  Span span;
};
/// A label of cells; holes of the text are numbers or `letters`.
struct Label {
  int player = -1;  // the player who has this name for a cell; -1: all
  std::optional<Expr> where;
  Text text;
  Span span;
};
/// The largest number of ways in which a board can wrap round.
inline constexpr std::size_t kMostWraps = 2;

struct Board {
  std::string name;
  Frame frame;                   // parameters, then lets, then x and y of each cells form
  std::vector<Expr> arguments;   // a value for each parameter (of the game's `board name(args)`)
  std::vector<Type> declared;    // each parameter's type as written; the frame has it narrowed to the argument's range
  std::vector<std::pair<int, Expr>> lets;  // local, value; in order
  std::vector<Cells> cells;
  int label_x = 0, label_y = 0;  // locals that the label reads
  std::vector<Label> labels;     // a cell has the first label that fits
  std::vector<std::pair<Expr, Expr>> wraps;  // a step off the board comes in again this far away, in either direction
  int stacks = 1;                // most pieces on a cell
  Span span;
};
/// In labels, `letter(n)` and `lower(n)` are Op::index_of over one kid with text "letter" or "lower".

struct PieceField {
  std::string name;
  Type type;  // a finite element or set type
  Span span;
};
struct BeamField {
  std::string name;
  Type type;  // a finite element or set type, or numbers
  Expr initial;  // a constant; sets start empty, others at their first value when not given
  Span span;
};
struct Kind {
  std::string name;
  std::string label;                   // the usual name, if it is another word
  bool owned = false;                  // pieces have owners: stored, or ...
  std::optional<Expr> owner_from;      // ... given by their fields, read at local 0 of look_frame
  std::vector<int> fields;  // in Rules::fields, which all kinds share: same name and type, same field
  std::vector<std::optional<Expr>> firsts;  // values of the fields that `put` need not give
  bool emits = false;
  Frame emits_frame;        // local 0: here
  Expr emits_directions;    // a set of directions
  std::vector<PayloadUpdate> emits_updates;
  int reaction = -1;        // in BeamRules::optics; -1: beams pass
  Frame sides_frame;        // local 0: here
  std::optional<Expr> sides;  // a set of directions: the sides of its cell that act on beams that cross them ...
  int sides_reaction = -1;    // ... by this table
  std::vector<std::pair<Expr, Text>> looks;  // `look when`: the first whose condition holds ...
  Text look;                // ... or else this; holes and conditions read fields of local 0 of look_frame, or its owner
  Frame look_frame;
  Span span;
};

/// Cells or edges that act on beams without a piece: `when beam enters c in SET`, `when beam crosses x in SET`.
struct Terrain {
  Frame frame;        // of `where`
  Expr where;         // a set of cells, or of edges
  bool is_crossing = false;
  int reaction = -1;  // in BeamRules::optics; its local 1 is the edge, where it is one
  Span span;
};

struct Variable {
  std::string name, doc;
  Type type;
  std::optional<Type> index;
  Expr initial;
  bool is_bag = false;  // holds how many of each value of the index are left
  Frame frame;          // first value; with a parameter, the index, it is a value for each
  Span span;
  Frame seen_frame;             // local 0: the index, if there is one
  std::optional<Expr> seen_by;  // a set of players, from the index and options; none: all see it
  bool is_uncounted = false;    // `seen` does not compare it
  std::string label;            // a label for people; empty: none
  std::string label_of_one;     // of a number that counts things, as "3 lives": the label of 1; empty: it counts none
};

/// Lines that end at walls, and the place where such a line ends: the `ref` of Op::walk.
enum class Walk : std::uint8_t { slide, hit, steps, last };

enum class LetForm : std::uint8_t { plain, table, function };
struct Let {
  std::string name, doc;
  LetForm form{};
  Frame frame;  // parameters first
  Type type;
  Expr body;
  Span span;
  bool reads_me = false;     // directly or by calls
  bool reads_beams = false;  // a trace, directly or by calls
  bool reads_state = false;  // anything except board and options; otherwise it is a constant
};

struct Effect {
  std::string name;
  Frame frame;
  Block body;
  Span span;
};

/// The notation's holes are locals that are picks, or x_of, y_of or a field of one.
struct Move {
  std::string name, doc;
  Text notation;
  Frame frame;
  Block body;
  Span span;
};

struct EndRule {
  Frame frame;
  int player = -1;  // local, for `end for p in player`
  Expr when;
  Result result;
  Span span;
};
struct PerPlayer {
  Frame frame;  // local 0: the player; none if the players are a team
  Expr value;
  Span span;
};
struct Invariant {
  Frame frame;
  Expr condition;
  Text message;
  Span span;
};
/// A text below the board in pictures, or one for each player; or beams instead; or that there are none.
struct Show {
  Frame frame;
  int player = -1;  // local, for `show for p in player`
  int each = -1;                     // local, for `show for h in hue`
  std::vector<std::int64_t> values;  // that it has, one after the other
  std::optional<Expr> when;
  Text text;
  std::optional<Stmt> piece;   // a `put` without a place: the piece beside the text
  bool is_undirected = false;  // it is drawn without the direction that it faces
  std::optional<Expr> beams;  // the beams that this follows by `trace(x, d)` are shown
  std::string name;           // their name: that expression as it is written
  bool no_beams = false;      // pictures draw only these beams
  bool is_default = false;    // the script names none: these are of a `let`
  bool is_open = true;        // they do not depend on a value that is hidden from a player
  Span span;
};
/// `show cells S "pond" as "~" in blue`, `show edges S "fence" of p`: cells or edges that pictures mark.
struct Ground {
  Frame frame;
  int player = -1;            // local, for `show for p in player`
  std::optional<Expr> when;
  bool of_edges = false;
  bool of_lines = false;      // of edges: a line over each, from cell to cell
  Expr cells;                 // or edges
  Text name;                  // may be empty
  std::string sign;           // one character: how empty cells look, and the middle of an edge; empty: none, for edges
  std::string colour;         // a word; empty: none
  std::optional<Expr> owner;  // the player in whose colour they are
  Span span;
};
struct Clock {
  std::optional<Expr> when;
  std::optional<std::int64_t> turn, reserve, game;      // seconds
  std::vector<std::pair<int, std::int64_t>> adds;       // move, seconds
  std::optional<Result> out;                            // `me` is the player whose time is up
  Span span;
};
struct Test {
  std::string title;
  std::vector<std::pair<int, std::int64_t>> with;  // option, value
  Frame frame;
  Block body;
  Span span;
  std::string mistakes;  // its errors as text; it is then not run, and fails
};

/// The frame and statements of `setup` or `play`.
struct Phase {
  Frame frame;
  Block body;
};

/// The payload of beams, their ends, and all tables of reactions, including those of single pieces.
struct BeamRules {
  std::vector<BeamField> fields;  // what a beam carries
  std::vector<std::string> ends;  // named ways to end
  std::vector<Optic> optics;
  std::vector<Terrain> terrain;  // for a cell or edge, only the first that holds it counts
  std::uint64_t seen_by = ~std::uint64_t{0};  // players, as bits, who see everything that beams depend on
};

/// The rules that judge a position: whether the game is over, who has won, and its value for a player.
struct Judging {
  std::vector<EndRule> ends;
  std::optional<PerPlayer> score, heuristic;
  std::optional<Clock> clock;
};

/// The parts of pictures besides pieces.
struct Pictures {
  std::vector<Show> shows;
  std::vector<Ground> grounds;  // for a cell or an edge, only the first that holds it counts
};

struct Rules {
  bool is_library = false;  // a library checked by itself, which needs no board and no play
  std::string name;         // "My Game"
  std::string doc;
  std::string variant_of;   // the file name of the base game, without folder and ending; empty if it is no variant
  std::vector<Player> players;
  bool team = false;
  std::vector<Option> options;
  std::vector<Enumeration> enums;
  std::vector<Subset> subsets;
  Lattice lattice;
  Board board;
  bool has_edges = false;  // rules use edges
  BeamRules beams;
  std::vector<PieceField> fields;
  std::vector<Kind> kinds;
  std::vector<Variable> variables;
  std::vector<Let> lets;        // in an order in which each calls only earlier ones
  std::vector<Effect> effects;  // also in such an order
  std::vector<Move> moves;
  Phase setup, play;
  Judging judging;
  std::vector<Invariant> invariants;
  Pictures pictures;
  std::vector<Test> tests;
};

/// True if options decide the number of players.
inline bool has_absent_players(const Rules& rules) {
  for (const Player& player : rules.players)
    if (player.when) return true;
  return false;
}

}  // namespace glint::rules
