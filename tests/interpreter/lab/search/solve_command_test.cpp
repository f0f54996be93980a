// `glint solve`: what it prints, as words and as data, and what it refuses.
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/interpreter/lab/search/puzzles.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/paths.hpp"

namespace {

using namespace glint;
using namespace glint::test;

TEST_CASE("solve: the command in words", "[solve][cli]") {
  const cli::Answer lights = cli::glint({"solve", path_of("lights")});
  CHECK(lights.status == 0);
  CHECK(lights.out.rfind("the only solution, among 512 positions, 2 of them ends\n\n5 moves: a3; c3; b2; a1; c1\n\n", 0) == 0);
  CHECK(lights.out.find("solver wins") != std::string::npos);
  CHECK(cli::glint({"show", path_of("lights"), "--after", "a3; c3; b2; a1; c1"}).out.find("solver wins") !=
        std::string::npos);

  const cli::Answer queens = cli::glint({"solve", path_of("queens"), "--set", "size=6"});
  CHECK(queens.status == 0);
  CHECK(queens.out.rfind("4 solutions, among ", 0) == 0);
  CHECK(queens.out.find("\n3, 6 moves: ") != std::string::npos);
  CHECK(queens.out.find("\n4, ") == std::string::npos);
  CHECK(queens.out.find("and 1 more solution: --all prints all\n") != std::string::npos);
  CHECK(cli::glint({"solve", path_of("queens"), "--set", "size=6", "--all"}).out.find("\n4, 6 moves: ") != std::string::npos);
  CHECK(cli::glint({"solve", path_of("queens"), "--show", "0", "--set", "size=6"}).out.find("1, ") ==
        std::string::npos);

  const cli::Answer none = cli::glint({"solve", path_of("queens"), "--set", "size=3"});
  CHECK(none.status == 1);
  CHECK(none.out == "there is no solution, among 6 positions, 3 of them ends\n");
  CHECK(none.err.empty());

  const cli::Answer unknown = cli::glint({"solve", path_of("lights"), "--limit", "100"});
  CHECK(unknown.status == 1);
  CHECK(
      unknown.out ==
      "no solution, among the first 100 positions, none of them an end (all lines of 2 moves); there may be one\n");
  const cli::Answer more = cli::glint({"solve", path_of("queens"), "--max-solutions", "2", "--show", "0"});
  CHECK(more.status == 0);
  CHECK(more.out.rfind("2 solutions, among the first ", 0) == 0);
  CHECK(more.out.find("; there may be more\n") != std::string::npos);

  cli::Folder folder;
  const std::string purse = folder.write("purse.glint", kPurse);
  CHECK(cli::glint({"solve", purse}).out.rfind("the best score is 15, in one end only, among ", 0) == 0);
  CHECK(cli::glint({"solve", purse, "--after", "a1"}).out.rfind("the best score is ", 0) == 0);
  CHECK(cli::glint({"solve", purse, "--limit", "8"}).out.rfind("the best score found is 0, among the first 8 ", 0) ==
        0);
}

TEST_CASE("solve: the command as data", "[solve][cli]") {
  const auto lights = cli::glint({"solve", path_of("lights"), "--json"}).json();
  CHECK(lights["count"] == 1);
  CHECK(lights["unique"] == true);
  CHECK(lights["complete"] == true);
  CHECK(lights["positions"] == 512);
  CHECK(lights["plies"] == 9);
  CHECK(lights["best"].is_null());
  CHECK(lights["solutions"][0]["moves"].size() == 5);
  const std::string board = lights["solutions"][0]["position"];
  CHECK(board.find("result = solver wins") != std::string::npos);

  const cli::Answer none = cli::glint({"solve", path_of("queens"), "--set", "size=3", "--json"});
  CHECK(none.status == 1);
  CHECK(none.json()["solutions"].empty());
  CHECK(none.json()["unique"] == false);
  CHECK(cli::glint({"solve", path_of("lights"), "--limit", "100", "--json"}).json()["unique"].is_null());
  CHECK(cli::glint({"solve", path_of("queens"), "--max-solutions", "2", "--json"}).json()["unique"] == false);
  CHECK(cli::glint({"solve", path_of("queens"), "--json", "--all"}).json()["solutions"].size() == 92);
}

TEST_CASE("solve: when the time is over, what is known is said", "[solve][cli]") {
  const cli::Folder folder;
  const std::string far = folder.write("far.glint", R"(game "Far"
use square
players solver
board grid(1, 1)
var sum: 0..1000000000 = 0
move add "{k}" { pick k in 1..3; sum += k }
play { repeat { turn of solver { choose add } } }
end when sum > 999999990 : solver wins
)");
  const cli::Answer line = cli::glint({"solve", far, "--limit", "100000000", "--budget", "1s", "--json"});
  INFO(line.err);
  CHECK(line.json()["complete"] == false);
  CHECK(line.json()["positions"] > 100);
  const cli::Answer value = cli::glint({"solve", glint::test::source_folder() + "/examples/breakthrough.glint", "--value",
                                        "--limit", "100000000", "--budget", "1s", "--json"});
  INFO(value.err);
  CHECK(value.json()["decided"] == false);
  CHECK(value.json()["positions"] > 1000);
  // Seeds that the time was over for are counted.
  const std::string dice = folder.write("dice.glint", R"(game "Dice"
use square
players solver
board grid(1, 1)
var sum: 0..1000000000 = 0
move add "{k}" { pick k in 1..3; sum += k }
play { draw a in 0..60; draw b in 0..60; sum = 100 * a + b; repeat { turn of solver { choose add } } }
end when sum > 999999990 : solver wins
)");
  const std::vector<std::string> all = {"solve", dice, "--seeds", "1..1000000", "--limit", "1000", "--budget", "1s"};
  const cli::Answer told = cli::glint(all);
  INFO(told.err);
  CHECK(told.out.find("; not tried: 9") != std::string::npos);
  std::vector<std::string> as_data = all;
  as_data.push_back("--json");
  const auto data = cli::glint(as_data).json();
  CHECK(data["untried"].get<std::uint64_t>() + data["puzzles"].size() == 1'000'000);
  CHECK(data["untried"] > 0);
  const cli::Answer wrong = cli::glint({"solve", path_of("queens"), "--budget", "5"});
  CHECK(wrong.status == 2);
  CHECK(wrong.err.find("--budget takes a time above 0, up to a day, found `5`") != std::string::npos);
}

/// A row of squares, some of them lost by chance: blocks of two must cover the rest.
const char* const kBlocks = R"(game "Blocks"
use square
players solver
board grid(3, 2)
piece hole { look "#" }
piece block { look "o" }
var missing: set of cell = {}
move lay "{at} {way}" {
  pick at in empty
  pick way in {e, s}
  require at + way within empty and at + way != {}
  put block on at | at + way
}
play {
  draw missing in 2 of cells
  put hole on missing
  repeat { turn of solver { choose lay else { end : solver loses } } }
}
end when empty == {} : solver wins
)";

