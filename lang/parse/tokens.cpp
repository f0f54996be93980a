#include "lang/parse/tokens.hpp"

#include <algorithm>
#include <array>

#include "lang/source/line_begin.hpp"
#include "lang/source/names.hpp"

namespace glint::lang::parsing {
namespace {

constexpr std::array<std::string_view, 16> kPairs = {
    "..", "==", "!=", "<=", ">=", "->", "+=", "-=", "|=", "&=", "^=", "&&", "||", "/*", "=>", "++"};

}  // namespace

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

bool is_number(std::string_view token) {
  return !token.empty() && std::all_of(token.begin(), token.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_pair(std::string_view two) { return std::find(kPairs.begin(), kPairs.end(), two) != kPairs.end(); }

bool is_among(std::string_view word, std::string_view words) {
  if (word.empty()) return false;
  for (std::size_t at = words.find(word); at != std::string_view::npos; at = words.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || words[at - 1] == ' ') && (end == words.size() || words[end] == ' ')) return true;
  }
  return false;
}

std::string_view after_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r"), text.size()));
  return text;
}

std::string_view token_at(std::string_view text, std::uint32_t at) {
  if (at >= text.size() || is_blank(text[at]) || text.substr(at, 2) == "//") return {};
  std::size_t end = at + 1;
  if (is_in_name(text[at])) {
    while (end < text.size() && is_in_name(text[end])) ++end;
  } else if (is_pair(text.substr(at, 2))) {
    end = at + 2;
  } else {
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
  }
  return text.substr(at, end - at);
}

std::string_view token_before(std::string_view text, std::uint32_t at) {
  std::size_t end = at;
  for (;;) {
    while (end > 0 && is_blank(text[end - 1])) --end;
    if (end == 0) return {};
    const std::size_t line = line_begin(text, end);
    const std::size_t comment = text.substr(line, end - line).find("//");
    if (comment == std::string_view::npos) break;
    // In a line with a text, `//` may be part of it.
    if (text.substr(line, comment).find('"') != std::string_view::npos) return {};
    end = line + comment;
  }
  std::size_t begin = end - 1;
  if (is_in_name(text[begin])) {
    while (begin > 0 && is_in_name(text[begin - 1])) --begin;
  } else if (begin > 0 && is_pair(text.substr(begin - 1, 2))) {
    --begin;
  } else if (text[begin] == '"' || static_cast<unsigned char>(text[begin]) >= 0x80) {
    return {};
  }
  return text.substr(begin, end - begin);
}

}  // namespace glint::lang::parsing
