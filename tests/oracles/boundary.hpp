#pragma once

/// Boundary, played naively: every pair of squares is tried, lines are walked square by square, boards are copied.
/// Written from the rulings alone, shares nothing with the engine, and serves only to check it.

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "moves.hpp"
#include "result.hpp"

namespace glint::oracle::boundary {

enum class Balance { own, all };
enum class Repetition { off, tie };
enum class Stacks { own_corners, own_tree };

struct Options {
  Balance balance = Balance::own;
  Repetition repetition = Repetition::off;
  Stacks stacks = Stacks::own_corners;

  bool operator==(const Options&) const = default;
};

inline constexpr int kRed = 0;
inline constexpr int kGreen = 1;

struct Square {
  int file = 0;  ///< 0..5 are a..f
  int rank = 0;  ///< 0..5 are 1..6

  auto operator<=>(const Square&) const = default;
};

/// The colours of the trees: red and yellow are Red's, green and blue are Green's.
enum class Tree { red, yellow, green, blue };

struct Piece {
  int owner = kRed;
  int size = 0;           ///< 1 small, 2 medium, 3 large; 0 is a stone
  Tree tree = Tree::red;  ///< of a pyramid; a stone has its owner's first

  bool is_stone() const { return size == 0; }
  auto operator<=>(const Piece&) const = default;
};

/// The squares that are not empty: a stone, or pyramids from the lowest to the top one.
using Board = std::map<Square, std::vector<Piece>>;

struct Position {
  Options options;
  Board board;
  int mover = kRed;
  bool resigned = false;  ///< the mover has resigned

  /// How often each (board, mover) has come up, this one included; kept only if repetition ends the game.
  std::map<std::pair<Board, int>, int> times;

  bool operator==(const Position&) const = default;
};

// The board.
std::vector<Square> board_squares();      ///< a1, b1, ..., f6
std::vector<std::string> board_labels();  ///< the same as labels
std::string label(Square square);
std::optional<Square> find_square(const std::string& text);

// The game.
Position start(const Options& options = {});

/// The listed moves: all legal turns, pyramids alone first. Resigning is accepted, not listed.
std::vector<std::string> moves(const Position& position);

/// Makes any accepted move; for an illegal one says why and leaves the position as it was.
std::optional<std::string> play(Position& position, const std::string& move);

Result result(const Position& position);
using oracle::perft;

}  // namespace glint::oracle::boundary
