// Names of declarations, for messages and for the changes of a variant; and the names that a declaration mentions,
// before they are resolved.
#pragma once

#include <string>
#include <vector>

#include "lang/syntax/tree.hpp"

namespace glint::tree {

/// Each name once, in the order of the text.
std::vector<std::string> mentions(const Decl& decl);

/// True if this name occurs in the expression.
bool mentions(const Expr& expr, const std::string& name);

using lang::words_of;

/// True if a declaration is known by its name. (The name in `end`, `score` and `heuristic` is only a local one, and
/// that in `board name(...)` is of a library's board.)
bool has_name(const Decl& decl);

/// True if there may be several declarations of this kind without a name.
bool is_listed(DeclKind kind);

/// A text without its holes.
std::string plain_text(const Text& text);

}  // namespace glint::tree
