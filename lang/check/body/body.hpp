// Checks one body: an expression of a declaration, or a block of statements, with the names that it binds.
//
// The result of an expression is a typed rules::Expr; or nothing, if something in it is wrong: that has been reported,
// and the caller stays silent. A hint tells which type is expected, so that `red` or `{}` mean what their place
// expects.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lang/check/body/facts.hpp"
#include "lang/check/body/intervals.hpp"
#include "lang/check/context.hpp"
#include "lang/check/declarations/types.hpp"
#include "lang/rules/rules.hpp"

namespace glint::lang::checking {

using rules::Base;
using rules::Expr;
using rules::Op;
using Maybe = std::optional<Expr>;

/// Where a body stands: it decides what the body may read and which statements it may hold.
enum class Place {
  constant,  // domains of options, first values: options and numbers only
  board,     // formulas of boards and lattices
  beams,     // emits, reactions, optics
  look,
  let,
  effect,
  move,
  setup,
  play,
  rule,  // end, score, heuristic, invariant, show
  clock,
  test,
};

/// What a body reads, directly or by calls.
struct Reads {
  bool me = false;     // the player to move
  bool beams = false;  // a trace
  bool state = false;  // anything but the board and options
};

/// "a move", "setup"
std::string name_of(Place place);

/// A node with its kids moved into it.
template <class... Kids>
Expr node(Op op, const Type& type, const Span& span, Kids&&... kids) {
  Expr expr;
  expr.op = op;
  expr.type = type;
  expr.span = span;
  expr.kids.reserve(sizeof...(kids));
  (expr.kids.push_back(std::forward<Kids>(kids)), ...);
  return expr;
}

/// The expression with its `ref` set.
inline Expr about(int ref, Expr expr) {
  expr.ref = ref;
  return expr;
}

/// A statement with its expressions moved into it.
template <class... Exprs>
rules::Stmt statement_of(rules::StmtKind kind, Exprs&&... exprs) {
  rules::Stmt stmt;
  stmt.kind = kind;
  (stmt.exprs.push_back(std::forward<Exprs>(exprs)), ...);
  return stmt;
}

/// Appends a value, if there is one; else answers false.
inline bool add(Maybe value, std::vector<Expr>& exprs) {
  if (value) exprs.push_back(std::move(*value));
  return value.has_value();
}

inline Type number_type(Interval interval) { return number_type(interval.lo, interval.hi); }
/// Minus the number.
inline Expr negative(Expr number) {
  const Type type = number_type(negate(interval(number.type)));
  const Span span = number.span;
  return node(Op::negate, type, span, std::move(number));
}
/// The members of every trace, besides the named ends of beams.
inline constexpr std::array<const char*, 6> kTraceMembers = {"cells", "hits", "source", "visits", "exits", "looped"};
/// The members of every visit, besides what its beam carries.
inline constexpr std::array<const char*, 6> kVisitMembers = {"cell", "way", "step", "source", "edge", "route"};

class Body {
 public:
  Body(Context& context, Place place) : context_(context), rules_(context.rules), place_(place) {}
  /// Local 0 is `here`, the cell where pieces and optics act. The fields of `piece` (-1: none) are bare names.
  Body(Context& context, Place place, int piece);

  /// Lets the body read `beam.x`.
  void allow_payload() { has_payload_ = true; }

  // ---- results
  /// The names that were bound. Call it last.
  rules::Frame take_frame() { return std::move(frame_); }
  const rules::Frame& frame() const { return frame_; }
  std::vector<rules::Local>& locals() { return frame_.locals; }
  int piece() const { return piece_; }
  const Reads& reads() const { return reads_; }
  bool changes_board() const { return changes_board_; }
  struct Pick {
    std::string name;
    int local = -1;
    Type type;  // with what was known to stand there when it was picked
    Span span;
    bool some_of = false;
  };
  const std::vector<Pick>& picks() const { return picks_; }
  struct Form;

