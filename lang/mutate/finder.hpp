// The common needs of all kinds of mutations: the checked game, its types by place, and texts.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "lang/mutate/mutate.hpp"
#include "lang/rules/rules.hpp"
#include "lang/syntax/walk.hpp"

namespace glint::lang::mutating {

class Finder {
 public:
  Finder(const Sources& sources, const Checked& game);

  const Sources& sources;
  const Checked& game;
  const rules::Rules& rules;
  std::vector<Mutation> found;

  const std::vector<tree::Decl>& decls() const { return game.script.decls; }
  std::string text(const Span& span) const { return std::string(sources.text(span)); }
  /// The part between these, both included.
  static Span over(const Span& first, const Span& last) { return {first.file, first.begin, last.end}; }

  /// The checked expression that was written here; null if there is none.
  const rules::Expr* checked(const Span& span) const;
  /// True if edits inside this declaration can be written: all of it is in the script. (Extensions of variants are
  /// texts elsewhere.)
  bool is_whole(const tree::Decl& decl) const { return decl.extensions.empty(); }
  /// True if the game itself uses a declaration, other than a `let` that only heuristics, invariants and tests mention.
  /// Another value there would change how bots judge a position, but no rule.
  bool is_played(std::size_t decl) const { return is_played_[decl]; }
  /// True if a word occurs in a declaration, outside of comments, quoted texts and tests.
  bool is_mentioned(std::string_view word) const;
  /// The number of times that the word occurs in the declaration `decl`.
  std::size_t uses_of(std::string_view word, std::size_t decl) const;
  /// A new name like this, which neither the script nor its libraries use.
  std::string free_name(const std::string& wanted) const;
  /// "emitter" for a piece, "the move `place`" for others.
  std::string called(const tree::Decl& decl) const;
  /// The place where the line of this byte begins.
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

/// Calls `visit` on all expressions of a node of the tree, or of several, outermost first. Types and texts are left
/// out.
template <class Node, class Visit>
void each_expr(const Node& node, Visit&& visit) {
  if constexpr (std::is_same_v<Node, tree::Expr>) visit(node);
  if constexpr (!std::is_same_v<Node, tree::TypeExpr> && !std::is_same_v<Node, tree::Text>)
    tree::each_part(node, [&](const auto& part) { each_expr(part, visit); });
}
template <class Node, class Visit>
void each_expr(const std::vector<Node>& nodes, Visit&& visit) {
  for (const Node& node : nodes) each_expr(node, visit);
}
/// Every statement of a block, and of the blocks in it.
void each_stmt(const tree::Block& block, auto&& visit) {
  for (const tree::Stmt& stmt : block) {
    visit(stmt);
    each_stmt(stmt.body, visit);
    each_stmt(stmt.other, visit);
  }
}

// Each kind's file adds its mutations to Finder::found.
void find_options(Finder& finder);
void find_numbers(Finder& finder);
void find_values(Finder& finder);
void find_optics(Finder& finder);
void find_light(Finder& finder);
void find_requirements(Finder& finder);
void find_moves(Finder& finder);
void find_ends(Finder& finder);
void find_board(Finder& finder);
void find_turns(Finder& finder);

}  // namespace glint::lang::mutating
