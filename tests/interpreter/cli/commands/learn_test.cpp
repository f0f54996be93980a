// The command `learn`, and the bots that play by what it has written.
#include <string>

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/paths.hpp"

namespace {

namespace cli = glint::cli;
using cli::Answer;
using cli::Folder;
using cli::read_file;

const std::string kCrossing = R"(
game "Crossing"
use square
players sun, moon
option width: 3..5 = 4 "cells in a row"
board square(width, 5)
piece pawn of player { look "{owner:1}" }
let ahead(p: player): direction = if p == sun then n else s
let sides(p: player): set of direction = if p == sun then {nw, ne} else {sw, se}
move step "{from}-{to}" {
  pick from in pawn of me
  pick to in (from + ahead(me)) & empty | (from + sides(me)) - pawn of me
  move from to to
}
setup { put pawn(owner = sun) on rank(1); put pawn(owner = moon) on rank(5) }
play { repeat { turn of each player { choose step else { end : opponent wins } } } }
end for p in player when pawn of p meets (if p == sun then rank(5) else rank(1)) : p wins
)";

}  // namespace

TEST_CASE("learn: the command learns, tests what it has learnt, and bots play by it", "[learn]") {
  const Folder folder;
  const std::string script = folder.write("crossing.glint", kCrossing), values = folder / "crossing.values";
  // 40 games of each match: seldom all luck.
  const Answer learnt = cli::glint({"learn", script, "--games", "300", "--seed", "5", "-o", values});
  INFO(learnt.out << learnt.err);
  REQUIRE(learnt.status == 0);
  CHECK(learnt.out.find("300 games, ") == 0);
  CHECK(learnt.out.find(" against mcts:1000: ") != std::string::npos);
  CHECK(learnt.out.find("written to " + values) != std::string::npos);
  const std::string text = read_file(values);
  const std::string again = folder / "again.values";
  const Answer json = cli::glint({"learn", script, "--games", "300", "--seed", "5", "-o", again, "--json"});
  CHECK(read_file(again) == text);
  CHECK(json.json()["games"] == 300);
  CHECK(json.json()["matches"].size() == 2);
  const bool is_gain = json.json()["gain"];
  CHECK((learnt.out.find("a gain: ") != std::string::npos) == is_gain);
  CHECK((learnt.out.find("no gain: ") != std::string::npos) != is_gain);

  // `learned` plays by any values, `best` by those beside the script that have passed.
  const auto seats_of = [&](std::vector<std::string> more) {
    std::vector<std::string> line = {"play", script, "--quiet", "--json"};
    line.insert(line.end(), more.begin(), more.end());
    const Answer played = cli::glint(line);
    INFO(played.err);
    REQUIRE(played.status == 0);
    return played.json()["seats"];
  };
  CHECK(seats_of({"--seat", "*=learned:2", "--values", again})["sun"] == "learned:2");
  std::string passed = text;
  const std::size_t at = passed.find("match "), end = passed.find("weights ");
  passed.replace(at, end - at, "match learned:2 mcts:1000 games 40 won 39 drawn 0\n");
  folder.write("crossing.values", passed);
  CHECK(seats_of({"--seat", "*=best:2"})["moon"] == "learned:2");
  passed.replace(passed.find("won 39"), 6, "won 19");
  folder.write("crossing.values", passed);
  CHECK(seats_of({"--seat", "*=best:20"})["moon"] == "mcts:20");
  const Answer study = cli::glint({"study", script, "--seat", "sun=learned:2", "--values", again, "--games", "10"});
  INFO(study.err);
  CHECK(study.status == 0);
  CHECK(study.out.find("learned:2") != std::string::npos);
  // In another setting of the options they are refused.
  const Answer refused = cli::glint({"play", script, "--set", "width=3", "--seat", "*=learned:2", "--values", again});
  CHECK(refused.status == 2);
  CHECK(refused.err.find("these values do not fit: they are for `option width = 4`, and this is `option width = 3`") != std::string::npos);
}

TEST_CASE("learn: the command line says what is wrong", "[learn]") {
  const Folder folder;
  const std::string script = folder.write("crossing.glint", kCrossing), values = folder / "x.values";
  const auto error_of = [](const std::vector<std::string>& line) {
    const Answer answer = cli::glint(line);
    CHECK(answer.status == 2);
    return answer.err;
  };
  CHECK(error_of({"learn", script}).find("--out") != std::string::npos);
  CHECK(error_of({"learn", script, "-o", values, "--games", "0"}).find("--games takes a whole number") != std::string::npos);
  CHECK(error_of({"learn", script, "-o", values, "--budget", "5"}).find("--budget takes a time") != std::string::npos);
  CHECK(error_of({"learn", script, "-o", values, "--budget", "99999999999999999999s"}).find("--budget takes a time") !=
        std::string::npos);
  CHECK(error_of({"learn", script, "-o", values, "--games", "5", "--budget", "5s"}).find("exclude each other") !=
        std::string::npos);
  CHECK(error_of({"learn", "the_beam", "-o", values}).find("`learned` cannot play this game: its players are a team") !=
        std::string::npos);
  CHECK(error_of({"play", script, "--seat", "*=learned:2"}).find("`glint learn GAME -o FILE` learns them") !=
        std::string::npos);
  CHECK(error_of({"play", script, "--seat", "*=learned:2", "--values", script}).find("this is not a file of learned values") !=
        std::string::npos);
  CHECK(error_of({"play", script, "--seat", "*=random", "--values", script}).find("no bot plays by them") !=
        std::string::npos);
  CHECK(error_of({"study", script, "--seat", "*=learned:2", "--games", "5"}).find("there are none") != std::string::npos);
}

TEST_CASE("learn: the values that ship with examples are of these scripts, and best plays by them", "[learn]") {
  // Where this fails, the rules have changed: `sh examples/values.sh` learns them anew.
  for (const char* const name : {"breakthrough", "othello"}) {
    const std::string script = glint::test::source_folder() + "/examples/" + name + ".glint";
    const Answer played = cli::glint({"play", script, "--seat", "*=best:1", "--quiet", "--json", "--max-plies", "4"});
    INFO(played.err);
    REQUIRE(played.status == 0);
    const auto seats = played.json()["seats"];
    CHECK(seats.size() == 2);
    for (const auto& seat : seats) CHECK(seat == "learned:1");
  }
}