TEST_CASE("solve: one puzzle for each seed", "[solve][cli]") {
  cli::Folder folder;
  const std::string path = folder.write("blocks.glint", kBlocks);
  const auto all = cli::glint({"solve", path, "--seeds", "1..60", "--json"}).json();
  REQUIRE(all["puzzles"].size() == 60);
  std::uint64_t unique = 0, different = 0;
  for (const auto& puzzle : all["puzzles"]) {
    INFO(puzzle["seed"]);
    // Each is what a single call says of that seed.
    const std::string seed = std::to_string(static_cast<int>(puzzle["seed"]));
    const auto alone = cli::glint({"solve", path, "--seed", seed, "--json"}).json();
    for (const char* key : {"count", "unique", "complete", "positions", "ends"}) CHECK(puzzle[key] == alone[key]);
    CHECK(puzzle["position"] == cli::glint({"show", path, "--seed", seed, "--text"}).out);
    different += puzzle["same_as"].is_null();
    unique += puzzle["same_as"].is_null() && puzzle["unique"] == true;
  }
  CHECK(all["different"] == different);
  CHECK(all["with_one_solution"] == unique);
  CHECK(different <= 15);
  CHECK((unique > 0 && unique < different));

  const auto some = cli::glint({"solve", path, "--seeds", "1..60", "--unique", "--json", "--threads", "3"}).json();
  CHECK(some["puzzles"].size() == unique);
  CHECK(some["different"] == different);
  for (const auto& puzzle : some["puzzles"]) CHECK(puzzle["unique"] == true);

  const cli::Answer words = cli::glint({"solve", path, "--seeds", "1..60", "--unique", "--show", "1"});
  CHECK(words.status == 0);
  CHECK(words.out.rfind("seed ", 0) == 0);
  CHECK(words.out.find(": the only solution, among ") != std::string::npos);
  CHECK(words.out.find("solution, ") != std::string::npos);
  CHECK(words.out.find(std::to_string(unique) + " of " + std::to_string(different) +
                       " different puzzles have exactly one solution\n") != std::string::npos);

  CHECK(cli::glint({"solve", path, "--seeds", "9"}).out.rfind("seed 9: ", 0) == 0);
  for (const std::vector<std::string>& wrong :
       std::vector<std::vector<std::string>>{{"--seeds", "5..1"},
                                             {"--seeds", "1..1000001"},
                                             {"--seeds", "0..18446744073709551615"},
                                             {"--seeds", "a"},
                                             {"--seeds", "1..2", "--seed", "3"},
                                             {"--unique"},
                                             {"--seeds", "1..2", "--unique", "--max-solutions", "1"}}) {
    std::vector<std::string> line{"solve", path};
    line.insert(line.end(), wrong.begin(), wrong.end());
    CHECK(cli::glint(line).status == 2);
  }
  CHECK(cli::glint({"solve", path_of("lights"), "--seeds", "1..5"}).err.find("nothing is drawn before the first choice") != std::string::npos);
}

