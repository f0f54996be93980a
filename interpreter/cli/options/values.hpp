// --values, and the seats of bots that play by learned values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/console.hpp"
#include "interpreter/cli/console/json.hpp"
#include "interpreter/learn/values_file.hpp"
#include "interpreter/players/player.hpp"

namespace glint::cli {

/// A file beside a script: its name with another ending.
std::string beside(const std::string& script, const char* ending);
/// The result of `glint tune` for a game, as NAME.best: the text begins so, and the bot's name follows.
std::string head_of_best(const Game& game);

/// Prints matches, a line for each, or as data: for commands that play some.
void print_matches(const std::vector<Match>& matches, Console& console);
Json json_of(const Match& match);

/// Values from a file. Values that do not fit the game are wrong usage.
LearnedValues read_learned(const std::string& path, const Game& game, Console& console);

struct ValuesOption {
  void declare(Arguments& arguments);
  /// True if there are values: of --values, or beside the script, or in the program for a bundled game.
  bool are_there(const std::string& script) const;

  /// Reads the values for the seats of `--seat`, if any bot there plays by them. `best` becomes the bot that `glint tune`
  /// found (NAME.best), else `learned` if the values are there and have passed their matches, else the bot that suits
  /// the rules. Values of other rules are wrong usage, but `best` passes over those beside the script, with a warning.
  /// `script`: as the command names the game. Null: no bot needs values.
  JudgeMaker take(std::vector<std::string>& seats, const Game& game, const std::string& script, Console& console);

  std::optional<std::string> file;
  bool is_quiet = false;  // nobody has named `best`, so unused files are not reported
  // After `take`:
  std::string passed_over;  // the file that was not used, and the reason
  std::string proven;       // `learned`, if it has passed its matches; else empty: `best` is another bot
};

}  // namespace glint::cli
