#include "interpreter/desk/protocol/lines.hpp"

#include <algorithm>

namespace glint::desk {
namespace {

/// The bytes of the character that begins with this byte. Of a broken one: 1.
std::uint32_t bytes_of(unsigned char first) { return first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1; }

}  // namespace

Lines::Lines(std::string_view text) : text_(text), starts_{0} {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') ++i;
    if (text[i] == '\n' || text[i] == '\r') starts_.push_back(static_cast<std::uint32_t>(i) + 1);
  }
}

std::uint32_t Lines::byte(const LinePlace& place) const {
  if (place.line >= starts_.size()) return static_cast<std::uint32_t>(text_.size());
  std::uint32_t at = starts_[place.line];
  for (std::uint32_t units = 0; at < text_.size() && text_[at] != '\n' && text_[at] != '\r';) {
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
  std::uint32_t units = 0;
  for (std::uint32_t at = starts_[line]; at < byte;) {
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
