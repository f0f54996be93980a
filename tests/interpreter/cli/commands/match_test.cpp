// Matches against programs: what they are told, what they may answer, and what is said of those that fail.
#include <algorithm>
#include <string>

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/paths.hpp"

namespace {

using glint::cli::Answer;
using glint::cli::Folder;
using glint::cli::read_file;

/// Who takes the last of the matches loses. Whoever leaves 1, 4, 7 or 10 wins.
const std::string kTaking = R"(
game "Taking"
use square
players sun, moon
board grid(1, 1)
var left: 0..12 = 12
move take "take-{size}" {
  pick size in 1..2
  require size <= left
  left -= size
  if left == 0 { end : opponent wins }
}
play { repeat { turn of each player { choose take } } }
)";

/// An engine that always takes one, in the protocol of its first argument, and writes what it hears into its second.
const std::string kEngine = R"(
while read -r line; do
  echo "$line" >> "$2"
  case "$1 $line" in
    "uci uci") echo "id name One"; echo uciok ;;
    "uci isready") echo readyok ;;
    "uci go"*) echo "info depth 1"; echo "bestmove TAKE1 ponder take2" ;;
    "lost go"*) echo "bestmove take9" ;;
    "lost uci") echo uciok ;;
    "lost isready") echo readyok ;;
    "mute uci") sleep 60 ;;
    "gtp genmove"*) printf '= Take1\n\n' ;;
    "gtp nonsense"*) printf '? unknown command\n\n' ;;
    "gtp"*) printf '= \n\n' ;;
  esac
done
)";

struct Table {
  Folder folder;
  const std::string game = folder.write("taking.glint", kTaking), program = folder.write("engine.sh", kEngine),
                    heard = folder / "heard.txt", uci = folder.write("one.uci", "# taking\nprotocol uci\nsend setoption name Matches value 6\ngo depth 3\nreplace -\n"),
                    gtp = folder.write("one.gtp", "protocol gtp\ncolours yellow blue\nreplace -\n");

