// The syntax tree as text, one declaration per line, in nested parentheses.
#pragma once

#include <string>

#include "lang/syntax/tree.hpp"

namespace glint::tree {

/// `(let glow (table (c cell)) (set-of hue) (fold union v ...))`: forms as the grammar read them, without spans.
std::string dump(const File& file);
std::string dump(const Decl& decl);
std::string dump(const Stmt& statement);
std::string dump(const Expr& expr);
std::string dump(const TypeExpr& type);

}  // namespace glint::tree
