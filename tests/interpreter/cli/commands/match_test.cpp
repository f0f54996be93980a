// The command `match`: bots against each other, and against programs that speak UCI or GTP: what these are told, what
// they may answer, and what is said of those that fail.
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/interpreter/cli/commands/taking.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/paths.hpp"

namespace {

using glint::cli::Answer;
using glint::cli::Folder;
using glint::cli::read_file;

/// A program that always takes one, in the way of its first argument, and writes what it hears into its second.
const std::string kProgram = R"sh(
echo $$ > "$2.id"
while read -r line; do
  echo "$line" >> "$2"
  case "$1 $line" in
    "deaf "*) exit 3 ;;
    "mute "*) sleep 600 ;;
    "endless "*) while :; do echo info; done ;;
    "late go"*) exit 4 ;;
    *" uci") echo "id name One"; echo uciok ;;
    *" isready") echo readyok ;;
    "lost go"*) echo "bestmove take9" ;;
    *" go "*) echo "info depth 1"; echo "bestmove TAKE1 ponder take2" ;;
    "resigns genmove"*) printf '= Resign\n\n' ;;
    "resigns"*) printf '= \n\n' ;;
    "gtp genmove"*) printf '= Take1\n\n' ;;
    "gtp nonsense"*) printf '? unknown command\n\n' ;;
    "gtp"*) printf '= \n\n' ;;
  esac
done
)sh";

struct MatchTable {
  Folder folder;
  const std::string game = folder.write("taking.glint", kTakingMatches);
  const std::string program = folder.write("one.sh", kProgram), log = folder / "heard";
  const std::string uci = folder.write("one.uci", "# taking\nprotocol uci\nsend setoption name Matches value 6\ngo depth 3\nreplace -\n");
  const std::string gtp = folder.write("one.gtp", "protocol gtp\ncolours yellow blue\nreplace -\n");

  std::string command(const std::string& way) const { return "sh '" + program + "' " + way + " '" + log + "'"; }
  Answer play(const std::string& against, const std::string& table, std::vector<std::string> more = {}) const {
    std::vector<std::string> words = {"match", game, "--seat", "*=alphabeta:12", "--against", against, "--engine", table, "--games", "4", "--opening", "1"};
    words.insert(words.end(), more.begin(), more.end());
    return glint::cli::glint(words);
  }
};

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// True if a process does not run any more, or will not within some seconds. (It may still be listed: `Z`.)
bool is_gone(const std::string& id) {
  const std::string asks = "for i in 1 2 3 4 5 6 7 8 9; do case \"$(ps -o stat= -p " + id + ")\" in ''|Z*) exit 0 ;; esac; sleep 1; done; exit 1";
  return std::system(asks.c_str()) == 0;
}

int times(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++found;
  return found;
}

}  // namespace

TEST_CASE("match: a program that speaks UCI", "[match]") {
  const MatchTable table;
  const Answer answer = table.play(table.command("uci"), table.uci, {"--json"});
  INFO(answer.out << answer.err);
  REQUIRE(answer.status == 0);
  CHECK(answer.json()["games"] == 4);
  CHECK(answer.json()["won"] >= 2);  // it always takes one, and alphabeta sees the end
  const std::string heard = read_file(table.log);
  CHECK(heard.starts_with("uci\nsetoption name Matches value 6\nucinewgame\nisready\nposition startpos moves take"));
  CHECK(times(heard, "ucinewgame") == 4);
  CHECK(says(heard, "\ngo depth 3\n"));
  CHECK(says(heard, " take1"));
  CHECK(!says(heard, "take-"));
  // The same seed, the same games; what it may spend can be said otherwise.
  CHECK(table.play(table.command("uci"), table.uci, {"--json", "--go", "nodes 5"}).out == answer.out);
  CHECK(says(read_file(table.log), "\ngo nodes 5\n"));
  // Where the table does not say it, it has our bot's time.
  const std::string plain = table.folder.write("plain.uci", "protocol uci\nreplace -\n");
  CHECK(glint::cli::glint({"match", table.game, "--seat", "sun=mcts:3ms", "--against", table.command("uci"), "--engine", plain, "--games", "2"}).status == 0);
  CHECK(says(read_file(table.log), "\ngo movetime 3\n"));
}

TEST_CASE("match: a program that speaks GTP", "[match]") {
  const MatchTable table;
  const Answer answer = table.play(table.command("gtp"), table.gtp);
  INFO(answer.out << answer.err);
  REQUIRE(answer.status == 0);
  CHECK(says(answer.out, "alphabeta:12 against sh "));
  CHECK(says(answer.out, " drawn of 4 ("));
  const std::string heard = read_file(table.log);
  CHECK(heard.starts_with("protocol_version\nclear_board\nplay yellow take"));
  CHECK(says(heard, "\ngenmove blue\n"));
  CHECK(says(heard, "\ngenmove yellow\n"));
  CHECK(times(heard, "clear_board") == 4);
  CHECK(!says(heard, "genmove blue\nplay blue"));  // nobody is told his own move
  CHECK(!says(heard, "genmove yellow\nplay yellow"));
}

