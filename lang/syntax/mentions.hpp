// The names that a declaration mentions, before they are resolved.
#pragma once

#include <string>
#include <vector>

#include "lang/syntax/tree.hpp"

namespace glint::tree {

/// Each name once, in the order of the text.
std::vector<std::string> mentions(const Decl& decl);

/// Whether this name occurs in the expression.
bool mentions(const Expr& expr, const std::string& name);

}  // namespace glint::tree
