// Beams in an SVG: as wide as they are strong, in their colours, with an arrow where one leaves the board, a bar where
// it is stopped, a ring where it runs in a circle, and broken lines where it goes from one cell to another at once.
#pragma once

#include <ostream>

#include "interpreter/view/scene/geometry.hpp"
#include "interpreter/view/scene/scene.hpp"
#include "interpreter/view/svg/text.hpp"

namespace glint::view {

void draw_beams(std::ostream& out, const Scene& scene, const Layout& layout, Point origin, Tones& tones);

}  // namespace glint::view
