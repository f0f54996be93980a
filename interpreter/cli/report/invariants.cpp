#include "interpreter/cli/report/invariants.hpp"

#include <ostream>

#include "interpreter/cli/console/progress.hpp"
#include "interpreter/cli/options/game.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

/// "20,000 positions (all lines of up to 2 moves) and in 100 random games of up to 44 plies"
std::string extent(const PlayCheck& check) {
  if (check.complete)
    return (check.positions == 1 ? "the only position" : "all " + grouped_count(check.positions, "position")) +
           " that can be reached";
  std::string text = grouped_count(check.positions, "position");
  if (!check.depth) {
    text += " (not all outcomes of chance before the first move)";
  } else if (*check.depth == 0) {
    text += " (no move is searched completely)";
  } else {
    text += " (all lines of up to " + grouped_count(*check.depth, "move") + ")";
  }
  if (check.games > 0)
    text += " and in " + grouped_count(check.games, "random game") + " of up to " +
            (check.plies == 1 ? "1 ply" : grouped(check.plies) + " plies");
  return text;
}

}  // namespace

PlayCheck checked_play(const Game& game, PlayCheckOptions options, const std::vector<std::string>& paths,
                       Console& console) {
  options.with_text = [&](const std::string& added) { return load_with_text(game, added, paths); };
  options.progress = [&console](const SearchProgress& progress) { show_search(console, progress); };
  PlayCheck check = check_play(game, options);
  hide_search(console);
  return check;
}

void print_play_check(std::ostream& out, const std::string& file, const PlayCheck& check) {
  out << lang::escaped(file) << ": ";
  if (!check.broken) {
    out << (check.invariants == 0   ? "no invariant; no error of the script in "
            : check.invariants == 1 ? "the invariant holds in "
                                    : "invariants hold in ")
        << extent(check) << "\n";
    return;
  }
  const BrokenRule& broken = *check.broken;
  if (broken.error.code == "G0614") {
    out << broken.error.rendered;
    return;
  }
  const bool is_invariant = broken.error.code == "G0604";
  out << (is_invariant ? "an invariant is broken " : "the script is in error ");
  if (broken.moves.empty()) {
    out << "before the first move\n";
  } else {
    out << "after " << grouped_count(broken.moves.size(), "move") << ", "
        << (broken.shortest ? "the shortest way there" : "perhaps not the shortest way there") << "\n";
  }
  out << broken.error.rendered;
  const auto assignment = [](const auto& draw) { return draw.first + " = " + draw.second; };
  if (!broken.draws.empty()) out << "  draws: " << lang::joined(broken.draws, ", ", assignment) << "\n";
  if (!broken.moves.empty()) out << "  moves: " << lang::joined(broken.moves, "; ") << "\n";
  if (broken.test.empty()) {
    out << "no test of this could be written\n";
  } else {
    out << "a test that fails until this is corrected:\n\n" << broken.test << "\n";
  }
}

Json json_of(const PlayCheck& check) {
  Json broken;
  if (check.broken) {
    const Error& error = check.broken->error;
    const auto draw_json = [](const auto& draw) { return Json{{"name", draw.first}, {"value", draw.second}}; };
    broken = {{"code", error.code},
              {"message", error.message},
              {"file", error.file},
              {"line", error.line},
              {"moves", check.broken->moves},
              {"draws", list_of(check.broken->draws, draw_json)},  // a name may be drawn more than once
              {"shortest", check.broken->shortest},
              {"test", check.broken->test.empty() ? Json() : Json(check.broken->test)}};
  }
  return {{"invariants", check.invariants},
          {"positions", check.positions},
          {"depth", json_of(check.depth)},
          {"complete", check.complete},
          {"games", check.games},
          {"plies", check.plies},
          {"broken", broken}};
}

}  // namespace glint::cli
