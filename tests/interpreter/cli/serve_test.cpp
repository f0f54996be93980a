// glint serve: programs that play, a message a line; and those that send anything else.
#include <sstream>

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/paths.hpp"

namespace glint::cli {
namespace {

using OrderedJson = nlohmann::ordered_json;

/// The answers to these lines.
std::vector<OrderedJson> served(const std::string& input, const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments{"serve"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Answer answer = glint(arguments, input);
  CHECK(answer.status == kDone);
  CHECK(answer.err.empty());
  std::vector<OrderedJson> all;
  std::istringstream in(answer.out);
  for (std::string line; std::getline(in, line);) all.push_back(OrderedJson::parse(line));
  return all;
}

std::string line(const OrderedJson& id, const std::string& method, const OrderedJson& params) {
  return OrderedJson{{"id", id}, {"method", method}, {"params", params}}.dump() + "\n";
}

}  // namespace

TEST_CASE("serve: a game by its name, without a greeting") {
  const OrderedJson at = {{"game", "laser_lawn"}, {"options", {{"side", 4}}}, {"draws", {{"mover", "sun"}}}};
  OrderedJson after = at, refused = at;
  after["moves"] = {"C4 ne blue"};
  refused["moves"] = {"C4 ne blue", "C4 e red"};
  OrderedJson asked = after;
  asked["expression"] = "count(empty)";
  OrderedJson bot = after;
  bot["bot"] = "random";
  const auto answers =
      served(line(1, "glint/moves", at) + line("two", "glint/show", refused) + line(3, "glint/eval", asked) +
             line(4, "glint/advice", bot) + line(5, "glint/advice", bot));
  REQUIRE(answers.size() == 5);
  CHECK(answers[0]["id"] == 1);
  CHECK(answers[0]["result"]["to_move"] == "sun");
  CHECK(answers[0]["result"]["count"] == 540);
  CHECK(answers[0]["result"]["moves"][0]["move"] == "A1 e red");
  CHECK(answers[1]["id"] == "two");
  CHECK(answers[1]["result"]["played"] == 1);
  CHECK(answers[1]["result"]["refused"]["code"] == "G0601");
  CHECK(answers[1]["result"]["refused"]["help"].is_string());
  CHECK(answers[1]["result"]["board"]["outcome"].is_null());
  CHECK(answers[2]["result"]["value"] == 36);
  CHECK(answers[3]["result"]["move"] == answers[4]["result"]["move"]);
}

TEST_CASE("serve: how a game ends, as data") {
  const Folder folder;
  folder.write("lamps.glint", kLamps);
  const OrderedJson at = {{"game", folder / "lamps.glint"}, {"draws", {{"mover", "near"}}}, {"moves", {"stop"}}};
  OrderedJson tie = at;
  tie["options"] = {{"most", 2}};
  tie["moves"] = {"a1 e red", "b1 e red"};
  const auto answers = served(line(1, "glint/show", at) + line(2, "glint/show", tie));
  REQUIRE(answers.size() == 2);
  CHECK(answers[0]["result"]["board"]["outcome"] ==
        OrderedJson{{"kind", "win"}, {"winner", "far"}, {"scores", OrderedJson::array()}});
  CHECK(answers[1]["result"]["board"]["outcome"] ==
        OrderedJson{{"kind", "tie"}, {"winner", nullptr}, {"scores", OrderedJson::array()}});
}

TEST_CASE("serve: errors are answers with a code and help, and end nothing") {
  const std::string long_line = "{\"id\": 1, \"x\": \"" + std::string(100'000, 'x') + "\"\n";
  const auto answers =
      served("this is no JSON\n\n \t\r\n[1, 2]\n{\"id\": 7}\n" + long_line +
             line(1, "glint/mooves", OrderedJson::object()) + line(2, "glint/moves", {{"game", "laser_lwn"}}) +
             line(3, "glint/moves", {{"game", 3}}) + line(4, "glint/moves", OrderedJson::object()) +
             "{\"method\": \"glint/moves\"}\n" + line(5, "glint/eval", {{"game", "boundary"}, {"expression", "1 +"}}) +
             line(6, "glint/eval", {{"game", "boundary"}}) +
             "{\"id\": 8, \"method\": \"glint/moves\", \"params\": {\"game\": \"boundary\"}}");
  REQUIRE(answers.size() == 12);
  const std::vector<std::pair<OrderedJson, int>> expected = {{nullptr, -32700}, {nullptr, -32600}, {nullptr, -32600},
                                                             {nullptr, -32700}, {1, -32601},       {2, -32602},
                                                             {3, -32602},       {4, -32602},       {nullptr, -32600}};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    INFO(answers[i].dump());
    CHECK(answers[i]["id"] == expected[i].first);
    CHECK(answers[i]["error"]["code"] == expected[i].second);
    CHECK(!answers[i]["error"]["data"]["help"].get<std::string>().empty());
  }
  CHECK(answers[5]["error"]["data"]["help"] == "did you mean `laser_lawn`?");
  CHECK(answers[9]["result"]["errors"][0]["code"].is_string());
  CHECK(answers[10]["error"]["code"] == -32602);
  CHECK(answers[11]["result"]["count"].get<int>() > 0);  // the last line needs no end
}

TEST_CASE("serve: a line that is too long is one error, and the next line is read") {
  constexpr std::size_t kMostBytes = std::size_t{64} << 20;
  const std::string asked = line(2, "glint/moves", {{"game", "laser_lawn"}, {"most", 1}});
  std::string longer = asked;  // blanks in front of the last brace, which is one byte too much
  longer.insert(asked.size() - 2, kMostBytes + 1 - (asked.size() - 1), ' ');
  const auto answers = served(longer + asked, {"--limit", "seconds=600"});
  REQUIRE(answers.size() == 2);
  CHECK(answers[0]["error"]["code"] == -32700);
  CHECK(answers[1]["result"]["count"].get<int>() > 0);
}

TEST_CASE("serve: a game that is named by its file is the open document, with its version") {
  const Folder folder;
  folder.write("lamps.glint", kLamps);
  const std::string path = folder / "lamps.glint", uri = "file://" + path;
  std::string changed = kLamps;
  changed.replace(changed.find("\"Lamps\""), 7, "\"Other\"");
  const OrderedJson document = {{"uri", uri}, {"languageId", "glint"}, {"version", 7}, {"text", changed}};
  const auto answers =
      served(OrderedJson{{"method", "textDocument/didOpen"}, {"params", {{"textDocument", document}}}}.dump() + "\n" +
             line(1, "glint/show", {{"game", path}, {"picture", false}}) +
             line(2, "glint/show", {{"textDocument", {{"uri", uri}}}, {"picture", false}}));
  REQUIRE(answers.size() == 3);
  CHECK(answers[0]["method"] == "textDocument/publishDiagnostics");
  for (const std::size_t asked : {1, 2}) {
    CHECK(answers[asked]["result"]["version"] == 7);
    CHECK(answers[asked]["result"]["board"]["title"] == "Other");
  }
}

TEST_CASE("serve: a field that holds nothing is named") {
  const auto answers = served(line(1, "glint/moves", {{"game", "laser_lawn"}, {"seed", nullptr}}) +
                              line(2, "glint/moves", {{"game", "laser_lawn"}, {"as", nullptr}, {"options", nullptr}}));
  REQUIRE(answers.size() == 2);
  CHECK(answers[0]["error"]["message"].get<std::string>().find("`seed`") != std::string::npos);
  CHECK(answers[1]["result"]["count"].get<int>() > 0);
}

TEST_CASE("serve: how long a bot may think is any number of seconds") {
  OrderedJson asked = {{"game", "laser_lawn"}, {"bot", "mcts:100000000"}, {"seconds", 0.05}};
  std::string input = line(1, "glint/advice", asked);
  for (const OrderedJson& wrong : {OrderedJson(0), OrderedJson(-0.5), OrderedJson(1e9), OrderedJson("1")}) {
    asked["seconds"] = wrong;
    input += line(2, "glint/advice", asked);
  }
  const auto answers = served(input);
  REQUIRE(answers.size() == 5);
  CHECK(answers[0]["result"]["move"].is_string());
  for (std::size_t i = 1; i < answers.size(); ++i) CHECK(answers[i]["error"]["code"] == -32602);
}

TEST_CASE("serve: the end of the input ends it, after what was asked") {
  CHECK(served("").empty());
  const auto studied = served(line(1, "glint/study", {{"game", "the_beam"}, {"games", 20}}) +
                              line(2, "initialize", OrderedJson::object()));
  REQUIRE(studied.size() == 2);
  CHECK(studied[0]["result"]["capabilities"]["experimental"]["glint"]["version"] == 1);
  const std::string version = studied[0]["result"]["serverInfo"]["version"];
  CHECK(version.find('.') != std::string::npos);
  CHECK(glint({"--version"}).out.starts_with(version));
  CHECK(studied[1]["id"] == 1);
  CHECK(studied[1]["result"]["games"] == 20);
  // A study that takes longer than an answer may is stopped then.
  const auto stopped =
      served(line(1, "glint/study", {{"game", "boundary"}, {"games", 10'000'000}}), {"--limit", "seconds=0.2"});
  REQUIRE(stopped.size() == 1);
  CHECK(stopped[0]["result"]["errors"][0]["code"] == "G0614");  // with what was played
  const auto exited = glint({"serve"}, "{\"id\": 1, \"method\": \"shutdown\"}\n{\"method\": \"exit\"}\nafter\n");
  CHECK(exited.status == kDone);
  CHECK(exited.out == "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":null}\n");
}

TEST_CASE("serve: the samples of its page") {
  std::istringstream page(read_file(test::source_folder() + "/interpreter/desk/protocol/README.md"));
  std::string input;
  std::vector<std::string> expected;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("> ")) input += line.substr(2) + "\n";
    if (line.starts_with("< ")) expected.push_back(line.substr(2));
  }
  const Answer answer = glint({"serve"}, input);
  CHECK(answer.status == kDone);
  std::istringstream out(answer.out);
  std::size_t number = 0;
  for (std::string line; std::getline(out, line); ++number) {
    REQUIRE(number < expected.size());
    const std::string& whole = expected[number];
    const bool is_begun = whole.ends_with("...");
    CHECK((is_begun ? line.substr(0, whole.size() - 3) : line) ==
          (is_begun ? whole.substr(0, whole.size() - 3) : whole));
  }
  CHECK(number == expected.size());
  CHECK(number >= 8);
}

