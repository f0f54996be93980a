// glint check: what shows only with other values of the options, and what is wrong in tests only.
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"

namespace {

using namespace glint::cli;

const std::string kScript = R"(game "Sizes"
use square
players sun, moon
option size: 3..9 = 5
option corner: {near, far} = near
board grid(size, size)
piece stone { look "o" }
setup { put stone on a4 }
move place "{at}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
)";

}  // namespace

TEST_CASE("cli: check tries the smallest and the largest of an option", "[cli]") {
  const Folder folder;
  const std::string path = folder.write("sizes.glint", kScript);
  const Answer answer = glint::cli::glint({"check", path});
  CHECK(answer.status == 1);
  CHECK(answer.err.find("error[G0505]: no cell of this board with size = 3 is labelled `a4`") != std::string::npos);
  CHECK(answer.err.find("this happens with `--set size=3`") != std::string::npos);
  // What is set is not tried.
  CHECK(glint::cli::glint({"check", path, "--set", "size=4"}).status == 0);
}

TEST_CASE("cli: what is wrong in a test only keeps nobody from playing", "[cli]") {
  const Folder folder;
  const std::string path = folder.write("wrong_test.glint", R"(game "Sizes"
use square
players sun, moon
board grid(3, 3)
piece stone { look "o" }
move place "{at}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
test "right" { expect moves == 9 }
test "wrong" { expect stonse == {} }
test "broken" { expect in }
)");
  const Answer check = glint::cli::glint({"check", path});
  CHECK(check.status == 1);
  CHECK(check.err.find("did you mean `stone`?") != std::string::npos);
  const Answer tests = glint::cli::glint({"test", path});
  CHECK(tests.status == 1);
  CHECK((tests.out + tests.err).find("2 of 3 tests failed") != std::string::npos);
  CHECK((tests.out + tests.err).find("did you mean `stone`?") != std::string::npos);
  const Answer moves = glint::cli::glint({"moves", path, "--count"});
  CHECK(moves.status == 0);
  CHECK(moves.out == "9\n");
  CHECK(moves.err.empty());
}

TEST_CASE("cli: check reads the boards that tests draw, each with the options of its test", "[cli]") {
  const Folder folder;
  const std::string path = folder.write("drawn.glint", R"(game "Drawn"
use square
players sun, moon
option size: 2..5 = 2
board grid(size, size)
piece stone of player { look "{owner:1}" }
move place "{at}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
test "right" { map """s m
  . .""" }
test "right, on a larger board" with size = 3 { map """ ... s.. ... """ }
test "an unknown look" {
  map """
    . .
    x .
  """
}
test "another, where one is expected" { expect map """ .y.. """ }
test "a row too many" with size = 3 {
  map """
    ...
    ...
  """
}
)");
  const Answer check = glint::cli::glint({"check", path});
  INFO(check.err);
  CHECK(check.status == 1);
  CHECK(check.err.find("error[G0701]: `x` is not the look of a piece: write one of `s`, `m`, or `.` for an empty cell\n  --> " + path +
                       ":15:5\n   |\n15 |     x .\n   |     ^^^\n") != std::string::npos);
  CHECK(check.err.find("`y` is not the look of a piece") != std::string::npos);
  CHECK(check.err.find("the drawn board has 2 rows, but this board has 3") != std::string::npos);
  CHECK(glint::cli::glint({"check", path, "--json"}).json()["diagnostics"].size() == 3);
  CHECK(glint::cli::glint({"moves", path, "--count"}).out == "4\n");  // it can be played
}

TEST_CASE("cli: check says that pictures have no beams", "[cli]") {
  const Folder folder;
  const std::string path = folder.write("charged.glint", R"(game "Charged"
use square
players sun
board grid(3, 1)
beam { power: 0..9 = 9 }
piece lamp { emits e; look "*" }
piece charger { when beam comes -> straight { beam.power += 1 }; look "+" }
setup { put lamp on a1; put charger on b1 }
move pass "pass" { }
play { repeat { turn of sun { choose pass } } }
)");
  const Answer check = glint::cli::glint({"check", path});
  CHECK(check.status == 1);
  CHECK(glint::cli::glint({"show", path}).status == 1);
  CHECK(check.err.find("error[G0602]: this becomes 10, outside its range 0..9\n  --> " + path + ":7:47\n") != std::string::npos);
}

