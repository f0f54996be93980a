#include "lang/format/drawing.hpp"

#include <algorithm>
#include <vector>

#include "lang/source/text.hpp"

namespace glint::lang::formatting {

std::string moved_drawing(std::string_view drawing, std::size_t indent) {
  if (drawing.find('\t') != std::string_view::npos) return std::string(drawing);
  const std::vector<std::string_view> lines = split(drawing, "\n");
  const auto blanks = [](std::string_view line) { return std::min(line.find_first_not_of(" \r"), line.size()); };
  const bool closes_alone = lines.size() > 1 && trimmed(lines.back()) == "\"\"\"";
  std::size_t left = std::string_view::npos;
  for (std::size_t i = 1; i + (closes_alone ? 1 : 0) < lines.size(); ++i)
    if (!trimmed(lines[i]).empty()) left = std::min(left, blanks(lines[i]));
  std::string moved(trimmed(lines.front()));
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::string_view row = trimmed(lines[i]);
    moved += '\n';
    if (closes_alone && i + 1 == lines.size())
      moved += std::string(indent < 2 ? 0 : indent - 2, ' ') + std::string(row);
    else if (!row.empty())
      moved += std::string(indent + blanks(lines[i]) - left, ' ') + std::string(row);
  }
  return moved;
}

}  // namespace glint::lang::formatting
