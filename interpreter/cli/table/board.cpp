#include "interpreter/cli/table/board.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ostream>
#include <sstream>
#include <utility>

#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

/// The limits of a drawn board: cells, and places of its drawing grid, including empty ones.
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

using Text = std::vector<std::string>;  // lines

void append(Text& text, const Text& more) { text.insert(text.end(), more.begin(), more.end()); }

/// Items on as few lines as possible.
Text wrapped(const Text& items, const std::string& between, std::size_t width) {
  return lang::wrapped(items, between, width, view::width_of);
}

Text words_of(const std::string& text) {
  Text words;
  std::istringstream in(text);
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

/// "name = value", several in a line; a value too long for a line continues in the next, broken between words.
Text variables_of(const view::Scene& scene, std::size_t width) {
  Text text;
  std::string line;
  for (const auto& [name, value] : scene.variables) {
    const std::string variable = name + " = " + (value.empty() ? "{}" : value);
    if (!line.empty() && view::width_of(line) + 3 + view::width_of(variable) > width)
      text.push_back(std::exchange(line, ""));
    if (view::width_of(variable) <= width) {
      line += (line.empty() ? "" : "   ") + variable;
      continue;
    }
    Text parts = broken(variable, width);
    line = parts.back();
    parts.pop_back();
    append(text, parts);
  }
  if (!line.empty()) text.push_back(line);
  return text;
}

/// Pieces beside their texts, drawn as on the board.
Text pieces_of(const Position::Note& note, const view::Scene& scene, const view::TerminalStyle& style,
               std::size_t width) {
  Text text{note.player < 0 ? "" : scene.players[static_cast<std::size_t>(note.player)] + ": "};
  std::size_t used = view::width_of(text[0]);
  const std::size_t indent = used;
  bool is_first = true;
  for (const auto& [piece, words] : note.pieces) {
    const std::size_t wide = view::width_of(piece.glyph) + 1 + view::width_of(words);
    if (!is_first && used + 3 + wide > width) {
      text.emplace_back(indent, ' ');
      used = indent;
    } else if (!is_first) {
      text.back() += "   ";
      used += 3;
    }
    const auto colour = view::colour_of(piece, scene);
    text.back() += (colour ? view::coloured(piece.glyph, *colour, style) : piece.glyph) + " " + words;
    used += wide;
    is_first = false;
  }
  return text;
}

/// The script's texts: those of `show`.
Text notes_of(const view::Scene& scene, const view::TerminalStyle& style, std::size_t width) {
  Text text;
  for (const Position::Note& note : scene.notes)  // in its original form, with blanks, if there is room
    append(text, note.player >= 0 && note.text == scene.task ? Text()
                 : !note.pieces.empty()                      ? pieces_of(note, scene, style, width)
                 : view::width_of(note.text) <= width        ? Text{note.text}
                                                             : broken(note.text, width));
  return text;
}

/// The line by which edges without a sign are drawn: upright if all of them are.
std::string line_of(const view::Ground& ground, const view::Scene& scene, const view::TerminalStyle& style) {
  const bool is_level =
      std::any_of(scene.marked_sides.begin(), scene.marked_sides.end(), [&](const view::MarkedSide& side) {
        return side.look == ground && scene.directions[static_cast<std::size_t>(side.way)].drawn_dy != 0;
      });
  return is_level ? (style.utf8 ? "━" : "=") : (style.utf8 ? "┃" : "|");
}

/// The names of marked cells and edges, each after its sign.
Text legend_of(const view::Scene& scene, const view::TerminalStyle& style, std::size_t width) {
  Text text;
  std::size_t used = 0;
  for (const view::Ground& ground : scene.legend) {
    if (ground.name.empty() || ground.of_lines) continue;  // between characters there is no room for lines
    const std::string sign = !ground.sign.empty() ? ground.sign : line_of(ground, scene, style);
    const std::string entry = (ground.colour ? view::coloured(sign, *ground.colour, style) : sign) + " " + ground.name;
    const std::size_t wide = view::width_of(ground.name) + 2;
    const bool follows = !text.empty() && used + 3 + wide <= width;
    if (!follows) text.emplace_back();
    text.back() += (follows ? "   " : "") + entry;
    used = follows ? used + 3 + wide : wide;
  }
  return text;
}

/// A piece of each sort, as it is on the board, with everything known about it.
Text key_of(const view::Scene& scene, std::size_t width) {
  Text entries;
  for (const auto& [piece, words] : view::sorts_of(scene))
    entries.push_back(piece.glyph + ": " + view::describe(piece, scene));
  return entries.size() > 12 ? Text() : wrapped(entries, "   ", width);
}

Text light_lines(const view::Scene& scene, const view::TerminalStyle& style, std::size_t width) {
  struct Group {
    std::string words;  // the words by which cells are grouped: different payloads may have the same words
    std::optional<view::Rgb> colour;
    std::vector<int> cells;
  };
  const auto light = view::light_of(scene);
  std::vector<Group> groups;
  std::size_t widest = 0;
  std::vector<std::size_t> order;
  if (scene.beams.size() == 1 && scene.beams.front().branches.empty())  // cells follow one another as it goes
    for (const BeamStep& step : scene.beams.front().path) order.push_back(static_cast<std::size_t>(step.cell));
  for (std::size_t cell = 0; cell < light.size(); ++cell) order.push_back(cell);
  std::vector<char> is_listed(light.size());
  for (const std::size_t cell : order) {
    if (!light[cell] || std::exchange(is_listed[cell], 1) != 0) continue;
    const std::string words = view::describe(*light[cell], scene.beam_fields);
    auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& each) { return each.words == words; });
    if (group == groups.end()) group = groups.insert(groups.end(), {words, view::colour_of(*light[cell]), {}});
    group->cells.push_back(static_cast<int>(cell));
    widest = std::max(widest, view::width_of(words));
  }
  Text text;
  std::string head = "light  ";
  for (const auto& [words, colour, cells] : groups) {
    const std::size_t indented = head.size() + widest + 2;
    const Text rows = wrapped(view::list_cells(cells, scene), " ", width - std::min(indented, width));
    for (std::size_t i = 0; i < rows.size(); ++i)
      text.push_back(i > 0 ? std::string(indented, ' ') + rows[i]
                           : head + (colour ? view::coloured(words, *colour, style) : words) +
                                 std::string(widest - view::width_of(words) + 2, ' ') + rows[i]);
    head.assign(head.size(), ' ');
  }
  return text;
}