TEST_CASE("serve: limits are those of the command line") {
  const std::string asked = line(1, "glint/moves", {{"game", "laser_lawn"}});
  CHECK(served(asked, {"--limit", "cells=8"})[0]["result"]["errors"][0]["code"] == "G0503");
  CHECK(served(asked, {"--limit", "seconds=0"})[0].dump().find("G0614") != std::string::npos);
  CHECK(glint({"serve", "--limit", "cells"}).status == kUsage);
  CHECK(glint({"serve", "--path", "/no/such/folder"}).status == kUsage);
}

TEST_CASE("serve: a script finds what is beside it, and in folders that are given") {
  const Folder folder, other;
  folder.write("base.glint", kLamps);
  folder.write("mine.glint", "variant \"Mine\" of \"base.glint\"\nextend piece lamp { hot: flag = off }\n");
  other.write("far.glint", kLamps);
  const auto answers = served(line(1, "glint/show", {{"game", folder / "mine.glint"}, {"picture", false}}) +
                                  line(2, "glint/show", {{"game", "far.glint"}, {"picture", false}}),
                              {"--path", other / ""});
  REQUIRE(answers.size() == 2);
  CHECK(answers[0]["result"]["board"]["title"] == "Mine");
  CHECK(answers[1]["result"]["board"]["title"] == "Lamps");
}

}  // namespace glint::cli
