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
  // While it learns, it says how strong it is so far.
  CHECK(learnt.out.find("after 75 games, one ply ahead: won ") == 0);
  CHECK(learnt.out.find(" of 20 against mcts:100; won ") != std::string::npos);
  CHECK(learnt.out.find(" against itself after 225\n300 games, ") != std::string::npos);
  CHECK(learnt.out.find(" against mcts:1000: ") != std::string::npos);
  CHECK(learnt.out.find("written to " + values) != std::string::npos);
  const std::string text = read_file(values);
  const std::string again = folder / "again.values";
  const Answer json = cli::glint({"learn", script, "--games", "300", "--seed", "5", "-o", again, "--json"});
  CHECK(read_file(again) == text);
  CHECK(json.json()["games"] == 300);
  CHECK(json.json()["matches"].size() == 2);
  const auto trials = json.json()["trials"];
  REQUIRE(trials.size() == 4);
  CHECK(trials[3]["games"] == 300);
  // Half of the games of a match at the end; that against itself is another one, and it gets better.
  for (const auto& match : trials[0]["matches"]) CHECK(match["games"] == 20);
  CHECK(trials[0]["matches"][0]["against"] == "mcts:100");
  CHECK(trials[0]["matches"][1]["won"] >= 15);  // against random moves
  // None of that changes what is learnt.
  const std::string untried = folder / "untried.values";
  const Answer quiet =
      cli::glint({"learn", script, "--games", "300", "--seed", "5", "-o", untried, "--matches", "0", "--json"});
  CHECK(quiet.json()["trials"].empty());
  CHECK(text.ends_with(read_file(untried).substr(read_file(untried).find("weights "))));
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
  // `best` finds them by their name alone; elsewhere it must be told.
  const auto told = [&](const std::string& out) {
    return cli::glint({"learn", script, "--resume", values, "--games", "0", "-o", out}).out;
  };
  CHECK(told(values).find("a gain: `best` uses these values\n") != std::string::npos);
  CHECK(told(again).find("a gain: with --values " + again + ", `best` uses these values\n") != std::string::npos);
  CHECK(seats_of({"--seat", "*=best:2", "--values", again})["moon"] == "learned:2");
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

TEST_CASE("learn: a heuristic in the language says what matters, and plays by it", "[learn]") {
  const Folder folder;
  const std::string script = folder.write("crossing.glint", kCrossing), values = folder / "crossing.values";
  const Answer learnt = cli::glint({"learn", script, "--games", "500", "--matches", "0", "-o", values, "--as-script"});
  INFO(learnt.out << learnt.err);
  REQUIRE(learnt.status == 0);
  const std::string heuristic = learnt.out.substr(learnt.out.find("\n// What 500 games of self-play taught"));
  CHECK(heuristic.find("heuristic p = if p == sun then (\n  ") != std::string::npos);
  // A pawn one step from its goal says most: weighed with 100, or nearly.
  for (const std::string y : {"4", "2"}) {  // moon's is the other one; by coordinates, as a narrower board has no d4
    std::string cells;
    for (const std::string x : {"1", "2", "3", "4"})
      cells += (cells.empty() ? "{c in cells where c.x == " : " or c.x == ") + x + " and c.y == " + y;
    CHECK(heuristic.find(" * count(pawn of p & " + cells + "})  // each in row y = 4\n") != std::string::npos);
  }
  CHECK(heuristic.find(" of the learned value.\n") != std::string::npos);
  const std::string own = folder.write("own.glint", kCrossing + heuristic);
  CHECK(cli::glint({"check", own}).status == 0);
  const Answer tuned = cli::glint({"tune", own, "--bot", "random", "--bot", "greedy", "-o", folder / "own.best"});
  INFO(tuned.out << tuned.err);
  CHECK(tuned.out.find("best: greedy\n") != std::string::npos);
  // Of values that are there, nothing is learnt anew.
  const std::string again = folder / "again.values";
  const Answer told = cli::glint({"learn", script, "--resume", values, "--games", "0", "-o", again, "--as-script", "--json"});
  INFO(told.err);
  CHECK("\n" + told.json()["script"].get<std::string>() == heuristic);
  CHECK(read_file(again) == read_file(values));
}

TEST_CASE("learn: cells whose names are no words are said too", "[learn]") {
  const Folder folder;
  // Stones in the middle take any, those beside it only what is beside them.
  const std::string script = folder.write("stones.glint", R"(
game "Stones"
use square
players sun, moon
board on square4 { cells x in 1..3, y in 1..2; label "{x},{y}" }
piece stone of player { look "{owner:1}" }
setup { put stone(owner = sun) on {c in cells where c.y == 1}; put stone(owner = moon) on {c in cells where c.y == 2} }
move take "{from} takes {at}" {
  pick from in stone of me
  pick at in (if from.x == 2 then cells else from + around) & stone of opponent
  remove at
  end when stone of opponent == {} : me wins
}
play { repeat { turn of each player { choose take else { end : opponent wins } } } }
)");
  const Answer learnt = cli::glint({"learn", script, "--games", "200", "--matches", "0", "-o", folder / "v", "--as-script"});
  INFO(learnt.out << learnt.err);
  REQUIRE(learnt.status == 0);
  const std::string text = read_file(script) + learnt.out.substr(learnt.out.find("\n// What "));
  CHECK(cli::glint({"check", folder.write("own.glint", text)}).status == 0);
  CHECK(text.find("count(stone of p & {c in cells where c.x == 2 and c.y == ") != std::string::npos);
}

