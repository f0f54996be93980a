// Reads the drawn board of a position: rows of looks, from the top.
//
// Cells stand with blanks between them. Where that does not give as many as a row has, every character is a cell, so
// that looks of one character may stand close together; and one line may hold the whole board. An empty cell is `.`, or
// the sign that `show cells` gives it.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "interpreter/game/board_text/position_text.hpp"
#include "lang/source/stop.hpp"

namespace glint {

// The looks of pieces as they stand in a cell of a drawn board, one after the other: which pieces are they?

/// Splits the text of a cell into looks. One look may begin like another, so it tries, longer ones first.
class Looks {
 public:
  /// By key: how the piece looks; empty: it is not read.
  explicit Looks(std::vector<std::string> texts);

  /// The keys of the pieces in a cell's text, bottom to top, at most `most`; nothing if it is not a stack of looks.
  std::optional<std::vector<int>> read(std::string_view shown, std::size_t most);

 private:
  bool read_rest(std::string_view rest, std::size_t most, std::vector<int>& keys);

  const std::vector<std::string> texts_;
  std::vector<std::vector<int>> by_first_;  // keys by the first character of their look, longer looks first
  /// Lengths of the rest of a text, and numbers of pieces before it, where no look fits.
  std::set<std::pair<std::size_t, std::size_t>> failed_;
};

/// The signs that divide the words of a line.
inline constexpr std::string_view kBlanks = " \t\r";

/// A line of the text, with its number from 1.
struct DrawnRow {
  int line = 0;
  std::string_view text;
};

/// The error of a drawing in a script, which a statement `map` or `expect map` has.
lang::Diagnostic misdrawn(const Program& program, const rules::Stmt& drawn, const PositionProblem& problem);

/// The words of a text, which blanks divide.
std::vector<std::string_view> words_of(std::string_view text);

/// True if a line of a position's text is `name = value`, and no row of its board.
inline bool is_setting(std::string_view line) { return line.find(" = ") != std::string_view::npos; }

/// The rows of a drawing that is nothing else.
std::vector<DrawnRow> rows_of(std::string_view drawing);

/// Reads drawings of a game's board, one after the other.
class BoardReader {
 public:
  /// The machine is only asked where the cells are that `show cells` gives a sign.
  explicit BoardReader(Machine& machine);

  /// The rows, by cell: the keys of the pieces that stand there, bottom to top. `line` is where the text ends, for a
  /// problem of the whole.
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