  // ---- scope (scope.cpp)
  /// Binds a name to a new local. Returns -1 if that fails; then errors about the name are silent.
  int bind(const tree::Name& name, const std::optional<Type>& type);
  int bind_hidden(const Type& type, const Span& span);
  /// Another name for local 0, the cell where beams are met.
  void call_here(const tree::Name& name, rules::KindMask stands);
  /// Binds parameters; false if one of them is wrong, and then there can be no calls.
  bool parameters(const std::vector<tree::Param>& params);
  /// `leave` ends the scope of the names that were bound since `mark`.
  std::size_t mark() const { return scope_.size(); }
  void leave(std::size_t mark);
  Expr local(int slot, const Span& span);
  /// Makes a name visible; slot -1: its binding was wrong, so errors about it are silent.
  void show(const std::string& name, int slot);
  /// The declaration of this name, checked and of one of these sorts; null after a report.
  Global* declared(const tree::Name& name, const std::set<Sort>& sorts, const std::string& what);
  /// The move of this name, or the moves of the group; empty if there is neither.
  std::vector<int> moves_named(const tree::Name& name);
  /// The same, with the moves that stand beside it: what may be chosen where this name is listed.
  std::vector<int> moves_chosen(const tree::Name& name);
  /// Adds the moves that stand beside the one of this name, and those beside these.
  void add_beside(const std::string& name, std::vector<int>& moves);

  // ---- calls (calls.cpp)
  /// The parameters of a body whose frame begins with `first` other locals.
  static std::vector<rules::Local> parameters_of(const rules::Frame& callee, std::size_t first);
  /// Checks and converts the arguments for the parameters of `name`.
  bool arguments(const std::string& name, const std::vector<rules::Local>& params, const Span& declared, const Span& at,
                 const std::vector<const tree::Expr*>& args, std::vector<Expr>& result);
  /// The values of arguments that must not have names.
  std::optional<std::vector<const tree::Expr*>> unnamed(const std::vector<tree::Arg>& args);

  // ---- expressions; each reports errors, and then returns nothing
  Maybe expr(const tree::Expr& expr, const Type* hint = nullptr);
  /// An expression that must be a `type`; an element becomes a set of one if a set is expected.
  Maybe expr_as(const tree::Expr& expr, const Type& type);
  Maybe flag(const tree::Expr& expr);
  Maybe number(const tree::Expr& expr);
  Maybe cells(const tree::Expr& expr);
  Maybe any_set(const tree::Expr& expr, const Type* hint = nullptr);
  /// What a loop or fold runs over: a set, or (with `visits`) the visits of a trace.
  Maybe domain(const tree::Expr& expr, const Type* hint, bool visits);
  Maybe convert(Maybe value, const Type& wanted);
  std::optional<rules::Text> text(const tree::Text& text);
  /// x.name, of a value that is already checked.
  Maybe member(Expr of, const tree::Name& name, const Span& span);
  /// Learns the facts that hold if `condition` is `truth`.
  void learn(const Expr& condition, bool truth);
  /// The facts known now, to go back to after a branch.
  const Facts& facts() const { return facts_; }
  void set_facts(Facts facts) { facts_ = std::move(facts); }

  // ---- statements (statements.cpp)
  void block(const tree::Block& block, rules::Block& result);
  /// The lines of a move, and those that `after` adds to it: these see what the move names, but not each other.
  void move_lines(const tree::Decl& move, const std::vector<const tree::Decl*>& afters, rules::Block& result);
  std::optional<rules::Result> result(const tree::Result& result);
  /// The operator and the value of an assignment to `target`, of this type.
  bool assigned(const tree::Stmt& stmt, const Type& type, rules::Stmt& result, const std::string& name,
                const Maybe& target);

 private:
  using MaybeStmt = std::optional<rules::Stmt>;

  std::nullopt_t refuse(Code code, const Span& at, std::string message, More more = {}) {
    return context_.report.refuse(code, at, std::move(message), std::move(more));
  }

  // names.cpp
  /// Any bare name.
  Maybe name(const tree::Expr& expr, const Type* hint);
  /// Whether it is a word that means a value everywhere. Then `result` is that value, or nothing if it was refused.
  bool builtin(const std::string& name, const Span& span, Maybe& result);
  Maybe global(const std::string& name, Global& global, const tree::Expr& expr);
  Maybe value(const std::string& name, const Type* hint, const Span& span);
  Maybe unknown(const std::string& name, const Span& span, const std::set<Sort>& sorts, const Type* hint, bool values);
  /// Whether it is a variable or table with a value for each value of this type.
  bool is_indexed_by(const Global& global, const Type& type) const;
  /// Whether a name may be meant where a value of this type is expected: no piece for a number.
  bool may_be(const std::string& name, const Type& wanted);
  std::vector<std::string> names_of_named() const;
  // wanted.cpp
  /// Whether somebody asks what may stand in the place of this name.
  bool is_asked_about(const tree::Expr& expr) const;
  /// Answers it: a value of this type, or (without a hint) a set.
  void note_wanted(const Type* hint, const Span& span);
  /// What the script itself declares, or what its libraries do.
  void add_globals_wanted(const Type* hint, const Span& span, bool is_own);
  static Expr constant(std::int64_t value, const Type& type, const Span& span);
  Expr label(std::string text, const Span& span);
  Maybe all_of(const Type& type, const Span& span);
  Maybe me(const Span& span, const std::string& what);
  /// Whether it is a bare value, an empty set, or made of these, so that its type depends on what is expected.
  bool weak(const tree::Expr& expr);
  /// The one type that has all these bare values, if there is one.
  std::optional<Type> common_type(const std::vector<tree::Expr>& names);
  /// Reports the errors in an expression whose value is not needed, but not those that depend on what is expected.
  void report_errors(const tree::Expr& expr);
  const int* find_local(const std::string& name) const;

