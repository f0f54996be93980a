#include "interpreter/view/terminal/terminal.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "interpreter/view/scene/geometry.hpp"
#include "interpreter/view/scene/sides.hpp"

namespace glint::view {
namespace {

// ---- a page of characters for drawing lines; lines that cross become crosses ----

// The directions of lines through a character, as bits.
enum Stroke : unsigned { kLevel = 1, kUpright = 2, kRising = 4, kFalling = 8 };

struct Mark {
  std::string text = " ";  // one code point
  unsigned strokes = 0;    // of beams
  unsigned walls = 0;      // sides that act on beams or are marked
  std::string sign;        // sign of such a side, drawn instead of it
  std::optional<Rgb> colour;
  bool bold = false, dim = false;
  bool cell = false;  // part of a cell: lines do not draw over it
};

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

/// The stroke of a line that goes this way on the drawing grid.
unsigned stroke_along(int dx, int dy) {
  if (dy == 0) return kLevel;
  if (dx == 0) return kUpright;
  return (dx > 0) == (dy < 0) ? kRising : kFalling;
}

/// The stroke of a line across that one.
unsigned stroke_across(int dx, int dy) { return stroke_along(-dy, dx); }

/// Anything drawn outside of the page is ignored.
class Canvas {
 public:
  Canvas(int width, int height)
      : width_(width), height_(height), marks_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {}

