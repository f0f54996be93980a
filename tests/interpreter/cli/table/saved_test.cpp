// Games that are saved while they are played, gone on with, and played another way.
#include <unistd.h>

#include <fstream>

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"

#include "interpreter/cli/table/session.hpp"
#include "interpreter/game/record/record.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

using nlohmann::json;

json saved(const std::string& path) { return json::parse(read_file(path)); }

/// Commands with this folder as the current one.
class Inside {
 public:
  explicit Inside(const std::string& folder) : before_(std::filesystem::current_path()) {
    std::filesystem::current_path(folder);
  }
  ~Inside() { std::filesystem::current_path(before_); }

 private:
  std::filesystem::path before_;
};

TEST_CASE("saved games: a game that is left goes on where it was", "[table]") {
  Folder folder;
  const std::string lamps = folder.write("lamps.glint", kLamps), file = folder / "evening.json";
  const Answer first = glint({"play", lamps, "--draw", "mover=far", "--save", file}, "a1 e red\nb2 n blue\n");
  CHECK(first.status == 1);  // the input ended, and nothing is lost
  CHECK(first.out.find("The game is saved in " + file + " after every move.") != std::string::npos);
  CHECK(first.out.find("`glint play " + file + "` continues it.") != std::string::npos);
  CHECK(saved(file)["moves"] == json({"a1 e red", "b2 n blue"}));

  const Answer second = glint({"play", file}, "a1 e red\nc3 s red\nundo\nundo\nquit\n");
  INFO(second.out << second.err);
  CHECK(second.status == 0);
  CHECK(second.out.find("Lamps, after 2 moves; saved in " + file) != std::string::npos);
  CHECK(second.out.find("a lamp already stands on a1") != std::string::npos);
  CHECK(second.out.find("3. far: c3 s red") != std::string::npos);
  // What was played before can be taken back, too, and the moves that were taken back stay as a branch.
  CHECK(saved(file)["moves"] == json({"a1 e red"}));
  REQUIRE(saved(file)["branches"].size() == 1);
  CHECK(saved(file)["branches"][0]["from"] == 0);
  CHECK(saved(file)["branches"][0]["at"] == 1);
  CHECK(saved(file)["branches"][0]["moves"] == json({"b2 n blue", "c3 s red"}));
  CHECK(saved(file)["draws"] == json::parse(R"([{"draw": "mover", "value": "far"}])"));

  const Answer third = glint({"play", file}, "a2 e red\na3 e red\nc1 n red\n");
  INFO(third.out << third.err);
  CHECK(third.status == 0);
  CHECK(third.out.find("The game is over: tie.") != std::string::npos);
  CHECK(third.out.find("`glint play " + file + "` shows it.") != std::string::npos);
  CHECK(glint({"replay", file}).status == 0);
  CHECK(glint({"replay", file, "--json"}).json()["plies"] == 4);
}

TEST_CASE("saved games: nothing is written over", "[table]") {
  Folder folder;
  const std::string lamps = folder.write("lamps.glint", kLamps), file = folder.write("mine.json", "precious");
  const Answer refused = glint({"play", lamps, "--save", file}, "a1 e red\nquit\n");
  CHECK(refused.status == 2);
  CHECK(refused.err.find("is not overwritten") != std::string::npos);
  const Answer copied = glint({"play", lamps}, "a1 e red\nsave " + file + "\nquit\n");
  CHECK(copied.status == 0);
  CHECK(copied.out.find("is not overwritten") != std::string::npos);
  CHECK(read_file(file) == "precious");
}

TEST_CASE("saved games: at a terminal each game has a file of its own", "[table]") {
  Folder folder;
  folder.write("lamps.glint", kLamps);
  const Inside inside(folder / "");
  CHECK(at_terminal({"play", "lamps.glint"}, "quit\n").status == 0);
  CHECK_FALSE(exists("lamps.json"));  // nobody has moved
  CHECK(at_terminal({"play", "lamps.glint", "--unsaved"}, "a1 e red\nquit\n").status == 0);
  CHECK_FALSE(exists("lamps.json"));
  const Answer left = at_terminal({"play", "lamps.glint"}, "a1 e red\n");  // Ctrl-D
  CHECK(left.status == 0);
  CHECK(left.out.find("The game is saved in lamps.json; `glint play lamps.json` continues it.") !=
        std::string::npos);
  CHECK(at_terminal({"play", "lamps.glint"}, "b1 e red\nquit\n").status == 0);
  CHECK(saved("lamps.json")["moves"] == json({"a1 e red"}));
  CHECK(saved("lamps-2.json")["moves"] == json({"b1 e red"}));
  CHECK_FALSE(exists("lamps.json.part"));
}

