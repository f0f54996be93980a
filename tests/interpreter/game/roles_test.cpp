// Roles that rotate, rounds that are counted, effects between turns, groups of moves, and players who are a team.
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::must;
using test::script;

const std::string kRounds = R"(game "Rounds"
use square
players one, two, three, four as team
board square(2, 2)
var log: clamped 0..999999999 = 0
var odd_rounds: 0..9 = 0
bag cards[x: 1..2] = 4
var card: 1..2 = 1
do note(p: player) { log = 10 * log + p.index + 1 }
do count_round() { odd_rounds += 1 }
move left "left" { note(me) }
move right "right" { note(me) }
move stop "stop" { offer nothing; end : team loses }
move side = left or right
move anything = side or stop or left
play {
  for round in 0..3 {
    draw card from cards
    if odd(round) {
      turn of two - round { choose side }
      count_round()
    } else {
      turn of two + 2 * round { choose left }
      if round == 2 { for back in 0..3 { turn of four - back { choose anything } } }
    }
  }
  turn of each player { choose anything }
  if log > 99 { end : team wins }
  end : score
}
score team = log
clock { turn 1:00; side adds 0:30; out: score }
test "who has which turn" {
  draw card = 1, 1, 2
  expect me == two and moves(side) == 2 and moves == 1
  play "left"
  expect me == one and log == 2 and odd_rounds == 0 and card == 1
  play "right"
  expect odd_rounds == 1 and me == two and log == 21 and card == 2
  play "left", "right"
  expect me == three and score == 2124
  expect can anything and not (log == 0) and moves(anything) == 2
  play "stop"
  expect result : team loses
}
)";

TEST_CASE("roles: turns of whoever it is, with effects between them", "[roles]") {
  const Game game = script(kRounds);
  for (const TestReport& report : run_tests(game)) {
    INFO(report.failure);
    CHECK(report.passed);
  }
  Position position = must(game.start());
  std::string order;
  while (!position.over()) {
    // Wherever play waits, the position's text is read back and play goes on in the same way.
    Position again = must(game.read(position.text()));
    CHECK(again.text() == position.text());
    order += std::to_string(position.to_move() + 1);
    test::play(position, "left");
    again.wait_at_draws(true);
    test::play(again, "left");
    if (!again.at_draw()) CHECK(again.text() == position.text());
  }
  CHECK(order == "212432131234");
  CHECK(position.outcome_text() == "team wins");
  CHECK(position.outcome().kind == OutcomeKind::win);
  CHECK(position.outcome().winner == -1);
  CHECK(position.outcome().scores.size() == 1);
  CHECK(must(game.read(position.text())).outcome_text() == "team wins");
}

TEST_CASE("roles: a team's results, as text, records and data", "[roles][cli]") {
  cli::Folder folder;
  const std::string path = folder.write("rounds.glint", kRounds);
  const cli::Answer played = cli::glint({"play", path, "--seat", "*=greedy", "--seed", "2", "--json"});
  INFO(played.err);
  const auto record = played.json();
  CHECK(record["result"] == "team wins");
  CHECK(record["draws"].size() == 4);
  const cli::Answer replayed = cli::glint({"replay", "-", "--json"}, played.out);
  INFO(replayed.err);
  CHECK(replayed.status == 0);
  CHECK(replayed.json()["score"].is_number());
  CHECK(script(kRounds).clock()->adds.size() == 2);
}

TEST_CASE("roles: random teams come to the end", "[roles]") {
  Position position = must(script(kRounds).start());
  Random random(1);
  const Playout end = must(playout(position, random));
  CHECK(end.outcome.kind == OutcomeKind::win);
  CHECK(end.plies == 12);
}

}  // namespace