  void write(int x, int y, std::string_view text, Mark like) {
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

  void line(int x, int y, unsigned stroke, std::optional<Rgb> colour) {
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

  void wall(int x, int y, unsigned stroke, std::optional<Rgb> colour, const std::string& sign = "") {
    Mark* mark = at(x, y);
    if (!mark || mark->cell) return;
    if (!mark->walls) {
      mark->colour = colour;
      mark->sign = sign;
    }
    mark->walls |= stroke;
  }

  /// Joins upright walls that stand above each other, across the line between two rows.
  void join_walls() {
    for (int y = 1; y + 1 < height_; ++y)
      for (int x = 0; x < width_; ++x) {
        const Mark &above = *at(x, y - 1), &below = *at(x, y + 1);
        const bool is_free = at(x, y)->text == " " && at(x, y)->walls == 0;
        if (is_free && above.walls == kUpright && below.walls == kUpright && above.sign == below.sign)
          wall(x, y, kUpright, above.colour, above.sign);
      }
  }

  std::string text(const TerminalStyle& style) const {
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

 private:
  Mark* at(int x, int y) {
    if (x < 0 || y < 0 || x >= width_ || y >= height_) return nullptr;
    return &marks_[static_cast<std::size_t>(y * width_ + x)];
  }

  int width_, height_;
  std::vector<Mark> marks_;
};

// ---- the picture ----

constexpr long long kLargest = 2'000'000;  // characters of a picture

/// The map from the drawing grid to characters.
struct Spread {
  int min_x = 0, min_y = 0;
  int unit_x = 1, unit_y = 1;  // characters and lines of one step of the grid
  int left = 0, top = 0;       // the margin

  int column(int drawn_x) const { return left + (drawn_x - min_x) * unit_x; }
  int row(int drawn_y) const { return top + (drawn_y - min_y) * unit_y; }
};

/// The smallest distance of two cells in a row.
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

bool is_slanted(const DirectionInfo& d) { return d.drawn_dx != 0 && d.drawn_dy != 0; }

/// A number as superscript after a glyph.
std::string superscript(std::int64_t number, bool utf8) {
  if (!utf8) return "^" + std::to_string(number);
  constexpr const char* kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text;
  for (const char digit : std::to_string(number)) text += digit == '-' ? "⁻" : kDigits[digit - '0'];
  return text;
}

class TextPicture {
 public:
  TextPicture(const Scene& scene, const TerminalStyle& style)
      : scene_(scene),
        style_(style),
        headings_(headings_of(scene)),
        neighbours_(scene),
        walls_(walls_of(scene)),
        light_(light_of(scene)) {
    if (!style.beams) light_.assign(scene.cells.size(), std::nullopt);
    coloured_light_ = has_colours(scene);
  }

  std::string draw() {
    if (scene_.cells.empty()) return "";
    make_tokens();
    measure();
    if (width_ > style_.columns) {  // it may fit if cells are closer together, and have the names that rows leave open
      is_narrow_ = true;
      tokens_.clear();
      token_width_ = 1;
      make_tokens();
      measure();
    }
    if (static_cast<long long>(width_) * height_ > kLargest) return "(the board is too large to draw here)\n";
    Canvas canvas(width_, height_);
    draw_headings(canvas);
    for (std::size_t i = 0; i < scene_.cells.size(); ++i) draw_cell(canvas, i);
    for (const Wall& wall : walls_) draw_wall(canvas, wall);
    canvas.join_walls();
    if (style_.beams) {
      each_beam(scene_, [&](const Beam& beam, const std::optional<Rgb>& sender) {
        for (std::size_t i = 0; i < beam.path.size(); ++i) draw_step(canvas, beam.path[i], sender, ends_at_side(beam, i));
      });
      draw_counters(canvas);
    }
    return canvas.text(style_);
  }

 private:
  void make_tokens() {
    acts_.assign(scene_.cells.size(), false);
    for (const int cell : scene_.acting_cells) acts_[static_cast<std::size_t>(cell)] = true;
    for (std::size_t i = 0; i < scene_.cells.size(); ++i) {
      Mark token;
      const auto& pieces = scene_.pieces[i];
      if (!pieces.empty()) {
        token.text = stack_glyph(pieces);
        // Where borders do not name a cell, moves could not be written.
        if (!headings_.complete()) token.text = name_of(i) + ":" + token.text;
        if (has_unusual_power(pieces.back(), scene_))
          token.text += superscript(*power_of(pieces.back(), scene_), style_.utf8);
        if (const auto taken = scene_.taken.find(static_cast<int>(i)); taken != scene_.taken.end() && taken->second > 1)
          token.text += superscript(taken->second, style_.utf8);
        token.colour = colour_of(pieces.back(), scene_);
        token.bold = true;
      } else {
        token.text = empty_text(i);
        token.dim = true;
        const int player = scene_.cells[i].player;
        if (player >= 0 && !acts_[i]) token.colour = colour_of_player(player, scene_);
        if (const Ground* ground = ground_of(i); ground && ground->colour) {
          token.colour = ground->colour;
          token.dim = false;
        }
      }
      if (light_[i] && (pieces.empty() || !token.colour)) {
        const auto light = colour_of(*light_[i]);
        if (light || coloured_light_) token.colour = light;
        token.dim = coloured_light_ && !token.colour;
      }
      token_width_ = std::max(token_width_, static_cast<int>(width_of(token.text)));
      tokens_.push_back(std::move(token));
    }
  }

  /// The text of an empty cell: a sign if its label can be read from the border, else the label. Cells that act on
  /// beams look different.
  std::string empty_text(std::size_t i) const {
    const Ground* ground = ground_of(i);
    if (ground && headings_.complete()) return ground->sign;
    if (headings_.complete()) return acts_[i] ? (style_.utf8 ? "░" : ":") : (style_.utf8 ? "·" : ".");
    if (ground) return ground->sign + name_of(i);
    return acts_[i] ? "(" + name_of(i) + ")" : name_of(i);
  }

  /// The label of a cell, as far as its row does not give it.
  std::string name_of(std::size_t i) const {
    const CellInfo& cell = scene_.cells[i];
    std::string name = cell.own_label.empty() ? cell.label : cell.own_label;
    const auto row = headings_.rows.find(cell.drawn_y);
    if (is_narrow_ && row != headings_.rows.end() && name.starts_with(row->second)) name.erase(0, row->second.size());
    return name;
  }

  /// The mark of the cell by `show cells`, or null.
  const Ground* ground_of(std::size_t i) const {
    const auto found = scene_.grounds.find(static_cast<int>(i));
    return found == scene_.grounds.end() ? nullptr : &found->second;
  }

  /// Characters for one step to the right, with room for pieces in cells and for what is between them.
  int unit_across(int step, bool beams) const {
    // The sign of an edge must not read as part of a look.
    const bool signs = std::any_of(walls_.begin(), walls_.end(),
                                   [](const Wall& wall) { return wall.mark && !wall.mark->sign.empty(); });
    int unit = (token_width_ + (is_narrow_ ? 1 : (beams || signs) && !flat_ ? 3 : 2) + step - 1) / step;
    const auto is_odd = [&](const DirectionInfo& d) { return d.drawn_dx * unit % 2 != 0; };
    if (flat_) {  // nothing is drawn between rows, so only walls within a row need a middle
      const bool splits = !walls_.empty() && std::any_of(scene_.directions.begin(), scene_.directions.end(), is_odd);
      return unit + (splits ? 1 : 0);
    }
    // Slanted lines of hexagons must not be steeper than on paper. A character is twice as high as wide, and a step
    // takes two lines.
    if (scene_.directions.size() == 6) {
      const Layout layout = lay_out(scene_.cells, scene_.directions, 1);
      for (std::size_t i = 0; i < scene_.directions.size(); ++i) {
        const DirectionInfo& d = scene_.directions[i];
        if (!is_slanted(d)) continue;
        const double across = 4 * std::abs(layout.steps[i].x / layout.steps[i].y * d.drawn_dy / d.drawn_dx);
        unit = std::max(unit, static_cast<int>(std::lround(across - 0.1)));
      }
    }
    // Slanted lines and walls pass through the middle between two cells, which must be a whole character.
    if (std::any_of(scene_.directions.begin(), scene_.directions.end(),
                    [&](const DirectionInfo& d) { return (is_slanted(d) || !walls_.empty()) && is_odd(d); }))
      ++unit;
    return unit;
  }

  /// Every row takes one line if the page is too low for more, and nothing has its place between two rows.
  void measure() {
    flat_ = false;
    lay();
    const auto is_between = [&](const Wall& wall) {
      const DirectionInfo& way = scene_.directions[static_cast<std::size_t>(wall.way)];
      return way.drawn_dx == 0 && way.drawn_dy % 2 != 0;  // a slanted one finds its place beside its cell
    };
    if (style_.lines == 0 || height_ <= style_.lines || std::any_of(walls_.begin(), walls_.end(), is_between)) return;
    flat_ = true;
    lay();
  }

  void lay() {
    const bool beams = style_.beams && !scene_.beams.empty();
    const int step = narrowest_step(scene_.cells);
    spread_.unit_x = unit_across(step, beams);
    spread_.unit_y = !flat_ && (beams || !walls_.empty() || step * spread_.unit_x > 3) ? 2 : 1;

    int max_x = scene_.cells[0].drawn_x, max_y = scene_.cells[0].drawn_y;
    spread_.min_x = max_x;
    spread_.min_y = max_y;
    for (const CellInfo& cell : scene_.cells) {
      spread_.min_x = std::min(spread_.min_x, cell.drawn_x);
      spread_.min_y = std::min(spread_.min_y, cell.drawn_y);
      max_x = std::max(max_x, cell.drawn_x);
      max_y = std::max(max_y, cell.drawn_y);
    }
    int heading = 0, names = 0;
    for (const auto& [y, text] : headings_.rows) heading = std::max(heading, static_cast<int>(width_of(text)));
    for (const auto& [y, name] : names_of_rows()) names = std::max(names, static_cast<int>(width_of(name)) + 1);
    heading_left_ = names;
    const int margin = beams && !flat_ ? 1 : 0;  // for beams that leave the board
    spread_.left = names + heading + 2 + token_width_ / 2 + 2 * margin;
    spread_.top = margin;
    int bottom = margin, right = spread_.column(max_x) + token_width_ + 2 * margin;
    int left = names + heading + 1;
    for (const Wall& wall : walls_) left = std::min(left, place_of(wall).first - 1);
    spread_.left += names + heading + 1 - left;
    for (const Wall& wall : walls_) {  // walls at the border lie outside of all cells
      const auto [x, y] = place_of(wall);
      right = std::max(right, x + 2);
      spread_.top = std::max(spread_.top, spread_.top - y);
      bottom = std::max(bottom, y - spread_.row(max_y));
    }
    width_ = right + (exits_of(scene_).empty() ? 2 : 4);  // room for counters
    height_ = spread_.row(max_y) + 1 + bottom + (headings_.columns.empty() ? 0 : 1);
  }

  /// By row: the name of a player, at the middle one of the rows whose cells have names of that player.
  std::map<int, std::string> names_of_rows() const {
    std::map<int, std::string> names;
    std::map<int, std::vector<int>> rows;
    for (const auto& [y, player] : headings_.owners)
      if (player >= 0 && static_cast<std::size_t>(player) < scene_.players.size()) rows[player].push_back(y);
    for (const auto& [player, ys] : rows) names[ys[ys.size() / 2]] = scene_.players[static_cast<std::size_t>(player)];
    return names;
  }

  void draw_headings(Canvas& canvas) {
    Mark like;
    like.dim = true;
    const auto in_colour = [&](int y) {
      Mark mark = like;
      if (const int player = headings_.owners.at(y); player >= 0) mark.colour = colour_of_player(player, scene_);
      mark.dim = !mark.colour;
      return mark;
    };
    for (const auto& [y, text] : headings_.rows) canvas.write(heading_left_, spread_.row(y), text, in_colour(y));
    for (const auto& [y, name] : names_of_rows()) canvas.write(0, spread_.row(y), name, in_colour(y));
    for (const auto& [x, text] : headings_.columns) {
      canvas.write(spread_.column(x) - static_cast<int>(width_of(text) - 1) / 2, height_ - 1, text, like);
    }
  }

  void draw_cell(Canvas& canvas, std::size_t i) {
    Mark like = tokens_[i];
    // A beam that passes straight through replaces a dot.
    like.cell = !(scene_.pieces[i].empty() && headings_.complete()) || acts_[i] || ground_of(i) != nullptr;
    const CellInfo& cell = scene_.cells[i];
    canvas.write(token_left(i), spread_.row(cell.drawn_y), tokens_[i].text, like);
  }

  int token_left(std::size_t i) const {
    return spread_.column(scene_.cells[i].drawn_x) - (static_cast<int>(width_of(tokens_[i].text)) - 1) / 2;
  }
  int token_right(std::size_t i) const { return token_left(i) + static_cast<int>(width_of(tokens_[i].text)) - 1; }

  /// The place of the character in the middle between two cells, or beside one where there is a line for each row.
  std::pair<int, int> place_of(const Wall& wall) const {
    const auto index = static_cast<std::size_t>(wall.cell);
    const CellInfo& cell = scene_.cells[index];
    const DirectionInfo& way = scene_.directions[static_cast<std::size_t>(wall.way)];
    if (flat_ && is_slanted(way))
      return {way.drawn_dx > 0 ? token_right(index) + 1 : token_left(index) - 1, spread_.row(cell.drawn_y)};
    return {spread_.column(cell.drawn_x) + way.drawn_dx * spread_.unit_x / 2,
            spread_.row(cell.drawn_y) + way.drawn_dy * spread_.unit_y / 2};
  }

  void draw_wall(Canvas& canvas, const Wall& wall) const {
    const DirectionInfo& way = scene_.directions[static_cast<std::size_t>(wall.way)];
    const unsigned stroke = stroke_across(way.drawn_dx, way.drawn_dy);
    const auto colour = wall.mark ? wall.mark->colour : wall.piece ? colour_of(*wall.piece, scene_) : std::nullopt;
    const std::string sign = wall.mark ? wall.mark->sign : "";
    const auto [x, y] = place_of(wall);
    const int half = stroke == kLevel && sign.empty() ? 1 : 0;
    for (int aside = -half; aside <= half; ++aside) canvas.wall(x + aside, y, stroke, colour, sign);
  }

  /// Draws the line from the middle of a cell to the next; a short one off the board, or one up to the side of the
  /// cell.
  void draw_step(Canvas& canvas, const BeamStep& step, const std::optional<Rgb>& sender, bool ends_at_side) const {
    const auto from = static_cast<std::size_t>(step.cell);
    const CellInfo& cell = scene_.cells[from];
    const DirectionInfo& way = scene_.directions[static_cast<std::size_t>(step.way)];
    const int next = neighbours_.beyond(step.cell, step.way);
    const std::optional<Rgb> carried = colour_of(step.payload), colour = carried ? carried : sender;
    const unsigned stroke = stroke_along(way.drawn_dx, way.drawn_dy);
    const int x = spread_.column(cell.drawn_x), y = spread_.row(cell.drawn_y);
    const int dx = way.drawn_dx * spread_.unit_x, dy = way.drawn_dy * spread_.unit_y;

    canvas.line(x, y, stroke, colour);  // shows only where a dot was
    if (dy == 0) {
      const int side = dx > 0 ? 1 : -1;
      const int begin = (dx > 0 ? token_right(from) : token_left(from)) + side;
      int end = begin + side;  // off the board: two characters
      if (next >= 0) {
        const auto to = static_cast<std::size_t>(next);
        end = (dx > 0 ? token_left(to) : token_right(to)) - side;
      }
      if (ends_at_side) end = x + dx / 2 - side;
      for (int at = begin; side > 0 ? at <= end : at >= end; at += side) canvas.line(at, y, stroke, colour);
      return;
    }
    if (flat_ && next < 0) return;
    const int lines = std::abs(dy), side = dy > 0 ? 1 : -1;
    if (lines == 1) canvas.line((x + x + dx) / 2, std::min(y, y + side), stroke, colour);  // beside the upper one
    const int end = ends_at_side ? lines / 2 : next >= 0 ? lines : 2;
    for (int k = 1; k < end; ++k) {
      // Halves are rounded towards the start, so that a line and its reverse do not overlap by accident.
      canvas.line(x + dx * k / lines, y + side * k, stroke, colour);
    }
  }

  /// On the border: how many beams leave the board there.
  void draw_counters(Canvas& canvas) const {
    std::map<std::pair<int, int>, int> used;  // by place: the characters that are written
    for (const Exit& exit : exits_of(scene_)) {
      const std::string count = exit.text();
      auto [x, y] = place_of({exit.cell, exit.way});
      y = std::clamp(y, 0, height_ - (headings_.columns.empty() ? 1 : 2));  // there is no more room for beams that leave
      int& before = used[{x, y}];
      Mark like;
      like.colour = exit.colour;
      const int size = static_cast<int>(count.size());
      const bool is_left = scene_.directions[static_cast<std::size_t>(exit.way)].drawn_dx < 0;  // of its cell
      canvas.write(is_left ? x - before - size + 1 : x + before, y, count, like);
      before += size;
    }
  }

  const Scene& scene_;
  TerminalStyle style_;
  Headings headings_;
  Neighbours neighbours_;
  std::vector<Wall> walls_;
  std::vector<bool> acts_;  // by cell: it acts on beams
  std::vector<std::optional<Payload>> light_;
  bool coloured_light_ = false;
  std::vector<Mark> tokens_;  // by cell: all its characters in one mark
  Spread spread_;
  int token_width_ = 1, heading_left_ = 0, width_ = 0, height_ = 0;
  bool flat_ = false;  // a line for each row
  bool is_narrow_ = false;
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

std::string picture(const Scene& scene, const TerminalStyle& style) { return TextPicture(scene, style).draw(); }

}  // namespace glint::view