TEST_CASE("saved games: a finished game is opened to look, and stays as it is", "[table]") {
  Folder folder;
  const std::string lamps = folder.write("lamps.glint", kLamps), file = folder / "done.json";
  CHECK(glint({"play", lamps, "--save", file}, "a1 e red\nstop\n").status == 0);
  const std::string before = read_file(file);
  const Answer looked = glint({"play", file}, "a1 e red\nundo\nb1 e red\nquit\n");
  INFO(looked.out << looked.err);
  CHECK(looked.status == 0);
  CHECK(looked.out.find("The game is over; go back into it with `undo` or `go N`.") != std::string::npos);
  CHECK(looked.out.find("2. ") != std::string::npos);
  CHECK(read_file(file) == before);
  CHECK(saved(folder / "done-2.json")["moves"] == json({"a1 e red", "b1 e red"}));
  CHECK(saved(folder / "done-2.json")["branches"][0]["moves"] == json({"stop"}));
}

TEST_CASE("saved games: programs keep their seats", "[table]") {
  Folder folder;
  const std::string lamps = folder.write("lamps.glint", kLamps), file = folder / "game.json";
  const std::vector<std::string> line = {"play", lamps, "--draw", "mover=near", "--seat", "far=random", "--save", file};
  CHECK(glint(line, "a1 e red\nquit\n").status == 0);
  CHECK(saved(file)["seats"] == json::parse(R"({"far": "random"})"));
  CHECK(saved(file)["moves"].size() == 2);
  CHECK(glint({"play", file}, "stop\n").status == 0);
  CHECK(glint({"replay", file}).status == 0);
  CHECK(glint({"play", file, "--seat", "far=human", "--unsaved"}, "").out.find("over") != std::string::npos);
}

TEST_CASE("saved games: a game of programs is saved and gone on with", "[table]") {
  Folder folder;
  const std::string lamps = folder.write("lamps.glint", kLamps), file = folder / "game.json";
  const Answer begun = glint({"play", lamps, "--seat", "*=random", "--quiet", "--max-plies", "2", "--save", file});
  CHECK(begun.status == 0);
  CHECK(begun.out.find("continues it.") != std::string::npos);
  CHECK(saved(file)["moves"].size() == 2);
  CHECK(saved(file)["seats"] == json::parse(R"({"near": "random", "far": "random"})"));
  const Answer ended = glint({"play", file, "--quiet"});
  INFO(ended.out << ended.err);
  CHECK(ended.status == 0);
  CHECK(saved(file)["result"] == "tie");
  CHECK(glint({"replay", file}).status == 0);
  // A record that is printed names the programs, too; printing another one leaves it as it is.
  const std::string line = glint({"play", lamps, "--seat", "*=random", "--max-plies", "2", "--json"}).out;
  const std::string printed = folder.write("printed.json", line);
  CHECK(glint({"play", printed, "--json"}).json()["result"] == "tie");
  CHECK(read_file(printed) == line);
  CHECK(glint({"play", printed}).err.empty());
  CHECK(saved(printed)["result"] == "tie");
}

