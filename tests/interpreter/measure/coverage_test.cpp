// Which lines of the rules ran: of a script in which that can be said by hand, and of our own.
#include <algorithm>

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

int line_of(const std::string& text) {
  const std::string script = kScript;
  return 1 + static_cast<int>(
                 std::count(script.begin(), script.begin() + static_cast<std::ptrdiff_t>(script.find(text)), '\n'));
}

std::uint64_t runs_of(const std::vector<CoveredLine>& lines, const std::string& text) {
  for (const CoveredLine& line : lines)
    if (line.line == line_of(text)) return line.runs;
  FAIL("no such line: " << text);
  return 0;
}

}  // namespace

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
  // Values computed before play, `show`, and tests are not rules that play runs.
  for (const char* none : {"let halves", "show \"it", "expect heat == 1", "play \"lamp c1\""})
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

TEST_CASE("cli: test --coverage tells of lines as a list, as JSON and as a page", "[coverage][cli]") {
  const cli::Folder folder;
  const std::string script = folder.write("corridor.glint", kScript);
  const cli::Answer list = cli::glint({"test", script, "--coverage", "--html", folder / "c.html"});
  INFO(list.err);
  REQUIRE(list.status == 0);
  CHECK(list.out.find(" lines of the rules ran\n") != std::string::npos);
  CHECK(list.out.find("corridor.glint:" + std::to_string(line_of("heat -= 5")) + "  heat -= 5\n") != std::string::npos);
  const auto json = cli::glint({"test", script, "--coverage", "--json"}).json();
  CHECK(json["files"][0]["coverage"]["ran"].get<int>() + 1 == json["files"][0]["coverage"]["of"].get<int>());
  const std::string page = cli::read_file(folder / "c.html");
  CHECK(page.find("<tr class=\"never\">") != std::string::npos);
  CHECK(page.find("heat -= 5") != std::string::npos);
  CHECK(cli::glint({"test", script, "--html", "x"}).status == 2);
  CHECK(cli::glint({"test", script, script, "--coverage", "--html", "x"}).status == 2);

  const cli::Answer study = cli::glint({"study", script, "--games", "30", "--coverage"});
  REQUIRE(study.status == 0);
  CHECK(study.out.find("lines of the rules ran") != std::string::npos);
}
