#include "interpreter/play/position_text.hpp"

#include <algorithm>
#include <map>
#include <sstream>

#include "interpreter/play/print.hpp"

namespace glint {

namespace {

using rules::Base;

/// How each key is written: its look, and more where that is not enough. For `reading`, looks that only a stack could
/// make unclear are looks all the same.
std::vector<std::string> key_texts(const Program& program, bool reading = false) {
  std::map<std::string, int> same;
  for (std::size_t key = 1; key < program.keys.size(); ++key) ++same[program.keys[key].glyph];
  std::vector<std::string> texts(program.keys.size());
  const auto write_out = [&](std::size_t i) {
    const Key& key = program.keys[i];
    const rules::Kind& kind = program.rules.kinds[static_cast<std::size_t>(key.kind)];
    texts[i] = kind.name + "/";
    if (key.owner >= 0) texts[i] += program.rules.players[static_cast<std::size_t>(key.owner)].name + "/";
    for (std::size_t f = 0; f < key.values.size(); ++f)
      texts[i] += print_value(program.rules, program.rules.fields[static_cast<std::size_t>(kind.fields[f])].type,
                              key.values[f]) + "/";
    for (char& c : texts[i])
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '=') c = '_';
  };
  std::vector<std::pair<std::string, std::size_t>> looks;  // keys that are written as they look
  for (std::size_t i = 1; i < program.keys.size(); ++i) {
    const std::string& glyph = program.keys[i].glyph;
    texts[i] = glyph;
    const bool plain = glyph.find_first_of(" \t\n\r=") == std::string::npos && !glyph.empty() && glyph != ".";
    if (same[glyph] == 1 && plain) looks.emplace_back(glyph, i);
    else write_out(i);
  }
  // In a stack looks stand side by side: one that begins another (then it also begins the next in order) could not be
  // told from it.
  if (program.layout.stack > 1 && !reading) {
    std::sort(looks.begin(), looks.end());
    for (std::size_t i = 0; i + 1 < looks.size(); ++i)
      if (looks[i + 1].first.compare(0, looks[i].first.size(), looks[i].first) == 0) write_out(looks[i].second);
  }
  return texts;
}

struct Row {
  int drawn_y = 0;
  std::vector<int> cells;  // from the left
};

std::vector<Row> rows_of(const Program& program) {
  std::vector<Row> rows;
  for (int c = 0; c < program.geometry.cells; ++c) {
    const int y = program.geometry.info[static_cast<std::size_t>(c)].drawn_y;
    if (rows.empty() || rows.back().drawn_y != y) rows.push_back({y, {}});
    rows.back().cells.push_back(c);
  }
  return rows;
}

std::string trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t' || text.front() == '\r')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
  return std::string(text);
}

std::string index_name(const Program& program, const rules::Type& index, std::int64_t i) {
  if (index.base == Base::cell) return program.geometry.info[static_cast<std::size_t>(i)].label;
  return print_value(program.rules, index, domain_first(index) + i);
}

/// Every variable's name as it prints, with its slot.
struct Entry {
  std::string name;
  rules::Type type;
  Slot slot;
  int variable;
};

std::vector<Entry> entries_of(const Program& program) {
  std::vector<Entry> entries;
  for (std::size_t v = 0; v < program.rules.variables.size(); ++v) {
    const rules::Variable& variable = program.rules.variables[v];
    const Slot base = program.layout.variables[v];
    if (!variable.index) {
      entries.push_back({variable.name, variable.type, base, static_cast<int>(v)});
      continue;
    }
    const std::int64_t count =
        variable.index->base == Base::cell ? program.geometry.cells : domain_size(program.rules, *variable.index);
    for (std::int64_t i = 0; i < count; ++i)
      entries.push_back({variable.name + "[" + index_name(program, *variable.index, i) + "]", variable.type,
                         base + static_cast<Slot>(i * program.set_words(variable.type)), static_cast<int>(v)});
  }
  return entries;
}

