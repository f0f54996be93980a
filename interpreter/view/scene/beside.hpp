// The words beside the board, and those left out.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <glint/glint.hpp>

namespace glint::view {

struct Scene;

/// Names and printed values: ("lives[north]", "3").
using Printed = std::vector<std::pair<std::string, std::string>>;

/// The variables that the script has given a label, in words: "round: 4" for one, "north: 3 lives, hand red and blue" for
/// all of a player, and "height: a1 = 2, b4 = 1" for a table.
std::vector<Position::Note> labelled(const Game& game, const Printed& variables);

/// The variables listed by name, unless all are asked for: none if the script has a label, or a text of `show`, because
/// it then says itself what players see. Else all, but a large table in short: "past[...]" is the most common value of
/// its entries, and the first few others follow.
Printed in_short(const Game& game, Printed variables);

/// Coordinates beside a board. If labels have two parts, one for the drawn row and one for the drawn column ("c4":
/// column c, row 4; on hexagons "C4": row C), the parts can be printed at the border instead of in cells. If players
/// have names of their own for cells, the parts of those are used; lines of two players may share one.
struct Headings {
  std::map<int, std::string> rows;     // by drawn_y; empty if rows share nothing
  std::map<int, std::string> columns;  // by drawn_x; empty if columns share nothing
  std::map<int, int> owners;  // by drawn_y: the player who has names for all cells of the row, or -1; never empty
  /// True if every cell's label follows from its row and column.
  bool complete() const { return !rows.empty() && !columns.empty(); }
};

Headings headings_of(const Scene& scene);

}  // namespace glint::view
