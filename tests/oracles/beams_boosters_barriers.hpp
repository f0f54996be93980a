#pragma once

/// Beams, Boosters, and Barriers, played naively: beams walk from cell to cell, powers are counted again each time.
/// Written from the rulings alone, shares nothing with the engine, and serves only to check it.

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "moves.hpp"
#include "result.hpp"
#include "split_mix.hpp"

namespace glint::oracle::bbb {

enum class Play { simultaneous, alternating };
enum class Triple { fan, star };
enum class Resists { edges, cell };
enum class Idle { may_pass, must_turn };

struct Options {
  int columns = 9;  ///< 5, 7, 9, 11, 13
  int depth = 8;    ///< 4..12
  Triple triple = Triple::fan;
  Resists barrier = Resists::edges;
  bool triples = true;
  Play play = Play::simultaneous;
  Idle idle = Idle::may_pass;

  auto operator<=>(const Options&) const = default;
};

inline constexpr int kSouth = 0;  ///< the near player
inline constexpr int kNorth = 1;

/// A direction by the clock: 12 2 4 6 8 10. On the board it is South's clock: 12 is straight up, into the north.
using Hour = int;

/// Flat-top hexes: those of one column lie two half steps apart, those of the next column one half step higher or
/// lower.
struct Cell {
  int column = 0;  ///< 1..C; half cells are in 0 and C + 1
  int up = 0;      ///< half steps from the midline; the south is below 0

  auto operator<=>(const Cell&) const = default;
};

struct Piece {
  std::string form;  ///< "M1" "M2V" "M2Y" "M3" "R1" "R2V" "R2Y" "R3" "S"
  Hour facing = 0;   ///< the furthest left arm by the owner's clock; 0 for a booster
  int owner = kSouth;

  bool operator==(const Piece&) const = default;
};

struct Position {
  Options options;
  std::map<Cell, Piece> pieces;
  std::array<std::map<std::string, int>, 2> supply;  ///< how many of each form a player still has to place
  std::array<bool, 2> rotated{};                     ///< whether that was the player's previous turn
  int mover = kSouth;                                ///< the player to move
  std::optional<std::string> chosen;                 ///< simultaneous: what South has chosen in secret
  std::optional<int> choices_left;  ///< once all is placed, how many choices are still to be made: 2, 1, 0

  bool operator==(const Position&) const = default;
};

/// A cell that a beam has come to and sets off from.
struct Leaving {
  std::string cell;
  Hour way = 12;   ///< on the board
  int power = 0;   ///< in the cell
  int across = 0;  ///< across the edge that it leaves by: less where barriers resist there. At 0 it is not left

  bool operator==(const Leaving&) const = default;
};

enum class End { rear, stopped };

struct Beam {
  std::string source;
  int owner = kSouth;
  Hour arm = 12;  ///< on the board
  std::vector<Leaving> path;
  End end = End::rear;
  std::string end_cell;  ///< the last cell before the rear; or where it has no power left, or cannot leave
  int rear_of = -1;      ///< whose rear it crosses
  int power = 0;         ///< with what power

  bool operator==(const Beam&) const = default;
};

// The board.
std::vector<Cell> board_cells(const Options& options);  ///< every cell, neutral and half ones too
std::vector<Cell> territory(const Options& options, int player);
bool is_neutral(Cell cell);
bool is_half(const Options& options, Cell cell);
std::string label(Cell cell);      ///< "south B3", "north A0", "N1"
std::string own_label(Cell cell);  ///< "B3"
std::optional<Cell> find_own(const Options& options, int player, const std::string& text);
Cell next_of(Cell cell, Hour way);

// The pieces.
const std::vector<Hour>& hours();  ///< clockwise from 12
std::vector<std::string> forms(const Options& options);
int supplied(const std::string& form);
std::vector<Hour> facings(const Options& options, const std::string& form);  ///< none for a booster
Hour on_board(int player, Hour hour);                                        ///< a player's hour on South's clock
std::vector<Hour> arms(const Options& options, const Piece& piece);          ///< on the board
int strength(const Position& position, Cell cell);                           ///< 1 plus the boosters behind it

// The beams.
Beam trace(const Position& position, Cell source, Hour arm);
std::vector<Beam> beams(const Position& position);
int score(const Position& position, int player);

// The game.
Position start(const Options& options, int starter = kSouth);  ///< the starter where they alternate

/// The moves of the mover, in the notation.
std::vector<std::string> moves(const Position& position);

/// Makes a move; for an illegal one says why and leaves the position as it was. Playing simultaneously, South's choice
/// waits for North's.
std::optional<std::string> play(Position& position, const std::string& move);

/// A player has placed all that can be placed.
bool all_placed(const Position& position, int player);
bool over(const Position& position);
Result result(const Position& position);
using oracle::perft;

// Random play.
Options random_options(SplitMix& random);
/// Random moves; stops short where the game is over. Says what was played.
std::vector<std::string> play_randomly(Position& position, int plies, SplitMix& random);
/// A position of a random game, which may be over.
Position random_position(const Options& options, SplitMix& random);
/// Any pieces within the supplies on any cells of their territories, no generator beside another (across the midline
/// they may be if play is simultaneous). It need not be reachable by play.
Position random_setup(const Options& options, SplitMix& random);

}  // namespace glint::oracle::bbb
