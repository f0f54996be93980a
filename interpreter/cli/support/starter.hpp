// What a new script starts from: a template of examples/templates/, filled in. A variant is told what its game has.
#pragma once

#include <string>

#include <glint/glint.hpp>
#include "interpreter/cli/support/game.hpp"

namespace glint::cli {

/// What the new script is called.
struct Starter {
  std::string path;       // where it will lie, from here
  std::string file_name;  // the last part of that
  std::string title;
};

std::string game_script(const Starter& starter);

/// A variant of `game`, which `script` is. `called` is how the variant calls it: a bundled name, or the path from the
/// variant's folder. Where the game has options one of them has another default. Stops where the game is one that no
/// variant can be tried of.
std::string variant_script(const Starter& starter, const Script& script, const Game& game, const std::string& called);

}  // namespace glint::cli
