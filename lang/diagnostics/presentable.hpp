// Makes text from scripts, files and command lines safe for a terminal, within our own sentences.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace glint::lang {

/// The text without anything that a terminal would obey or could not show: control characters, marks that change the
/// direction of writing, and bytes that are not UTF-8 become `\x1b` or `\u202e`, line breaks `\n`.
std::string escaped(std::string_view text);

/// As `escaped`, with at most this many characters: `...` replaces the middle of a longer text.
std::string shortened(std::string_view text, std::size_t most);

/// A sentence with words from a user, in `backticks` or between blanks: escaped, with each word shortened to 80
/// characters and the whole to 2000. Doing it twice changes nothing.
std::string presentable(std::string_view sentence);

/// The number of bytes of the code point at the beginning of `text`; 0 if there is none.
std::size_t utf8_length(std::string_view text);
/// The number of a code point, from its bytes.
std::uint32_t code_point_of(std::string_view character);
/// True if a terminal would obey this code point instead of showing it: control and direction marks, U+FFFE, U+FFFF.
bool is_control(std::string_view code_point);

}  // namespace glint::lang
