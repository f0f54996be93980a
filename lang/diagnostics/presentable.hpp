// Text of others on its way to a terminal: what a script, a file or a command line says, inside our own sentences.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace glint::lang {

/// The text with nothing in it that a terminal would obey or could not show: control characters, marks that change the
/// direction of writing and bytes that are no UTF-8 stand as `\x1b` or `\u202e`, line breaks as `\n`.
std::string escaped(std::string_view text);

/// As `escaped`, and not longer than this many characters: the middle of a longer one is left out, as `...`.
std::string shortened(std::string_view text, std::size_t most);

/// A sentence with words of others in it, which stand in `backticks` or between blanks: escaped, each of these words
/// shortened to 80 characters, and the whole to 2000. Doing it twice changes nothing.
std::string presentable(std::string_view sentence);

/// How many bytes the code point at the beginning of `text` has; 0: it is none.
std::size_t utf8_length(std::string_view text);
/// Its number, of the bytes of one code point.
std::uint32_t code_point_of(std::string_view character);
/// Would a terminal obey this code point (control characters, changes of direction) and not show it?
bool is_control(std::string_view code_point);

}  // namespace glint::lang