/// Reads a value as it prints; false when it is none of the type's.
bool read_value(const Program& program, const rules::Type& type, const std::string& text, Word* slots) {
  const auto cell = [&](const std::string& label) -> int {
    for (std::size_t c = 0; c < program.geometry.info.size(); ++c)
      if (program.geometry.info[c].label == label) return static_cast<int>(c);
    return -1;
  };
  if (type.base == Base::cell) {
    if (!type.is_set) {
      const int found = cell(text);
      if (found < 0) return false;
      slots[0] = static_cast<Word>(found);
      return true;
    }
    std::fill(slots, slots + program.set_words(type), 0);
    if (text == "none") return true;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
      const int found = cell(word);
      if (found < 0) return false;
      slots[found / 64] |= Word{1} << (found % 64);
    }
    return true;
  }
  rules::Type element = type;
  element.is_set = false;
  const auto read_element = [&](const std::string& one) -> std::optional<std::int64_t> {
    if (element.base == Base::number) {
      std::istringstream digits(one);
      std::int64_t number = 0;
      if (!(digits >> number) || std::to_string(number) != one || number < element.lo || number > element.hi) return std::nullopt;
      return number;
    }
    const std::int64_t first = domain_first(element), size = domain_size(program.rules, element);
    for (std::int64_t i = first; i < first + size; ++i)
      if (print_value(program.rules, element, i) == one) return i;
    return std::nullopt;
  };
  if (!type.is_set) {
    const auto value = read_element(text);
    if (!value) return false;
    slots[0] = static_cast<Word>(*value);
    return true;
  }
  if (text.size() < 2 || text.front() != '{' || text.back() != '}') return false;
  slots[0] = 0;
  std::istringstream parts(text.substr(1, text.size() - 2));
  for (std::string one; std::getline(parts, one, ',');) {
    const auto value = read_element(trimmed(one));
    if (!value || *value < 0 || *value > 63) return false;
    slots[0] |= Word{1} << *value;
  }
  return true;
}

/// The keys that a cell's text stands for, bottom to top: looks one after the other.
bool read_cell(const std::vector<std::string>& texts, std::string_view text, std::size_t most, std::vector<int>& keys) {
  if (text.empty()) return true;
  if (keys.size() >= most) return false;
  std::vector<int> fits;
  for (std::size_t key = 1; key < texts.size(); ++key)
    if (!texts[key].empty() && text.substr(0, texts[key].size()) == texts[key]) fits.push_back(static_cast<int>(key));
  std::stable_sort(fits.begin(), fits.end(), [&](int a, int b) {
    return texts[static_cast<std::size_t>(a)].size() > texts[static_cast<std::size_t>(b)].size();
  });
  for (const int key : fits) {
    keys.push_back(key);
    if (read_cell(texts, text.substr(texts[static_cast<std::size_t>(key)].size()), most, keys)) return true;
    keys.pop_back();
  }
  return false;
}

std::optional<std::string> read_board(Machine& machine, const std::vector<std::string>& lines) {
  const Program& program = machine.program();
  const std::vector<Row> rows = rows_of(program);
  const std::vector<std::string> texts = key_texts(program), looks = key_texts(program, true);
  if (lines.size() != rows.size())
    return "the drawn board has " + std::to_string(lines.size()) + " rows, but this board has " + std::to_string(rows.size());
  std::vector<std::vector<int>> columns(static_cast<std::size_t>(program.geometry.cells));
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::istringstream words(lines[r]);
    std::vector<std::string> tokens;
    for (std::string word; words >> word;) tokens.push_back(word);
    if (tokens.size() != rows[r].cells.size())
      return "row " + std::to_string(r + 1) + " of the drawn board has " + std::to_string(tokens.size()) +
             " cells, but here it must have " + std::to_string(rows[r].cells.size()) + ": `" + trimmed(lines[r]) + "`";
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (tokens[i] == ".") continue;
      std::vector<int>& keys = columns[static_cast<std::size_t>(rows[r].cells[i])];
      const auto most = static_cast<std::size_t>(program.layout.stack);
      if (!read_cell(texts, tokens[i], most, keys) && !read_cell(looks, tokens[i], most, keys)) {
        if (read_cell(texts, tokens[i], most + 8, keys))
          return "`" + tokens[i] + "` is more than the " + std::to_string(most) + " that fit on a cell";
        return "`" + tokens[i] + "` is not how any piece looks";
      }
    }
  }
  machine.clear_board();
  for (std::size_t c = 0; c < columns.size(); ++c)
    for (const int key : columns[c]) machine.put(static_cast<int>(c), key);
  return std::nullopt;
}

}  // namespace

