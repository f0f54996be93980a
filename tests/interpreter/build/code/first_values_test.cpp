// First values that bind names of their own, of variables and of fields; axes that go round; `where` in loops and picks.
#include <string>

#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::check_tests;
using test::code_of;

std::string game(const std::string& declarations, const std::string& tests) {
  return "game \"First\"\nuse square\nplayers sun, moon\noption size: 2..4 = 3\nboard square(4, 4)\n" + declarations + R"(
move place "{at}" { pick at in empty where at.y == 1 "only below"; put stone on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
)" + tests;
}

const std::string kStone = "piece stone { look \"o\" }\n";

}  // namespace

TEST_CASE("first values: of variables, with names of their own", "[first]") {
  check_tests(game(kStone + R"(
var near: set of cell = b2 - {n, e}
var column: set of cell = {c in cells where c.x == size}
var linked: set of cell = reach c in a1 : c + e
var ways: set of direction = way(a1, c3)
var most: 0..99 = sum c in cells : c.x
var by_row[row: 1..4]: set of cell = {c in cells where c.x == 2}
)",
                   R"(
test "as they are worked out" {
  expect near == b1 | a2 and column == c1 | c2 | c3 | c4 and linked == a1 | b1 | c1 | d1 and ways == {ne} and most == 40
  expect by_row[1] == b1 | b2 | b3 | b4 and by_row[4] == by_row[1]
}
)"));
}

TEST_CASE("first values: of fields, where nothing has a name", "[first]") {
  check_tests(game("piece stone { tall: 1..9 = 2 * size; crowned: flag = off; ways: set of direction = {n, e}; look \"o\" }\n",
                   "test \"given\" { play \"c1\"; expect c1 in stone and c1.tall == 6 and c1.ways == {n, e} }\n"
                   "test \"another size\" with size = 2 { play \"c1\"; expect c1 in stone and c1.tall == 4 }\n"));
  for (const char* first : {"sum i in 1..2 : i", "if (any c in cells : c.x > 2) then 1 else 2", "count({c in cells where c.x > 2})",
                            "count(reach c in a1 : c + e)"})
    CHECK(code_of(game("piece stone { tall: 0..99 = " + std::string(first) + "; look \"o\" }\n", "")) == "G0307");
}

TEST_CASE("axes go round, in expressions and assignments", "[first]") {
  check_tests(game("piece stone { line: axis = rising; look \"{line}\" }\n", R"(
test "round" {
  play "a1"
  expect a1 in stone and a1.line == rising
  a1.line += 2
  expect a1.line == level
  a1.line -= 3
  expect a1.line == ssw and a1.line + 1 == rising and rising - upright == 2 and upright - rising == 6
}
)"));
}

TEST_CASE("where: in loops and picks", "[first]") {
  check_tests(game("var seen_here: set of cell = {}\npiece stone { tall: 1..3 = 1; look \"o\" }\n"
                   "move raise \"raise {at}\" { pick at in stone where at.tall < 3 \"{at} is no low stone\"; at.tall += 1 }\n"
                   "do look() { for c in stone where c.tall > 1 while c != d1 { seen_here |= c } }\n",
                   R"(
test "only those" {
  expect illegal "a2" because "only below"
  play "a1"
  expect a1 in stone
  a1.tall = 3
  put stone(tall = 2) on b1 | d1 | d4
  look()
  expect seen_here == d4 | a1 | b1
}
)"));
}
