// Doc comments as parts of a sheet: paragraphs, lists and drawings.
#pragma once

#include <string>
#include <vector>

#include "interpreter/describe/describe.hpp"

namespace glint::describe {

/// A doc comment. A blank line ends a paragraph. Lines that begin with `- `, or with `1. ` and then the numbers that
/// follow, are items of a list. What is indented by four blanks is a drawing; one
/// that can be read as a board of the game is a picture of it in sheets that have pictures.
struct Comment {
  std::vector<Line> lines;
  std::string drawing;
};
Comment read_comment(const std::string& comment);

}  // namespace glint::describe
