// The options that most commands share, and the game and position that they name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <glint/glint.hpp>
#include "interpreter/cli/command.hpp"
#include "interpreter/cli/console.hpp"

namespace glint::cli {

/// --set, --path, --seed, --json: what every command takes.
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

  void declare(Arguments& arguments);
};

/// "name=value" as a pair; anything else is wrong usage.
Settings read_settings(const std::vector<std::string>& texts, const std::string& option);

/// A bundled name or a path. Warnings are reported; errors of the script stop with status 1, wrong settings with 2.
Game load_game(const std::string& name, const CommonOptions& common, Console& console);
Game load_game(const std::string& name, const Settings& settings, const std::vector<std::string>& paths,
               Console& console);

/// Where --at, --after, --draw and --seed lead.
Position load_position(const Game& game, const CommonOptions& common, const PositionOptions& where, Console& console);
StartOptions start_options(const CommonOptions& common, const PositionOptions& where);
/// "MOVE; MOVE" one by one.
std::vector<std::string> split_moves(const std::string& text);

/// The cell of this label; else wrong usage, with the nearest label.
int find_cell(const Game& game, const std::string& label);

}  // namespace glint::cli
