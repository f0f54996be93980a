// Which lines of the rules ran: of a script in which that can be said by hand, and of our own.
#include <algorithm>
#include <map>

#include <nlohmann/json.hpp>

#include "interpreter/game/loading/make_program.hpp"
#include "interpreter/lab/study/measures.hpp"
#include "interpreter/lab/study/study.hpp"
#include "interpreter/measure/coverage.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::must;

constexpr const char* kScript = R"(game "Corridor"
use square
players a, b
board grid(4, 1)
var heat: 0..9 = 0
let is_hot = heat >= 5
let halves = cells - (a1 | b1)
piece lamp { emits e }
piece glass {
  when beam comes {
    if is_hot -> stops
    otherwise -> straight
  }
}
do warm() {
  if is_hot {
    heat -= 5
  } else {
    heat += 1
  }
}
move put_lamp "lamp {at}" {
  pick at in empty
  require at in halves
  put lamp on at
  warm()
}
move put_glass "glass {at}" {
  pick at in empty
  put glass on at
}
play {
  repeat { turn of each player { choose put_lamp or put_glass else { end : tie } } }
}
end when count(beams.cells) > 9 : a wins
invariant heat < 9 "too hot"
show "it is {heat} degrees warm"
test "a lamp" {
  play "lamp c1"
  expect heat == 1
}
test "a lamp shines through a glass" {
  play "lamp c1", "glass d1"
  expect count(beams.cells) == 2
}
)";

int line_of(const std::string& text, const std::string& script = kScript) {
  const std::size_t at = script.find(text);
  INFO(text);
  REQUIRE(at != std::string::npos);
  return 1 + static_cast<int>(std::count(script.begin(), script.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

std::uint64_t runs_of(const std::vector<CoveredLine>& lines, const std::string& text) {
  for (const CoveredLine& line : lines)
    if (line.line == line_of(text)) return line.runs;
  FAIL("no such line: " << text);
  return 0;
}

using Texts = std::vector<std::string>;

/// The script's own tests pass, and of its lines just these never run. `none` are no rules.
void check_lines(const std::string& script, const Texts& ran, const Texts& never, const Texts& none) {
  INFO(script);
  Coverage coverage;
  for (const TestReport& report : run_tests(test::script(script), coverage)) {
    INFO(report.failure);
    CHECK(report.passed);
  }
  std::map<int, std::uint64_t> runs;
  Texts idle;
  for (const CoveredLine& line : coverage.lines()) {
    runs[line.line] = line.runs;
    if (line.runs == 0) idle.push_back(line.text);
  }
  for (const std::string& text : ran) {
    INFO(text);
    const int line = line_of(text, script);
    CHECK((runs.count(line) && runs[line] > 0));
  }
  Texts expected;
  for (const std::string& text : never) {
    INFO(text);
    const int line = line_of(text, script);
    CHECK((runs.count(line) && runs[line] == 0));
    expected.push_back(text);
  }
  CHECK(idle.size() == expected.size());
  for (const std::string& one : idle) {
    INFO(one);
    CHECK(std::any_of(expected.begin(), expected.end(), [&](const std::string& text) { return one.find(text) == 0; }));
  }
  for (const std::string& text : none) {
    INFO(text);
    CHECK(runs.count(line_of(text, script)) == 0);
  }
}

constexpr const char* kHead = R"(game "Lines"
use square
players a, b
board grid(4, 2)
)";

}  // namespace

TEST_CASE("coverage: what is known before play counts where it is asked for", "[coverage]") {
  check_lines(std::string(kHead) + R"(option wide: {on, off} = on
let right_half = {c in cells where is_right(c)}
let is_right(c: cell): flag = c.x >= 2
let weight[c: cell]: 0..9 =
  if is_right(c) then 3
  else doubled(c.x)
let doubled(k: 0..4): 0..8 = k + k
let spare = {c in cells where is_low(c)}
let is_low(c: cell): flag = c.y == 1
let starter(broad: flag): player =
  if broad == on then
    other(b)
  else other(a)
let other(p: player): player = if p == a then b else a
let last(p: player): player = if p == a then b else a
let is_wide: flag = wide == on
var mover: player = starter(is_wide)
var sum: 0..99 = 0
piece stone of player { look "s" }
move place "{at}" {
  pick at in empty & right_half
  put stone(owner = other(b)) on at
  if is_wide {
    sum += weight[at]
  } else {
    sum += 1
  }
}
move drop "drop {at}" {
  pick at in spare
  remove at
  mover = last(a)
}
play { repeat { turn of mover { choose place or drop } } }
test "stones" {
  play "c1", "d1"
  expect sum == 6
}
)",
              {"let right_half", "let is_right", "let weight", "if is_right(c)", "else doubled", "let doubled",
               "let starter", "if broad == on", "  other(b)", "let other", "let is_wide", "var mover", "put stone",
               "if is_wide {", "sum += weight", "play {"},
              {"else other(a)", "let last", "let spare", "let is_low", "move drop", "pick at in spare", "remove at",
               "mover = last(a)"},
              {"sum += 1", "piece stone"});
}

