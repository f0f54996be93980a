// What somebody is told to try whose move was refused.
#include "interpreter/game/notation/notation.hpp"

#include <string>

#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::must;

/// Squares in a row to put stones on.
std::string row(int length, const std::string& tests = "") {
  return "game \"Row\"\nuse square\nplayers red, green\nboard square(" + std::to_string(length) +
         ", 1)\npiece stone of player { look \"{owner:1}\" }\n"
         "move place \"{at}\" { pick at in empty \"taken\"; put stone on at }\n"
         "play { repeat { turn of each player { choose place else { end : tie } } } }\n" +
         tests;
}

TEST_CASE("legal instead: the moves most like the refused one", "[play]") {
  Position position = must(test::script(row(5)).start());
  CHECK(legal_instead(position, "c2") == "legal here are `c1`, `a1`, `b1` and 2 more");
  for (const char* move : {"a1", "b1"}) test::play(position, move);
  CHECK(legal_instead(position, "a1") == "legal here are `c1`, `d1`, `e1`");
  for (const char* move : {"c1", "d1"}) test::play(position, move);
  CHECK(legal_instead(position, "a1") == "the only legal move here is `e1`");
  test::play(position, "e1");
  CHECK(legal_instead(position, "a1").empty());
  const Game amazons = test::example("amazons");
  CHECK(legal_instead(must(amazons.start()), "d1") == "2176 other moves are legal here");
  CHECK(legal_instead(must(test::example("black_box").start()), "x").empty());  // it has secrets
}

TEST_CASE("legal instead: a test of a script and --after show it", "[play][cli]") {
  const auto reports = run_tests(test::script(row(3, "test \"twice\" { play \"a1\", \"a1\" }\n")));
  REQUIRE(reports.size() == 1);
  CHECK(reports[0].failure.find("= help: legal here are `b1`, `c1`\n") != std::string::npos);
  const cli::Answer answer = cli::glint({"moves", "laser_lawn", "--draw", "mover=sun", "--after", "C4 e red; C4 e red"});
  CHECK(answer.status == 2);
  CHECK(answer.err.starts_with("error[G0601]: --after: move 2: `C4 e red` is not legal: "));
  CHECK(answer.err.find("help: legal here are `C") != std::string::npos);
}

}  // namespace
