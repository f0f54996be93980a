// The options that most commands share, and the game and position that they name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <glint/glint.hpp>
#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/support/console.hpp"

namespace glint::cli {

/// --set, --path, --seed, --json: what every command takes that plays or reads games.
struct CommonOptions {
  std::vector<std::string> settings, paths;
  std::optional<std::uint64_t> seed;
  bool json = false;

  void declare(Arguments& arguments);
};

/// --at, --after, --draw: a position of the game.
struct PositionOptions {
  std::optional<std::string> at, after;
  std::vector<std::string> draws;
  bool wait_at_draws = false;  // play waits for chance from where this leads to; not an option of its own

  void declare(Arguments& arguments);
};

/// A command about one game, or a position of it.
class GameCommand : public Command {
 protected:
  std::string game_;
  PositionOptions where_;
  CommonOptions common_;
};

/// "name=value" as a pair; anything else is wrong usage.
Settings read_settings(const std::vector<std::string>& texts, const std::string& option);

/// A script's text and what errors call it.
struct Script {
  std::string name, text;
  bool is_bundled = false;
};
/// A bundled game by its name, or a file; - for the input.
Script read_script(const std::string& name, Console& console);

/// Settings for several scripts: each game takes those that it has options for. One that no game takes is wrong usage.
class SharedSettings {
 public:
  explicit SharedSettings(const std::vector<std::string>& texts);
  bool empty() const { return settings_.empty(); }
  /// The settings for a game with these options.
  Settings take(const std::vector<std::string>& options);
  /// What is wrong once all games have taken theirs, if something is.
  std::optional<Error> left_over() const;

 private:
  Settings settings_;
  std::vector<bool> taken_;
  std::vector<std::string> options_;  // of all games
};
/// As `load_game`, with the settings that are this game's, followed by others that are meant for it alone.
Game load_game(const std::string& name, SharedSettings& settings, const Settings& own,
               const std::vector<std::string>& paths, Console& console);

/// A loaded game's script with this text appended, and all options at their first values.
Result<Game> load_with_text(const Game& game, const std::string& added, const std::vector<std::string>& paths);

/// A bundled name or a path. Warnings are reported; errors of the script stop with status 1, wrong settings with 2.
Game load_game(const std::string& name, const CommonOptions& common, Console& console);
Game load_game(const std::string& name, const Settings& settings, const std::vector<std::string>& paths,
               Console& console);

/// Where --at, --after, --draw and --seed lead.
Position load_position(const Game& game, const CommonOptions& common, const PositionOptions& where, Console& console);
StartOptions start_options(const Game& game, const CommonOptions& common, const PositionOptions& where);
/// "MOVE; MOVE" one by one.
std::vector<std::string> split_moves(const std::string& text);

/// Whose eyes --as names, or -1 for everything where it is not given.
int viewer_of(const Game& game, const std::optional<std::string>& player);
/// The cell of this label; else wrong usage, with the nearest label.
int find_cell(const Game& game, const std::string& label);

/// Who sits where, as `--seat P=PLAYER` says: by seat, what `make_player` takes; `absent` where nothing is said. `*` is
/// all seats. With `people`, `human` is right, too. Wrong names, budgets and seats, and players who cannot play this
/// game, are wrong usage.
std::vector<std::string> read_seats(const Game& game, const std::vector<std::string>& texts, const std::string& absent,
                                    bool people);

}  // namespace glint::cli
