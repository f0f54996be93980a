// What the commands answer: list, check, test, show, trace, moves, perft, bench.
#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include <nlohmann/json.hpp>

#include "interpreter/cli/files/files.hpp"
#include "lang/source/text.hpp"
#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/scale.hpp"

namespace glint::cli {
namespace {

const std::vector<std::string> kCommands = {"list",  "play",  "replay", "solve",   "new",   "check", "test",
                                            "explain", "fmt",  "show",  "trace",  "moves",   "eval",  "study", "compare",
                                            "diff",  "explore", "bench",  "perft"};

TEST_CASE("cli: help of glint is one screen of commands in groups") {
  const std::string all = glint({"--help"}).out;
  std::size_t at = 0;
  for (const char* part : {"\nPlay ", "\n  play ", "\nWrite ", "\n  check ", "\nMeasure ", "\n  study ", "\nEngine ",
                           "\n  bench ", "\nExit status: "}) {
    INFO(part);
    at = all.find(part, at);
    REQUIRE(at != std::string::npos);
  }
  CHECK(std::count(all.begin(), all.end(), '\n') <= 40);
  for (const std::string_view line : lang::lines_of(all)) CHECK(line.size() <= 105);
}

/// The words of a command line, as a shell reads them, without its comment.
std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  std::string word;
  bool quoted = false, is_word = false;
  for (const char c : line.substr(0, line.find("  #"))) {
    if (c == '\'') {
      quoted = !quoted;
      is_word = true;
    } else if (c == ' ' && !quoted) {
      if (is_word) words.push_back(std::exchange(word, {}));
      is_word = false;
    } else {
      word += c;
      is_word = true;
    }
  }
  if (is_word) words.push_back(word);
  return words;
}

TEST_CASE("cli: the examples in help run") {
  const Folder folder;
  const std::filesystem::path before = std::filesystem::current_path();
  const std::string root = test::source_folder();
  for (const char* name : {"games", "stdlib", "examples"}) std::filesystem::create_symlink(root + "/" + name, folder / name);
  // Seeds give different puzzles, each with one solution.
  folder.write("puzzle.glint",
               "game \"Hidden Goal\"\nuse square\nplayers solver\nboard square(3, 3)\nbeam { }\npiece goal { look \"o\" }\n"
               "move take \"{at}\" { pick at in cells; end when at in goal : me wins }\n"
               "play { draw spot in cells; put goal on spot; turn of solver { choose take }; end : solver loses }\n");
  for (const char* name : {"before.glint", "after.glint"}) folder.write(name, kLamps);
  const auto out_of = [](const std::vector<std::string>& line) { return glint(line).out; };
  folder.write("game.json", out_of({"play", "laser_lawn", "--seat", "*=random", "--max-plies", "3", "--json"}));
  folder.write("position.txt", out_of({"show", "laser_lawn", "--text"}));
  glint({"study", "laser_lawn", "--games", "1", "--out", folder / "lawn.json"});
  folder.write("my_game.glint", kLamps);
  std::filesystem::create_directory(folder / "evening");
  std::filesystem::copy(folder / "game.json", folder / "evening/game.json");
  std::filesystem::current_path(folder / "");
  std::size_t count = 0;
  for (const std::string& command : kCommands) {
    // Measuring may take long, and is stopped then, which is no wrong usage. All else runs to its end.
    const bool is_limited = command == "study" || command == "compare" || command == "solve" || command == "diff" ||
                            command == "bench" || command == "perft" || command == "explore";
    const std::string help = glint({command, "--help"}).out;
    if (command == "new") std::filesystem::remove("my_game.glint");  // it makes this file
    for (const std::string_view line : lang::lines_of(help)) {
      if (!line.starts_with("  glint ")) continue;
      ++count;
      if (is_limited && !test::sampled(count)) continue;
      std::vector<std::string> words = words_of(line.substr(8));
      std::string in = "quit\n";
      for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == "|") {  // the second command reads what the first one prints
          std::vector<std::string> first(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(i));
          in = out_of(first);
          words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(i) + 2);
          break;
        }
        if (words[i] == ">") words.resize(i);
      }
      for (const auto& [pattern, names] : std::map<std::string, std::vector<std::string>>{
               {"games/*.glint", {"games/laser_lawn.glint", "games/boundary.glint"}},
               {"stdlib/*.glint", {"stdlib/hex.glint"}}}) {
        const auto found = std::find(words.begin(), words.end(), pattern);
        if (found != words.end()) words.insert(words.erase(found), names.begin(), names.end());
      }
      if (is_limited) words.insert(words.end(), {"--limit", "seconds=0.2"});
      std::erase(words, "--watch");  // it would not end
      // A position of the game that it is for.
      if (words.size() > 1 && std::find(words.begin(), words.end(), "position.txt") != words.end())
        folder.write("position.txt", out_of({"show", words[1], "--text"}));
      const Answer answer = glint(scaled_words(words), in);
      INFO(line << "\n" << answer.err);
      const bool was_stopped = is_limited && (answer.err.find("G0614") != std::string::npos ||
                                              answer.out.find("the same command goes on") != std::string::npos);
      CHECK((answer.status == 0 || (answer.status == 1 && (command == "diff" || command == "fmt" || was_stopped))));
    }
  }
  std::filesystem::current_path(before);
  CHECK(count > 60);
}

