#include "interpreter/cli/table/board.hpp"

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <sstream>

#include "interpreter/view/scene/scene.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

constexpr std::size_t kPage = 100;

/// The limits of a board that is drawn: cells, and places of its drawing grid, empty ones included.
constexpr std::int64_t kMostCells = 100'000, kMostPlaces = 4'000'000;

bool is_drawable(const Game& game) {
  const std::vector<CellInfo>& cells = game.cells();
  const auto by_x = [](const CellInfo& a, const CellInfo& b) { return a.drawn_x < b.drawn_x; };
  const auto by_y = [](const CellInfo& a, const CellInfo& b) { return a.drawn_y < b.drawn_y; };
  const auto x = std::minmax_element(cells.begin(), cells.end(), by_x);
  const auto y = std::minmax_element(cells.begin(), cells.end(), by_y);
  const std::int64_t width = std::int64_t{x.second->drawn_x} - x.first->drawn_x + 1;
  const std::int64_t height = std::int64_t{y.second->drawn_y} - y.first->drawn_y + 1;
  return static_cast<std::int64_t>(cells.size()) <= kMostCells && width <= kMostPlaces / height;
}

/// Prints items on as few lines as possible. The first line already has `indented` characters; the others are indented
/// by as many.
void print_wrapped(std::ostream& out, std::size_t indented, const std::vector<std::string>& items,
                   const std::string& between) {
  const std::size_t most = kPage - std::min(indented, kPage);
  out << lang::joined(lang::wrapped(items, between, most, view::width_of), "\n" + std::string(indented, ' ')) << '\n';
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream in(text);
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

/// Prints a line for each different light, with the cells that show it.
void print_light(std::ostream& out, const view::Scene& scene, const view::TerminalStyle& style) {
  struct Group {
    std::string words;  // what cells are grouped by: different payloads may be described alike
    std::optional<view::Rgb> colour;
    std::vector<int> cells;
  };
  const auto light = view::light_of(scene);
  std::vector<Group> groups;
  std::size_t widest = 0;
  for (std::size_t cell = 0; cell < light.size(); ++cell) {
    if (!light[cell]) continue;
    const std::string words = view::describe(*light[cell], scene.beam_fields);
    auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& each) { return each.words == words; });
    if (group == groups.end()) group = groups.insert(groups.end(), {words, view::colour_of(*light[cell]), {}});
    group->cells.push_back(static_cast<int>(cell));
    widest = std::max(widest, view::width_of(words));
  }
  std::string head = "light  ";
  for (const auto& [words, colour, cells] : groups) {
    out << head << (colour ? view::coloured(words, *colour, style) : words)
        << std::string(widest - view::width_of(words) + 2, ' ');
    print_wrapped(out, head.size() + widest + 2, view::list_cells(cells, scene), " ");
    head.assign(head.size(), ' ');
  }
}

}  // namespace

void check_drawable(const Game& game) {
  if (is_drawable(game)) return;
  stop(
      kUsage, "a board of " + std::to_string(game.cells().size()) + " cells is too large or too wide to draw",
      "pictures are of at most " + std::to_string(kMostCells) + " cells; `glint show GAME --text` prints the position");
}

void print_board(std::ostream& out, const Position& position, const view::TerminalStyle& style, int viewer) {
  if (!is_drawable(position.game())) {
    out << "(a board of " << position.game().cells().size() << " cells is not drawn)\n";
    return;
  }
  const view::Scene scene = view::scene_of(position, viewer);
  out << view::picture(scene, style) << '\n';
  std::vector<std::string> variables;
  for (const auto& [name, value] : scene.variables) variables.push_back(name + " = " + (value.empty() ? "{}" : value));
  if (!variables.empty()) print_wrapped(out, 0, variables, "   ");
  print_light(out, scene, style);
  for (const Position::Note& note : scene.notes) print_wrapped(out, 0, split(note.text), " ");
  if (!scene.status.empty()) out << scene.status << '\n';
}

void print_columns(std::ostream& out, const std::vector<std::string>& texts) {
  std::size_t widest = 1;
  for (const std::string& text : texts) widest = std::max(widest, view::width_of(text));
  const std::size_t columns = std::max<std::size_t>(1, kPage / (widest + 2));
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const bool last = i + 1 == texts.size() || (i + 1) % columns == 0;
    out << texts[i] << (last ? "\n" : std::string(widest + 2 - view::width_of(texts[i]), ' '));
  }
}

}  // namespace glint::cli
