#include "interpreter/cli/lsp/positions.hpp"

#include <algorithm>

namespace glint::cli {
namespace {

/// The bytes of the character that begins with this byte. Of a broken one: 1.
std::uint32_t bytes_of(unsigned char first) { return first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1; }

}  // namespace

LspLines::LspLines(std::string_view text) : text_(text), starts_{0} {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') ++i;
    if (text[i] == '\n' || text[i] == '\r') starts_.push_back(static_cast<std::uint32_t>(i) + 1);
  }
}

std::uint32_t LspLines::byte(const LspPosition& position) const {
  if (position.line >= starts_.size()) return static_cast<std::uint32_t>(text_.size());
  std::uint32_t at = starts_[position.line];
  for (std::uint32_t units = 0; at < text_.size() && text_[at] != '\n' && text_[at] != '\r';) {
    const std::uint32_t bytes = bytes_of(static_cast<unsigned char>(text_[at]));
    units += bytes == 4 ? 2 : 1;
    if (units > position.character) break;
    at = std::min(at + bytes, static_cast<std::uint32_t>(text_.size()));
  }
  return at;
}

LspPosition LspLines::position(std::uint32_t byte) const {
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

}  // namespace glint::cli
