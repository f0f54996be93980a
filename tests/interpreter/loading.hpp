// Games and positions for tests, which end at once where there is none.
#pragma once

#include <string>
#include <string_view>

#include "glint/glint.hpp"
#include "tests/catch.hpp"

namespace glint::test {

template <class T>
T must(Result<T> result) {
  INFO(result.error_text());
  REQUIRE(result.ok());
  return std::move(*result);
}

inline Game script(std::string_view text, const Settings& options = {}) {
  return must(Game::from_text(text, "test.glint", options));
}

inline void play(Position& position, std::string_view move) {
  const auto error = position.play(move);
  INFO(move << ": " << (error ? error->message : ""));
  REQUIRE_FALSE(error);
}

}  // namespace glint::test
