#pragma once

/// The Beam, played naively: the beam walks from square to square. Written from the rulings alone, shares nothing with
/// the engine, and serves only to check it. Chance is given from outside: the columns of the discs, the cards.

#include <array>
#include <compare>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "moves.hpp"
#include "split_mix.hpp"

namespace glint::oracle::the_beam {

inline constexpr int kSize = 6;
inline constexpr int kRounds = 12;
inline constexpr int kMirrors = 12;
inline constexpr int kPlayers = 4;

struct Square {
  int column = 0;  ///< 1..6 from the left
  int row = 0;     ///< 1..6 from the bottom

  auto operator<=>(const Square&) const = default;
};

enum class Disc { yellow, blue, green, red };
enum class Mirror { rising, falling };  ///< "/" and "\"
enum class Way { up, right, down, left };

/// Where a round is: two cards are to be turned over, or allocated, or the mirror is to be seen to. The beam waits for
/// nobody: it is fired with the mirror's action.
enum class Step { reveal, allocate, mirror, over };

/// A square that the beam has come to, and the way in which it sets off from there.
struct Leaving {
  Square square;
  Way way = Way::up;

  auto operator<=>(const Leaving&) const = default;
};

enum class End { edge, barrier };

/// The last square of the path is left over the edge of the board, or not left, for the barrier on its way.
struct Beam {
  std::vector<Leaving> path;
  std::vector<Square> met;  ///< the squares of the discs that it collects, in order
  End end = End::edge;

  bool operator==(const Beam&) const = default;
};

struct Position {
  std::map<Square, Disc> discs;
  std::set<Square> barriers;  ///< each on the bottom edge of its square
  std::map<Square, Mirror> mirrors;
  std::array<int, kSize + 1> cards{};  ///< by number, the cards that nobody has seen yet; index 0 is unused
  int round = 1;                       ///< 1..12
  Step step = Step::reveal;
  int left = 0;  ///< the cards shown, or 0
  int right = 0;
  int row = 0;     ///< where the mirror is to be, once that is allocated, or 0
  int column = 0;  ///< where the beam will come from, or 0
  int points = 0;
  std::optional<Beam> fired;  ///< the beam of the round before

  bool operator==(const Position&) const = default;
};

// The board.
std::vector<Square> board_squares();  ///< row 1 first, each row from the left
std::string label(Square square);     ///< "5,3"
int worth(Disc disc);
int home_row(Disc disc);
std::string disc_name(Disc disc);

// The beam that comes from below a column, as the board is now.
Beam trace(const Position& position, int column);

// The game.

/// The three columns of each colour's discs.
using Columns = std::map<Disc, std::set<int>>;
Position start(const Columns& columns);

/// Task 1: the top cards of the two decks. For impossible ones says why and leaves the position as it was.
std::optional<std::string> reveal(Position& position, int left, int right);

/// Who holds a task (1..4) in a round (1..12): 0..3 for players 1 to 4.
int player_with(int task, int round);
/// Whose decision it is: 0..3; -1 if chance decides next, or the game is over.
int to_move(const Position& position);

std::vector<std::string> moves(const Position& position);

/// Makes a move; for an illegal one says why and leaves the position as it was.
std::optional<std::string> play(Position& position, const std::string& move);

bool over(const Position& position);

// Random play.
Columns random_columns(SplitMix& random);
void random_reveal(Position& position, SplitMix& random);
/// Random decisions, chance in between; stops short where the game is over. Says what was played.
std::vector<std::string> play_randomly(Position& position, int decisions, SplitMix& random);
/// A position of a random game, where a player decides.
Position random_position(SplitMix& random);

}  // namespace glint::oracle::the_beam