TEST_CASE("saved games: what is wrong in a record is told with its name", "[table]") {
  Folder folder;
  const std::string lamps = folder.write("lamps.glint", kLamps), file = folder / "game.json";
  glint({"play", lamps, "--draw", "mover=near", "--save", file}, "a1 e red\nquit\n");
  const auto with = [&](const std::string& key, const json& value) {
    json record = saved(file);
    record[key] = value;
    return glint({"play", folder.write("other.json", record.dump())}, "quit\n");
  };
  CHECK(with("seats", json::parse(R"({"near": "genius"})")).err.find("other.json: seats: ") != std::string::npos);
  CHECK(with("position", "x").err.find("other.json: its position, line 1: ") != std::string::npos);
  CHECK(with("draws", json::parse(R"([{"draw": "gone", "value": "x"}])"))
            .err.find("other.json: this game draws no `gone`") != std::string::npos);

  // A branch that cannot begin any more does not keep anybody from going on.
  const Answer branch = with("branches", json::parse(R"([{"from": 0, "at": 0, "moves": ["b1 e red"],
                                        "draws": [{"draw": "gone", "value": "x"}]}])"));
  INFO(branch.out << branch.err);
  CHECK(branch.status == 0);
  CHECK(branch.err.find("warning: branch 1 of the record is left out: this game draws no `gone`") != std::string::npos);
  CHECK(branch.out.find("Lamps, after 1 move") != std::string::npos);
}

TEST_CASE("saved games: a finished game is looked at without an input", "[table]") {
  Folder folder;
  const std::string lamps = folder.write("lamps.glint", kLamps), file = folder / "done.json";
  glint({"play", lamps, "--save", file}, "a1 e red\nstop\n");
  const Answer looked = glint({"play", file});
  CHECK(looked.status == 0);
  CHECK(looked.err.empty());
}

TEST_CASE("saved games: a link is followed, and a file that cannot be kept says what to do", "[table]") {
  Folder folder;
  const std::string lamps = folder.write("lamps.glint", kLamps), file = folder / "game.json",
                    link = folder / "link.json";
  glint({"play", lamps, "--save", file}, "a1 e red\nquit\n");
  std::filesystem::create_symlink(file, link);
  CHECK(glint({"play", link}, "b1 e red\nquit\n").status == 0);
  CHECK(std::filesystem::is_symlink(link));
  CHECK(saved(file)["moves"].size() == 2);
  std::filesystem::permissions(file, std::filesystem::perms{0400});
  if (geteuid() == 0) return;  // who may write anywhere
  for (const std::string& name : {file, link}) {
    const Answer refused = glint({"play", name}, "quit\n");
    CHECK(refused.status == 2);
    CHECK(refused.err.find("`--unsaved` plays without saving, and `--save FILE`") != std::string::npos);
  }
}

TEST_CASE("saved games: chance goes on as it would have", "[table]") {
  Folder folder;
  const std::string dice = folder.write("dice.glint", R"(game "Dice"
use square
players solo
board grid(1, 1)
var die: 0..63 = 0
move roll "roll" { }
play { repeat { draw die in 0..63
  turn of solo { choose roll } } }
)");
  const auto rolls = [](const std::string& path) {
    std::vector<std::string> values;
    const json record = saved(path);
    for (const json& draw : record["draws"]) values.push_back(draw["value"].get<std::string>());
    return values;
  };
  const std::string whole = folder / "whole.json", parts = folder / "parts.json";
  CHECK(glint({"play", dice, "--seed", "7", "--save", whole}, "roll\nroll\nroll\nroll\nquit\n").status == 0);
  CHECK(glint({"play", dice, "--seed", "7", "--save", parts}, "roll\nroll\nquit\n").status == 0);
  CHECK(glint({"play", parts}, "roll\nroll\nquit\n").status == 0);
  CHECK(rolls(whole).size() == 5);
  CHECK(rolls(whole) == rolls(parts));
}