std::string cell_text(const Machine& machine, int cell) {
  std::string text;
  for (int level = 0; level < machine.height(cell); ++level)
    text += machine.program().keys[static_cast<std::size_t>(machine.key_at(cell, level))].glyph;
  return text.empty() ? "." : text;
}

std::string print_position(const Machine& machine) {
  const Program& program = machine.program();
  const std::vector<std::string> texts = key_texts(program);
  const std::vector<Row> rows = rows_of(program);
  std::vector<std::string> tokens(static_cast<std::size_t>(program.geometry.cells));
  std::size_t widest = 1;
  for (int c = 0; c < program.geometry.cells; ++c) {
    std::string& token = tokens[static_cast<std::size_t>(c)];
    for (int level = 0; level < machine.height(c); ++level)
      token += texts[static_cast<std::size_t>(machine.key_at(c, level))];
    if (token.empty()) token = ".";
    widest = std::max(widest, token.size());
  }
  // One step of the drawing grid is as many characters as keep the nearest two cells of a row apart.
  int left = program.geometry.info[0].drawn_x, gap = 1'000'000;
  for (const Row& row : rows)
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const int x = program.geometry.info[static_cast<std::size_t>(row.cells[i])].drawn_x;
      left = std::min(left, x);
      if (i > 0) gap = std::min(gap, x - program.geometry.info[static_cast<std::size_t>(row.cells[i - 1])].drawn_x);
    }
  const std::size_t unit = (widest + 1 + static_cast<std::size_t>(gap) - 1) / static_cast<std::size_t>(gap);
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (const int c : row.cells) {
      const auto x = static_cast<std::size_t>(program.geometry.info[static_cast<std::size_t>(c)].drawn_x - left) * unit;
      if (line.size() < x) line.append(x - line.size(), ' ');
      else if (!line.empty()) line += ' ';
      line += tokens[static_cast<std::size_t>(c)];
    }
    text += line + "\n";
  }
  const Word* frame = machine.frame();
  if (machine.is_over()) {
    const auto kind = static_cast<OutcomeKind>(frame[Layout::kOutcome] & 0xFF);
    const int winner = static_cast<int>(frame[Layout::kOutcome] >> 8) - 1;
    text += "result = ";
    if (kind == OutcomeKind::win) text += program.rules.players[static_cast<std::size_t>(winner)].name + " wins\n";
    else text += kind == OutcomeKind::tie ? "tie\n" : "score\n";
  } else {
    text += "to move = " + program.rules.players[static_cast<std::size_t>(machine.to_move())].name + "\n";
    if (program.nodes.size() > 1) text += "choice = " + std::to_string(frame[Layout::kNode] + 1) + "\n";
  }
  for (const Entry& entry : entries_of(program))
    text += entry.name + " = " + print_slots(program, entry.type, frame + entry.slot) + "\n";
  const bool only_turns = std::all_of(program.play_slots.begin(), program.play_slots.end(), [&](const auto& place) {
    return place.is_turn && frame[place.slot] == frame[Layout::kMe];
  });
  if (!only_turns && !machine.is_over()) {
    // Where play stands in its loops; `turn of each player` by itself needs no line, it follows from whose turn it is.
    text += "play =";
    for (const Program::PlaySlot& place : program.play_slots)
      text += " " + std::to_string(static_cast<std::int64_t>(frame[place.slot]));
    text += "\n";
  }
  return text;
}

