// Positions that somebody writes for `--at`: every command arrives there as play would.
#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"

namespace glint::cli {
namespace {

/// Red's trees are both where they should be.
constexpr const char* kWon = R"(
b3b2b1 . . . . r3r2r1
. . . . . .
. . g* r* . .
. . r* g* . .
. . . . . .
y3y2y1 . . . . g3g2g1
to move = green
)";

TEST_CASE("cli: a position that is won has no moves, whatever the command") {
  Folder folder;
  const std::string won = folder.write("won.txt", kWon);
  const Answer moves = glint({"moves", "boundary", "--at", won});
  CHECK(moves.status == 0);
  CHECK(moves.out.find("(") == std::string::npos);
  CHECK(glint({"moves", "boundary", "--at", won, "--count"}).out == "0\n");
  CHECK(glint({"show", "boundary", "--at", won}).out.find("red wins") != std::string::npos);
  CHECK(glint({"show", "boundary", "--at", won, "--text"}).out.find("result = red wins\n") != std::string::npos);
  CHECK(glint({"eval", "boundary", "arrived(red)", "--at", won}).out == "6\n");
  CHECK(glint({"eval", "boundary", "moves", "--at", won}).out == "0\n");
  const Answer played = glint({"play", "boundary", "--at", won, "--seat", "*=random", "--quiet"});
  CHECK(played.status == 0);
  CHECK(played.out.find("The game is over: red wins.") != std::string::npos);
  const Answer after = glint({"moves", "boundary", "--at", won, "--after", "(a6-a3)"});
  CHECK(after.status == 2);
  CHECK(after.err.find("the game is over before move 1") != std::string::npos);
}

TEST_CASE("cli: a position in which nothing can be chosen goes on by the `else`") {
  Folder folder;
  const std::string maze = folder.write("maze.glint", R"(game "Maze"
use square
players solver
board grid(3, 1)
piece walker { look "o" }
piece wall { look "#" }
move step "{from}-{to}" { pick from in walker; pick to in from + e & empty; move from to to }
setup { put walker on a1 }
play { repeat { turn of solver { choose step else { end : solver loses } } } }
end when walker == c1 : solver wins
)");
  const std::string stuck = folder.write("stuck.txt", "o # .\nto move = solver\n");
  CHECK(glint({"moves", maze, "--at", stuck, "--count"}).out == "0\n");
  CHECK(glint({"show", maze, "--at", stuck}).out.find("solver loses") != std::string::npos);
  CHECK(glint({"eval", maze, "count(walker)", "--at", stuck}).out == "1\n");
  const Answer played = glint({"play", maze, "--at", stuck, "--quiet"});
  CHECK(played.status == 0);  // a person may look at it, and need not
  CHECK(played.out.find("The game is over: solver loses.") != std::string::npos);
  const Answer unsolved = glint({"solve", maze, "--at", stuck});
  CHECK(unsolved.status == 1);
  CHECK(unsolved.out.find("there is no solution") != std::string::npos);
  const std::string solved = folder.write("solved.txt", ". . o\nto move = solver\n");
  CHECK(glint({"solve", maze, "--at", solved}).status == 0);
}

}  // namespace
}  // namespace glint::cli
