// Bad input: one clear error, the right exit status, and with --json an object; whatever the command.
#include <sys/stat.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"

namespace glint::cli {
namespace {

std::size_t errors_in(const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find("error", at)) != std::string::npos; ++at) {
    count += (at == 0 || text[at - 1] == '\n') && (text[at + 5] == ':' || text[at + 5] == '[');
  }
  return count;
}

/// What each command is given besides the file.
const std::vector<std::vector<std::string>> kReaders = {
    {"check"}, {"test"},  {"show"}, {"trace"}, {"moves"}, {"play", "--seat", "*=random"}, {"perft", "--depth", "1"},
    {"solve"}, {"bench"}};

Answer give(std::vector<std::string> command, const std::string& file, bool json = false) {
  command.insert(command.begin() + 1, file);
  if (json) command.push_back("--json");
  return glint(command);
}

TEST_CASE("errors: types of other languages are told what to write here") {
  const Folder folder;
  const auto told = [&](const std::string& type) {
    return glint({"check", folder.write("a.glint", "game \"A\"\nuse square\nplayers sun, moon\nboard square(3, 3)\nvar x: " + type +
                                                       " = 0\nmove pass \"pass\" { }\nplay { repeat { turn of each player { choose pass } } }\n")})
        .err;
  };
  const std::string number = "write `0..99`", flag = "use `flag`", text = "there is no text type";
  const auto tells = [&](const std::string& type, const std::string& what) {
    const std::string error = told(type);
    INFO(error);
    for (const std::string& each : {number, flag, text}) CHECK((error.find(each) != std::string::npos) == (each == what));
  };
  for (const char* type : {"int", "integer", "number", "uint"}) tells(type, number);
  for (const char* type : {"bool", "boolean"}) tells(type, flag);
  for (const char* type : {"string", "text"}) tells(type, text);
  tells("colour", "nothing of these");
}

TEST_CASE("cli: files that cannot be read") {
  Folder folder;
  std::vector<std::vector<std::string>> commands = kReaders;
  commands.push_back({"replay"});
  for (const auto& command : commands) {
    for (const std::string& file : {folder / "missing.glint", folder / "."}) {
      INFO(command[0] << " " << file);
      const Answer answer = give(command, file);
      CHECK(answer.status == 2);
      CHECK(answer.out.empty());
      CHECK(errors_in(answer.err) == 1);
      const Answer json = give(command, file, true);
      CHECK(json.status == 2);
      const auto data = json.json();
      CHECK((data.contains("error") || data.contains("diagnostics") || data.contains("files")));
    }
  }
}

TEST_CASE("cli: scripts that are none") {
  Folder folder;
  std::string noise;
  for (int i = 0; i < 5000; ++i) noise += static_cast<char>((i * 7919 + i / 13) % 256);
  const std::vector<std::string> files = {
      folder.write("empty.glint", ""), folder.write("noise.glint", noise),
      folder.write("large.glint", "game \"Large\"\n" + std::string(10 << 20, '#')),
      folder.write("deep.glint", "game \"Deep\"\nlet deep = " + std::string(100000, '(') + "\n")};
  for (const auto& command : kReaders) {
    for (const std::string& file : files) {
      INFO(command[0] << " " << file);
      const Answer answer = give(command, file);
      CHECK(answer.status == 1);
      CHECK(errors_in(answer.err) >= 1);
      CHECK(answer.err.find("bug in Glint") == std::string::npos);
      const Answer json = give(command, file, true);
      CHECK(json.status == 1);
      CHECK_FALSE(json.json().empty());
    }
  }
}

TEST_CASE("cli: of many errors the first are told, and how many there are") {
  std::string script = kLamps;
  for (int i = 0; i < 150; ++i) script += "let wrong_" + std::to_string(i) + " = nothing_" + std::to_string(i) + "\n";
  for (const char* command : {"check", "show", "test"}) {
    const Answer answer = glint({command, "-"}, script);
    CHECK(answer.status == 1);
    CHECK(errors_in(answer.err) == 100);
    CHECK(answer.err.find("and 51 more errors") != std::string::npos);
  }
  CHECK(glint({"check", "-", "--json"}, script).json()["diagnostics"].size() == 100);
}

