// Golden files: the messages for mistakes, as users read them, in tests/golden/errors.
//
// GXXXX.glint is a script with the mistake GXXXX and GXXXX.txt the rendered text. GLINT_REWRITE_GOLDEN=1
// rewrites the texts; read the difference before you commit it.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

#include "tests/catch.hpp"
#include "tests/support/paths.hpp"

namespace glint::golden {

inline const std::filesystem::path kFolder = std::filesystem::path(glint::test::source_folder()) / "tests" / "golden" / "errors";

inline std::optional<std::string> read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Checks that the text is the one recorded under this name.
inline void compare(const std::string& name, const std::string& text) {
  const std::filesystem::path path = kFolder / (name + ".txt");
  if (std::getenv("GLINT_REWRITE_GOLDEN") != nullptr) {
    std::ofstream(path, std::ios::binary) << text;
    return;
  }
  const auto recorded = read(path);
  REQUIRE(recorded.has_value());
  CHECK(text == *recorded);
}

/// A message is one sentence in lower case (or begins with a name), without a full stop.
inline void check_sentence(const std::string& message) {
  INFO(message);
  REQUIRE_FALSE(message.empty());
  CHECK_FALSE((message.front() >= 'A' && message.front() <= 'Z'));
  CHECK(message.back() != '.');
}

}  // namespace glint::golden
