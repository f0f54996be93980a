// Loading scripts, for rooms that need more than the public API.
#pragma once

#include "glint/glint.hpp"
#include "interpreter/embedded/embedded.hpp"
#include "lang/diagnostics/diagnostic.hpp"

namespace glint {

/// The file of a bundled game, or else variant; null if none has this name.
const EmbeddedFile* bundled_game(std::string_view name);

/// Finds the bundled libraries and games by name, then asks `inner`, if it is not null.
std::unique_ptr<lang::Loader> bundled_loader(lang::Loader* inner);

/// Extends an error of building that lies in the text of a base game. If the script, which is the first file, is a
/// variant, its changes of board and options may be the cause, so they are added to the error.
void add_changes(const lang::Sources& sources, lang::Diagnostic& diagnostic);

}  // namespace glint
