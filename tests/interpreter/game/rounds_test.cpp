// Moves of any length: loops with picks, how they are listed, written, read, and where they end.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "tests/smith/against_naive.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/same_play.hpp"

namespace {

using namespace glint;
using test::code_of;
using test::must;
using test::script;

const std::string kBoard = R"(game "Rounds"
use square
players sun, moon
board square(4, 4)
piece man of player { look "{owner:1}" }
piece pebble { look "o" }
var seen_cells: set of cell = {}
let hops(c: cell, p: player): set of cell = steps(c, around, 2, man of (p + 1)) & empty
)";
const std::string kSetup = R"(
setup { put man(owner = sun) on a1 | c2; put man(owner = moon) on b2 | b3 | c3 | d4 }
)";
const std::string kTake = R"(move take "{at}{x{at}...}" {
  pick at in man of me   "no man of yours is on {at}"
  while hops(at, me) != {} {
    let from = at
    pick at in hops(from, me)   "{from} cannot jump to {at}"
    remove between(from, at)
    move from to at
  }
}
)";

std::string game(
    const std::string& moves,
    const std::string& play = "repeat { turn of each player { choose take else { end : opponent wins } } }",
    const std::string& setup = kSetup) {
  return kBoard + moves + setup + "play { " + play + " }\n";
}
std::string with(const std::string& loop, const std::string& notation = "{at}{-{at}...}") {
  return game("move take \"" + notation + "\" {\n" + loop + "}\n");
}

std::vector<std::string> listed(const Game& game) { return must(must(game.start()).moves()); }

/// Every listed text is read back as the run that was listed, in a few games.
void check_read_back(const Game& game, int games = 20) {
  Random random(3);
  for (int i = 0; i < games; ++i) {
    Position position = must(game.start());
    for (int ply = 0; ply < 20 && !position.over(); ++ply) {
      const std::vector<std::string> texts = must(position.moves());
      REQUIRE(std::set<std::string>(texts.begin(), texts.end()).size() == texts.size());
      for (std::size_t k = 0; k < texts.size(); ++k) {
        Position by_text = position, by_number = position;
        INFO(position.text() << texts[k]);
        REQUIRE_FALSE(by_text.play(texts[k]));
        REQUIRE_FALSE(by_number.play_listed(k));
        REQUIRE(by_text.text() == by_number.text());
      }
      REQUIRE_FALSE(position.play_listed(random.below(texts.size())));
    }
  }
}

void check_against_naive(const std::string& text, const smith::AgainstNaive::Reach& reach = {4, 400, 0}) {
  const Game game = script(text);
  smith::AgainstNaive held(game, reach);
  CHECK(held.difference() == "");
  CHECK(held.positions() > 1);
}

}  // namespace

TEST_CASE("rounds: a listed run of each player begins at the pick before the loop", "[rounds]") {
  const Game game = script(with("  pick at in man of me\n"
                                "  while at + around & empty != {} or stop at most 2 {\n"
                                "    let before = at\n"
                                "    pick at in before + around & empty\n"
                                "    put pebble on before\n"
                                "    put man on at\n"
                                "  }\n"));
  check_read_back(game);
  CHECK(test::same_play(game, 40, 3) > 3);
}

TEST_CASE("rounds: after an `if` that changes something, both its sides begin at the pick before the loop", "[rounds]") {
  const Game game = script(with("  pick at in man of me\n"
                                "  if at == a1 { put pebble on d1 }\n"
                                "  while at + around & empty != {} or stop at most 2 {\n"
                                "    let before = at\n"
                                "    pick at in before + around & empty\n"
                                "    move before to at\n"
                                "  }\n"));
  for (const std::string& text : listed(game)) CHECK((text.rfind("a1", 0) == 0 || text.rfind("c2", 0) == 0));
  check_read_back(game);
  CHECK(test::same_play(game, 40, 3) > 3);
}

TEST_CASE("rounds: a chain is listed as far as it goes, written once for each round, and read back", "[rounds]") {
  const Game chain = script(game(kTake));
  const std::vector<std::string> texts = listed(chain);
  CHECK(std::any_of(texts.begin(), texts.end(),
                    [](const std::string& text) { return std::count(text.begin(), text.end(), 'x') >= 2; }));
  Position position = must(chain.start());
  const auto refused = [&](const std::string& text) { return position.play(text)->message; };
  CHECK(refused("a1xb1") == "`a1xb1` is not legal: a1 cannot jump to b1");
  CHECK(refused("b1xb3") == "`b1xb3` is not legal: no man of yours is on b1");
  check_read_back(chain);
  check_against_naive(game(kTake));
}

TEST_CASE("rounds: who may stop has a run for each round, and a written bound is a rule then", "[rounds]") {
  const std::string walk =
      "  pick at in man of me\n  while at + around & empty != {} or stop at most 2 {\n    let from = at\n"
      "    pick at in from + around & empty\n    move from to at\n  }\n";
  const Game game = script(with(walk));
  const std::vector<std::string> texts = listed(game);
  const auto of_rounds = [&](int rounds) {
    return std::count_if(texts.begin(), texts.end(),
                         [&](const std::string& text) { return std::count(text.begin(), text.end(), '-') == rounds; });
  };
  CHECK(of_rounds(1) > 0);
  CHECK(of_rounds(2) > of_rounds(1));
  CHECK(of_rounds(0) + of_rounds(1) + of_rounds(2) == static_cast<long>(texts.size()));
  CHECK(of_rounds(0) == 0);
  check_read_back(game, 3);
  check_against_naive(with(walk), {2, 60, 0});
}

