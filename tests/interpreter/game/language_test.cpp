// What statements, operators and types of the language mean, in games small enough to know the answer.
#include <string>

#include "tests/support/loading.hpp"

using namespace glint;

namespace {

/// Behind it stand what a test is about, and its own tests.
const char* const kGame = R"(
game "Words"
use square
players sun, moon
option most: 0..9 = 3
board square(5, 5)
beam { power: -20..20 = 7 }
piece stone { tall: 1..9 = 1; look "{tall}" }
var fired: 0..99 = 0
var left: -99..99 = 0
move place "{at}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
)";

void check(const std::string& text) { test::check_tests(kGame + text); }
std::string code(const std::string& text) { return test::code_of(kGame + text); }

/// Why the only test of a game fails.
std::string failure(const std::string& text) {
  const std::vector<TestReport> reports = run_tests(test::script(kGame + text));
  REQUIRE(reports.size() == 1);
  REQUIRE_FALSE(reports[0].passed);
  return reports[0].failure;
}

bool holds(const std::string& text, const std::string& part) {
  INFO(text);
  CHECK(text.find(part) != std::string::npos);
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("tables over the cells of a kind: a piece that comes later has its entry, whatever that is made of") {
  test::check_tests(R"(game "Rows"
use square
players sun, moon
board grid(3, 3)
piece stone { look "o" }
let column[c: stone]: 0..9 = count d in cells : d.x == c.x and d.y <= c.y
move place "{at}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
test "a stone that comes later" {
  expect stone == {}
  put stone on b2
  expect b2 in stone and column[b2] == 2
  remove b2
  put stone on c3
  expect c3 in stone and column[c3] == 3
}
)");
}

TEST_CASE("while: it goes on as long as its condition holds, and as often as it says", "[language]") {
  check(R"(
do shoot(rounds: 0..9) {
  while stone != {} at most rounds {
    remove {c in stone where all d in stone : c.x <= d.x and c.y <= d.y}
    fired += 1
  }
}
move shot "shoot" { shoot(count(stone)) }
test "to the end of the condition" {
  put stone on a1 | b2 | c3
  shoot(9)
  expect stone == {} and fired == 3
}
test "to the end of the rounds" {
  put stone on a1 | b2 | c3
  shoot(2)
  expect stone == c3 and fired == 2
}
test "no round" { put stone on a1; shoot(0); expect stone == a1 and fired == 0 }
test "how many there are is asked before the first round" {
  left = 3
  while on at most left { left -= 1; fired += 1 }
  expect fired == 3 and left == 0
}
test "one within another" {
  while fired < 90 at most 4 { while on at most 3 { fired += 1 } }
  expect fired == 12
}
test "by options and the board" {
  while on at most most * count(cells) { fired += 1 }
  expect fired == 75
}
)");
}

TEST_CASE("while: in moves it is listed and played alike, and knows what its condition says", "[language]") {
  test::check_tests(R"(
game "Climbers"
use square
players sun, moon
board square(3, 1)
piece stone { tall: 1..9 = 1; look "{tall}" }
setup { put stone(tall = 5) on a1; put stone(tall = 6) on b1 }
move climb "{at}" {
  pick at in stone
  while at in stone and at.tall < 9 at most 2 { at.tall += 1 }
  require at in stone and at.tall < 8   "too high"
}
play { repeat { turn of each player { choose climb else { end : tie } } } }
test "only one of them is low enough" {
  expect moves == 1
  expect illegal "b1" because "too high"
  play "a1"
  expect a1 in stone and a1.tall == 7
}
)");
}

TEST_CASE("while: what is wrong is told", "[language]") {
  CHECK(code("do f() { while stone at most 3 { fired += 1 } }") == "G0301");
  CHECK(code("do f() { while on at most stone { fired += 1 } }") == "G0301");
  CHECK(code("do f() { while on at most 0 { fired += 1 } }") == "G0304");
  CHECK(code("do f() { while on { fired += 1 } }") == "G0422");
  CHECK(code("do f() { while on at most 3 { pick x in cells } }") == "G0402");
  CHECK(test::code_of(R"(
game "Waits"
use square
players sun, moon
board square(5, 5)
move pass "pass" { }
play { turn of sun { while on at most 3 { choose pass } } }
)") == "G0402");
  // A fact of the round before is none: the piece may be gone.
  CHECK(code("do f(at: stone) { while on at most 2 { fired += at.tall; remove at } }") == "G0306");
}

TEST_CASE("division: rounded down, and what is left has the sign of the divisor", "[language]") {
  check(R"(
let quotient(a: -20..20, b: 1..9) = a / b
let rest(a: -20..20, b: 1..9) = a mod b
test "known" {
  expect 7 / 2 == 3 and 7 mod 2 == 1 and -7 / 2 == -4 and -7 mod 2 == 1
  expect 7 / -2 == -4 and 7 mod -2 == -1 and -7 / -2 == 3 and -7 mod -2 == -1
  expect 0 / 5 == 0 and 6 mod 3 == 0 and 2 + 9 / 3 * 2 - 7 mod 4 == 5
}
test "worked out" {
  left = -7
  expect left / 2 == -4 and left mod 2 == 1 and left / (most + 1) == -2 and left mod (most + 1) == 1
  for a in -20..20 { for b in 1..9 { if quotient(a, b) * b + rest(a, b) != a or rest(a, b) < 0 or rest(a, b) >= b { fired += 1 } } }
  expect fired == 0
}
test "of coordinates, in sets" {
  expect {c in cells where (c.x + c.y) mod 2 == 1 and c.x / 3 == 1} == c2 | c4 | d1 | d3 | d5 | e2 | e4
  expect (sum c in cells : c.x / 2) == 5 * (0 + 1 + 1 + 2 + 2)
}
)");
  // In what beams do, where tables are made of it.
  check(R"(
piece halver { when beam comes -> straight { beam.power = beam.power / 2 }; look "h" }
piece rester { when beam comes -> straight { beam.power = beam.power mod 4 }; look "r" }
test "of what beams carry" {
  put halver on b1 | d1
  put rester on b2
  expect all v in trace(a1, e, power = -15).exits : v.power == -4
  expect all v in trace(a2, e, power = -15).exits : v.power == 1
}
)");
}

TEST_CASE("division: by what may be 0 it is refused", "[language]") {
  CHECK(code("let it = 3 / 0") == "G0311");
  CHECK(code("let it = 3 / most") == "G0311");
  CHECK(code("let it = 3 mod left") == "G0311");
  CHECK(code("let it = 3 / max(1, left)") == "");
  CHECK(code("let it(by: -5..-1) = 3 mod by") == "");
  CHECK(code("let it = cells / 2") == "G0303");
  CHECK(code("let mod = 2") == "G0101");
}

TEST_CASE("subsets: some values of a type are a type", "[language]") {
  check(R"(
type diagonal = {ne, se, sw, nw} of direction
type upright_line = {a in axis where a.index mod 4 == 0} of axis
type hue = {red, green, blue}
type warm = {red, green} of hue
type corner = {a1, a5, e1, e5} of cell
type late = {moon} of player
piece pawn { facing: diagonal; look "{facing:2}" }
piece wheel { tone: warm; look "{tone:1}" }
var way: diagonal = ne
var home: corner = a1
var seen_ways: set of diagonal = {}
var power[diagonal]: 0..9 = 1
let step(d: diagonal): set of cell = c3 + d
let first: diagonal = if most == 3 then sw else ne
test "its name is its set, and its values are those of the whole" {
  expect diagonal == {ne, se, sw, nw} and count(diagonal) == 4 and ne in diagonal and not (n in diagonal)
  expect upright_line == {level, upright} and warm == {red, green} and warm within hue
  expect corner == a1 | a5 | e1 | e5 and late == {moon}
  expect (union d in diagonal : c3 + d) == b2 | b4 | d2 | d4
  expect way + 1 == e and step(way) == d4 and first == sw
}
test "it is kept in fields, variables and sets" {
  put pawn(facing = sw) on a1
  a1.facing = nw
  way = se
  home = e5
  seen_ways |= {way, ne}
  power[way] += 3
  expect a1 in pawn and a1.facing == nw and home == e5 and seen_ways == {ne, se} and power[se] == 4
  expect a1.facing + 4 == way
}
test "a loop, a pick of a set, a choice between sets keep it" {
  for d in diagonal where d != ne { way = d }
  let some: set of diagonal = if most == 3 then diagonal - {ne} else {sw}
  seen_ways = some & {n, se, sw}
  expect seen_ways == {se, sw}
}
)");
}

TEST_CASE("subsets: another value is found when it is written, or when it comes", "[language]") {
  const std::string types = "type diagonal = {ne, se, sw, nw} of direction\nvar way: diagonal = ne\n";
  CHECK(code(types + "do f() { way = n }") == "G0310");
  CHECK(code(types + "do f() { way = se }") == "");
  CHECK(code(types + "piece pawn { facing: diagonal = e; look \"p\" }") == "G0310");
  CHECK(code(types + "type odd_way = {ne} of diagonal") == "G0309");
  CHECK(code(types + "type none_left = {} of direction") == "G0304");
  CHECK(code(types + "type taken = empty of cell") == "G0307");
  CHECK(code(types + "option start: diagonal = ne") == "G0309");
  CHECK(code("type hue = {red, green, blue}\ntype warm = {red, green} of hue\noption tone: warm = green") == "");
  CHECK(code("type hue = {red, green, blue}\ntype warm = {red, green} of hue\noption tone: warm = blue") == "G0310");
  holds(failure(types + "do f(d: direction) { way = d }\ntest \"it comes\" { f(ne); f(w) }"), "`w` is not in `diagonal`");
  holds(failure(types + "do f(d: diagonal) { }\nlet any_way: direction = s\ntest \"passed\" { f(any_way) }"),
        "`s` is not in `diagonal`");
  holds(failure(types + "var ways: set of diagonal = {}\ndo f(d: direction) { ways |= {d} }\ntest \"set\" { f(e) }"),
        "G0602");
  holds(failure(types + "piece pawn { facing: diagonal; look \"p\" }\ndo f(d: direction) { put pawn(facing = d) on a1 }\n"
                        "test \"put\" { f(n) }"),
        "`n` is not in `diagonal`");
  holds(failure(types + "var power[diagonal]: 0..9 = 0\nlet strength(d: direction) = power[d]\ntest \"index\" { expect strength(e) == 0 }"),
        "`e` is not in `diagonal`");
}

TEST_CASE("subsets: positions print and read only their values", "[language]") {
  const Game game = test::script(std::string(kGame) + R"(
type diagonal = {ne, se, sw, nw} of direction
type corner = {a1, e5} of cell
piece pawn { facing: diagonal; look "{facing:1}" }
piece flag_stone { facing: direction; look "+{facing}" }
var power[diagonal]: 0..9 = 0
var way: diagonal = ne
var home: corner = a1
)");
  Position start = test::must(game.start());
  const std::string text = start.text();
  CHECK(text.find("power[ne] = 0\n") != std::string::npos);
  CHECK(text.find("power[n]") == std::string::npos);
  CHECK(test::must(game.read(text)).text() == text);
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string other = text;
    other.replace(other.find(from), from.size(), to);
    const auto read = game.read(other);
    return read ? std::string() : read.errors()[0].message;
  };
  CHECK(changed("way = ne", "way = sw").empty());
  CHECK(changed("way = ne", "way = s") == "`s` is not a value of `way`");
  CHECK(changed("home = a1", "home = e5").empty());
  CHECK(changed("home = a1", "home = b1") == "`b1` is not a value of `home`");
}

TEST_CASE("labels: a cell by a label that is no name", "[language]") {
  const char* const kBoard = R"(
game "Numbers"
use square
players sun, moon
board on square4 {
  cells x in 1..3, y in 1..2
  label "{x},{y}"
}
piece stone { tall: 1..3 = 2; look "o" }
move place "{at}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
)";
  test::check_tests(std::string(kBoard) + R"(
let here_and_there = cell("1,2") | cell("3,1")
test "by label" {
  play "2,2"
  expect cell("2,2") in stone and cell("2,2").tall == 2
  expect here_and_there == cell(1, 2) | cell(3, 1) and cell("1,1") + e == cell("2,1")
}
)");
  const auto wrong = Game::from_text(std::string(kBoard) + "let it = cell(\"3,3\")", "test.glint");
  REQUIRE_FALSE(wrong);
  CHECK(wrong.errors()[0].code == "G0505");
  CHECK(wrong.errors()[0].message == "no cell of this board is labelled `3,3`");
  CHECK(wrong.errors()[0].help.find("did you mean `") == 0);
}

