// Edits for an error of syntax that a word or sign too few or too many has caused. Where the error shows is often not
// where the mistake is, so each sign is tried at some places around it; what cannot be read then is no candidate.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "interpreter/desk/repairs.hpp"

namespace glint::desk {

/// Longer texts are not parsed again and again.
constexpr std::size_t kLongestParsed = 30'000;  // bytes

/// How many errors of syntax are in a text.
std::size_t syntax_errors_in(const std::string& text);

/// Edits after which fewer errors of syntax are in the text of the document; the likeliest first.
std::vector<Candidate> missing_at(const lang::Diagnostic& diagnostic, const std::string& document,
                                  const std::string& text);

}  // namespace glint::desk