TEST_CASE("cli: help of every command begins with examples") {
  const Answer all = glint({"--help"});
  CHECK(all.status == 0);
  for (const std::string& command : kCommands) {
    INFO(command);
    const Answer help = glint({command, "--help"});
    CHECK(help.status == 0);
    CHECK(help.err.empty());
    CHECK(help.out.rfind(std::string("  glint ") + command, 0) == 0);
    CHECK(all.out.find(std::string("  ") + command + " ") != std::string::npos);
  }
}

TEST_CASE("cli: the cell in the help of trace is lit after the moves in it") {
  const std::string help = glint({"trace", "--help"}).out;
  const auto between = [&](const std::string& before, const std::string& after) {
    const std::size_t begin = help.find(before) + before.size();
    return help.substr(begin, help.find(after, begin) - begin);
  };
  std::string cell = between("--why ", "  #");
  std::erase(cell, '\'');
  const Answer why =
      glint({"trace", between("glint trace ", " "), "--after", between("--after '", "'"), "--why", cell});
  INFO(help << why.out << why.err);
  CHECK(why.status == 0);
  CHECK(why.out.rfind(cell + " shows ", 0) == 0);
}

TEST_CASE("cli: help says what the exit statuses are") {
  for (const auto& line :
       std::vector<std::vector<std::string>>{{"--help"}, {"check", "--help"}, {"replay", "--help"}}) {
    CHECK(glint(line).out.find("Exit status: 0 success; 1 the check failed") != std::string::npos);
  }
}

TEST_CASE("cli: list") {
  const auto json = glint({"list", "--json"}).json();
  std::vector<std::string> names;
  for (const auto& game : json["games"]) names.push_back(game["name"]);
  CHECK(std::count(names.begin(), names.end(), "laser_lawn") == 1);
  CHECK(std::count(names.begin(), names.end(), "boundary") == 1);
  const Answer text = glint({"list"});
  CHECK(text.status == 0);
  CHECK(text.out.find("--set lives=3") != std::string::npos);
  const Folder folder;
  const std::string lamps = folder.write("lamps.glint", kLamps);
  const Answer mine = glint({"list", lamps});
  INFO(mine.err);
  CHECK(mine.status == 0);
  CHECK(mine.out.find("--set most=4  of 2..6  lamps that end the game") != std::string::npos);
  CHECK(mine.out.find("laser_lawn") == std::string::npos);
  CHECK(glint({"list", lamps, "boundary", "--json"}).json()["games"].size() == 2);
  CHECK(glint({"list", "boundry"}).status == 2);
}

