// A position on the terminal: the picture, whose turn it is, the variables, the light.
#pragma once

#include <glint/glint.hpp>
#include "interpreter/cli/support/console.hpp"

namespace glint::cli {

/// The position as a picture and in words; a board that is too large to be drawn is left out.
/// `viewer` as of view::scene_of.
void print_board(std::ostream& out, const Position& position, const view::TerminalStyle& style, int viewer = -1);
/// Wrong usage where a board is too large to be drawn, or its beams to be listed.
void check_drawable(const Game& game);
/// Texts in columns as wide as a page.
void print_columns(std::ostream& out, const std::vector<std::string>& texts);

}  // namespace glint::cli
