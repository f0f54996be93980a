// A place in a text.
#pragma once

#include <cstdint>
#include <string>

namespace glint::desk {

/// Part of the text of a file, in bytes: of a document, or of a library.
struct Range {
  std::string file;
  std::uint32_t begin = 0, end = 0;
  bool operator==(const Range&) const = default;
};

}  // namespace glint::desk
