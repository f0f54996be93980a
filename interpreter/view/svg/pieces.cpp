#include "interpreter/view/svg/pieces.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "interpreter/view/svg/svg.hpp"
#include "interpreter/view/terminal/terminal.hpp"

namespace glint::view {

namespace {

/// The size of a piece: the first number in a field that is called so; any number where pieces stand on one another.
std::optional<std::int64_t> size_of(const PieceInfo& piece, const Scene& scene) {
  for (const auto& [name, value] : piece.fields) {
    const bool is_size = scene.has_stacks || name == "size" || name == "height" || name == "tall";
    if (const auto number = take_apart(value).number; number && is_size) return number;
  }
  return std::nullopt;
}

/// True if a piece fills its cell: its look is the sign of a block, and it shows nothing else.
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

/// An arrow at the rim, because the centre is needed for the look.
std::string facing_tip(Point at, double radius, Point ahead) {
  const Point d = unit(ahead), side = {-d.y, d.x};
  return pair(at + d * (radius * 1.3)) + " " + pair(at + d * (radius * 0.66) + side * (radius * 0.46)) + " " +
         pair(at + d * (radius * 0.66) - side * (radius * 0.46));
}

/// A regular form: its corners, where the first of them is (in quarters of a turn from the right), and how large it is
/// drawn, to fill as much as a disc.
struct Form {
  int corners;
  double turn, scale;
  double inner = 1;  // radius of every second corner: less in a star
};
/// By shape, in the order of kShapes; 0 corners: a disc. The first eight are those of kinds that name none.
constexpr Form kForms[] = {{0, 0, 1},     {4, 0.5, 1.2}, {6, 1. / 3, 1.08}, {4, 0, 1.2},         {8, 0.25, 1.05},
                           {3, -1, 1.32}, {5, -1, 1.12}, {3, 1, 1.32},      {10, -1, 1.35, 0.55}};
constexpr std::size_t kOfKinds = 8;
static_assert(std::size(kForms) == std::size(kShapes));

void draw_letter(Markup& out, Point at, const std::string& glyph, double size, Rgb colour) {
  text_to(out, at + Point{0, size * 0.36}, glyph, "font-size=\"" + number(size) + "\" fill=\"" + hex(colour) + "\"");
}

/// The width of a printed look, in small letters; at least one.
double breadth_of(const std::string& look) {
  double breadth = static_cast<double>(width_of(look));
  for (const char c : look)
    if (c >= 'A' && c <= 'Z') breadth += c == 'W' || c == 'M' ? 0.5 : 0.2;
  return std::max(breadth, 1.0);
}

/// As large as `width` allows, `most` at most.
void draw_fitting(Markup& out, Point at, const std::string& text, double most, double width, Rgb colour) {
  draw_letter(out, at, text, std::min(most, width / breadth_of(text)), colour);
}

constexpr std::size_t kMostLetters = 5;  // for which there is room

/// Dark letters, which stay dark on a dark page.
constexpr Rgb kDarkLetter = {0.14, 0.13, 0.12};

constexpr Rgb kUnnamed = {0.5, 0.5, 0.5};  // marks without a colour

}  // namespace

PieceDrawing::PieceDrawing(const Scene& scene, const Layout& layout, Tones& tones)
    : scene_(scene), layout_(layout), tones_(tones) {
  std::set<std::string> lying, facing;
  for (const auto& stack : scene.pieces) {
    for (const PieceInfo& piece : stack) {
      if (const auto size = size_of(piece, scene)) largest_ = std::max(largest_, *size);
      if (piece.axis >= 0) lying.insert(piece.kind);
      if (shows_arrow(piece)) facing.insert(piece.kind + " " + undirected(piece));
    }
  }
  several_lie_ = lying.size() > 1;
  several_face_ = facing.size() > 1;
}

/// True if beams are drawn as arms. A single beam along the piece's direction is shown by its arrow, unless it has a
/// power.
bool PieceDrawing::has_arms(const PieceInfo& piece) const {
  return piece.emits.size() > 1 || power_of(piece, scene_).has_value();
}

bool PieceDrawing::is_direction(const std::string& name) const {
  return std::any_of(scene_.directions.begin(), scene_.directions.end(),
                     [&](const DirectionInfo& one) { return one.name == name; });
}

bool PieceDrawing::shows_arrow(const PieceInfo& piece) const {
  return piece.facing >= 0 && piece.axis < 0 && piece.sides.empty() && !has_arms(piece);
}

std::string PieceDrawing::undirected(const PieceInfo& piece) const {
  if (piece.facing < 0) return piece.glyph;
  const std::string& way = scene_.way_name(piece.facing);
  const std::size_t at = piece.glyph.rfind(way);
  if (at == std::string::npos || at + way.size() != piece.glyph.size()) return piece.glyph;
  return piece.glyph.substr(0, at);
}

std::string PieceDrawing::letters_beside_arrow(const PieceInfo& piece) const {
  return several_face_ || has_arms(piece) ? undirected(piece) : "";
}

int PieceDrawing::kind_of(const PieceInfo& piece) const {
  const auto found = std::find(scene_.kinds.begin(), scene_.kinds.end(), piece.kind);
  return found == scene_.kinds.end() ? 0 : static_cast<int>(found - scene_.kinds.begin());
}

std::string PieceDrawing::rim_of_player(int player) const {
  if (player <= 0) return "";
  const double apart = brightness(ink(colour_of_player(player, scene_))) - brightness(ink(colour_of_player(0, scene_)));
  if (std::fabs(apart) > 0.5) return "";
  constexpr const char* kBroken[] = {"5 2", "2 2", "9 3"};
  return std::string(" stroke-dasharray=\"") + kBroken[(player - 1) % 3] + "\"";
}

void PieceDrawing::draw_body(Markup& out, const PieceInfo& piece, Point at, double radius,
                             const std::string& attributes) const {
  std::optional<std::size_t> shape;
  for (const auto& field : piece.fields)
    if (!shape) shape = shape_of(field);
  const Form& form = kForms[shape.value_or(static_cast<std::size_t>(kind_of(piece)) % kOfKinds)];
  if (form.corners == 0) {
    circle_to(out, at, radius, attributes + "/>\n");
    return;
  }
  std::vector<Point> corners;
  for (int i = 0; i < form.corners; ++i) {
    const double turn = (form.turn / 4 + static_cast<double>(i) / form.corners) * 2 * 3.14159265358979;
    corners.push_back(Point{std::cos(turn), std::sin(turn)} * (radius * form.scale * (i % 2 ? form.inner : 1)));
  }
  out << "<polygon points=\"" << pairs(corners, 1, at) << "\" " << attributes << "/>\n";
}

void PieceDrawing::draw_stack(Markup& out, std::size_t cell, Point middle) const {
  const auto& stack = scene_.pieces[cell];
  if (stack.empty()) return;
  // If sizes differ, pieces are drawn nested, seen from above; otherwise as a pile.
  std::set<std::int64_t> sizes;
  for (const PieceInfo& piece : stack) sizes.insert(size_of(piece, scene_).value_or(0));
  const bool nested = sizes.size() == stack.size();
  const double lift = stack.size() > 1 ? (nested ? 2.5 : 7.0) : 0;
  for (std::size_t level = 0; level < stack.size(); ++level) {
    const double up = lift * (static_cast<double>(level) - static_cast<double>(stack.size() - 1) / 2);
    const double down = stack[level].axis >= 0 ? 0 : 2;  // a line goes through the centre of its cell
    const auto taken = scene_.taken.find(static_cast<int>(cell));
    const bool is_top = level + 1 == stack.size();
    draw(out, stack[level], middle - Point{0, up + down}, layout_.inner * (stack.size() > 1 ? 0.57 : 0.62), is_top,
         is_top && taken != scene_.taken.end() ? taken->second : 0);
  }
}

PieceDrawing::Pen PieceDrawing::pen_of(const PieceInfo& piece) const {
  const auto colour = colour_of(piece, scene_);
  Pen pen;
  pen.fill = colour ? ink(*colour) : fills_cell(piece) ? kPlain : kind_tone(kind_of(piece));
  // A colour that is nearly black gets a light rim on a dark page.
  const bool is_dark = brightness(pen.fill) < 0.25;
  pen.rim = {blend(pen.fill, {0, 0, 0}, brightness(pen.fill) > 0.9 ? 0.5 : 0.30),
             is_dark ? Rgb{0.62, 0.60, 0.56} : blend(pen.fill, {1, 1, 1}, 0.4)};
  const bool own_colour = piece.owner >= 0 && colour && !(colour_of_player(piece.owner, scene_) == *colour);
  if (own_colour) pen.rim.light = pen.rim.dark = ink(colour_of_player(piece.owner, scene_));
  pen.letter = brightness(pen.fill) > 0.52 ? kDarkLetter : Rgb{1, 1, 1};
  pen.attributes = "fill=\"" + (is_dark ? tones_.fill({pen.fill, {0.03, 0.03, 0.03}}) : hex(pen.fill)) +
                   "\" stroke=\"" + tones_.stroke(pen.rim) + "\" stroke-width=\"" + (own_colour ? "3" : "2") + "\"" +
                   rim_of_player(piece.owner);
  return pen;
}

/// The piece in a few letters: its look, or if that is too long, its first field that the drawing does not show.
std::string PieceDrawing::short_text(const PieceInfo& piece) const {
  constexpr std::size_t kShort = 2, kAtMost = 4;
  if (width_of(piece.glyph) <= kShort) return piece.glyph;
  for (const auto& field : piece.fields) {
    const std::string& value = field.second;
    const bool is_drawn = colour_of_word(value) || is_direction(value) || shape_of(field);
    if (!is_drawn && !value.empty() && width_of(value) <= kAtMost) return value;
  }
  return piece.glyph;
}

bool PieceDrawing::is_block(std::size_t cell) const {
  const auto& stack = scene_.pieces[cell];
  return stack.size() == 1 && fills_cell(stack.front());
}

void PieceDrawing::draw_sample(Markup& out, const PieceInfo& piece, Point at, double radius) const {
  // Blocks and lines reach beyond the radius, and rows are narrow.
  const double share = fills_cell(piece) ? 0.64 : piece.axis >= 0 || has_arms(piece) ? 0.75 : 1;
  draw(out, piece, at, radius * share, !power_of(piece, scene_) && !size_of(piece, scene_));
}

/// Draws a piece as large as the radius allows: as a stroke along its axis, a disc with arms or an arrow, a square if
/// it has a size, else a disc with its glyph.
void PieceDrawing::draw(Markup& out, const PieceInfo& piece, Point at, double radius, bool with_text,
                        std::int64_t taken) const {
  const Pen pen = pen_of(piece);
  out << "<g><title>" << escape(describe(piece, scene_)) << "</title>\n";
  if (fills_cell(piece)) {
    // Within its cell, also where `at` and `radius` are those of the legend.
    out << "<polygon points=\"" << pairs(layout_.outline, 1.34 * radius / layout_.inner, at) << "\" " << pen.attributes
        << "/>\n";
  } else if (piece.axis >= 0) {
    draw_line(out, piece, at, radius, pen);
  } else if (has_arms(piece)) {
    draw_emitter(out, piece, at, radius, pen, with_text);
  } else if (shows_arrow(piece)) {
    draw_facing(out, piece, at, radius, pen);
  } else if (const auto size = size_of(piece, scene_); size && largest_ > 0) {
    draw_sized(out, piece, *size, at, radius, pen, with_text);
  } else {
    const double r = radius * 0.94;
    draw_body(out, piece, at, r, pen.attributes);
    const bool is_shown_whole = piece.facing < 0 && width_of(piece.glyph) <= kMostLetters;
    const std::string text = is_shown_whole ? piece.glyph : short_text(piece);
    if (taken > 0) {
      draw_letter(out, at - Point{0, r * 0.22}, "−" + std::to_string(taken), r * 0.98, pen.letter);
      draw_letter(out, at + Point{0, r * 0.55}, text, r * 0.5, pen.letter);
    } else if (with_text && !text.empty()) {
      draw_fitting(out, at, text, r * 1.15, r * 2.2, pen.letter);
    }
  }
  out << "</g>\n";
}

void PieceDrawing::draw_line(Markup& out, const PieceInfo& piece, Point at, double radius, const Pen& pen) const {
  const auto along = static_cast<std::size_t>(piece.axis / 2);
  Point way = unit(layout_.steps[along]);
  if (piece.axis % 2 == 1) way = unit(way + unit(layout_.steps[(along + 1) % layout_.steps.size()]));
  const Point from = at - way * (radius * 1.25), to = at + way * (radius * 1.25);
  const auto stroke = [&](const std::string& colour, double width, const std::string& more) {
    line_to(out, from, to, "stroke=\"" + colour + "\" stroke-width=\"" + number(width) + "\"" + more);
  };
  stroke(tones_.stroke(pen.rim), radius * 0.36, "");
  const std::string broken = rim_of_player(piece.owner);
  stroke(hex(pen.fill), radius * 0.22, broken.empty() ? "" : broken + " stroke-linecap=\"butt\"");
  if (!several_lie_) return;
  // Pieces of several kinds have an axis, so the look tells them apart.
  draw_body(out, piece, at, radius * 0.42, pen.attributes);
  draw_letter(out, at, piece.glyph.substr(0, 1), radius * 0.5, pen.letter);
}

void PieceDrawing::draw_emitter(Markup& out, const PieceInfo& piece, Point at, double radius, const Pen& pen,
                                bool with_text) const {
  for (const BeamStep& beam : piece.emits) {
    const Point way = unit(layout_.steps[static_cast<std::size_t>(beam.way)]);
    line_to(out, at, at + way * (radius * 1.36),
            "stroke=\"" + tones_.stroke(pen.rim) + "\" stroke-width=\"" + number(radius * 0.4) + "\"");
  }
  const double r = radius * 0.82;
  draw_body(out, piece, at, r, pen.attributes);
  PieceInfo plain = piece;
  plain.glyph = undirected(piece);
  const std::string name = short_text(plain);
  const auto power = power_of(piece, scene_);
  if (!power || !with_text) {
    if (!with_text && width_of(name) > 2) return;
    draw_fitting(out, at, name, r * 1.15, r * 2.2, pen.letter);
    return;
  }
  draw_letter(out, at - Point{0, r * 0.22}, std::to_string(*power), r * 0.98, pen.letter);
  const bool is_told = is_direction(name);  // by its arms
  if (!is_told && name != std::to_string(*power)) draw_letter(out, at + Point{0, r * 0.55}, name, r * 0.5, pen.letter);
}

void PieceDrawing::draw_facing(Markup& out, const PieceInfo& piece, Point at, double radius, const Pen& pen) const {
  const Point way = layout_.steps[static_cast<std::size_t>(piece.facing)];
  if (!several_face_) {
    draw_body(out, piece, at, radius, pen.attributes);
    out << "<polygon points=\"" << facing_nose(at, radius, way) << "\" fill=\"" << hex(pen.letter) << "\"/>\n";
    return;
  }
  out << "<polygon points=\"" << facing_tip(at, radius, way) << "\" fill=\"" << tones_.fill(pen.rim) << "\"/>\n";
  draw_body(out, piece, at, radius * 0.82, pen.attributes);
  draw_fitting(out, at, undirected(piece), radius * 0.9, radius * 1.8, pen.letter);
}

void PieceDrawing::draw_sized(Markup& out, const PieceInfo& piece, std::int64_t size, Point at, double radius,
                              const Pen& pen, bool with_text) const {
  const double half =
      radius * (0.30 + 0.62 * static_cast<double>(std::max<std::int64_t>(size, 0)) / static_cast<double>(largest_));
  out << "<rect x=\"" << number(at.x - half) << "\" y=\"" << number(at.y - half) << "\" width=\"" << number(2 * half)
      << "\" height=\"" << number(2 * half) << "\" rx=\"" << number(half * 0.22) << "\" " << pen.attributes << "/>\n";
  // Ridges show that it is seen from above.
  for (const int sign : {1, -1}) {
    line_to(out, {at.x - half * 0.82, at.y - sign * half * 0.82}, {at.x + half * 0.82, at.y + sign * half * 0.82},
            "stroke=\"" + tones_.stroke(pen.rim) + "\" stroke-opacity=\"0.45\" stroke-width=\"1\"");
  }
  if (!with_text) return;
  const std::string text = width_of(piece.glyph) <= kMostLetters ? piece.glyph : std::to_string(size);
  draw_letter(out, at, text, std::max(9.0, std::min(half * 0.95, half * 2.2 / breadth_of(text))), pen.letter);
}

Looks::Looks(const Scene& drawn)
    : scene(drawn),
      layout(lay_out(drawn.cells, drawn.directions, kPitch)),
      light(light_of(drawn)),
      trails(trails_of(drawn, layout)),
      has_colours(view::has_colours(drawn)),
      pieces(drawn, layout, tones) {
  each_beam(drawn, [&](const Beam&, const auto& sender) { are_owned_ = are_owned_ || sender; });
}

Tone Looks::fill_of(const Payload& payload) const {
  const auto colour = colour_of(payload);
  // Light without colours is warm. That of players is in their lines, and leaves the tints of their territories.
  if (!colour) return has_colours || are_owned_ ? kCell : Tone{{0.97, 0.90, 0.74}, {0.36, 0.29, 0.14}};
  if (is_white(*colour)) return {{1, 1, 1}, {1, 1, 1}};
  return {blend(Rgb{1, 1, 1}, ink(*colour), 0.38), blend(kCell.dark, ink(*colour), 0.42)};
}

Tone Looks::tinted(Tone plain, const Ground& ground, double amount) {
  return blend(plain, ink(ground.colour.value_or(kUnnamed)), amount);
}

std::string Looks::texture(Markup& out, const Ground& ground) {
  constexpr const char* kTextures[] = {
      "<circle cx=\"4\" cy=\"4\" r=\"1.3\"/>",                                             // dots
      "<rect y=\"3\" width=\"8\" height=\"1.4\"/>",                                        // level lines
      "<rect x=\"3\" width=\"1.4\" height=\"8\"/>",                                        // upright lines
      "<path d=\"M0 0h1.6l6.4 6.4v1.6h-1.6l-6.4 -6.4z\"/>",                                // falling lines
      "<rect y=\"3\" width=\"8\" height=\"1\"/><rect x=\"3\" width=\"1\" height=\"8\"/>",  // a grid
      "<rect x=\"1\" y=\"3\" width=\"4\" height=\"1.4\"/>"};                               // dashes
  const Rgb colour = ink(ground.colour.value_or(kUnnamed));
  const std::string drawn = " width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\" fill=\"" +
                            tones.fill({blend(colour, {0, 0, 0}, 0.35), blend(colour, {1, 1, 1}, 0.45)}) + "\">" +
                            kTextures[static_cast<std::size_t>(ground.texture) % std::size(kTextures)];
  const std::string name = name_of(drawn);
  if (textures_.insert(name).second) out << "<defs><pattern id=\"" << name << '"' << drawn << "</pattern></defs>\n";
  return "url(#" + name + ")";
}

std::string Looks::stroke(const std::optional<Rgb>& colour) {
  if (!colour) return "stroke=\"" + tones.stroke(kText) + '"';
  const Rgb tone = ink(*colour);
  return "stroke=\"" +
         tones.stroke({brightness(tone) > 0.8 ? blend(tone, {0, 0, 0}, 0.35) : tone,
                       brightness(tone) < 0.3 ? blend(tone, {1, 1, 1}, 0.5) : tone}) +
         '"';
}

std::string Looks::stroke_of(const Ground& mark) {
  constexpr const char* kBroken[] = {"", "9 4", "3 4", "14 4 3 4"};
  const std::string broken = kBroken[static_cast<std::size_t>(mark.texture) % std::size(kBroken)];
  return stroke(mark.colour) + (broken.empty() ? "" : " stroke-linecap=\"butt\" stroke-dasharray=\"" + broken + '"');
}

void Looks::ring(Markup& out, Point at, double scale) {
  out << "<polygon points=\"" << pairs(layout.outline, scale, at) << "\" fill=\"none\" stroke-width=\"2\" stroke=\""
      << tones.stroke(kText) << "\"/>\n";
}

std::string Looks::line_of(const Ground& look) {
  return stroke(look.colour) + " stroke-width=\"1.2\" stroke-opacity=\"0.4\"";
}

std::pair<Point, Point> Looks::side_of(int way) const {
  const Point step = layout.steps[static_cast<std::size_t>(way)];
  const Point ahead = step * (1 / length(step)), across = {-ahead.y, ahead.x};
  double reach = 0;
  for (std::size_t i = 0; i < layout.outline.size(); ++i) {
    const Point a = layout.outline[i], b = layout.outline[(i + 1) % layout.outline.size()];
    const Point middle = (a + b) * 0.5;
    if (length(middle - step * 0.5) < layout.inner * 0.05) {
      const Point half = (b - a) * 0.44;
      return {middle - half, middle + half};
    }
    reach = std::max(reach, a.x * ahead.x + a.y * ahead.y);
  }
  // The cells touch only at a corner.
  return {ahead * reach - across * (layout.inner * 0.3), ahead * reach + across * (layout.inner * 0.3)};
}

}  // namespace glint::view