TEST_CASE("saved games: branches are listed, gone to, and carry notes", "[table]") {
  Folder folder;
  const std::string lamps = folder.write("lamps.glint", kLamps), file = folder / "game.json";
  const Answer game = glint({"play", lamps, "--draw", "mover=near", "--save", file},
                            "branches\ngo 1\na1 e red\nnote a quiet beginning\nundo\nb1 e blue\nb2 e blue\nundo\n"
                            "b3 e blue\nnote better\nbranches\ngo 3\ngo 1\nshow\nbranches\nquit\n");
  INFO(game.out << game.err);
  CHECK(game.out.find("There are no branches: no move was taken back.") != std::string::npos);
  CHECK(game.out.find("`go N` goes to the end of a branch; there are none.") != std::string::npos);
  CHECK(game.out.find("  1  after 0 moves: a1 e red  (a quiet beginning)\n  2  after 1 move: b2 e blue\n") !=
        std::string::npos);
  CHECK(game.out.find("`branches` lists them, 1 to 2.") != std::string::npos);
  CHECK(game.out.find("note: a quiet beginning\n") != std::string::npos);
  CHECK(game.out.find("  1  after 0 moves: b1 e blue; b2 e blue\n"
                      "  2  of branch 1, after 1 move: b3 e blue  (better)\n") != std::string::npos);
  const json record = saved(file);
  CHECK(record["moves"] == json({"a1 e red"}));
  CHECK(record["branches"][1]["from"] == 1);
  CHECK(record["branches"][1]["at"] == 1);
  CHECK(record["branches"][1]["moves"] == json({"b3 e blue"}));
  CHECK(record["notes"] == json::parse(R"([{"line": 0, "at": 1, "text": "a quiet beginning"},
                                           {"line": 2, "at": 2, "text": "better"}])"));
  const Answer silent = glint({"play", lamps, "--draw", "mover=near", "--unsaved"}, "show\na1 e red\nshow\nquit\n");
  CHECK(silent.out.find("note:") == std::string::npos);
  // Reading and writing changes nothing.
  CHECK(glint({"play", file}, "quit\n").status == 0);
  CHECK(glint({"play", file}, "go 2\ngo 2\nquit\n").status == 0);
  const Answer again = glint({"play", file, "--unsaved"}, "branches\nquit\n");
  CHECK(again.out.find("(a quiet beginning)") != std::string::npos);
  const auto read = read_record(read_file(file), "game.json");
  REQUIRE(read.ok());
  CHECK(write_record(*read) == read_file(file));
}

TEST_CASE("records: branches and notes that cannot be are refused", "[table]") {
  const auto error = [](const std::string& rest) {
    const auto record = read_record(R"({"glint": 1, "game": "boundary", "moves": ["resign"], )" + rest + "}", "r.json");
    return record.ok() ? "" : record.errors()[0].message;
  };
  CHECK(error(R"("branches": [{"from": 0, "at": 1, "moves": []}])").empty());
  CHECK(error(R"("branches": [{"from": 0, "at": 2, "moves": []}])") == "`at` of the record is 2, but can be at most 1");
  CHECK(error(R"("branches": [{"from": 1, "moves": []}])") == "`from` of the record is 1, but can be at most 0");
  CHECK(error(R"("branches": [7])") == "a branch of the record is not an object");
  CHECK(error(R"("branches": [{"moves": ["a"], "times": [1, 2]}])") ==
        "a branch of the record has 1 moves and 2 times");
  CHECK(error(R"("notes": [{"line": 1, "at": 0, "text": ""}])") == "`line` of the record is 1, but can be at most 0");
  CHECK(error(R"("notes": [{"at": 1}])") == "the record has no `text`");
}

/// Two bids are made together.
const char* const kBids = R"(game "Bids"
use square
players sun, moon
board grid(1, 1)
var bid[player]: 0..5 = 0
move offer "bid {size}" { pick size in 0..5
  bid[me] = size }
play { repeat { together { choose offer } } }
)";

TEST_CASE("saved games: a choice that is still secret is not in the list of branches", "[table][secrets]") {
  Folder folder;
  const std::string path = folder.write("bids.glint", kBids);
  const Answer two = glint({"play", path}, "bid 5\nundo\nbid 3\nundo\nbid 2\nbranches\nquit\n");
  INFO(two.out << two.err);
  CHECK(two.out.find("after 0 moves: ...") != std::string::npos);
  CHECK(two.out.find("bid 5") == std::string::npos);
}

