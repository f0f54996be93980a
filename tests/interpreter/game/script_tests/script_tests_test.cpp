// The runner of scripts' tests: tests share builds, but not each other's fate.
#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/loading.hpp"

using namespace glint;

namespace {

const char* const kSides = R"(
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
  const Game game = test::script(std::string(kSides) + R"(
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
  const Game game = test::script(std::string(kSides) + R"(
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
  std::string text = kSides;
  for (int i = 0; i < 4000; ++i)
    text += "test \"t" + std::to_string(i) + "\" { play \"a1\"; expect count(stone) == 1 }\n";
  const std::vector<TestReport> reports = run_tests(test::script(text));
  REQUIRE(reports.size() == 4000);
  CHECK(reports.back().passed);
}

namespace {

/// A game on a board of this size, of which most work is with the board.
std::string wide(int side) {
  const std::string size = std::to_string(side);
  return "game \"Wide\"\nuse square\nplayers sun, moon\nboard square(" + size + ", " + size + ")\noption many: 0..99 = 0\n" +
         R"(piece stone { look "o" }
move place "{at}" { pick at in empty; put stone on at }
play { draw first in 0..9; repeat { turn of each player { choose place else { end : tie } } } }
)";
}

std::vector<TestReport> reports_of(const std::string& text, std::int64_t most) {
  Limits limits;
  limits.tests = most;
  return run_tests(test::must(Game::from_text(text, "wide.glint", {}, nullptr, limits)));
}

std::string test_with(int number, const std::string& options, const std::string& body) {
  return "test \"t" + std::to_string(number) + "\"" + options + " { " + body + " }\n";
}

}  // namespace

TEST_CASE("script tests: builds for some tests alone are work, too", "[budget]") {
  constexpr int kTests = 40;
  constexpr std::int64_t kCells = 10'000;
  const auto cut = [&](bool have_options, std::int64_t most) {
    std::string text = wide(100);
    // Where a test of the same options cannot be built, each of them is built by itself.
    if (!have_options) text += test_with(kTests, "", "put stone on zz9");
    for (int i = 0; i < kTests; ++i) text += test_with(i, have_options ? " with many = " + std::to_string(i + 1) : "", "play \"a1\"");
    const std::vector<TestReport> reports = reports_of(text, most);
    for (const TestReport& report : reports)
      if (report.is_cut) CHECK(report.failure.find("this test is not run: the tests of this script take more than") != std::string::npos);
    return std::count_if(reports.begin(), reports.end(), [](const TestReport& report) { return report.is_cut; });
  };
  for (const bool have_options : {true, false}) {
    INFO(have_options);
    CHECK(cut(have_options, Limits().tests) == 0);
    // A build takes 40 for each cell and somewhat more, but less than twice as much.
    CHECK(cut(have_options, 40 * kCells * 10) >= kTests - 10);
    CHECK(cut(have_options, 40 * kCells * 10) <= kTests - 5);
  }
}

TEST_CASE("script tests: what one test does besides running rules is work, too", "[budget]") {
  const auto report = [&](const std::string& body, std::int64_t most) { return reports_of(wide(100) + test_with(0, "", body), most)[0]; };
  const auto repeated = [](const std::string& text) {
    std::string all;
    for (int i = 0; i < 30; ++i) all += text;
    return all;
  };
  std::string plays = "play \"a1\"";
  for (int i = 2; i <= 30; ++i) plays += ", \"a" + std::to_string(i) + "\"";
  // The build of a test that is alone, and then what it does 30 times.
  constexpr std::int64_t kBuild = 50'000 + 40 * 10'000 + 20'000;
  struct Case {
    std::string body;
    std::int64_t each;
  };
  for (const Case& one : {Case{repeated("expect illegal \"zz9\"\n"), 2 * 8 * 5'000}, Case{plays, 5'000}, Case{repeated("expect empty == cells\n"), 0},
                          Case{repeated("draw first = sum c in cells : 0\n"), 10'000}}) {
    INFO(one.body.substr(0, 40));
    const TestReport whole = report(one.body, Limits().tests);
    CHECK_FALSE(whole.is_cut);
    CHECK(whole.passed);
    const TestReport cut = report(one.body, kBuild + 15 * one.each);
    CHECK(cut.is_cut == (one.each > 0));
    CHECK((cut.failure.find("the tests of this script take more than") != std::string::npos) == (one.each > 0));
  }
}

TEST_CASE("script tests: values in failures are not endless") {
  const TestReport wrong = reports_of(wide(100) + test_with(0, "", "expect empty == a1"), Limits().tests)[0];
  CHECK_FALSE(wrong.passed);
  CHECK_FALSE(wrong.is_cut);
  CHECK(wrong.failure.find("only on the left: ") != std::string::npos);
  CHECK(wrong.failure.find("...") != std::string::npos);
  CHECK(wrong.failure.size() < 4'000);
}

TEST_CASE("script tests: one that is cut while loops run backwards does not depend on their order", "[budget]") {
  const std::string text = R"(game "Loops"
use square
players sun
board square(3, 3)
piece stone { look "o" }
var k: 0..99 = 0
move place "{at}" { pick at in empty; put stone on at; for i in 1..20 { k = (k + i) mod 100 } }
play { repeat { turn of sun { choose place else { end : tie } } } }
)" + test_with(0, "", "play \"a1\"") + test_with(1, "", "play \"a2\"");
  bool is_cut = false;
  for (std::int64_t most = 0; most < 400; most += 2)
    for (const TestReport& report : reports_of(text, most)) {
      is_cut = is_cut || report.is_cut;
      CHECK(report.passed != report.is_cut);
      CHECK(report.failure.find("backwards") == std::string::npos);
    }
  CHECK(is_cut);
  for (const TestReport& report : reports_of(text, 100'000)) CHECK(report.passed);
}

TEST_CASE("script tests: of several conditions the one that fails is told, and who wins may have won by score") {
  const Game game = test::script(R"(
game "Points"
use square
players sun, moon
board square(2, 2)
piece stone { look "o" }
var points[player]: 0..9 = 0
move place "{at}" { pick at in empty; put stone on at; points[me] += 1 }
move pass "pass" { }
play { turn of each player { choose place or pass }; end : score }
score p = points[p]
test "parts" { play "a1"; expect a1 in stone and (count(stone) == 2 and a2 in empty) }
test "by score" { play "pass", "a1"; expect result : moon wins; expect result : score }
test "tie by score" { play "a1", "a2"; expect result : tie; expect result : score }
test "another" { play "a1", "pass"; expect result : moon wins }
test "no tie" { play "a1", "pass"; expect result : tie }
test "no win" { play "a1", "a2"; expect result : sun wins }
)");
  const std::vector<TestReport> reports = run_tests(game);
  REQUIRE(reports.size() == 6);
  CHECK(reports[0].failure.find("^^^^^^^^^^^^^^^^^\n") != std::string::npos);
  CHECK(reports[0].failure.find("on the left is 1, on the right 2") != std::string::npos);
  for (const std::size_t i : {1, 2}) CHECK(reports[i].failure == "");
  for (const std::size_t i : {3, 4, 5}) CHECK_FALSE(reports[i].passed);
}

TEST_CASE("script tests: what they draw or change waits where the turn began, and is settled for each question") {
  test::check_tests(R"(
game "Compulsory"
use square
players black, white
board square(4, 4)
piece man of player { look "{owner:1}" }
var count_down: 0..9 = 3
setup { put man(owner = black) on a1 | d1; put man(owner = white) on b3 | d4 }
move take "{from}x{to}" { pick from in man of me; pick to in from + around & man of opponent; move from to to }
move step "{from}-{to}" { pick from in man of me; pick to in from + around & empty; move from to to }
play { repeat { turn of each player { choose take else { choose step else { end : opponent wins } } } } }
end for p in player when man of p == {} : p loses
end when count_down == 0 : tie
end when seen == 3 : tie
invariant count(man of white) <= 3 "too many"
test "a drawn position offers what must be taken" {
  expect moves(take) == 0 and can step
  map """
    . . . .
    . w . .
    b . . .
    . . . .
  """
  expect moves == 1 and can take
  expect illegal "a2-a1"
  map """
    . . . .
    . . . .
    b . w .
    . . . .
  """
  expect moves(take) == 0 and moves(step) == 5
  play "a2-b3"
  expect moves == 1
}
test "so does one that is changed, after a game that goes on or ends" {
  move b3 to b2
  expect moves == 1 and can take
  let before = moves
  count_down = 0
  expect result : tie
  count_down = 1
  expect moves == before
  remove man
  expect result : white wins
  put man(owner = white) on a4
  put man(owner = black) on b3
  play "b3xa4"
  expect result : black wins
}
test "of a drawn position a choice can be named" {
  map """
    . . . .
    . w . .
    b . . .
    . . . .
    choice = 2
    to move = black
  """
  expect moves(take) == 1
  play "a2-a1"
}
test "an impossible board can be asked about" {
  put man(owner = white) on a4 | b4 | c4
  expect count(man of white) == 5
}
)");
}

TEST_CASE("script tests: they say who is to move, and count sequences of moves") {
  const std::string game = R"(
game "Pies"
use square
players sun, moon
board square(3, 1)
piece stone of player { look "{owner:1}" }
var swapped: 0..1 = 0
move place "{at}" { pick at in empty; put stone on at }
move swap_sides "swap" { swapped = 1 }
play { turn of sun { choose place }; repeat { turn of moon { choose place or swap_sides }; turn of sun { choose place } } }
end when empty == {} : tie
)";
  test::check_tests(game + R"(
test "counts" { expect perft(1) == 3; expect perft(2) == 9; expect perft(3) == 12; expect perft(1 + 1) == moves * 3 }
test "who is to move" {
  turn of moon
  expect me == moon and moves == 4
  play "swap", "b1"
  turn of sun
  map """ s . . """
  expect perft(2) == 4
  turn of opponent; play "swap"
}
test "an ended game has no moves" { put stone(owner = sun) on cells; expect result : tie; expect perft(1) == 0 }
)");
  const std::vector<TestReport> reports = run_tests(test::script(game + R"(
test "another number" { expect perft(2) == 8 }
test "too many plies" { expect perft(101) == 8 }
test "a block" { turn of sun { choose place } }
)"));
  CHECK(reports[0].failure.find("perft(2) is 9, not 8") != std::string::npos);
  CHECK(reports[1].failure.find("G0304") != std::string::npos);
  CHECK(reports[2].failure.find("in a test `turn of p`, without braces, says who is to move") != std::string::npos);
  CHECK(test::code_of(game.substr(0, game.find("play {")) + "play { turn of sun }") == "G0402");
}

TEST_CASE("script tests: a draw of a piece is fixed by its cell") {
  const std::string game = R"(
game "Draw a piece"
use square
players sun, moon
board grid(3, 1)
piece disc of player { look "{owner:1}" }
var lucky: cell = a1
setup { put disc(owner = sun) on a1 | b1; put disc(owner = moon) on c1 }
move wait "wait" { }
play { draw x in disc of sun; lucky = x; turn of sun { choose wait } }
)";
  test::check_tests(game + "test \"one of them\" { draw x = b1; expect lucky == b1 }");
  const auto reports = run_tests(test::script(game + "test \"another's\" { draw x = c1; expect lucky == c1 }"));
  CHECK(reports[0].failure.find("G0608") != std::string::npos);
}

TEST_CASE("script tests: loops that depend on their order are found, where they have no `while`") {
  const Game game = test::script(R"(
game "Order"
use square
players sun, moon
board grid(3, 1)
var last: 0..9 = 0
piece stone { look "o" }
move place "{at}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
test "the last one counts" { for spot in cells { last = spot.x }; expect last == 3 }
test "as long as it is small" { for spot in cells while last < 2 { last = spot.x }; expect last == 2 }
test "any order" { for spot in cells { last += spot.x }; expect last == 6 }
)");
  const std::vector<TestReport> reports = run_tests(game);
  REQUIRE(reports.size() == 3);
  CHECK(reports[0].failure.starts_with("this passes, but not when `for` loops run backwards"));
  CHECK(reports[1].passed);
  CHECK(reports[2].passed);
}

TEST_CASE("script tests: of a drawing, the row that is wrong is marked") {
  const Game game = test::script(R"(
game "Drawn"
use square
players sun, moon
board square(2, 3)
piece stone { look "o" }
move place "{at}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
test "a look that is unknown" {
  map """
    . .
    . x
    o .
  """
}
)");
  const std::vector<TestReport> reports = run_tests(game);
  REQUIRE(reports.size() == 1);
  CHECK(reports[0].failure.find("    . x\n   |     ^^^\n") != std::string::npos);
  CHECK(reports[0].failure.find("    . .\n") == std::string::npos);
}

TEST_CASE("script tests: of a drawing that is expected, too") {
  const Game game = test::script(R"(
game "Drawn"
use square
players sun, moon
board square(2, 3)
piece stone { look "o" }
move place "{at}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
test "a look that is unknown" {
  expect map """
    . .
    . x
    o .
  """
}
)");
  const std::vector<TestReport> reports = run_tests(game);
  REQUIRE(reports.size() == 1);
  CHECK(reports[0].failure.find("    . x\n   |     ^^^\n") != std::string::npos);
}

TEST_CASE("script tests: any numbers may be asked for, though a set holds only those from 0 to 63") {
  const Game game = test::script(R"(
game "Differences"
use square
players sun, moon
board square(3, 3)
piece stone { look "o" }
let near = {c in cells where c.x - c.y in {-1, 100}}
let far(x: -9..9): flag = x * 20 in {-40, x, 70 + 10}
move place "{number}" {
  pick number in 0..3
  require number in {-1, 2, 77}   "only 2"
  put stone on a1
}
play { repeat { turn of each player { choose place else { end : tie } } } }
test "in them" {
  expect near == a2 | b3 and far(-2) and far(4) and far(0) and not far(1)
  expect moves(place) == 1
  expect illegal "1" because "only 2"
  play "2"
}
)");
  for (const TestReport& report : run_tests(game)) CHECK(report.failure == "");
}

TEST_CASE("script tests: steps back, ways from cell to cell, owners that change, first values of fields") {
  const Game game = test::script(R"(
game "Turncoats"
use square
players red, blue
option start: 0..3 = 2
board square(4, 4) stacks of 2
piece man of player { crowned: flag = off; worth: 0..9 = start; look "{owner:1}{crowned}{worth}" }
move flip "{at}" { pick at in man of opponent; at.owner = me }
move push "push {at} {way}" {
  pick at in man
  pick way in way(at, b2)      // the name of a pick stays free
  require at - way in empty    "no room behind {at}"
  move at to at - way
}
setup { put man(owner = red) on a1; put man(owner = blue, crowned = on, worth = 4) on c2 }
play { repeat { turn of each player { choose flip or push else { end : tie } } } }
test "steps back" {
  expect b2 - e == a2 and a2 - e == {} and (b2 | c3) - (n | e) == b1 | a2 | c2 | b3
  expect b2 - around == b2 + around and cells - n == cells - rank(4)
}
test "ways" {
  expect way(a1, d4) == ne and way(d4, a1) == sw and way(a1, b3) == {} and way(a1, a1) == {} and way(a1, c1) == {e}
  expect moves(push) == 1
  expect illegal "push a1 ne" because "no room"
  play "push c2 w"
  expect d2 in man of blue and c2 in empty
}
test "owners" {
  expect a1 in man and a1.crowned == off and a1.worth == 2
  play "c2"
  expect man of red == a1 | c2 and man of blue == {} and count(stacked man of red) == 2
  expect c2 in man and c2.crowned == on and c2.worth == 4
  c2.owner += 1
  expect man of blue == c2 and count(stacked man of blue) == 1
}
test "another first value" with start = 3 { expect a1 in man and a1.worth == 3 }
)");
  for (const TestReport& report : run_tests(game)) CHECK(report.failure == "");
  Position position = test::must(game.start());
  test::play(position, "c2");
  CHECK(test::must(game.read(position.text())).text() == position.text());
}
