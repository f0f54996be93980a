// Pictures for a sheet: the board at the start, what pieces look like, and what a piece does to beams. The last is
// found out by the engine: a piece is put on a board alone, and a beam is sent to it from each direction.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "interpreter/describe/describe.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/view/scene/scene.hpp"

namespace glint::describe {

/// What comes up in play: a few random games are played, always the same, for an example of each move and of each kind
/// of piece as it really stands on the board.
struct Samples {
  std::map<std::string, MoveParts> moves;  // by the script's name
  std::vector<std::vector<int>> keys;  // by kind: keys of pieces that stood on the board, in the order of their numbers
  std::vector<bool> ways;              // by direction: a beam went so, sent out by a piece or followed by the rules
};

/// `start`: where the games begin. Boards that are too large for a quick look give what stands at the start.
Samples samples_of(const Position& start);

/// A piece alone, as an SVG, with what a viewer sees of its light (-1: all). `start`: any position of its game.
std::string picture_of_piece(const Position& start, int key, int viewer);

class Drawings {
 public:
  /// `start`: a position of the game; its pieces do not matter. Without SVG figures have captions only.
  Drawings(const Position& start, const Samples& samples, const Pictures& pictures);

  /// The pieces of a kind that lie beside the board at the start (`show "3" as lamp(...)`), with their numbers: those of
  /// one player, if all have as many. If the script shows none, a few pieces, which show as many owners and values of
  /// fields as they can; directions do not count.
  std::vector<Figure> looks(std::size_t kind) const;
  /// What a piece of this kind does to beams: a figure for each direction in which one comes. Empty if it does nothing;
  /// else `head` introduces them. On paper one for each outcome, and for each form of the piece.
  std::vector<Figure> optics(std::size_t kind, std::string& head) const;

 private:
  struct Star;
  Star star() const;
  std::vector<Figure> stock(std::size_t kind) const;
  /// The first cell of a scene alone, with what stands there in words.
  Figure look_of(view::Scene scene) const;
  void add_optics(std::vector<Figure>& figures, const Star& star, int key, std::string& light) const;
  std::vector<std::int64_t> payloads() const;
  std::vector<int> examples_of(std::size_t kind) const;
  PieceInfo piece_of(int key) const { return PositionView(start_).with_only({0}, key).pieces(0).front(); }

  const Position& start_;
  const Program& program_;
  const Samples& samples_;
  const bool with_svg_, on_paper_;
};

}  // namespace glint::describe
