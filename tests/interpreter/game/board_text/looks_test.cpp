// Looks of one sign, also of those that a position's text uses itself, and looks that begin another one.
#include <string>

#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::must;
using test::script;

const char* const kLooks = R"(
game "Looks"
use square
players sun, moon
board square(3, 2) stacks of 2
piece m { line: axis; look "{line}" }
piece a { look "a" }
piece ab { look "ab" }
piece b { look "b" }
setup { put a on a1; put b on a1; put ab on b1; put m(line = rising) on c1; put m(line = falling) on c2; put m(line = level) on c2 }
move go "{at}" { pick at in empty; put a on at }
play { repeat { turn of each player { choose go else { end : tie } } } }
test "a drawn position" {
  map """
    . / \
    ab a b
  """
  expect a1 in ab and b1 in a and c1 in b and b2 in m and b2.line == rising
  expect c2 in m and c2.line == falling
}
)";

}  // namespace

TEST_CASE("looks: a slash is a look like any other, in maps and in texts", "[position]") {
  const Game game = script(kLooks);
  for (const TestReport& report : run_tests(game)) {
    INFO(report.failure);
    CHECK(report.passed);
  }
  const Position position = must(game.start());
  const std::string text = position.text();
  INFO(text);
  // In a stack `a` could begin `ab`: it is written out, and the rest is not.
  CHECK(text.substr(0, text.find("to move")) == ".   .   \\-\na/b ab  /\n");
  const Position read = must(game.read(text, StartOptions()));
  CHECK(read.text() == text);
}
