#include "interpreter/view/svg/text.hpp"

#include <cmath>
#include <cstdlib>

namespace glint::view {

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

std::string number(double value) {
  const long long tenths = std::llround(value * 10);
  std::string text = (tenths < 0 ? "-" : "") + std::to_string(std::llabs(tenths) / 10);
  if (tenths % 10 != 0) text += "." + std::to_string(std::llabs(tenths) % 10);
  return text;
}

std::string pair(Point p) { return number(p.x) + "," + number(p.y); }

void text_to(std::ostream& out, Point at, std::string_view words, const std::string& attributes) {
  out << "<text x=\"" << number(at.x) << "\" y=\"" << number(at.y) << "\" " << attributes << '>' << escape(words)
      << "</text>\n";
}

void line_to(std::ostream& out, Point from, Point to, const std::string& attributes) {
  out << "<line x1=\"" << number(from.x) << "\" y1=\"" << number(from.y) << "\" x2=\"" << number(to.x) << "\" y2=\""
      << number(to.y) << "\" " << attributes << "/>\n";
}

}  // namespace glint::view
