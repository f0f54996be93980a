// Games of one player, and the result `p loses`: alone, of two, of a team and of more.
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "lang/source/source.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::must;

/// Squares in a row to put stones on, for these players, with this end.
std::string row(const std::string& players, const std::string& end, const std::string& more = "") {
  return "game \"Row\"\nuse square\nplayers " + players +
         "\nboard square(4, 1)\npiece stone of player { look \"{owner:1}\" }\n"
         "move place \"{at}\" { pick at in empty; put stone on at }\n"
         "play { repeat { turn of each player { choose place else { end : tie } } } }\n"
         "end when a1 in stone : " +
         end + "\n" + more;
}

std::string error_of(const std::string& script) {
  const Result<Game> game = Game::from_text(script, "test.glint");
  REQUIRE_FALSE(game.ok());
  return game.errors()[0].code + ": " + game.errors()[0].message + " | " + game.errors()[0].help;
}

TEST_CASE("alone: turns, seats and results", "[alone]") {
  const Game game =
      test::script(row("solver", "solver loses", "end when d1 in stone : solver wins\nscore p = count(stone)\n"));
  Position position = must(game.start());
  CHECK(position.to_move() == 0);
  test::play(position, "b1");
  CHECK(position.to_move() == 0);
  Position lost = position;
  test::play(lost, "a1");
  CHECK(lost.outcome().kind == OutcomeKind::loss);
  CHECK(lost.outcome().winner == -1);
  CHECK(lost.outcome_text() == "solver loses");
  CHECK(lost.text().find("result = solver loses\n") != std::string::npos);
  CHECK(must(game.read(lost.text())).outcome_text() == "solver loses");
  test::play(position, "d1");
  CHECK(position.outcome_text() == "solver wins");
  CHECK(must(game.read(position.text())).outcome().winner == 0);
  CHECK_FALSE(game.read("result = team loses\n").ok());
}

TEST_CASE("alone: a score has nobody to be compared with", "[alone]") {
  const Game game = test::script(row("solver", "score", "score p = 7\n"));
  Position position = must(game.start());
  test::play(position, "a1");
  CHECK(position.outcome_text() == "score 7");
  CHECK(must(game.read(position.text())).outcome_text() == "score 7");
}

TEST_CASE("alone: a greedy player does not lose where it can win", "[alone]") {
  const Position start =
      must(test::script(row("solver", "solver loses", "end when d1 in stone : solver wins\n")).start());
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    Random random(seed);
    CHECK(must(greedy_choice(start, random)) == 3);
  }
}

TEST_CASE("alone: me and the next seat are the same, and there is no opponent", "[alone]") {
  const std::string script = row("solver", "solver wins",
                                 "test \"seats\" { expect me == solver and me + 1 == solver and me - 1 == solver }\n"
                                 "test \"lost\" { play \"b1\"; expect b1 in stone of solver }\n"
                                 "test \"end\" { play \"a1\"; expect result : solver wins }\n");
  for (const TestReport& report : run_tests(test::script(script))) {
    INFO(report.failure);
    CHECK(report.passed);
  }
  CHECK(error_of(row("solver", "tie", "move pass \"pass\" { end : opponent wins }\n")) ==
        "G0303: `opponent` needs two players, and this game has one | a single player wins or loses: `me loses`");
  CHECK(error_of(row("solver", "team loses")) == "G0418: there is only one player, so there is no team | say who: `solver loses`");
  CHECK(error_of(row("solver", "team wins")) == "G0418: there is only one player, so there is no team | say who: `solver wins`");
}