TEST_CASE("learn: what was learnt is learnt from more games", "[learn]") {
  const Folder folder;
  const std::string script = folder.write("crossing.glint", kCrossing), values = folder / "a", more = folder / "b";
  REQUIRE(cli::glint({"learn", script, "--games", "30", "--matches", "0", "-o", values}).status == 0);
  const Answer learnt = cli::glint({"learn", script, "--resume", values, "--games", "20", "--matches", "0", "-o", more});
  INFO(learnt.out << learnt.err);
  CHECK(learnt.out.find("50 games, ") == 0);
  CHECK(read_file(more).find("\ngames 50 seed 1\n") != std::string::npos);
  CHECK(read_file(more) != read_file(values));
  const Answer refused = cli::glint({"learn", script, "--set", "width=3", "--resume", values, "-o", more});
  CHECK(refused.status == 2);
  CHECK(refused.err.find("these values do not fit: they are for `option width = 4`") != std::string::npos);
}

TEST_CASE("learn: what better bots find is what those find who have learnt", "[learn]") {
  const Folder folder;
  const std::string script = folder.write("crossing.glint", kCrossing), values = folder / "crossing.values";
  REQUIRE(cli::glint({"learn", script, "--games", "300", "--matches", "0", "-o", values}).status == 0);
  const auto study = [&] {
    const Answer answer = cli::glint({"study", script, "--games", "10", "--strong"});
    INFO(answer.err);
    REQUIRE(answer.status == 0);
    return answer.out;
  };
  CHECK(study().find("With mcts:100 (plays 100 games in its head before a move) in all seats: ") != std::string::npos);
  std::string passed = read_file(values);
  passed.insert(passed.find("\nweights ") + 1, "match learned:2 mcts:1000 games 40 won 39 drawn 0\n");
  folder.write("crossing.values", passed);
  const std::string report = study();
  INFO(report);
  const std::size_t better = report.find(" plies ahead, by learned values) in all seats: ");
  CHECK(report.find("With learned:") < better);
  CHECK(report.find("The study's own bots: ") < report.size());
  // Of other rules they are passed over, and the report says so.
  folder.write("crossing.glint", kCrossing + "heuristic p = count(pawn of p)\n");
  const Answer changed = cli::glint({"study", script, "--games", "4", "--seat", "*=best:1"});
  CHECK(changed.status == 0);
  for (const std::string& text : {changed.err, changed.out})
    CHECK(text.find("crossing.values` is passed over by `best`: these values do not fit: ") != std::string::npos);
  CHECK(changed.out.find("all seats: alphabeta:1 (`") != std::string::npos);
  // So is a file that is empty.
  folder.write("crossing.values", "");
  const Answer emptied = cli::glint({"study", script, "--games", "4", "--seat", "*=best:1"});
  CHECK(emptied.err.find("crossing.values` is passed over by `best`: ") != std::string::npos);
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
  // What somebody has written is not replaced.
  CHECK(error_of({"learn", script, "-o", script, "--games", "5"}).find("is not a file of learned values, so it is not overwritten") !=
        std::string::npos);
  CHECK(read_file(script) == kCrossing);
}

TEST_CASE("learn: the values that ship are of these scripts, and best plays by them", "[learn]") {
  // Where this fails, the rules have changed: `sh examples/values.sh` learns them anew. Those of bundled games are in the
  // program.
  const std::string folder = glint::test::source_folder() + "/";
  for (const char* const name : {"examples/breakthrough.glint", "examples/konane.glint", "examples/othello.glint",
                                 "boundary_in_rounds"}) {
    const std::string script = (std::string(name).find('/') == std::string::npos ? "" : folder) + name;
    for (const char* const bot : {"*=best:1", "*=learned:1"}) {
      const Answer played = cli::glint({"play", script, "--seat", bot, "--quiet", "--json", "--max-plies", "4"});
      INFO(played.err);
      REQUIRE(played.status == 0);
      CHECK(played.err.empty());
      const auto seats = played.json()["seats"];
      CHECK(seats.size() == 2);
      for (const auto& seat : seats) CHECK(seat == "learned:1");
    }
  }
  // With other options they do not fit, and it says so.
  const Answer other = cli::glint({"play", "boundary_in_rounds", "--set", "rounds=20", "--seat", "*=best:1", "--quiet",
                                   "--json", "--max-plies", "4"});
  CHECK(other.err.find("is passed over by `best`: these values do not fit") != std::string::npos);
  const auto record = other.json();
  for (const auto& seat : record["seats"]) CHECK(seat == "alphabeta:1");
  const Answer asked = cli::glint({"play", "boundary_in_rounds", "--set", "rounds=20", "--seat", "*=learned:1", "--quiet"});
  CHECK(asked.status == 2);
  CHECK(asked.err.find("these values do not fit") != std::string::npos);
}
