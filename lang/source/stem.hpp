// What scripts call a file.
#pragma once

#include <string>
#include <string_view>

namespace glint::lang {

/// The name of a file without folder and ending.
inline std::string stem_of(std::string_view path) {
  const std::size_t slash = path.find_last_of("/\\");
  if (slash != std::string_view::npos) path.remove_prefix(slash + 1);
  constexpr std::string_view kEnding = ".glint";
  if (path.size() > kEnding.size() && path.ends_with(kEnding)) path.remove_suffix(kEnding.size());
  return std::string(path);
}

}  // namespace glint::lang
