#include "interpreter/lab/search/moves_to_error.hpp"

#include "lang/diagnostics/diagnostic.hpp"
#include "lang/source/text.hpp"

namespace glint {

void add_help(Error& error, const std::string& help) {
  error.help += (error.help.empty() ? "" : "; ") + help;
  if (error.rendered.empty()) return;
  const std::size_t gutter = std::max<std::size_t>(2, std::to_string(error.line).size());
  error.rendered += std::string(gutter, ' ') + " = help: " + help + "\n";
}

std::string moves_text(const BrokenRule& broken) {
  constexpr std::size_t kMost = 20;  // nobody plays a long line again that may have a short one beside it, or many draws
  if (!broken.shortest && broken.moves.size() > kMost)
    return "`glint test GAME --explore` looks for the moves that lead here";
  std::string text = broken.moves.empty() ? "this happens before the first move"
                                          : "the moves that lead here: " + lang::joined(broken.moves, "; ");
  for (std::size_t i = 0; i < broken.draws.size() && i < kMost; ++i)
    text += "; `" + broken.draws[i].first + "` drawn as " + broken.draws[i].second;
  if (broken.draws.size() > kMost) text += "; and " + std::to_string(broken.draws.size() - kMost) + " more draws";
  return text;
}

PlayCheckOptions short_look() {
  PlayCheckOptions look;
  look.limit = 300;
  look.games = 5;
  look.plies = 300;
  look.shortening = 10'000;
  look.slow = 1000;
  return look;
}

Error warning_of(const BrokenRule& broken) {
  Error warning = broken.error;
  warning.is_warning = true;
  if (warning.rendered.starts_with("error")) warning.rendered.replace(0, 5, "warning");
  add_help(warning, moves_text(broken));
  return warning;
}

Error with_moves(const Game& game, Error error) {
  const bool in_play = error.code.starts_with("G06") && error.code != lang::code_name(lang::Code::G0601) &&
                       error.code != lang::code_name(lang::Code::G0608) &&
                       error.code != lang::code_name(lang::Code::G0614) && error.line > 0;
  if (!in_play) return error;
  PlayCheckOptions options;
  options.limit = 5000;
  // A line that takes too much work would take it at each try.
  const bool is_heavy = error.code == lang::code_name(lang::Code::G0605);
  const PlayCheck check = is_heavy ? PlayCheck() : check_play(game, options);
  const bool found = check.broken && check.broken->error.code == error.code && check.broken->error.file == error.file &&
                     check.broken->error.line == error.line;
  add_help(error,
           found ? moves_text(*check.broken) : "`glint test GAME --explore` looks for the moves that lead here");
  return error;
}

}  // namespace glint
