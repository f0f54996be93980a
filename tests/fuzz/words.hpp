// Changes of texts for fuzzers, by words, numbers, brackets and lines: they leave more of a text right than changes of
// bytes do, and so come further.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace glint::fuzz {

/// The text with some words taken out, repeated or exchanged, or with other numbers.
std::string changed(std::string_view text, std::uint64_t seed);

}  // namespace glint::fuzz
