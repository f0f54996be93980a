// New scripts: a template of examples/templates/, filled in. That of a variant lists the parts of its game.
#pragma once

#include <string>

#include <glint/glint.hpp>
#include "interpreter/cli/support/game.hpp"

namespace glint::cli {

/// The name of the new script.
struct Starter {
  std::string path;       // from the current folder
  std::string file_name;  // the last part of the path
  std::string title;
};

std::string game_script(const Starter& starter);

/// A variant of `game`, whose script is `script`. `called` is the name of the game in the variant: a bundled name, or
/// the path from the variant's folder. If the game has options, one of them gets another default. Stops if no variant
/// of the game can be checked.
std::string variant_script(const Starter& starter, const Script& script, const Game& game, const std::string& called);

}  // namespace glint::cli
