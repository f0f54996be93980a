// Work that the host stops (Limits::stop), from the reading of a script to searches: wherever it is stopped there is the
// error G0614, positions stay as they were, and work that is asked about and never stopped comes out as it always does.
#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "glint/diff.hpp"
#include "glint/evaluate.hpp"
#include "glint/invariants.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/lab/study/study.hpp"
#include "interpreter/players/player.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/stopping.hpp"

namespace {

using namespace glint;
using test::asking;
using test::kSlow;
using test::must;
using test::stoppable;
using test::Work;

std::string moves_of(const Game& game) {
  const Result<Position> start = game.start({.seed = 3});
  if (!start) return start.errors()[0].code;
  const auto moves = start->moves();
  return moves ? std::to_string(moves->size()) + moves->back() : moves.errors()[0].code;
}

std::string played_out(const Game& game) {
  Result<Position> position = game.start({.seed = 5});
  if (!position) return position.errors()[0].code;
  Random random(7);
  while (!position->over()) {
    const auto count = position->count_moves();
    if (!count) return count.errors()[0].code;
    if (const auto error = position->play_listed(random.below(*count))) return error->code;
  }
  return position->text();
}

Work chooses(const std::string& spec) {
  return [spec](const Game& game) {
    const Result<Position> start = game.start({.seed = 3});
    if (!start) return start.errors()[0].code;
    const auto move = must(make_player(spec, 1, game))->choose(*start);
    return move ? std::to_string(*move) : move.errors()[0].code;
  };
}

std::string counts(const Game& game) {
  const Result<Position> start = game.start({.seed = 3});
  if (!start) return start.errors()[0].code;
  const auto counted = perft(*start, 2);
  return counted ? std::to_string(counted->back()) : counted.errors()[0].code;
}

std::string checks_play(const Game& game) {
  PlayCheckOptions options;
  options.limit = 40;
  options.games = 5;
  const PlayCheck check = check_play(game, options);
  return check.broken ? check.broken->error.code : std::to_string(check.positions) + "/" + std::to_string(check.plies);
}

std::string differs(const Game& game) {
  std::string changed = kSlow;
  changed.replace(changed.find("> 5"), 3, "> 0");
  DiffOptions options;
  options.limit = 40;
  options.games = 5;
  const auto diff = diff_play(test::script(changed), game, options);
  return diff ? std::to_string(diff->moves) : diff.errors()[0].code;
}

std::string studies(const Game& game) {
  StudyPlan plan;
  plan.players.assign(2, "random");
  plan.covered = 1;
  StudyTally tally(game.program());
  StudyPlayer player(game, plan);
  for (std::uint64_t number = 0; number < 3; ++number)
    if (const auto error = player.play(number, tally)) return error->code;
  return std::to_string(tally.checksum) + "/" + std::to_string(tally.endings.wins[0]);
}

std::string judges(const Game& game) {
  StudyPlan plan;
  plan.players.assign(2, "random");
  plan.playouts = 10;
  plan.max_plies = 3;
  StudyTally tally(game.program());
  StudyPlayer player(game, plan);
  if (const auto error = player.play(0, tally)) return error->code;
  return std::to_string(tally.checksum) + "/" + std::to_string(tally.course.lead_changes.size());
}

std::string lists_examples(const Game& game) {
  const Result<Position> start = game.start({.seed = 3});
  if (!start) return start.errors()[0].code;
  const auto examples = PositionView(*start).examples();
  return examples ? examples->front() : examples.errors()[0].code;
}

std::string tests(const Game& game) {
  std::string text;
  for (const TestReport& report : run_tests(game)) text += report.passed ? "passed" : report.failure.substr(6, 5);
  return text;
}

std::string evaluates(const Game& game) {
  const auto asked = Expression::read(game, "busy");
  if (!asked) return asked.errors()[0].code;
  const Result<Position> start = game.start({.seed = 3});
  if (!start) return start.errors()[0].code;
  const auto value = asked->value(*start);
  return value ? value->text : value.errors()[0].code;
}

}  // namespace

TEST_CASE("stop: whatever is under way ends with G0614, wherever it is stopped", "[stop]") {
  const std::vector<std::pair<std::string, Work>> works = {
      {"moves", moves_of},          {"a game", played_out},     {"mcts", chooses("mcts:8")}, {"greedy", chooses("greedy")},
      {"alphabeta", chooses("alphabeta:1")}, {"perft", counts}, {"check_play", checks_play}, {"diff", differs},
      {"study", studies}, {"leads", judges}, {"examples", lists_examples}, {"tests", tests}, {"expression", evaluates}};
  for (const auto& [name, work] : works) {
    INFO(name);
    const std::string plain = work(test::script(kSlow));
    REQUIRE(plain.substr(0, 2) != "G0");
    const auto asked = std::make_shared<test::Asked>();
    const Game game = must(stoppable(asking(asked)));
    asked->times = 0;
    CHECK(work(game) == plain);
    const std::uint64_t times = asked->times;
    INFO(times);
    CHECK(times > 3);
    std::uint64_t stopped = 0;
    const std::uint64_t step = std::max<std::uint64_t>(1, times / test::scaled<std::uint64_t>(15));
    for (std::uint64_t at = 0; at < times; at += step) {
      INFO(at);
      *asked = {at, 0};
      const std::string answer = work(game);
      // What was kept of the times before saves work: it may be done before anything is asked so often.
      const bool is_stopped = asked->times > at;
      CHECK(answer == (is_stopped ? "G0614" : plain));
      CHECK(asked->times <= at + 40);  // nothing goes on for long
      stopped += is_stopped;
    }
    CHECK(stopped > 0);
    // Nothing is left of it.
    *asked = {};
    CHECK(work(game) == plain);
  }
}

