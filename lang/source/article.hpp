// The article of an English noun.
#pragma once

#include <string>
#include <string_view>

namespace glint::lang {

/// "an " before words that begin with a vowel, "a " before others.
inline std::string_view article(std::string_view words) {
  constexpr std::string_view kVowels = "aeiouAEIOU";
  return !words.empty() && kVowels.find(words.front()) != std::string_view::npos ? "an " : "a ";
}
/// "a cell", "an option".
inline std::string with_article(std::string_view words) { return std::string(article(words)) + std::string(words); }

}  // namespace glint::lang
