// The edits that mend an error of syntax, where it is known what was meant: an operator of another language, a word
// with another name here, a `not` behind its condition. An editor tries each before it offers it. Private to this
// folder.
#pragma once

#include <vector>

#include "lang/diagnostics/diagnostic.hpp"
#include "lang/parse/guesses.hpp"

namespace glint::lang::parsing {

/// What mends the error at a place of a file, the likeliest first.
std::vector<Mend> mends_for(const Found& found, std::uint32_t file);

}  // namespace glint::lang::parsing
