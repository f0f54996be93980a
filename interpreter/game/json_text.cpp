#include "interpreter/game/json_text.hpp"

#include <algorithm>
#include <cstdio>

#include "lang/diagnostics/presentable.hpp"

namespace glint {

JsonShape shape_of_json(std::string_view text) {
  JsonShape shape{0, 1};
  int depth = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_text && c == '\\') {
      ++i;
    } else if (c == '"') {
      in_text = !in_text;
    } else if (in_text) {
      continue;
    } else if (c == '[' || c == '{') {
      shape.depth = std::max(shape.depth, ++depth);
      ++shape.values;
    } else if (c == ']' || c == '}') {
      --depth;
    } else if (c == ',' || c == ':') {
      ++shape.values;
    }
  }
  return shape;
}

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