TEST_CASE("cli: check says every error once, with its place") {
  Folder folder;
  const std::string good = folder.write("good.glint", kLamps);
  CHECK(glint({"check", good}).status == 0);

  const std::string bad = folder.write("bad.glint", std::string(kLamps) + "\nscore p = lifes\nheuristic p = lampps\n");
  const Answer answer = glint({"check", good, bad, "--json"});
  CHECK(answer.status == 1);
  const auto json = answer.json();
  REQUIRE(json["diagnostics"].size() == 2);
  const auto& first = json["diagnostics"][0];
  for (const char* key : {"code", "severity", "message", "file", "line", "column", "end_line", "end_column", "help"}) {
    CHECK(first.contains(key));
  }
  CHECK(first["severity"] == "error");
  CHECK(first["file"] == bad);
  CHECK(first["column"] == 11);
  CHECK(first["end_column"] == 16);
  CHECK(json["files"][0]["ok"] == true);
  CHECK(json["files"][1]["ok"] == false);

  const Answer text = glint({"check", bad});
  CHECK(text.status == 1);
  CHECK(text.err.find("bad.glint:") != std::string::npos);
  CHECK(text.err.find("^^^^^") != std::string::npos);
}

TEST_CASE("cli: check takes the names of what is bundled, and libraries alone") {
  CHECK(glint({"check", "laser_lawn", "hex", "optics"}).out == "laser_lawn: ok\nhex: ok\noptics: ok\n");
}

TEST_CASE("cli: use finds files in the script's folder and in --path, and nothing outside") {
  Folder folder;
  const std::string library = "library few\nlet few: 0..9 = 3\n";
  folder.write("outside.glint", library);
  folder.write("in/lib/few.glint", library);
  folder.write("added/other.glint", library);
  auto using_ = [&](const std::string& name) {
    std::string text = kLamps;
    text.replace(text.find("use square"), 10, "use square, \"" + name + "\"");
    return folder.write("in/script.glint", text);
  };
  CHECK(glint({"check", using_("lib/few")}).status == 0);
  CHECK(glint({"check", using_("lib/few.glint")}).status == 0);
  CHECK(glint({"check", using_("lib/../lib/few")}).status == 0);
  CHECK(glint({"check", using_("../outside")}).status == 1);
  CHECK(glint({"check", using_(folder / "outside")}).status == 1);
  CHECK(glint({"check", using_("other")}).status == 1);
  CHECK(glint({"check", using_("other"), "--path", folder / "added"}).status == 0);
  std::filesystem::create_symlink(folder / "outside.glint", folder / "in/link.glint");
  CHECK(glint({"check", using_("link")}).status == 1);
}

TEST_CASE("cli: a failed test shows its board as pictures do") {
  Folder folder;
  const std::string path = folder.write("shot.glint", R"(game "Shot"
use square
players sun, moon
board grid(4, 1)
beam { }
piece lamp { emits e; look "L" }
move place "{at}" { pick at in empty; put lamp on at }
play { for round in 0..3 { turn of each player { choose place } } }
test "dark" { put lamp on a1; expect beams.cells == a1 }
test "dark as well" { put lamp on a1; expect beams.cells == {} }
)");
  const Answer failed = glint({"test", path});
  INFO(failed.out << failed.err);
  CHECK(failed.status == 1);
  CHECK(failed.out.find("the position:\n\n\n1    L--------------\n\n     a   b   c   d\n") != std::string::npos);
  CHECK(failed.out.find("sun to move\n") != std::string::npos);
  // Once: the second failure is in the same position.
  CHECK(failed.out.find("the position: the same as before\n", failed.out.find("dark as well")) != std::string::npos);
  CHECK(failed.out.find("L-----") == failed.out.rfind("L-----"));
  CHECK(failed.out.find("play = ") == std::string::npos);
  CHECK(failed.out.find("shot.glint: 2 of 2 tests failed\n") != std::string::npos);
}

TEST_CASE("cli: test") {
  Folder folder;
  const std::string good = folder.write("good.glint", kLamps);
  const Answer passed = glint({"test", good});
  CHECK(passed.status == 0);
  CHECK(passed.out == good + ": 1 test passed\n");

  const std::string bad =
      folder.write("bad.glint", std::string(kLamps) + "\ntest \"wrong\" { expect count(lamp) == 1 }\n");
  const Answer failed = glint({"test", good, bad, "--json"});
  CHECK(failed.status == 1);
  const auto json = failed.json();
  CHECK(json["passed"] == 2);
  CHECK(json["failed"] == 1);
  CHECK(json["files"][1]["tests"][1]["title"] == "wrong");
  CHECK(json["files"][1]["tests"][1]["passed"] == false);
  CHECK(glint({"test", bad}).out.find("1 of 2 tests failed") != std::string::npos);
}

