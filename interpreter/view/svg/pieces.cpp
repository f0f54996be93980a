#include "interpreter/view/svg/pieces.hpp"

#include <algorithm>
#include <set>

#include "interpreter/view/svg/text.hpp"
#include "interpreter/view/terminal/terminal.hpp"

namespace glint::view {
namespace {

/// The size of a piece: the number in its first field that is one.
std::optional<std::int64_t> size_of(const PieceInfo& piece) {
  for (const auto& [name, value] : piece.fields) {
    if (const auto number = take_apart(value).number) return number;
  }
  return std::nullopt;
}

/// Whether a piece fills its cell: its look is the sign of a block, and it shows nothing else.
bool fills_cell(const PieceInfo& piece) {
  if (!piece.sides.empty() || !piece.emits.empty() || piece.facing >= 0 || piece.axis >= 0) return false;
  const std::string& glyph = piece.glyph;
  for (const char* const sign : {"#", "##", "█", "■", "▓", "▒", "░", "▉", "◼"})
    if (glyph == sign) return true;
  return false;
}

Point unit(Point p) { return p * (1 / length(p)); }

std::string facing_nose(Point at, double radius, Point ahead) {
  const Point d = unit(ahead), side = {-d.y, d.x};
  return pair(at + d * (radius * 0.74)) + " " + pair(at - d * (radius * 0.36) + side * (radius * 0.52)) + " " +
         pair(at - d * (radius * 0.12)) + " " + pair(at - d * (radius * 0.36) - side * (radius * 0.52));
}

/// An arrow at the rim, as the centre is needed for the look.
std::string facing_tip(Point at, double radius, Point ahead) {
  const Point d = unit(ahead), side = {-d.y, d.x};
  return pair(at + d * (radius * 1.12)) + " " + pair(at + d * (radius * 0.66) + side * (radius * 0.34)) + " " +
         pair(at + d * (radius * 0.66) - side * (radius * 0.34));
}

void draw_disc(std::ostream& out, Point at, double radius, const std::string& attributes) {
  circle_to(out, at, radius, attributes + "/>\n");
}

void draw_letter(std::ostream& out, Point at, const std::string& glyph, double size, Rgb colour) {
  text_to(out, at + Point{0, size * 0.36}, glyph,
          "text-anchor=\"middle\" font-weight=\"600\" font-size=\"" + number(size) + "\" fill=\"" + hex(colour) + "\"");
}

}  // namespace

PieceDrawing::PieceDrawing(const Scene& scene, const Layout& layout) : scene_(scene), layout_(layout) {
  std::set<std::string> lying;
  for (const auto& stack : scene.pieces) {
    for (const PieceInfo& piece : stack) {
      if (const auto size = size_of(piece)) largest_ = std::max(largest_, *size);
      if (piece.axis >= 0) lying.insert(piece.kind);
    }
  }
  several_lie_ = lying.size() > 1;
  several_face_ = are_several_sorts_facing();
}

/// Whether beams are drawn as arms. A single beam along the piece's direction is shown by its arrow, unless it has a
/// power.
bool PieceDrawing::has_arms(const PieceInfo& piece) const {
  return piece.emits.size() > 1 || power_of(piece, scene_).has_value();
}

bool PieceDrawing::is_direction(const std::string& name) const {
  return std::any_of(scene_.directions.begin(), scene_.directions.end(),
                     [&](const DirectionInfo& one) { return one.name == name; });
}

bool PieceDrawing::are_several_sorts_facing() const {
  std::set<std::string> sorts;
  for (const auto& stack : scene_.pieces)
    for (PieceInfo piece : stack) {
      if (piece.facing < 0 || has_arms(piece) || !piece.sides.empty()) continue;
      piece.facing = -1;
      piece.owner = -1;
      std::erase_if(piece.fields,
                    [&](const auto& field) { return colour_of_word(field.second) || is_direction(field.second); });
      sorts.insert(describe(piece, scene_));
    }
  return sorts.size() > 1;
}

void PieceDrawing::draw_stack(std::ostream& out, std::size_t cell, Point middle) const {
  const auto& stack = scene_.pieces[cell];
  if (stack.empty()) return;
  // If sizes differ, pieces are drawn nested, seen from above; otherwise as a pile.
  std::set<std::int64_t> sizes;
  for (const PieceInfo& piece : stack) sizes.insert(size_of(piece).value_or(0));
  const bool nested = sizes.size() == stack.size();
  const double lift = stack.size() > 1 ? (nested ? 2.5 : 7.0) : 0;
  for (std::size_t level = 0; level < stack.size(); ++level) {
    const double up = lift * (static_cast<double>(level) - static_cast<double>(stack.size() - 1) / 2);
    const double down = stack[level].axis >= 0 ? 0 : 2;  // a line goes through the centre of its cell
    draw(out, stack[level], middle - Point{0, up + down}, layout_.inner * (stack.size() > 1 ? 0.57 : 0.62),
         level + 1 == stack.size());
  }
}

PieceDrawing::Pen PieceDrawing::pen_of(const PieceInfo& piece) const {
  const auto colour = colour_of(piece, scene_);
  Pen pen;
  pen.fill = colour ? ink(*colour) : kPlain;
  pen.rim = blend(pen.fill, {0, 0, 0}, 0.30);
  const bool own_colour = piece.owner >= 0 && colour && !(colour_of_player(piece.owner, scene_) == *colour);
  if (own_colour) pen.rim = ink(colour_of_player(piece.owner, scene_));
  pen.letter = brightness(pen.fill) > 0.62 ? kDark : Rgb{1, 1, 1};
  pen.attributes = "fill=\"" + hex(pen.fill) + "\" stroke=\"" + hex(pen.rim) + "\" stroke-width=\"" +
                   (own_colour ? "3" : "2") + "\"";
  return pen;
}

/// The piece in a few letters: its look, or if that is too long, its first field that the drawing does not show.
std::string PieceDrawing::short_text(const PieceInfo& piece) const {
  constexpr std::size_t kShort = 3, kAtMost = 4;
  if (width_of(piece.glyph) <= kShort) return piece.glyph;
  for (const auto& field : piece.fields) {
    const std::string& value = field.second;
    const bool is_drawn = colour_of_word(value) || is_direction(value);
    if (!is_drawn && !value.empty() && width_of(value) <= kAtMost) return value;
  }
  return piece.glyph;
}

bool PieceDrawing::is_block(std::size_t cell) const {
  const auto& stack = scene_.pieces[cell];
  return stack.size() == 1 && fills_cell(stack.front());
}

void PieceDrawing::draw_sample(std::ostream& out, const PieceInfo& piece, Point at, double radius) const {
  // Blocks and lines reach beyond the radius, and rows are narrow.
  const double share = fills_cell(piece) ? 0.64 : piece.axis >= 0 ? 0.75 : 1;
  draw(out, piece, at, radius * share, !power_of(piece, scene_) && !size_of(piece));
}

/// Draws a piece as large as the radius allows: as a stroke along its axis, a disc with arms or an arrow, a square if
/// it has a size, else a disc with its glyph.
void PieceDrawing::draw(std::ostream& out, const PieceInfo& piece, Point at, double radius, bool with_text) const {
  const Pen pen = pen_of(piece);
  out << "<g><title>" << escape(describe(piece, scene_)) << "</title>\n";
  if (fills_cell(piece)) {
    // Within its cell, also where `at` and `radius` are those of the legend.
    out << "<polygon points=\"" << pairs(layout_.outline, 1.34 * radius / layout_.inner, at) << "\" "
        << pen.attributes << " stroke-linejoin=\"round\"/>\n";
  } else if (piece.axis >= 0) {
    draw_line(out, piece, at, radius, pen);
  } else if (has_arms(piece)) {
    draw_emitter(out, piece, at, radius, pen, with_text);
  } else if (piece.facing >= 0 && piece.sides.empty()) {
    draw_facing(out, piece, at, radius, pen);
  } else if (const auto size = size_of(piece); size && largest_ > 0) {
    draw_sized(out, *size, at, radius, pen, with_text);
  } else {
    const double r = radius * 0.94;
    draw_disc(out, at, r, pen.attributes);
    const std::string text = short_text(piece);
    const double letters = static_cast<double>(std::max<std::size_t>(width_of(text), 1));
    if (with_text && !text.empty()) draw_letter(out, at, text, std::min(r * 1.15, r * 2.2 / letters), pen.letter);
  }
  out << "</g>\n";
}

void PieceDrawing::draw_line(std::ostream& out, const PieceInfo& piece, Point at, double radius, const Pen& pen) const {
  const auto along = static_cast<std::size_t>(piece.axis / 2);
  Point way = unit(layout_.steps[along]);
  if (piece.axis % 2 == 1) way = unit(way + unit(layout_.steps[(along + 1) % layout_.steps.size()]));
  const Point from = at - way * (radius * 1.25), to = at + way * (radius * 1.25);
  const auto stroke = [&](Rgb colour, double width) {
    line_to(out, from, to,
            "stroke=\"" + hex(colour) + "\" stroke-width=\"" + number(width) + "\" stroke-linecap=\"round\"");
  };
  stroke(pen.rim, radius * 0.36);
  stroke(pen.fill, radius * 0.22);
  if (!several_lie_) return;
  // Pieces of several kinds have an axis, so the look tells them apart.
  draw_disc(out, at, radius * 0.42, pen.attributes);
  draw_letter(out, at, piece.glyph.substr(0, 1), radius * 0.5, pen.letter);
}

void PieceDrawing::draw_emitter(std::ostream& out, const PieceInfo& piece, Point at, double radius, const Pen& pen,
                                bool with_text) const {
  for (const BeamStep& beam : piece.emits) {
    const Point way = unit(layout_.steps[static_cast<std::size_t>(beam.way)]);
    line_to(out, at, at + way * (radius * 1.36),
            "stroke=\"" + hex(pen.rim) + "\" stroke-width=\"" + number(radius * 0.4) + "\" stroke-linecap=\"round\"");
  }
  const double r = radius * 0.82;
  draw_disc(out, at, r, pen.attributes);
  if (!with_text) return;
  const std::string name = short_text(piece);
  const double letters = static_cast<double>(std::max<std::size_t>(width_of(name), 1));
  const auto power = power_of(piece, scene_);
  if (!power) {
    draw_letter(out, at, name, std::min(r * 1.15, r * 2.2 / letters), pen.letter);
    return;
  }
  draw_letter(out, at - Point{0, r * 0.22}, std::to_string(*power), r * 0.98, pen.letter);
  const bool is_told = is_direction(name);  // by its arms
  if (!is_told && name != std::to_string(*power)) draw_letter(out, at + Point{0, r * 0.55}, name, r * 0.5, pen.letter);
}

void PieceDrawing::draw_facing(std::ostream& out, const PieceInfo& piece, Point at, double radius,
                               const Pen& pen) const {
  const Point way = layout_.steps[static_cast<std::size_t>(piece.facing)];
  if (!several_face_) {
    draw_disc(out, at, radius, pen.attributes);
    out << "<polygon points=\"" << facing_nose(at, radius, way) << "\" fill=\"" << hex(pen.letter)
        << "\" stroke-linejoin=\"round\"/>\n";
    return;
  }
  out << "<polygon points=\"" << facing_tip(at, radius, way) << "\" fill=\"" << hex(pen.rim)
      << "\" stroke-linejoin=\"round\"/>\n";
  draw_disc(out, at, radius * 0.82, pen.attributes);
  const double letters = static_cast<double>(std::max<std::size_t>(width_of(piece.glyph), 1));
  draw_letter(out, at, piece.glyph, std::min(radius * 0.9, radius * 1.8 / letters), pen.letter);
}

void PieceDrawing::draw_sized(std::ostream& out, std::int64_t size, Point at, double radius, const Pen& pen,
                              bool with_text) const {
  const double half =
      radius * (0.30 + 0.62 * static_cast<double>(std::max<std::int64_t>(size, 0)) / static_cast<double>(largest_));
  out << "<rect x=\"" << number(at.x - half) << "\" y=\"" << number(at.y - half) << "\" width=\"" << number(2 * half)
      << "\" height=\"" << number(2 * half) << "\" rx=\"" << number(half * 0.22) << "\" " << pen.attributes << "/>\n";
  // Ridges show that it is seen from above.
  for (const int sign : {1, -1}) {
    line_to(out, {at.x - half * 0.82, at.y - sign * half * 0.82}, {at.x + half * 0.82, at.y + sign * half * 0.82},
            "stroke=\"" + hex(pen.rim) + "\" stroke-opacity=\"0.45\" stroke-width=\"1\"");
  }
  if (with_text) draw_letter(out, at, std::to_string(size), std::max(9.0, half * 0.85), pen.letter);
}

}  // namespace glint::view
