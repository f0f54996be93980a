// Games with chance, compared: its outcomes and their odds, and how far a comparison goes among them.
#include <string>
#include <vector>

#include <glint/diff.hpp>
#include "interpreter/lab/diff/twins.hpp"
#include "tests/interpreter/lab/diff/plain_search.hpp"
#include "tests/interpreter/lab/diff/row_game.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/scale.hpp"

namespace {

using glint::DiffOptions;
using glint::Game;
using glint::PlayDiff;
using glint::test::check_soonest;
using glint::test::must;
using glint::test::play_of;
using glint::test::replaced;
using glint::test::script;

}  // namespace

TEST_CASE("diff: chance is compared by its outcomes and what they weigh") {
  const std::string dice = R"(game "Dice"
use square
players sun, moon
board square(2, 1)
bag coins[number: 1..3] = 2
var thrown: 1..3 = 1
var first: player = sun
var sum: 0..40 = 0
move take "take {k}" { pick k in 1..thrown; sum += k }
play {
  draw first in player
  repeat until sum >= 5 { draw thrown from coins; turn of first { choose take }; first += 1 }
  end : tie
}
)";
  check_soonest(dice, dice, 3);
  check_soonest(dice, replaced(dice, "= 2\n", "= 3\n"), 3);  // the odds of the second coin
  check_soonest(dice, replaced(dice, "sum >= 5", "sum >= 4"), 3);
  check_soonest(dice, replaced(dice, "pick k in 1..thrown", "pick k in 1..thrown; require not (k == 3 and sum == 1)"),
                3);
  check_soonest(dice, replaced(dice, "draw first in player", "draw first in {sun}"), 3);
  const PlayDiff odds = play_of(script(dice), script(replaced(dice, "= 2\n", "= 3\n")));
  CHECK(odds.difference->kinds() == std::vector<std::string>{"chance"});
  CHECK_FALSE(odds.difference->weights.empty());
  CHECK(odds.witness.at(0) == "draw first = sun");
  // Equal odds in other numbers are equal odds.
  const PlayDiff one_only = play_of(script(replaced(dice, "draw thrown from coins", "draw thrown in {1, 2}")),
                                    script(replaced(dice, "draw thrown from coins", "draw thrown in 1..2")));
  CHECK(one_only.same);
}

TEST_CASE("diff: draws of one outcome are in the line, so that a test can repeat it") {
  const std::string spots = R"(game "Spots"
use square
players sun, moon
board grid(3, 1)
piece dot { look "o" }
var ticks: 0..9 = 0
move tick "tick" { ticks += 1 }
play {
  for i in 1..3 { draw spot in empty; put dot on spot }
  repeat { turn of each player { choose tick } }
}
end when ticks == 3 : tie
)";
  const PlayDiff play = play_of(script(spots), script(replaced(spots, "ticks == 3", "ticks == 2")));
  REQUIRE_FALSE(play.same);
  CHECK(play.witness == std::vector<std::string>{"draw spot = a1", "draw spot = b1", "draw spot = c1", "tick", "tick"});
  CHECK(play.moves == 2);
}

TEST_CASE("diff: behind more chance than can be searched the shortest way is looked for after some draws") {
  const std::string dice = R"(game "Dice"
use square
players sun, moon
board grid(1, 1)
var one: 0..63 = 0
var two: 0..63 = 0
var ticks: 0..9 = 0
move tick "tick" { ticks += 1 }
play { draw one in 0..63; draw two in 0..63; repeat { turn of each player { choose tick } } }
end when ticks == 4 : tie
)";
  DiffOptions options;
  options.limit = 1000;
  const PlayDiff same = play_of(script(dice), script(dice), options);
  CHECK(same.same);
  CHECK_FALSE(same.complete);
  const PlayDiff all = play_of(script(dice), script(replaced(dice, "ticks == 4", "ticks == 3")), options);
  REQUIRE_FALSE(all.same);
  CHECK(all.moves == 3);
  CHECK_FALSE(all.shortest);
  REQUIRE(all.witness.size() == 5);
  CHECK(all.witness[0].starts_with("draw one = "));
  CHECK(all.witness[1].starts_with("draw two = "));
  CHECK(all.witness[4] == "tick");
  // Of several beginnings that counts with the fewest moves to a difference.
  const std::string sooner = "ticks == (if odd(two) then 1 else 3)";
  const PlayDiff some = play_of(script(dice), script(replaced(dice, "ticks == 4", sooner)), options);
  REQUIRE_FALSE(some.same);
  CHECK(some.moves == 1);
  CHECK(some.witness.size() == 3);
}

