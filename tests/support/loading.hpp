// Games and positions for tests. A test fails at once if one cannot be made.
#pragma once

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "glint/glint.hpp"
#include "tests/catch.hpp"
#include "tests/support/paths.hpp"

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

/// One of ours, of examples/.
inline Game example(const std::string& name) {
  std::ifstream in(glint::test::source_folder() + "/examples/" + name + ".glint");
  return must(Game::from_text(std::string(std::istreambuf_iterator<char>(in), {}), name + ".glint"));
}

/// The code of the first mistake in a script; nothing where it has none.
inline std::string code_of(std::string_view text) {
  const auto game = Game::from_text(text, "test.glint");
  return game ? "" : game.errors()[0].code;
}

/// All tests of a script, which must pass.
inline void check_tests(std::string_view text) {
  const std::vector<TestReport> reports = run_tests(script(text));
  REQUIRE_FALSE(reports.empty());
  for (const TestReport& report : reports) {
    INFO(report.title << "\n" << report.failure);
    CHECK(report.passed);
  }
}

inline void play(Position& position, std::string_view move) {
  const auto error = position.play(move);
  INFO(move << ": " << (error ? error->message : ""));
  REQUIRE_FALSE(error);
}

}  // namespace glint::test
