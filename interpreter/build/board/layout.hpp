// Numbers pieces and beams, and gives everything in a State its slots.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interpreter/build/board/constants.hpp"
#include "interpreter/program/program.hpp"
#include "lang/rules/rules.hpp"

namespace glint {

// The board: from the script's formula or drawing to numbered cells and their neighbours.

/// Larger ray tables are not made; the kernel goes from cell to cell instead.
inline constexpr std::size_t kMaxRayWords = 4'000'000;

/// Cells in the order in which they are drawn (rows from the top, each from the left), their labels, neighbours and
/// rays. BuildFailure: a board without cells, with too many, or with too long labels; two cells with one label, a
/// parameter out of its range.
Geometry build_geometry(const rules::Rules& rules, Constants& constants, const Limits& limits, lang::StopCheck& stop);
/// Fills the tables that follow from steps alone: last, ray, to_border, fans, lines, rings, shifts and lanes. Needs
/// cells, words, directions, neighbour, rises, rising and wraps.
void fill_tables(Geometry& geometry, lang::StopCheck& stop);
/// Numbers every side of every cell, those between two cells once: edges, edge_of, edge_words, border.
void number_edges(Geometry& geometry, lang::StopCheck& stop);
/// Reports (G0503) why this board has no cells, after every coordinate was tried. `constants` must hold the locals of
/// the board's formula, except x and y.
[[noreturn]] void fail_without_cells(const rules::Rules& rules, Constants& constants);
/// The cells with one of these signs in the board's drawing. BuildFailure: the drawing does not have a sign.
std::vector<Word> drawn_cells(const Geometry& geometry, const std::string& signs, lang::Span span);

inline constexpr std::int64_t kMaxKeys = 32'000;
inline constexpr std::int64_t kMaxPayloads = 65'536;
inline constexpr std::int64_t kMaxStateSlots = 4'000'000;

/// A part of the script, and the slots of the frame that it takes.
struct Share {
  std::int64_t slots = 0;
  lang::Span span;
};
/// The frame has no more room; the error names the part that takes most of it.
[[noreturn]] void fail_for_memory(const Share& most, std::int64_t limit);

/// Fills keys, first_key, fields, key_set, key_owner. BuildFailure: there are more than kMaxKeys different pieces.
void build_keys(Program& program, Constants& constants);
/// Fills payload_fields, payloads. BuildFailure: there are more than kMaxPayloads different payloads.
void build_payloads(Program& program);
/// Fills layout up to the variables and pending choices; the compiler adds the locals of the play block. Answers the
/// part that takes most of the State. BuildFailure: that is too large.
Share build_layout(Program& program);
/// Fills `seen`: which players see a variable. BuildFailure: that is not known before the game starts.
void build_seen(Program& program, Constants& constants);
/// The moves, by number, that are chosen together somewhere in `play`.
std::vector<int> moves_together(const rules::Rules& rules);
/// The number of rounds for which a loop of the move has room.
int most_rounds(const Program& program, const rules::Move& move, const rules::Stmt& rounds);

// The players who play with these options: `players north, east when seats > 2`.
//
// Rules are checked for all players that a script names. A game is built for those who play: they get new numbers, and
// all counts of players are counts of these.

/// Takes the players who do not play with these options out of the rules. Nobody equals such a player, who is in no set
/// and owns no piece. Anywhere else the name becomes an Op::label of type player, an error if it needs code.
void seat(rules::Rules& rules, const std::vector<std::int64_t>& options);

/// The error about such a name (G0516).
[[noreturn]] void fail_for_absent(const rules::Expr& player);

}  // namespace glint