TEST_CASE("cli: one file that cannot be read does not hide the others") {
  Folder folder;
  const std::string good = folder.write("good.glint", kLamps);
  const Answer checked = glint({"check", folder / "missing.glint", good});
  CHECK(checked.status == 2);
  CHECK(checked.out == good + ": ok\n");
  const Answer tested = glint({"test", folder / "missing.glint", good});
  CHECK(tested.status == 2);
  CHECK(tested.out == good + ": 1 test passed\n");
}

TEST_CASE("cli: wrong usage") {
  const std::vector<std::vector<std::string>> lines = {
      {},
      {"shwo", "boundary"},
      {"--nonsense"},
      {"show"},
      {"show", "boundary", "--nonsense"},
      {"show", "boundary", "extra"},
      {"show", "boundry"},
      {"show", "boundary", "--set", "balance"},
      {"show", "boundary", "--set", "balance=mine"},
      {"show", "boundary", "--set", "balanse=own"},
      {"show", "boundary", "--seed", "many"},
      {"show", "boundary", "--seed", "-1"},
      {"show", "laser_lawn", "--draw", "mover=stone"},
      {"show", "laser_lawn", "--draw", "nobody=sun"},
      {"show", "boundary", "--after", "(a1-a9)"},
      {"show", "boundary", "--after", "resign; resign"},
      {"show", "boundary", "--at", "/no/such/file"},
      {"trace", "laser_lawn", "--why", "Z9"},
      {"perft", "boundary"},
      {"perft", "boundary", "--depth", "0"},
      {"perft", "boundary", "--depth", "two"},
      {"play", "boundary", "--max-plies", "-1"},
      {"bench", "boundary", "--games", "1", "--threads", "0"},
      {"bench", "boundary", "--games", "1", "--max-plies", "0"},
      {"diff", "boundary", "boundary", "--threads", "0"},
      {"play", "boundary", "--threads", "0"},
      {"solve", "boundary", "--seeds", "2", "--threads", "0"},
      {"study", "boundary", "--games", "1", "--threads", "0"},
      {"bench", "boundary", "--seconds", "0"},
      {"bench", "boundary", "--seconds", "nan"},
      {"bench", "boundary", "--seconds", "inf"},
      {"bench", "boundary", "--seconds", "-1"},
      {"bench", "boundary", "--seconds", "1e1"},
      {"show", "boundary", "--seed", "18446744073709551616"},
      {"show", "boundary", "--seed", "010"},
      {"show", "boundary", "--seed", "0x10"},
      {"show", "boundary", "--seed", " 1"},
      {"show", "boundary", "--seed", "+5"},
      {"show", "boundary", "--seed", ""},
      {"perft", "boundary", "--depth", "01"},
      {"show", "boundary", "--path", "/no/such/folder"},
      {"check", "boundary", "--path", "/no/such/folder"},
      {"show", "boundary", "--svg", "-", "--text"},
      {"list", "--set", "balance=own"},
  };
  for (auto line : lines) {
    std::string shown;
    for (const std::string& word : line) shown += word + " ";
    INFO(shown);
    const Answer answer = glint(line);
    CHECK(answer.status == 2);
    CHECK(answer.out.empty());
    CHECK_FALSE(answer.err.empty());
    if (line.empty()) continue;
    CHECK(errors_in(answer.err) == 1);
    line.push_back("--json");
    const Answer json = glint(line);
    CHECK(json.status == 2);
    CHECK(json.json()["error"]["message"].is_string());
  }
  CHECK(glint({"show", "boundary", "--svg", "-", "--json"}).status == 2);
  CHECK(glint({"show", "boundary", "--aftre", "x"}).err ==
        "error: `show` has no option `--aftre`\n  help: did you mean `--after`?\n");
  CHECK(glint({"show", "boundary", "x", "y"}).err.find("error: `x` is an extra argument\n") == 0);
  CHECK(glint({"show", "boundary", "--at"}).err.find("error: --at needs a value\n") == 0);
  CHECK(glint({"show", "boundary", "--seed", "1", "--seed", "2"}).err.find("error: --seed is given more than once\n") ==
        0);
  CHECK(glint({"bench", "boundary", "--seconds", "nan"})
            .err.find("--seconds takes a number from 0.01 to 86400, found `nan`") != std::string::npos);
  CHECK(
      glint({"perft", "boundary", "--depth", "x"}).err.find("--depth takes a whole number from 1 to 1000, found `x`") !=
      std::string::npos);
  CHECK(glint({"shwo"}).err.find("did you mean `show`?") != std::string::npos);
  CHECK(glint({"show", "boundry"}).err.find("did you mean `boundary`?") != std::string::npos);
}

