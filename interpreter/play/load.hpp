// Loading a script to a game, for the rooms that need more than the public API tells.
#pragma once

#include "glint/glint.hpp"
#include "interpreter/embedded/embedded.hpp"

namespace glint {

/// As Game::from_text.
Result<Game> load_game(std::string_view text, std::string_view file_name, const Settings& options, lang::Loader* loader);
/// The file of a bundled game, or else variant; null when there is none of that name.
const EmbeddedFile* bundled_game(std::string_view name);

}  // namespace glint
