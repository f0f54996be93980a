#include "interpreter/view/terminal.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>

#include "interpreter/view/headings.hpp"

namespace glint::view {
namespace {

constexpr long long kLargest = 2'000'000;  // characters of a picture

// Which ways lines run through a character, as bits.
enum Stroke : unsigned { kLevel = 1, kUpright = 2, kRising = 4, kFalling = 8 };

unsigned stroke_of(int dx, int dy) {
  if (dy == 0) return kLevel;
  if (dx == 0) return kUpright;
  return (dx > 0) == (dy < 0) ? kRising : kFalling;
}

std::string stroke_text(unsigned strokes, bool utf8) {
  switch (strokes) {
    case kLevel:
      return utf8 ? "─" : "-";
    case kUpright:
      return utf8 ? "│" : "|";
    case kRising:
      return utf8 ? "╱" : "/";
    case kFalling:
      return utf8 ? "╲" : "\\";
    case kLevel | kUpright:
      return utf8 ? "┼" : "+";
    case kRising | kFalling:
      return utf8 ? "╳" : "X";
    default:
      return "*";
  }
}

struct Mark {
  std::string text = " ";  // one code point
  unsigned strokes = 0;
  std::optional<Rgb> colour;
  bool bold = false, dim = false;
  bool cell = false;  // belongs to a cell: beams between cells do not draw over it
};

/// A page of characters. Places outside are ignored.
class Canvas {
 public:
  Canvas(int width, int height) : width_(width), marks_(static_cast<std::size_t>(width * height)), height_(height) {}

  Mark* at(int x, int y) {
    if (x < 0 || y < 0 || x >= width_ || y >= height_) return nullptr;
    return &marks_[static_cast<std::size_t>(y * width_ + x)];
  }

  void write(int x, int y, std::string_view text, const Mark& like) {
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

  void line(int x, int y, unsigned stroke, std::optional<Rgb> colour) {
    Mark* mark = at(x, y);
    if (!mark || mark->cell) return;
    const bool first = mark->strokes == 0;
    mark->strokes |= stroke;
    if (first) {
      mark->colour = colour;
    } else if (colour) {
      mark->colour = mark->colour ? mix(*mark->colour, *colour) : *colour;
    }
  }

  std::string text(const TerminalStyle& style) const {
    std::string page;
    for (int y = 0; y < height_; ++y) {
      std::string row, codes;
      for (int x = 0; x < width_; ++x) {
        const Mark& mark = marks_[static_cast<std::size_t>(y * width_ + x)];
        const std::string shown = mark.strokes ? stroke_text(mark.strokes, style.utf8) : mark.text;
        const std::string wanted = style.colour && shown != " " ? codes_of(mark) : "";
        if (wanted != codes && shown != " ") {
          if (!codes.empty()) row += "\033[0m";
          row += wanted;
          codes = wanted;
        }
        row += shown;
      }
      if (!codes.empty()) row += "\033[0m";
      while (!row.empty() && row.back() == ' ') row.pop_back();
      // Spaces may stand before a closing code.
      const std::size_t reset = row.rfind("\033[0m");
      if (reset != std::string::npos && reset + 4 == row.size()) {
        std::string inner = row.substr(0, reset);
        while (!inner.empty() && inner.back() == ' ') inner.pop_back();
        row = inner + "\033[0m";
      }
      page += row + "\n";
    }
    return page;
  }

 private:
  static std::string codes_of(const Mark& mark) {
    std::string codes;
    if (mark.bold) codes += "\033[1m";
    if (mark.colour && is_white(*mark.colour)) {
      codes += "\033[7m";  // white shows on light and dark terminals alike as what it is: the brightest
    } else if (mark.colour) {
      codes += "\033[38;5;" + std::to_string(terminal_colour(*mark.colour)) + "m";
    } else if (mark.dim) {
      codes += "\033[2m";
    }
    return codes;
  }

  int width_;
  std::vector<Mark> marks_;
  int height_;
};

/// How the drawing grid is spread over characters.
struct Spread {
  int min_x = 0, min_y = 0;
  int unit_x = 1, unit_y = 1;  // characters and lines for one step of the grid
  int left = 0, top = 0;       // the margin

