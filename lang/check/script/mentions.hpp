// The names that a declaration mentions, whatever they turn out to mean.
#pragma once

#include <string>
#include <vector>

#include "lang/syntax/tree.hpp"

namespace glint::lang::checking {

/// Each name once, in the order of the text.
std::vector<std::string> mentions(const tree::Decl& decl);

/// Does this name occur in the expression?
bool mentions(const tree::Expr& expr, const std::string& name);

}  // namespace glint::lang::checking