  // access.cpp: what may be read here
  bool knows_me() const;
  bool read_state(const Span& span, const std::string& what);
  bool read_beams(const Span& span, const std::string& what);
  bool read_me(const Span& span, const std::string& what);
  bool use_flags(const std::string& name, const Span& span, bool me, bool beams, bool state);

  // expressions.cpp
  Maybe checked(Expr expr);
  Maybe negate(const tree::Expr& expr);
  Maybe condition(const tree::Expr& expr, const Type* hint);
  Maybe set(const tree::Expr& expr, const Type* hint);
  Maybe range(const tree::Expr& expr);
  // operators.cpp
  Maybe binary(const tree::Expr& expr, const Type* hint);
  Maybe logic(const tree::Expr& expr);
  Maybe joined_conditions(const tree::Expr& expr, bool both);
  Maybe comparison(const tree::Expr& expr);
  Maybe membership(const tree::Expr& expr);
  Maybe set_operation(const tree::Expr& expr, const Type* hint);
  Maybe arithmetic(const tree::Expr& expr, const Type* hint);
  Maybe division(Expr left, Expr right, const tree::Expr& expr);
  Maybe sum(Expr left, Expr right, const tree::Expr& expr);
  Maybe difference(Expr left, Expr right, const tree::Expr& expr);
  Maybe step(Maybe from, Maybe way, const Span& span);
  Expr opposite(Expr way);
  Maybe set_sides(Expr left, Expr right, const tree::Expr& expr);
  Maybe mismatch(const tree::Expr& expr, const Expr& left, const Expr& right, const std::string& help = {});
  bool pair(const tree::Expr& expr, const Type* hint, Maybe& left, Maybe& right, bool elements_of_right = false);
  // folds.cpp
  Maybe comprehension(const tree::Expr& expr, const Type* hint);
  Maybe fold(const tree::Expr& expr, const Type* hint);
  /// The body of a fold, for an element of this type.
  Maybe fold_body(const tree::Expr& expr, const std::optional<Type>& each, const Type* hint);
  // calls.cpp
  Maybe call(const tree::Expr& expr);
  Maybe builtin_call(const tree::Expr& expr);
  Maybe form_call(const tree::Expr& expr, const Form& form);
  Maybe trace_call(const tree::Expr& expr);
  Maybe edge_call(const tree::Expr& expr);
  Maybe letters_call(const tree::Expr& expr);
  Maybe count_of_bag(const tree::Expr& expr);
  Maybe score_of_team(const Span& span);
  Maybe index(const tree::Expr& expr);
  Maybe call_let(const std::string& name, Global& global, const tree::Expr& expr,
                 const std::vector<const tree::Expr*>& args);
  std::optional<std::vector<const tree::Expr*>> plain_args(const tree::Expr& expr, std::size_t count,
                                                           const std::string& form);
  // members.cpp
  Maybe member(const tree::Expr& expr);
  Maybe payload(const tree::Expr& expr);
  /// `south.B3`: a player's own label of a cell.
  bool own_label(const tree::Expr& expr, Maybe& result);
  Maybe trace_member(Expr of, const tree::Name& name, const Span& span);
  Maybe visit_member(Expr of, const tree::Name& name, const Span& span);
  Maybe piece_member(Expr of, const tree::Name& name, const Span& span);
  Maybe unknown_member(const Expr& of, const tree::Name& name, const std::vector<std::string>& names);
  Maybe nothing_known(const Expr& of, const tree::Name& name, const Span& span);
  // kinds.cpp: `disc of p`, `stacked K`, `can m of p`
  Maybe of(const tree::Expr& expr);
  Maybe stacked(const tree::Expr& expr);
  Maybe kinds(const tree::Expr& expr, const tree::Expr* owner, bool stacked);
  Maybe kind_cells(int kind, const Span& span, const tree::Expr* owner, bool stacked);
  Maybe can(const tree::Expr& expr);