TEST_CASE("match: a program that resigns has lost", "[match]") {
  const MatchTable table;
  const Answer answer = table.play(table.command("resigns"), table.gtp, {"--json", "-o", table.folder / "g"});
  INFO(answer.out << answer.err);
  REQUIRE(answer.status == 0);
  CHECK(answer.json()["won"] == 4);
  // The game has no end of its own, so its record has no result.
  const nlohmann::json record = nlohmann::json::parse(read_file(table.folder / "g-1.json"));
  CHECK(record["moves"].size() == 1);
  CHECK(record["result"].is_null());
  // UCI has no such word.
  const std::string program = table.folder.write("gives_up.sh", R"sh(
while read -r line; do
  case "$line" in
    uci) echo uciok ;;
    isready) echo readyok ;;
    go*) echo "bestmove resign" ;;
  esac
done
)sh");
  CHECK(says(table.play("sh '" + program + "'", table.uci).err, "is no legal move"));
}

TEST_CASE("match: records that cannot be written are noticed before the first game", "[match]") {
  const MatchTable table;
  const Answer missing = table.play(table.command("uci"), table.uci, {"-o", table.folder / "none/g"});
  CHECK(missing.status != 0);
  CHECK(says(missing.err, "none/g-1.json"));
  CHECK(missing.out.empty());
  table.folder.write("g-3.json", "{}");
  const Answer taken = table.play(table.command("uci"), table.uci, {"-o", table.folder / "g"});
  CHECK(taken.status == 2);
  CHECK(says(taken.err, "g-3.json` already exists"));
  CHECK(read_file(table.log).empty());  // nobody was started
}

TEST_CASE("match: a program hears of no game after the lead that decides", "[match]") {
  const MatchTable table;
  const Answer answer =
      glint::cli::glint({"match", table.game, "--seat", "sun=alphabeta:12", "--against", table.command("uci"),
                         "--engine", table.uci, "--opening", "0", "--lead", "2", "--json"});
  INFO(answer.out << answer.err);
  REQUIRE(answer.status == 0);
  CHECK(answer.json()["games"] == 2);
  CHECK(times(read_file(table.log), "ucinewgame") == 2);
}

TEST_CASE("match: programs that fail are errors, and end", "[match]") {
  const MatchTable table;
  struct Case {
    std::string command, table;
    std::vector<std::string> more;
    std::string said;
  };
  const std::string refuses = table.folder.write("refuses.gtp", "protocol gtp\nsend nonsense\n");
  const Case cases[] = {
      {"no_such_engine_here 2>/dev/null", table.uci, {}, "failed at `uci`: it "},
      {table.command("deaf"), table.uci, {}, "failed at `uci`: it has ended"},
      {table.command("late"), table.uci, {}, "failed at `go depth 3`: it has ended"},
      {table.command("mute"), table.uci, {"--patience", "0.3"}, "failed at `uci`: it has not answered in time"},
      {table.command("endless"), table.uci, {"--patience", "0.3"}, "failed at `uci`: it has not answered in time"},
      {"yes | tr -d '\\n'", table.uci, {}, "failed at `uci`: its answer has no end"},
      {table.command("mute"), table.uci, {"--limit", "seconds=1"}, ""},
      {table.command("lost"), table.uci, {}, "its answer `bestmove take9` is no legal move after take"},
      {table.command("gtp"), refuses, {}, "failed at `nonsense`: its answer is `? unknown command`"}};
  for (const Case& each : cases) {
    const auto begin = std::chrono::steady_clock::now();
    const Answer answer = table.play(each.command, each.table, each.more);
    INFO(each.command << answer.out << answer.err);
    CHECK(answer.status == 1);
    CHECK(says(answer.err, each.said));
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(30));
    if (!each.command.starts_with("sh ")) continue;
    const std::string id = read_file(table.log + ".id");
    CHECK(is_gone(id.substr(0, id.find('\n'))));
  }
}

TEST_CASE("match: what was played before a program failed is told and kept", "[match]") {
  const MatchTable table;
  const std::string tired = table.folder.write("tired.sh", R"sh(
n=0
while read -r line; do
  case "$line" in
    uci) echo uciok ;;
    isready) n=$((n + 1)); [ $n -lt 3 ] || exit 0; echo readyok ;;
    go*) echo "bestmove take1" ;;
  esac
