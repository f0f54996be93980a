// The sides of cells: the cell beyond, which sides are marked or act on beams, and whether a beam crosses one.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/view/scene/scene.hpp"

namespace glint::view {

/// The cell beyond each side.
class Neighbours {
 public:
  explicit Neighbours(const Scene& scene);
  /// The cell beyond this side; -1 if the board ends there.
  int beyond(int cell, int way) const;

 private:
  const Scene& scene_;
  std::vector<std::pair<std::pair<int, int>, int>> places_;  // the cells by drawn place: quick to free
};

/// A side of a cell that the script marks, or that acts on beams, by itself or as part of the piece on the cell.
struct Wall {
  int cell = 0;
  int way = 0;
  const PieceInfo* piece = nullptr;  // null: by itself
  const Ground* mark = nullptr;      // how it is marked, or null
};
/// One that is marked and acts by itself is there once, as marked.
std::vector<Wall> walls_of(const Scene& scene);

/// The number of beams of one colour that leave the board at one place. Before the number comes the first letter of the
/// player who sends them, for those who cannot tell the colours apart.
struct Exit {
  int cell = 0, way = 0, beams = 0;
  std::optional<Rgb> colour;
  std::string owner;  // that letter, or nothing
  std::string text() const { return owner + std::to_string(beams); }
};
/// Where beams leave the board, if beams carry a number in this game: there players count what got through.
std::vector<Exit> exits_of(const Scene& scene);

/// True if the i-th step of a beam ends at the side of its cell: it is stopped there, or turned.
bool ends_at_side(const Beam& beam, std::size_t i);

}  // namespace glint::view