  int column(int drawn_x) const { return left + (drawn_x - min_x) * unit_x; }
  int row(int drawn_y) const { return top + (drawn_y - min_y) * unit_y; }
};

struct Token {
  std::string text;
  std::optional<Rgb> colour;
  bool bold = false, dim = false;
};

/// The smallest distance between two cells of a row.
int narrowest_step(const std::vector<CellInfo>& cells) {
  std::map<int, std::set<int>> rows;
  for (const CellInfo& cell : cells) rows[cell.drawn_y].insert(cell.drawn_x);
  int narrowest = 0;
  for (const auto& [y, xs] : rows) {
    for (auto x = xs.begin(); x != xs.end() && std::next(x) != xs.end(); ++x) {
      const int step = *std::next(x) - *x;
      if (narrowest == 0 || step < narrowest) narrowest = step;
    }
  }
  return std::max(narrowest, 1);
}

bool has_slanted(const std::vector<DirectionInfo>& directions) {
  return std::any_of(directions.begin(), directions.end(),
                     [](const DirectionInfo& d) { return d.drawn_dx != 0 && d.drawn_dy != 0; });
}

class Picture {
 public:
  Picture(const Scene& scene, const TerminalStyle& style)
      : scene_(scene), style_(style), headings_(headings_of(scene.cells)), light_(light_of(scene)) {
    if (!style.beams) light_.assign(scene.cells.size(), std::nullopt);
    coloured_light_ = has_colours(scene);
  }

  std::string draw() {
    if (scene_.cells.empty()) return "";
    make_tokens();
    measure();
    if (static_cast<long long>(width_) * height_ > kLargest) return "(the board is too large to draw here)\n";
    Canvas canvas(width_, height_);
    draw_headings(canvas);
    for (std::size_t i = 0; i < scene_.cells.size(); ++i) draw_cell(canvas, i);
    if (style_.beams) {
      each_beam(scene_.beams, [&](const Beam& beam) {
        for (const BeamStep& step : beam.path) draw_step(canvas, step);
      });
    }
    return canvas.text(style_);
  }

 private:
  void make_tokens() {
    for (std::size_t i = 0; i < scene_.cells.size(); ++i) {
      Token token;
      const auto& pieces = scene_.pieces[i];
      if (!pieces.empty()) {
        token.text = stack_glyph(pieces);
        token.colour = colour_of(pieces.back(), scene_);
        token.bold = true;
      } else {
        token.text = headings_.complete() ? (style_.utf8 ? "·" : ".") : scene_.cells[i].label;
        token.dim = true;
      }
      if (light_[i] && (pieces.empty() || !token.colour)) {
        token.colour = colour_of(*light_[i]);
        token.dim = coloured_light_ && !token.colour;
      }
      token_width_ = std::max(token_width_, static_cast<int>(width_of(token.text)));
      tokens_.push_back(std::move(token));
    }
  }

  void measure() {
    const bool lines = style_.beams && !scene_.beams.empty();
    const int step = narrowest_step(scene_.cells);
    const int gap = lines ? 3 : 2;
    spread_.unit_x = (token_width_ + gap + step - 1) / step;
    // Slanted lines pass through the middle between two cells: let that be a whole character.
    if (has_slanted(scene_.directions) && spread_.unit_x % 2 == 1) ++spread_.unit_x;
    spread_.unit_y = lines || step * spread_.unit_x > 3 ? 2 : 1;

    int max_x = scene_.cells[0].drawn_x, max_y = scene_.cells[0].drawn_y;
    spread_.min_x = max_x;
    spread_.min_y = max_y;
    for (const CellInfo& cell : scene_.cells) {
      spread_.min_x = std::min(spread_.min_x, cell.drawn_x);
      spread_.min_y = std::min(spread_.min_y, cell.drawn_y);
      max_x = std::max(max_x, cell.drawn_x);
      max_y = std::max(max_y, cell.drawn_y);
    }
    int heading = 0;
    for (const auto& [y, text] : headings_.rows) heading = std::max(heading, static_cast<int>(width_of(text)));
    const int margin = lines ? 1 : 0;  // where beams leave the board
    spread_.left = heading + 2 + token_width_ / 2 + 2 * margin;
    spread_.top = margin;
    width_ = spread_.column(max_x) + token_width_ + 2 * margin + 2;
    height_ = spread_.row(max_y) + 1 + margin + (headings_.columns.empty() ? 0 : 1);
  }

  void draw_headings(Canvas& canvas) {
    Mark like;
    like.dim = true;
    for (const auto& [y, text] : headings_.rows) canvas.write(0, spread_.row(y), text, like);
    for (const auto& [x, text] : headings_.columns) {
      canvas.write(spread_.column(x) - static_cast<int>(width_of(text) - 1) / 2, height_ - 1, text, like);
    }
  }