TEST_CASE("cli: positions that are none") {
  const std::string board = glint({"show", "boundary", "--text"}).out;
  REQUIRE_FALSE(board.empty());
  const std::vector<std::string> texts = {"nonsense",
                                          std::string("\x00\xff\x01", 3),
                                          std::string(10 << 20, 'x'),
                                          board.substr(0, board.size() / 3),
                                          board + "nobody = 3\n",
                                          board + board};
  for (const std::string& text : texts) {
    INFO(text.substr(0, 200));
    const Answer answer = glint({"show", "boundary", "--at", "-"}, text);
    CHECK(answer.status == 2);
    CHECK(answer.out.empty());
    CHECK(errors_in(answer.err) >= 1);
    CHECK(answer.err.find("bug in Glint") == std::string::npos);
  }
}

TEST_CASE("cli: a position that was cut off is refused, wherever") {
  Folder folder;
  const std::string lamps = folder.write("lamps.glint", kLamps);
  const std::string text = glint({"show", lamps, "--text", "--after", "a1 e red; b2 n blue"}).out;
  REQUIRE(text.size() > 30);
  for (std::size_t size = 0; size + 1 < text.size(); ++size) {
    INFO(text.substr(0, size));
    const Answer answer = glint({"show", lamps, "--at", "-"}, text.substr(0, size));
    CHECK(answer.status == 2);
    CHECK(errors_in(answer.err) == 1);
  }
  CHECK(glint({"show", lamps, "--at", "-", "--text"}, text).out == text);
  CHECK(glint({"show", lamps, "--at", "-"}, ". . .\n. . .\n. . .\n").err.find("is it incomplete?") != std::string::npos);
  CHECK(glint({"show", lamps, "--at", "-"}, ". . .\n. . .\n. . .\nto move = far\n").status == 0);
}

TEST_CASE("cli: records that are none") {
  const std::string record = glint({"play", "boundary", "--seat", "*=random", "--max-plies", "5", "--json"}).out;
  REQUIRE(record.size() > 200);
  const std::vector<std::string> texts = {
      "",
      record.substr(0, record.size() / 2),
      "[]",
      "{}",
      "3",
      "null",
      "\x01\xff",
      std::string(100000, '['),
      R"({"glint": 2, "game": "boundary", "moves": []})",
      R"({"glint": 1, "moves": []})",
      R"({"glint": 1, "game": "boundary"})",
      R"({"glint": 1, "game": "boundary", "moves": [3]})",
      R"({"glint": 1, "game": "boundary", "moves": {}})",
      R"({"glint": 1, "game": "boundary", "moves": [], "draws": {"a": 1}})",
      R"({"glint": 1, "game": "boundary", "moves": [], "seed": -1})",
      R"({"glint": 1, "game": "boundary", "moves": [], "options": {"balance": []}})",
      R"({"glint": 1, "game": "no such game", "moves": []})"};
  for (const std::string& text : texts) {
    INFO(text.substr(0, 200));
    const Answer answer = glint({"replay", "-"}, text);
    CHECK(answer.status == 2);
    CHECK(answer.out.empty());
    CHECK(errors_in(answer.err) == 1);
    CHECK(glint({"replay", "-", "--json"}, text).json()["error"]["message"].is_string());
  }
  CHECK(glint({"replay", "-"}, record.substr(0, record.size() / 2)).err.find("it was cut off") != std::string::npos);
}