  // statements.cpp
  void lines(const tree::Block& block, rules::Block& result);
  MaybeStmt statement(const tree::Stmt& stmt);
  bool may_stand(const tree::Stmt& stmt);
  /// False if there is a message, and something is wrong in it.
  bool message(const tree::Stmt& stmt, rules::Stmt& result);
  MaybeStmt pick(const tree::Stmt& stmt);
  MaybeStmt require(const tree::Stmt& stmt);
  MaybeStmt offer(const tree::Stmt& stmt);
  MaybeStmt let(const tree::Stmt& stmt);
  MaybeStmt if_(const tree::Stmt& stmt);
  MaybeStmt for_(const tree::Stmt& stmt);
  MaybeStmt while_(const tree::Stmt& stmt);
  MaybeStmt end(const tree::Stmt& stmt);
  MaybeStmt call(const tree::Stmt& stmt);
  // effects.cpp
  MaybeStmt assign(const tree::Stmt& stmt);
  MaybeStmt assign_field(const tree::Stmt& stmt);
  struct Given;
  /// One argument of a `put`.
  bool give(const tree::Arg& arg, const rules::Kind& kind, Given& given);
  /// Fills in what the `put` leaves out: first values of fields, and `me` as the owner. `good`: no error so far;
  /// answers whether that is still so.
  bool give_rest(const tree::Stmt& stmt, const rules::Kind& kind, bool good, Given& given);
  MaybeStmt put(const tree::Stmt& stmt);
  MaybeStmt remove(const tree::Stmt& stmt);
  MaybeStmt move(const tree::Stmt& stmt);
  MaybeStmt swap(const tree::Stmt& stmt);
  Maybe cell_or_none(const tree::Expr& tree);
  void changed(const Span& span);
  /// The first statement that may move, put or remove pieces anywhere but at the cell called `own`.
  const tree::Stmt* changing(const tree::Block& block, const std::string& own);
  // waiting.cpp: what only play and tests have
  MaybeStmt draw(const tree::Stmt& stmt);
  MaybeStmt draw_from_bag(const tree::Stmt& stmt);
  /// `N of S`, which was parsed as `K of p`: takes N out and leaves S.
  std::optional<tree::Expr> number_drawn(tree::Expr& from) const;
  bool is_kind(const tree::Expr& expr) const;
  MaybeStmt turn(const tree::Stmt& stmt);
  MaybeStmt choose(const tree::Stmt& stmt);
  MaybeStmt repeat(const tree::Stmt& stmt);
  MaybeStmt together(const tree::Stmt& stmt);
  MaybeStmt play(const tree::Stmt& stmt);
  MaybeStmt expect(const tree::Stmt& stmt);
  MaybeStmt expect_illegal(const tree::Stmt& stmt);
  MaybeStmt expect_map(const tree::Stmt& stmt);
  MaybeStmt expect_result(const tree::Stmt& stmt);
  MaybeStmt map(const tree::Stmt& stmt);
  MaybeStmt fix_draw(const tree::Stmt& stmt);

  std::optional<FactKey> fact_key(const Expr& expr);
  /// Shows in an error the effect that made the fact about `key` forgotten, if one did.
  void add_loss(Diagnostic& error, FactKey key) const;
  static bool has_waiting(const tree::Block& block);
  bool score_declared() const;
  bool has_players() const { return !rules_.players.empty(); }

  Context& context_;
  rules::Rules& rules_;
  const Place place_;
  rules::Frame frame_;
  int piece_ = -1;            // the kind whose fields are bare names, read at local 0
  bool has_here_ = false;     // local 0 is `here`
  bool has_payload_ = false;  // `beam.x`
  Reads reads_;
  bool changes_board_ = false;
  bool unsure_ = false;  // a condition was wrong, so facts may be missing
  int wrong_tests_ = 0;  // how many wrong conditions enclose what is checked now
  Facts facts_;
  std::vector<Pick> picks_;
  std::set<std::string> reported_;      // unknown names
  std::vector<std::string> scope_;      // the visible names, in the order of binding
  std::map<std::string, int> visible_;  // and their locals
  std::map<std::string, FactKey> label_keys_;
  bool in_turn_ = false;
  bool in_after_ = false;                      // among the lines that an `after` adds to a move
  std::optional<Span> played_;                 // the first `play` of a test
  const tree::Expr* compared_with_ = nullptr;  // the right side of an `in`: listed numbers may be of any size there
  int nesting_ = 0;                            // blocks around the statement, including its own
};

}  // namespace glint::lang::checking
