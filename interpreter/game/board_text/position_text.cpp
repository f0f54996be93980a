#include "interpreter/game/board_text/position_text.hpp"

#include <algorithm>
#include <unordered_map>

#include "interpreter/game/notation/notation.hpp"
#include "interpreter/program/program.hpp"
#include "interpreter/program/values.hpp"

namespace glint {

namespace {

using rules::Base;

std::string index_name(const Program& program, const rules::Type& index, std::int64_t i) {
  if (index.base == Base::cell) return program.geometry.info[i].label;
  if (index.base == Base::edge) return program.geometry.edge_name(static_cast<int>(i));
  return print_value(program.rules, index, domain_first(index) + i);
}

std::string value_for(const Machine& machine, const PositionEntry& entry, int viewer) {
  const bool seen = viewer < 0 || (viewer == kNobody ? entry.seen == ~Word{0} : entry.seen >> viewer & 1);
  if (!seen) return kHidden;
  return print_slots(machine.program(), entry.type, machine.frame() + entry.slot);
}

/// The number of the choice at which play waits. A viewer sees only between which moves: if several choices have the
/// same moves, which of them it is could reveal secrets.
std::size_t choice_number(const Machine& machine, int viewer) {
  const std::vector<Node>& nodes = machine.program().nodes;
  const auto here = static_cast<std::size_t>(machine.frame()[Layout::kNode]);
  for (std::size_t i = 0; viewer >= 0 && i < here; ++i)
    if (nodes[i].moves == nodes[here].moves && nodes[i].together == nodes[here].together) return i;
  return here;
}

}  // namespace

std::vector<std::string> key_texts(const Program& program, bool reading) {
  std::unordered_map<std::string, int> same;
  std::vector<bool> possible(program.pieces.keys.size());
  std::vector<std::string> texts(program.pieces.keys.size());
  for (std::size_t key = 1; key < program.pieces.keys.size(); ++key) {
    possible[key] = program.is_possible(program.pieces.keys[key]);
    if (possible[key]) ++same[program.pieces.keys[key].glyph];
  }
  const auto write_out = [&](std::size_t i) {
    const Key& key = program.pieces.keys[i];
    const rules::Kind& kind = program.rules.kinds[key.kind];
    texts[i] = kind.name + "/";
    if (key.owner >= 0) texts[i] += program.rules.players[key.owner].name + "/";
    for (std::size_t f = 0; f < key.values.size(); ++f)
      texts[i] += print_value(program.rules, program.rules.fields[kind.fields[f]].type, key.values[f]) + "/";
    for (char& c : texts[i])
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '=') c = '_';
  };
  std::vector<std::pair<std::string, std::size_t>> looks;  // keys that are written as their look
  for (std::size_t i = 1; i < program.pieces.keys.size(); ++i) {
    if (!possible[i]) continue;  // it is neither written nor read
    const std::string& glyph = program.pieces.keys[i].glyph;
    texts[i] = glyph;
    const bool plain = glyph.find_first_of(" \t\n\r=") == std::string::npos && !glyph.empty() && glyph != ".";
    if (same[glyph] == 1 && plain)
      looks.emplace_back(glyph, i);
    else
      write_out(i);
  }
  // In a stack, looks have no space between them, so a look that is the beginning of another would be unclear. In
  // sorted order it is enough to compare neighbours.
  if (program.layout.stack > 1 && !reading) {
    std::sort(looks.begin(), looks.end());
    for (std::size_t i = 0; i + 1 < looks.size(); ++i)
      if (looks[i + 1].first.compare(0, looks[i].first.size(), looks[i].first) == 0) write_out(looks[i].second);
  }
  return texts;
}

std::vector<PositionRow> position_rows(const Program& program) {
  std::vector<PositionRow> rows;
  for (int c = 0; c < program.geometry.cells; ++c) {
    const int y = program.geometry.info[c].drawn_y;
    if (rows.empty() || rows.back().drawn_y != y) rows.push_back({y, {}});
    rows.back().cells.push_back(c);
  }
  return rows;
}

std::vector<PositionEntry> position_entries(const Program& program) {
  std::vector<PositionEntry> entries;
  for (std::size_t v = 0; v < program.rules.variables.size(); ++v) {
    const rules::Variable& variable = program.rules.variables[v];
    const Slot base = program.layout.variables[v];
    const std::vector<Word>& seen = program.layout.seen[v];
    if (!variable.index) {
      entries.push_back({variable.name, v, "", variable.type, base, seen.empty() ? ~Word{0} : seen[0]});
      continue;
    }
    const std::int64_t count = program.values_of(*variable.index);
    for (std::int64_t i = 0; i < count; ++i) {
      if (!program.is_value(*variable.index, domain_first(*variable.index) + i)) continue;
      const std::string index = index_name(program, *variable.index, i);
      entries.push_back({variable.name + "[" + index + "]", v, index, variable.type,
                         base + static_cast<Slot>(i * program.set_words(variable.type)),
                         seen.empty() ? ~Word{0} : seen[i]});
    }
  }
  return entries;
}

std::string result_words(const rules::Rules& rules, OutcomeKind kind, int winner) {
  if (kind == OutcomeKind::loss) return (rules.team ? "team" : rules.players[0].name) + " loses";
  if (kind == OutcomeKind::win) return (winner < 0 ? "team" : rules.players[winner].name) + " wins";
  return kind == OutcomeKind::tie ? "tie" : "score";
}

