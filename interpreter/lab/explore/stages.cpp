#include "interpreter/lab/explore/stages.hpp"

#include <glint/diff.hpp>

#include "interpreter/lab/study/averages.hpp"
#include "interpreter/lab/study/measures.hpp"
#include "interpreter/program/program.hpp"
#include "lang/source/fnv.hpp"
#include "lang/source/lexer.hpp"
#include "lang/source/text.hpp"
#include "lang/syntax/tree.hpp"

namespace glint {
namespace {

/// A share of this size is nearly all.
constexpr double kNearlyAll = 0.95;
constexpr double kFewestMoves = 1.5;

std::string of_games(std::uint64_t part, const StudyTally& tally, const std::string& what) {
  return std::to_string(part) + " of " + std::to_string(tally.games) + " games " + what;
}

}  // namespace

std::optional<Rejection> fault_of(const Game& game, const StudyPlan& plan, const StudyTally& tally,
                                  bool is_random_stage) {
  if (tally.games == 0) return std::nullopt;
  const auto games = static_cast<double>(tally.games);
  if (2 * tally.endings.unfinished > tally.games)
    return Rejection{Reason::never_ends, of_games(tally.endings.unfinished, tally, "were stopped after ") +
                                             std::to_string(plan.max_plies) + " plies"};
  const double length = average_of(sample_of(tally.course.lengths));
  if (length < 2 * static_cast<double>(game.players().size()))
    return Rejection{Reason::at_once, "games take " + number_text(length, 1) + " plies"};
  const double choices = average_of(sample_of(tally.course.branching, 1e-3));
  if (choices < kFewestMoves)
    return Rejection{Reason::no_choice, "there are " + number_text(choices, 1) + " moves to choose from"};
  if (game.is_team() || game.players().size() < 2 || is_random_stage) return std::nullopt;
  if (static_cast<double>(tally.endings.ties + tally.endings.losses) >= kNearlyAll * games)
    return Rejection{Reason::ties, of_games(tally.endings.ties + tally.endings.losses, tally, "have no winner")};
  for (std::size_t seat = 0; seat < tally.endings.wins.size(); ++seat)
    if (static_cast<double>(tally.endings.wins[seat]) >= kNearlyAll * games)
      return Rejection{Reason::walkover,
                       of_games(tally.endings.wins[seat], tally, "are won by ") + game.players()[seat]};
  return std::nullopt;
}

TestsHeld tests_held(const Game& with_tests) {
  TestsHeld found;
  for (const TestReport& test : run_tests(with_tests)) {
    ++found.of;
    found.held += test.passed;
    if (test.passed || test.is_cut || found.fault) continue;
    for (const char* code : {"G0602", "G0603", "G0604", "G0605", "G0615"})
      if (test.failure.find(code) != std::string::npos)
        found.fault = "in the game's test \"" + test.title + "\" a rule fails (" + code + ")";
  }
  return found;
}

bool is_same_game(const Game& one, const Game& other, bool have_ended) {
  DiffOptions options;
  options.limit = 2000;
  options.games = 20;
  options.game_positions = 2000;
  const Result<PlayDiff> diff = diff_play(one, other, options);
  return diff && diff->same && (diff->complete || have_ended);
}

std::uint64_t hash_of_script(const Game& game) {
  lang::Fnv hash;
  /// Word by word, so that layout and comments do not count.
  const auto add = [&](std::string_view text) {
    for (lang::Lexer lexer(text); const auto token = lexer.next_code();) {
      hash.bytes(token->text);
      hash.symbol(0);
    }
    hash.symbol(1);
  };
  const Program& program = game.program();
  const lang::Sources& sources = *program.sources;
  for (const tree::Decl& decl : program.script->decls) {
    const std::string word = lang::words_of(decl.kind);
    if (word.empty() && decl.kind != lang::DeclKind::use) continue;  // the header, tests
    std::string_view text = sources.text(decl.span);
    constexpr std::string_view kReplace = "replace ";
    if (text.substr(0, kReplace.size()) == kReplace) text.remove_prefix(kReplace.size());
    add(lang::trimmed(text));
    if (const tree::Expr* value = expr_of(decl)) add(sources.text(value->span));  // a default that a variant sets
    for (const lang::Span& extension : decl.extensions) add(sources.text(extension));
  }
  return hash.value();
}

}  // namespace glint
