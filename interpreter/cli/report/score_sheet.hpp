// The moves of a record: one below the other, or as people write a game down, with a title, the date, and numbered
// rounds in two columns, each with a move of every player.
//
//     First game of Boundary (january 31,2010)
//     Red                Green              Red                Green
//     1. (c3-a3)(a1-c3)  (d3-f5)(f1-f3)     2. (d4-e4)(f6-e5)  resign
//
// The title is the record's note on its beginning.
#pragma once

#include <iosfwd>
#include <string_view>

#include "interpreter/game/record/record.hpp"

namespace glint::cli {

/// Prints the first `plies` moves, which must be legal, each with its number and player.
void print_moves(const Game& game, const Record& record, int plies, std::ostream& out);
/// Prints a score sheet. Stops if players did not move in turns, or if chance or the beginning belongs in it, too.
void print_score(const Game& game, const Record& record, std::ostream& out);
/// Reads a sheet. A tab or two blanks separate its cells. The game is the bundled game that the title names, if any.
Record read_score(std::string_view text);

}  // namespace glint::cli
