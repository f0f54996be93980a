// Names of declarations, for messages and for the changes of a variant.
#pragma once

#include <string>

#include "lang/syntax/tree.hpp"

namespace glint::tree {

using lang::words_of;

/// Whether a declaration is known by its name. (The name in `end`, `score` and `heuristic` is only a local one, and
/// that in `board name(...)` is of a library's board.)
bool has_name(const Decl& decl);

/// Whether there may be several declarations of this kind without a name.
bool is_listed(DeclKind kind);

/// A text without its holes.
std::string plain_text(const Text& text);

}  // namespace glint::tree