bool is_player(const Program& program, int number) {
  return number >= 0 && number < static_cast<int>(program.rules.players.size());
}

int viewer_in(const Program& program, int number) { return number == -1 || is_player(program, number) ? number : kNobody; }

std::vector<std::pair<int, std::string>> chosen_texts(const Machine& machine) {
  std::vector<std::pair<int, std::string>> texts;
  if (machine.is_over()) return texts;
  for (int player = 0; player < static_cast<int>(machine.program().rules.players.size()); ++player) {
    const int move = machine.pending().move_of(player);
    if (move < 0) continue;
    std::vector<std::vector<Word>> picks;
    machine.pending().picks_of(player, picks);
    texts.emplace_back(player, print_move(machine, move, picks, true));
  }
  return texts;
}

std::string drawn_board(const Program& program, const std::vector<std::string>& tokens) {
  const std::vector<PositionRow> rows = position_rows(program);
  std::size_t widest = 1;
  for (const std::string& token : tokens) widest = std::max(widest, token.size());
  // A step of the drawing grid takes enough characters to keep the nearest two cells of a row apart.
  int left = program.geometry.info[0].drawn_x, right = left, gap = 1'000'000;
  for (const PositionRow& row : rows)
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const int x = program.geometry.info[row.cells[i]].drawn_x;
      left = std::min(left, x);
      right = std::max(right, x);
      if (i > 0) gap = std::min(gap, x - program.geometry.info[row.cells[i - 1]].drawn_x);
    }
  std::size_t unit = (widest + 1 + static_cast<std::size_t>(gap) - 1) / static_cast<std::size_t>(gap);
  // Reading needs no columns, so they are left out if they would be mostly blanks.
  const std::size_t width = static_cast<std::size_t>(static_cast<std::int64_t>(right) - left) * unit;
  if (width * rows.size() > 1000 + 20 * tokens.size() * (widest + 1)) unit = 0;
  std::string text;
  for (const PositionRow& row : rows) {
    std::string line;
    for (const int c : row.cells) {
      const std::int64_t drawn_x = program.geometry.info[c].drawn_x;
      const std::size_t x = static_cast<std::size_t>(drawn_x - left) * unit;
      if (line.size() < x)
        line.append(x - line.size(), ' ');
      else if (!line.empty())
        line += ' ';
      line += tokens[c];
    }
    text += line + "\n";
  }
  return text;
}

std::string print_position(const Machine& machine, int viewer) {
  const Program& program = machine.program();
  const std::vector<std::string> texts = key_texts(program);
  std::vector<std::string> tokens(static_cast<std::size_t>(program.geometry.cells));
  for (int c = 0; c < program.geometry.cells; ++c) {
    std::string& token = tokens[c];
    for (int level = 0; level < machine.position().height(c); ++level)
      token += texts[machine.position().key_at(c, level)];
    if (token.empty()) token = ".";
  }
  std::string text = drawn_board(program, tokens);
  // The player to move comes last, so that a text that was cut off can be noticed.
  const Word* frame = machine.frame();
  for (std::size_t i = 0; i < program.options.size(); ++i) {
    const rules::Option& option = program.rules.options[i];
    if (program.options[i] == option.initial) continue;
    text += kOption + option.name + " = " + print_value(program.rules, option.type, program.options[i]) + "\n";
  }
  for (const PositionEntry& entry : position_entries(program))
    text += entry.name + " = " + value_for(machine, entry, viewer) + "\n";
  const Word ended = frame[Layout::kOutcome];
  if (machine.is_over())
    return text + "result = " +
           result_words(program.rules, static_cast<OutcomeKind>(ended & 0xFF), static_cast<int>(ended >> 8) - 1) + "\n";
  const bool only_turns =
      std::all_of(program.layout.play_slots.begin(), program.layout.play_slots.end(),
                  [&](const auto& place) { return place.is_turn && frame[place.slot] == frame[Layout::kMe]; });
  if (!only_turns && viewer < 0) {
    // The counters of loops in `play`. A `turn of each player` alone needs no line, because it follows from the player
    // to move.
    text += "play =";
    for (const PlaySlot& place : program.layout.play_slots)
      text += " " + std::to_string(static_cast<std::int64_t>(frame[place.slot]));
    text += "\n";
  }
  if (machine.is_at_draw())
    text += "draw = " + std::to_string(frame[Layout::kNode] - Layout::kDraw + 1) + "\n";
  else if (program.nodes.size() > 1)
    text += "choice = " + std::to_string(choice_number(machine, viewer) + 1) + "\n";
  for (const auto& chosen : chosen_texts(machine))
    text += kChosenBy + program.rules.players[chosen.first].name + " = " +
            (viewer < 0 || viewer == chosen.first ? chosen.second : kHidden) + "\n";
  return text + "to move = " + program.rules.players[machine.to_move()].name + "\n";
}

std::vector<std::pair<std::string, std::string>> print_variables(const Machine& machine, int viewer) {
  std::vector<std::pair<std::string, std::string>> variables;
  for (PositionEntry& entry : position_entries(machine.program())) {
    std::string value = value_for(machine, entry, viewer);
    variables.emplace_back(std::move(entry.name), std::move(value));
  }
  return variables;
}

}  // namespace glint
