// Phrases: pieces of English with marks. A mark says what a word is, so that Markdown, HTML and JSON can each show it
// in their own way: a value that a player picks, script text, or a word to find.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "interpreter/describe/describe.hpp"

namespace glint::describe {

/// The meaning of a marked part of a phrase. `plain`: nothing is marked.
enum class Mark : char { plain = 'p', pick = 'k', code = 'c', strong = 's' };

/// A part of a phrase, taken apart.
struct Run {
  Mark mark = Mark::plain;
  std::string text;
};

/// Marked text.
std::string pick(std::string_view name);
std::string code(std::string_view text);
std::string strong(std::string_view text);
/// The parts of a phrase, in order.
std::vector<Run> runs(std::string_view phrase);
/// The phrase without marks: for lengths and JSON.
std::string unmarked(std::string_view phrase);

/// A text of a doc comment as a phrase: what is in backquotes is script text.
std::string from_comment(std::string_view text);

/// With a capital at its beginning, if it begins with a plain letter.
std::string capital(std::string phrase);
/// Ended with a full stop, unless it ends a sentence already.
std::string sentence(std::string phrase);

// Doc comments as parts of a sheet: paragraphs, lists and drawings.

/// A doc comment. A blank line ends a paragraph. Lines that begin with `- `, or with `1. ` and then the numbers that
/// follow, are items of a list. Text indented by four blanks is a drawing; one that can be read as a board of the game
/// is a picture of it in sheets that have pictures.
struct Comment {
  std::vector<Line> lines;
  std::string drawing;
};
Comment read_comment(const std::string& comment);

}  // namespace glint::describe
