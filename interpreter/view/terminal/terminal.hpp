// A position drawn with characters: cells on the lattice's drawing grid, pieces by their glyphs, beams as lines between
// cells, coordinates from which moves can be written.
#pragma once

#include <string>
#include <string_view>

#include "interpreter/view/scene/scene.hpp"

namespace glint::view {

struct TerminalStyle {
  bool colour = false;
  bool utf8 = false;
  bool beams = true;
};

std::string picture(const Scene& scene, const TerminalStyle& style);

/// Text in a colour of light, or as it is when there are to be no colours.
std::string coloured(std::string_view text, Rgb colour, const TerminalStyle& style);
/// Characters that a text takes on a line (code points).
std::size_t width_of(std::string_view text);

/// The pieces on a cell, bottom to top, as short as can be: "r321" for r3, r2, r1.
std::string stack_glyph(const std::vector<PieceInfo>& pieces);

}  // namespace glint::view
