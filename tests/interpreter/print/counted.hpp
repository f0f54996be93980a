// How often tests of printing find a part of a text.
#pragma once

#include <cstddef>
#include <string>

namespace glint::test {

inline std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

}  // namespace glint::test