TEST_CASE("cli: test --watch checks and tests until its time is over") {
  const Folder folder;
  const std::string file = folder.write("watched.glint", kLamps);
  const Answer good = glint({"test", file, "--watch", "--limit", "seconds=3"});
  CHECK(good.status == 0);
  CHECK(good.err.empty());
  CHECK(good.out == file + ": 1 test passed\n\nwaiting for the next save; Ctrl-C ends\n");
  folder.write("watched.glint", std::string(kLamps) + "let a = wrogn\n");
  const Answer bad = glint({"test", file, "--watch", "--limit", "seconds=1"});
  CHECK(bad.status == 1);
  CHECK(bad.err.find("wrogn") != std::string::npos);
  CHECK(glint({"test", file, "--watch", "--json"}).status == 2);
  CHECK(glint({"test", "laser_lawn", "--watch"}).status == 2);
  CHECK(glint({"test", "-", "--watch"}).status == 2);
  CHECK(glint({"test", folder / "nothing.glint", "--watch"}).status == 2);
}

TEST_CASE("cli: watched files are a script and all scripts beside it") {
  const Folder folder;
  const std::string file = folder.write("watched.glint", "game \"A\"\n");
  Stamps last = stamps_of({file}, {});
  const auto changed = [&] {
    const Stamps before = std::exchange(last, stamps_of({file}, {}));
    return before != last;
  };
  CHECK_FALSE(changed());
  folder.write("lamps.glint", "library lamps\n");
  CHECK(changed());
  CHECK_FALSE(changed());
  folder.write("watched.glint", "game \"Another\"\n");
  CHECK(changed());
  folder.write("notes.txt", "no script");
  CHECK_FALSE(changed());
  std::filesystem::remove(file);
  CHECK(changed());
  CHECK_FALSE(changed());
}

TEST_CASE("cli: show draws a position, and its text reads back") {
  const std::vector<std::string> lawn = {"show",      "laser_lawn", "--draw",
                                         "mover=sun", "--after",    "C4 ne blue; D5 w red"};
  auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), lawn.begin(), lawn.end());
    return more;
  };
  const Answer text = glint(lawn);
  CHECK(text.status == 0);
  CHECK(text.out.find("sun to move") != std::string::npos);
  CHECK(text.out.find("colour to place: red") != std::string::npos);
  CHECK(text.out.find("last move") == std::string::npos);
  const Answer key = glint(with({"--key"}));
  CHECK(key.out.find("C4:rne") != std::string::npos);  // a cell keeps its name where an emitter stands
  CHECK(key.out.find("\nrne: a red emitter facing ne   bw: a blue emitter facing w\n") != std::string::npos);
  CHECK(key.out.find("\nlast move, moon: D5 w red\n") != std::string::npos);
  const Answer both = glint({"show", "beams_boosters_barriers", "--key", "--after", "P S A2; P S C4"});
  CHECK(both.out.find("\nlast move, south: P S A2; north: P S C4\n") != std::string::npos);

  const Answer position = glint(with({"--text"}));
  const Answer again = glint({"show", "laser_lawn", "--at", "-", "--text"}, position.out);
  CHECK(again.status == 0);
  CHECK(again.out == position.out);

  const auto json = glint(with({"--json"})).json();
  CHECK(json["position"] == position.out);
  CHECK(json["to_move"] == "sun");
  CHECK(json["variables"]["named"] == "red");
  CHECK(json["cells"].size() == 37);
  CHECK(json["light"]["B4"]["colour"] == nlohmann::json::parse(R"(["red"])"));
}

