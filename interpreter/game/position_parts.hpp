// What printing and reading positions share: how each piece is written, the rows of the drawn board, the variables.
#pragma once

#include <string>
#include <vector>

#include "interpreter/program/program.hpp"

namespace glint {

/// How each key is written: its look, and more where that is not enough. Number 0 is nothing. For `reading`, looks that
/// only a stack could make unclear are looks all the same.
std::vector<std::string> key_texts(const Program& program, bool reading = false);

/// A row of the drawn board.
struct PositionRow {
  int drawn_y = 0;
  std::vector<int> cells;  // from the left
};
std::vector<PositionRow> position_rows(const Program& program);

/// A variable's name as it prints, with its slot; once for each index.
struct PositionEntry {
  std::string name;
  rules::Type type;
  Slot slot = 0;
  Word seen = ~Word{0};  // by these players
};
std::vector<PositionEntry> position_entries(const Program& program);

}  // namespace glint