TEST_CASE("diff: draws without end before the first move are searched only so far", "[limits]") {
  // At the start of play this is an error, as one decision takes too much; here each draw is a step of its own.
  const auto drawing = [](const std::string& look) {
    return script("game \"D\"\nuse square\nplayers sun, moon\nboard square(8, 8)\npiece stone { look \"" + look +
                        "\" }\nvar d: cell = a1\nmove place \"{at}\" { pick at in empty; put stone on at }\n"
                        "play { for i in 0..1000000000 { draw d in cells }; "
                        "repeat { turn of each player { choose place else { end : tie } } } }\n");
  };
  DiffOptions options;
  options.limit = 800;
  options.games = 1;
  options.game_positions = 200;
  const PlayDiff play = must(diff_play(drawing("o"), drawing("p"), options));
  CHECK(play.same);
  CHECK_FALSE(play.complete);
}

TEST_CASE("diff: moves and outcomes are matched one by one up to their limits, not past them", "[limits]") {
  const auto is_too_much = [](const std::string& one, const std::string& other) {
    const Game a = script(one), b = script(other);
    glint::Twins twins(a, b, false);
    glint::Pair pair;
    REQUIRE_FALSE(twins.begin(pair));
    const bool differs = twins.list(pair);
    CHECK_FALSE(differs);
    return twins.is_too_much();
  };
  const std::string head = "game \"M\"\nplayers sun, moon\nuse square\n";
  const auto choosing = [&](const std::string& board, int numbers, bool is_turned) {
    const std::string a = "pick a in cells; ", n = "pick k in 1.." + std::to_string(numbers) + "; ";
    return head + "board " + board + "\nmove go \"{a} {k}\" { " + (is_turned ? n + a : a + n) +
           "}\nplay { repeat { turn of each player { choose go } } }\n";
  };
  for (const bool is_past : {false, true}) {
    INFO(is_past);
    if (!is_past && glint::test::scale() < 0.1) continue;
    // 25 x 20 x 400 = 200,000 moves; 489 x 409 = 200,001.
    const std::string board = is_past ? "square(489, 1)" : "square(25, 20)";
    const int numbers = is_past ? 409 : 400;
    CHECK(is_too_much(choosing(board, numbers, false), choosing(board, numbers, true)) == is_past);
  }
  const auto drawing = [&](int outcomes) {
    return head + "board on square4 { cells x in 1.." + std::to_string(outcomes) +
           ", y in 1..1\n label \"c{x}\" }\nvar d: cell = c1\nmove go \"go\" { }\n"
           "play { draw d in cells; repeat { turn of each player { choose go } } }\n";
  };
  CHECK_FALSE(is_too_much(drawing(50'000), drawing(50'000)));
  CHECK(is_too_much(drawing(50'001), drawing(50'001)));
}

TEST_CASE("diff: a draw of one outcome before the first move is no difference by itself") {
  const std::string drawn = R"(game "Spots"
use square
players sun, moon
board grid(3, 1)
piece dot { look "o" }
move lay "lay {at}" { pick at in empty; put dot on at }
play { draw spot in {a1}; put dot on spot; repeat { turn of each player { choose lay else { end : tie } } } }
)";
  const std::string put = replaced(drawn, "draw spot in {a1}; put dot on spot", "put dot on a1");
  check_soonest(drawn, put, 3);
  check_soonest(drawn, replaced(put, "a1;", "b1;"), 3);
}
