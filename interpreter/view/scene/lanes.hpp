// Beams often share their way. To show each of them, the stretch between two cells is divided into lanes side by side,
// one for each direction and colour of a beam there.
#pragma once

#include <optional>
#include <vector>

#include "interpreter/view/scene/geometry.hpp"
#include "interpreter/view/scene/scene.hpp"

namespace glint::view {

inline constexpr double kBeyond = 0.72;  // how far a beam is drawn off the board, in steps

/// Part of a beam that is drawn with one pen.
struct Trail {
  std::vector<Point> points;
  std::optional<Rgb> colour;  // nothing: without colour
  double strength = 1;        // the largest number that it carries
  bool leaves = false;        // it ends off the board
  bool stopped = false;       // it ends at what stops it
  bool loops = false;         // it ends where it has been before
  bool is_asked = false;      // no piece sends it: the rules ask which way it would go now
  bool jumps = false;         // no light: from where the beam goes to where it comes out
  bool branches = false;      // no light: its end is where a branch of a split beam leaves the cell
};

/// All beams as trails; beams that would cover one another are drawn once.
std::vector<Trail> trails_of(const Scene& scene, const Layout& layout);

}  // namespace glint::view
