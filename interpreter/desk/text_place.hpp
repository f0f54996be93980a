// Where a place of a script is, by the text before it: also in a script that cannot be read yet.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace glint::desk {

/// Where a place is: the blocks around it, and what is before it on its line.
struct TextPlace {
  std::vector<std::string> blocks;  // by the first words of the lines that open them, the outermost first
  std::string outermost;            // all words of the line that opens the outermost block
  std::string line;                 // of the line, what is before the word
  bool in_text = false, in_comment = false;
  std::size_t text_begin = 0;  // after the quotes of the text that is open here
};

TextPlace text_place(std::string_view text, std::size_t at);

/// The words of a line, without signs between them.
std::vector<std::string> words_of(const std::string& line);

/// The word that begins the header, if there is one before this place; else empty.
std::string header_before(std::string_view text, std::size_t at);

}  // namespace glint::desk
