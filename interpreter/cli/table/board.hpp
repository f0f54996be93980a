// A position on the terminal: the picture, whose turn it is, the variables, the light; and the moves of a record.
#pragma once

#include <glint/glint.hpp>
#include "interpreter/cli/console/console.hpp"
#include "interpreter/game/record/record.hpp"
#include "interpreter/view/scene/scene.hpp"

namespace glint::cli {

/// Prints the position as a picture and in words; a board that is too large to draw is left out. `viewer`, `asked`: see
/// view::scene_of.
void print_board(std::ostream& out, const Position& position, const view::TerminalStyle& style, int viewer = -1,
                 view::Asked asked = {});
/// Prints a scene that is known; its board must be drawable. Also explains the codes of the picture, if it has a key.
void print_scene(std::ostream& out, const view::Scene& scene, const view::TerminalStyle& style, bool with_key = false);
/// Stops with wrong usage if the board is too large to draw or to list its beams.
void check_drawable(const Game& game);
/// Prints the position in at most `console.lines` lines: the picture as flat as needed, and the words beside it. Parts
/// for which there is no room are left out, as in `show`.
void print_table(std::ostream& out, const Position& position, const Console& console, int viewer,
                 view::Asked asked = {});
/// Prints the first `plies` moves of a record, which must be legal, each with its number and player.
void print_moves(std::ostream& out, const Game& game, const Record& record, int plies);
/// "score: north 3, south 1", or of a team "score 4"; empty for a game without scores or with secrets.
std::string scores_of(const Position& position);
/// The width of a line with changes of colour in it.
std::size_t visible_width(std::string_view line);
/// A text in lines of this width, broken between its words; those after the first are indented.
std::vector<std::string> broken(const std::string& text, std::size_t width);
/// Texts in columns over the width of a page, in lines.
std::vector<std::string> in_columns(const std::vector<std::string>& texts, int width);

}  // namespace glint::cli
