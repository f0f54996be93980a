#include "lang/parse/text_check.hpp"

#include "lang/parse/limits.hpp"

namespace glint::lang::parsing {
namespace {

/// The length of the UTF-8 character that begins here, or 0 if none does (RFC 3629: no overlong forms, no surrogates).
std::size_t character(std::string_view text) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
  };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xC0) == 0x80; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return follows(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    if (!follows(1) || !follows(2)) return 0;
    const bool overlong = first == 0xE0 && byte(1) < 0xA0;
    const bool surrogate = first == 0xED && byte(1) >= 0xA0;
    return overlong || surrogate ? 0 : 3;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    if (!follows(1) || !follows(2) || !follows(3)) return 0;
    const bool overlong = first == 0xF0 && byte(1) < 0x90;
    const bool too_large = first == 0xF4 && byte(1) >= 0x90;
    return overlong || too_large ? 0 : 4;
  }
  return 0;
}

bool is_control(char c) {
  return (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' && c != '\r') || c == 0x7F;
}

}  // namespace

std::optional<Diagnostic> check_text(std::string_view text, std::uint32_t file) {
  Diagnostic problem;
  if (text.size() > kMaxScriptBytes) {
    problem.code = Code::G0103;
    problem.message = "a script has at most " + std::to_string(kMaxScriptBytes) + " bytes, and this one has more";
    problem.primary.span = {file, 0, 0};
    return problem;
  }
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character(text.substr(at, 4));
    if (length == 0 || (length == 1 && is_control(text[at]))) {
      const auto begin = static_cast<std::uint32_t>(at);
      problem.code = Code::G0104;
      problem.message =
          length == 0 ? "this byte is not part of a UTF-8 text" : "a control character does not belong in a script";
      problem.primary.span = {file, begin, begin + 1};
      problem.help = "save the script as plain text in UTF-8";
      return problem;
    }
    at += length;
  }
  return std::nullopt;
}

}  // namespace glint::lang::parsing
