// Bad input: one clear error, the right exit status, and with --json an object; whatever the command.
#include <algorithm>

#include "tests/catch.hpp"
#include "tests/interpreter/cli_run.hpp"

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
    {"check"}, {"test"}, {"show"}, {"trace"}, {"moves"}, {"play", "--seat", "*=random"}, {"perft", "--depth", "1"},
    {"bench"}, {"dump"}};

Answer give(std::vector<std::string> command, const std::string& file, bool json = false) {
  command.insert(command.begin() + 1, file);
  if (json) command.push_back("--json");
  return glint(command);
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
      {"bench", "boundary", "--seconds", "0"},
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
      R"({"glint": 1, "game": "boundary", "moves": [], "options": {"nothing": 1}})",
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

}  // namespace
}  // namespace glint::cli
