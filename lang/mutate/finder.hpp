// What all kinds of mutations need to find theirs: the checked game, its types by place, and texts.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "lang/mutate/mutate.hpp"
#include "lang/rules/rules.hpp"
#include "lang/syntax/tree.hpp"

namespace glint::lang::mutating {

class Finder {
 public:
  Finder(const Sources& sources, const Checked& game, const Places& places);

  const Sources& sources;
  const Checked& game;
  const rules::Rules& rules;
  const Places& places;
  std::vector<Mutation> found;

  const std::vector<tree::Decl>& decls() const { return game.script.decls; }
  std::string text(const Span& span) const { return std::string(sources.text(span)); }
  /// The part between these, both included.
  static Span over(const Span& first, const Span& last) { return {first.file, first.begin, last.end}; }

  /// The checked expression that was written here; null if there is none.
  const rules::Expr* checked(const Span& span) const;
  /// Whether edits inside this declaration can be written: it is in the script as a whole. (Extensions of variants are
  /// texts elsewhere.)
  bool is_whole(const tree::Decl& decl) const;
  /// Whether the game itself uses a declaration: not a `let` that only heuristics, invariants and tests mention.
  /// Another value there would change what bots think of a position, and no rule.
  bool is_played(std::size_t decl) const { return is_played_[decl]; }
  /// Whether a word occurs in a declaration other than this one (or in any), comments, texts in quotes and tests
  /// apart.
  bool is_mentioned(std::string_view word, std::size_t except = SIZE_MAX) const;
  /// How often it occurs in this one.
  std::size_t uses_of(std::string_view word, std::size_t decl) const;
  /// A name like this that nothing in the script has, and no declaration of its libraries.
  std::string free_name(const std::string& wanted) const;
  /// "emitter" for a piece, "the move `place`" for others.
  std::string called(const tree::Decl& decl) const;
  /// Where the line of this byte begins.
  std::uint32_t line_begin(std::uint32_t byte, std::uint32_t file) const;
  /// The span of a statement or case, with the whole lines that it fills.
  Span with_lines(const Span& span) const;

  /// One edit of a declaration.
  void edit(MutationKind kind, std::size_t decl, const Span& span, std::string text, const std::string& sentence);
  Mutation& add(MutationKind kind, std::string target, const std::string& sentence);

 private:
  void find_played();

  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, const rules::Expr*> checked_;
  std::vector<bool> is_played_;                  // by declaration
  std::vector<std::vector<std::string>> words_;  // of each declaration, sorted
};

/// Calls `visit` on an expression and all in it, outermost first.
template <class Visit>
void each_expr(const tree::Expr& expr, Visit&& visit) {
  visit(expr);
  for (const tree::Expr& kid : expr.kids) each_expr(kid, visit);
  for (const tree::Arg& arg : expr.args)
    for (const tree::Expr& value : arg.value) each_expr(value, visit);
}
template <class Visit>
void each_expr(const std::vector<tree::Expr>& exprs, Visit&& visit) {
  for (const tree::Expr& expr : exprs) each_expr(expr, visit);
}
/// Every statement of a block, and of the blocks in it.
template <class Visit>
void each_stmt(const tree::Block& block, Visit&& visit) {
  for (const tree::Stmt& stmt : block) {
    visit(stmt);
    each_stmt(stmt.body, visit);
    each_stmt(stmt.other, visit);
  }
}
template <class Visit>
void each_expr(const tree::Block& block, Visit&& visit) {
  each_stmt(block, [&](const tree::Stmt& stmt) {
    each_expr(stmt.exprs, visit);
    for (const tree::Arg& arg : stmt.args) each_expr(arg.value, visit);
    if (stmt.result) each_expr(stmt.result->player, visit);
  });
}
template <class Visit>
void each_expr(const std::vector<tree::Case>& cases, Visit&& visit) {
  for (const tree::Case& one : cases) {
    each_expr(one.relative_to, visit);
    each_expr(one.condition, visit);
    for (const tree::Outcome& outcome : one.outcomes) {
      each_expr(outcome.exprs, visit);
      for (const tree::Arg& arg : outcome.args) each_expr(arg.value, visit);
      each_expr(outcome.updates, visit);
    }
  }
}

// Each kind's file adds its mutations to Finder::found.
void find_options(Finder& finder);
void find_numbers(Finder& finder);
void find_values(Finder& finder);
void find_optics(Finder& finder);
void find_light(Finder& finder);
void find_pieces(Finder& finder);
void find_requirements(Finder& finder);
void find_moves(Finder& finder);
void find_ends(Finder& finder);
void find_board(Finder& finder);
void find_turns(Finder& finder);

}  // namespace glint::lang::mutating
