// Where one part of the language meets another: draws and choices made together, bags of edges, names that players
// give.
#include "tests/catch.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::must;
using test::script;

const char* const kNamed = R"(
game "Named"
use square
players red, blue
board on square4 {
  cells x in 0..2, y in 0..2
  label red where y == 0 "A{x}{y}"
  label blue where y == 2 "A{x}{y}"
  label "N{x}"
}
var shut: set of edge = {}
bag full[x1: edge] = 1
move close "close {gate}" { pick gate in edges - shut; shut |= gate }
setup { shut = edge(red.A10, n) }
play {
  draw first from full
  draw spots in 2 of cells
  repeat { turn of each player { choose close else { end : tie } } }
}
test "a label of numbers side by side is a name" { expect red.A20 in cells and count(full) == 23 }
)";

TEST_CASE("seams: edges and cells of players in moves, positions, bags and draws") {
  const Game game = script(kNamed);
  for (const TestReport& report : run_tests(game)) CHECK(report.failure == "");
  Position position = must(game.start());
  CHECK(position.text().find("shut = N1.s\n") != std::string::npos);
  const Position again = must(game.read(position.text()));
  CHECK(again.text() == position.text());
  // The mover's own name, with and without the player before it, and from the other side.
  for (const char* move : {"close A00.w", "close red A00.w", "close N2.s", "close A20.n"}) {
    Position child = position;
    INFO(move);
    CHECK_FALSE(child.play(move));
  }
  CHECK(position.play("close A10.n"));
  CHECK(position.play("close A02.n"));  // that is what blue calls it
  StartOptions fixed;
  fixed.draws = {{"first", "N1.s"}, {"spots", "red A00 blue A22"}};
  const Position drawn = must(game.start(fixed));
  CHECK(drawn.draws()[0].second == "N1.s");
  CHECK(drawn.draws()[1].second == "blue A22 red A00");
  CHECK(split_draws(game, "first", "red A10.n,N2.s").size() == 2);
  CHECK(split_draws(game, "spots", "red A00 blue A22,N1 N2").size() == 2);
}

TEST_CASE("seams: a player cannot mean two cells by one name") {
  const auto made = Game::from_text(R"(
game "Twice"
use square
players red, blue
board on square4 { cells x in 0..2, y in 0..1; label red where y == 0 "A{x}"; label "A{x + 1}" }
piece stone { look "o" }
move place "{at}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
)",
                                    "twice.glint");
  REQUIRE_FALSE(made.ok());
  CHECK(made.errors().front().code == "G0503");
}

TEST_CASE("seams: a position that is over reads back, whatever the invariants say") {
  const Game game = script(R"(
game "Over"
use square
players red, blue
board grid(2, 2)
var sum: 0..9 = 0
move stop "stop" { sum = 9; end : tie }
play { repeat { turn of each player { choose stop } } }
invariant sum < 5 "too much"
)");
  Position position = must(game.start());
  CHECK(position.play("stop")->message == "too much");  // as the last position counts, too
  CHECK(must(game.read("sum = 9\nresult = tie\n")).over());
  CHECK(game.read("sum = 7\nto move = red\n").errors().front().message.find("too much") != std::string::npos);
}

TEST_CASE("seams: a bag that players may not look into") {
  const Game game = script(R"(
game "Hands"
use square
players red, blue
board grid(2, 2)
bag deck[card: 1..4] = 2 seen by {}
var hand[p: player]: 1..4 = 1 seen by p
var points[player]: 0..99 = 0
move guess "guess {tip}" { pick tip in 1..4; if tip == hand[opponent] { points[me] += 1 } }
play {
  for p in player { draw got from deck; hand[p] = got }
  repeat until points[red] + points[blue] >= 3 { turn of each player { choose guess } }
  end : score
}
score p = points[p]
)");
  const Position position = must(game.start());
  const std::string view = position.text_for(0);
  CHECK(view.find("deck[1] = ?") != std::string::npos);
  CHECK(view.find("choice") == std::string::npos);  // there is only one
  // A machine that looks ahead would know the other's hand from what its guess brings.
  int right = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    StartOptions options;
    options.seed = seed;
    Position start = must(game.start(options));
    Random random(seed);
    const std::uint64_t choice = must(greedy_choice(start, random));
    REQUIRE_FALSE(start.play_listed(choice));
    right += start.score(0) == 1;
  }
  CHECK(right < 25);
}

}  // namespace
