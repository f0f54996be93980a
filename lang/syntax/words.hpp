// What declarations are called in messages, and where a variant changes them.
#pragma once

#include <string>

#include "lang/syntax/tree.hpp"

namespace glint::tree {

using lang::words_of;

/// Is it called by its name? (The one that `end`, `score` and `heuristic` give to a player is theirs alone, and the
/// board that a game lies on is the library's.)
bool has_name(const Decl& decl);

/// A text without its holes.
std::string plain_text(const Text& text);

}  // namespace glint::tree
