#include "interpreter/view/svg/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint::view {

std::string escape(std::string_view text) {
  constexpr std::string_view kSpecial = "&<>\"";
  constexpr const char* kEntities[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
  std::string safe;
  while (!text.empty()) {
    const std::size_t length = lang::utf8_length(text);
    const std::string_view one = text.substr(0, std::max<std::size_t>(1, length));
    text.remove_prefix(one.size());
    if (const std::size_t at = kSpecial.find(one); at != std::string_view::npos)
      safe += kEntities[at];
    else if (length == 1 && static_cast<unsigned char>(one[0]) < 0x20)
      safe += ' ';
    else
      safe += length == 0 || lang::is_control(one) ? lang::escaped(one) : one;
  }
  return safe;
}

std::string escape_lines(std::string_view text) {
  return lang::joined(lang::lines_of(text), "\n", [](std::string_view line) { return escape(line); });
}

Tone blend(const Tone& from, Rgb to, double amount) {
  return {blend(from.light, to, amount), blend(from.dark, to, amount)};
}

std::string Tones::with(const std::string& property, const Tone& tone) {
  const std::string light = hex(tone.light), dark = hex(tone.dark);
  if (light != dark) dark_.emplace(std::pair{property, light}, dark);
  return light;
}

std::string Tones::style() const {
  std::string rules;
  for (const auto& [used, dark] : dark_)
    rules += "[" + used.first + "=\"" + used.second + "\"]{" + used.first + ":" + dark + "}";
  return "<style>@media screen and (prefers-color-scheme:dark){" + rules + "}</style>\n";
}

std::string number(double value) {
  const long long tenths = std::llround(value * 10);
  std::string text = (tenths < 0 ? "-" : "") + std::to_string(std::llabs(tenths) / 10);
  if (tenths % 10 != 0) text += "." + std::to_string(std::llabs(tenths) % 10);
  return text;
}

std::string pair(Point p) { return number(p.x) + "," + number(p.y); }

std::string pairs(const std::vector<Point>& points, double scale, Point from) {
  return lang::joined(points, " ", [&](Point point) { return pair(from + point * scale); });
}

std::string path_of(const std::vector<Point>& points, Point from) {
  std::string path;
  std::int64_t x = 0, y = 0;  // in tenths, so that rounded steps end where the rounded places are
  for (const Point& point : points) {
    const std::int64_t to_x = std::llround((from.x + point.x) * 10), to_y = std::llround((from.y + point.y) * 10);
    const std::string right = number(static_cast<double>(to_x - x) / 10), down = number(static_cast<double>(to_y - y) / 10);
    if (path.empty())
      path = "M" + right + "," + down;
    else if (to_y == y)
      path += to_x == x ? "" : "h" + right;
    else if (to_x == x)
      path += "v" + down;
    else
      path += "l" + right + (down[0] == '-' ? "" : ",") + down;
    x = to_x;
    y = to_y;
  }
  return path;
}

void text_to(Markup& out, Point at, std::string_view words, const std::string& attributes) {
  out << "<text x=\"" << number(at.x) << "\" y=\"" << number(at.y) << (attributes.empty() ? "\"" : "\" ") << attributes << '>' << escape(words)
      << "</text>\n";
}

void circle_to(Markup& out, Point at, double radius, const std::string& attributes) {
  out << "<circle cx=\"" << number(at.x) << "\" cy=\"" << number(at.y) << "\" r=\"" << number(radius) << "\" "
      << attributes;
}

std::string name_of(std::string_view drawn) {
  std::uint32_t hash = 2166136261u;
  for (const char c : drawn) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  std::string name = "c";
  for (int i = 0; i < 5; ++i, hash /= 36) name += "0123456789abcdefghijklmnopqrstuvwxyz"[hash % 36];
  return name;
}

void use_to(Markup& out, const std::string& name, Point at) {
  out << "<use href=\"#" << name << "\" x=\"" << number(at.x) << "\" y=\"" << number(at.y) << '"';
}

void line_to(Markup& out, Point from, Point to, const std::string& attributes) {
  out << "<line x1=\"" << number(from.x) << "\" y1=\"" << number(from.y) << "\" x2=\"" << number(to.x) << "\" y2=\""
      << number(to.y) << "\" " << attributes << "/>\n";
}

}  // namespace glint::view