TEST_CASE("cli: check begins the game, and says where there is none to play", "[cli]") {
  const Folder folder;
  const auto game = [](const std::string& end, const std::string& need) {
    return "game \"Begun\"\nuse square\nplayers sun, moon\nboard grid(3, 3)\npiece stone { look \"o\" }\n" + end +
           "move place \"{at}\" { pick at in empty; require " + need + "; put stone on at }\n" +
           "play { repeat { turn of each player { choose place } } }\n";
  };
  const Answer over = glint::cli::glint({"check", folder.write("over.glint", game("end when stone == {} : moon wins\n", "stone == {}"))});
  CHECK(over.status == 0);  // a warning
  CHECK(over.err.find("over.glint: the game is over before the first move: moon wins") != std::string::npos);
  CHECK(over.err.rfind("warning: ", 0) == 0);
  const Answer stuck = glint::cli::glint({"check", folder.write("stuck.glint", game("", "stone != {}"))});
  CHECK(stuck.status == 1);
  CHECK(stuck.err.find("error[G0603]") != std::string::npos);
  // It looks at some positions after that, too: what fails there is a warning, with the moves that lead to it.
  const Answer later = glint::cli::glint({"check", folder.write("later.glint", game("", "stone == {}"))});
  CHECK(later.status == 0);
  CHECK(later.err.rfind("warning[G0603]: nothing can be chosen here", 0) == 0);
  CHECK(later.err.find("= help: the moves that lead here: ") != std::string::npos);
  const Answer fine =
      glint::cli::glint({"check", folder.write("fine.glint", game("end when stone != {} : tie\n", "stone == {}"))});
  CHECK(fine.status == 0);
  CHECK(fine.err.empty());
}

TEST_CASE("cli: a long line to an error that may not be the shortest is left to the command that looks for it",
          "[cli]") {
  const Folder folder;
  const std::string path = folder.write("full.glint", R"(game "Full"
use square
players sun, moon
board grid(5, 5)
piece dot { look "o" }
var count_of: 0..23 = 0
move place "{at}" { pick at in empty; put dot on at; count_of += 1 }
play { repeat { turn of each player { choose place } } }
)");
  const Answer answer = glint::cli::glint({"bench", path, "--games", "3"});
  INFO(answer.err);
  CHECK(answer.status == 1);
  CHECK(answer.err.find("the moves that lead here: ") == std::string::npos);
  CHECK(answer.err.find("`glint test GAME --explore` looks for the moves") != std::string::npos);
}

TEST_CASE("cli: a rule that fails in play is told with the moves that lead there, whatever has met it", "[cli]") {
  const Folder folder;
  const std::string path = folder.write("stuck.glint", R"(game "Stuck"
use square
players sun, moon
option wide: 2..5 = 3
board grid(wide, 1)
piece dot { look "o" }
move place "{at}" { pick at in empty; put dot on at }
play { draw lost in cells; put dot on lost; repeat { turn of each player { choose place } } }
)");
  const std::vector<std::vector<std::string>> lines = {{"bench", path, "--games", "3"},
                                                       {"study", path, "--games", "3"},
                                                       {"study", path, "--games", "3", "--seat", "*=greedy"},
                                                       {"perft", path, "--depth", "4"}};
  for (const std::vector<std::string>& line : lines) {
    INFO(line[0]);
    const Answer answer = glint::cli::glint(line);
    CHECK(answer.status == 1);
    CHECK(answer.err.find("= help: the moves that lead here: b1; c1; `lost` drawn as a1\n") != std::string::npos);
  }
  CHECK(glint::cli::glint(lines[1]).err.find("this is in game 0 of the study") != std::string::npos);
}

TEST_CASE("cli: check --fix makes the corrections that are certain, and leaves the others", "[cli]") {
  const Folder folder;
  const std::string path = folder.write("typing.glint", R"(game "Typing"
use square
players sun, moon
board grid(3, 3)
piece stone of player { look "{owner:1}" }
move place "{at}" { pick at in emty; require count(ston) < 9; put stone on at }
move pass "pass" { require nothing_like_it == 3 }
play { repeat { turn of each player { choose place or pass else { end : tie } } } }
)");
  const Answer answer = glint::cli::glint({"check", path, "--fix"});
  CHECK(answer.status == 1);
  CHECK(answer.out.find("typing.glint:6: write `empty`\n") != std::string::npos);
  CHECK(answer.out.find("typing.glint:6: write `stone`\n") != std::string::npos);
  CHECK(answer.err.find("unknown name `nothing_like_it`") != std::string::npos);
  CHECK(answer.err.find("emty") == std::string::npos);
  const std::string text = read_file(path);
  CHECK(text.find("pick at in empty; require count(stone) < 9;") != std::string::npos);
  CHECK(text.find("nothing_like_it") != std::string::npos);

  // What is right is not written again, and what is no file is refused.
  const nlohmann::json second = nlohmann::json::parse(glint::cli::glint({"check", path, "--fix", "--json"}).out);
  CHECK(second["files"][0]["made"].empty());
  CHECK(read_file(path) == text);
  CHECK(glint::cli::glint({"check", "laser_lawn", "--fix"}).status == 2);
  CHECK(glint::cli::glint({"check", "-", "--fix"}, text).status == 2);
}