  Answer match(const std::string& command, const std::string& table, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> line = {"match", game, "--seat", "*=alphabeta:12", "--against", command, "--engine", table, "--games", "4", "--opening", "1"};
    line.insert(line.end(), more.begin(), more.end());
    return glint::cli::glint(line);
  }
  std::string engine(const std::string& protocol) const { return "sh '" + program + "' " + protocol + " '" + heard + "'"; }
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("match: an engine that speaks UCI is told the moves and asked for its own", "[match]") {
  const Table table;
  const Answer answer = table.match(table.engine("uci"), table.uci, {"--json"});
  INFO(answer.err);
  REQUIRE(answer.status == 0);
  CHECK(answer.json()["games"] == 4);
  CHECK(answer.json()["won"].get<int>() + answer.json()["drawn"].get<int>() <= 4);
  const std::string heard = read_file(table.heard);
  CHECK(heard.find("uci\nsetoption name Matches value 6\nisready\nucinewgame\nisready\nposition startpos moves take") == 0);
  CHECK(has(heard, "\ngo depth 3\n"));
  CHECK(has(heard, " take1"));
  CHECK(!has(heard, "take-"));
  // The same seed, the same games; what it may spend can be said otherwise.
  const Answer again = table.match(table.engine("uci"), table.uci, {"--json", "--go", "nodes 5"});
  CHECK(again.out == answer.out);
  CHECK(has(read_file(table.heard), "\ngo nodes 5\n"));
}

TEST_CASE("match: an engine that speaks GTP hears the moves of others by colour, and not its own", "[match]") {
  const Table table;
  const Answer answer = table.match(table.engine("gtp"), table.gtp);
  INFO(answer.err);
  REQUIRE(answer.status == 0);
  CHECK(has(answer.out, "alphabeta:12 against sh "));
  CHECK(has(answer.out, " drawn of 4 ("));
  const std::string heard = read_file(table.heard);
  CHECK(heard.find("protocol_version\nclear_board\nplay yellow take") == 0);
  CHECK(has(heard, "\ngenmove blue\n"));
  CHECK(has(heard, "\ngenmove yellow\n"));
  const auto count = [&](const std::string& part) {
    std::size_t times = 0;
    for (std::size_t at = 0; (at = heard.find(part, at)) != heard.npos; ++at) ++times;
    return times;
  };
  CHECK(count("clear_board") == 4);
  // In each game the first move is of the opening, and then they move in turns: nobody is told his own.
  CHECK(!has(heard, "genmove blue\nplay blue"));
  CHECK(!has(heard, "genmove yellow\nplay yellow"));
}

TEST_CASE("match: an engine that is missing, wrong, or mute is an error that names it", "[match]") {
  const Table table;
  const Answer missing = table.match("no_such_engine_here 2>/dev/null", table.uci);
  CHECK(missing.status == 2);
  CHECK(has(missing.err, "the engine `no_such_engine_here 2>/dev/null` failed at `uci`: there is no such program"));
  CHECK(has(table.match("exit 3", table.uci).err, "it ended with status 3"));
  const Answer wrong = table.match(table.engine("lost"), table.uci);
  CHECK(wrong.status == 1);
  CHECK(has(wrong.err, "failed at `go depth 3`: its answer `bestmove take9` is no legal move after take"));
  const Answer mute = table.match(table.engine("mute"), table.uci, {"--patience", "0.2"});
  CHECK(has(mute.err, "failed at `uci`: it has not answered in time"));
  const std::string refuses = table.folder.write("refuses.gtp", "protocol gtp\nsend nonsense\n");
  CHECK(has(table.match(table.engine("gtp"), refuses).err, "failed at `nonsense`: its answer is `? unknown command`"));
}

TEST_CASE("match: what is wrong in a table, or on the command line", "[match]") {
  const Table table;
  const auto of_table = [&](const std::string& text) {
    const Answer answer = table.match("true", table.folder.write("wrong.uci", text));
    CHECK(answer.status == 2);
    return answer.err;
  };
  CHECK(has(of_table("go depth 1\n"), "does not say which protocol"));
  CHECK(has(of_table("protocol chess\n"), "line 1: protocols are uci and gtp, found `chess`"));
  CHECK(has(of_table("# x\n\nmoves a b\n"), "line 3: `moves` is not known"));
  CHECK(has(of_table("protocol\n"), "line 1: nothing comes after `protocol`"));
  CHECK(has(of_table("protocol gtp\ncolours black\n"), "two colours are needed"));
  const auto error_of = [](std::vector<std::string> line) {
    const Answer answer = glint::cli::glint(line);
    CHECK(answer.status == 2);
    return answer.err;
  };
  CHECK(has(error_of({"match", table.game, "--seat", "*=random"}), "--against"));
  CHECK(has(error_of({"match", table.game, "--seat", "*=random", "--against", "nobody"}), "--against: there is no bot `nobody`"));
  CHECK(has(error_of({"match", table.game, "--seat", "*=random", "--against", "random", "--go", "depth 1"}), "--engine gives none"));
  CHECK(has(error_of({"match", "the_beam", "--seat", "*=random", "--against", "random"}), "needs a game of two opponents"));
  CHECK(has(error_of({"match", "beams_boosters_barriers", "--seat", "*=random", "--against", "true", "--engine", table.uci}), "engines play games whose players take turns"));
}

TEST_CASE("match: two bots, in both seats by turns or in one", "[match]") {
  const Table table;
  const auto of = [&](const std::string& seat) {
    const Answer answer = glint::cli::glint({"match", table.game, "--seat", seat, "--against", "alphabeta:12", "--games", "6", "--opening", "0", "--json"});
    INFO(answer.err);
    REQUIRE(answer.status == 0);
    return answer.json()["won"].get<int>();
  };
  CHECK(of("*=alphabeta:12") == 3);
  CHECK(of("sun=alphabeta:12") == 6);
  CHECK(of("moon=alphabeta:12") == 0);
}

TEST_CASE("tune: the winner of a tournament is what best plays", "[match]") {
  const Table table;
  const auto tune = [&](const std::string& out) {
    return glint::cli::glint({"tune", table.game, "--bot", "random", "--bot", "alphabeta:12", "--bot", "greedy", "--games", "40", "-o", out});
  };
  const std::string best = table.folder / "taking.best", again = table.folder / "again.best";
  const Answer answer = tune(best);
  INFO(answer.out << answer.err);
  REQUIRE(answer.status == 0);
  CHECK(has(answer.out, "best: alphabeta\n"));
  CHECK(has(answer.out, "alphabeta:12 against random: "));
  CHECK(has(answer.out, "greedy against alphabeta:12: "));
  const std::string text = read_file(best);
  CHECK(text.find("glint best 1\ngame taking\nrules ") == 0);
  CHECK(has(text, "\nbot alphabeta\nmatch alphabeta:12 random games "));
  CHECK(!has(text, "games 40 "));  // each match ended when it was sure
  tune(again);
  CHECK(read_file(again) == text);
  const auto played = [&](const std::string& game) {
    return glint::cli::glint({"play", game, "--seat", "*=best:3", "--quiet", "--json"});
  };
  CHECK(played(table.game).json()["seats"]["sun"] == "alphabeta:3");
  table.folder.write("other.glint", kTaking);
  CHECK(played(table.folder / "other.glint").json()["seats"]["sun"] == "mcts:3");  // as the rules are: no heuristic
  table.folder.write("other.best", text);
  const Answer refused = played(table.folder / "other.glint");
  CHECK(refused.status == 2);
  CHECK(has(refused.err, "is of another game, of other rules or options"));
  CHECK(has(glint::cli::glint({"tune", "the_beam"}).err, "needs a game of two opponents"));
  CHECK(has(glint::cli::glint({"tune", table.game, "--bot", "nobody"}).err, "there is no bot `nobody`"));
}
