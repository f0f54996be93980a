// The syntax tree: a script as it was written, with a span on every node, before any name is resolved.
//
// `parse` makes it, `check` reads it. Nodes are plain values; a child is kept by value in a vector. terms.def lists the
// members of each kind of statement, and the form of each kind of declaration.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
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
  bool repeated = false;   // in `{...}` that closes with three dots: it stands once for each round of a loop
  Span span;               // place of the hole's inside, or of the literal if there is no hole
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
  list,           // [ kids ]: a value for each value of an index
  comprehension,  // { name in kids[0] where kids[1] }
  fold,           // fold name in kids[0] [where kids[2]] : kids[1]; the `else` of min and max is args[0]
  the,            // the name in kids[0] [where kids[1]] else args[0]
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
  std::vector<std::string> spellings;  // `ten "10" "10:00"`: its printed form, then other readings
};

enum class TypeKind { expr, set_of, clamped, enumeration };

/// `2..5`, `hue`, `set of hue`, `clamped 0..4`, `{a, b "B"}`, `{n, s} of direction`, or a set of cells, for the pieces
/// that stand there.
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

/// The change that a variant's declaration makes to the game: `replace DECLARATION`, `remove move name`, `option name =
/// value`, `extend DECLARATION`.
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

/// The course of a beam at a meeting: the cases of `when beam ...` or of an optic.
struct Reaction {
  std::vector<Case> cases;
  Span span;
};

// Each kind of declaration has a struct for its own parts; a few kinds of the same shape share one.

struct Decl;

/// A game by its name or its path, as a variant names it.
struct GameName {
  Name name;  // empty: by its path
  std::optional<Text> path;
  Span span;
};

struct GameDecl {
  Text title;
};
struct VariantDecl {  // its declaration has the name after `of`
  Text title;
  std::optional<Text> path;  // `of "folder/file"`
  std::vector<GameName> with;
};
struct LibraryDecl {};
struct UseDecl {
  std::vector<Name> names;
  std::vector<Text> paths;
};
struct NeedsDecl {
  std::vector<Decl> decls;
};
struct PlayersDecl {
  std::vector<Name> names;
  std::vector<std::pair<std::size_t, Expr>> when;  // the place of a name, and the options with which this player plays
  bool team = false;
};
struct OptionDecl {
  std::optional<TypeExpr> type;  // none if a variant sets a default
  Expr value;
  std::optional<Text> text;
};
struct TypeDecl {
  TypeExpr type;
};
struct LatticeDecl {
  std::vector<DirectionDecl> directions;
  std::vector<EnumValue> axes;
  std::optional<std::pair<Expr, Expr>> drawn_at;
};
struct BoardDecl {
  bool is_inline = false;
  std::vector<Param> params;
  Name lattice;
  std::vector<Decl> lets;
  std::vector<CellsDecl> cells;
  std::vector<LabelDecl> labels;
  std::vector<Expr> wraps;  // by pairs, dx and dy
  std::int64_t stacks = 1;
};
struct UseBoardDecl {
  std::vector<Arg> args;
  std::int64_t stacks = 1;
};
struct BeamDecl {
  std::vector<FieldDecl> fields;
  std::vector<Name> ends;
};
struct PieceDecl {
  std::optional<Text> label;  // what people call it
  bool owned = false;         // of a player
  std::optional<Expr> owner;  // if it is not just `player`
  std::vector<FieldDecl> fields;
  std::optional<Emits> emits;
  std::optional<Reaction> comes;
  std::optional<Expr> sides;  // `when beam crosses D`
  Reaction crosses;
  std::vector<std::pair<Expr, Text>> looks;  // `look when`: the first whose condition holds
  std::optional<Text> look;                  // or else this
};
struct OpticDecl {
  std::vector<Param> params;
  Reaction reaction;
};
struct TerrainDecl {  // enters, crosses
  Expr cells;
  Reaction reaction;
};
struct VarDecl {
  std::optional<Name> index_name;  // var name[p: player]
  std::optional<TypeExpr> index;
  TypeExpr type;
  Expr value;
  std::optional<Expr> seen;
  bool uncounted = false;
  std::optional<Text> label;
};
struct BagDecl {
  Param key;
  Expr value;
  std::optional<Expr> seen;
  std::optional<Text> label;
};
struct LetDecl {
  std::vector<Param> params;
  bool table = false;  // let name[...]
  std::optional<TypeExpr> type;
  Expr value;
};
struct EffectDecl {
  std::vector<Param> params;
  Block body;
};
struct MoveDecl {
  Text notation;
  std::vector<Name> beside;
  Block body;
};
struct GroupDecl {
  std::vector<Name> moves;
};
struct AfterDecl {
  std::vector<Name> moves;  // none: after every move
  Block body;
};
struct CourseDecl {  // setup, play
  Block body;
};
struct EndDecl {
  Expr when;
  Result result;
};
struct ScoreDecl {  // score, heuristic
  Expr value;
};
struct InvariantDecl {
  Expr condition;
  std::optional<Text> text;
};
struct ShowDecl {  // show, show_beams
  std::optional<std::pair<Name, TypeExpr>> each;  // `for form in shape`, besides a player
  std::optional<Stmt> piece;                      // `as KIND(...)`: a `put` without a place
  std::optional<Expr> when;
  std::optional<Text> text;
  std::optional<Expr> beams;
  bool no_beams = false;
};
struct GroundDecl {  // ground, show_edges
  bool of_lines = false;  // `show lines`
  std::optional<Expr> when;
  Expr cells;  // or edges
  std::optional<Text> name, sign;
  std::optional<Name> colour;
  std::optional<Expr> owner;
};
/// A clock, in seconds; absent entries are not limited.
struct ClockDecl {
  std::optional<Expr> when;
  std::optional<std::int64_t> turn, reserve, game;
  std::vector<std::pair<Name, std::int64_t>> adds;  // `doubt adds 2:00`
  std::optional<Result> out;                        // `out: opponent wins`
};
struct TestDecl {
  Text title;
  std::vector<Arg> settings;
  Block body;
};
/// A declaration of any kind that a variant removes.
struct RemovedDecl {
  std::optional<Text> text;  // of an invariant
  std::vector<Name> moves;   // of `after`
};

