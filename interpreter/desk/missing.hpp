// Edits for a word or sign that is missing, written twice, or in the wrong order. Nobody who reads the text knows which
// it is, so each is tried: those that leave fewer errors of syntax are candidates.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lang/diagnostics/diagnostic.hpp"

namespace glint::desk {

/// Longer texts are not parsed again and again.
constexpr std::size_t kLongestParsed = 30'000;  // bytes

/// True if the text cannot be read there.
bool is_of_syntax(const lang::Diagnostic& one);

/// The number of errors of syntax in a text.
std::size_t syntax_errors_in(const std::string& text);

/// The signs that may be missing or too many at an error of syntax; each fix leaves fewer such errors.
std::vector<lang::Mend> missing_at(const lang::Diagnostic& diagnostic, const std::string& text);

}  // namespace glint::desk
