// A page of characters for drawing lines. Lines that cross become crosses.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/view/terminal/terminal.hpp"

namespace glint::view {

// The directions of lines through a character, as bits.
enum Stroke : unsigned { kLevel = 1, kUpright = 2, kRising = 4, kFalling = 8 };

/// The stroke of a line that goes this way on the drawing grid.
unsigned stroke_along(int dx, int dy);
/// The stroke of a line across that one.
unsigned stroke_across(int dx, int dy);

struct Mark {
  std::string text = " ";  // one code point
  unsigned strokes = 0;    // of beams
  unsigned walls = 0;      // of sides that act on beams or are marked
  std::string sign;        // of such a side, drawn instead of it
  std::optional<Rgb> colour;
  bool bold = false, dim = false;
  bool cell = false;  // part of a cell: lines do not draw over it
};

/// Anything drawn outside of the page is ignored.
class Canvas {
 public:
  Canvas(int width, int height)
      : width_(width), height_(height), marks_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {}

  void write(int x, int y, std::string_view text, Mark like);
  void line(int x, int y, unsigned stroke, std::optional<Rgb> colour);
  void wall(int x, int y, unsigned stroke, std::optional<Rgb> colour, const std::string& sign = "");
  /// Joins upright walls that stand above each other, across the line between two rows.
  void join_walls();
  std::string text(const TerminalStyle& style) const;

 private:
  Mark* at(int x, int y);

  int width_, height_;
  std::vector<Mark> marks_;
};

}  // namespace glint::view
