// Moves as texts: prints choices, and reads a player's text.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <glint/glint.hpp>
#include "interpreter/game/loading/errors.hpp"
#include "interpreter/machine/machine.hpp"

namespace glint {

/// True if a hole of the move's notation shows only a part of its pick: a coordinate or a field.
bool shows_parts(const Program& program, int move);

/// The text of a move in the position before it. `picks`: by pick, the words of its value. With `whole` every pick is
/// written in full, even if the notation shows only a part.
std::string print_move(const Machine& machine, int move, const std::vector<std::vector<Word>>& picks, bool whole);

/// The parts of a notation that are repeated for each round of a loop: from the first number up to the second,
/// exclusive. If nothing is repeated, both are the number of all parts.
std::pair<std::size_t, std::size_t> repeated_parts(const rules::Text& notation);

/// The value of each pick in the run applied last.
std::vector<std::vector<Word>> picked(const Machine& machine, int move);
/// The numbers of the picks that a player makes in a run with these values, in order; for a loop, those of its rounds.
std::vector<std::size_t> made_picks(const Program& program, int move, const std::vector<std::vector<Word>>& picks);
/// A listed move: its number among the script's moves, its text, and the values of its picks.
struct ListedRun {
  int move = 0;
  std::string text;
  std::vector<std::vector<Word>> picks;
};
/// The k-th move that the machine has listed in this State. Runs the move if that is needed for its picks or its text,
/// and takes it back. Throws lang::Stopped.
ListedRun listed_run(Machine& machine, const std::vector<Word>& state, std::uint64_t k);
/// Its text alone.
std::string listed_text(Machine& machine, const std::vector<Word>& state, std::uint64_t k);

/// Visits every text that names an element of this type, with its value; no numbers, because there are too many.
/// `mover`: the player whose own names of cells count; -1: the names of all players count. If `start` is given, texts
/// of cells and edges that do not begin with it may be left out.
void each_text(const Program& program, const rules::Type& type, int mover, std::optional<std::string_view> start,
               const std::function<void(std::string_view, std::int64_t)>& take);

/// Every way to read the text as this move, as choices for all picks; usually none or one. The whole value of a pick
/// may replace a part of it.
std::vector<std::vector<Choice>> read_move(const Program& program, int move, int mover, std::string_view text);
/// Every way to read the text as one of these moves. If there is none, ignores case and added blanks (not in numbers),
/// and accepts the result if it is the only one.
std::vector<std::pair<int, std::vector<Choice>>> read_moves(const Program& program, const std::vector<int>& moves,
                                                            int mover, std::string_view text);

/// The notation of a move for people: "{at} {facing} {next}".
std::string notation_of(const Program& program, int move);

// ---- parts of scripts, as a script writes them

/// `c4`, `south.B3`, `cell("3,6")`
std::string written_cell(const Game& game, const CellInfo& cell);
/// The value by its name, even if it prints differently: `falling`, `{red, blue}`, `3`.
std::string written_value(const rules::Rules& rules, rules::Type type, std::int64_t value);
/// A piece as `put` has it: `mirror(owner = gold, facing = ne)`.
std::string written_piece(const Program& program, int key);

// Explains why a text is not a move, or not a legal one.

/// The error for a text that is this move, but was refused with `error`, in words for a player.
Error refusal(const Program& program, int move, std::string_view text, Error error);
/// The error for a text that fits none of these moves: it may be a move that cannot be chosen now, or contain a wrong
/// word, as in "`c9` is not a cell of this board".
Error misread(const Program& program, const std::vector<int>& moves, int mover, std::string_view text);

// Advice for somebody whose move was refused.

/// "legal here are `a2`, `b1` and 4 more": the moves of the position that begin most like the refused text. Without
/// examples if there are more than 2,000 moves; empty if there is no move, if a rule fails while they are listed, or in
/// a game with secrets, where a list could reveal too much.
std::string legal_instead(const Position& position, std::string_view refused);

}  // namespace glint