TEST_CASE("stop: the error is at the place that took most of the work", "[stop]") {
  const std::string text = R"(
game "Slow"
use square
players sun, moon
board square(4, 4)
piece stone { look "o" }
let busy = sum a in cells : sum b in cells : count((b + around) & (a + around) & empty)
move place "{at}" { pick at in empty; put stone on at; require busy > 1 }
play { repeat { turn of each player { choose place else { end : tie } } } }
)";
  const std::string told = R"(error[G0614]: this was stopped before it was finished, by its time limit or by an interruption; most of the work was done here
  --> slow.glint:7:29
   |
 7 | let busy = sum a in cells : sum b in cells : count((b + around) & (a + around) & empty)
   |                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   = help: allow more time, as `--limit seconds=60` does, or ask for less: fewer games, or a smaller board
)";
  const std::function<Error(const Game&)> works[] = {
      [](const Game& game) { return perft(must(game.start()), 3).errors().at(0); },
      [](const Game& game) { return diff_play(game, game, {}).errors().at(0); },
      [](const Game& game) { return check_play(game, {}).broken->error; },
      [](const Game& game) { return must(make_player("mcts:100", 1, game))->choose(must(game.start())).errors().at(0); }};
  for (const auto& work : works) {
    const auto asked = std::make_shared<test::Asked>();
    const Game game = must(stoppable(asking(asked), text));
    *asked = {30, 0};
    CHECK(work(game).rendered == told);
  }
}

TEST_CASE("stop: a script that is read, checked or built", "[stop]") {
  const auto asked = std::make_shared<test::Asked>();
  std::string text = kSlow;
  for (int i = 0; i < 500; ++i) text += "let l" + std::to_string(i) + " = count(cells) + " + std::to_string(i) + "\n";
  REQUIRE(stoppable(asking(asked), text).ok());
  const std::uint64_t times = asked->times;
  CHECK(times >= 5);
  for (std::uint64_t at = 0; at < times; at += std::max<std::uint64_t>(1, times / test::scaled<std::uint64_t>(30))) {
    *asked = {at, 0};
    const auto game = stoppable(asking(asked), text);
    REQUIRE_FALSE(game.ok());
    CHECK(game.errors().size() == 1);
    CHECK(game.errors()[0].code == "G0614");
    CHECK(asked->times <= at + 2);
  }
}

TEST_CASE("stop: tables of reactions ask for each thousand entries", "[stop]") {
  const std::string text = R"(
game "Powers"
use square
players sun
board square(3, 3)
beam { power: clamped 1..7000 = 1 }
piece lamp { emits e; look "L" }
piece prism { when beam comes -> straight, turns 1 {beam.power += 2}; look "P" }
piece mirror { line: axis; when beam comes -> reflects across line {beam.power += 1}; look "{line}" }
move place "{at}" { pick at in empty; put lamp on at }
play { repeat { turn of sun { choose place else { end : tie } } } }
)";
  const auto asked = std::make_shared<test::Asked>();
  REQUIRE(stoppable(asking(asked), text).ok());
  const std::uint64_t times = asked->times;
  // Those of five kinds of piece that act, in eight directions: made, and looked through.
  CHECK(times >= 2 * 5 * 8 * 7'000 / 1'000);
  for (std::uint64_t at = 0; at < times; at += 1 + times / 12)
    test::check_stop(*asked, at, 2, [&] { return stoppable(asking(asked), text); });
}

TEST_CASE("stop: a move that is stopped leaves the position as it was, and can be made again", "[stop]") {
  const auto asked = std::make_shared<test::Asked>();
  const Game game = must(stoppable(asking(asked)));
  for (std::uint64_t at = 0; at < 6; ++at) {
    *asked = {};
    Position position = must(game.start({.seed = 4}));
    test::play(position, "b2 e");
    const std::string before = position.text();
    Position other = position;
    *asked = {at, 0};
    if (const auto error = position.play("o c2")) {
      CHECK(error->code == "G0614");
      *asked = {};
      CHECK(position.text() == before);
      test::play(position, "o c2");
    }
    *asked = {};
    test::play(other, "o c2");
    CHECK(position.text() == other.text());
    CHECK(position.hash() == other.hash());
  }
}
