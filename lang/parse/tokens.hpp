// The tokens around a place in a text that may be wrong there. Private to lang/, except for repairs of editors.
#pragma once

#include <cstdint>
#include <string_view>

namespace glint::lang::parsing {

/// The token that begins at a byte: a name, a number, an operator, one character; empty before blanks or a comment.
std::string_view token_at(std::string_view text, std::uint32_t at);
/// The token that ends before a byte, over blanks, lines and comments; empty if that is unclear.
std::string_view token_before(std::string_view text, std::uint32_t at);

/// Between tokens.
bool is_blank(char c);
/// Whether it is a number.
bool is_number(std::string_view token);
/// Whether two characters are one token.
bool is_pair(std::string_view two);
/// Whether a word is one of a text of words with blanks between them.
bool is_among(std::string_view word, std::string_view words);
/// The text without the blanks at its beginning; lines are kept.
std::string_view after_blanks(std::string_view text);

}  // namespace glint::lang::parsing
