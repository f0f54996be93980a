#include "interpreter/desk/protocol/lines.hpp"

#include <algorithm>
#include <iterator>

namespace glint::desk {
namespace {

/// The bytes of the character that begins with this byte. Of a broken one: 1.
std::uint32_t bytes_of(unsigned char first) { return first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1; }

/// Bytes between the marks of a line.
constexpr std::uint32_t kApart = 256;

}  // namespace

Lines::Lines(std::string_view text) : text_(text), starts_{0} {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') ++i;
    if (text[i] == '\n' || text[i] == '\r') starts_.push_back(static_cast<std::uint32_t>(i) + 1);
  }
  for (std::size_t line = 0; line < starts_.size(); ++line) {
    const std::uint32_t end = line + 1 < starts_.size() ? starts_[line + 1] : static_cast<std::uint32_t>(text.size());
    std::uint32_t units = 0, marked = starts_[line];
    for (std::uint32_t at = starts_[line]; at < end;) {
      const std::uint32_t bytes = bytes_of(static_cast<unsigned char>(text[at]));
      if (at - marked >= kApart) {
        marks_.push_back({at, units});
        marked = at;
      }
      units += bytes == 4 ? 2 : 1;
      at += bytes;
    }
  }
}

std::uint32_t Lines::byte(const LinePlace& place) const {
  if (place.line >= starts_.size()) return static_cast<std::uint32_t>(text_.size());
  const std::uint32_t start = starts_[place.line];
  const bool is_last = place.line + 1 >= starts_.size();
  const auto by_byte = [](const Mark& mark, std::uint32_t byte) { return mark.byte < byte; };
  const auto first = std::lower_bound(marks_.begin(), marks_.end(), start, by_byte);
  const auto last = is_last ? marks_.end() : std::lower_bound(first, marks_.end(), starts_[place.line + 1], by_byte);
  const auto next = std::upper_bound(first, last, place.character,
                                     [](std::uint32_t units, const Mark& mark) { return units < mark.units; });
  const Mark from = next == first ? Mark{start, 0} : *std::prev(next);
  std::uint32_t at = from.byte;
  for (std::uint32_t units = from.units; at < text_.size() && text_[at] != '\n' && text_[at] != '\r';) {
    const std::uint32_t bytes = bytes_of(static_cast<unsigned char>(text_[at]));
    units += bytes == 4 ? 2 : 1;
    if (units > place.character) break;
    at = std::min(at + bytes, static_cast<std::uint32_t>(text_.size()));
  }
  return at;
}

LinePlace Lines::place(std::uint32_t byte) const {
  byte = std::min(byte, static_cast<std::uint32_t>(text_.size()));
  const auto line =
      static_cast<std::uint32_t>(std::upper_bound(starts_.begin(), starts_.end(), byte) - starts_.begin() - 1);
  const auto next = std::upper_bound(marks_.begin(), marks_.end(), byte,
                                     [](std::uint32_t at, const Mark& mark) { return at < mark.byte; });
  const bool has_mark = next != marks_.begin() && std::prev(next)->byte > starts_[line];
  const Mark from = has_mark ? *std::prev(next) : Mark{starts_[line], 0};
  std::uint32_t units = from.units;
  for (std::uint32_t at = from.byte; at < byte;) {
    const std::uint32_t bytes = bytes_of(static_cast<unsigned char>(text_[at]));
    units += bytes == 4 ? 2 : 1;
    at += bytes;
  }
  return {line, units};
}

std::uint32_t Lines::byte_of(int line, int column) const {
  std::size_t at = 0;
  for (; line > 1; --line) {
    const std::size_t end = text_.find('\n', at);
    if (end == std::string_view::npos) return static_cast<std::uint32_t>(text_.size());
    at = end + 1;
  }
  for (; column > 1 && at < text_.size() && text_[at] != '\n'; --column)
    at = std::min<std::size_t>(at + bytes_of(static_cast<unsigned char>(text_[at])), text_.size());
  return static_cast<std::uint32_t>(at);
}

}  // namespace glint::desk
