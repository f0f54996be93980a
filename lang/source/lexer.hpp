// The tokens of a text that nobody parses, or that cannot be parsed: which characters are in comments and quotes, and
// the places of its words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace glint::lang {

struct Token {
  enum class Kind : std::uint8_t {
    word,     // a name or a number
    sign,     // one character
    text,     // "...", to the end of its line at most
    drawing,  // """..."""
    comment,  // //..., without the end of its line
  };
  Kind kind = Kind::sign;
  std::string_view text;
  std::size_t begin = 0;
  bool closed = true;  // whether a text or drawing has its last quote

  std::size_t end() const { return begin + text.size(); }
  bool is_quoted() const { return kind == Kind::text || kind == Kind::drawing; }
  bool is_comment() const { return kind == Kind::comment; }
};

/// Reads a text token by token, from a place that is in no text, drawing or comment.
class Lexer {
 public:
  explicit Lexer(std::string_view text, std::size_t at = 0);
  /// The next token; none at the end.
  std::optional<Token> next();
  /// The next token that is no comment.
  std::optional<Token> next_code();

 private:
  /// True if the backslash in quotes at this place stands alone: see grammar::lone_backslash.
  bool is_lone_backslash() const;
  void take(Token& token);

  std::string_view text_;
  std::size_t at_ = 0;
};

/// The names and numbers of a text, without those in comments and quotes.
std::vector<std::string> code_words(std::string_view text);
/// The text without comments and the blanks before them. A line that holds only a comment is left out.
std::string without_comments(std::string_view text);

/// The token that begins at a byte: a name, a number, an operator, one character; empty before blanks or a comment.
std::string_view token_at(std::string_view text, std::uint32_t at);
/// The token that ends before a byte, over blanks, lines and comments; empty if that is unclear.
std::string_view token_before(std::string_view text, std::uint32_t at);

/// True if it is between tokens.
bool is_blank(char c);
/// True if it is a number.
bool is_number(std::string_view token);
/// True if two characters are one operator.
bool is_pair(std::string_view two);
/// True if a word is one of a text of words with blanks between them.
bool is_among(std::string_view word, std::string_view words);
/// The text without the blanks at its beginning; lines are kept.
std::string_view after_blanks(std::string_view text);

}  // namespace glint::lang
