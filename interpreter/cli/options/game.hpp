// Options that most commands share, and the loading of the game and position that they name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <glint/evaluate.hpp>
#include <glint/glint.hpp>
#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/console.hpp"
#include "lang/diagnostics/diagnostic.hpp"

namespace glint::cli {

/// An error in a script, rendered for this terminal; message and help are those of the diagnostic.
Error error_of(const lang::Diagnostic& diagnostic, const lang::Sources& sources, const view::TerminalStyle& terminal);

/// --set, --path, --seed, --json, --limit: options of all commands that load games.
struct CommonOptions {
  std::vector<std::string> settings, paths;
  std::optional<std::uint64_t> seed;
  bool json = false;
  Limits limits;

  /// With `own_limit`, for commands where `--limit N` is also a number of their own: see Arguments::limits.
  void declare(Arguments& arguments, int* own_limit = nullptr, int most = 0, const std::string& help = {});
};

/// --at, --after, --draw: a position of the game.
struct PositionOptions {
  std::optional<std::string> at, after;
  std::vector<std::string> draws;
  bool wait_at_draws = false;  // play waits for chance after the position; the command line has no such option

  void declare(Arguments& arguments);
};

/// A command about one game, or a position of it.
class GameCommand : public Command {
 protected:
  std::string game_;
  PositionOptions where_;
  CommonOptions common_;
};

/// Reads "name=value" pairs; anything else is wrong usage, and so is a name that comes twice (except for draws).
Settings read_settings(const std::vector<std::string>& texts, const std::string& option);

/// A script's text, and its name in errors.
struct Script {
  std::string name, text;
  bool is_bundled = false;
};
/// Reads a bundled game by its name, or a file, or the input for "-".
Script read_script(const std::string& name, Console& console);

/// Settings for several scripts: each game takes those for its own options; one that no game takes is wrong usage.
class SharedSettings {
 public:
  explicit SharedSettings(const std::vector<std::string>& texts);
  bool empty() const { return settings_.empty(); }
  /// The settings for a game with these options.
  Settings take(const std::vector<std::string>& options);
  /// The error about settings that no game has taken; call it after all games.
  std::optional<Error> left_over() const;

 private:
  Settings settings_;
  std::vector<bool> taken_;
  std::vector<std::string> options_;  // of all games
};
/// Like `load_game`, with this game's share of the settings, and then its own settings.
Game load_game(const std::string& name, SharedSettings& settings, const Settings& own, const CommonOptions& common,
               Console& console);

/// The names of a game's options; nothing if its script has errors. Prints no warnings.
std::optional<std::vector<std::string>> options_of(const std::string& name, const std::vector<std::string>& paths,
                                                   const Limits& limits, Console& console);

/// Builds a loaded game's script with this text appended, and all options at their defaults.
Result<Game> load_with_text(const Game& game, const std::string& added, const std::vector<std::string>& paths);

/// Reads an expression about a loaded game.
Result<Expression> read_expression(const Game& game, const std::string& text, const std::vector<std::string>& paths);

/// Loads a game by bundled name or path. Reports warnings; stops with status 1 on errors of the script, with 2 on wrong
/// settings.
Game load_game(const std::string& name, const CommonOptions& common, Console& console);
Game load_game(const std::string& name, const Settings& settings, const std::vector<std::string>& paths,
               Console& console, const Limits& limits = {});

/// The position to which --at, --after, --draw and --seed lead.
Position load_position(const Game& game, const CommonOptions& common, const PositionOptions& where, Console& console);
StartOptions start_options(const Game& game, const CommonOptions& common, const PositionOptions& where);
/// The moves of "MOVE; MOVE".
std::vector<std::string> split_moves(const std::string& text);

/// The player that --as names; -1, who sees everything, if it is not given.
int viewer_of(const Game& game, const std::optional<std::string>& player);
/// The cell with this label; wrong usage, with the nearest label, if there is none.
int find_cell(const Game& game, const std::string& label);

/// The bot of each seat from `--seat SEAT=BOT`, as `make_player` takes it, or `absent`. `*` names all others. With
/// `people`, `human` is allowed, too. Wrong names, budgets and seats, and players that cannot play this game, are wrong
/// usage. `from`: the place where they are given.
std::vector<std::string> read_seats(const Game& game, const std::vector<std::string>& texts, const std::string& absent,
                                    bool people, const std::string& from = "--seat");

}  // namespace glint::cli
