#include "interpreter/view/scene/headings.hpp"

#include <array>
#include <cctype>
#include <optional>
#include <utility>

namespace glint::view {
namespace {

using Parts = std::array<std::string, 2>;

/// The parts of a label: c and 4 of "c4", 3 and 5 of "3,5". Nothing for other labels.
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

const std::string& name_of(const CellInfo& cell) { return cell.own_label.empty() ? cell.label : cell.own_label; }

/// By line: the part that all its cells share. Empty if a line has two different ones, or if two lines of one player
/// have the same.
std::map<int, std::string> shared(const std::vector<CellInfo>& cells, const std::vector<Parts>& parts, std::size_t part, int CellInfo::*line) {
  std::map<int, std::string> found;
  std::map<std::pair<int, std::string>, int> lines;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto [place, added] = found.emplace(cells[i].*line, parts[i][part]);
    if (!added && place->second != parts[i][part]) return {};
    const auto [text, is_new] = lines.emplace(std::pair{cells[i].player, parts[i][part]}, cells[i].*line);
    if (!is_new && text->second != cells[i].*line) return {};
  }
  return found;
}

std::map<int, int> owners_of_rows(const std::vector<CellInfo>& cells) {
  std::map<int, int> owners;
  for (const CellInfo& cell : cells) {
    const auto [place, added] = owners.emplace(cell.drawn_y, cell.player);
    if (!added && place->second != cell.player) place->second = -1;
  }
  return owners;
}

}  // namespace

Headings headings_of(const Scene& scene) {
  const std::vector<CellInfo>& cells = scene.cells;
  Headings best;
  best.owners = owners_of_rows(cells);
  std::vector<Parts> parts;
  for (const CellInfo& cell : cells) {
    auto split = split_label(name_of(cell));
    if (!split) return best;
    parts.push_back(*split);
  }
  for (std::size_t row_part : {0U, 1U}) {
    Headings headings = best;
    headings.rows = shared(cells, parts, row_part, &CellInfo::drawn_y);
    headings.columns = shared(cells, parts, 1 - row_part, &CellInfo::drawn_x);
    if (headings.complete()) return headings;
    if (best.rows.empty() && !headings.rows.empty()) best = headings;
  }
  return best;
}

}  // namespace glint::view
