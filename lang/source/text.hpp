// Texts: their lines and parts, and common phrases of messages.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace glint::lang {

/// "a, b, c", from the results of `text_of`.
std::string joined(const auto& range, std::string_view between, auto text_of) {
  std::string text;
  bool is_first = true;
  for (const auto& each : range) {
    if (!is_first) text += between;
    text += text_of(each);
    is_first = false;
  }
  return text;
}
inline std::string joined(const std::vector<std::string>& texts, std::string_view between = ", ") {
  return joined(texts, between, [](const std::string& each) { return each; });
}

/// The names of things that have names.
std::vector<std::string> names_of(const auto& range) {
  std::vector<std::string> names;
  for (const auto& each : range) names.push_back(each.name);
  return names;
}

/// The parts of a text between separators; at least one.
inline std::vector<std::string_view> split(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> pieces;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    pieces.push_back(text.substr(begin, end - begin));
    begin = end + separator.size();
  }
  return pieces;
}
/// The beginning of the line of the byte `at`; a line break belongs to the line that it ends.
inline std::size_t line_begin(std::string_view text, std::size_t at) {
  return at == 0 ? 0 : text.rfind('\n', at - 1) + 1;  // npos + 1 is 0
}
/// The lines of a text. The last one may end with or without a line break.
inline std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines = split(text, "\n");
  if (lines.back().empty()) lines.pop_back();
  return lines;
}

/// Like `joined`, on lines of at most `most`, unless a single text is longer; at least one line.
std::vector<std::string> wrapped(const std::vector<std::string>& texts, const std::string& between, std::size_t most,
                                 auto length_of) {
  std::vector<std::string> lines(1);
  bool is_first = true;
  for (const std::string& text : texts) {
    if (!is_first && length_of(lines.back()) + length_of(between) + length_of(text) > most) {
      lines.emplace_back();
      is_first = true;
    }
    lines.back() += (is_first ? "" : between) + text;
    is_first = false;
  }
  return lines;
}

/// The text without blanks at its ends.
inline std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r\n") {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

/// "1 move", "3 moves"; `many` where an "s" is not enough: "2 plies".
inline std::string counted(std::uint64_t count, const std::string& one, const std::string& many = "") {
  return std::to_string(count) + " " + (count == 1 ? one : many.empty() ? one + "s" : many);
}

/// "an " before words that begin with a vowel, "a " before others.
inline std::string_view article(std::string_view words) {
  constexpr std::string_view kVowels = "aeiouAEIOU";
  return !words.empty() && kVowels.find(words.front()) != std::string_view::npos ? "an " : "a ";
}
/// "a cell", "an option".
inline std::string with_article(std::string_view words) { return std::string(article(words)) + std::string(words); }

/// With all 16 digits.
inline std::string hexadecimal(std::uint64_t number) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(number));
  return text;
}

/// A text as messages quote it from a script: in backquotes.
inline std::string marked(std::string_view text) { return "`" + std::string(text) + "`"; }

/// A text in quotes, as a script writes a text without holes.
inline std::string quoted(std::string_view text) {
  std::string quotes = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quotes += '\\';
    quotes += c;
  }
  return quotes + "\"";
}

/// The form of a name in a script: letters, digits and `_`, of ASCII in every locale, and no digit first. The words of
/// the language among these: lang/index/words.hpp.
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
inline bool is_in_name(char c) { return begins_name(c) || is_digit(c); }

inline bool is_name_like(std::string_view text) {
  return !text.empty() && begins_name(text.front()) && std::all_of(text.begin(), text.end(), is_in_name);
}

/// True if a value is one of a few.
template <class Value>
constexpr bool equals_any(Value value, std::initializer_list<Value> some) {
  return std::find(some.begin(), some.end(), value) != some.end();
}

/// A file's name in scripts: without folder and ending.
inline std::string stem_of(std::string_view path) {
  const std::size_t slash = path.find_last_of("/\\");
  if (slash != std::string_view::npos) path.remove_prefix(slash + 1);
  constexpr std::string_view kEnding = ".glint";
  if (path.size() > kEnding.size() && path.ends_with(kEnding)) path.remove_suffix(kEnding.size());
  return std::string(path);
}

}  // namespace glint::lang
