// Positions as text: printing one, reading one.
//
// The text is the drawn board, one line for each row, cells with blanks between and `.` for an empty one, then a line
// `name = value` for everything that the picture does not show: variables, where play stands, and last whose move it is
// or how the game ended. A cell shows its pieces' looks, bottom to top, joined. Where a look does not tell a piece
// apart, `/` and its owner and fields follow. Reading takes the same form; spacing is free as long as every row has its
// cells; lines that are left out are as in the position given. Only a text with a board and other lines, but without
// the last, is refused: it was cut off.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "interpreter/machine/machine.hpp"

namespace glint {

/// How a game ended, in words: "north wins", "team loses", "tie", "score".
std::string result_words(const rules::Rules& rules, OutcomeKind kind, int winner);

/// `viewer`: a player who may not see all: then `?` stands for what is hidden, and where play stands in its loops is
/// left out. -1: everything.
std::string print_position(const Machine& machine, int viewer = -1);
/// Every variable's name and value, as the text has them.
std::vector<std::pair<std::string, std::string>> print_variables(const Machine& machine, int viewer = -1);
/// Choices made together that wait to be carried out, with the picks written whole.
std::vector<std::pair<int, std::string>> chosen_texts(const Machine& machine);
/// What stands before such a choice in a position's text: "chosen by south".
inline constexpr const char* kChosenBy = "chosen by ";
/// What a view has in the place of what is hidden.
inline constexpr const char* kHidden = "?";

/// Why a text is no position. Lines count from 1.
struct PositionProblem {
  int line = 1;
  std::string message;
};
/// Reads the drawn board alone (a test's `map`) or the whole text over the machine's State. After a problem the State
/// is neither the old nor a new one.
std::optional<PositionProblem> read_position(Machine& machine, std::string_view text);

// ---- what printing and reading share ----

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