TEST_CASE("loses: of two the other one wins", "[alone]") {
  const Game game = test::script(row("sun, moon", "sun loses",
                                     "end for p in player when d1 in stone of p : p loses\n"
                                     "test \"sun\" { play \"a1\"; expect result : sun loses }\n"
                                     "test \"also said so\" { play \"a1\"; expect result : moon wins }\n"
                                     "test \"moon\" { play \"b1\", \"d1\"; expect result : moon loses }\n"));
  for (const TestReport& report : run_tests(game)) {
    INFO(report.failure);
    CHECK(report.passed);
  }
  Position position = must(game.start());
  test::play(position, "b1");
  test::play(position, "a1");
  CHECK(position.outcome().kind == OutcomeKind::win);
  CHECK(position.outcome().winner == 1);
  CHECK(position.text().find("result = moon wins\n") != std::string::npos);
  const auto reports = run_tests(
      test::script(row("sun, moon", "sun loses", "test \"no\" { play \"a1\"; expect result : moon loses }\n")));
  CHECK_FALSE(reports.at(0).passed);
}

TEST_CASE("loses: by a move, and out of time", "[alone]") {
  std::string script =
      row("sun, moon", "tie", "move resign \"resign\" { end : me loses }\nclock { reserve 1:00; out: me loses }\n");
  script.replace(script.find("choose place"), 12, "choose place or resign");
  Position position = must(test::script(script).start());
  Position late = position;
  CHECK_FALSE(late.forfeit());
  CHECK(late.outcome_text() == "moon wins");
  test::play(position, "b1");
  test::play(position, "resign");
  CHECK(position.outcome_text() == "sun wins");
}

TEST_CASE("loses: of three it does not say who wins, of a team none loses alone", "[alone]") {
  CHECK(
      error_of(row("sun, moon, star", "sun loses")) ==
      "G0419: with 3 players, `loses` does not say who wins | a result is `p wins`, `tie` or `score`; "
      "`p loses` is for games of one or two players");
  CHECK(error_of(row("sun, moon as team", "sun loses")) ==
        "G0417: the players are a team, so none of them loses alone | a result is `team wins`, `team loses`, `tie` or "
        "`score`");
  Position position = must(test::script(row("sun, moon as team", "team loses")).start());
  test::play(position, "a1");
  CHECK(position.outcome_text() == "team loses");
}

TEST_CASE("loses: a script that `use`s a library whose effect ends the game", "[alone]") {
  lang::MemoryLoader files;
  files.add("ends", "library ends\ndo give_up() { end : me loses }\n");
  const auto game = Game::from_text(
      "game \"Row\"\nuse square, ends\nplayers solver\nboard square(4, 1)\n"
      "move stop \"stop\" { give_up() }\nplay { repeat { turn of solver { choose stop } } }\n",
      "test.glint", {}, &files);
  INFO(game.error_text());
  REQUIRE(game.ok());
  Position position = must(game->start());
  test::play(position, "stop");
  CHECK(position.outcome_text() == "solver loses");
}

TEST_CASE("alone: the commands", "[alone][cli]") {
  cli::Folder folder;
  const std::string path = folder.write("row.glint", row("solver", "solver loses", "score p = count(stone)\n"));
  CHECK(cli::glint({"show", path}).out.find("solver to move") != std::string::npos);
  CHECK(cli::glint({"moves", path, "--count"}).out == "4\n");
  CHECK(cli::glint({"perft", path, "--depth", "2"}).out == "1  4\n2  9  without 1 that ended earlier\n");
  const cli::Answer shown = cli::glint({"show", path, "--after", "a1", "--json"});
  CHECK(shown.json()["result"] == "solver loses");
  const cli::Answer played = cli::glint({"play", path, "--seat", "*=random", "--seed", "3", "--json"});
  INFO(played.err);
  CHECK(played.status == 0);
  const std::string result = played.json()["result"];
  CHECK((result == "solver loses" || result == "tie"));
  CHECK(cli::glint({"replay", "-"}, played.out).status == 0);
  const cli::Answer human = cli::glint({"play", path, "--seat", "solver=human"}, "b1\na1\n");
  CHECK(human.status == 0);
  CHECK(human.out.find("solver loses") != std::string::npos);
  CHECK(cli::glint({"bench", path, "--seconds", "0.01"}).status == 0);
}

}  // namespace
