// A position drawn with characters: cells on the lattice's drawing grid, pieces as glyphs, beams as lines between
// cells, and coordinates for writing moves.
#pragma once

#include <string>
#include <string_view>

#include "interpreter/view/scene/scene.hpp"

namespace glint::view {

struct TerminalStyle {
  bool colour = false;
  bool utf8 = false;
  bool beams = true;
  /// The size of the page. A picture with more lines becomes flatter; 0: any number.
  int columns = 100, lines = 0;
};

std::string picture(const Scene& scene, const TerminalStyle& style);

/// Text in a colour of light; plain if the style has no colours.
std::string coloured(std::string_view text, Rgb colour, const TerminalStyle& style);
/// The width of a text in characters (code points).
std::size_t width_of(std::string_view text);

/// The pieces on a cell, bottom to top, as short as possible: "r321" for r3, r2, r1.
std::string stack_glyph(const std::vector<PieceInfo>& pieces);

}  // namespace glint::view
