// Lines and their indentation; the texts of lines, and the columns that neighbouring lines share: arrows and updates of
// cases, values of assignments, the messages of requirements, comments at the ends of lines.
#include "lang/format/layout.hpp"

#include <algorithm>

namespace glint::lang::formatting {
namespace {

constexpr std::size_t kIndent = 2;

bool opens(Role role) { return role == Role::open || role == Role::call_open || role == Role::block_open; }
bool closes(Role role) { return role == Role::close || role == Role::block_close; }

/// For each bracket the place of its partner.
std::vector<std::size_t> partners(const std::vector<Token>& tokens) {
  std::vector<std::size_t> partner(tokens.size()), open;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (opens(tokens[i].role)) open.push_back(i);
    if (!closes(tokens[i].role) || open.empty()) continue;
    partner[i] = open.back();
    partner[open.back()] = i;
    open.pop_back();
  }
  return partner;
}

/// True if each token begins a line. A block has lines of its own if it has any line break; its brace stays with what
/// it belongs to, and so does an `else` after such a block.
std::vector<bool> line_begins(const std::vector<Token>& tokens) {
  const std::vector<std::size_t> partner = partners(tokens);
  std::vector<std::size_t> breaks_before(tokens.size() + 1);
  for (std::size_t i = 0; i < tokens.size(); ++i)
    breaks_before[i + 1] = breaks_before[i] + (tokens[i].breaks > 0 ? 1 : 0);
  std::vector<bool> begins(tokens.size());
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (i == 0 || tokens[i - 1].role == Role::comment) {
      begins[i] = true;
      continue;
    }
    const bool joins = token.role == Role::block_open ||
                       (token.text == "else" && tokens[i - 1].role == Role::block_close && begins[i - 1]);
    begins[i] = token.breaks > 0 && !joins;
    const auto is_long = [&](std::size_t open, std::size_t close) {
      return breaks_before[close + 1] > breaks_before[open + 1];
    };
    if (tokens[i - 1].role == Role::block_open && is_long(i - 1, partner[i - 1]))
      begins[i] = token.role != Role::comment || token.breaks > 0;
    if (token.role == Role::block_close && is_long(partner[i], i)) begins[i] = true;
  }
  return begins;
}

constexpr std::size_t kWidest = 120;   // no line is made longer than this for a column
constexpr std::size_t kFarthest = 40;  // blanks added before a column
constexpr std::size_t kIndentOfRows = 2;

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

/// A line in the parts between its columns.
struct Parts {
  struct Part {
    Column column{};
    std::string text;
    std::size_t blanks = 0;  // before it
  };
  std::vector<Part> parts;
  bool has_rows = false;

  /// Its width up to a part, without the blanks before it; and from there on.
  std::size_t width_before(std::size_t part) const {
    std::size_t width = 0;
    for (std::size_t i = 0; i < part; ++i) width += parts[i].blanks + width_of(parts[i].text);
    return width;
  }
  std::size_t width_from(std::size_t part) const {
    std::size_t width = width_of(parts[part].text);
    for (std::size_t i = part + 1; i < parts.size(); ++i) width += parts[i].blanks + width_of(parts[i].text);
    return width;
  }
  std::size_t part_of(Column column) const {
    std::size_t part = 0;
    while (part < parts.size() && parts[part].column != column) ++part;
    return part;
  }
};

Parts parts_of(const Line& line) {
  Parts made;
  // A line of several statements has no columns but that of its comment.
  const auto items =
      std::count_if(line.tokens.begin(), line.tokens.end(), [](const Token& t) { return t.begins_item; });
  const bool is_single = line.tokens.front().begins_item;
  made.parts.push_back({Column::none, std::string(line.indent, ' '), 0});
  std::size_t depth = 0;
  for (std::size_t i = 0; i < line.tokens.size(); ++i) {
    const Token& token = line.tokens[i];
    const bool is_of_case = token.column == Column::updates || token.column == Column::arrow;
    const bool shares = token.column == Column::comment || (is_single && depth == 0 && (is_of_case || items == 1));
    const Column column = i > 0 && shares ? token.column : Column::none;
    if (token.role == Role::block_open) ++depth;
    if (token.role == Role::block_close && depth > 0) --depth;
    const std::size_t blanks = i == 0 ? 0 : blanks_between(line.tokens[i - 1], token);
    if (column != Column::none)
      made.parts.push_back({column, {}, blanks});
    else
      made.parts.back().text += std::string(blanks, ' ');
    made.has_rows = made.has_rows || token.role == Role::drawing;
    made.parts.back().text +=
        token.role == Role::drawing ? moved_drawing(token.text, line.indent + kIndentOfRows) : std::string(token.text);
  }
  return made;
}

