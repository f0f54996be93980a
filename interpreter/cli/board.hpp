// A position on the terminal: the picture, whose turn it is, the variables, the light.
#pragma once

#include <glint/glint.hpp>
#include "interpreter/cli/console.hpp"

namespace glint::cli {

void print_board(std::ostream& out, const Position& position, const view::TerminalStyle& style);
/// Texts in columns as wide as a page.
void print_columns(std::ostream& out, const std::vector<std::string>& texts);

}  // namespace glint::cli
