#include "interpreter/cli/options/values.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <ostream>

#include "interpreter/cli/files/files.hpp"
#include "interpreter/game/loading/load.hpp"
#include "interpreter/learn/value.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

/// The name and the rest, from the colon on, of the bot in "SEAT=BOT".
std::pair<std::string, std::string> bot_of(const std::string& seat) {
  const std::size_t equals = seat.find('=');
  const std::string bot = equals == std::string::npos ? "" : seat.substr(equals + 1);
  const std::size_t colon = std::min(bot.find(':'), bot.size());
  return {bot.substr(0, colon), bot.substr(colon)};
}

/// The bot that `glint tune` has found for the game; empty: it was not asked, or the file is of other rules.
std::string tuned(const std::string& path, const Game& game, Console& console, std::string& passed_over) {
  if (!exists(path)) return {};
  const std::string head = head_of_best(game), text = read_input(path, Input::best, console);
  const std::string bot = text.starts_with(head) ? text.substr(head.size(), text.find('\n', head.size()) - head.size()) : "";
  if (!bot.empty() && read_player_spec(bot)) return bot;
  passed_over = lang::marked(path) + " is passed over by `best`: it is of another game, of other rules or options";
  return {};
}

}  // namespace

std::string beside(const std::string& script, const char* ending) {
  return std::filesystem::path(script).replace_extension(ending).string();
}

std::string head_of_best(const Game& game) { return "glint best 1\n" + identity_of(game) + "bot "; }

LearnedValues read_learned(const std::string& path, const Game& game, Console& console) {
  Result<LearnedValues> learned = read_values(game, read_input(path, Input::values, console));
  if (!learned) stop(kUsage, lang::marked(path) + ": " + learned.errors()[0].message, learned.errors()[0].help);
  return std::move(*learned);
}

void print_matches(const std::vector<Match>& matches, Console& console) {
  const auto percent = [](double share) { return std::to_string(static_cast<int>(share * 100 + 0.5)); };
  for (const Match& each : matches)
    console.out << each.learned << " against " << each.other << ": " << each.won << " won, " << each.drawn
                << " drawn of " << each.games << " (" << percent(each.interval().low) << " .. "
                << percent(each.interval().high) << " %)\n";
}

Json json_of(const Match& match) {
  const Interval interval = match.interval();
  return {{"bot", match.learned}, {"against", match.other}, {"games", match.games}, {"won", match.won},
          {"drawn", match.drawn}, {"low", interval.low}, {"high", interval.high}};
}

void ValuesOption::declare(Arguments& arguments) {
  arguments.text("--values", file, "FILE", "what `glint learn` wrote, for `learned` and `best` (else GAME.values)");
}

bool ValuesOption::are_there(const std::string& script) const {
  return file || exists(beside(script, "values")) || bundled_game(script, ".values");
}

JudgeMaker ValuesOption::take(std::vector<std::string>& seats, const Game& game, const std::string& script,
                              Console& console) {
  const auto is_any = [&](const char* name) {
    return std::any_of(seats.begin(), seats.end(), [&](const std::string& seat) { return bot_of(seat).first == name; });
  };
  const bool is_learned = is_any("learned"), is_best = is_any("best");
  std::string best = is_best ? tuned(beside(script, "best"), game, console, passed_over) : "";
  std::optional<LearnedValues> learned;
  if (file && !is_learned && !is_best)
    stop(kUsage, "--values gives values, and no bot plays by them", "`--seat SEAT=learned:100ms` does");
  if (file) {
    learned = read_learned(*file, game, console);
  } else if (is_learned && !are_there(script)) {
    stop(kUsage, "--seat: `learned` plays by learned values, and there are none",
         "`glint learn GAME -o FILE` learns them, and `--values FILE` gives them");
  } else if ((is_learned || is_best) && are_there(script)) {
    const std::string path = beside(script, "values");
    Result<LearnedValues> found = read_values(game, exists(path) ? read_input(path, Input::values, console)
                                                                 : std::string(bundled_game(script, ".values")->text));
    if (found)
      learned = std::move(*found);
    else if (is_learned)
      stop(kUsage, lang::marked(path) + ": " + found.errors()[0].message, found.errors()[0].help);
    else
      passed_over += (passed_over.empty() ? "" : "; ") + lang::marked(path) +
                     " is passed over by `best`: " + found.errors()[0].message;
  }
  if (is_quiet) passed_over.clear();
  if (!passed_over.empty()) console.err << "warning: " << passed_over << '\n';
  if (best.empty() || (best == "learned" && !learned)) best = learned && learned->passed() ? "learned" : fitting_bot(game);
  const std::string usual = read_player_spec(best + ":100ms") ? ":100ms" : "";  // `greedy` takes no budget
  for (std::string& seat : seats) {
    const auto [bot, budget] = bot_of(seat);
    if (bot == "best") seat = seat.substr(0, seat.find('=') + 1) + best + (budget.empty() || usual.empty() ? usual : budget);
  }
  if (best == "learned" && learned->passed()) proven = learned->matches[0].learned;
  if (!is_learned && best != "learned") return {};
  return judge_by(std::make_shared<const Values>(std::move(learned->values)));
}

}  // namespace glint::cli
