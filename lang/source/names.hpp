// What looks like a name in a script: letters, digits and `_`, of ASCII in every locale, and no digit first. Which of
// these are words of the language: lang/index/words.hpp.
#pragma once

#include <algorithm>
#include <string_view>

namespace glint::lang {

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
inline bool is_in_name(char c) { return begins_name(c) || is_digit(c); }

inline bool is_name_like(std::string_view text) {
  return !text.empty() && begins_name(text.front()) && std::all_of(text.begin(), text.end(), is_in_name);
}

}  // namespace glint::lang
