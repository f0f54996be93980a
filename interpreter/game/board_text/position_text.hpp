// Positions as text: printing one, reading one.
//
// The text is the drawn board, a line for each row, with blanks between cells and `.` for an empty cell. Then comes a
// line `name = value` for everything that the board does not show: variables, the place in `play`, and last the player
// to move or how the game ended. A cell shows the looks of its pieces, bottom to top, joined. If a look is not unique,
// `/` and the piece's owner and fields follow. Reading takes the same form. Spacing is free as long as every row has
// its cells; lines that are left out do not change the given position. Only a text with a board and other lines but
// without the last one is refused, as it was cut off.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "glint/glint.hpp"
#include "interpreter/machine/machine.hpp"

namespace glint {

/// The end of a game, in words: "north wins", "team loses", "tie", "score".
std::string result_words(const rules::Rules& rules, OutcomeKind kind, int winner);

bool is_player(const Program& program, int number);
/// For views: a player, -1 for everything, or kNobody, which any other number means, so that it shows no secret.
int viewer_in(const Program& program, int number);

/// The board as text: by cell, what is written there (not empty); rows as the lattice draws them.
std::string drawn_board(const Program& program, const std::vector<std::string>& tokens);
/// Prints what `viewer` may see: `?` stands for what is hidden, and the counters of loops are left out. -1: everything.
std::string print_position(const Machine& machine, int viewer = -1);
/// The names and values of all variables, as in the text.
std::vector<std::pair<std::string, std::string>> print_variables(const Machine& machine, int viewer = -1);
/// Choices made together that wait to be carried out, with picks written whole, by player.
std::vector<std::pair<int, std::string>> chosen_texts(const Machine& machine);
/// The words before such a choice in a position's text: "chosen by south".
inline constexpr const char* kChosenBy = "chosen by ";
/// Before the name of an option that is not at its default: `option side = 5`.
inline constexpr const char* kOption = "option ";
/// The sign for a hidden value.
inline constexpr const char* kHidden = "?";

/// The reason why a text is not a position. Lines count from 1.
struct PositionProblem {
  int line = 1;
  std::string message;
};
/// Reads the drawn board alone (a test's `map`) or the whole text into the machine's State. After a problem the State
/// must not be used.
std::optional<PositionProblem> read_position(Machine& machine, std::string_view text);

// ---- what printing and reading share ----

/// By key: how it is written, as its look, and more if that is not unique; the text of key 0 is empty. For `reading`, a
/// look that is unclear only in a stack counts as a look, too.
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
  std::size_t variable = 0;
  std::string index;  // as it prints, or empty
  rules::Type type;
  Slot slot = 0;
  Word seen = ~Word{0};  // by these players
};
std::vector<PositionEntry> position_entries(const Program& program);

}  // namespace glint
