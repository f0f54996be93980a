// What all parts of an SVG share: texts, numbers, the colours of the page.
#pragma once

#include <ostream>
#include <string>
#include <string_view>

#include "interpreter/view/scene/geometry.hpp"
#include "interpreter/view/svg/colour.hpp"

namespace glint::view {

inline constexpr Rgb kPage = {0.984, 0.976, 0.957};
inline constexpr Rgb kDark = {0.20, 0.19, 0.18};
inline constexpr Rgb kCell = {0.918, 0.902, 0.867};
inline constexpr Rgb kWhiteRim = {0.75, 0.65, 0.40};  // the rim of white light on a light page
inline constexpr Rgb kPlain = {0.62, 0.60, 0.56};     // pieces without colour

/// For HTML and SVG, well-formed whatever the text is: with entities, and escapes as of `lang::escaped`.
std::string escape(std::string_view text);
/// A number with at most one decimal, so that files are short and the same on all machines.
std::string number(double value);
std::string pair(Point p);
/// The coordinates of points, scaled and moved by `from`.
std::string pairs(const std::vector<Point>& points, double scale = 1, Point from = {});
void text_to(std::ostream& out, Point at, std::string_view words, const std::string& attributes);
/// Writes a circle with these attributes; the caller ends its tag.
void circle_to(std::ostream& out, Point at, double radius, const std::string& attributes);
/// Writes a straight line with these attributes.
void line_to(std::ostream& out, Point from, Point to, const std::string& attributes);

}  // namespace glint::view
