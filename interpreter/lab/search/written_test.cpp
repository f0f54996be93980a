#include "interpreter/lab/search/written_test.hpp"

#include <algorithm>
#include <map>

#include "interpreter/game/board_text/position_text.hpp"
#include "interpreter/program/program.hpp"
#include "lang/source/text.hpp"

namespace glint {
namespace {

/// The width of a line of the test.
constexpr std::size_t kWidth = 100;

/// A cell as a script writes it: its label, or its coordinates if the label (as "1,3") is not a name.
std::string as_cell(const Program& program, const std::string& label) {
  if (label.find_first_of(",-+") == std::string::npos && label.find_first_of("0123456789") != 0) return label;
  for (const CellInfo& cell : program.geometry.info)
    if (cell.label == label) return "cell(" + std::to_string(cell.x) + ", " + std::to_string(cell.y) + ")";
  return label;
}

/// A printed value of a draw as a script writes it.
std::string as_value(const Program& program, const std::string& name, const std::string& printed) {
  const auto draw =
      std::find_if(program.draws.begin(), program.draws.end(), [&](const DrawNode& node) { return node.name == name; });
  using rules::Base;
  if (draw == program.draws.end()) return printed;
  const Base base = draw->type.base;
  if (base != Base::cell && base != Base::edge && base != Base::place) return printed;
  if (printed == "none") return "{}";
  // A name that belongs to a player is printed after the player's name: "north B3".
  std::vector<std::string> words;
  for (const std::string_view word : lang::split(printed, " ")) {
    const auto& players = program.rules.players;
    const auto is_named = [&](const auto& player) { return player.name == words.back(); };
    if (!words.empty() && std::any_of(players.begin(), players.end(), is_named))
      words.back().append(".").append(word);
    else
      words.emplace_back(word);
  }
  return lang::joined(words, " | ", [&](const std::string& word) {
    const std::size_t dot = word.rfind('.');
    if (base != Base::edge || dot == std::string::npos) return as_cell(program, word);
    return "edge(" + as_cell(program, word.substr(0, dot)) + ", " + word.substr(dot + 1) + ")";
  });
}

/// `word a, b`, on one line or several.
std::string statements(const std::string& word, const std::vector<std::string>& values) {
  if (values.empty()) return "";
  const std::string begin = "  " + word + " ";
  const auto size_of = [](const std::string& text) { return text.size(); };
  const auto lines = lang::wrapped(values, ", ", kWidth - std::min(begin.size(), kWidth), size_of);
  return lang::joined(lines, "", [&](const std::string& line) { return begin + line + "\n"; });
}

}  // namespace

std::string written_test(const Game& game, const std::string& title, const Settings& draws,
                         const std::vector<std::string>& moves, const std::string& expectations) {
  std::string with;
  for (const OptionInfo& option : game.options())
    if (option.value != option.initial) with += (with.empty() ? " with " : ", ") + option.name + " = " + option.value;
  std::string text = "test " + lang::quoted(title) + with + " {\n";
  std::vector<std::string> names;
  std::map<std::string, std::vector<std::string>> values;
  for (const auto& [name, value] : draws) {
    if (values.count(name) == 0) names.push_back(name);
    values[name].push_back(as_value(game.program(), name, value));
  }
  for (const std::string& name : names) text += statements("draw " + name + " =", values[name]);
  std::vector<std::string> quoted_moves;
  for (const std::string& move : moves) quoted_moves.push_back(lang::quoted(move));
  return text + statements("play", quoted_moves) + expectations + "}\n";
}

std::string expectations_of(const Position& position) {
  const Program& program = position.game().program();
  if (position.over()) {
    const Outcome outcome = position.outcome();
    const bool is_scored = outcome.kind == OutcomeKind::score;
    const int winner = is_scored ? outcome.highest() : outcome.winner;
    const bool is_one = program.rules.team || program.rules.players.size() < 2;
    const OutcomeKind kind = !is_scored || is_one ? outcome.kind : winner < 0 ? OutcomeKind::tie : OutcomeKind::win;
    return "  expect result : " + result_words(program.rules, kind, winner) + "\n";
  }
  std::string lines = "  expect map \"\"\"\n";
  const std::string text = position.text();
  const std::vector<std::string_view> rows = lang::split(text, "\n");
  for (std::size_t row = 0; row < position_rows(program).size() && row < rows.size(); ++row)
    lines.append("    ").append(rows[row]).append("\n");
  return lines + "  \"\"\"\n";
}

}  // namespace glint
