// The runner of scripts' tests: tests share builds, but not each other's fate.
#include <string>

#include "tests/interpreter/loading.hpp"

using namespace glint;

namespace {

const char* const kGame = R"(
game "Sides"
use square
players sun, moon
option side: 2..4 = 4
board square(side, side)
piece stone { look "o" }
move place "{at}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
)";

}  // namespace

TEST_CASE("script tests: each has the options that it asks for, in the order of the script") {
  const Game game = test::script(std::string(kGame) + R"(
test "four" { expect count(cells) == 16 }
test "two" with side = 2 { expect count(cells) == 4 }
test "four again" { play "a1"; expect count(stone) == 1 }
test "two again" with side = 2 { play "a1", "b2"; expect count(empty) == 2 }
test "three" with side = 3 { expect count(cells) == 8 }
)");
  const std::vector<TestReport> reports = run_tests(game);
  REQUIRE(reports.size() == 5);
  CHECK(reports[0].title == "four");
  CHECK(reports[1].title == "two");
  CHECK(reports[4].title == "three");
  for (std::size_t i = 0; i < 4; ++i) {
    INFO(reports[i].failure);
    CHECK(reports[i].passed);
  }
  CHECK_FALSE(reports[4].passed);
}

TEST_CASE("script tests: one that cannot be built fails alone") {
  const Game game = test::script(std::string(kGame) + R"(
test "before" with side = 2 { expect count(cells) == 4 }
test "no such cell" with side = 2 { put stone on d4; expect count(stone) == 1 }
test "behind" with side = 2 { expect count(cells) == 4 }
)");
  const std::vector<TestReport> reports = run_tests(game);
  REQUIRE(reports.size() == 3);
  CHECK(reports[0].passed);
  CHECK_FALSE(reports[1].passed);
  CHECK(reports[1].failure.find("G0505") != std::string::npos);
  CHECK(reports[2].passed);
}

TEST_CASE("script tests: thousands take seconds") {
  std::string text = kGame;
  for (int i = 0; i < 4000; ++i)
    text += "test \"t" + std::to_string(i) + "\" { play \"a1\"; expect count(stone) == 1 }\n";
  const std::vector<TestReport> reports = run_tests(test::script(text));
  REQUIRE(reports.size() == 4000);
  CHECK(reports.back().passed);
}
