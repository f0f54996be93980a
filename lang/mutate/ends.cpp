// Mutations of the ends of a game, and of the order of players.
#include <algorithm>

#include "lang/mutate/finder.hpp"
#include "lang/source/text.hpp"
#include "lang/syntax/mentions.hpp"

namespace glint::lang::mutating {
namespace {

using tree::Decl;
using tree::DeclKind;
using tree::Stmt;
using tree::StmtKind;

std::string result_words(const Finder& finder, const tree::Result& result) {
  return marked(finder.text(result.span));
}

/// Other results that may replace this one.
std::vector<std::string> other_results(const Finder& finder, const tree::Result& result, bool has_score) {
  const bool has_opponent = !finder.rules.team && finder.rules.players.size() == 2 && !rules::has_absent_players(finder.rules);
  std::vector<std::string> others;
  if (!result.player.empty()) {
    const std::string player = finder.text(result.player[0].span);
    if (has_opponent) others.push_back(player + (result.kind == ResultKind::wins ? " loses" : " wins"));
    if (!finder.rules.team && finder.rules.players.size() > 1) others.push_back("tie");
  }
  if (has_score && result.kind != ResultKind::score) others.push_back("score");
  if (result.kind == ResultKind::score && !finder.rules.team && finder.rules.players.size() > 1)
    others.push_back("tie");
  return others;
}

void vary_result(Finder& finder, std::size_t at, const tree::Result& result, const std::string& when, bool has_score) {
  for (const std::string& other : other_results(finder, result, has_score))
    finder.edit(MutationKind::ends, at, result.span, other,
                when + " the result is `" + other + "`, not " + result_words(finder, result) + ".");
}

/// Ends after some number of decisions, and when a position is repeated.
void add_ends(Finder& finder, bool has_score) {
  const bool is_team = finder.rules.team || finder.rules.players.size() < 2;
  std::string result = has_score ? "score" : is_team ? "" : "tie";
  std::vector<std::string> more;
  std::size_t heuristic = SIZE_MAX;
  for (std::size_t i = 0; i < finder.decls().size(); ++i)
    if (finder.decls()[i].kind == DeclKind::heuristic) heuristic = i;
  std::string counted = has_score ? "the scores decide" : "nobody has won";
  // The judge of a game in progress can decide it.
  if (!has_score && heuristic != SIZE_MAX) {
    const Decl& decl = finder.decls()[heuristic];
    const std::string value = finder.text(decl.as<tree::ScoreDecl>().value.span);
    more.push_back("score " + decl.name.text + " = " + value);
    result = "score";
    counted = "the higher `" + value + "` wins";
  }
  if (result.empty()) return;
  for (const int decisions : {20, 40, 60, 100}) {
    const std::string name = finder.free_name("decisions"), count = std::to_string(decisions);
    Mutation& made = finder.add(MutationKind::ends, "end",
                                "The game ends after " + count + " decisions at the latest; then " + counted + ".");
    made.added.push_back("var " + name + ": clamped 0.." + count + " = 0\nafter move { " + name + " += 1 }\nend when " +
                         name + " == " + count + " : " + result);
    made.added.insert(made.added.end(), more.begin(), more.end());
    if (!more.empty()) made.removed.push_back(heuristic);
  }
  if (is_team || finder.is_mentioned("seen")) return;
  const bool has_secrets = std::any_of(finder.rules.variables.begin(), finder.rules.variables.end(),
                                       [](const rules::Variable& variable) { return variable.seen_by.has_value(); });
  if (has_secrets || finder.is_mentioned("together")) return;
  Mutation& made = finder.add(MutationKind::ends, "end", "A position that comes up for the third time is a tie.");
  made.added.push_back("end when seen >= 3 : tie");
}

/// True if this expression is another player than the one to move.
bool is_another(const std::string& text) { return text == "opponent" || text == "me + 1"; }

std::string choice_text(const Finder& finder, const Stmt& turn) {
  return joined(turn.body, "; ", [&](const Stmt& stmt) { return finder.text(stmt.span); });
}

void vary_play(Finder& finder, std::size_t at) {
  each_stmt(body_of(finder.decls()[at]), [&](const Stmt& stmt) {
    if (stmt.kind == StmtKind::turn && !stmt.body.empty()) {
      const Span body = Finder::over(stmt.body.front().span, stmt.body.back().span);
      const std::string once = finder.text(body);
      const char* between = once.size() > 40 || once.find('\n') != std::string::npos ? "\n" : "; ";
      finder.edit(MutationKind::turns, at, body, once + between + once,
                  "A turn has two decisions instead of one: `" + choice_text(finder, stmt) + "`, twice.");
    }
    if (stmt.kind == StmtKind::draw && stmt.names.empty() && !stmt.exprs.empty() &&
        finder.text(stmt.exprs[0].span) == "player")
      finder.edit(MutationKind::turns, at, finder.with_lines(stmt.span), "",
                  "Chance does not draw `" + stmt.name.text + "`: it is always as it is at the start.");
    if (stmt.kind == StmtKind::turn && !stmt.each && !stmt.exprs.empty() && finder.rules.players.size() > 1 &&
        finder.checked(stmt.exprs[0].span) != nullptr) {
      const std::string player = finder.text(stmt.exprs[0].span);
      finder.edit(MutationKind::turns, at, stmt.exprs[0].span, player + " + 1",
                  "A turn of `" + player + "` in " + finder.rules.name + " is now a turn of the player after that one.");
    }
  });
}

}  // namespace

void find_ends(Finder& finder) {
  const bool has_score = finder.rules.judging.score.has_value();
  for (std::size_t i = 0; i < finder.decls().size(); ++i) {
    const Decl& decl = finder.decls()[i];
    if (const auto* end = decl.get_if<tree::EndDecl>()) {
      const std::string when = "When `" + finder.text(end->when.span) + "`,";
      vary_result(finder, i, end->result, when, has_score);
      Mutation& made = finder.add(MutationKind::ends, "end",
                                  "The game no longer ends when `" + finder.text(end->when.span) + "`.");
      made.removed.push_back(i);
      continue;
    }
    if (!finder.is_whole(decl)) continue;
    if (decl.kind != DeclKind::move && decl.kind != DeclKind::play && decl.kind != DeclKind::after) continue;
    each_stmt(body_of(decl), [&](const Stmt& stmt) {
      if (stmt.kind != StmtKind::end || !stmt.result) return;
      const std::string when = stmt.exprs.empty() ? "Where " + finder.called(decl) + " ends the game,"
                                                  : "Where " + finder.called(decl) + " ends the game when `" +
                                                        finder.text(stmt.exprs[0].span) + "`,";
      vary_result(finder, i, *stmt.result, when, has_score);
    });
  }
  add_ends(finder, has_score);
}

void find_turns(Finder& finder) {
  for (std::size_t i = 0; i < finder.decls().size(); ++i) {
    const Decl& decl = finder.decls()[i];
    if (!finder.is_whole(decl)) continue;
    if (decl.kind == DeclKind::play) vary_play(finder, i);
    if (decl.kind != DeclKind::move && decl.kind != DeclKind::effect && decl.kind != DeclKind::after) continue;
    each_stmt(body_of(decl), [&](const Stmt& stmt) {
      if (stmt.kind != StmtKind::assign || stmt.exprs.size() != 2 || !is_another(finder.text(stmt.exprs[1].span)))
        return;
      const std::string target = finder.text(stmt.exprs[0].span);
      const bool is_player = std::any_of(
          finder.rules.variables.begin(), finder.rules.variables.end(), [&](const rules::Variable& variable) {
            return variable.name == target && variable.type.base == rules::Base::player && !variable.type.is_set;
          });
      if (!is_player) return;
      finder.edit(MutationKind::turns, i, stmt.exprs[1].span, "me",
                  "After " + finder.called(decl) + ", `" + target + "` is the same player again, not the opponent.");
    });
  }
}

}  // namespace glint::lang::mutating