TEST_CASE("rounds: a bound that is reached while the move could go on is an error, and nothing is left out",
          "[rounds]") {
  const std::string walk = "  pick at in man of me\n  while at + around & empty != {} at most 2 {\n    let from = at\n"
                           "    pick at in from + around & empty\n    move from to at\n  }\n";
  const Game game = script(
      ::game("move take \"{at}{-{at}...}\" {\n" + walk + "}\n", "repeat { turn of each player { choose take } }"));
  Position position = must(game.start());
  const auto texts = position.moves();
  REQUIRE_FALSE(texts);
  CHECK(texts.errors()[0].code == "G0615");
  CHECK(position.play("a1-a2-a1")->code == "G0615");
  const auto asked = script(with(walk)).start();  // whether there is a move at all
  REQUIRE_FALSE(asked);
  CHECK(asked.errors()[0].code == "G0615");
}

TEST_CASE("rounds: names of a round, requirements, offers, and what follows the last round", "[rounds]") {
  check_against_naive(game(R"(move take "{at}{-{at}/{spot}...}>{last}" {
  pick at in man of me
  while at + around & empty != {} or stop at most 3 {
    let from = at
    pick at in from + around & empty
    require at != d1
    move from to at
    if at in rank(2) { seen_cells |= at }
    pick spot in at + {n, s} & empty
    offer spot != a3
    put pebble on spot
  }
  pick last in pebble
  require last in at + around
  remove last
}
)"), {2, 40, 12});
}

TEST_CASE("rounds: numbers, directions, and rounds with more than one end", "[rounds]") {
  check_against_naive(game(R"(move take "{way}{,{far} {way}...}" {
  pick way in {e, n}
  while count(pebble) < 3 or stop at most 3 {
    pick far in 1..2
    if far == 1 { require way != w }
    pick way in {e, n, w}
    put pebble on {c in cells where c.x == far and c.y == 1}
    if way == w { require c2 in man } else { put pebble on d1 }
  }
}
)"), {2, 40, 12});
}

TEST_CASE("rounds: chosen together, and asked for by `can`", "[rounds]") {
  const std::string lay = R"(move take "{at}{-{at}...}" {
  pick at in man of me
  while at + around & empty != {} or stop at most 2 { pick at in at + around & empty; put pebble on at }
}
move rest "rest" { require not can take or count(pebble) > 1 }
)";
  check_against_naive(game(lay, "repeat { together { choose take or rest } }"), {3, 40, 12});
  check_against_naive(game(lay, "repeat { turn of each player { choose take or rest } }"), {3, 60, 12});
}

TEST_CASE("rounds: what the checker refuses", "[rounds]") {
  const std::string body = "pick at in at + around & empty; put pebble on at";
  CHECK(code_of(with("pick at in man of me\nwhile at in cells { " + body + " }\n")) == "");
  CHECK(code_of(with("pick at in man of me\nwhile at in cells { pick at in at + around }\n")) == "G0422");
  // What was lost may have been what ends the loop.
  CHECK(code_of(with("pick at in man of me\nwhile at in cells { capture at; pick at in at + around }\n")) == "G0101");
  CHECK(code_of(with("pick at in man of me\nwhile at in cells at most 251 { " + body + " }\n")) == "G0412");
  CHECK(code_of(with("pick at in man of me\nwhile at in cells at most count(man) { " + body + " }\n")) == "G0307");
  CHECK(code_of(with("pick at in man of me\nif at in man { while at in cells { " + body + " } }\n")) == "G0402");
  CHECK(code_of(with("pick at in man of me\nwhile at in cells { if at in man { " + body + " } }\n")) == "G0422");
  CHECK(code_of(with("pick at in man of me\nwhile at in cells { " + body +
                     " }\nwhile at in cells { pick to in empty; remove to }\n")) == "G0402");
  CHECK(code_of(with("pick at in man of me\nwhile at in cells { pick at in direction; remove man }\n")) == "G0309");
  CHECK(code_of(with("pick at in man of me\nwhile at in cells { " + body + " }\n", "{at}")) == "G0408");
  CHECK(code_of(with("pick at in man of me\nwhile at in cells { " + body + " }\n", "{at}{at...}")) == "G0408");
  CHECK(code_of(with("pick at in man of me\nwhile at in cells { pick to in empty; put pebble on to }\n",
                     "{at}-{to}")) == "G0409");
  CHECK(code_of(game(kTake + "move jump \"{a}x{b}\" { pick a in cells; pick b in cells }\n",
                     "repeat { turn of each player { choose take or jump else { end : tie } } }")) == "G0411");
  CHECK(code_of(game("let far = 1\ndo f() { while man != {} { remove man } }\n" + kTake)) == "G0422");
}
