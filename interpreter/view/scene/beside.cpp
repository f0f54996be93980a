#include "interpreter/view/scene/beside.hpp"

#include <algorithm>
#include <map>

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

/// The entries of each variable.
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

}  // namespace glint::view
