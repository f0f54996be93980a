// Reads the drawn board of a position: rows of looks, from the top.
//
// Cells stand with blanks between them. Where that does not give as many as a row has, every character is a cell, so that
// looks of one character may stand close together; and one line may hold the whole board. What is empty is `.`, or the
// sign that `show cells` gives it.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "interpreter/game/position_text.hpp"

namespace glint {

/// A line of the text, with its number from 1.
struct DrawnRow {
  int line = 0;
  std::string_view text;
};

/// The words of a text, which blanks divide.
std::vector<std::string_view> words_of(std::string_view text);

/// Reads the rows, by cell: the keys of the pieces that stand there, bottom to top. `line` is where the text ends, for a
/// problem of the whole.
std::optional<PositionProblem> read_drawn_board(Machine& machine, const std::vector<DrawnRow>& rows, int line,
                                                std::vector<std::vector<int>>& columns);
/// The rows of a drawing that is nothing else.
std::vector<DrawnRow> rows_of(std::string_view drawing);

}  // namespace glint
