// Words in lines, as no SVG breaks them.
#include <algorithm>
#include <locale>
#include <sstream>
#include <string>

#include "interpreter/print/pages.hpp"
#include "lang/source/text.hpp"

namespace glint::print {
namespace {

/// Lines of this width, in letters of this size.
std::vector<std::string> lines_in(const std::string& words, double width, double size) {
  std::vector<std::string> lines(1);
  for (const std::string_view word : lang::split(words, " ")) {
    const std::string longer = lines.back() + (lines.back().empty() ? "" : " ") + std::string(word);
    if (lines.back().empty() || text_width(longer) * size <= width)
      lines.back() = longer;
    else
      lines.emplace_back(word);
  }
  return lines;
}

}  // namespace

std::optional<double> decimal_of(std::string_view text) {
  if (text.empty() || text.find_first_not_of("0123456789.") != text.npos) return {};
  std::istringstream stream{std::string(text)};  // as emscripten and macOS have no std::from_chars for such numbers
  stream.imbue(std::locale::classic());
  double number = 0;
  return stream >> number && stream.eof() ? std::optional(number) : std::nullopt;
}

/// The width of a text, by the widths of Helvetica's letters from the blank on (Adobe's metrics of its fourteen fonts).
double text_width(std::string_view text) {
  constexpr int kWidths[] = {278,  278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
                             556,  556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
                             1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
                             667,  778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
                             333,  556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
                             556,  556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584};
  double width = 0;
  for (const char c : text)
    if (c >= ' ' && c <= '~')
      width += kWidths[c - ' '];
    else if (static_cast<unsigned char>(c) >= 0xC0)
      width += 600;  // another sign of UTF-8
  return width / 1000;
}

std::string middled(const std::string& words, double width, double size) {
  for (const std::string_view word : lang::split(words, " "))
    size = std::min(size, width / std::max(0.1, text_width(word)));
  const std::vector<std::string> lines = lines_in(words, width, size);
  Ink ink;
  double y = size * (0.36 - 0.6 * static_cast<double>(lines.size() - 1));
  for (const std::string& line : lines) {
    ink.text({0, y}, size, line, std::string("text-anchor=\"middle\" ") + kBlack);
    y += size * 1.2;
  }
  return ink.str();
}

}  // namespace glint::print
