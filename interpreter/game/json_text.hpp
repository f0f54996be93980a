// JSON as text. Its size is found before it is parsed: values take far more memory than their text, and a file may come
// from anybody.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace glint {

struct JsonShape {
  int depth = 0;           // of lists and objects inside each other
  std::size_t values = 0;  // an upper bound; the names in an object count too
};

/// One pass over the text, which need not be valid.
JsonShape shape_of_json(std::string_view text);

/// The same JSON, with escapes for what a terminal would obey (lang::is_control) in its texts.
std::string plain_json(const std::string& text);

}  // namespace glint
