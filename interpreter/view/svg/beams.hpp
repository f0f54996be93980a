// Beams in an SVG: as wide as they are strong, in their colours, with an arrow where one leaves the board, a bar where
// it is stopped, a ring where it runs in a circle, a diamond on each branch where it is split, and broken lines where it
// goes from one cell to another at once.
#pragma once

#include <vector>

#include "interpreter/view/scene/geometry.hpp"
#include "interpreter/view/scene/lanes.hpp"
#include "interpreter/view/scene/scene.hpp"
#include "interpreter/view/scene/sides.hpp"
#include "interpreter/view/svg/text.hpp"

namespace glint::view {

/// At `exits`, counters say how many beams leave; how strong they are is their width.
void draw_beams(Markup& out, const Scene& scene, const Layout& layout, const std::vector<Trail>& trails,
                const std::vector<Exit>& exits, Point origin, Tones& tones, bool marks_entry = false);

/// The mark of a branch.
void draw_branch(Markup& out, Point at, Point ahead, Rgb tone);

}  // namespace glint::view