TEST_CASE("cli: show --svg writes a picture") {
  Folder folder;
  CHECK(glint({"show", "boundary", "--svg", folder / "board.svg"}).out.empty());
  CHECK(read_file(folder / "board.svg").rfind("<svg", 0) == 0);
  CHECK(glint({"show", "boundary", "--svg", "-"}).out == read_file(folder / "board.svg"));
  CHECK(glint({"show", "boundary", "--svg", folder / "no/such/folder.svg"}).status == 2);
}

TEST_CASE("cli: trace follows beams and explains light") {
  Folder folder;
  const std::string lamps = folder.write("lamps.glint", kLamps);
  const std::vector<std::string> two = {"trace", lamps, "--after", "a2 e red; c2 n blue; c1 n red"};
  auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), two.begin(), two.end());
    return more;
  };
  CHECK(glint(two).out ==
        "a2: (red) a2 -e-> b2 -e-> stops at c2\n"
        "c2: (blue) c2 -n-> c3 -n-> off the board\n"
        "c1: (red) c1 -n-> stops at c2\n");
  const auto json = glint(with({"--source", "a2", "--json"})).json();
  CHECK(json == nlohmann::json::parse(R"({"beams": [{"source": "a2", "path": [
      {"cell": "a2", "way": "e", "payload": {"colour": ["red"]}}, {"cell": "b2", "way": "e", "payload": {"colour": ["red"]}}],
      "branches": [], "end": {"kind": "stopped", "at": "c2"}}],
      "light": {"a2": {"colour": ["red"]}, "b2": {"colour": ["red"]}}})"));
  const Answer why = glint(with({"--why", "b2"}));
  CHECK(why.status == 0);
  CHECK(why.out.find("b2 shows red, by the beam of a2.") == 0);
  CHECK(glint(with({"--why", "b2", "--json"})).json()["beams"].size() == 1);
  CHECK(glint(with({"--why", "z9"})).status == 2);
  CHECK(glint(with({"--source", "b3"})).status == 1);
}

TEST_CASE("cli: trace of the lawn says who lights a cell") {
  const Answer why = glint({"trace", "laser_lawn", "--after", "C4 ne blue; D5 w red", "--why", "C4"});
  CHECK(why.status == 0);
  CHECK(why.out.find("C4 shows ") == 0);
  CHECK(why.out.find("starts going ne") != std::string::npos);
}

TEST_CASE("cli: moves and perft") {
  CHECK(glint({"moves", "boundary", "--json"}).json()["moves"].size() == 42);
  CHECK(glint({"moves", "boundary", "--count"}).out == "42\n");
  CHECK(glint({"moves", "boundary", "--count", "--json"}).json()["count"] == 42);
  CHECK(glint({"moves", "laser_lawn", "--set", "side=3", "--count"}).status == 0);
  CHECK(glint({"perft", "boundary", "--depth", "2", "--json"}).json()["counts"] == nlohmann::json::parse("[42, 1820]"));
  CHECK(glint({"perft", "boundary", "--depth", "2"}).out == "1  42\n2  1820\n");
}

TEST_CASE("cli: perft with all of chance begins at the position that it is given") {
  const Folder folder;
  const std::string path = folder.write("mini.glint", R"(game "Mini"
use square
players ann, bob
board grid(3, 3)
piece stone of player { look "{owner:1}" }
var die: 1..3 = 1
move place "{at}" { pick at in empty & rank(die); put stone on at }
play {
  draw spot in cells
  put stone(owner = ann) on spot
  repeat { turn of each player { draw die in 1..3; choose place else { end : tie } } }
}
)");
  const std::string at =
      folder.write("at.txt", glint({"show", path, "--draw", "spot=a1", "--draw", "die=1", "--text"}).out);
  const auto counts = glint({"perft", path, "--at", at, "--depth", "2", "--chance", "all", "--json"}).json()["counts"];
  CHECK(counts == nlohmann::json({2, 2 * (1 + 3 + 3)}));  // two free cells of the row, then a row that a die says
}

TEST_CASE("cli: bench answers") {
  const auto json = glint({"bench", "boundary", "--seconds", "0.1", "--json"}).json();
  for (const char* key : {"games_per_second", "plies_per_second"}) CHECK(json[key].is_number());
  CHECK(json["plies_per_second"] > 0);
}

}  // namespace
}  // namespace glint::cli
