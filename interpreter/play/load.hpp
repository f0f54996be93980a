// Loading a script to a game, for the rooms that need more than the public API tells.
#pragma once

#include "glint/glint.hpp"

namespace glint {

/// As Game::from_text.
Result<Game> load_game(std::string_view text, std::string_view file_name, const Settings& options, lang::Loader* loader);
/// The text of a bundled game; empty when there is none of that name.
std::string_view bundled_text(std::string_view name);

}  // namespace glint
