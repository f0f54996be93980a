#include "interpreter/game/board_text/position_text.hpp"

#include <algorithm>

#include "lang/source/text.hpp"

namespace glint {

using lang::marked;

namespace {

void each_word(std::string_view text, auto&& each) {
  while (!(text = lang::trimmed(text, kBlanks)).empty()) {
    const std::size_t end = std::min(text.find_first_of(" \t\r\v\f"), text.size());
    if (end > 0) each(text.substr(0, end));
    text.remove_prefix(std::max<std::size_t>(1, end));
  }
}

/// The characters (code points) of a text but for blanks.
void each_character(std::string_view text, auto&& each) {
  each_word(text, [&](std::string_view word) {
    for (std::size_t begin = 0, end = 0; begin < word.size(); begin = end) {
      end = begin + 1;
      while (end < word.size() && (static_cast<unsigned char>(word[end]) & 0xC0) == 0x80) ++end;
      each(word.substr(begin, end - begin));
    }
  });
}

/// The line of a drawing, counted from 1, without the blanks around it; the whole drawing if there is no such line.
lang::Span row_of(const Program& program, const lang::Span& drawing, int line) {
  constexpr std::uint32_t kQuotes = 3;
  const std::string_view text = program.sources->file(drawing.file).text;
  std::size_t begin = drawing.begin + kQuotes, end = drawing.end - kQuotes;
  for (; line > 1; --line) {
    begin = text.find('\n', begin) + 1;  // npos + 1 is 0
    if (begin == 0 || begin > end) return drawing;
  }
  end = std::min(text.find('\n', begin), end);
  while (begin < end && (text[begin] == ' ' || text[begin] == '\t')) ++begin;
  while (end > begin && (text[end - 1] == ' ' || text[end - 1] == '\r')) --end;
  if (begin == end) return drawing;
  return {drawing.file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

}  // namespace

Looks::Looks(std::vector<std::string> texts) : texts_(std::move(texts)), by_first_(256) {
  for (std::size_t key = 1; key < texts_.size(); ++key)
    if (!texts_[key].empty()) by_first_[static_cast<unsigned char>(texts_[key][0])].push_back(static_cast<int>(key));
  for (std::vector<int>& keys : by_first_)
    std::stable_sort(keys.begin(), keys.end(), [&](int a, int b) {
      return texts_[static_cast<std::size_t>(a)].size() > texts_[static_cast<std::size_t>(b)].size();
    });
}

std::optional<std::vector<int>> Looks::read(std::string_view shown, std::size_t most) {
  failed_.clear();
  std::vector<int> keys;
  if (!read_rest(shown, most, keys)) return std::nullopt;
  return keys;
}

bool Looks::read_rest(std::string_view rest, std::size_t most, std::vector<int>& keys) {
  if (rest.empty()) return true;
  const std::pair<std::size_t, std::size_t> here{rest.size(), keys.size()};
  if (keys.size() >= most || failed_.count(here) > 0) return false;
  for (const int key : by_first_[static_cast<unsigned char>(rest[0])]) {
    const std::string& look = texts_[static_cast<std::size_t>(key)];
    if (rest.substr(0, look.size()) != look) continue;
    keys.push_back(key);
    if (read_rest(rest.substr(look.size()), most, keys)) return true;
    keys.pop_back();
  }
  failed_.insert(here);  // so that the rest of the text is not tried repeatedly
  return false;
}

lang::Diagnostic misdrawn(const Program& program, const rules::Stmt& drawn, const PositionProblem& problem) {
  return {lang::Code::G0701, lang::Severity::error, problem.message,
          {row_of(program, drawn.text_spans[0], problem.line), {}}, {}, {}};
}

BoardReader::BoardReader(Machine& machine)
    : program_(machine.program()),
      rows_(position_rows(program_)),
      written_(key_texts(program_)),
      drawn_(key_texts(program_, true)) {
  machine.fuel().refill();
  for (std::size_t g = 0; g < program_.entries.grounds.size(); ++g) {
    const GroundCode& ground = program_.entries.grounds[g];
    grounds_.emplace_back();
    if (!ground.is_constant || program_.rules.pictures.grounds[g].of_edges) continue;
    grounds_.back().assign(static_cast<std::size_t>(program_.words()), 0);
    for (std::size_t player = 0; player < (ground.for_each_player ? program_.rules.players.size() : 1); ++player) {
      const Machine::Status status = ground.for_each_player
                                         ? machine.run_for(static_cast<int>(player), ground.player, ground.code)
                                         : machine.run_aside(ground.code);
      if (status != Machine::Status::done) {
        grounds_.back().clear();
        break;
      }
      if (machine.frame()[ground.told] == 0) continue;
      for (std::size_t i = 0; i < grounds_.back().size(); ++i) grounds_.back()[i] |= machine.frame()[ground.cells + i];
    }
  }
}

std::optional<PositionProblem> BoardReader::read(const std::vector<DrawnRow>& drawn, int line,
                                                 std::vector<std::vector<int>>& columns) {
  const auto cells = static_cast<std::size_t>(program_.geometry.cells);
  if (drawn.size() == 1 && rows_.size() > 1) {
    std::vector<int> all;
    for (const PositionRow& row : rows_) all.insert(all.end(), row.cells.begin(), row.cells.end());
    if (const auto parts = parts_of(drawn[0].text, cells)) {
      columns.assign(cells, {});
      return read_cells(drawn[0].line, *parts, all, columns);
    }
    return PositionProblem{line, "the drawn board is one line of " + number_of_cells(drawn[0].text) +
                                     ", but this board has " + std::to_string(cells) + " in " +
                                     std::to_string(rows_.size()) + " rows: " + marked(drawn[0].text)};
  }
  if (drawn.size() != rows_.size())
    return PositionProblem{line, "the drawn board has " + std::to_string(drawn.size()) + " rows, but this board has " +
                                     std::to_string(rows_.size())};
  columns.assign(cells, {});
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    const auto parts = parts_of(drawn[r].text, rows_[r].cells.size());
    if (!parts)
      return PositionProblem{drawn[r].line, "row " + std::to_string(r + 1) + " of the drawn board has " +
                                                number_of_cells(drawn[r].text) + ", but here it must have " +
                                                std::to_string(rows_[r].cells.size()) + ": " + marked(drawn[r].text)};
    if (auto problem = read_cells(drawn[r].line, *parts, rows_[r].cells, columns)) return problem;
  }
  return std::nullopt;
}

std::size_t BoardReader::count(std::string_view line, Parts parts) {
  std::size_t count = 0;
  const auto one_more = [&](std::string_view) { ++count; };
  if (parts == Parts::words) each_word(line, one_more);
  else each_character(line, one_more);
  return count;
}

/// The parts of a line that represent cells, if there are as many as `wanted`: words, or else characters.
std::optional<std::vector<std::string_view>> BoardReader::parts_of(std::string_view line, std::size_t wanted) {
  if (count(line, Parts::words) == wanted) return words_of(line);
  if (count(line, Parts::characters) != wanted) return std::nullopt;
  std::vector<std::string_view> characters;
  each_character(line, [&](std::string_view one) { characters.push_back(one); });
  return characters;
}

/// "4 cells"; "1 word of 7 characters", which may be as many cells.
std::string BoardReader::number_of_cells(std::string_view line) {
  const std::size_t words = count(line, Parts::words), characters = count(line, Parts::characters);
  if (words != 1 || characters == 1) return lang::counted(words, "cell");
  return std::to_string(characters) + " cells";
}

std::optional<PositionProblem> BoardReader::read_cells(int line, const std::vector<std::string_view>& parts,
                                                       const std::vector<int>& cells,
                                                       std::vector<std::vector<int>>& columns) {
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (auto message = read_cell(parts[i], cells[i], columns)) return PositionProblem{line, std::move(*message)};
  return std::nullopt;
}

/// Returns the error, if there is one.
std::optional<std::string> BoardReader::read_cell(std::string_view shown, int cell,
                                                  std::vector<std::vector<int>>& columns) {
  if (shown == ".") return std::nullopt;
  const auto most = static_cast<std::size_t>(program_.layout.stack);
  auto keys = written_.read(shown, most);
  if (!keys) keys = drawn_.read(shown, most);
  if (keys) {
    columns[static_cast<std::size_t>(cell)] = std::move(*keys);
    return std::nullopt;
  }
  if (written_.read(shown, most + 8))
    return marked(shown) + (most == 1 ? " is no piece, and only one fits on a cell"
                                      : " has more pieces than the " + std::to_string(most) + " that fit on a cell");
  bool is_sign = false;
  for (std::size_t g = 0; g < grounds_.size(); ++g) {
    if (program_.rules.pictures.grounds[g].of_edges || program_.rules.pictures.grounds[g].sign != shown) continue;
    if (grounds_[g].empty() || has_bit(grounds_[g].data(), cell)) return std::nullopt;
    is_sign = true;
  }
  if (is_sign)
    return marked(shown) + " is not the sign of the empty cell " + program_.geometry.label_of(cell) + ": write `.`";
  const std::string_view unclear = unclear_in(shown, most);
  if (unclear.empty()) return marked(shown) + " is not the look of a piece" + looks_there_are();
  return marked(unclear) + (unclear == shown ? "" : " in " + marked(shown)) + " is the look of several pieces: write " +
         lang::joined(written_out(unclear), " or ", marked);
}

/// The first look in a cell's text that belongs to several pieces; empty if there is none, or if the text is not a stack
/// of looks.
std::string_view BoardReader::unclear_in(std::string_view shown, std::size_t most) const {
  std::vector<std::string> all(program_.pieces.keys.size());
  for (std::size_t key = 1; key < all.size(); ++key)
    if (program_.is_possible(program_.pieces.keys[key])) all[key] = program_.pieces.keys[key].glyph;
  const auto keys = Looks(all).read(shown, most);
  if (!keys) return {};
  for (const int key : *keys) {
    const std::string& look = all[static_cast<std::size_t>(key)];
    if (std::count(all.begin(), all.end(), look) > 1) return shown.substr(0, look.size());
    shown.remove_prefix(look.size());
  }
  return {};
}

/// ": write one of `w`, `b` and 12 more, or `.` for an empty cell"; empty if no look says which piece it is.
std::string BoardReader::looks_there_are() const {
  constexpr std::size_t kMost = 8;
  std::vector<std::string> looks;
  for (std::size_t key = 1; key < program_.pieces.keys.size(); ++key)
    if (const std::string& look = program_.pieces.keys[key].glyph; !look.empty() && written_out(look).size() < 2)
      looks.push_back(look);
  if (looks.empty()) return {};
  const std::size_t more = looks.size() > kMost ? looks.size() - kMost + 1 : 0;
  looks.resize(looks.size() - more);
  return ": write one of " + lang::joined(looks, ", ", marked) +
         (more > 0 ? " and " + std::to_string(more) + " more" : "") + ", or `.` for an empty cell";
}

/// Labels for pieces that look alike.
std::vector<std::string> BoardReader::written_out(std::string_view look) const {
  constexpr std::size_t kMost = 4;
  std::vector<std::string> texts;
  const std::vector<std::string> all = key_texts(program_);
  for (std::size_t key = 1; key < all.size() && texts.size() < kMost; ++key)
    if (program_.pieces.keys[key].glyph == look && !all[key].empty()) texts.push_back(all[key]);
  return texts;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  each_word(text, [&](std::string_view word) { words.push_back(word); });
  return words;
}

std::vector<DrawnRow> rows_of(std::string_view drawing) {
  std::vector<DrawnRow> rows;
  int line = 0;
  for (const std::string_view text : lang::lines_of(drawing)) {
    ++line;
    if (const std::string_view row = lang::trimmed(text, kBlanks); !row.empty()) rows.push_back({line, row});
  }
  return rows;
}

}  // namespace glint
