// Edits for mistakes of which the error says in words what to do, but not exactly what goes where: `a not in S`, `a && b`,
// `x == 1` as a statement. They are not tried here: see fixes.cpp.
#pragma once

#include <string>
#include <vector>

#include "interpreter/desk/analysis.hpp"

namespace glint::desk {

/// In this order candidates are tried, after the repairs that are made for a mistake: what was meant, what the help says to
/// write, and a word or sign too few or too many.
constexpr int kMeant = 10, kWritten = 11, kMissing = 12;

/// An edit that may mend an error.
struct Candidate {
  std::string title;
  Edit edit;
  bool is_exact = false;  // it is made for this mistake, so it loses nothing that was meant
  int after = 0;          // it is only tried if none with a smaller number is offered
};

/// What may mend this error, which is in the text of the document; the likeliest first.
std::vector<Candidate> repairs_of(const Desk::Analysis& known, const lang::Diagnostic& diagnostic,
                                  const std::string& document, const std::string& text);

}  // namespace glint::desk