/// A declaration: the members that all kinds have, and as `parts` those of its own kind.
struct Decl {
  DeclKind kind{};
  Change change{};
  Span span;        // the whole declaration
  Span head;        // its keyword and name, for errors about the declaration
  std::string doc;  // the `///` lines before it, joined by newlines
  Name name;
  std::vector<Span> extensions;  // where variants extend it: each `extend` as a whole
  std::variant<GameDecl, VariantDecl, LibraryDecl, UseDecl, NeedsDecl, PlayersDecl, OptionDecl, TypeDecl, LatticeDecl,
               BoardDecl, UseBoardDecl, BeamDecl, PieceDecl, OpticDecl, TerrainDecl, VarDecl, BagDecl, LetDecl,
               EffectDecl, MoveDecl, GroupDecl, AfterDecl, CourseDecl, EndDecl, ScoreDecl, InvariantDecl, ShowDecl,
               GroundDecl, ClockDecl, TestDecl, RemovedDecl>
      parts;

  /// Its parts, which must be of this type.
  template <class Parts>
  const Parts& as() const {
    return std::get<Parts>(parts);
  }
  template <class Parts>
  Parts& as() {
    return std::get<Parts>(parts);
  }
  /// Its parts if they are of this type, or null.
  template <class Parts>
  const Parts* get_if() const {
    return std::get_if<Parts>(&parts);
  }
};

// Parts that several kinds have; none or null for the others.
std::span<const Param> params_of(const Decl& decl);
const std::vector<FieldDecl>& fields_of(const Decl& decl);
const std::vector<Name>& names_of(const Decl& decl);  // names of players, libraries, moves or ends of beams
const std::vector<Case>& cases_of(const Decl& decl);  // except those of `when beam crosses` of a piece
const Block& body_of(const Decl& decl);
const std::vector<Decl>& decls_of(const Decl& decl);  // lets of a board, and what is needed
const TypeExpr* type_of(const Decl& decl);
const Text* text_of(const Decl& decl);
const Expr* expr_of(const Decl& decl);  // its value, condition, cells or owner
const Expr* seen_of(const Decl& decl);

/// One file.
struct File {
  std::uint32_t file = 0;
  std::string doc;  // the `///` lines at its top (which the first declaration has too)
  std::vector<Decl> decls;
  std::vector<Span> lost;  // skipped after syntax errors: whole declarations, statements, parts of a piece
};

}  // namespace glint::tree
