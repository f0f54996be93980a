// The syntax tree: a script as it was written, with a span on every node, before any name is resolved.
//
// `parse` makes it, `check` reads it. Nodes are plain values; a child is kept by value in a vector.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lang/source/source.hpp"

namespace glint::tree {

using lang::Span;

struct Expr;

/// An identifier at its place.
struct Name {
  std::string text;
  Span span;
};

/// A text in quotes with holes: "none of your discs is on top at {top}". `{e:1}` shows the first 1 characters.
struct TextPart {
  std::string literal;     // what stands before the hole, escapes resolved (\" \\ \{ \} \n)
  std::vector<Expr> hole;  // one expression, or none behind the last literal
  int width = 0;           // of `{e:width}`; 0 for all
  Span span;               // of the hole's inside, or of the literal where there is no hole
};
struct Text {
  std::vector<TextPart> parts;
  Span span;  // with the quotes
};

enum class ExprKind {
  number,         // value
  name,           // name: whatever it turns out to mean
  member,         // kids[0] . name
  index,          // name [ kids ]
  call,           // name ( args ), or kids[0] . name ( args )
  negate,         // - kids[0]
  not_,           // not kids[0]
  binary,         // kids[0] op kids[1]
  range,          // kids[0] .. kids[1]
  if_,            // if kids[0] then kids[1] else kids[2]
  set,            // { kids }
  comprehension,  // { name in kids[0] where kids[1] }
  fold,           // fold name in kids[0] [where kids[2]] : kids[1]; the `else` of min and max is args[0]
  of,             // kids[0] of kids[1]: `disc of p`
  stacked,        // stacked kids[0]
  can,            // can name [of kids[0]]
  drawn,          // drawn("name"): the cells that the board's drawing shows with one of these signs
};

enum class BinaryOp {
  or_, and_, eq, ne, lt, le, gt, ge, in, within, meets, unite, toggle, intersect, add, subtract, multiply,
};

enum class Fold { any, all, no, count, sum, min, max, unite, reach };

struct Arg {
  std::optional<Name> name;  // `colour = red`
  std::vector<Expr> value;   // one
};

struct Expr {
  ExprKind kind{};
  Span span;
  Name name;
  std::int64_t value = 0;
  BinaryOp op{};
  Span op_span;
  Fold fold{};
  std::vector<Expr> kids;
  std::vector<Arg> args;
};

// ---- types ----

struct EnumValue {
  Name name;
  std::vector<std::string> spellings;  // `ten "10" "10:00"`: how it prints (the first) and reads
};

enum class TypeKind { expr, set_of, clamped, enumeration };

/// `2..5`, `hue`, `set of hue`, `clamped 0..4`, `{a, b "B"}`, or a set of cells that says what stands there.
struct TypeExpr {
  TypeKind kind{};
  Span span;
  std::vector<Expr> expr;       // expr: one
  std::vector<TypeExpr> inner;  // set_of, clamped: one
  std::vector<EnumValue> values;
};

// ---- statements ----

struct Stmt;
using Block = std::vector<Stmt>;

enum class ResultKind { wins, tie, score, loses };

/// `p wins`, `p loses`, `tie`, `score`
struct Result {
  ResultKind kind{};
  std::vector<Expr> player;  // wins, loses: one
  Span span;
};

enum class StmtKind {
  pick,            // pick name in [some of] exprs[0] [message]
  require,         // require exprs[0] [message]
  offer,           // offer exprs[0]; `offer nothing` has no exprs
  let,             // let name [: type] = exprs[0]
  assign,          // exprs[0] op exprs[1]; target is a name, index or member
  put,             // put name(args) on exprs[0]
  remove,          // remove exprs[0]
  move,            // move exprs[0] to exprs[1]
  swap,            // swap exprs[0], exprs[1]
  if_,             // if exprs[0] { body } else { other }; `else if` nests in other
  for_,            // for name in exprs[0] [while exprs[1]] { body }
  end,             // end [when exprs[0]] : result
  call,            // name(args): an effect
  draw,            // draw name in exprs[0]; draw name from names[0], a bag
  turn,            // turn of exprs[0] { body }; `turn of each player` has each = true and no exprs
  choose,          // choose names[0] or names[1] ... [else { other }]
  repeat,          // repeat [until exprs[0]] { body }
  together,        // together { body }
  play,            // test: play texts...
  expect,          // test: expect exprs[0]
  expect_illegal,  // test: expect illegal texts[0] [because texts[1]]
  expect_result,   // test: expect result : result
  fix_draw,        // test: draw name = exprs...
  map,             // test: map texts[0], a drawn position
};

enum class AssignOp { set, add, subtract, unite, intersect, toggle };

struct Stmt {
  StmtKind kind{};
  Span span;
  Name name;
  std::vector<Expr> exprs;
  std::vector<Arg> args;
  std::optional<Text> message;
  std::vector<Text> texts;
  std::vector<Name> names;
  std::vector<TypeExpr> type;
  std::optional<Result> result;
  AssignOp assign{};
  bool some_of = false;
  bool each = false;
  bool has_else = false;
  Block body;
  Block other;
};

// ---- beams ----

enum class CaseFrom { any, behind, ahead, left, right, aside };  // any: `if ...` or `otherwise`
enum class Way { straight, stops, reflects, turns, leaves, to, optic };

/// One way on: `straight`, `stops as END`, `reflects across E`, `turns E`, `leaves E`, `to C [going D]`, `optic(args)`,
/// each with `{ updates }`, which are assignments.
struct Outcome {
  Way way{};
  Span span;
  std::optional<Name> end;   // stops as
  std::vector<Expr> exprs;   // reflects, turns, leaves: one; to: cell and perhaps direction
  Name optic;                // optic
  std::vector<Arg> args;     // optic
  Block updates;
};

/// `from aside [E] if COND -> outcome, outcome`
struct Case {
  Span span;
  CaseFrom from{};
  std::vector<Expr> relative_to;  // `from behind D`: one; else `facing`
  std::vector<Expr> condition;    // one, or none
  bool otherwise = false;
  std::vector<Outcome> outcomes;
};

// ---- declarations ----

struct Param {
  Name name;
  std::vector<TypeExpr> type;  // one
};

struct FieldDecl {
  Name name;
  std::vector<TypeExpr> type;  // one
  std::vector<Expr> initial;   // `= 1`; or none
};

struct DirectionDecl {
  Name name;
  std::int64_t dx = 0;
  std::int64_t dy = 0;
};

enum class DeclKind {
  game,       // game text                     first in its file; exactly one of game, variant, library
  variant,    // variant text of name, or of texts[0] (a path)
  library,    // library name
  use,        // use names, texts (paths)
  needs,      // needs decls[0]: stands in for what the game brings when a library is checked alone
  players,    // players names [as team]
  option,     // option name: type = exprs[0]  text; without a type where a variant sets a default
  type,       // type name = type
  lattice,    // lattice name { directions; axis axes; drawn at (exprs[0], exprs[1]) }
  board,      // board name(params) on lattice { ... } in libraries, or inline: board on lattice { ... }
  use_board,  // board name(args) [stacks of number]
  beam,       // beam { fields; ends {names} }
  piece,      // piece name [of player, or of exprs[0]] { fields; emits; when beam comes; when beam crosses; look }
  optic,      // optic name(params) { cases }
  enters,     // when beam enters name in exprs[0] { cases }
  crosses,    // when beam crosses name in exprs[0] { cases }
  var,        // var name[index_name: index type]: type = exprs[0] [seen by seen]
  bag,        // bag name[params] = exprs[0]
  let,        // let name, name(params) or name[params] [: type] = exprs[0]
  effect,     // do name(params) { body }
  move,       // move name text { body }
  group,      // move name = names[0] or names[1] ...
  setup,      // setup { body }
  play,       // play { body }
  end,        // end [for name in player] when exprs[0] : result
  score,      // score name = exprs[0]
  heuristic,  // heuristic name = exprs[0]
  invariant,  // invariant exprs[0] text
  show,       // show [for name in player] [when exprs[0]] text
  clock,      // clock [when exprs[0]] { ... }
  test,       // test text [with assignments] { body }
};

/// What a variant's declaration does to the game: `replace DECLARATION`, `remove move name`, `option name = value`.
/// Of what is removed only the kind and the name are known, and of an invariant its text.
enum class Change { add, replace, remove, set };

/// `cells x in A, y in B where C`, or a drawing, whose coordinates are called x and y
struct CellsDecl {
  std::optional<Text> drawing;
  Name x, y;
  std::vector<Expr> x_range, y_range, where;  // one each; where: one or none
  Span span;
};

/// `label [PLAYER] [where CONDITION] "text"`
struct LabelDecl {
  std::optional<Name> player;
  std::vector<Expr> where;  // one or none
  Text text;
  Span span;
};

struct Emits {
  std::vector<Expr> directions;  // one
  Block updates;                 // `beam.colour = {colour}`
  Span span;
};

/// Seconds; absent entries are none.
struct ClockDecl {
  std::optional<std::int64_t> turn, reserve, game;
  std::vector<std::pair<Name, std::int64_t>> adds;  // `doubt adds 2:00`
  std::optional<Result> out;                        // `out: opponent wins`
};

struct Decl {
  DeclKind kind{};
  Change change{};
  Span span;         // whole
  Span head;         // the keyword and name, for errors about the declaration
  std::string doc;   // the `///` lines before it, joined by newlines
  Name name;
  std::optional<Text> text;
  std::vector<Name> names;
  std::vector<Text> texts;
  std::vector<Param> params;
  std::vector<Arg> args;
  std::vector<TypeExpr> type;
  std::vector<TypeExpr> index;  // var name[player]
  std::optional<Name> index_name;  // var name[p: player]
  std::vector<Expr> seen;          // seen by: one, or none
  std::vector<Expr> exprs;
  std::vector<FieldDecl> fields;
  std::vector<DirectionDecl> directions;
  std::vector<EnumValue> axes;
  std::optional<Emits> emits;
  std::vector<Case> cases;
  bool has_reaction = false;    // piece: a `when beam comes` was written
  Span cases_span;
  std::vector<Case> sides_cases;  // piece: of its `when beam crosses`
  std::vector<Expr> sides;        // piece: `when beam crosses D`: one
  Span sides_span;
  std::optional<Text> look;
  std::optional<Name> lattice;
  std::vector<CellsDecl> cells;
  std::vector<LabelDecl> labels;
  std::vector<Expr> wraps;      // board: by pairs, dx and dy
  std::vector<Decl> decls;      // board: its lets; needs: what is needed
  std::optional<ClockDecl> clock;
  std::optional<Result> result;
  Block body;
  std::int64_t stacks = 1;
  bool team = false;
  bool owned = false;           // piece ... of player
  bool table = false;           // let name[...]
  bool inline_board = false;
};

/// One file.
struct File {
  std::uint32_t file = 0;
  std::string doc;  // the `///` lines at its top (which the first declaration has too)
  std::vector<Decl> decls;
  std::vector<Span> lost;  // what syntax errors swallowed: whole declarations, statements, parts of a piece
};

}  // namespace glint::tree
