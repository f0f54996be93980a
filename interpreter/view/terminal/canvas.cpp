#include "interpreter/view/terminal/canvas.hpp"

namespace glint::view {
namespace {

struct Sign {
  unsigned strokes;
  const char *utf8, *ascii;
};
constexpr Sign kSigns[] = {{kLevel, "─", "-"},    {kUpright, "│", "|"},          {kRising, "╱", "/"},
                           {kFalling, "╲", "\\"}, {kLevel | kUpright, "┼", "+"}, {kRising | kFalling, "╳", "X"}};

std::string stroke_text(unsigned strokes, bool utf8) {
  for (const Sign& sign : kSigns)
    if (sign.strokes == strokes) return utf8 ? sign.utf8 : sign.ascii;
  return "*";
}

/// The character of a wall, or of a wall crossed by a beam.
std::string wall_text(const Mark& mark, bool utf8) {
  if (mark.walls == kLevel && mark.strokes & kUpright) return utf8 ? "┿" : "+";
  if (mark.walls == kLevel) return utf8 ? "━" : "=";
  if (mark.walls == kUpright && mark.strokes & kLevel) return utf8 ? "╂" : "+";
  if (mark.walls == kUpright) return utf8 ? "┃" : "|";
  return stroke_text(mark.walls | mark.strokes, utf8);
}

std::string codes_of(const Mark& mark) {
  std::string codes;
  if (mark.bold || mark.walls) codes += "\033[1m";
  if (mark.dim && mark.colour) codes += "\033[2m";
  if (mark.colour && is_white(*mark.colour)) {
    codes += "\033[7m";  // reversed, white stands out on light and dark terminals
  } else if (mark.colour) {
    codes += "\033[38;5;" + std::to_string(terminal_colour(*mark.colour)) + "m";
  } else if (mark.dim) {
    codes += "\033[2m";
  }
  return codes;
}

}  // namespace

unsigned stroke_along(int dx, int dy) {
  if (dy == 0) return kLevel;
  if (dx == 0) return kUpright;
  return (dx > 0) == (dy < 0) ? kRising : kFalling;
}

unsigned stroke_across(int dx, int dy) { return stroke_along(-dy, dx); }

Mark* Canvas::at(int x, int y) {
  if (x < 0 || y < 0 || x >= width_ || y >= height_) return nullptr;
  return &marks_[static_cast<std::size_t>(y * width_ + x)];
}

void Canvas::write(int x, int y, std::string_view text, Mark like) {
  like.text.clear();  // each character is a mark, and must not take the whole text with it
  for (std::size_t i = 0; i < text.size(); ++x) {
    std::size_t end = i + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
    if (Mark* mark = at(x, y)) {
      *mark = like;
      mark->text = text.substr(i, end - i);
    }
    i = end;
  }
}

void Canvas::line(int x, int y, unsigned stroke, std::optional<Rgb> colour) {
  Mark* mark = at(x, y);
  if (!mark || mark->cell) return;
  const bool first = mark->strokes == 0;
  mark->strokes |= stroke;
  if (mark->walls) return;  // a wall keeps its colour
  if (first) {
    mark->colour = colour;
  } else if (colour) {
    mark->colour = mark->colour ? mix(*mark->colour, *colour) : *colour;
  }
}

void Canvas::wall(int x, int y, unsigned stroke, std::optional<Rgb> colour, const std::string& sign) {
  Mark* mark = at(x, y);
  if (!mark || mark->cell) return;
  if (!mark->walls) {
    mark->colour = colour;
    mark->sign = sign;
  }
  mark->walls |= stroke;
}

void Canvas::join_walls() {
  for (int y = 1; y + 1 < height_; ++y)
    for (int x = 0; x < width_; ++x) {
      const Mark &above = *at(x, y - 1), &below = *at(x, y + 1);
      const bool is_free = at(x, y)->text == " " && at(x, y)->walls == 0;
      if (is_free && above.walls == kUpright && below.walls == kUpright && above.sign == below.sign)
        wall(x, y, kUpright, above.colour, above.sign);
    }
}

std::string Canvas::text(const TerminalStyle& style) const {
  std::string page;
  for (int y = 0; y < height_; ++y) {
    std::string row, codes;
    for (int x = 0; x < width_; ++x) {
      const Mark& mark = marks_[static_cast<std::size_t>(y * width_ + x)];
      const std::string shown = !mark.sign.empty() ? mark.sign
                                : mark.walls   ? wall_text(mark, style.utf8)
                                : mark.strokes ? stroke_text(mark.strokes, style.utf8)
                                               : mark.text;
      const std::string wanted = style.colour && shown != " " ? codes_of(mark) : "";
      if (wanted != codes && shown != " ") {
        if (!codes.empty()) row += "\033[0m";
        row += wanted;
        codes = wanted;
      }
      row += shown;
    }
    if (!codes.empty()) row += "\033[0m";
    row.resize(row.find_last_not_of(' ') + 1);
    // Spaces at the end may come before the code that ends a colour.
    const std::size_t reset = row.rfind("\033[0m");
    if (reset != std::string::npos && reset + 4 == row.size()) {
      row.resize(reset);
      row.resize(row.find_last_not_of(' ') + 1);
      row += "\033[0m";
    }
    page += row + "\n";
  }
  return page;
}

}  // namespace glint::view
