#include "lang/parse/strange_signs.hpp"

#include <algorithm>
#include <cstddef>

#include "lang/diagnostics/presentable.hpp"
#include "lang/source/lexer.hpp"
#include "lang/source/text.hpp"

namespace glint::lang::parsing {
namespace {

/// What is meant by characters that look alike, and what is written instead.
struct Meant {
  std::u32string_view signs;
  std::string_view help;
};
constexpr std::string_view kQuote = "write `\"`: texts are in straight double quotes";
constexpr Meant kMeant[] = {
    {U"\u201C\u201D\u201E\u201F\u00AB\u00BB\u2033\u2018\u2019\u201A\u2032\u00B4\u2039\u203A", kQuote},
    {U"\u2212\u2013\u2014\u2010\u2011", "write `-`"},
    {U"\u2264", "write `<=`"},
    {U"\u2265", "write `>=`"},
    {U"\u2260", "write `!=`"},
    {U"\u00D7\u00B7\u22C5\u2217", "write `*`"},
    {U"\u00F7\u2215", "write `/`"},
    {U"\u2192\u21D2\u21A6\u27F6", "write `->`"},
    {U"\u2026", "write `..`"},
    {U"\u2208", "write `in`"},
    {U"\u2209", "write `not x in S`"},
    {U"\u2227", "write `and`"},
    {U"\u2228", "write `or`"},
    {U"\u00AC", "write `not`"},
    {U"\u222A", "write `|`"},
    {U"\u2229", "write `&`"},
    {U"\u2216", "write `-`"},
    {U"\u2286\u2282", "write `within`"},
    {U"\u2205", "write `{}`"},
};

bool is_space(char32_t c) {
  return c == 0xA0 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F || c == 0x3000;
}

/// Whether it is a letter of a script that people write names in, as far as that needs no tables.
bool is_letter(char32_t c) {
  return (c >= 0xC0 && c <= 0x52F && c != 0xD7 && c != 0xF7) || (c >= 0x5D0 && c <= 0x1FFF) ||
         (c >= 0x3041 && c <= 0xD7A3);
}

StrangeSign about(std::string_view text, std::uint32_t at) {
  const std::size_t length = std::max<std::size_t>(1, utf8_length(text.substr(at, 4)));
  const std::string sign(text.substr(at, length));
  const auto c = static_cast<char32_t>(code_point_of(sign));
  StrangeSign found{
      at, at + static_cast<std::uint32_t>(length), "`" + sign + "` can only be in a text or a comment", {}};
  for (const Meant& meant : kMeant)
    if (meant.signs.find(c) != std::u32string_view::npos) found.help = meant.help;
  if (is_space(c)) {
    found.message = "this is a special space, which can only be in a text or a comment";
    found.help = "write a plain space: it looks the same";
  } else if (c >= 0xFF01 && c <= 0xFF5E) {
    found.help = "write `" + std::string(1, static_cast<char>(c - 0xFF01 + '!')) + "`, of the usual width";
  } else if (is_letter(c)) {
    found.help = "names have the letters a to z and A to Z, digits and `_`";
  }
  return found;
}

bool is_beyond_ascii(char c) { return static_cast<unsigned char>(c) >= 0x80; }

}  // namespace

std::optional<StrangeSign> strange_sign_near(std::string_view text, std::uint32_t at) {
  if (at < text.size() && is_beyond_ascii(text[at])) return about(text, at);
  const std::size_t end = std::min(text.find('\n', at), text.size());
  for (Lexer lexer(text, line_begin(text, at)); const auto token = lexer.next();) {
    if (token->begin >= end) break;
    if (token->kind == Token::Kind::sign && is_beyond_ascii(token->text.front()))
      return about(text, static_cast<std::uint32_t>(token->begin));
  }
  return std::nullopt;
}

}  // namespace glint::lang::parsing
