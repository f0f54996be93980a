// From tokens to lines: where lines begin and end, how far they are indented, the blanks between tokens, and columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lang/parse/nodes.hpp"

namespace glint::lang::formatting {

/// The role of a token in the layout.
enum class Role : std::uint8_t {
  plain,        // a name, a word, a number, an operator with blanks around it
  comment,      // `// ...`, to the end of its line
  drawing,      // """ ... """
  separator,    // `;`
  tight,        // `.`, `..`: no blanks around it
  prefix,       // the `-` of a negative number: no blank after it
  colon,        // of a type, a field, a name: no blank before it
  call_open,    // ( [ directly after a name
  open,         // ( { of a value: no blank after it
  close,        // ) ] } of a value: no blank before it
  block_open,   // { of a block
  block_close,  // } of a block
};

/// True where a token begins a column that neighbouring lines share.
enum class Column : std::uint8_t { none, arrow, updates, assign, message, comment };

struct Token {
  std::string_view text;
  std::uint32_t begin = 0;
  std::uint32_t breaks = 0;  // line breaks between the token before and this one
  Role role{};
  Column column{};
  bool begins_item = false;  // a declaration, or a statement, case or field of a block
};

/// All tokens of a text, whose nodes these are.
std::vector<Token> tokens_of(std::string_view text, const parsing::Nodes& nodes);

/// True if this token is a `;` without meaning, at the end of a line or block.
bool is_redundant(const std::vector<Token>& tokens, std::size_t at);

/// True if two texts have the same tokens, comments and syntax. These do not count: blanks at the ends of lines, the
/// blanks before a drawing as a whole, and separators at the end of a line.
bool same_script(std::string_view one, const parsing::Nodes& nodes_of_one, std::string_view other,
                 const parsing::Nodes& nodes_of_other);

// A drawn board in a script, """ ... """, which moves with the lines around it.

/// The drawing with its rows moved together, so that its leftmost sign is `indent` columns from the left. Closing
/// quotes on a line of their own are two columns before that. A drawing with tabs stays as it is.
std::string moved_drawing(std::string_view drawing, std::size_t indent);

/// A line of the new text; with a drawing in it, several lines.
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

/// The blanks between two tokens of a line; before a column, the smallest number.
std::size_t blanks_between(const Token& before, const Token& next);

}  // namespace glint::lang::formatting
