// What declarations are called by: where a variant changes them, and where they are told of.
#pragma once

#include <string>

#include "lang/syntax/tree.hpp"

namespace glint::tree {

/// The words that begin it in a script; none for what no change is about.
std::string words_of(DeclKind kind);

/// Is it called by its name? (The one that `end`, `score` and `heuristic` give to a player is theirs alone, and the
/// board that a game lies on is the library's.)
bool has_name(const Decl& decl);

/// A text without its holes.
std::string plain_text(const Text& text);

}  // namespace glint::tree
