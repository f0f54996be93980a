#include "lang/diagnostics/presentable.hpp"

#include <algorithm>
#include <cstdio>
#include <vector>

namespace glint::lang {
namespace {

constexpr std::size_t kLongestWord = 80;
constexpr std::size_t kLongestSentence = 2000;

/// Takes the first character from the text: itself, or its escape, which must not be cut.
std::string take_piece(std::string_view& text) {
  const std::size_t length = utf8_length(text);
  const std::string_view one = text.substr(0, std::max<std::size_t>(1, length));
  text.remove_prefix(one.size());
  if (length > 0 && !is_control(one)) return std::string(one);
  if (one == "\n" || one == "\t" || one == "\r") return one == "\n" ? "\\n" : one == "\t" ? "\\t" : "\\r";
  const std::uint32_t code = length == 0 ? static_cast<unsigned char>(one[0]) : code_point_of(one);
  char buffer[16];
  std::snprintf(buffer, sizeof buffer, length == 0 || code < 0x80 ? "\\x%02x" : "\\u%04x", static_cast<unsigned>(code));
  return buffer;
}

std::vector<std::string> pieces_of(std::string_view text) {
  std::vector<std::string> pieces;
  while (!text.empty()) pieces.push_back(take_piece(text));
  return pieces;
}

/// Appends pieces [begin, end), at most `most` columns of them.
void append(std::string& out, const std::vector<std::string>& pieces, std::size_t begin, std::size_t end,
            std::size_t most) {
  // An escape counts with all its characters, so that shortening an escaped text again changes nothing.
  const auto width = [](const std::string& piece) { return piece[0] == '\\' ? piece.size() : std::size_t{1}; };
  std::size_t whole = 0;
  for (std::size_t i = begin; i < end; ++i) whole += width(pieces[i]);
  if (whole <= most) {
    for (std::size_t i = begin; i < end; ++i) out += pieces[i];
    return;
  }
  // Keeps more of the beginning than of the end; the end of a path is its name.
  const std::size_t tail = (most - 3) / 3, head = most - 3 - tail;
  std::size_t from = end;
  for (std::size_t used = 0; from > begin && used + width(pieces[from - 1]) <= tail; --from)
    used += width(pieces[from - 1]);
  for (std::size_t i = begin, used = 0; i < from && used + width(pieces[i]) <= head; ++i) {
    out += pieces[i];
    used += width(pieces[i]);
  }
  out += "...";
  for (std::size_t i = from; i < end; ++i) out += pieces[i];
}

}  // namespace

std::uint32_t code_point_of(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return first;
  std::uint32_t value = first & (0x7Fu >> character.size());
  for (const char byte : character.substr(1)) value = value << 6 | (static_cast<unsigned char>(byte) & 0x3Fu);
  return value;
}

std::size_t utf8_length(std::string_view text) {
  if (text.empty()) return 0;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return 1;
  const std::size_t length = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
  if (byte(0) < 0xC2 || byte(0) > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  const std::uint32_t code = code_point_of(text.substr(0, length));
  const bool too_long = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  return too_long || surrogate || code > 0x10FFFF ? 0 : length;
}

bool is_control(std::string_view code_point) {
  const std::uint32_t code = code_point_of(code_point);
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x061C || code == 0x200E || code == 0x200F ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) || code == 0xFEFF || code == 0xFFFE ||
         code == 0xFFFF;
}

std::string escaped(std::string_view text) {
  std::string out;
  while (!text.empty()) out += take_piece(text);
  return out;
}

std::string shortened(std::string_view text, std::size_t most) {
  const std::vector<std::string> pieces = pieces_of(text);
  std::string out;
  append(out, pieces, 0, pieces.size(), most);
  return out;
}

std::string presentable(std::string_view sentence) {
  // Searching all of a very long text for words would only be slow.
  const std::string cut = sentence.size() > 100 * kLongestSentence
                              ? std::string(sentence.substr(0, 50 * kLongestSentence)) + "..." +
                                    std::string(sentence.substr(sentence.size() - 50 * kLongestSentence))
                              : std::string(sentence);
  const std::vector<std::string> pieces = pieces_of(cut);
  std::string out;
  for (std::size_t at = 0; at < pieces.size();) {
    std::size_t end = at + 1;
    if (pieces[at] == "`") {
      while (end < pieces.size() && pieces[end] != "`") ++end;
      if (end < pieces.size()) {
        out += "`";
        append(out, pieces, at + 1, end, kLongestWord);
        out += "`";
        at = end + 1;
        continue;
      }
      end = at + 1;
    }
    if (pieces[at] == " ") {
      out += " ";
      ++at;
      continue;
    }
    while (end < pieces.size() && pieces[end] != " " && pieces[end] != "`") ++end;
    append(out, pieces, at, end, kLongestWord);
    at = end;
  }
  const std::vector<std::string> parts = pieces_of(out);
  std::string whole;
  append(whole, parts, 0, parts.size(), kLongestSentence);
  return whole;
}

}  // namespace glint::lang
