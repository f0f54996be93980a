// The syntax tree: a script as it was written, with a span on every node, before any name is resolved.
//
// `parse` makes it, `check` reads it. Nodes are plain values; a child is kept by value in a vector. terms.def tells
// which members each kind of statement and declaration uses.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lang/source/source.hpp"
#include "lang/syntax/terms.hpp"

namespace glint::tree {

using lang::AssignOp;
using lang::BinaryOp;
using lang::CaseFrom;
using lang::DeclKind;
using lang::Fold;
using lang::ResultKind;
using lang::Span;
using lang::StmtKind;
using lang::Way;

struct Expr;

/// An identifier at its place.
struct Name {
  std::string text;
  Span span;
};

/// A text in quotes with holes: "none of your discs is on top at {top}". `{e:1}` shows the first 1 characters.
struct TextPart {
  std::string literal;     // the text before the hole, escapes resolved (\" \\ \{ \} \n)
  std::vector<Expr> hole;  // one expression, or none after the last literal
  int width = 0;           // of `{e:width}`; 0 for all
  Span span;               // of the hole's inside, or of the literal if there is no hole
};
struct Text {
  std::vector<TextPart> parts;
  Span span;  // with the quotes
};

enum class ExprKind {
  number,         // value
  name,           // name, not yet resolved
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
  drawn,          // drawn("signs"): the cells with one of these signs in the board's drawing
  label,          // cell("text"): the cell with this label; name is the text
};

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

/// `2..5`, `hue`, `set of hue`, `clamped 0..4`, `{a, b "B"}`, `{n, s} of direction`, or a set of cells that says what
/// stands there.
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

/// `p wins`, `p loses`, `tie`, `score`
struct Result {
  ResultKind kind{};
  std::vector<Expr> player;  // wins, loses: one
  Span span;
};

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

/// How a variant's declaration changes the game: `replace DECLARATION`, `remove move name`, `option name = value`,
/// `extend DECLARATION`. A removal has only a kind and a name; for an invariant, a text; for `after`, names.
enum class Change { add, replace, remove, set, extend };

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

/// A clock, in seconds; absent entries are not limited.
struct ClockDecl {
  std::optional<std::int64_t> turn, reserve, game;
  std::vector<std::pair<Name, std::int64_t>> adds;  // `doubt adds 2:00`
  std::optional<Result> out;                        // `out: opponent wins`
};

struct Decl {
  DeclKind kind{};
  Change change{};
  Span span;         // the whole declaration
  Span head;         // its keyword and name, for errors about the declaration
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
  std::vector<Expr> beams;  // show beams: one
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
  std::vector<Decl> decls;      // board: its lets; needs: what is needed; variant: the variants after `with`
  std::vector<Span> extensions;  // where variants extend it: each `extend` as a whole
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
  std::vector<Span> lost;  // skipped after syntax errors: whole declarations, statements, parts of a piece
};

}  // namespace glint::tree