TEST_CASE("coverage: what only shows, judges or tests a position is no rule", "[coverage]") {
  check_lines(std::string(kHead) + R"(piece lamp { emits e; look "l" }
piece stone { look "{name_of(2)}" }
type low = {c in cells where is_low(c)} of cell
let is_low(c: cell): flag = c.y == 1
let shown(c: cell) = trace(c, e)
let lit = beams.cells
let name_of(k: 0..3): 0..9 = k + 1
let hint(p: player): 0..9 = count(lamp)
let probed = count(stone)
let told(c: cell): 0..9 = c.x
let ground = cells - a1
let unused = count(lamp) + 1
let points = count(lit)
var at_last: low = a1
move place "lamp {at}" {
  pick at in empty
    "column {told(at)} is full"
  require at in low
    "{told(at)} is too high"
  put lamp on at
}
move stop "stop" { end : tie }
play { repeat { turn of each player { choose place or stop } } }
score p = points
heuristic p = hint(p)
show "{count(lit)} are lit"
show beams shown(a1)
show cells ground as "~"
test "one lamp" {
  play "lamp b1"
  expect probed == 0
}
)",
              {"pick at", "require at", "put lamp", "turn of each", "move place", "play {"},
              {"piece lamp", "move stop"},
              {"let is_low", "let shown", "let name_of", "let hint", "let probed", "let told", "let ground",
               "let points", "let lit", "let unused", "score p", "heuristic p", "show \"", "show beams", "show cells",
               "\"column", "\"{told", "type low"});
}

TEST_CASE("coverage: a score that decides, effects put in the place of their calls, loops not gone round",
          "[coverage]") {
  check_lines(std::string(kHead) + R"(piece lamp of player {
  emits e
  look "l"
}
piece glass {
  when beam comes {
    from ahead -> stops
    otherwise -> through()
  }
  facing: direction
  look "g"
}
optic through() {
  otherwise -> straight
}
optic lost() {
  otherwise -> stops
}
when beam enters c in border_cells -> stops
let border_cells = d1
when beam enters c in {d2} -> straight
let lit(p: player) =
  count(trace(lamp of p).cells)
do settle(at: cell) {
  put lamp on at
  require trace(at).cells != {}
}
do finish() {
  end : score
}
do never_called() {
  remove a1
}
move place "lamp {at}" {
  pick at in empty
  settle(at)
}
move stop "stop" {
  finish()
}
setup {
  put glass(facing = e) on c1
}
play {
  repeat {
    turn of a {
      choose place
    }
    turn of b {
      choose stop
    }
    end : tie
  }
}
score p = lit(p)
test "over" {
  play "lamp a1", "stop"
  expect result : a wins
}
)",
              {"repeat {", "settle(at)", "do settle", "put lamp", "finish()", "do finish", "end : score", "move stop",
               "score p", "let lit", "  count(trace", "emits e", "from ahead", "otherwise -> through",
               "  otherwise -> straight", "when beam enters c in border_cells", "let border_cells"},
              {"do never_called", "remove a1", "otherwise -> stops", "when beam enters c in {d2}", "end : tie"},
              {"piece lamp", "piece glass"});
}

TEST_CASE("coverage: moves that `expect perft` counts run their lines", "[coverage]") {
  check_lines(std::string(kHead) + R"(
piece stone of player { look "{owner:1}" }
piece disc of player { look "{owner:1}*" }
let men = stone | disc
var placed: 0..9 = 0
move place "{at}" {
  pick at in empty
  put stone on at
  placed += count(men of me)
}
play {
  repeat {
    turn of each player { choose place else { end : tie } }
  }
}
test "two plies" { expect perft(2) == 56 }
)",
              {"pick at in empty", "put stone on at", "placed += count"}, {}, {"let men"});
}

TEST_CASE("coverage: lines that tests run, and those that they do not", "[coverage]") {
  const Game game = test::script(kScript);
  Coverage coverage;
  for (const TestReport& report : run_tests(game, coverage)) {
    INFO(report.failure);
    CHECK(report.passed);
  }
  const std::vector<CoveredLine> lines = coverage.lines();
  for (const char* ran : {"require at in halves", "put lamp on at", "heat += 1", "put glass on at", "let is_hot",
                          "otherwise -> straight", "end when", "invariant heat"}) {
    INFO(ran);
    CHECK(runs_of(lines, ran) > 0);
  }
  CHECK(runs_of(lines, "heat -= 5") == 0);
  CHECK(runs_of(lines, "if is_hot -> stops") > 0);  // it was asked
  CHECK(runs_of(lines, "let halves") > 0);
  // `show` and tests are no rules.
  for (const char* none : {"show \"it", "expect heat == 1", "play \"lamp c1\""})
    CHECK(
        std::none_of(lines.begin(), lines.end(), [&](const CoveredLine& line) { return line.line == line_of(none); }));
}

