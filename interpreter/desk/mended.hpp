// Whether a document is better after an edit: what was wrong is gone, and nothing new is wrong.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "interpreter/desk/analysis.hpp"

namespace glint::desk {

bool is_error(const lang::Diagnostic& one);
/// How many errors these are, or errors of syntax.
std::size_t errors_in(const std::vector<lang::Diagnostic>& all, bool of_syntax);

/// What is wrong with a document before and after an edit.
struct Tried {
  const Desk::Analysis& before;
  const Desk::Analysis& after;
  const Edit& edit;
  const lang::Diagnostic& mended;  // what the edit is for
  /// What is wrong with the rest: the document without the line of an error of syntax. It is only asked for if it
  /// matters.
  std::function<const Desk::Analysis&()> rest;
  /// Words of declarations that cannot be read: an error that is about one may follow from that.
  std::vector<std::string> unread = {};
};

/// Whether the error is gone, there are fewer errors, and none is new. An error of syntax hides what is wrong in the
/// words that it swallowed: of that, what is also wrong without the line that is mended is not new.
bool is_mended(const Tried& tried);

/// Whether a name is the one that was meant, though others may be wrong with it: they are at other lines, and no more
/// than before. So it is with a move that a variant removes, and that is still chosen.
bool is_meant_name(const Tried& tried);

/// The text with blanks for each declaration that cannot be read, but not the one around `at`: nothing hides then what
/// else is wrong. Lines stay where they are. `blanked` gets the words that are gone.
std::string without_broken(const std::string& text, const std::vector<lang::Diagnostic>& wrong, const lang::Span& at,
                           std::vector<std::string>& blanked);

}  // namespace glint::desk
