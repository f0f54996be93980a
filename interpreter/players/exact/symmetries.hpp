// Symmetries of a game, found by trial: maps of the board onto itself under which play stays the same, with the players
// exchanged or not. Facts learnt about a position then also hold for its images.
//
// The engine cannot prove a symmetry, because rules are code. So each map of the cells that keeps neighbours is tried
// on positions of random games. The image must have as many moves as the position, and the positions and results after
// its moves must be the images of those after the position's moves. A map that passes without being a symmetry would
// make values worse, but moves stay legal.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "interpreter/machine/board.hpp"
#include "interpreter/machine/machine.hpp"
#include "interpreter/program/program.hpp"
#include "lang/source/stop.hpp"

namespace glint {

/// A map of the board onto itself. Directions turn with it, and perhaps the two players change places.
struct Symmetry {
  std::vector<int> cell;  // by cell: its image
  std::vector<int> way;   // by direction
  int turn = 0;           // direction d becomes turn + d or, if mirrored, turn - d
  bool is_mirrored = false, exchanges = false;

  int player(int of) const { return exchanges ? 1 - of : of; }
};

/// The images of values, pieces and States under symmetries, in a game of two players.
class Images {
 public:
  explicit Images(const Program& program) : program_(program), board_(program) {}

  /// The image of a value of an element type; values that do not describe cells, directions or players stay.
  std::int64_t of_value(const Symmetry& symmetry, const rules::Type& type, std::int64_t value) const;
  /// The image of a value of a field or variable that is one word; a set of few elements is stored as its bits.
  std::int64_t of_word(const Symmetry& symmetry, const rules::Type& type, std::int64_t value) const;
  /// The key of the image of a piece.
  int of_key(const Symmetry& symmetry, int key) const;
  /// The set of pieces (kind and owner) to which the image of a piece of this set belongs.
  int of_set(const Symmetry& symmetry, int piece_set) const;
  /// The image of a State.
  void of_state(const Symmetry& symmetry, std::span<const Word> state, std::vector<Word>& image);

 private:
  const Program& program_;
  Board board_;
};

/// Checks that the followers of a State's image are the images of its followers.
class ImageCheck {
 public:
  explicit ImageCheck(const Program& program) : machine_(program), images_(program), stop_(program.limits.stop) {}
  /// If a State has more than `most` moves, compares only their number. Throws lang::Stopped.
  bool holds(const Symmetry& symmetry, const std::vector<Word>& state, std::int64_t most = INT64_MAX);

 private:
  /// The number of moves, and hashes of the positions after them, in order of size: of the image, or (null) the State.
  std::vector<std::uint64_t> after_moves(const std::vector<Word>& state, const Symmetry* symmetry, std::int64_t most);

  Machine machine_;
  Images images_;
  std::vector<Word> image_;
  lang::StopCheck stop_;
};

/// All symmetries found of a game of two players; the map that changes nothing comes first. They are the same on every
/// machine. Throws lang::Stopped.
std::vector<Symmetry> find_symmetries(const Program& program);
/// True if any two maps, applied one after the other, give one of the maps: images of images are then images.
bool is_group(const std::vector<Symmetry>& symmetries);

}  // namespace glint
