#include "interpreter/cli/report/folded_lines.hpp"

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/support/loading.hpp"

using namespace glint;
using cli::folded_lines;

TEST_CASE("folded lines: at the loosest operators outside of brackets, then within them") {
  CHECK(folded_lines("  all c in a & (b | c)\n", 30) == "  all c in a & (b | c)\n");
  CHECK(folded_lines("  all c in a & (b | c)\n", 20) == "  all c in a\n    & (b | c)\n");
  CHECK(folded_lines("let c = (if p then aa | bb else cc)", 20) ==
        "let c = (if p\n  then aa | bb\n  else cc)\n");
  CHECK(folded_lines("require a and b or c and d", 20) == "require a and b\n  or c and d\n");
  CHECK(folded_lines("each c in f(aaaaaaa, bbbbbbb)", 20) == "each c in f(aaaaaaa,\n  bbbbbbb)\n");
  // What has no operator, or only one that is quoted, stays as it is; empty lines, too.
  CHECK(folded_lines("  a_very_long_name\n\n  drawn \"a | b & c\" here\n", 10) ==
        "  a_very_long_name\n\n  drawn \"a | b & c\" here\n");
  CHECK(folded_lines("") == "");
}

TEST_CASE("folded lines: plans of all games are narrow, and say the same") {
  const auto words = [](std::string text) {
    text.erase(std::remove_if(text.begin(), text.end(), [](char c) { return c == ' ' || c == '\n'; }), text.end());
    return text;
  };
  for (const std::string& name : Game::bundled_names()) {
    const std::string plan = test::must(Game::bundled(name)).plan(), folded = folded_lines(plan);
    CHECK(words(folded) == words(plan));
    std::size_t widest = 0;
    for (std::size_t at = 0; at < folded.size();) {
      const std::size_t end = folded.find('\n', at);
      widest = std::max(widest, end - at);
      at = end + 1;
    }
    INFO(name);
    CHECK(widest <= 130);
  }
}