TEST_CASE("counts: of moves they are added up", "[language]") {
  check("move pass \"pass\" { }\nmove both = place or pass\n"
        "test \"sums\" { expect moves(place) + moves(place) + 21 == 71 and moves + moves(place) * 2 == 75 }");
}

TEST_CASE("expect map: the board is compared with its drawing", "[language]") {
  check(R"(
test "with blanks, close together, in one line" {
  play "a1", "b2"
  expect map """
    . . . . .
    . . . . .
    . . . . .
    . 1 . . .
    1 . . . .
  """
  expect map """
    .....
    .....
    .....
    .1...
    1....
  """
  expect map """..... ..... ..... .1... 1...."""
  expect map """................1...1...."""
}
test "a drawing close together is put up" {
  map """
    .....
    ..3..
    .....
    .....
    2....
  """
  expect stone == a1 | c4 and c4 in stone and c4.tall == 3
}
)");
  const std::string told = failure(R"(test "another" { play "a1", "b1"; expect map """
    .....
    .....
    .....
    ..4..
    1....
  """ })");
  holds(told, "the board is different: 2 cells differ");
  holds(told, "c2 is `.` and not `4`, b1 is `1` and not `.`");
  holds(told, "it should be:\n\n.....\n.....\n.....\n..4..\n1....\n");
  holds(failure("test \"line\" { expect map \"\"\"......\"\"\" }"),
        "the drawn board is one line of 6 cells, but this board has 25 in 5 rows: `......`");
  holds(failure("test \"row\" { expect map \"\"\"\n.....\n.....\n....\n.....\n.....\n\"\"\" }"),
        "row 3 of the drawn board has 4 cells, but here it must have 5: `....`");
}

TEST_CASE("show cells: empty cells of a set have a sign of their own", "[language]") {
  const std::string shown = "let water = rank(3) - c3\nshow cells water as \"~\" in blue\nshow cells {c in cells where c.y == fired + 1} as \"+\"\n";
  const Game game = test::script(kGame + shown);
  Position position = test::must(game.start());
  test::play(position, "a3");
  const auto grounds = test::must(position.grounds());
  REQUIRE(grounds.size() == 2);
  CHECK(grounds[0].sign == "~");
  CHECK(grounds[0].colour == "blue");
  CHECK(grounds[0].cells.size() == 4);
  CHECK(grounds[1].cells.size() == 5);
  CHECK(position.text().find('~') == std::string::npos);
  check(shown + R"(
test "drawings may use it" {
  play "b3"
  expect map """
    .....
    .....
    ~1.~~
    .....
    +....
  """
}
)");
  holds(failure(shown + "test \"dry\" { expect map \"\"\".....~.............................\"\"\" }"), "one line");
  holds(failure(shown + "test \"dry\" { expect map \"\"\".....~...................\"\"\" }"),
        "`~` is not the sign of the empty cell a4: write `.`");
  // One sign may be that of several.
  check("show cells rank(1) as \"~\" in blue\nshow cells rank(2) as \"~\" in green\n"
        "test \"shown\" { expect map \"\"\"\n.....\n.....\n.....\n~~~~~\n~~~~~\n\"\"\" }\n");
  CHECK(code("show cells rank(1) as \"~~\"") == "G0302");
  CHECK(code("show cells rank(1) as \".\"") == "G0302");
  CHECK(code("show cells rank(1) as \"1\"") == "G0203");
  CHECK(code("show cells rank(1) as \"~\" in bleu") == "G0201");
  CHECK(code("show cells count(stone) as \"~\"") == "G0301");
  CHECK(code("show cells rank(1) \"home\"") == "G0302");
  CHECK(grounds[0].name == "water");  // as the script calls it
  CHECK(grounds[1].name.empty());
}

TEST_CASE("show cells, show edges: zones with a name and an owner, for each player, under a condition", "[language]") {
  const Game game = test::script(kGame + std::string(R"(
let home(p: player): set of cell = if p == sun then rank(1) else rank(5)
show for p in player cells home(p) "home of {p}" as "," of p
show when fired > 0 edges edge(rank(fired), n) "row {fired}" in brown
show edges edge(a1, e) as "=" of moon
test "drawings may use it" { expect map """
    ,,,,,
    .....
    .....
    .....
    ,,,,,
  """ }
)"));
  for (const TestReport& report : run_tests(game)) CHECK(report.passed);
  Position position = test::must(game.start());
  auto grounds = test::must(position.grounds());
  REQUIRE(grounds.size() == 3);
  CHECK(grounds[0].name == "home of sun");
  CHECK(grounds[0].owner == 0);
  CHECK(grounds[0].cells == std::vector<int>{20, 21, 22, 23, 24});
  CHECK(grounds[1].name == "home of moon");
  CHECK(grounds[1].owner == 1);
  CHECK(grounds[1].edges.empty());
  CHECK(grounds[2].of_edges);
  CHECK(grounds[2].name.empty());
  CHECK(grounds[2].sign == "=");
  CHECK(grounds[2].edges.size() == 1);
  std::string text = position.text();
  text.replace(text.find("fired = 0"), 9, "fired = 2");
  position = test::must(game.read(text));
  grounds = test::must(position.grounds());
  REQUIRE(grounds.size() == 4);
  CHECK(grounds[2].name == "row 2");
  CHECK(grounds[2].colour == "brown");
  CHECK(grounds[2].edges.size() == 5);
  CHECK(code("show edges border") == "G0101");
  CHECK(code("show lines border as \"+\"") == "G0101");
  CHECK(code("show lines rank(1)") == "G0301");
  CHECK(code("show edges border in brown") == "G0101");
  CHECK(code("show edges rank(1) \"row\"") == "G0301");
  CHECK(code("show edges border \"rim\" of 3") == "G0301");
  CHECK(code("show edges border as \"++\"") == "G0302");
  CHECK(code("show edges border \"rim of {x}\"") == "G0201");
}

TEST_CASE("lines that walls stop take edges as their last argument, and `last` is no reserved word", "[language]") {
  check(R"(
var fences: set of edge = {}
let neighbours(c: cell): set of cell = steps(c, around, 1, cells, fences)
test "constants" {
  expect slide(a1, n, cells, edge(a3, n)) == a2 | a3 and ray(a1, n, edge(a3, n)) == a2 | a3
  expect hit(a1, n, empty, edge(a4, s)) == {}
}
test "a pen" {
  fences = edge(b2 | c2, {e, w, n, s, ne, nw, se, sw}) - edge(b2, e)
  expect (reach x in b2 : neighbours(x)) == b2 | c2
  fences -= edge(c2, n)
  expect (reach x in b2 : neighbours(x)) == cells
}
)");
  CHECK(code("let a = slide(a1, n, cells, a1)") == "G0301");
  CHECK(code("let a = slide(a1, n)") == "G0302");
  CHECK(code("let a = distance(a1, a2, border)") == "G0302");
  CHECK(code("let last(c: cell) = c\nlet a = last(a1)") == "");
  CHECK(code("move go \"go {last}\" { pick last in last(a1, n, empty) }") == "");
  check("let edge_of_board = last(e5, w, cells, {})\ntest \"the end\" { expect edge_of_board == a5 }\n");
}

TEST_CASE("seen: an uncounted variable is not part of the position", "[seen]") {
  const auto game = [](const std::string& word) {
    return R"(game "Seen"
use square
players black, white
board grid(3, 3)
piece man of player { look "{owner:1}" }
var quiet: 0..100 = 0 )" + word + R"(
var marks[player]: 0..100 = 0
setup { put man(owner = black) on a1; put man(owner = white) on c3 }
move step "{from}-{to}" { pick from in man of me; pick to in from + around & empty; move from to to; quiet += 1 }
move mark "mark" { marks[me] += 1 }
play { repeat { turn of each player { choose step or mark } } }
end when quiet == 100 : tie
end when seen == 3 : score
score p = quiet
)";
  };
  const std::string there_and_back = "\"a1-a2\", \"c3-c2\", \"a2-a1\", \"c2-c3\"";
  const std::string twice = "  play " + there_and_back + ", " + there_and_back + "\n";
  test::check_tests(game("uncounted") + "test \"it comes up again\" {\n  play " + there_and_back +
                    "\n  expect seen == 2 and quiet == 4\n  play " + there_and_back + "\n  expect result : score\n}\n");
  test::check_tests(game("") + "test \"it never does\" {\n" + twice + "  expect seen == 1 and quiet == 8\n}\n");
  test::check_tests(game("uncounted") + "test \"other variables count\" {\n  play \"mark\", \"mark\"\n" + twice +
                    "  expect result : score\n}\n");
}

TEST_CASE("play: `end` rules come before the `else` of the next choice, and a statement before it can wait for that", "[seen]") {
  const auto game = [](const std::string& rule, const std::string& statement) {
    return "game \"End or else\"\nuse square\nplayers black, white\nboard grid(2, 1)\npiece stone { look \"o\" }\n"
           "move place \"{at}\" { pick at in empty; put stone on at }\n"
           "play { repeat { turn of each player { " + statement + "choose place else { end : opponent wins } } } }\n" + rule;
  };
  test::check_tests(game("end when empty == {} : tie\n", "") + "test \"the rule\" { play \"a1\", \"b1\"; expect result : tie }\n");
  test::check_tests(game("", "end when empty == {} and can place : tie; ") +
                    "test \"the else\" { play \"a1\", \"b1\"; expect result : white wins }\n");
}

TEST_CASE("for: some of the visits of a beam", "[visits]") {
  const std::string head = R"(game "For visits"
use square
players you
board grid(5, 3)
beam { }
piece lamp { emits e; look "L" }
var late: set of cell = {}
var last: 0..9 = 0
setup { put lamp on a1 }
play { repeat { turn of you { choose go } } }
)";
  test::check_tests(head + R"(move go "go" { for v in beams.visits where v.step >= 2 { late |= v.cell; last += v.step } }
test "from the third cell on" { play "go"; expect late == c1 | d1 | e1 and last == 9 }
)");
  // `while` is asked of those alone.
  test::check_tests(head + R"(move go "go" { for v in beams.visits where odd(v.step) while v.step < 3 { late |= v.cell } }
test "the first of the odd ones" { play "go"; expect late == b1 }
)");
  // The condition is asked in each round, of what the rounds before have changed.
  test::check_tests(head + R"(move go "go" { for v in beams.visits where late == {} { late |= v.cell; last += 1 } }
test "only the first" { play "go"; expect last == 1 }
)");
  CHECK(test::code_of(head + "move go \"go\" { for v in beams.visits where v.step { late |= v.cell } }\n") == "G0301");
}

TEST_CASE("tests: if two large sets differ, the difference is printed", "[failures]") {
  const std::string text = failure("test \"large\" { expect cells - a1 == cells - b2 - c3 }\n");
  holds(text, "22 are on both sides; only on the left: c3 b2;");
  CHECK(text.find("d4") == std::string::npos);
  holds(failure("test \"small\" { expect a1 | b1 == a1 }\n"), "on the left is a1 b1, on the right a1");
}

TEST_CASE("check: a choice that was refused is not missed", "[check]") {
  const auto errors = Game::from_text(R"(game "Spurious"
use square
players black, white
option first: direction = n
board grid(3, 3)
piece man of player { look "{owner:1}" }
move step "{at}" { pick at in empty; put man on at }
play { repeat { turn of first { choose step else { end : tie } } } }
)", "spurious.glint");
  REQUIRE_FALSE(errors.ok());
  CHECK(errors.errors().size() == 1);
  CHECK(errors.errors()[0].code == "G0309");
}

TEST_CASE("options: a player may be the value", "[options]") {
  const std::string text = R"(game "First"
use square
players black, white
option first: player = white
board grid(3, 3)
piece man of player { look "{owner:1}" }
move step "{at}" { pick at in empty; put man on at }
play { repeat { turn of first { choose step else { end : tie } }; turn of first + 1 { choose step else { end : tie } } } }
test "black first" with first = black { play "a1"; expect a1 in man of black }
test "white first" { play "a1"; expect a1 in man of white }
)";
  test::check_tests(text);
  const Position start = test::must(test::script(text, {{"first", "black"}}).start());
  CHECK(start.to_move() == 0);
  CHECK_FALSE(Game::from_text(text, "first.glint", {{"first", "red"}}).ok());
  std::string varies = text;
  varies.replace(varies.find("black, white"), 12, "black, white when size > 1\noption size: 1..2 = 2");
  CHECK(test::code_of(varies) == "G0309");
}
