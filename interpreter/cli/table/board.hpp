// A position on the terminal: the picture, whose turn it is, the variables, the light.
#pragma once

#include <glint/glint.hpp>
#include "interpreter/cli/support/console.hpp"

namespace glint::cli {

/// Prints the position as a picture and in words; a board that is too large to draw is left out. `viewer`: see
/// view::scene_of.
void print_board(std::ostream& out, const Position& position, const view::TerminalStyle& style, int viewer = -1);
/// Stops with wrong usage if the board is too large to draw or to list its beams.
void check_drawable(const Game& game);
/// Prints texts in columns over the width of a page.
void print_columns(std::ostream& out, const std::vector<std::string>& texts);

}  // namespace glint::cli