void print(std::ostream& out, const Text& text) {
  for (const std::string& line : text) out << line << '\n';
}

/// The lines of a picture without the blank ones above and below.
Text picture_lines(const view::Scene& scene, const view::TerminalStyle& style) {
  const std::string picture = view::picture(scene, style);
  Text lines;
  for (const std::string_view line : lang::lines_of(picture)) lines.emplace_back(line);
  const auto is_blank = [](const std::string& line) { return visible_width(lang::trimmed(line)) == 0; };
  while (!lines.empty() && is_blank(lines.back())) lines.pop_back();
  while (!lines.empty() && is_blank(lines.front())) lines.erase(lines.begin());
  return lines;
}

/// The text beside or below a picture, most important part first; `parts`: the number of them.
Text panel(const view::Scene& scene, const view::TerminalStyle& style, std::size_t width, int parts) {
  Text text;
  for (const std::string_view line : lang::lines_of(scene.status))
    append(text, wrapped(words_of(std::string(line)), " ", width));
  if (parts > 0) append(text, notes_of(scene, style, width));
  if (parts > 0) append(text, legend_of(scene, style, width));
  if (parts > 1) append(text, variables_of(scene, width));
  if (parts > 2) append(text, light_lines(scene, style, width));
  if (parts > 3) append(text, key_of(scene, width));
  return text;
}

}  // namespace

std::size_t visible_width(std::string_view line) {
  std::string plain;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\x1b')
      i = std::min(line.find('m', i), line.size());
    else
      plain += line[i];
  }
  return view::width_of(plain);
}

std::vector<std::string> broken(const std::string& text, std::size_t width) {
  Text lines = wrapped(words_of(text), " ", width - std::min<std::size_t>(width / 2, 2));
  for (std::size_t i = 1; i < lines.size(); ++i) lines[i] = "  " + lines[i];
  return lines;
}

void check_drawable(const Game& game) {
  if (is_drawable(game)) return;
  stop(
      kUsage, "a board of " + std::to_string(game.cells().size()) + " cells is too large or too wide to draw",
      "pictures are of at most " + std::to_string(kMostCells) + " cells; `glint show GAME --text` prints the position");
}

void print_board(std::ostream& out, const Position& position, const view::TerminalStyle& style, int viewer,
                 view::Asked asked) {
  if (!is_drawable(position.game())) {
    out << "(a board of " << position.game().cells().size() << " cells is not drawn)\n";
    return;
  }
  print_scene(out, view::scene_of(position, viewer, asked), style);
}

