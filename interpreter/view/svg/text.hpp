// The common parts of an SVG: texts, numbers, the colours of the page.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "interpreter/view/scene/geometry.hpp"
#include "interpreter/view/svg/colour.hpp"

namespace glint::view {

/// A colour on a light page, and its replacement on a dark one.
struct Tone {
  Rgb light, dark;
};
inline constexpr Tone kPage = {{0.984, 0.976, 0.957}, {0.102, 0.098, 0.090}};
inline constexpr Tone kText = {{0.20, 0.19, 0.18}, {0.918, 0.902, 0.867}};
inline constexpr Tone kFaint = {{0.48, 0.46, 0.42}, {0.66, 0.64, 0.59}};  // labels of cells, headings
inline constexpr Tone kCell = {{0.914, 0.898, 0.863}, {0.204, 0.196, 0.184}};
inline constexpr Rgb kWhiteRim = {0.75, 0.65, 0.40};  // the rim of white light
inline constexpr Rgb kPlain = {0.62, 0.60, 0.56};     // what has no colour

Tone blend(const Tone& from, Rgb to, double amount);

/// The colours of a picture that differ on a dark page. An element has the light colour as its attribute; a style sheet
/// replaces it if the reader prefers dark pages (programs without style sheets ignore that). Colours that are not used
/// through this class are the same on both pages.
class Tones {
 public:
  std::string fill(const Tone& tone) { return with("fill", tone); }
  std::string stroke(const Tone& tone) { return with("stroke", tone); }
  std::string style() const;

 private:
  std::string with(const std::string& property, const Tone& tone);

  std::map<std::pair<std::string, std::string>, std::string> dark_;  // by property and light colour
};

/// A text that grows by `<<`. With a stream of the standard library, a page would have to load all languages.
class Markup {
 public:
  Markup& operator<<(std::string_view more) {
    text_ += more;
    return *this;
  }
  Markup& operator<<(char more) {
    text_ += more;
    return *this;
  }
  const std::string& str() const { return text_; }

 private:
  std::string text_;
};

/// For HTML and SVG, well-formed whatever the text is: with entities, and escapes as in `lang::escaped`.
std::string escape(std::string_view text);
/// Escapes each line and keeps the line breaks, for HTML that shows them.
std::string escape_lines(std::string_view text);
/// A number with at most one decimal, so that files are short and the same on all machines.
std::string number(double value);
std::string pair(Point p);
/// The coordinates of points, scaled and moved by `from`.
std::string pairs(const std::vector<Point>& points, double scale = 1, Point from = {});
/// A line through points, moved by `from`, as a part of a path's `d`: in steps, because these have shorter texts.
std::string path_of(const std::vector<Point>& points, Point from = {});
void text_to(Markup& out, Point at, std::string_view words, const std::string& attributes);
/// Writes a circle with these attributes; the caller ends its tag.
void circle_to(Markup& out, Point at, double radius, const std::string& attributes);
/// A name for a part of a picture that is drawn by reference. It follows from the drawing, so that several pictures on
/// one page do not use one another's parts.
std::string name_of(std::string_view drawn);
/// Draws the shape of this name again at this place; the caller ends the tag.
void use_to(Markup& out, const std::string& name, Point at);
/// Writes a straight line with these attributes.
void line_to(Markup& out, Point from, Point to, const std::string& attributes);

}  // namespace glint::view
