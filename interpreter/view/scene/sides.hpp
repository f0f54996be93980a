// The sides of cells: the cell beyond each, which sides are marked or act on beams, and whether a beam crosses one.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/view/scene/geometry.hpp"
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
  const Ground* mark = nullptr;      // its mark, or null
};
/// A side that is marked and acts by itself is listed once, as marked.
std::vector<Wall> walls_of(const Scene& scene);

/// The number of beams of one colour that leave the board at one place. Before the number comes the first letter of the
/// player who sends them, for people who cannot tell the colours apart.
struct Exit {
  int cell = 0, way = 0, beams = 0;
  std::optional<Rgb> colour;
  std::string owner;  // that letter, or nothing
  std::string text() const { return owner + std::to_string(beams); }
};
/// The places where beams leave the board, if beams of this game carry a number: players then count what got through.
std::vector<Exit> exits_of(const Scene& scene);

/// True if the i-th step of a beam ends at the side of its cell: it is stopped there, or turned.
bool ends_at_side(const Beam& beam, std::size_t i);

// Beams often share their way. To show each of them, the stretch between two cells is divided into lanes side by side,
// one for each direction and colour of a beam there.

inline constexpr double kBeyond = 0.72;  // how far a beam is drawn off the board, in steps

/// Part of a beam that is drawn with one pen.
struct Trail {
  std::vector<Point> points;
  std::optional<Rgb> colour;  // nothing: without colour
  double strength = 1;        // the largest number of a beam in it
  bool leaves = false;        // it ends off the board
  bool stopped = false;       // it ends at the thing that stops it
  bool loops = false;         // it ends where it has been before
  bool is_asked = false;      // no piece sends it: the rules ask which way a beam would go
  bool jumps = false;         // no light: from the beam's end to the place where it comes out
  bool branches = false;      // no light: its end is the place where a branch of a split beam leaves the cell
};

/// All beams as trails; beams that would cover one another are drawn only once.
std::vector<Trail> trails_of(const Scene& scene, const Layout& layout);

}  // namespace glint::view
