#include "interpreter/view/svg/looks.hpp"

#include <algorithm>
#include <iterator>

namespace glint::view {
namespace {

constexpr double kPitch = 72;             // between the centres of neighbours
constexpr Rgb kUnnamed = {0.5, 0.5, 0.5};  // marks without a colour

}  // namespace

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
      "<circle cx=\"4\" cy=\"4\" r=\"1.3\"/>",                     // dots
      "<rect y=\"3\" width=\"8\" height=\"1.4\"/>",                 // level lines
      "<rect x=\"3\" width=\"1.4\" height=\"8\"/>",                 // upright lines
      "<path d=\"M0 0h1.6l6.4 6.4v1.6h-1.6l-6.4 -6.4z\"/>",          // falling lines
      "<rect y=\"3\" width=\"8\" height=\"1\"/><rect x=\"3\" width=\"1\" height=\"8\"/>",  // a grid
      "<rect x=\"1\" y=\"3\" width=\"4\" height=\"1.4\"/>"};         // dashes
  const Rgb colour = ink(ground.colour.value_or(kUnnamed));
  const std::string drawn = " width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\" fill=\"" +
                            tones.fill({blend(colour, {0, 0, 0}, 0.35), blend(colour, {1, 1, 1}, 0.45)}) + "\">" +
                            kTextures[static_cast<std::size_t>(ground.texture) % std::size(kTextures)];
  const std::string name = name_of(drawn);
  if (textures_.insert(name).second)
    out << "<defs><pattern id=\"" << name << '"' << drawn << "</pattern></defs>\n";
  return "url(#" + name + ")";
}

std::string Looks::stroke(const std::optional<Rgb>& colour) {
  if (!colour) return "stroke=\"" + tones.stroke(kText) + '"';
  const Rgb tone = ink(*colour);
  return "stroke=\"" + tones.stroke({brightness(tone) > 0.8 ? blend(tone, {0, 0, 0}, 0.35) : tone,
                                     brightness(tone) < 0.3 ? blend(tone, {1, 1, 1}, 0.5) : tone}) + '"';
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