TEST_CASE("coverage: looking at lines changes no game", "[coverage][study]") {
  for (const std::string& name : Game::bundled_names()) {
    INFO(name);
    const Game game = must(Game::bundled(name));
    for (const std::string& player : {std::string("random"), std::string("greedy")}) {
      StudyPlan plan;
      plan.players.assign(game.players().size(), player);
      plan.max_plies = 25;
      plan.covered = 0;
      StudyTally plain(game.program()), covered(game.program());
      StudyPlayer one(game, plan);
      StudyPlan other_plan = plan;
      other_plan.covered = 2;
      StudyPlayer other(game, other_plan);
      for (std::uint64_t number = 0; number < 3; ++number) {
        REQUIRE_FALSE(one.play(number, plain));
        REQUIRE_FALSE(other.play(number, covered));
      }
      CHECK(covered.covered == 2);
      const auto ran = static_cast<std::size_t>(
          std::count_if(covered.rules.begin(), covered.rules.end(), [](std::uint64_t runs) { return runs > 0; }));
      CHECK(ran > 5);
      CHECK(ran <= covered.rules.size());
      CHECK(coverage_of(game, covered).size() == covered.rules.size());
      covered.covered = 0;
      covered.rules.clear();
      CHECK(covered == plain);
    }
  }
}

TEST_CASE("cli: test --coverage tells of lines as a list and as JSON", "[coverage][cli]") {
  const cli::Folder folder;
  const std::string script = folder.write("corridor.glint", kScript);
  const cli::Answer list = cli::glint({"test", script, "--coverage"});
  INFO(list.err);
  REQUIRE(list.status == 0);
  CHECK(list.out.find(" lines of the rules ran\n") != std::string::npos);
  CHECK(list.out.find("corridor.glint:" + std::to_string(line_of("heat -= 5")) + "  heat -= 5\n") != std::string::npos);
  const auto json = cli::glint({"test", script, "--coverage", "--json"}).json();
  CHECK(json["files"][0]["coverage"]["ran"].get<int>() + 1 == json["files"][0]["coverage"]["of"].get<int>());

  const cli::Answer study = cli::glint({"study", script, "--games", "30", "--coverage"});
  REQUIRE(study.status == 0);
  CHECK(study.out.find("lines of the rules ran") != std::string::npos);
}

TEST_CASE("cli: of a variant, its own lines are told before those of its base game", "[coverage][cli]") {
  const cli::Folder folder;
  folder.write("corridor.glint", kScript);
  const std::string cold = folder.write("cold.glint", R"(variant "Cold" of corridor
replace do warm() {
  if heat > 0 {
    heat = 0
  }
}
test "still cold" {
  play "lamp c1"
  expect heat == 0
}
)");
  const cli::Answer list = cli::glint({"test", cold, "--coverage"});
  INFO(list.out << list.err);
  REQUIRE(list.status == 0);
  const std::size_t own = list.out.find("cold.glint: 2 of 3\n  never: "), base = list.out.find("corridor.glint: ");
  CHECK(own != std::string::npos);
  CHECK(base != std::string::npos);
  CHECK(own < base);
  CHECK(list.out.find("cold.glint:4  heat = 0\n") < base);
  const auto json = cli::glint({"test", cold, "--coverage", "--json"}).json()["files"][0]["coverage"];
  REQUIRE(json["files"].size() == 2);
  CHECK(json["files"][0]["of"] == 3);
  CHECK(json["files"][0]["ran"].get<int>() + json["files"][1]["ran"].get<int>() == json["ran"].get<int>());

  const cli::Answer study = cli::glint({"study", cold, "--games", "3"});
  INFO(study.out);
  CHECK(study.out.find("cold.glint:4 never ran in 3 games: heat = 0") != std::string::npos);
  CHECK(study.out.find("cold.glint:3 never ran") == std::string::npos);
}

TEST_CASE("coverage: in studies, beams that only the score asks for have a part, and what a watcher asks hides nothing",
          "[coverage][study]") {
  const Game game = test::script(R"(game "Watched"
use square
players a, b
board grid(3, 1)
piece lamp {
  emits e
}
piece glass {
  when beam comes -> straight
  look "g"
}
var cells_lit: 0..9 = 0
let lit = beams.cells
move place "lamp {at}" {
  pick at in empty
  put lamp on at
  cells_lit = count(lit)
}
setup { put glass on c1 }
play {
  repeat {
    turn of each player {
      choose place else { end : score }
    }
  }
}
score p = count(trace(lamp).cells)
heuristic p = count(beams.cells)
)");
  StudyPlan plan;
  plan.players.assign(2, "random");
  StudyTally tally(game.program());
  StudyPlayer player(game, plan);
  for (std::uint64_t number = 0; number < 3; ++number) {
    REQUIRE_FALSE(player.play(number, tally));
    for (const CoveredLine& line : coverage_of(game, tally)) {
      INFO(line.line << ' ' << line.text);
      CHECK(line.runs > number);
    }
  }
}

TEST_CASE("coverage: a game built for it keeps its limits", "[coverage]") {
  Limits limits;
  limits.steps = 12'345;
  limits.beams = 678;
  const Game game = must(Game::from_text(kScript, "test.glint", {}, nullptr, limits));
  const Game covered = must(built_for_coverage(game));
  CHECK(covered.program().limits.steps == 12'345);
  CHECK(covered.program().limits.beams == 678);
}
