// Whether an edit that an error suggests is one for this script: examples in messages have names and numbers that only stand
// for others, and a word that somebody wrote with a meaning must not become one with another.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/desk/analysis.hpp"

namespace glint::desk {

/// What stands in backticks in a message.
struct Written {
  std::string text;
  bool is_example = false;  // "as in `...`"
};

/// What a message says to write, up to the first placeholder, such as NAME or `...`: of `else if COND { ... }` the first two
/// words, and the first. Of a name, the whole.
std::vector<Written> written_in(const std::string& text, bool is_name);

/// Whether two words may be the same one, misspelt: they differ in case, by few letters, or by an ending.
bool is_near(std::string_view one, std::string_view other);

/// Whether all that is written has a meaning here: words of the language, what stands on the line of the mistake, and names
/// of the script, which an example may have by chance.
bool is_real(const Written& written, std::string_view line, const std::function<bool(const std::string&)>& is_known);

/// Whether an edit writes other words only in the place of those for which the help says so: "write `put ...`" for `place`.
bool keeps_meaning(const Edit& edit, const std::string& text, const lang::Diagnostic& diagnostic,
                   const std::function<bool(const std::string&)>& is_known);

/// Whether an edit writes a word next to the same one: `after after`.
bool writes_twice(const Edit& edit, const std::string& text);

/// The text with blanks in the place of each declaration that cannot be read, but not of those around `at`: of what else is
/// wrong, nothing is hidden then. Lines stay where they are. `blanked` gets the words that are gone.
std::string without_broken(const std::string& text, const std::vector<lang::Diagnostic>& wrong, const lang::Span& at,
                           std::vector<std::string>& blanked);

}  // namespace glint::desk
