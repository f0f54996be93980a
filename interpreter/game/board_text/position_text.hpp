// Positions as text: printing one, reading one.
//
// The text is the drawn board, with a line for each row, blanks between cells, and `.` for an empty cell. Then comes a
// line `name = value` for everything that the board does not show: variables, the place in `play`, and last the player
// to move or how the game ended. A cell shows the looks of its pieces, bottom to top, joined. If a look is not unique,
// the piece's owner and fields follow after `/`. Reading takes the same form. Spacing is free as long as every row has
// its cells; lines that are left out do not change the given position. The only text that is refused as incomplete has
// a board and other lines, but not the last one.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "glint/glint.hpp"
#include "interpreter/machine/machine.hpp"
#include "lang/source/stop.hpp"

namespace glint {

/// The end of a game, in words: "north wins", "team loses", "tie", "score".
std::string result_words(const rules::Rules& rules, OutcomeKind kind, int winner);

bool is_player(const Program& program, int number);
/// For views: a player, -1 for everything, or kNobody; any other number means kNobody, so it shows no secret.
int viewer_in(const Program& program, int number);

/// The board as text: the text of each cell (not empty), in rows as the lattice draws them.
std::string drawn_board(const Program& program, const std::vector<std::string>& tokens);
/// Prints what `viewer` may see: `?` stands for hidden values, and the counters of loops are left out. -1: everything.
std::string print_position(const Machine& machine, int viewer = -1);
/// The names and values of all variables, as in the text.
std::vector<std::pair<std::string, std::string>> print_variables(const Machine& machine, int viewer = -1);
/// Simultaneous choices that wait to be carried out, with whole picks, by player.
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

// ---- common parts of printing and reading ----

/// The text of each key: its look, and more if the look is not unique; the text of key 0 is empty. For `reading`, a
/// look that is ambiguous only in a stack also counts as a look.
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

// Reads the drawn board of a position: rows of looks, from the top.
//
// Blanks separate the cells. If this does not give the number of cells of a row, each character is a cell, so looks of
// one character need no blanks. One line may hold the whole board. An empty cell is `.`, or the sign that `show cells`
// gives it.

// Finds the pieces of a cell of a drawn board, whose looks stand one after the other.

/// Splits the text of a cell into looks. One look may begin like another, so it tries them all, longer ones first.
class Looks {
 public:
  /// The look of each key; empty: no text stands for it.
  explicit Looks(std::vector<std::string> texts);

  /// The keys of the pieces in a cell's text, bottom to top, at most `most`; nothing if it is not a stack of looks.
  std::optional<std::vector<int>> read(std::string_view shown, std::size_t most);

 private:
  bool read_rest(std::string_view rest, std::size_t most, std::vector<int>& keys);

  const std::vector<std::string> texts_;
  std::vector<std::vector<int>> by_first_;  // keys by the first character of their look, longer looks first
  /// Pairs (length of the rest of a text, number of pieces before it) for which no look fits.
  std::set<std::pair<std::size_t, std::size_t>> failed_;
};

/// The characters that divide the words of a line.
inline constexpr std::string_view kBlanks = " \t\r";

/// A line of the text, with its number from 1.
struct DrawnRow {
  int line = 0;
  std::string_view text;
};

/// The error in a drawing of a script, in a statement `map` or `expect map`.
lang::Diagnostic misdrawn(const Program& program, const rules::Stmt& drawn, const PositionProblem& problem);

/// The words of a text, which blanks divide.
std::vector<std::string_view> words_of(std::string_view text);

/// True if a line of a position's text is `name = value`, and no row of its board.
inline bool is_setting(std::string_view line) { return line.find(" = ") != std::string_view::npos; }

/// The rows of a drawing that consists of rows only.
std::vector<DrawnRow> rows_of(std::string_view drawing);

/// Reads drawings of a game's board, one after the other.
class BoardReader {
 public:
  /// The machine is asked only for the cells to which `show cells` gives a sign.
  explicit BoardReader(Machine& machine);

  /// The rows, by cell: the keys of the pieces on the cell, bottom to top. `line`: the end of the text, for problems of
  /// the whole.
  std::optional<PositionProblem> read(const std::vector<DrawnRow>& drawn, int line,
                                      std::vector<std::vector<int>>& columns);

 private:
  enum class Parts { words, characters };
  /// The number of them in the line.
  static std::size_t count(std::string_view line, Parts parts);
  std::optional<std::vector<std::string_view>> parts_of(std::string_view line, std::size_t wanted);
  std::string number_of_cells(std::string_view line);
  std::optional<PositionProblem> read_cells(int line, const std::vector<std::string_view>& parts,
                                            const std::vector<int>& cells, std::vector<std::vector<int>>& columns);
  std::optional<std::string> read_cell(std::string_view shown, int cell, std::vector<std::vector<int>>& columns);
  std::string_view unclear_in(std::string_view shown, std::size_t most) const;
  std::string looks_there_are() const;
  std::vector<std::string> written_out(std::string_view look) const;

  const Program& program_;
  const std::vector<PositionRow> rows_;
  Looks written_, drawn_;
  std::vector<std::vector<Word>> grounds_;  // by `show cells`: its cells, if they never change
};

}  // namespace glint
