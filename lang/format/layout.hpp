// From tokens to lines: where lines begin and end, how far they are indented, the blanks between tokens, and columns.
#pragma once

#include <string>
#include <vector>

#include "lang/format/tokens.hpp"

namespace glint::lang::formatting {

/// A line of the new text; with a drawing in it, several.
struct Line {
  std::vector<Token> tokens;
  std::size_t indent = 0;
  bool after_blank = false;  // an empty line comes before it
  std::string text;          // set by `align`
};

/// The lines of a script, with their indentation.
std::vector<Line> lines_of_tokens(const std::vector<Token>& tokens);

/// Sets the texts of lines, with the columns that neighbours share.
void align(std::vector<Line>& lines);

/// The blanks between two tokens of a line, the least before a column.
std::size_t blanks_between(const Token& before, const Token& next);

}  // namespace glint::lang::formatting