TEST_CASE("solve: the first seed whose puzzle cannot be set up is named, after the results of all seeds before it", "[solve][cli]") {
  cli::Folder folder;
  std::string text = kBlocks;
  text.replace(
      text.find("  draw missing in 2 of cells\n"), 29,
      "  draw die in 1..6\n  if die == 5 { draw missing in 7 of cells } else { draw missing in 2 of cells }\n");
  const std::string path = folder.write("blocks.glint", text);
  std::uint64_t failing = 1;
  while (failing < 100 &&
         cli::glint({"solve", path, "--seed", std::to_string(failing)}).err.find("G0611") == std::string::npos)
    ++failing;
  REQUIRE(failing > 2);
  REQUIRE(failing < 40);
  for (const char* threads : {"1", "3"}) {
    const std::vector<std::string> line = {"solve", path, "--seeds", "1..64", "--threads", threads};
    const cli::Answer words = cli::glint(line);
    INFO(words.out << words.err);
    CHECK(words.status == cli::kNo);
    CHECK(words.out.rfind("seed 1: ", 0) == 0);
    CHECK(words.out.find("\nseed " + std::to_string(failing - 1) + ": ") != std::string::npos);
    CHECK(words.out.find("\nseed " + std::to_string(failing) + ": not solved\n") != std::string::npos);
    CHECK(words.err.find("G0611") != std::string::npos);
    std::vector<std::string> json_line = line;
    json_line.push_back("--json");
    const cli::Answer answer = cli::glint(json_line);
    CHECK(answer.status == cli::kNo);
    const auto json = answer.json();
    CHECK(json["puzzles"].size() == failing - 1);
    CHECK(json["seed_of_error"] == failing);
    CHECK(json["error"]["code"] == "G0611");
    CHECK(json["diagnostics"].size() == 1);
    CHECK(answer.err.find("G0611") != std::string::npos);
  }
}

TEST_CASE("solve: ends of all kinds are counted", "[solve]") {
  cli::Folder folder;
  const std::string path = folder.write("blocks.glint", kBlocks);
  const auto json = cli::glint({"solve", path, "--draw", "missing=a1 b1", "--json"}).json();
  // Left are a2, b2, c2 and c1: a2-b2 and c2-c1 win; b2-c2 alone leaves nothing to lay.
  CHECK(json["ends"] == 2);
  CHECK(json["count"] == 1);
}

TEST_CASE("solve: lives do not change who wins on the smallest lawn, after the line on the page of the games", "[solve][cli]") {
  const std::string line = "A1 e red; B1 se green; A2 sw green; B2 se blue; B3 sw red";
  for (const std::string lives : {"1", "2", "3"}) {
    const auto value = cli::glint({"solve", "laser_lawn", "--set", "side=2", "--set", "lives=" + lives, "--draw", "mover=moon",
                                   "--after", line, "--value", "--json"})
                           .json();
    CHECK(value["winner"] == "moon");
    CHECK(value["plies"] == (lives == "1" ? 2 : 4));
  }
  CHECK(cli::read_file(source_folder() + "/games/README.md").find(line) != std::string::npos);
}

TEST_CASE("solve: wrong usage of the command", "[solve][cli]") {
  for (std::vector<std::string> line :
       std::vector<std::vector<std::string>>{{"solve"},
                                             {"solve", "boundary"},
                                             {"solve", path_of("lights"), "--limit", "0"},
                                             {"solve", path_of("lights"), "--show", "x"},
                                             {"solve", path_of("lights"), "--all", "--show", "1"},
                                             {"solve", path_of("lights"), "--set", "size=9"}}) {
    INFO(line.back());
    CHECK(cli::glint(line).status == 2);
    line.push_back("--json");
    const cli::Answer answer = cli::glint(line);
    CHECK(answer.status == 2);
    CHECK(answer.json()["error"]["message"].is_string());
  }
  CHECK(cli::glint({"solve", "-"}, row("play { turn of solver { choose place } }") + "let x = nothing\n").status == 1);
}

}  // namespace
