// A position as an SVG picture: cells with their light, pieces, beams, coordinates, and a legend. One self-contained
// file without scripts or fonts of its own.
#pragma once

#include <string>

#include "interpreter/view/scene/scene.hpp"

namespace glint::view {

std::string svg(const Scene& scene);

}  // namespace glint::view
