#include "interpreter/view/svg.hpp"

#include <algorithm>
#include <cmath>
#include <locale>
#include <set>
#include <sstream>

#include "interpreter/view/geometry.hpp"
#include "interpreter/view/lanes.hpp"

namespace glint::view {
namespace {

constexpr double kPitch = 72;  // between the middles of neighbours
constexpr double kMargin = 36;
constexpr double kHeader = 74;  // title and status
constexpr double kLegendWidth = 250;
constexpr std::size_t kLegendText = 34;  // characters
constexpr Rgb kPage = {0.984, 0.976, 0.957};
constexpr Rgb kDark = {0.20, 0.19, 0.18};
constexpr Rgb kCell = {0.918, 0.902, 0.867};
constexpr Rgb kWhiteRim = {0.75, 0.65, 0.40};  // what sets white light off from a light page
constexpr Rgb kPlain = {0.62, 0.60, 0.56};     // pieces of no colour

std::string escape(std::string_view text) {
  std::string safe;
  for (char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return safe;
}

/// A number with one decimal at most: short files, the same everywhere.
std::string number(double value) {
  const long long tenths = std::llround(value * 10);
  std::string text = (tenths < 0 ? "-" : "") + std::to_string(std::llabs(tenths) / 10);
  if (tenths % 10 != 0) text += "." + std::to_string(std::llabs(tenths) % 10);
  return text;
}

std::string pair(Point p) { return number(p.x) + "," + number(p.y); }

std::string shortened(const std::string& text, std::size_t most) {
  if (text.size() <= most) return text;
  std::size_t end = most - 1;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

/// The number that says how large a piece is: its first field that prints as one.
std::optional<std::int64_t> size_of(const PieceInfo& piece) {
  for (const auto& [name, value] : piece.fields) {
    if (const auto number = take_apart(value).number) return number;
  }
  return std::nullopt;
}

class Drawing {
 public:
  explicit Drawing(const Scene& scene)
      : scene_(scene),
        layout_(lay_out(scene.cells, scene.directions, kPitch)),
        light_(light_of(scene)),
        coloured_(has_colours(scene)), several_face_(are_several_sorts_facing(scene)) {
    out_.imbue(std::locale::classic());
    for (const auto& stack : scene.pieces) {
      for (const PieceInfo& piece : stack) {
        if (const auto size = size_of(piece)) largest_ = std::max(largest_, *size);
      }
    }
  }

  std::string draw() {
    const double board_width = layout_.high.x - layout_.low.x, board_height = layout_.high.y - layout_.low.y;
    origin_ = Point{kMargin, kHeader + 16} - layout_.low;
    legend_left_ = kMargin + board_width + 44;
    draw_legend();
    const double width = legend_left_ + kLegendWidth;
    const double height = std::max(kHeader + 16 + board_height, legend_y_) + kMargin;

    out_ << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << number(width) << "\" height=\"" << number(height)
         << "\" viewBox=\"0 0 " << number(width) << ' ' << number(height)
         << "\" font-family=\"'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif\">\n"
         << "<title>" << escape(scene_.title) << "</title>\n"
         << "<rect width=\"100%\" height=\"100%\" fill=\"" << hex(kPage) << "\"/>\n";
    text({kMargin, 44}, scene_.title, "font-size=\"26\" font-weight=\"600\" fill=\"" + hex(kDark) + "\"");
    text({kMargin, 66}, scene_.status, "font-size=\"14\" fill=\"#7a756b\"");
    draw_cells();
    draw_beams();
    draw_labels();
    for (std::size_t cell = 0; cell < scene_.cells.size(); ++cell) draw_stack(cell);
    out_ << legend_.str() << "</svg>\n";
    return out_.str();
  }

 private:
  Point middle(std::size_t cell) const { return origin_ + layout_.middles[cell]; }

  void text(Point at, std::string_view words, const std::string& attributes) { text_to(out_, at, words, attributes); }

  static void text_to(std::ostream& out, Point at, std::string_view words, const std::string& attributes) {
    out << "<text x=\"" << number(at.x) << "\" y=\"" << number(at.y) << "\" " << attributes << '>' << escape(words)
        << "</text>\n";
  }

  std::string outline(double scale) const {
    std::string points;
    for (const Point& corner : layout_.outline) points += (points.empty() ? "" : " ") + pair(corner * scale);
    return points;
  }

  /// The soft fill of a cell that shows this light.
  Rgb fill_of(const Payload& payload) const {
    const auto colour = colour_of(payload);
    if (!colour) return coloured_ ? kCell : Rgb{0.97, 0.90, 0.74};  // light without colours: warm
    if (is_white(*colour)) return {1, 1, 1};
    return blend({1, 1, 1}, ink(*colour), 0.34);
  }

  static Rgb rim_of(const Payload& payload) {
    const auto colour = colour_of(payload);
    if (!colour) return kPlain;
    return is_white(*colour) ? kWhiteRim : ink(*colour);
  }

  void draw_cells() {
    out_ << "<g stroke=\"" << hex(kPage) << "\" stroke-width=\"2.5\" stroke-linejoin=\"round\">\n";
    for (std::size_t i = 0; i < scene_.cells.size(); ++i) {
      out_ << "<polygon transform=\"translate(" << pair(middle(i)) << ")\" points=\"" << outline(1) << "\" fill=\""
           << hex(light_[i] ? fill_of(*light_[i]) : kCell) << "\"/>\n";
    }
    out_ << "</g>\n";
    // White is what everything adds up to: on a light page it needs a rim to be seen.
    for (std::size_t i = 0; i < scene_.cells.size(); ++i) {
      const auto colour = light_[i] ? colour_of(*light_[i]) : std::nullopt;
      if (!colour || !is_white(*colour)) continue;
      out_ << "<polygon transform=\"translate(" << pair(middle(i)) << ")\" points=\"" << outline(0.93)
           << "\" fill=\"none\" stroke=\"" << hex(kWhiteRim) << "\" stroke-width=\"2\" stroke-linejoin=\"round\"/>\n";
    }
  }

  void draw_labels() {
    out_ << "<g font-size=\"10.5\" text-anchor=\"middle\" fill=\"#857f73\" stroke=\"" << hex(kPage)
         << "\" stroke-width=\"2.5\" stroke-opacity=\"0.7\" paint-order=\"stroke\">\n";
    const double low = label_drop();
    for (std::size_t i = 0; i < scene_.cells.size(); ++i) text(middle(i) + Point{0, low}, scene_.cells[i].label, "");
    out_ << "</g>\n";
  }

  /// Labels stand at the bottom of their cells, as low as the outline is still wide enough.
  double label_drop() const {
    double bottom = 0;
    for (const Point& corner : layout_.outline) bottom = std::max(bottom, corner.y);
    // The lowest corner of a pointed cell leaves no room for a word.
    double flat = 0;
    for (const Point& corner : layout_.outline) {
      if (bottom - corner.y < 1) flat = std::max(flat, std::abs(corner.x));
    }
    return flat > 8 ? bottom - 6 : bottom - 11;
  }

  void draw_beams() {
    const std::vector<Trail> trails = trails_of(scene_, layout_);
    if (trails.empty()) return;
    out_ << "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n";
    for (const Trail& trail : trails) {  // the glow under all of them first
      const std::string line = points_of(trail);
      if (!trail.colour && coloured_) continue;
      out_ << "<polyline points=\"" << line << "\" stroke=\"" << hex(tone_of(trail)) << "\" stroke-width=\""
           << number(11 + trail.strength) << "\" stroke-opacity=\"0.16\"/>\n";
    }
    for (const Trail& trail : trails) draw_trail(trail);
    out_ << "</g>\n";
  }

  std::string points_of(const Trail& trail) const {
    std::string points;
    for (const Point& point : trail.points) points += (points.empty() ? "" : " ") + pair(origin_ + point);
    return points;
  }

  Rgb tone_of(const Trail& trail) const {
    if (!trail.colour) return coloured_ ? Rgb{0.60, 0.58, 0.55} : Rgb{0.90, 0.58, 0.10};
    return is_white(*trail.colour) ? kWhiteRim : ink(*trail.colour);
  }

  void draw_trail(const Trail& trail) {
    const std::string line = points_of(trail);
    const double width = 2.4 + 0.5 * std::min(trail.strength, 6.0);
    const bool dark = !trail.colour && coloured_;
    const std::string tone = hex(tone_of(trail));
    out_ << "<polyline points=\"" << line << "\" stroke=\"" << tone << "\" stroke-width=\"" << number(width + 1) << '"'
         << (dark ? " stroke-dasharray=\"2 6\"" : "") << "/>\n";
    // A bright core: the beam is light and not ink.
    if (!dark) {
      const Rgb core = trail.colour && is_white(*trail.colour) ? Rgb{1, 1, 1} : blend(tone_of(trail), {1, 1, 1}, 0.62);
      out_ << "<polyline points=\"" << line << "\" stroke=\"" << hex(core) << "\" stroke-width=\""
           << number(trail.colour && is_white(*trail.colour) ? width - 0.6 : width * 0.36) << "\"/>\n";
    }
    const Point end = trail.points.back(), before = trail.points[trail.points.size() - 2];
    if (length(end - before) == 0) return;
    const Point ahead = (end - before) * (1 / length(end - before));
    const Point side = {-ahead.y, ahead.x};
    if (trail.leaves) {
      out_ << "<polygon points=\"" << pair(origin_ + end + ahead * 8) << ' ' << pair(origin_ + end + side * 4.5) << ' '
           << pair(origin_ + end - side * 4.5) << "\" fill=\"" << tone << "\"/>\n";
    } else if (trail.stopped) {
      out_ << "<line x1=\"" << number(origin_.x + end.x + side.x * 6) << "\" y1=\""
           << number(origin_.y + end.y + side.y * 6) << "\" x2=\"" << number(origin_.x + end.x - side.x * 6)
           << "\" y2=\"" << number(origin_.y + end.y - side.y * 6) << "\" stroke=\"" << tone
           << "\" stroke-width=\"3\"/>\n";
    }
  }

  void draw_stack(std::size_t cell) {
    const auto& stack = scene_.pieces[cell];
    if (stack.empty()) return;
    // Nested by size where sizes differ, seen from above; else piled up.
    std::set<std::int64_t> sizes;
    for (const PieceInfo& piece : stack) sizes.insert(size_of(piece).value_or(0));
    const bool nested = sizes.size() == stack.size();
    const double lift = stack.size() > 1 ? (nested ? 2.5 : 7.0) : 0;
    for (std::size_t level = 0; level < stack.size(); ++level) {
      const double up = lift * (static_cast<double>(level) - static_cast<double>(stack.size() - 1) / 2);
      draw_piece(out_, stack[level], middle(cell) - Point{0, up + 2}, layout_.inner * (stack.size() > 1 ? 0.57 : 0.62),
                 level + 1 == stack.size());
    }
  }

  static std::string facing_nose(Point at, double radius, Point ahead) {
    const Point d = ahead * (1 / length(ahead)), side = {-d.y, d.x};
    return pair(at + d * (radius * 0.74)) + " " + pair(at - d * (radius * 0.36) + side * (radius * 0.52)) + " " +
           pair(at - d * (radius * 0.12)) + " " + pair(at - d * (radius * 0.36) - side * (radius * 0.52));
  }

  /// The same at the rim, where the middle is needed for the look.
  static std::string facing_tip(Point at, double radius, Point ahead) {
    const Point d = ahead * (1 / length(ahead)), side = {-d.y, d.x};
    return pair(at + d * (radius * 1.12)) + " " + pair(at + d * (radius * 0.66) + side * (radius * 0.34)) + " " +
           pair(at + d * (radius * 0.66) - side * (radius * 0.34));
  }

  /// Would an arrow alone not tell the pieces apart? Then they show their looks, too.
  static bool are_several_sorts_facing(const Scene& scene) {
    std::set<std::string> sorts;
    for (const auto& stack : scene.pieces)
      for (PieceInfo piece : stack) {
        if (piece.facing < 0) continue;
        piece.facing = -1;
        piece.owner = -1;
        std::erase_if(piece.fields, [&](const auto& field) {
          const auto names = [&](const DirectionInfo& one) { return one.name == field.second; };
          return colour_of_word(field.second) || std::any_of(scene.directions.begin(), scene.directions.end(), names);
        });
        sorts.insert(describe(piece, scene));
      }
    return sorts.size() > 1;
  }

  /// A piece of the largest size that fits the radius: a disc with an arrow when it faces somewhere, a square seen from
  /// above when it has a size, else a disc with its glyph.
  void draw_piece(std::ostream& out, const PieceInfo& piece, Point at, double radius, bool with_text) const {
    const auto colour = colour_of(piece, scene_);
    const Rgb fill = colour ? ink(*colour) : kPlain;
    Rgb rim = blend(fill, {0, 0, 0}, 0.30);
    const bool own_colour = piece.owner >= 0 && colour && !(colour_of_player(piece.owner, scene_) == *colour);
    if (own_colour) rim = ink(colour_of_player(piece.owner, scene_));
    const std::string pen =
        "fill=\"" + hex(fill) + "\" stroke=\"" + hex(rim) + "\" stroke-width=\"" + (own_colour ? "3" : "2") + "\"";
    out << "<g><title>" << escape(describe(piece, scene_)) << "</title>\n";
    const Rgb letter = brightness(fill) > 0.62 ? kDark : Rgb{1, 1, 1};
    if (piece.facing >= 0 && several_face_) {
      out << "<polygon points=\"" << facing_tip(at, radius, layout_.steps[static_cast<std::size_t>(piece.facing)])
          << "\" fill=\"" << hex(rim) << "\" stroke-linejoin=\"round\"/>\n<circle cx=\"" << number(at.x) << "\" cy=\""
          << number(at.y) << "\" r=\"" << number(radius * 0.82) << "\" " << pen << "/>\n";
      const double glyphs = static_cast<double>(std::max<std::size_t>(piece.glyph.size(), 1));
      draw_letter(out, at, piece.glyph, std::min(radius * 0.9, radius * 1.8 / glyphs), letter);
    } else if (piece.facing >= 0) {
      out << "<circle cx=\"" << number(at.x) << "\" cy=\"" << number(at.y) << "\" r=\"" << number(radius) << "\" "
          << pen << "/>\n<polygon points=\""
          << facing_nose(at, radius, layout_.steps[static_cast<std::size_t>(piece.facing)]) << "\" fill=\""
          << hex(letter) << "\" stroke-linejoin=\"round\"/>\n";
    } else if (const auto size = size_of(piece); size && largest_ > 0) {
      const double half = radius * (0.30 + 0.62 * static_cast<double>(std::max<std::int64_t>(*size, 0)) /
                                               static_cast<double>(largest_));
      out << "<rect x=\"" << number(at.x - half) << "\" y=\"" << number(at.y - half) << "\" width=\""
          << number(2 * half) << "\" height=\"" << number(2 * half) << "\" rx=\"" << number(half * 0.22) << "\" " << pen
          << "/>\n";
      // Ridges: it is seen from above.
      for (const int sign : {1, -1}) {
        out << "<line x1=\"" << number(at.x - half * 0.82) << "\" y1=\"" << number(at.y - sign * half * 0.82)
            << "\" x2=\"" << number(at.x + half * 0.82) << "\" y2=\"" << number(at.y + sign * half * 0.82)
            << "\" stroke=\"" << hex(rim) << "\" stroke-opacity=\"0.45\" stroke-width=\"1\"/>\n";
      }
      if (with_text) draw_letter(out, at, std::to_string(*size), std::max(9.0, half * 0.85), letter);
    } else {
      const double r = radius * 0.82;
      out << "<circle cx=\"" << number(at.x) << "\" cy=\"" << number(at.y) << "\" r=\"" << number(r) << "\" " << pen
          << "/>\n";
      const double glyphs = static_cast<double>(std::max<std::size_t>(piece.glyph.size(), 1));
      if (with_text) draw_letter(out, at, piece.glyph, std::min(r * 1.15, r * 2.2 / glyphs), letter);
    }
    out << "</g>\n";
  }

  static void draw_letter(std::ostream& out, Point at, const std::string& glyph, double size, Rgb colour) {
    text_to(
        out, at + Point{0, size * 0.36}, glyph,
        "text-anchor=\"middle\" font-weight=\"600\" font-size=\"" + number(size) + "\" fill=\"" + hex(colour) + "\"");
  }

  // ---- the legend ----

  void heading(const std::string& words) {
    legend_y_ += 14;
    text_to(legend_, {legend_left_, legend_y_}, words,
            "font-size=\"11\" letter-spacing=\"1\" font-weight=\"600\" fill=\"#9a9488\"");
    legend_y_ += 24;
  }

  void entry(const std::string& words, bool strong = false) {
    text_to(legend_, {legend_left_ + 28, legend_y_ + 4.5}, shortened(words, kLegendText),
            "font-size=\"13\" fill=\"" + hex(kDark) + "\"" + (strong ? " font-weight=\"700\"" : ""));
    legend_y_ += 24;
  }

  void draw_legend() {
    legend_y_ = kHeader + 14;
    draw_players();
    draw_kinds();
    draw_lights();
    if (scene_.variables.empty()) return;
    heading("STATE");
    legend_y_ -= 4;
    for (const auto& [name, value] : scene_.variables) {
      text_to(legend_, {legend_left_, legend_y_},
              shortened(name + ": " + (value.empty() ? "none" : value), kLegendText),
              "font-size=\"13\" fill=\"" + hex(kDark) + "\"");
      legend_y_ += 20;
    }
  }

  void draw_players() {
    if (scene_.players.empty()) return;
    heading("PLAYERS");
    for (std::size_t i = 0; i < scene_.players.size(); ++i) {
      const bool moves = static_cast<int>(i) == scene_.to_move;
      const Rgb tone = ink(colour_of_player(static_cast<int>(i), scene_));
      legend_ << "<circle cx=\"" << number(legend_left_ + 9) << "\" cy=\"" << number(legend_y_) << "\" r=\"7\" fill=\""
              << hex(moves ? tone : kPage) << "\" stroke=\"" << hex(tone) << "\" stroke-width=\"3\"/>\n";
      entry(scene_.players[i] + (moves ? " (to move)" : ""), moves);
    }
  }

  void draw_kinds() {
    // One of each sort: facing, and size within a kind, do not make another.
    std::set<std::string> seen;
    std::vector<std::pair<PieceInfo, std::string>> sorts;
    for (const auto& stack : scene_.pieces) {
      for (PieceInfo piece : stack) {
        PieceInfo plain = piece;
        plain.facing = -1;
        if (!several_face_) piece.facing = -1;
        std::erase_if(plain.fields, [](const auto& field) { return !colour_of_word(field.second); });
        const std::string words = describe(plain, scene_);
        if (seen.insert(words).second) sorts.push_back({piece, words.substr(words.find(' ') + 1)});
      }
    }
    if (sorts.empty() || sorts.size() > 12) return;
    heading("PIECES");
    for (const auto& [piece, words] : sorts) {
      draw_piece(legend_, piece, {legend_left_ + 9, legend_y_}, 11, false);
      entry(words);
    }
  }

  void draw_lights() {
    std::set<std::string> seen;
    std::vector<Payload> lights;
    for (const auto& light : light_) {
      if (!light) continue;
      if (seen.insert(describe(*light, scene_.beam_fields)).second) lights.push_back(*light);
    }
    if (lights.empty() || lights.size() > 10 || scene_.beam_fields.empty()) return;
    heading("LIGHT");
    for (const Payload& light : lights) {
      legend_ << "<polygon transform=\"translate(" << pair({legend_left_ + 9, legend_y_}) << ")\" points=\""
              << outline(9 / layout_.inner) << "\" fill=\"" << hex(fill_of(light)) << "\" stroke=\""
              << hex(rim_of(light)) << "\" stroke-opacity=\"0.55\"/>\n";
      entry(describe(light, scene_.beam_fields));
    }
  }

  const Scene& scene_;
  Layout layout_;
  std::vector<std::optional<Payload>> light_;
  bool coloured_;
  bool several_face_;
  std::int64_t largest_ = 0;
  Point origin_;
  double legend_left_ = 0, legend_y_ = 0;
  std::ostringstream out_, legend_;
};

}  // namespace

std::string svg(const Scene& scene) { return Drawing(scene).draw(); }

}  // namespace glint::view