TEST_CASE("saved games: a choice that is still secret is in no file", "[table][secrets]") {
  Folder folder;
  const std::string path = folder.write("bids.glint", kBids);
  const std::string one = folder / "one.json", two = folder / "two.json", three = folder / "three.json";
  const Answer game = glint({"play", path, "--save", folder / "game.json", "--json"},
                            "bid 5\nundo\nbid 4\nnote a secret\nsave " + one + "\nbid 1\nsave " + two +
                                "\nundo\nsave " + three + "\nbid 2\nbid 3\nquit\n");
  INFO(game.out << game.err);
  const auto saved = [](const std::string& file) { return nlohmann::json::parse(read_file(file)); };
  CHECK(saved(one)["moves"].empty());
  CHECK_FALSE(saved(one).contains("branches"));
  CHECK_FALSE(saved(one).contains("notes"));
  CHECK(saved(two)["moves"] == std::vector<std::string>{"bid 4", "bid 1"});
  CHECK_FALSE(saved(two).contains("branches"));  // nobody has answered 5
  CHECK(saved(two)["notes"][0]["text"] == "a secret");
  CHECK(saved(three)["moves"] == std::vector<std::string>{"bid 4"});  // all have seen it
  CHECK(saved(three)["branches"][0]["moves"] == std::vector<std::string>{"bid 1"});
  CHECK(saved(folder / "game.json")["moves"] == std::vector<std::string>{"bid 4", "bid 2"});  // without the last 3
  CHECK(read_record(game.out, "game").ok());
}

TEST_CASE("saved games: with a clock, branches keep their times", "[table]") {
  Folder folder;
  const std::string lamps = folder.write("lamps.glint", kLamps), file = folder / "game.json";
  CHECK(glint({"play", lamps, "--save", file}, "a1 e red\nb1 e red\nundo\nc1 e red\nquit\n").status == 0);
  CHECK(saved(file)["times"].size() == 2);
  CHECK(saved(file)["branches"][0]["times"].size() == 1);
  CHECK(glint({"play", file}, "quit\n").status == 0);
  CHECK(saved(file)["branches"][0]["times"].size() == 1);
  CHECK(glint({"replay", file, "--json"}).json()["legal"] == true);
}

TEST_CASE("saved games: notes of players stay theirs when the game goes on", "[table]") {
  Folder folder;
  const std::string lamps = folder.write("lamps.glint", kLamps), file = folder / "game.json";
  CHECK(glint({"play", lamps, "--save", file}, "a1 e red\nnote mine\nquit\n").status == 0);
  nlohmann::json record = saved(file);
  const nlohmann::json theirs = {{"line", 0}, {"at", 1}, {"text", "why there?"}, {"seat", "near"}};
  record["notes"].insert(record["notes"].begin(), theirs);
  std::ofstream(file) << record.dump();
  const Answer shown = glint({"play", file}, "note another\nshow\nquit\n");
  CHECK(shown.out.find("note: near: why there?; another\n") != std::string::npos);
  CHECK(saved(file)["notes"] == nlohmann::json{theirs, {{"line", 0}, {"at", 1}, {"text", "another"}}});
}

TEST_CASE("records: an option with another name, a script in another folder", "[table]") {
  Folder folder;
  folder.write("scripts/lamps.glint", kLamps);
  const std::string record = R"({"glint": 1, "game": "lamps.glint", "options": {"mots": "2"}, "moves": ["a1 e red"],)"
                             R"( "draws": [{"draw": "mover", "value": "near"}]})";
  const std::string file = folder.write("old.json", record);
  const Answer lost = glint({"replay", file});
  CHECK(lost.status == 2);
  CHECK(lost.err.find("name its folder with `--path FOLDER`") != std::string::npos);
  const Answer found = glint({"replay", file, "--path", folder / "scripts", "--json"});
  INFO(found.out << found.err);
  CHECK(found.json()["plies"] == 1);
  CHECK(found.err.find("warning: the game has no option `mots` any more; the record's value, `2`, is left out") == 0);
  CHECK(found.err.find("say `--set most=2`") != std::string::npos);
  std::string many;
  for (int i = 0; i < 30; ++i) many += (i ? ", \"o" : "\"o") + std::to_string(i) + "\": \"2\"";
  std::string other = record;
  other.replace(other.find(R"("mots": "2")"), 11, many);
  const Answer all_lost = glint({"replay", folder.write("many.json", other), "--path", folder / "scripts"});
  CHECK(all_lost.err.find("warning: 20 more values of the record, for which the game has no option, are left out") != std::string::npos);
  CHECK(lang::lines_of(all_lost.err).size() < 40);
  const Answer gone_on =
      glint({"play", file, "--path", folder / "scripts", "--set", "most=2", "--unsaved"}, "b1 e red\n");
  CHECK(gone_on.status == 0);
  CHECK(gone_on.out.find("The game is over: tie.") != std::string::npos);
}