TEST_CASE("cli: a setting is for the games that have the option, and wrong where none has it") {
  CHECK(glint({"check", "boundary", "laser_lawn", "--set", "balance=all"}).status == 0);
  CHECK(glint({"test", "boundary", "laser_lawn", "--set", "balance=own"}).status == 0);
  for (const char* command : {"check", "test"}) {
    const Answer unknown = glint({command, "boundary", "laser_lawn", "--set", "balanse=own"});
    CHECK(unknown.status == 2);
    CHECK(errors_in(unknown.err) == 1);
    CHECK(unknown.err.find("did you mean `balance`?") != std::string::npos);
    CHECK(glint({command, "boundary", "--set", "balance=mine"}).status == 2);
    CHECK(glint({command, "boundary", "--set", "side=4"}).status == 2);
  }
  const Answer json = glint({"check", "boundary", "--set", "bogus=1", "--json"});
  CHECK(json.status == 2);
  CHECK(json.json()["diagnostics"].size() == 1);
}

TEST_CASE("cli: what a terminal would obey does not reach it, and what is long is shortened") {
  const std::string evil = "a\x1b[31mb\x07\xff\u202e" + std::string(5000, 'x');
  Folder folder;
  const std::string record = R"({"glint": 1, "game": "boundary", "moves": ["\u001b[31m\u0007"]})";
  const std::vector<std::pair<std::vector<std::string>, std::string>> lines = {
      {{evil}, ""},
      {{"show", evil}, ""},
      {{"show", "boundary", evil}, ""},
      {{"show", "boundary", "--" + evil}, ""},
      {{"show", "boundary", "--seed", evil}, ""},
      {{"show", "boundary", "--set", evil}, ""},
      {{"show", "boundary", "--set", evil + "=1"}, ""},
      {{"show", "boundary", "--set", "balance=" + evil}, ""},
      {{"show", "boundary", "--path", evil}, ""},
      {{"show", "boundary", "--at", evil}, ""},
      {{"show", "boundary", "--after", evil}, ""},
      {{"show", "laser_lawn", "--draw", "mover=" + evil}, ""},
      {{"show", "laser_lawn", "--draw", evil + "=sun"}, ""},
      {{"show", "boundary", "--svg", "/no/folder/" + evil}, ""},
      {{"trace", "laser_lawn", "--why", evil}, ""},
      {{"play", "boundary", "--seat", evil + "=random"}, ""},
      {{"play", "boundary", "--seat", "*=" + evil}, ""},
      {{"show", "boundary", "--at", "-"}, evil},
      {{"show", "boundary", "--at", "-"}, "named = " + evil},
      {{"check", "-"}, evil},
      {{"check", "-"}, "game \"X\"\nlet " + std::string(100000, 'n') + " = 1"},
      {{"replay", "-"}, evil},
      {{"replay", "-"}, record}};
  for (const auto& line : lines) {
    INFO(line.first[0] << " " << line.first.back().substr(0, 20));
    const Answer answer = glint(line.first, line.second);
    CHECK(answer.status != 0);
    CHECK_FALSE(answer.err.empty());
    CHECK(answer.err.size() < 3000);
    CHECK(std::none_of(answer.err.begin(), answer.err.end(),
                       [](unsigned char c) { return (c < 0x20 && c != '\n') || c == 0x7F || c == 0xFF; }));
    CHECK(answer.err.find("\u202e") == std::string::npos);
  }
  CHECK(glint({"a\x1b[0mb"}).err.find("`a\\x1b[0mb`") != std::string::npos);
}

TEST_CASE("cli: what is no regular file is refused, and what is too large is not read") {
  Folder folder;
  const std::string pipe = folder / "pipe.glint";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  std::vector<std::vector<std::string>> commands = kReaders;
  commands.push_back({"replay"});
  for (const auto& command : commands) {
    for (const std::string& file : {pipe, std::string("/dev/null")}) {
      INFO(command[0] << " " << file);
      const Answer answer = give(command, file);
      CHECK(answer.status == 2);
      CHECK(answer.err.find("is not a regular file") != std::string::npos);
    }
  }
  CHECK(glint({"show", "boundary", "--at", pipe}).status == 2);
  const std::string large = folder.write("large", std::string(17 << 20, '['));
  CHECK(glint({"replay", large}).err.find("is larger than 8 MB") != std::string::npos);
  CHECK(glint({"show", "boundary", "--at", large}).err.find("is larger than 16 MB") != std::string::npos);
  CHECK(glint({"check", large}).err.find("error[G0103]: a script has at most 524288 bytes") == 0);
  CHECK(glint({"replay", "-"}, std::string(1 << 20, '[')).err.find("nested too deep") != std::string::npos);
}

TEST_CASE("cli: a record does not make us read what is no script") {
  Folder folder;
  const std::string secret = folder.write("secret.txt", "password");
  const std::string lamps = folder.write("lamps.glint", kLamps);
  for (const std::string& game : {secret, std::string("../../etc/passwd"), std::string("-"), std::string()}) {
    const Answer answer = glint({"replay", "-"}, R"({"glint": 1, "moves": [], "game": ")" + game + "\"}");
    CHECK(answer.status == 2);
    CHECK(answer.err.find("neither a bundled game nor a path to a .glint file") != std::string::npos);
    CHECK(answer.err.find("password") == std::string::npos);
  }
  // A link with the name of a script leads to a script, too.
  std::filesystem::create_symlink(secret, folder / "evil.glint");
  const Answer evil = glint({"replay", "-"}, R"({"glint": 1, "moves": [], "game": ")" + (folder / "evil.glint") + "\"}");
  CHECK(evil.status == 2);
  CHECK(evil.err.find("evil.glint`, a link to something other than a .glint file") != std::string::npos);
  CHECK(evil.err.find("password") == std::string::npos);
  // It is found beside the record, and `--game` may name the script.
  const std::string record = folder.write("r.json", R"({"glint": 1, "game": "lamps.glint", "moves": ["a1 e red"]})");
  CHECK(glint({"replay", record, "--json"}).json()["plies"] == 1);
  CHECK(glint({"replay", "-", "--json", "--game", lamps}, R"({"glint": 1, "game": "-", "moves": ["a1 e red"]})")
            .json()["plies"] == 1);
}

