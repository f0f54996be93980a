// A script to begin with: a variant of a game, with samples of all that it may say differently. It is the template
// examples/templates/variant.glint, filled in.
#pragma once

#include <string>
#include <string_view>

#include <glint/glint.hpp>

namespace glint::desk {

struct NewVariant {
  std::string path;          // of its file; the loader finds its game from there
  std::string title;         // "My Lawn"
  std::string of;            // its game: the name of a script that comes with Glint or is beside it,
  bool is_path = false;      // or the path of a script, from its own folder
  Settings options = {};     // values that it gives to options; none: one option, if there is one, gets another default
  bool has_command = true;   // whether it tells how the command plays it
};

/// The text of a variant of `game`, or why none can be written. Every sample in it was checked, alone and together with
/// those before it, and its tests pass.
Result<std::string> new_variant(const NewVariant& wanted, const Game& game, lang::Loader& loader,
                                const Limits& limits = {});

/// The template of a new script, "game" or "variant"; empty: there is none, as in an engine that only plays.
std::string_view script_template(std::string_view name);

}  // namespace glint::desk