std::optional<std::string> read_position(Machine& machine, std::string_view text) {
  const Program& program = machine.program();
  std::vector<std::string> board;
  std::vector<std::pair<std::string, std::string>> settings;
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) {
    const std::string clean = trimmed(line);
    if (clean.empty()) continue;
    const std::size_t equals = clean.find(" = ");
    if (equals == std::string::npos && clean.size() > 2 && clean.substr(clean.size() - 2) == " =") {
      return "`" + clean + "` gives no value";
    }
    if (equals == std::string::npos) {
      if (!settings.empty()) return "`" + clean + "` is neither a row of the board, which comes first, nor `name = value`";
      board.push_back(line);
    } else {
      settings.emplace_back(trimmed(clean.substr(0, equals)), trimmed(clean.substr(equals + 3)));
    }
  }
  if (!board.empty() || settings.empty())
    if (auto error = read_board(machine, board)) return error;
  Word* frame = machine.frame();
  const std::vector<Entry> entries = entries_of(program);
  bool play_given = false;
  for (const auto& setting : settings) {
    const std::string& name = setting.first;
    const std::string& value = setting.second;
    if (name == "to move") {
      bool found = false;
      for (std::size_t p = 0; p < program.rules.players.size(); ++p)
        if (program.rules.players[p].name == value) {
          frame[Layout::kMe] = p;
          found = true;
        }
      if (!found) return "`" + value + "` is not a player";
    } else if (name == "choice") {
      std::size_t number = 0;
      std::istringstream(value) >> number;
      if (number < 1 || number > program.nodes.size())
        return "this game has " + std::to_string(program.nodes.size()) + " places where a player chooses, `" + value +
               "` is none";
      frame[Layout::kNode] = number - 1;
    } else if (name == "result") {
      OutcomeKind kind = OutcomeKind::none;
      int winner = -1;
      if (value == "tie") kind = OutcomeKind::tie;
      if (value == "score") kind = OutcomeKind::score;
      for (std::size_t p = 0; p < program.rules.players.size(); ++p)
        if (value == program.rules.players[p].name + " wins") {
          kind = OutcomeKind::win;
          winner = static_cast<int>(p);
        }
      if (kind == OutcomeKind::none) return "`" + value + "` is not a result";
      frame[Layout::kNode] = Layout::kOver;
      frame[Layout::kMe] = 0;
      frame[Layout::kOutcome] = static_cast<Word>(kind) | static_cast<Word>(winner + 1) << 8;
      std::fill(frame + program.layout.play, frame + program.layout.size, 0);
    } else if (name == "play") {
      std::istringstream words(value);
      for (const Program::PlaySlot& place : program.play_slots) {
        std::int64_t word = 0;
        if (!(words >> word)) return "`play` needs " + std::to_string(program.play_slots.size()) + " numbers";
        const bool fits = place.is_set ? (static_cast<Word>(word) & ~place.within) == 0 : word >= place.lo && word <= place.hi;
        if (!fits) return "`play` cannot have the number " + std::to_string(word) + " there";
        frame[place.slot] = static_cast<Word>(word);
      }
      play_given = true;
    } else {
      const auto entry = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.name == name; });
      if (entry == entries.end()) {
        std::vector<std::string> names;
        for (const Entry& e : entries) names.push_back(e.name);
        const std::string near = lang::nearest(name, names);
        return "this game has no `" + name + "`" + (near.empty() ? "" : "; did you mean `" + near + "`?");
      }
      if (!read_value(program, entry->type, value, frame + entry->slot))
        return "`" + value + "` is not a value of `" + name + "`";
    }
  }
  // `turn of each player` counts players in the State: it follows from whose turn it is.
  if (!play_given && !machine.is_over())
    for (const Program::PlaySlot& place : program.play_slots)
      if (place.is_turn) frame[place.slot] = frame[Layout::kMe];
  machine.forget_all();
  return std::nullopt;
}

}  // namespace glint
