// From the nodes of the grammar pass to the syntax tree.
#pragma once

#include <string_view>

#include "lang/parse/nodes.hpp"
#include "lang/parse/parse.hpp"

namespace glint::lang::parsing {

/// Adds the declarations of a file to `parsed`, and errors that only show now to its diagnostics. Throws Stopped.
void build_file(std::string_view text, const Nodes& nodes, Parsed& parsed, StopCheck& stop);

/// The expression of a file that is nothing else; errors go to the diagnostics. Throws Stopped.
void build_expression(std::string_view text, std::uint32_t file, const Nodes& nodes, ParsedExpression& parsed,
                      StopCheck& stop);

}  // namespace glint::lang::parsing