TEST_CASE("cli: errors of a position have the file's name and line, and the input one name") {
  Folder folder;
  const std::string file = folder.write("at.txt", "named = mauve\n");
  CHECK(glint({"show", "laser_lawn", "--at", file}).err ==
        "error[G0701]: " + file + ":1: `mauve` is not a value of `named`\n");
  CHECK(glint({"show", "laser_lawn", "--at", "-"}, "\nnamed = mauve\n").err.find("error[G0701]: <input>:2: ") == 0);
  CHECK(glint({"show", "laser_lawn", "--at", file, "--json"}).json()["error"]["line"] == 1);
  for (const char* command : {"check", "show", "test"})
    CHECK(glint({command, "-"}, "nonsense").err.find("--> <input>:1:1") != std::string::npos);
  CHECK(glint({"replay", "-"}, "").err.find("error: <input>: the record is empty") == 0);
}

TEST_CASE("cli: --limit changes what a script may take") {
  Folder folder;
  const std::string script = folder.write("small.glint", R"(
game "Small"
use square
players sun, moon
board grid(3, 3)
piece stone { look "o" }
move place "{at}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
test "it begins" { expect count(cells) == 9 }
)");
  for (const std::string command : {"check", "test", "moves", "show", "list", "new"}) {
    INFO(command);
    const std::vector<std::string> words = command == "new" ? std::vector<std::string>{command, folder / "variant", "--of", script, "--print"}
                                                            : std::vector<std::string>{command, script};
    const auto limited = [&words](std::initializer_list<std::string> limits) {
      std::vector<std::string> all = words;
      for (const std::string& limit : limits) all.insert(all.end(), {"--limit", limit});
      return glint(all);
    };
    CHECK(limited({"cells=9"}).status == 0);
    const Answer small = limited({"cells=8"});
    CHECK(small.status == 1);
    CHECK(small.err.find("more than 8 cells") != std::string::npos);
    CHECK(limited({"cells=8", "cells=9"}).status == 0);
    CHECK(limited({"seconds=0"}).err.starts_with("error[G0614]"));
  }
  for (const std::string wrong : {"cells", "cell=3", "cells=-1", "cells=1000000001", "9", "=3"}) {
    INFO(wrong);
    const Answer answer = glint({"check", script, "--limit", wrong});
    CHECK(answer.status == 2);
    CHECK(answer.err.find("limit") != std::string::npos);
  }
  CHECK(glint({"check", script, "--limit", "cells=1048577"}).err.starts_with(
      "error: --limit cells takes a whole number from 0 to 1048576, found `1048577`\n"));
  CHECK(glint({"check", script, "--limit", "cells=1048576"}).status == 0);
  CHECK(glint({"check", script, "--limit", "words=1048577"}).status == 0);
  // One is one.
  const std::string plain = "play { repeat { turn of each player";
  const std::string slow = folder.write("slow.glint", [&] {
    std::string text = read_file(script);
    return text.replace(text.find(plain), plain.size(), "setup { for c in cells { put stone on c } }\n" + plain);
  }());
  CHECK(glint({"check", slow, "--limit", "steps=1"}).err.starts_with(
      "error[G0605]: one decision takes more than 1 step to compute"));
  CHECK(glint({"check", slow, "--limit", "steps=2"}).err.starts_with(
      "error[G0605]: one decision takes more than 2 steps to compute"));
  for (const std::string& told : {std::string("labels=1 have more than 1 character"), std::string("words=1 more than 1 word;")}) {
    const std::size_t blank = told.find(' ');
    const Answer answer = glint({"check", script, "--limit", told.substr(0, blank)});
    INFO(answer.err);
    CHECK(answer.err.find(told.substr(blank + 1)) != std::string::npos);
  }
  // Where `--limit N` is a number of the command's own, both can be given.
  CHECK(glint({"test", script, "--explore", "--games", "1", "--limit", "10", "--limit", "cells=9"}).status == 0);
  CHECK(glint({"test", script, "--explore", "--limit", "10", "--limit", "cells=8"}).status == 1);
  // A script that is only laid out has no cells; the work can be stopped, and is, for all files.
  CHECK(glint({"fmt", script, script, "--check", "--limit", "cells=8", "--limit", "seconds=1000"}).status == 1);
  const Answer late = glint({"fmt", script, script, "--json", "--limit", "seconds=0"});
  CHECK(late.status == 1);
  CHECK(late.err.starts_with("error[G0614]"));
  CHECK(late.json()["error"]["code"] == "G0614");
  CHECK(read_file(script).starts_with("\ngame"));
}

