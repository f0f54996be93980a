// Rules as text: what a script came to mean. Names stand where Rules has numbers.
#pragma once

#include <string>

#include "lang/rules/rules.hpp"

namespace glint::rules {

/// One line in prefix form: `(intersect (kind disc me) (call west))`. Locals by their names in `frame`.
std::string dump(const Expr& expr, const Frame& frame, const Rules& rules);

/// A statement a line, blocks indented.
std::string dump(const Block& block, const Frame& frame, const Rules& rules);

/// Everything.
std::string dump(const Rules& rules);

}  // namespace glint::rules
