// Characters that a script has only in its texts and comments. Many come from editors and web pages, which write others
// than were typed: curly quotes, long dashes, spaces that do not break. Private to this folder.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace glint::lang::parsing {

struct StrangeSign {
  std::uint32_t begin = 0, end = 0;  // bytes
  std::string message, help;
};

/// The first such character in the line of a byte; or the one at this byte, which may be in the braces of a text.
std::optional<StrangeSign> strange_sign_near(std::string_view text, std::uint32_t at);

}  // namespace glint::lang::parsing
