// Documents as lines of text.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>

#include "interpreter/report/document.hpp"

namespace glint::report {

/// Tables that are too wide are written in pieces, each with the first column.
void print(std::ostream& out, const Document& document, const view::TerminalStyle& style);

/// The text filled up to this width with blanks after it, or with `right` before it.
std::string padded(std::string text, std::size_t width, bool right = false);

}  // namespace glint::report
