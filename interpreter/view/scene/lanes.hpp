// Beams often share their way. So that each can be seen, the stretch between two cells is divided into lanes, one for
// each direction and colour that passes there, side by side.
#pragma once

#include <optional>
#include <vector>

#include "interpreter/view/scene/geometry.hpp"
#include "interpreter/view/scene/scene.hpp"

namespace glint::view {

/// A run of a beam drawn with one pen.
struct Trail {
  std::vector<Point> points;
  std::optional<Rgb> colour;  // nothing: a beam without colour
  double strength = 1;        // the largest number that it carries
  bool leaves = false;        // its last stretch goes off the board
  bool stopped = false;       // its last stretch ends at what stops it
};

/// All beams as trails; beams that would cover one another are drawn once.
std::vector<Trail> trails_of(const Scene& scene, const Layout& layout);

}  // namespace glint::view
