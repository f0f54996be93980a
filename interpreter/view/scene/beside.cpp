
#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "interpreter/game/board_text/position_text.hpp"
#include "interpreter/program/program.hpp"
#include "interpreter/view/scene/scene.hpp"
#include "lang/source/text.hpp"

namespace glint::view {

namespace {

using rules::Base;

/// A table with more entries than this is cut to this many.
constexpr std::size_t kMostEntries = 12;

/// An entry of a variable: its index as it prints, or nothing, and its value.
struct Entry {
  std::string index, value;
};

std::vector<std::vector<Entry>> entries_of(const Program& program, const Printed& variables) {
  std::vector<std::vector<Entry>> all(program.rules.variables.size());
  const std::vector<PositionEntry> known = position_entries(program);
  for (std::size_t i = 0; i < known.size(); ++i) all[known[i].variable].push_back({known[i].index, variables[i].second});
  return all;
}

bool is_flag(const rules::Variable& variable) { return variable.type.base == Base::flag && !variable.type.is_set; }

/// A set as it is spoken of: "red and blue", "none".
std::string value_words(const std::string& value) {
  if (value.empty() || value == "{}") return "none";
  if (value.front() != '{') return value;
  const std::vector<std::string_view> parts = lang::split(std::string_view(value).substr(1, value.size() - 2), ", ");
  return list_words({parts.begin(), parts.end()});
}

/// "3 lives", "hand: red and blue"; a flag is its label alone, or nothing if it is off.
std::string phrase(const rules::Variable& variable, const std::string& value, const std::string& colon) {
  if (is_flag(variable) && value == "off") return "";
  if (is_flag(variable) && value == "on") return variable.label;
  if (!variable.label_of_one.empty() && value != "?")
    return value + " " + (value == "1" ? variable.label_of_one : variable.label);
  return variable.label + colon + " " + value_words(value);
}

bool is_of_players(const rules::Variable& variable) {
  return variable.index && variable.index->base == Base::player;
}

/// "height: a1 = 2, b4 = 1"; of flags those that are on.
std::string table_text(const rules::Variable& variable, const std::vector<Entry>& entries) {
  std::vector<std::string> all;
  for (const Entry& entry : entries) {
    if (!is_flag(variable) || entry.value == "?")
      all.push_back(entry.index + " = " + value_words(entry.value));
    else if (entry.value == "on")
      all.push_back(entry.index);
  }
  return variable.label + ": " + (all.empty() ? "none" : lang::joined(all, ", "));
}

/// A large table in short: the value that most entries have, and the first of the others.
std::vector<Entry> shortened(std::vector<Entry> entries) {
  std::map<std::string, std::size_t> times;
  for (const Entry& entry : entries) ++times[entry.value];
  std::string usual = entries.front().value;
  for (const auto& [value, count] : times)
    if (count > times[usual]) usual = value;
  std::erase_if(entries, [&](const Entry& entry) { return entry.value == usual; });
  std::vector<Entry> listed{{"...", usual}};
  const std::size_t more = entries.size() - std::min(entries.size(), kMostEntries);
  if (more > 0) listed[0].value += " (and " + std::to_string(more) + " others)";
  listed.insert(listed.end(), entries.begin(), entries.end() - static_cast<std::ptrdiff_t>(more));
  return listed;
}

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

const std::string& own_name_of(const CellInfo& cell) { return cell.own_label.empty() ? cell.label : cell.own_label; }

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

std::vector<Position::Note> labelled(const Game& game, const Printed& variables) {
  const rules::Rules& rules = game.program().rules;
  const std::vector<std::vector<Entry>> entries = entries_of(game.program(), variables);
  std::vector<Position::Note> notes, tables;
  std::vector<std::vector<std::string>> of_players(rules.players.size());
  for (std::size_t v = 0; v < entries.size(); ++v) {
    const rules::Variable& variable = rules.variables[v];
    if (variable.label.empty() || entries[v].empty()) continue;
    if (variable.index && !is_of_players(variable)) {
      tables.push_back({table_text(variable, entries[v]), -1});
      continue;
    }
    for (const Entry& entry : entries[v]) {
      const std::string text = phrase(variable, entry.value, variable.index ? "" : ":");
      if (text.empty()) continue;
      if (!variable.index) notes.push_back({text, -1});
      for (std::size_t p = 0; p < of_players.size() && variable.index; ++p)
        if (rules.players[p].name == entry.index) of_players[p].push_back(text);
    }
  }
  for (std::size_t p = 0; p < of_players.size(); ++p)
    if (!of_players[p].empty())
      notes.push_back({rules.players[p].name + ": " + lang::joined(of_players[p], ", "), static_cast<int>(p)});
  notes.insert(notes.end(), tables.begin(), tables.end());
  return notes;
}

Printed in_short(const Game& game, Printed variables) {
  const rules::Rules& rules = game.program().rules;
  const bool has_label = std::any_of(rules.variables.begin(), rules.variables.end(),
                                     [](const rules::Variable& variable) { return !variable.label.empty(); });
  const bool has_text = std::any_of(rules.pictures.shows.begin(), rules.pictures.shows.end(),
                                    [](const rules::Show& show) { return !show.text.empty(); });
  if (has_label || has_text) return {};
  const auto is_marked = [&](std::size_t variable) {
    return std::any_of(rules.pictures.grounds.begin(), rules.pictures.grounds.end(), [&](const rules::Ground& ground) {
      return !ground.when && ground.cells.op == rules::Op::variable && ground.cells.kids.empty() &&
             ground.cells.ref == static_cast<int>(variable);
    });
  };
  std::vector<std::vector<Entry>> entries = entries_of(game.program(), variables);
  Printed listed;
  for (std::size_t v = 0; v < entries.size(); ++v) {
    const rules::Variable& variable = rules.variables[v];
    if (is_marked(v)) continue;
    if (entries[v].size() > kMostEntries && !is_of_players(variable)) entries[v] = shortened(std::move(entries[v]));
    for (Entry& entry : entries[v])
      listed.emplace_back(variable.name + (variable.index ? "[" + entry.index + "]" : ""), std::move(entry.value));
  }
  return listed;
}

Headings headings_of(const Scene& scene) {
  const std::vector<CellInfo>& cells = scene.cells;
  Headings best;
  best.owners = owners_of_rows(cells);
  std::vector<Parts> parts;
  for (const CellInfo& cell : cells) {
    auto split = split_label(own_name_of(cell));
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