  void draw_cell(Canvas& canvas, std::size_t i) {
    const Token& token = tokens_[i];
    Mark like;
    like.colour = token.colour;
    like.bold = token.bold;
    like.dim = token.dim;
    // A dot gives way to a beam that runs straight through.
    like.cell = !(scene_.pieces[i].empty() && headings_.complete());
    const CellInfo& cell = scene_.cells[i];
    canvas.write(token_left(i), spread_.row(cell.drawn_y), token.text, like);
  }

  int token_left(std::size_t i) const {
    return spread_.column(scene_.cells[i].drawn_x) - (static_cast<int>(width_of(tokens_[i].text)) - 1) / 2;
  }
  int token_right(std::size_t i) const { return token_left(i) + static_cast<int>(width_of(tokens_[i].text)) - 1; }

  std::optional<std::size_t> cell_at(int drawn_x, int drawn_y) {
    if (places_.empty()) {
      for (std::size_t i = 0; i < scene_.cells.size(); ++i) {
        places_[{scene_.cells[i].drawn_x, scene_.cells[i].drawn_y}] = i;
      }
    }
    const auto found = places_.find({drawn_x, drawn_y});
    if (found == places_.end()) return std::nullopt;
    return found->second;
  }

  /// The line from the middle of a cell towards the next, or a short one off the board.
  void draw_step(Canvas& canvas, const BeamStep& step) {
    const auto from = static_cast<std::size_t>(step.cell);
    const CellInfo& cell = scene_.cells[from];
    const DirectionInfo& way = scene_.directions[static_cast<std::size_t>(step.way)];
    const auto next = cell_at(cell.drawn_x + way.drawn_dx, cell.drawn_y + way.drawn_dy);
    const std::optional<Rgb> colour = colour_of(step.payload);
    const unsigned stroke = stroke_of(way.drawn_dx, way.drawn_dy);
    const int x = spread_.column(cell.drawn_x), y = spread_.row(cell.drawn_y);
    const int dx = way.drawn_dx * spread_.unit_x, dy = way.drawn_dy * spread_.unit_y;

    canvas.line(x, y, stroke, colour);  // kept only where there is nothing but a dot
    if (dy == 0) {
      const int side = dx > 0 ? 1 : -1;
      const int begin = (dx > 0 ? token_right(from) : token_left(from)) + side;
      int end = begin + side;  // off the board: two characters
      if (next) end = (dx > 0 ? token_left(*next) : token_right(*next)) - side;
      for (int at = begin; side > 0 ? at <= end : at >= end; at += side) canvas.line(at, y, stroke, colour);
      return;
    }
    const int lines = std::abs(dy), side = dy > 0 ? 1 : -1;
    for (int k = 1; k < (next ? lines : 2); ++k) {
      // Halves are rounded towards the start, so that a line and its return fall on one another only where they should.
      canvas.line(x + dx * k / lines, y + side * k, stroke, colour);
    }
  }

  const Scene& scene_;
  TerminalStyle style_;
  Headings headings_;
  std::vector<std::optional<Payload>> light_;
  bool coloured_light_ = false;
  std::vector<Token> tokens_;
  std::map<std::pair<int, int>, std::size_t> places_;
  Spread spread_;
  int token_width_ = 1, width_ = 0, height_ = 0;
};

}  // namespace

std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  for (char c : text) width += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return width;
}

std::string stack_glyph(const std::vector<PieceInfo>& pieces) {
  if (pieces.empty()) return "";
  const std::string& first = pieces.front().glyph;
  bool alike = first.size() > 1;
  for (const PieceInfo& piece : pieces) {
    alike = alike && piece.glyph.size() == first.size() &&
            piece.glyph.compare(0, first.size() - 1, first, 0, first.size() - 1) == 0;
  }
  std::string text;
  for (const PieceInfo& piece : pieces)
    text += alike && !text.empty() ? piece.glyph.substr(first.size() - 1) : piece.glyph;
  return text;
}

std::string coloured(std::string_view text, Rgb colour, const TerminalStyle& style) {
  if (!style.colour) return std::string(text);
  const std::string code = is_white(colour) ? "\033[7m" : "\033[38;5;" + std::to_string(terminal_colour(colour)) + "m";
  return code + std::string(text) + "\033[0m";
}

std::string picture(const Scene& scene, const TerminalStyle& style) { return Picture(scene, style).draw(); }

}  // namespace glint::view
