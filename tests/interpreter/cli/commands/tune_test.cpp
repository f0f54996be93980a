// The command `tune`: a tournament of bots, and what `best` is after it.
#include <string>

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/interpreter/cli/commands/taking.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/paths.hpp"

namespace {

using glint::cli::Answer;
using glint::cli::Folder;
using glint::cli::read_file;

struct Table {
  Folder folder;
  const std::string game = folder.write("taking.glint", kTakingMatches);
};

bool tells(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("tune: the matches share the time", "[tune]") {
  const Table table;
  const Answer answer = glint::cli::glint({"tune", table.game, "--bot", "mcts:20000", "--bot", "mcts:20001", "--bot", "mcts:20002",
                                           "--games", "1000000", "--budget", "1s", "-o", table.folder / "b", "--json"});
  INFO(answer.out << answer.err);
  REQUIRE(answer.status == 0);
  const auto matches = answer.json()["matches"];
  REQUIRE(matches.size() == 2);
  for (const auto& match : matches) {
    CHECK(match["games"] >= 2);  // all had both seats
    CHECK(static_cast<int>(match["games"]) % 2 == 0);
    CHECK(match["games"] < 1'000'000);
  }
  CHECK(tells(glint::cli::glint({"tune", table.game, "--budget", "9"}).err, "--budget takes a time above 0, up to a day, found `9`"));
}

TEST_CASE("tune: the winner of a tournament is what best plays", "[tune]") {
  const Table table;
  const auto tune = [&](const std::string& out) {
    return glint::cli::glint({"tune", table.game, "--bot", "random", "--bot", "alphabeta:12", "--bot", "greedy", "--games", "40", "-o", out});
  };
  const std::string best = table.folder / "taking.best", again = table.folder / "again.best";
  const Answer answer = tune(best);
  INFO(answer.out << answer.err);
  REQUIRE(answer.status == 0);
  CHECK(tells(answer.out, "best: alphabeta\n"));
  CHECK(tells(answer.out, "alphabeta:12 against random: "));
  CHECK(tells(answer.out, "greedy against alphabeta:12: "));
  const std::string text = read_file(best);
  CHECK(text.find("glint best 1\ngame taking\nrules ") == 0);
  CHECK(tells(text, "\nbot alphabeta\nmatch alphabeta:12 random games "));
  CHECK(!tells(text, "games 40 "));  // each match ended when it was sure
  tune(again);
  CHECK(read_file(again) == text);
  const auto played = [&](const std::string& game) {
    return glint::cli::glint({"play", game, "--seat", "*=best:3", "--quiet", "--json"});
  };
  CHECK(played(table.game).json()["seats"]["sun"] == "alphabeta:3");
  std::string greedy = text;
  table.folder.write("taking.best", greedy.replace(greedy.find("bot alphabeta"), 13, "bot greedy"));
  CHECK(played(table.game).json()["seats"]["sun"] == "greedy");  // takes no budget
  table.folder.write("other.glint", kTakingMatches);
  CHECK(played(table.folder / "other.glint").json()["seats"]["sun"] == "mcts:3");  // as the rules are: no heuristic
  table.folder.write("other.best", text);
  const Answer passed = played(table.folder / "other.glint");  // goes on without it
  CHECK(passed.status == 0);
  CHECK(tells(passed.err, "other.best` is passed over by `best`: it is of another game, of other rules or options\n"));
  CHECK(passed.json()["seats"]["sun"] == "mcts:3");
  // Who asks for better bots names no file, so none is missed.
  const Answer strong = glint::cli::glint({"study", table.folder / "other.glint", "--games", "5", "--strong", "--threads", "1"});
  INFO(strong.err);
  CHECK(strong.status == 0);
  CHECK(!tells(strong.err + strong.out, "passed over"));
  CHECK(tells(glint::cli::glint({"tune", "the_beam"}).err, "needs a game of two opponents"));
  CHECK(tells(glint::cli::glint({"tune", table.game, "--bot", "nobody"}).err, "there is no bot `nobody`"));
}

TEST_CASE("tune: best takes part as the bot that it is, and a file that is no bot is kept", "[tune]") {
  const Table table;
  const std::string out = table.folder / "b";
  const Answer answer = glint::cli::glint({"tune", table.game, "--bot", "random", "--bot", "best:9", "--games", "4", "-o", out});
  INFO(answer.out << answer.err);
  CHECK(tells(answer.out, "mcts:9 against random: "));
  const Answer refused = glint::cli::glint({"tune", table.game, "--bot", "random", "-o", table.game});
  CHECK(refused.status == 2);
  CHECK(tells(refused.err, "is not a file of `glint tune`, so it is not overwritten"));
  CHECK(read_file(table.game) == kTakingMatches);
  // The values in the program take part, as those beside a script do.
  CHECK(tells(glint::cli::glint({"tune", "boundary_in_rounds", "--bot", "random", "--bot", "learned:1", "--games", "2", "-o", out,
                                 "--budget", "1s"}).out, "learned:1 against random: "));
}

TEST_CASE("tune: a bot that is alone is best, and that is said", "[tune]") {
  const Table table;
  const Answer answer = glint::cli::glint({"tune", table.game, "--bot", "greedy", "-o", table.folder / "alone.best"});
  INFO(answer.out << answer.err);
  CHECK(tells(answer.out, "best: greedy, as no other bot took part\n"));
}

TEST_CASE("tune: what was played before an error is told", "[tune]") {
  const Table table;
  std::string failing = kTakingMatches;
  const std::string guard = "  require size <= left\n";
  failing.erase(failing.find(guard), guard.size());  // below 0 there are no matches
  const std::string script = table.folder.write("failing.glint", failing), out = table.folder / "failing.best";
  const Answer answer = glint::cli::glint({"tune", script, "--bot", "random", "--bot", "greedy", "--games", "1000"});
  INFO(answer.out << answer.err);
  CHECK(answer.status == 1);
  CHECK(tells(answer.out, "greedy against random: "));
  CHECK(!tells(answer.out, "best: "));
  CHECK(read_file(out).empty());
}
