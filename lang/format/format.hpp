// The one layout of a script: `format` sets its indentation, blanks, blank lines and columns. The contents of a line
// are the author's choice, as in gofmt: only at the braces of a block are lines broken or joined. Comments stay where
// they are in the order of the tokens, and a drawn board moves as a whole.
//
// The new text must have the same tokens, comments and syntax as the old one. This is checked; if it fails, the text
// stays as it was.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lang/diagnostics/diagnostic.hpp"
#include "lang/source/stop.hpp"

namespace glint::lang {

/// Lines of a file from 1, both included.
struct LineRange {
  std::uint32_t first = 1;
  std::uint32_t last = UINT32_MAX;
};

struct Formatted {
  std::string text;                     // the old text, if there are errors or the change is not safe
  std::vector<Diagnostic> diagnostics;  // syntax errors (G01xx)
  bool is_safe = true;                  // false: the new text would mean something else, which is a defect here
};

/// Formats a file, or the lines of it that are in the range. Formatting twice changes nothing more. Throws only
/// Stopped.
Formatted format(const Sources& sources, std::uint32_t file, StopCheck& stop, LineRange range = {});
Formatted format(const Sources& sources, std::uint32_t file, LineRange range = {});

}  // namespace glint::lang
