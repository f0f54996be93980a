// Pictures for a sheet: the board at the start, what pieces look like, and what a piece does to beams. The last is
// found out by the engine: a piece is put on a board alone, and a beam is sent to it from each direction.
#pragma once

#include <string>
#include <vector>

#include "interpreter/describe/describe.hpp"
#include "interpreter/describe/samples.hpp"
#include "interpreter/view/scene/scene.hpp"

namespace glint::describe {

/// A piece alone, as an SVG. `start`: any position of its game.
std::string picture_of_piece(const Position& start, int key);

class Drawings {
 public:
  /// `start`: a position of the game; its pieces do not matter. `with_svg`: else figures have captions only.
  Drawings(const Position& start, const Samples& samples, bool with_svg);

  /// The pieces of a kind that lie beside the board at the start (`show "3" as lamp(...)`), with their numbers: those of
  /// one player, if all have as many. If the script shows none, a few pieces, which show as many owners and values of
  /// fields as they can; directions do not count.
  std::vector<Figure> looks(std::size_t kind) const;
  /// What a piece of this kind does to beams: a figure for each direction in which one comes. Empty if it does nothing;
  /// else `head` introduces them.
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

  const Position& start_;
  const Program& program_;
  const Samples& samples_;
  const bool with_svg_;
};

}  // namespace glint::describe
