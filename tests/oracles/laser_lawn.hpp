#pragma once

/// Laser Lawn, played naively: beams walk from cell to cell, colours are std::sets, every light is traced from scratch.
/// Written from the rulings alone, shares nothing with the engine, and serves only to check it.

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "moves.hpp"
#include "result.hpp"

namespace glint::oracle::laser_lawn {

enum class Mirror { specular, guide };
enum class Part { touches, adds };

struct Options {
  int side = 4;   ///< 2..6
  int lives = 3;  ///< 1..5
  Mirror mirror = Mirror::specular;
  Part part = Part::touches;

  bool operator==(const Options&) const = default;
};

inline constexpr int kSun = 0;
inline constexpr int kMoon = 1;

enum class Color { red, green, blue };
using Colors = std::set<Color>;

/// Directions around the hex, counter-clockwise: 0..5 are e ne nw w sw se.
using Way = int;
inline constexpr int kWays = 6;

struct Cell {
  int row = 0;     ///< 0 is row A, the top
  int column = 0;  ///< 0 is the leftmost of its row

  auto operator<=>(const Cell&) const = default;
};

struct Emitter {
  Way facing = 0;
  Color color = Color::red;
  int owner = kSun;

  bool operator==(const Emitter&) const = default;
};

struct Position {
  Options options;
  std::map<Cell, Emitter> emitters;
  std::vector<Cell> order;  ///< the emitters on the board as they were placed, the newest last
  int mover = kSun;
  Color named = Color::red;    ///< the colour that the mover has to place
  std::array<int, 2> lives{};  ///< by player
  bool challengeable = false;  ///< the newest emitter is the opponent's placement just made
  bool yielded = false;        ///< the mover has yielded: the game is over

  bool operator==(const Position&) const = default;
};

/// One step of a beam: the space that it leaves, the direction in which, and the colours with which it leaves.
struct Leaving {
  std::string cell;
  std::string way;
  Colors colors;

  bool operator==(const Leaving&) const = default;
};

enum class End { left_board, stopped, looped };

struct Beam {
  std::vector<Leaving> path;
  End end = End::left_board;
  std::string end_cell;  ///< the last space before the border, the space that stops it, or the one it would leave again

  bool operator==(const Beam&) const = default;
};

struct Light {
  std::map<std::string, Colors> cells;  ///< every space of the board, unlit ones with no colour
  std::map<std::string, Beam> beams;    ///< by the label of the source
};

// The board.
std::vector<Cell> board_cells(int side);          ///< row A first, each row from the left
std::vector<std::string> board_labels(int side);  ///< the same as labels
std::string label(Cell cell);
std::optional<Cell> find_cell(int side, const std::string& text);
std::optional<Cell> neighbor(int side, Cell cell, Way way);
const std::vector<std::string>& way_names();
const std::vector<std::string>& color_names();
std::string color_name(Color color);

// The light.
Beam trace(const Position& position, Cell source);
Light light(const Position& position);

// The game.
Position start(const Options& options, int starter);

/// The listed moves: placements, then the challenges that would be upheld, then `yield`.
std::vector<std::string> moves(const Position& position);

/// Makes any accepted move, listed or not; for an illegal one says why and leaves the position as it was.
std::optional<std::string> play(Position& position, const std::string& move);

/// What is wrong with the claim that `claimed` make `space` white by the newest emitter; nothing if it is right.
std::optional<std::string> fault_of_claim(const Position& position, Cell space, const std::set<Cell>& claimed);

Result result(const Position& position);
using oracle::perft;

/// A position with `count` emitters of random colours and facings on random spaces, and a random mover; the owners
/// alternate and the newest may be challenged. It need not be reachable by play: placements are not judged.
Position random_position(const Options& options, int count, std::mt19937_64& random);

}  // namespace glint::oracle::laser_lawn
