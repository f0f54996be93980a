// Checks one body: an expression of a declaration, or a block of statements, with the names that it binds.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lang/check/body/expressions.hpp"

namespace glint::lang::checking {

using MaybeStmt = std::optional<rules::Stmt>;

/// The word with which a statement begins.
Span word_at(const tree::Stmt& stmt);
/// A statement with its expressions moved into it.
template <class... Exprs>
rules::Stmt statement_of(rules::StmtKind kind, Exprs&&... exprs) {
  rules::Stmt stmt;
  stmt.kind = kind;
  (stmt.exprs.push_back(std::forward<Exprs>(exprs)), ...);
  return stmt;
}

/// The first statement that may move, put or remove pieces anywhere except at the cell called `own`; adds the effects
/// of all of them to `changes`. (effects.cpp)
const tree::Stmt* changing(Context& context, const tree::Block& block, const std::string& own, BoardChanges& changes);

/// Checks statements (statements.cpp).
class Statements : public Expressions {
 public:
  using Expressions::Expressions;

  void block(const tree::Block& block, rules::Block& result);
  /// The lines of a move, and those that `after` adds to it: they see the move's names, but not each other's.
  void move_lines(const tree::Decl& move, const std::vector<const tree::Decl*>& afters, rules::Block& result);
  std::optional<rules::Result> result(const tree::Result& result);
  /// The operator and the value of an assignment to `target`, of this type.
  bool assigned(const tree::Stmt& stmt, const Type& type, rules::Stmt& result, const std::string& name,
                const Maybe& target);
  /// The piece that a picture draws beside a text: a `put` with a constant for its place.
  MaybeStmt drawn(const tree::Stmt& stmt);

 private:
  void lines(const tree::Block& block, rules::Block& result);
  MaybeStmt statement(const tree::Stmt& stmt);
  bool may_stand(const tree::Stmt& stmt);
  /// False if there is a message with an error in it.
  bool message(const tree::Stmt& stmt, rules::Stmt& result);
  /// A function for each kind of statement: effects.cpp has effects, waiting.cpp what only play and tests have.
#define GLINT_STMT(name, ...) MaybeStmt name(const tree::Stmt& stmt);
#include "lang/syntax/terms.def"
  MaybeStmt assign_field(const tree::Stmt& stmt);
  bool given(const tree::Stmt& stmt, rules::Stmt& put);
  MaybeStmt compared(const tree::Stmt& stmt, rules::StmtKind kind, std::optional<Span>& first);
  MaybeStmt draw_from_bag(const tree::Stmt& stmt);
  // rounds.cpp: loops in which players pick
  MaybeStmt rounds(const tree::Stmt& stmt);
  bool picked_anew(const tree::Name& name);
  bool carries(const tree::Name& name, int picked);

  bool in_after_ = false;       // among the lines that an `after` adds to a move
  std::optional<Span> played_;  // the first `play` of a test
  std::optional<Span> most_, once_;  // `require most` and `offer once` of the move
  std::optional<Span> rounds_;  // the loop of a move in which players pick
  bool in_rounds_ = false;
  std::map<std::string, int> picked_before_;  // picks there replace these locals each time
  int refused_ = 0;             // statements, one of which may have been the choice of a `repeat`
  int nesting_ = 0;             // the blocks around the statement, and its own
};

/// A scope, and the checkers of the statements and expressions in it.
class Body : public Scope, public Statements {
 public:
  Body(Context& context, Place place) : Scope(context, place), Statements(static_cast<Scope&>(*this)) {}
  /// The body belongs to a piece or an optic: see Scope.
  Body(Context& context, Place place, int piece)
      : Scope(context, place, piece), Statements(static_cast<Scope&>(*this)) {}
};

}  // namespace glint::lang::checking