done
)sh");
  const Answer answer = table.play("sh '" + tired + "'", table.uci, {"-o", table.folder / "games"});
  INFO(answer.out << answer.err);
  CHECK(answer.status == 1);
  CHECK(says(answer.out, " drawn of 2 ("));
  CHECK(says(answer.err, "failed at `isready`: it "));
  for (const char* number : {"1", "2"}) {
    const std::string record = table.folder / ("games-" + std::string(number) + ".json");
    CHECK(nlohmann::json::parse(read_file(record))["seats"].size() == 1);
    CHECK(says(glint::cli::glint({"replay", record}).out, " wins\n"));
  }
  // As data, too; and nothing where nothing was played.
  const Answer data = table.play("sh '" + tired + "'", table.uci, {"--json"});
  CHECK(data.status == 1);
  CHECK(data.json()["games"] == 2);
  CHECK(says(data.json()["error"]["message"], "failed at `isready`: it "));
  CHECK(table.play(table.command("late"), table.uci).out.empty());
}

TEST_CASE("match: bots, in both seats or in one", "[match]") {
  const MatchTable table;
  const auto won = [&](const std::string& seat, std::vector<std::string> more = {}) {
    std::vector<std::string> words = {"match", table.game, "--seat", seat, "--against", "alphabeta:12", "--games", "6", "--opening", "0", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    return glint::cli::glint(words).json();
  };
  // Whoever moves first wins, if both play well: of 12, two are taken, and 10 are left.
  CHECK(won("*=alphabeta:12")["won"] == 3);
  CHECK(won("sun=alphabeta:12")["won"] == 6);
  CHECK(won("moon=alphabeta:12")["won"] == 0);
  CHECK(won("sun=alphabeta:12", {"--lead", "2"})["games"] == 2);
  const auto cut = won("*=alphabeta:12", {"--max-plies", "3"});
  CHECK(cut["drawn"] == 6);
  CHECK(std::abs(static_cast<double>(cut["low"]) - 0.188) < 0.001);
  CHECK(std::abs(static_cast<double>(cut["high"]) - 0.812) < 0.001);
}

TEST_CASE("match: each opening is played in both seats", "[match]") {
  const MatchTable table;
  const std::string games = table.folder / "g";
  const Answer answer = glint::cli::glint({"match", table.game, "--seat", "*=greedy", "--against", "random", "--games", "8", "-o", games});
  INFO(answer.out << answer.err);
  REQUIRE(answer.status == 0);
  std::vector<nlohmann::json> records;
  for (int number = 1; number <= 8; ++number) records.push_back(nlohmann::json::parse(read_file(games + "-" + std::to_string(number) + ".json")));
  const auto opening = [](const nlohmann::json& record) { return std::vector<nlohmann::json>(record["moves"].begin(), record["moves"].begin() + 4); };
  bool differs = false;
  for (std::size_t i = 0; i < records.size(); i += 2) {
    CHECK(opening(records[i]) == opening(records[i + 1]));
    CHECK(records[i]["seats"]["sun"] == "greedy");
    CHECK(records[i + 1]["seats"]["moon"] == "greedy");
    differs |= opening(records[i]) != opening(records[0]);
  }
  CHECK(differs);
}

TEST_CASE("match: wrong tables and wrong usage", "[match]") {
  const MatchTable table;
  for (const auto& [text, said] : std::vector<std::pair<std::string, std::string>>{
           {"go depth 1\n", "has no line `protocol uci`"},
           {"protocol chess\n", "has no line `protocol uci`"},
           {"protocol uci\nmoves a b\n", "the line `moves a b` is not understood"},
           {"protocol uci\nsend\n", "the line `send` is not understood"}}) {
    const Answer answer = table.play("true", table.folder.write("wrong.uci", text));
    CHECK(answer.status == 2);
    CHECK(says(answer.err, "wrong.uci`"));
    CHECK(says(answer.err, said));
  }
  using Words = std::vector<std::string>;
  for (const auto& [line, said] : std::vector<std::pair<Words, std::string>>{
           {{table.game, "--seat", "*=random"}, "--against"},
           {{table.game, "--seat", "*=random", "--against", "nobody"}, "there is no bot `nobody`"},
           {{table.game, "--seat", "star=random", "--against", "random"}, "no seat `star`"},
           {{table.game, "--seat", "*=random", "--against", "random", "--go", "depth 1"}, "--engine gives none"},
           {{"the_beam", "--seat", "*=random", "--against", "random"}, "needs a game of two opponents"},
           {{"beams_boosters_barriers", "--seat", "*=random", "--against", "x", "--engine", table.uci}, "engines play games whose players"}}) {
    Words words = {"match"};
    words.insert(words.end(), line.begin(), line.end());
    const Answer answer = glint::cli::glint(words);
    CHECK(answer.status == 2);
    CHECK(says(answer.err, said));
  }
}

TEST_CASE("match: the tables in the tree", "[match]") {
  const MatchTable table;
  for (const char* name : {"breakthrough.uci", "othello.gtp"}) {
    // A program that ends at once: its table has been read.
    const Answer answer = table.play("exit 0", glint::test::source_folder() + "/examples/engines/" + name);
    CHECK(says(answer.err, "the engine `exit 0` failed at"));
  }
}