void print_scene(std::ostream& out, const view::Scene& scene, const view::TerminalStyle& style, bool with_key) {
  out << view::picture(scene, style) << '\n';
  const auto width = static_cast<std::size_t>(style.columns);
  print(out, legend_of(scene, style, width));
  print(out, variables_of(scene, width));
  print(out, light_lines(scene, style, width));
  print(out, notes_of(scene, style, width));
  if (with_key) print(out, key_of(scene, width));
  if (!scene.status.empty()) out << scene.status << '\n';
}

void print_table(std::ostream& out, const Position& position, const Console& console, int viewer, view::Asked asked) {
  if (console.lines == 0 || !is_drawable(position.game())) {
    out << '\n';
    print_board(out, position, console.style, viewer, asked);
    out << '\n';
    return;
  }
  constexpr std::size_t kAround = 3;                // lines: the last move, the prompt, and one that is answered
  constexpr std::size_t kNarrowest = 16, kGap = 2;  // columns of words beside the picture
  view::Scene scene = view::scene_of(position, viewer, asked);
  if (const std::string scores = scores_of(position); !scores.empty() && !position.over())
    scene.status += "\n" + scores;
  const auto lines = std::max<std::size_t>(static_cast<std::size_t>(console.lines), 10) - kAround;
  const auto columns = static_cast<std::size_t>(console.style.columns);
  view::TerminalStyle style = console.style;
  style.lines = static_cast<int>(lines);
  Text picture = picture_lines(scene, style);
  std::size_t wide = 0;
  for (const std::string& line : picture) wide = std::max(wide, visible_width(line));
  const std::size_t beside = columns > wide + kGap ? columns - wide - kGap : 0;
  for (int parts = 4; parts >= 0; --parts) {
    const Text below = panel(scene, console.style, columns, parts);
    const bool fits = picture.size() + below.size() <= lines;
    if (beside >= kNarrowest && !(fits && parts >= 3 && beside < 2 * kNarrowest)) {
      const Text aside = panel(scene, console.style, beside, parts);
      const auto is_wide = [&](const std::string& line) { return visible_width(line) > beside; };
      if (aside.size() <= std::max(lines, picture.size()) && std::none_of(aside.begin(), aside.end(), is_wide)) {
        picture.resize(std::max(picture.size(), aside.size()));
        for (std::size_t i = 0; i < aside.size(); ++i)
          picture[i] += std::string(wide + kGap - visible_width(picture[i]), ' ') + aside[i];
        break;
      }
    }
    if (fits || parts == 0) {
      append(picture, below);
      break;
    }
  }
  print(out, picture);
}

void print_moves(std::ostream& out, const Game& game, const Record& record, int plies) {
  Record part = record;
  part.moves.clear();
  part.times.clear();
  part.out_of_time.clear();
  Result<Replayed> begin = replay(game, part);
  if (!begin) return;
  const std::vector<std::string> players = game.players();
  for (int i = 0; i < plies; ++i) {
    const int player = begin->position.to_move();
    const std::string& move = record.moves[static_cast<std::size_t>(i)];
    char number[16];
    std::snprintf(number, sizeof number, "%4d. ", i + 1);
    out << number << (player >= 0 ? players[static_cast<std::size_t>(player)] : "") << "  " << move << '\n';
    begin->position.play(move);
  }
}

std::string scores_of(const Position& position) {
  const Game game = position.game();
  if (game.has_secrets()) return "";  // they may count things that only some may see
  std::string scores;
  const std::vector<std::string> players = game.players();
  for (int player = 0; player < static_cast<int>(players.size()); ++player)
    if (const auto score = position.score(player)) {
      if (game.is_team() || players.size() == 1) return "score " + std::to_string(*score);
      scores += (scores.empty() ? "score: " : ", ") + players[static_cast<std::size_t>(player)] + " " +
                std::to_string(*score);
    }
  return scores;
}

std::vector<std::string> in_columns(const std::vector<std::string>& texts, int width) {
  std::size_t widest = 1;
  for (const std::string& text : texts) widest = std::max(widest, view::width_of(text));
  const std::size_t columns = std::max<std::size_t>(1, (static_cast<std::size_t>(width) + 2) / (widest + 2));
  Text lines;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i % columns == 0) lines.emplace_back();
    std::string& line = lines.back();
    const std::size_t begin = i % columns * (widest + 2);
    line += std::string(begin - view::width_of(line), ' ') + texts[i];
  }
  return lines;
}

}  // namespace glint::cli
