#include "interpreter/game/record/json_text.hpp"

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "lang/diagnostics/presentable.hpp"

namespace glint {

std::string plain_json(std::string text) {
  const auto is_special = [](char c) { return static_cast<unsigned char>(c) >= 0x7F; };
  if (std::none_of(text.begin(), text.end(), is_special)) return text;
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    const auto special = std::find_if(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_special);
    const auto end = static_cast<std::size_t>(special - text.begin());
    plain.append(text, at, end - at);
    if ((at = end) == text.size()) break;
    const std::string_view one(text.data() + at, std::max<std::size_t>(1, lang::utf8_length(std::string_view(text).substr(at, 4))));
    at += one.size();
    // Other control characters of ASCII are line breaks between values, or escaped already.
    if ((one.size() == 1 && one != "\x7F") || !lang::is_control(one)) {
      plain += one;
      continue;
    }
    char escape[8];
    std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(lang::code_point_of(one)));
    plain += escape;
  }
  return plain;
}

}  // namespace glint