/// Aligns one column over lines that follow each other, as long as that makes none too long. Lines without it may be
/// between them, but not where something is assigned; of comments on lines of their own none counts.
void align_column(Column column, const std::vector<Line>& lines, std::vector<Parts>& all) {
  std::vector<std::size_t> group;
  std::size_t most = 0, least = 0, rest = 0;
  const auto finish = [&] {
    for (const std::size_t line : group) {
      Parts& parts = all[line];
      const std::size_t part = parts.part_of(column);
      parts.parts[part].blanks += most - parts.width_before(part);
    }
    group.clear();
  };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].after_blank) finish();
    if (lines[i].tokens.front().role == Role::comment) continue;
    const std::size_t part = all[i].part_of(column);
    const bool has = part < all[i].parts.size() && !all[i].has_rows;
    const bool is_beside = !group.empty() && lines[i].indent == lines[group.back()].indent && !all[i].has_rows;
    if (!group.empty() && (!is_beside || (!has && column == Column::assign))) finish();
    if (!has) continue;
    const std::size_t before = all[i].width_before(part);
    const std::size_t from = all[i].parts[part].blanks + all[i].width_from(part);
    if (!group.empty()) {
      const std::size_t widest = std::max(most, before) + std::max(rest, from);
      if (widest > kWidest || std::max(most, before) - std::min(least, before) > kFarthest) finish();
    }
    most = group.empty() ? before : std::max(most, before);
    least = group.empty() ? before : std::min(least, before);
    rest = group.empty() ? from : std::max(rest, from);
    group.push_back(i);
  }
  finish();
}

}  // namespace

std::size_t blanks_between(const Token& before, const Token& next) {
  if (before.role == Role::open || before.role == Role::call_open || before.role == Role::prefix ||
      before.role == Role::tight || next.role == Role::tight || next.role == Role::close ||
      next.role == Role::call_open || next.role == Role::colon || next.role == Role::separator || next.text == ",")
    return 0;
  return next.column == Column::message ? 3 : next.column == Column::comment ? 2 : 1;
}

std::vector<Line> lines_of_tokens(const std::vector<Token>& all) {
  std::vector<Token> tokens;
  std::uint32_t breaks = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    breaks += all[i].breaks;
    if (is_redundant(all, i)) continue;
    tokens.push_back(all[i]);
    tokens.back().breaks = breaks;
    breaks = 0;
  }

  const std::vector<bool> begins = line_begins(tokens);
  std::vector<Line> lines;
  std::vector<std::pair<bool, std::size_t>> open;  // for each open bracket: a block's? and the indentation of its line
  std::vector<std::size_t> waiting;                // lines of comments, which are indented as the line after them
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (begins[i]) {
      Line line;
      const bool after_open = !lines.empty() && lines.back().tokens.back().role == Role::block_open;
      line.after_blank = i > 0 && token.breaks > 1 && !after_open && token.role != Role::block_close;
      std::size_t depth = open.size();
      for (std::size_t j = i; j < tokens.size() && closes(tokens[j].role) && (j == i || !begins[j]) && depth > 0; ++j)
        --depth;
      if (depth < open.size())
        line.indent = open[depth].second;
      else if (!open.empty())
        line.indent = open.back().second + kIndent;
      const bool in_block = open.empty() || open.back().first;
      const bool is_else = token.text == "else" && i > 0 && tokens[i - 1].role == Role::block_close;
      if (in_block && !token.begins_item && !closes(token.role) && !is_else) line.indent += kIndent;
      if (token.role == Role::comment) {
        waiting.push_back(lines.size());
      } else {
        const bool closing = closes(token.role);
        for (const std::size_t comment : waiting) lines[comment].indent = line.indent + (closing ? kIndent : 0);
        waiting.clear();
      }
      lines.push_back(line);
    }
    lines.back().tokens.push_back(token);
    if (opens(token.role)) open.emplace_back(token.role == Role::block_open, lines.back().indent);
    if (closes(token.role) && !open.empty()) open.pop_back();
  }
  for (const std::size_t comment : waiting) lines[comment].indent = 0;
  return lines;
}

void align(std::vector<Line>& lines) {
  std::vector<Parts> all;
  for (const Line& line : lines) all.push_back(parts_of(line));
  for (const Column column : {Column::arrow, Column::updates, Column::assign, Column::message, Column::comment})
    align_column(column, lines, all);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    lines[i].text.clear();
    for (const Parts::Part& part : all[i].parts) lines[i].text += std::string(part.blanks, ' ') + part.text;
  }
}

}  // namespace glint::lang::formatting
