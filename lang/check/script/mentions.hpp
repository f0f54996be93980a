// The names that a declaration mentions, before they are resolved.
#pragma once

#include <string>
#include <vector>

#include "lang/syntax/tree.hpp"

namespace glint::lang::checking {

/// Each name once, in the order of the text.
std::vector<std::string> mentions(const tree::Decl& decl);

/// Whether this name occurs in the expression.
bool mentions(const tree::Expr& expr, const std::string& name);

}  // namespace glint::lang::checking
