#include "interpreter/game/json_text.hpp"

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "lang/diagnostics/presentable.hpp"

namespace glint {

std::string plain_json(const std::string& text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view one(text.data() + at, std::max<std::size_t>(1, lang::utf8_length(std::string_view(text).substr(at, 4))));
    at += one.size();
    // Control characters of ASCII are line breaks between values, or escaped already; but not the last of them.
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