TEST_CASE("cli: a board too large to draw says so", "[patient]") {
  Folder folder;
  const std::string wide = folder.write("wide.glint", R"(game "Wide"
use square
players one
board on square4 { cells x in 1..200000, y in 1..1; label "c{x}" }
piece stone { look "o" }
move place "{at}" { pick at in empty; put stone on at }
play { repeat { turn of one { choose place } } }
)");
  for (const auto& line : std::vector<std::vector<std::string>>{
           {"show", wide}, {"show", wide, "--svg", folder / "wide.svg"}, {"trace", wide}, {"show", wide, "--json"}}) {
    const Answer answer = glint(line);
    CHECK(answer.status == 2);
    CHECK(answer.err.find("a board of 200000 cells is too large") != std::string::npos);
  }
  CHECK(glint({"moves", wide, "--count"}).out == "200000\n");
}

TEST_CASE("cli: choices made together, where one takes away what another relies on") {
  const Folder folder;
  const std::string path = folder.write("gone.glint", R"(game "Gone"
use square
players sun, moon
board grid(3, 1)
piece coin { size: 1..3; look "{size}" }
move take "take {at}" { pick at in coin; remove at }
move grow "grow {at}" { pick at in coin; at.size += 1 }
setup { put coin(size = 1) on a1 }
play { repeat { together { choose take or grow } } }
)");
  const Answer answer = glint({"show", path, "--after", "take a1; grow a1"});
  CHECK(answer.status == 1);
  CHECK(answer.err.find("error[G0612]") == 0);
  CHECK(answer.err.find("gone.glint:7:42") != std::string::npos);
  CHECK(glint({"show", path, "--after", "take b1"}).status == 2);
  CHECK(glint({"perft", path, "--depth", "1"}).status == 0);
}

TEST_CASE("cli: moves with commas between them are told how to be separated") {
  const Answer answer = glint({"show", "laser_lawn", "--after", "A1,B2"});
  CHECK(answer.status == 2);
  CHECK(answer.err.find("moves are separated by `;`") != std::string::npos);
}

}  // namespace
}  // namespace glint::cli