TEST_CASE("saved games: the folders that a script was found in are part of the command that goes on", "[table]") {
  Folder folder;
  folder.write("parts/slow.glint", "variant \"Slow\" of boundary\noption balance = all\n");
  const std::string game = folder.write("v.glint", "variant \"V\" of boundary with slow\n");
  const std::string parts = folder / "parts", file = folder / "v.json";
  const Answer first = glint({"play", game, "--path", parts, "--save", file, "--quiet"}, "(c3-a3)(a1-c3)\nquit\n");
  INFO(first.out << first.err);
  CHECK(first.out.find("`glint play " + file + " --path " + parts + "` continues it.") != std::string::npos);
  CHECK(first.out.find("v.json;\n`glint play ") != std::string::npos);  // no word of it is broken at the end of a line
  CHECK(glint({"play", file, "--path", parts, "--quiet"}, "quit\n").status == 0);
}

TEST_CASE("cli: a name without its ending", "[table]") {
  Folder folder;
  folder.write("lamps.glint", kLamps);
  const Inside inside(folder / "");
  for (const std::string command : {"play", "show", "check", "test"}) {
    const Answer answer = glint({command, "lamps"});
    CHECK(answer.status == 2);
    CHECK(answer.err.find("did you mean the file `lamps.glint`?") != std::string::npos);
    for (const std::string near : {"lapms", "lapms.glint", "Lamps.glint"})
      CHECK(glint({command, near}).err.find("did you mean the file `lamps.glint`?") != std::string::npos);
    CHECK(glint({command, "nowhere/lapms.glint"}).err.find("did you mean") == std::string::npos);
  }
}

}  // namespace

TEST_CASE("records: branches begin with a bounded number of moves of other lines", "[table]") {
  const auto error_of = [](int branches) {
    std::string record = R"({"glint": 1, "game": "laser_lawn", "moves": [)";
    for (int i = 0; i < 2000; ++i) record += i ? ", \"a\"" : "\"a\"";
    record += "], \"branches\": [";
    for (int i = 0; i < branches; ++i) record += std::string(i ? "," : "") + R"({"from": 0, "at": 2000, "moves": []})";
    const Result<Record> read = read_record(record + "]}", "r.json");
    return read ? std::string() : read.errors()[0].message;
  };
  CHECK(error_of(1000) == "");
  CHECK(error_of(1001) == "the branches of the record begin with more than 2000000 moves of other lines");
}

TEST_CASE("records: branches that begin with nothing of a long line take no room for it", "[table]") {
  Folder folder;
  folder.write("long.glint", "game \"Long\"\nuse square\nplayers sun\nboard grid(1, 1)\nvar turn: 0..1 = 0\n"
                             "move go \"go\" { turn = 1 - turn }\nplay { repeat { turn of sun { choose go } } }\n");
  std::string record = R"({"glint": 1, "game": "long.glint", "moves": [)";
  for (int i = 0; i < 20'000; ++i) record += i ? ", \"go\"" : "\"go\"";
  record += "], \"branches\": [";
  for (int i = 0; i < 3'000; ++i) record += std::string(i ? "," : "") + R"({"from": 0, "at": 0, "moves": ["b"]})";
  // Each with a copy of the line, they would take 3 GB.
  const Answer answer = glint({"play", folder.write("r.json", record + "]}"), "--unsaved", "--quiet"}, "quit\n");
  CHECK(answer.err.find("branch 3000 of the record can be played up to move 0 only") != std::string::npos);
}

// With the library's way to look at values while it makes them this takes hours.
TEST_CASE("records: a million objects in a list are read in one walk", "[table]") {
  std::string record = R"({"glint": 1, "game": "laser_lawn", "moves": [], "branches": [)";
  for (int i = 0; i < 1'000'000; ++i) record += i ? ",{}" : "{}";
  const Result<Record> read = read_record(record + "]}", "r.json");
  REQUIRE_FALSE(read.ok());
  CHECK(read.errors()[0].message == "the record has no `moves`");  // in the first branch
}

}  // namespace glint::cli
