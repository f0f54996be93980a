#include "interpreter/view/headings.hpp"

#include <array>
#include <cctype>
#include <optional>
#include <set>

namespace glint::view {
namespace {

using Parts = std::array<std::string, 2>;

/// "c4" -> c, 4; "3,5" -> 3, 5; anything else is whole.
std::optional<Parts> split_label(const std::string& label) {
  const std::size_t comma = label.find(',');
  if (comma != std::string::npos) {
    if (comma == 0 || comma + 1 == label.size()) return std::nullopt;
    return Parts{label.substr(0, comma), label.substr(comma + 1)};
  }
  std::size_t letters = 0;
  while (letters < label.size() && std::isalpha(static_cast<unsigned char>(label[letters]))) ++letters;
  std::size_t end = letters;
  while (end < label.size() && std::isdigit(static_cast<unsigned char>(label[end]))) ++end;
  if (letters == 0 || end == letters || end != label.size()) return std::nullopt;
  return Parts{label.substr(0, letters), label.substr(letters)};
}

/// The part that all cells of a line share, for every line; empty when a line has two, or two lines have the same.
std::map<int, std::string> shared(const std::vector<CellInfo>& cells, const std::vector<Parts>& parts, std::size_t part,
                                  int CellInfo::*line) {
  std::map<int, std::string> found;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto [place, added] = found.emplace(cells[i].*line, parts[i][part]);
    if (!added && place->second != parts[i][part]) return {};
  }
  std::set<std::string> texts;
  for (const auto& [place, text] : found) {
    if (!texts.insert(text).second) return {};
  }
  return found;
}

}  // namespace

Headings headings_of(const std::vector<CellInfo>& cells) {
  std::vector<Parts> parts;
  for (const CellInfo& cell : cells) {
    auto split = split_label(cell.label);
    if (!split) return {};
    parts.push_back(*split);
  }
  Headings best;
  for (std::size_t row_part : {0U, 1U}) {
    Headings headings;
    headings.rows = shared(cells, parts, row_part, &CellInfo::drawn_y);
    headings.columns = shared(cells, parts, 1 - row_part, &CellInfo::drawn_x);
    if (headings.complete()) return headings;
    if (best.rows.empty() && !headings.rows.empty()) best = headings;
  }
  return best;
}

}  // namespace glint::view
