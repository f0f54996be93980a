#include "lang/source/lexer.hpp"

#include <algorithm>
#include <array>

#include "lang/source/text.hpp"

namespace glint::lang {
namespace {

constexpr std::array<std::string_view, 16> kPairs = {
    "..", "==", "!=", "<=", ">=", "->", "+=", "-=", "|=", "&=", "^=", "&&", "||", "/*", "=>", "++"};

/// The bytes of the character that begins here.
std::size_t character_at(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
  return end - at;
}

std::size_t end_of_word(std::string_view text, std::size_t at) {
  while (at < text.size() && is_in_name(text[at])) ++at;
  return at;
}

constexpr std::string_view kDrawing = "\"\"\"";

}  // namespace

Lexer::Lexer(std::string_view text, std::size_t at) : text_(text), at_(at) {
  if (at == 0 && text.starts_with("\xEF\xBB\xBF")) at_ = 3;
}

std::optional<Token> Lexer::next() {
  while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  if (at_ >= text_.size()) return std::nullopt;
  Token token;
  token.begin = at_;
  take(token);
  token.text = text_.substr(token.begin, at_ - token.begin);
  return token;
}

std::optional<Token> Lexer::next_code() {
  std::optional<Token> token = next();
  while (token && token->is_comment()) token = next();
  return token;
}

bool Lexer::is_lone_backslash() const {
  constexpr std::string_view kLone = "\"\\\"";
  if (!text_.substr(at_).starts_with(kLone)) return false;
  const std::string_view rest = after_blanks(text_.substr(at_ + kLone.size()));
  return rest.empty() || rest.starts_with("//") ||
         std::string_view(",;}\n").find(rest.front()) != std::string_view::npos;
}

void Lexer::take(Token& token) {
  const std::string_view rest = text_.substr(at_);
  if (rest.starts_with("//")) {
    token.kind = Token::Kind::comment;
    at_ = std::min(text_.find('\n', at_), text_.size());
  } else if (rest.starts_with(kDrawing)) {
    token.kind = Token::Kind::drawing;
    const std::size_t close = text_.find(kDrawing, at_ + kDrawing.size());
    token.closed = close != std::string_view::npos;
    at_ = token.closed ? close + kDrawing.size() : text_.size();
  } else if (is_lone_backslash()) {
    token.kind = Token::Kind::text;
    at_ += 3;
  } else if (rest.front() == '"') {
    token.kind = Token::Kind::text;
    for (++at_; at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n'; ++at_)
      if (text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n') ++at_;
    token.closed = at_ < text_.size() && text_[at_] == '"';
    if (token.closed) ++at_;
  } else if (is_in_name(rest.front())) {
    token.kind = Token::Kind::word;
    at_ = end_of_word(text_, at_);
  } else {
    at_ += character_at(text_, at_);
  }
}

std::vector<std::string> code_words(std::string_view text) {
  std::vector<std::string> words;
  for (Lexer lexer(text); const auto token = lexer.next();)
    if (token->kind == Token::Kind::word) words.emplace_back(token->text);
  return words;
}

std::string without_comments(std::string_view text) {
  std::string plain;
  std::size_t from = 0;
  for (Lexer lexer(text); const auto token = lexer.next();) {
    if (!token->is_comment()) continue;
    plain += text.substr(from, token->begin - from);
    plain.resize(plain.find_last_not_of(" \t") + 1);  // npos + 1 is 0
    const bool has_line = plain.empty() || plain.back() == '\n';
    from = std::min(token->end() + (has_line ? 1 : 0), text.size());
  }
  return plain += text.substr(from);
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

bool is_number(std::string_view token) { return !token.empty() && std::all_of(token.begin(), token.end(), is_digit); }

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
  if (is_in_name(text[at])) return text.substr(at, end_of_word(text, at) - at);
  return text.substr(at, is_pair(text.substr(at, 2)) ? 2 : character_at(text, at));
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

}  // namespace glint::lang
