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
/// What `glint tune` has found for a game: the text of NAME.best, which begins so, then comes the bot's name.
std::string head_of_best(const Game& game);

/// Prints matches, a line for each, or as data: for commands that play some.
void print_matches(const std::vector<Match>& matches, Console& console);
Json json_of(const Match& match);

struct ValuesOption {
  void declare(Arguments& arguments);

  /// Reads the values for the seats of `--seat`, if any bot there plays by them: of the file of --values, or for `best`
  /// of the file beside the script, NAME.values. `best` becomes the bot that `glint tune` found (NAME.best), else
  /// `learned` if the values are there and have passed their matches, else the bot that suits the rules. What does not fit is wrong usage. `script`: as the command names the
  /// game. Null: no bot needs values.
  JudgeMaker take(std::vector<std::string>& seats, const Game& game, const std::string& script, Console& console) const;

  std::optional<std::string> file;
};

}  // namespace glint::cli
