// Rules as text: types for messages, expressions and statements for tests and for anyone who wants to see what a script
// came to mean. Names stand where Rules has numbers.
#pragma once

#include <cstdint>
#include <string>

#include "lang/rules/rules.hpp"

namespace glint::rules {

/// As a script writes it: `0..5`, `set of hue`, `cell`, `clamped 0..4`.
std::string type_name(const Type& type, const Rules& rules);

/// A value by its name in the script: `red`, `ne`, `on`, `3`.
std::string value_name(const Type& type, std::int64_t value, const Rules& rules);

/// One line in prefix form: `(intersect (kind disc me) (call west))`. Locals by their names in `frame`.
std::string dump(const Expr& expr, const Frame& frame, const Rules& rules);

/// A statement a line, blocks indented.
std::string dump(const Block& block, const Frame& frame, const Rules& rules);

/// Everything.
std::string dump(const Rules& rules);

}  // namespace glint::rules
