// What happens at the sides of cells: which cell lies beyond one, which sides act on beams, and whether a beam got
// over.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "interpreter/view/scene/scene.hpp"

namespace glint::view {

/// The cell beyond each side.
class Neighbours {
 public:
  explicit Neighbours(const Scene& scene);
  /// -1: the board ends there.
  int beyond(int cell, int way) const;

 private:
  const Scene& scene_;
  std::map<std::pair<int, int>, int> places_;  // by drawn place
};

/// A side of a cell that acts on beams which cross it: by itself, or as part of the piece on it.
struct Wall {
  int cell = 0;
  int way = 0;
  const PieceInfo* piece = nullptr;  // nullptr: by itself
};
std::vector<Wall> walls_of(const Scene& scene);

/// Does the i-th step of a beam end at the side of its cell: stopped there, or turned?
bool ends_at_side(const Beam& beam, std::size_t i);

}  // namespace glint::view
