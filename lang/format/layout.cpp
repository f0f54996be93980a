#include "lang/format/layout.hpp"

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

}  // namespace glint::lang::formatting
