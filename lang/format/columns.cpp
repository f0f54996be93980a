// The texts of lines, and the columns that neighbouring lines share: arrows and updates of cases, what is assigned, the
// messages of requirements, comments at the ends of lines.
#include <algorithm>

#include "lang/format/layout.hpp"

namespace glint::lang::formatting {
namespace {

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
