// What compares the runs of a move with each other: `require most` and `offer once by`.
#include <map>
#include <string>
#include <vector>

#include "interpreter/measure/perft.hpp"
#include "tests/smith/against_naive.hpp"
#include "tests/support/loading.hpp"

namespace glint::all_runs {
namespace {

using test::code_of;
using test::must;
using test::script;
using Texts = std::vector<std::string>;

const std::string kBoard = R"(game "All runs"
use square
players sun, moon
board square(4, 4)
piece man of player { look "{owner:1}" }
piece pebble { look "o" }
var taken: set of cell = {}
)";
const std::string kTurns = "repeat { turn of each player { choose take else { end : opponent wins } } }";

std::string game(const std::string& moves, const std::string& play = kTurns) {
  return kBoard + moves + "setup { put man(owner = sun) on a1 | c2; put man(owner = moon) on b2 | b3 | c3 | d4 }\n" +
         "play { " + play + " }\n";
}
std::string take(const std::string& lines, const std::string& notation = "{a} {b}") {
  return game("move take \"" + notation + "\" {\n" + lines + "\n}\n");
}

Texts listed(const std::string& text) { return must(must(script(text).start()).moves()); }

void check_against_naive(const std::string& text, const smith::AgainstNaive::Reach& reach) {
  const Game game = script(text);
  smith::AgainstNaive against(game, reach);
  INFO(text);
  CHECK(against.difference() == "");
  CHECK(against.positions() > 1);
}

TEST_CASE("all runs: only those with the most are legal", "[runs]") {
  const std::string text = take(R"(  pick a in 1..3
  pick b in 1..3
  require most a + b, a "only {a + b}")");
  CHECK(listed(text) == Texts{"3 3"});
  Position position = must(script(text).start());
  const auto error = position.play("3 2");
  REQUIRE(error);
  CHECK(error->message == "`3 2` is not legal: only 5");
  CHECK_FALSE(position.play("3 3"));
  // Of equal ones the second number counts; what other lines refuse is not compared, wherever they stand.
  CHECK(listed(take("  pick a in 1..3\n  pick b in 1..3\n  require most a + b, a\n  require a + b < 5")) == Texts{"3 1"});
  CHECK(listed(take("  pick a in 1..3\n  require most a mod 3\n  pick b in 1..2")) == Texts{"2 1", "2 2"});
  CHECK(listed(take("  pick a in 1..3\n  pick b in 1..2\n  require most (0 - a)")) == Texts{"1 1", "1 2"});
}

TEST_CASE("all runs: of those that come to the same one is listed, and all are legal", "[runs]") {
  const std::string text = take("  pick a in 1..3\n  pick b in 1..3\n  offer once by a + b, a mod 2 == b mod 2\n");
  CHECK(listed(text) == Texts{"1 1", "1 2", "1 3", "2 3", "3 3"});
  Position position = must(script(text).start());
  CHECK_FALSE(position.play("3 1"));
  CHECK(must(perft(must(script(text).start()), 3)) == std::vector<std::uint64_t>{5, 25, 125});
  const std::string both = take(R"(  pick a in cells
  pick b in cells
  offer once by {a, b}
  require most a.x + b.x, a.y
)");
  const Texts best = listed(both);
  CHECK(best == Texts{"d4 d4", "d4 d3", "d4 d2", "d4 d1"});
}

TEST_CASE("all runs: random games draw evenly from what is left", "[runs]") {
  const Game game = script(kBoard + R"(var sum: 0..9 = 0
move take "{a} {b}" {
  pick a in 1..3
  pick b in 1..3
  offer once by a + b
  require most 0 - a * b mod 6
  sum = a + b
}
play { turn of sun { choose take } }
)");
  // The products 6 and 0 are left: 2 x 3 and 3 x 2, of which one is listed. Without the requirement there are five sums.
  CHECK(must(must(game.start()).moves()) == Texts{"2 3"});
  const Game wide = script(kBoard + R"(var sum: 0..9 = 0
move take "{a} {b}" { pick a in 1..3; pick b in 1..3; offer once by a + b; sum = a + b }
play { turn of sun { choose take } }
)");
  Random random(5);
  std::map<std::string, int> counts;
  constexpr int kGames = 2000;
  for (int i = 0; i < kGames; ++i) {
    Position position = must(wide.start());
    must(playout(position, random));
    for (const auto& [name, value] : position.variables())
      if (name == "sum") ++counts[value];
  }
  CHECK(counts.size() == 5);
  for (const auto& [sum, count] : counts) CHECK(count > kGames / 5 * 3 / 4);
}

TEST_CASE("all runs: a loop's runs, asked for by `can`, and chosen together", "[runs]") {
  const std::string collect = R"(move take "{at}{-{at}...}" {
  pick at in man of me
  let from = at
  while (at + around) & empty - taken != {} or stop at most 3 {
    let before = at
    pick at in (before + around) & empty - taken
    taken |= {at}
  }
  require most count(taken & {c in cells where c.x + c.y > 4}), count(taken)   "more"
  offer once by from, taken
  put pebble on taken
  taken = {}
}
)";
  const std::string rest = "move rest \"rest\" { require not can take or count(pebble) > 3 }\n";
  check_against_naive(game(collect), {3, 40, 6});
  check_against_naive(game(collect + rest, "repeat { turn of each player { choose take or rest } }"), {3, 40, 6});
  check_against_naive(game(collect + rest, "repeat { together { choose take or rest } }"), {2, 40, 6});
  check_against_naive(game(R"(move take "{a} {b}" {
  pick a in man of me
  remove a
  pick b in empty
  offer once by b, b.x == a.x
  put man on b
  require most count((b + around) & man), 0 - b.y
}
)"), {3, 60, 8});
}

TEST_CASE("all runs: what the checker refuses", "[runs]") {
  const std::string picks = "pick a in 1..3\npick b in 1..3\n";
  CHECK(code_of(take(picks + "require most a, b \"more\"\noffer once by a, b")) == "");
  CHECK(code_of(take(picks + "if a == b { require most a }")) == "G0402");
  CHECK(code_of(take(picks + "for c in cells { offer once by a }")) == "G0402");
  CHECK(code_of(take(picks + "require most a\nrequire most b")) == "G0402");
  CHECK(code_of(take(picks + "require most a == b")) == "G0301");
  CHECK(code_of(take(picks + "offer once a")) == "G0101");
  CHECK(code_of(take(picks + "offer once by")) == "G0101");
  CHECK(code_of(game("do f() { require most 1 }\nmove take \"t\" { f() }\n")) == "G0402");
  CHECK(code_of(game("let most = 3\nlet once = on\nmove take \"t\" { require most == 3; require most - 1 == 2; offer once }\n")) == "");
}

TEST_CASE("all runs: what is hidden decides nothing", "[runs]") {
  const std::string secret = "var hand[p: player]: 0..3 = 1 seen by p\nmove take \"{a}\" {\n  pick a in 1..3\n  ";
  CHECK(code_of(game(secret + "require most a + hand[opponent]\n}\n")) == "G0420");
  CHECK(code_of(game(secret + "offer once by a mod 2 == hand[opponent] mod 2\n}\n")) == "G0420");
  CHECK(code_of(game(secret + "require most a + hand[me]\n}\n")) == "");
}

}  // namespace
}  // namespace glint::all_runs
