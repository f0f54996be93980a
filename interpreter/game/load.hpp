// Loading scripts, for the rooms that need more than the public API tells.
#pragma once

#include "glint/glint.hpp"
#include "interpreter/embedded/embedded.hpp"
#include "lang/diagnostics/diagnostic.hpp"

namespace glint {

/// The file of a bundled game, or else variant; null when there is none of that name.
const EmbeddedFile* bundled_game(std::string_view name);

/// What could not be built in the text of a game, with what the script, if it is a variant of it, changes of the board
/// and the options, on which that depends. The script is the first file.
void add_changes(const lang::Sources& sources, lang::Diagnostic& diagnostic);

}  // namespace glint
