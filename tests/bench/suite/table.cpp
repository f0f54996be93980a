#include "tests/bench/suite/table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "tests/bench/suite/measure.hpp"

namespace glint::bench {
namespace {

std::string fixed(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

/// 18.5M, 660k, 9.21, 0.0412: three digits that count.
std::string short_number(double value) {
  if (std::isnan(value)) return "";
  const char* unit = value >= 999.5e3 ? "M" : value >= 9999.5 ? "k" : "";
  if (*unit) value /= *unit == 'M' ? 1e6 : 1e3;
  if (value == 0 || value >= 99.95) return fixed(value, 0) + unit;
  return fixed(value, std::clamp(2 - static_cast<int>(std::floor(std::log10(value))), 0, 6)) + unit;
}

std::string shown(double value, const Column& column) {
  if (std::isnan(value)) return "";
  return column.digits < 0 ? short_number(value) : fixed(value, column.digits);
}

/// 0.4, 100k
std::string round_number(double value) {
  std::string text = short_number(value);
  const std::size_t unit = text.find_first_of("kM");
  const std::string behind = unit == std::string::npos ? "" : text.substr(unit);
  text.resize(text.size() - behind.size());
  if (text.find('.') != std::string::npos) {
    text.resize(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text + behind;
}

std::string goal_of(const Row& row, const std::string& column) {
  for (const Goal& goal : row.goals)
    if (goal.column == column)
      return std::string(" (") + (goal.at_most ? "at most " : "goal ") + round_number(goal.value) +
             (goal.floor > 0 ? ", floor " + round_number(goal.floor) : "") + ")";
  return "";
}

/// As wide as it looks: bytes that go on with a character do not count.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

nlohmann::json number(double value) { return std::isnan(value) ? nlohmann::json() : nlohmann::json(value); }

}  // namespace

const Row* Table::find(const std::string& name) const {
  for (const Row& row : rows)
    if (row.name == name) return &row;
  return nullptr;
}

double Table::value(const Row& row, std::size_t column) const {
  std::vector<double> values;
  for (const Values& round : row.rounds)
    if (column < round.size() && !std::isnan(round[column])) values.push_back(round[column]);
  return median(values);
}

double Table::ratio(const Row& row, const Ratio& ratio) const {
  const Row* other = find(!ratio.behind.empty() ? row.name + ratio.behind : ratio.to.empty() ? row.twin : ratio.to);
  std::vector<double> values;
  if (other)
    for (std::size_t i = 0; i < std::min(row.rounds.size(), other->rounds.size()); ++i) {
      const double own = row.rounds[i][ratio.column], its = other->rounds[i][ratio.column];
      if (!std::isnan(own) && !std::isnan(its)) values.push_back(own / its);
    }
  return median(values);
}

void print(const Table& table, bool markdown, std::ostream& out) {
  std::vector<std::vector<std::string>> lines(1, {table.title});
  for (const Column& column : table.columns) lines[0].push_back(column.name);
  for (const Ratio& ratio : table.ratios) lines[0].push_back(ratio.name);
  for (const Row& row : table.rows) {
    if (row.rounds.empty()) continue;
    std::vector<std::string>& line = lines.emplace_back(1, row.name);
    for (std::size_t i = 0; i < table.columns.size(); ++i)
      line.push_back(shown(table.value(row, i), table.columns[i]) + goal_of(row, table.columns[i].name));
    for (const Ratio& ratio : table.ratios)
      line.push_back(short_number(table.ratio(row, ratio)) + goal_of(row, ratio.name));
  }
  if (lines.size() == 1) return;
  if (markdown) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      for (const std::string& cell : lines[i]) out << "| " << cell << ' ';
      out << "|\n";
      if (i > 0) continue;
      for (std::size_t column = 0; column < lines[i].size(); ++column) out << (column ? "|--:" : "|---");
      out << "|\n";
    }
  } else {
    std::vector<std::size_t> widths(lines[0].size(), 0);
    for (const auto& line : lines)
      for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], width(line[i]));
    for (const auto& line : lines) {
      for (std::size_t i = 0; i < line.size(); ++i) {
        const std::string blanks(widths[i] - width(line[i]), ' ');
        out << (i ? "  " + blanks + line[i] : line[i] + blanks);
      }
      out << '\n';
    }
  }
  if (!table.note.empty()) out << (markdown ? "\n" : "") << table.note << '\n';
  out << '\n';
}

nlohmann::json to_json(const Table& table) {
  nlohmann::json rows = nlohmann::json::array();
  for (const Row& row : table.rows) {
    if (row.rounds.empty()) continue;
    nlohmann::json values, rounds, ratios, goals = nlohmann::json::array();
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      values[table.columns[i].name] = number(table.value(row, i));
      for (const Values& round : row.rounds) rounds[table.columns[i].name].push_back(number(round[i]));
    }
    for (const Ratio& ratio : table.ratios) ratios[ratio.name] = number(table.ratio(row, ratio));
    for (const Goal& goal : row.goals)
      goals.push_back({{"of", goal.column},
                       {goal.at_most ? "at_most" : "at_least", goal.value},
                       {"floor", goal.floor > 0 ? nlohmann::json(goal.floor) : nlohmann::json()}});
    rows.push_back({{"name", row.name}, {"medians", values}, {"rounds", rounds}, {"ratios", ratios}, {"goals", goals}});
  }
  return {{"id", table.id}, {"title", table.title}, {"note", table.note}, {"rows", rows}};
}

}  // namespace glint::bench
