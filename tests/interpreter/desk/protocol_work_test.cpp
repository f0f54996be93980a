// The server without streams: what takes time, grows meanwhile, gives way to other messages, and can be cancelled.
#include <algorithm>

#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/desk_client.hpp"

using namespace glint;
using desk::TestClient;
using desk::Json;
using desk::kLamps;
using desk::kUri;

TEST_CASE("protocol: a study grows, and is cancelled", "[desk]") {
  TestClient client;
  client.open(kLamps);
  CHECK(client.ask("glint/study", {{"games", 200}, {"workDoneToken", "w"}, {"partialResultToken", 5}}) == "no answer");
  const int study = client.last_id();
  CHECK(client.ask("glint/tests")["tests"].size() == 2);  // others are answered meanwhile
  client.work();
  const Json result = client.answer(study);
  CHECK(result["games"] == 200);
  CHECK(result["of"] == 200);
  CHECK(result["verdict"].get<std::string>().find("in 200 games") != std::string::npos);
  CHECK(result["version"] == 1);
  CHECK(result["cells"].size() == 9);
  CHECK(result["moves"][0]["name"] == "place");
  const auto ties = std::find_if(result["measures"].begin(), result["measures"].end(),
                                 [](const Json& each) { return each["id"] == "ties"; });
  REQUIRE(ties != result["measures"].end());
  CHECK((*ties)["value"] == 1.0);
  CHECK((*ties)["low"] < 1.0);
  const std::vector<Json> told = client.progress("w"), parts = client.progress(5);
  REQUIRE(told.size() > 2);
  CHECK(told.front()["kind"] == "begin");
  CHECK(told.back()["kind"] == "end");
  REQUIRE(!parts.empty());
  CHECK(parts.front()["games"].get<int>() < 200);

  client.ask("glint/study", {{"games", 1000000}, {"workDoneToken", "x"}});
  const int endless = client.last_id();
  client.server().work();
  CHECK(client.answer(endless) == "no answer");
  client.notify("$/cancelRequest", {{"id", endless}});
  CHECK(client.answer(endless)["code"] == -32800);
  CHECK(!client.server().has_work());
  CHECK(client.progress("x").back()["kind"] == "end");
  client.notify("$/cancelRequest", {{"id", endless}});  // once more, of what is over

  CHECK(client.ask("glint/study", {{"games", 0}})["code"] == -32602);
  CHECK(client.ask("glint/study", {{"bots", {{"green", "random"}}}})["code"] == -32602);
  CHECK(client.ask("glint/study", {{"bots", {{"*", "mcts:2s"}}}})["code"] == -32602);
  for (int i = 0; i < 8; ++i) client.ask("glint/study", {{"games", 1000000}});
  CHECK(client.ask("glint/study")["message"].get<std::string>().find("too many") == 0);
  const int waiting = client.last_id() - 1;
  client.request("shutdown", nullptr);
  CHECK(client.answer(waiting)["code"] == -32800);
  CHECK(!client.server().has_work());
}

TEST_CASE("protocol: studies are compared game by game, as by the command", "[desk]") {
  TestClient client;
  const auto study = [](const char* game, const char* label) {
    return Json{{"game", game}, {"label", label}, {"games", 200}};
  };
  client.ask("glint/compare", {{"studies", {study("the_beam", "the_beam"), study("glass", "glass")}},
                               {"workDoneToken", "w"},
                               {"partialResultToken", 5}});
  client.work();
  const Json result = client.answer(client.last_id());
  const Json theirs = Json::parse(cli::glint({"compare", "the_beam", "glass", "--games", "200", "--json"}).out);
  CHECK(result["comparison"] == theirs["comparison"]);
  CHECK(result["comparison"][0]["values"][1]["paired"] == true);
  CHECK(result["studies"][1]["games"] == 200);
  REQUIRE(!client.progress(5).empty());
  CHECK(client.progress(5).front()["comparison"] == nullptr);
  CHECK(client.progress("w").back()["message"] == "2 of 2 studies");

  CHECK(client.ask("glint/compare", {{"studies", {study("the_beam", "one")}}})["code"] == -32602);
  CHECK(client.ask("glint/compare", {{"studies", {"the_beam", "glass"}}})["code"] == -32602);
  Json wrong = study("glass", "glass");
  wrong["games"] = "12";
  CHECK(client.ask("glint/compare", {{"studies", {study("the_beam", "one"), wrong}}})["code"] == -32602);
  wrong["games"] = 12;
  wrong["again"] = 3;
  CHECK(client.ask("glint/compare", {{"studies", {study("the_beam", "one"), wrong}}})["code"] == -32602);

  // As in the command, no games beside them say how much is luck.
  const Json chance = {{"game", "laser_lawn"}, {"label", "it"}, {"games", 4}, {"max_plies", 9}};
  client.ask("glint/compare", {{"studies", {chance, chance}}});
  client.work();
  CHECK(client.answer(client.last_id())["studies"][1]["luck"] == nullptr);
}

TEST_CASE("protocol: variants that are as wanted, those of the command", "[desk]") {
  TestClient client;
  Json asked = {{"game", "the_beam"}, {"wants", {"length 6..12"}}, {"games", 500}, {"candidates", 3},
                {"keep", 1},          {"workDoneToken", "w"}};
  client.request("glint/explore", asked);
  client.work();
  const Json found = client.answer(client.last_id());
  const cli::Answer theirs = cli::glint({"explore", "the_beam", "--want", "length 6..12", "--budget", "500",
                                         "--candidates", "3", "--keep", "1", "--threads", "1", "--json"});
  const Json finalists = Json::parse(theirs.out)["finalists"];
  REQUIRE(finalists.size() == found["finalists"].size());
  for (std::size_t i = 0; i < finalists.size(); ++i) {
    const Json& mine = found["finalists"][i];
    const Json& candidate = found["candidates"][mine[0].get<std::size_t>()];
    CHECK(candidate[0] == finalists[i]["name"]);
    CHECK(candidate[3] == finalists[i]["script"]);
    CHECK(mine[3] == finalists[i]["loss"]["value"]);
    CHECK(mine[6] == finalists[i]["measures"]);
  }
  const std::vector<Json> told = client.progress("w");
  CHECK(std::any_of(told.begin(), told.end(),
                    [](const Json& one) { return one.value("message", "") == "random games: 3 variants"; }));

  asked["games"] = 100'000'000;
  client.request("glint/explore", asked);
  const int endless = client.last_id();
  client.arriving = {Json{{"jsonrpc", "2.0"}, {"method", "$/cancelRequest"}, {"params", {{"id", endless}}}}.dump()};
  client.work();
  CHECK(client.answer(endless)["code"] == -32800);
  for (const auto& [field, value] : {std::pair<const char*, Json>("wants", {"length"}),
                                     {"wants", {"lengthh 3..4"}},
                                     {"games", 5},
                                     {"games", -1},
                                     {"candidates", -1},
                                     {"vary", {"nothing"}},
                                     {"bot", "mcts:2s"}}) {
    Json wrong = asked;
    wrong[field] = value;
    client.request("glint/explore", wrong);
    CHECK(client.answer(client.last_id())["code"] == -32602);
  }
  client.open(kLamps);
  CHECK(client.ask("glint/explore", {{"games", 5}})["code"] == -32602);
}

TEST_CASE("protocol: what a variant changes, and what was changed since", "[desk]") {
  TestClient client;
  client.open("variant \"V\" of laser_lawn\noption side = 3\n");
  client.ask("glint/diff", {{"limit", 600}, {"games", 0}, {"partialResultToken", "p"}});
  const int diff = client.last_id();
  client.work();
  const Json result = client.answer(diff);
  CHECK(result["old"] == "Laser Lawn");
  CHECK(result["new"] == "V");
  CHECK(result["text"]["options"][0]["name"] == "side");
  CHECK(result["play"]["same"] == false);
  CHECK(result["errors"].empty());

  client.rewrite(2, kLamps);
  CHECK(client.ask("glint/diff")["message"].get<std::string>().find("is not a variant") != std::string::npos);
  client.ask("glint/diff", {{"before", kLamps}});
  client.work();
  CHECK(client.answer(client.last_id())["identical"] == true);
  std::string before = kLamps;
  before.replace(before.find("{n, e}"), 6, "{n, s}");
  client.ask("glint/diff", {{"before", before}, {"limit", 200}, {"games", 0}});
  client.work();
  const Json changed = client.answer(client.last_id());
  CHECK(changed["text"]["changed"][0]["name"] == "place");
  CHECK(changed["play"]["difference"]["kinds"] == Json{"moves"});
}

TEST_CASE("protocol: what is cancelled or outdated while it is computed, stops", "[desk]") {
  TestClient client;
  // The request is cancelled while it is answered.
  client.open(kLamps);
  const int next = client.last_id() + 1;
  client.arriving = {Json{{"jsonrpc", "2.0"}, {"method", "$/cancelRequest"}, {"params", {{"id", next}}}}.dump()};
  CHECK(client.ask("glint/test")["code"] == -32800);
  CHECK(client.ask("glint/test")["tests"].size() == 2);  // and nothing is left of that
  // A request that is cancelled before it is received.
  const int later = client.last_id() + 2;
  client.arriving = {Json{{"jsonrpc", "2.0"}, {"method", "$/cancelRequest"}, {"params", {{"id", later}}}}.dump(), "no JSON",
                     R"({"method": "$/cancelRequest"})"};
  CHECK(client.ask("glint/test")["tests"].size() == 2);
  CHECK(client.ask("glint/test")["code"] == -32800);
  // The text has changed again before its errors are known: only those of the last text are sent.
  const auto published = [&] {
    return std::count_if(client.messages.begin(), client.messages.end(), [](const Json& each) {
      return each.value("method", "") == "textDocument/publishDiagnostics";
    });
  };
  const auto before = published();
  client.arriving = {Json{{"jsonrpc", "2.0"},
                          {"method", "textDocument/didChange"},
                          {"params", {{"textDocument", {{"uri", kUri}}}}}}
                         .dump()};
  client.rewrite(2, kLamps + "let a = b\n");
  CHECK(published() == before);
  client.rewrite(3, kLamps);
  CHECK(published() == before + 1);
  CHECK(client.messages.back()["params"]["version"] == 3);
  CHECK(client.messages.back()["params"]["diagnostics"].empty());
}

TEST_CASE("protocol: a document whose changes take too long is closed, and that is said", "[desk]") {
  TestClient client;
  client.open(kLamps);
  client.work();
  const Json nothing = {{"line", 0}, {"character", 0}};
  const auto change = [&](int count) {
    Json changes = Json::array();
    for (int i = 0; i < count; ++i)
      changes.push_back({{"range", {{"start", nothing}, {"end", nothing}}}, {"text", "// \n"}});
    client.notify("textDocument/didChange",
                  {{"textDocument", {{"uri", kUri}, {"version", 2}}}, {"contentChanges", changes}});
  };
  // A newer message alone is no reason.
  client.arriving = {
      Json{{"jsonrpc", "2.0"},
           {"method", "textDocument/didChange"},
           {"params", {{"textDocument", {{"uri", kUri}, {"version", 3}}}, {"contentChanges", Json::array()}}}}
          .dump()};
  change(2000);
  client.work();
  CHECK(client.ask("glint/moves")["errors"].empty());
  client.is_over = true;
  change(2000);
  client.is_over = false;
  const Json told = client.messages.back();
  CHECK(told["method"] == "window/showMessage");
  CHECK(told["params"]["type"] == 1);
  CHECK(told["params"]["message"] == "`/tmp/a.glint` takes too long to change: close it, and open it again");
  CHECK(client.ask("glint/moves").dump().find("\"moves\":[") == std::string::npos);
  client.open(kLamps);
  CHECK(client.ask("glint/moves")["errors"].empty());
}

TEST_CASE("protocol: what was cancelled leaves no half of a game behind, and a saved file keeps its errors", "[desk]") {
  TestClient client;
  client.open(kLamps);
  const auto cancels_next = [&] {
    const int next = client.last_id() + 1;
    client.arriving = {Json{{"jsonrpc", "2.0"}, {"method", "$/cancelRequest"}, {"params", {{"id", next}}}}.dump()};
  };
  const Json larger = {{"options", {{"side", 4}}}};
  cancels_next();
  CHECK(client.ask("glint/show", larger)["code"] == -32800);
  CHECK(client.ask("glint/show", larger)["board"]["cells"].size() == 16);
  const Json largest = {{"options", {{"side", 5}}}, {"games", 3}};
  cancels_next();
  CHECK(client.ask("glint/study", largest)["code"] == -32800);
  client.ask("glint/study", largest);
  client.work();
  CHECK(client.answer(client.last_id())["games"] == 3);
  // Only a new text makes the errors of the old one outdated.
  client.arriving = {Json{{"jsonrpc", "2.0"},
                          {"method", "textDocument/didSave"},
                          {"params", {{"textDocument", {{"uri", kUri}}}}}}
                         .dump()};
  client.rewrite(2, kLamps + "let a = b\n");
  CHECK(client.messages.back()["params"]["version"] == 2);
}

TEST_CASE("protocol: a study gets on, however often something else is asked", "[desk]") {
  TestClient client;
  client.open(kLamps);
  client.ask("glint/study", {{"games", 5}});
  const int study = client.last_id();
  for (int i = 0; i < 60 && client.server().has_work(); ++i) {
    client.arriving = {TestClient::text_of(1000 + i, "glint/tests", {{"textDocument", {{"uri", kUri}}}})};
    client.server().work();
  }
  CHECK(client.answer(study)["games"] == 5);
  // But a part that is cancelled does not go on to its end.
  client.ask("glint/study", {{"games", 1000000}});
  const int endless = client.last_id();
  const Json cancel = {{"jsonrpc", "2.0"}, {"method", "$/cancelRequest"}, {"params", {{"id", endless}}}};
  client.arriving = {cancel.dump()};
  client.server().work();
  client.server().receive(cancel.dump());
  CHECK(client.answer(endless)["code"] == -32800);
  CHECK(client.ask("glint/test")["tests"].size() == 2);
}

TEST_CASE("protocol: numbers of long requests, at their limits and past them", "[desk][limits]") {
  TestClient client;
  client.open(kLamps);
  const auto begins = [&](const std::string& method, const Json& params) {
    const Json answer = client.ask(method, params);
    const bool is_begun = answer == "no answer";
    if (is_begun) client.notify("$/cancelRequest", {{"id", client.last_id()}});
    return is_begun ? "begins" : answer["code"].dump();
  };
  CHECK(begins("glint/study", {{"games", 10'000'000}}) == "begins");
  CHECK(begins("glint/study", {{"games", 10'000'001}}) == "-32602");
  CHECK(begins("glint/study", {{"games", -1}}) == "-32602");
  CHECK(begins("glint/study", {{"games", 1e300}}) == "-32602");
  CHECK(begins("glint/study", {{"max_plies", 1'000'000'000}}) == "begins");
  for (const std::int64_t plies : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1'000'000'001}, INT64_MAX, INT64_MIN}) {
    INFO(plies);
    CHECK(begins("glint/study", {{"max_plies", plies}}) == "-32602");
  }
  CHECK(begins("glint/advice", {{"seconds", 86'401}}) == "-32602");
  CHECK(begins("glint/moves", {{"first", 1.5}}) == "-32602");

  // The numbers of a comparison are made fit; 0 pairs are 1, as there is always the start.
  std::string before = kLamps;
  before.replace(before.find("\"taken\""), 7, "\"there is one\"");
  for (const std::uint64_t limit : {std::uint64_t{0}, std::uint64_t{1}}) {
    INFO(limit);
    client.ask("glint/diff", {{"before", before}, {"limit", limit}, {"games", 0}});
    const int diff = client.last_id();
    client.work();
    CHECK(client.answer(diff)["play"]["positions"].get<int>() <= 2);
  }
  client.ask("glint/diff", {{"before", before}, {"limit", 2'000}, {"games", 0}});
  const int diff = client.last_id();
  client.work();
  CHECK(client.answer(diff)["play"]["positions"].get<int>() > 100);
  for (const std::uint64_t limit : {std::uint64_t{10'000'001}, UINT64_MAX})
    CHECK(begins("glint/diff", {{"before", before}, {"limit", limit}, {"games", limit}}) == "begins");
}

TEST_CASE("protocol: a comparison is cancelled in the middle of a part", "[desk]") {
  for (int part = 0; part < 3; ++part) {
    INFO(part);
    TestClient client;
    const std::string before = "variant \"V\" of laser_lawn\noption side = 3\n";
    client.open(before + "let unused = 1 + 1\n");
    client.work();
    client.ask("glint/diff", {{"before", before}, {"workDoneToken", "d"}});
    const int diff = client.last_id();
    for (int i = 0; i < part; ++i) client.server().work();
    REQUIRE(client.answer(diff) == "no answer");
    client.arriving = {Json{{"jsonrpc", "2.0"}, {"method", "$/cancelRequest"}, {"params", {{"id", diff}}}}.dump()};
    client.server().work();
    CHECK(client.answer(diff)["code"] == -32800);
    CHECK(client.progress("d").back()["kind"] == "end");
    CHECK_FALSE(client.server().has_work());
    CHECK(client.ask("glint/moves")["errors"].empty());
  }
}

TEST_CASE("protocol: a comparison gives way to other messages, and finds the same", "[desk]") {
  const auto compared = [](bool is_asked_meanwhile, int& parts) {
    TestClient client;
    const std::string before = "variant \"V\" of laser_lawn\noption side = 3\n";
    client.open(before + "let unused = 1 + 1\n");
    client.work();
    client.ask("glint/diff", {{"before", before}, {"limit", 300}, {"games", 8}});
    const int diff = client.last_id();
    for (parts = 0; client.server().has_work(); ++parts) {
      if (is_asked_meanwhile) client.arriving = {TestClient::text_of(1000 + parts, "glint/tests", {{"textDocument", {{"uri", kUri}}}})};
      client.server().work();
    }
    return client.answer(diff);
  };
  int alone = 0, disturbed = 0;
  const Json result = compared(false, alone);
  CHECK(result == compared(true, disturbed));
  CHECK(result["errors"].empty());
  CHECK(disturbed > alone);
}

TEST_CASE("protocol: errors with other values of options follow, unless the text changes", "[desk]") {
  TestClient client;
  std::string text = kLamps;
  text.insert(text.find("move place"), "let corner = {c3}\n");
  text.replace(text.find("3..5 = 3"), 8, "2..5 = 3");
  client.open(text);
  CHECK(client.messages.back()["params"]["diagnostics"].empty());
  CHECK(client.server().has_work());
  client.work();
  REQUIRE(client.messages.back()["params"]["diagnostics"].size() == 1);
  CHECK(client.messages.back()["params"]["version"] == 1);
  CHECK(client.messages.back()["params"]["diagnostics"][0]["message"].get<std::string>().find("--set side=2") !=
        std::string::npos);
  // A change that arrives while they are looked for: they are those of an old text.
  client.rewrite(2, text + "\n");
  const std::size_t sent = client.messages.size();
  client.arriving = {Json{{"jsonrpc", "2.0"}, {"method", "textDocument/didChange"}, {"params", {{"textDocument", {{"uri", kUri}}}}}}.dump()};
  client.work();
  CHECK(client.messages.size() == sent);
  client.rewrite(3, text);
  client.work();
  CHECK(client.messages.back()["params"]["version"] == 3);
  CHECK(client.messages.back()["params"]["diagnostics"].size() == 1);
}

TEST_CASE("protocol: two games are compared with the same options, and files are watched if the editor can", "[desk]") {
  TestClient client;
  client.open(kLamps);
  client.ask("glint/diff", {{"before", kLamps + "let unused = 1\n"}, {"options", {{"side", 4}}}, {"limit", 50}, {"games", 0}});
  client.work();
  const Json result = client.answer(client.last_id());
  CHECK(result["text"]["options"].empty());
  CHECK(result["play"]["same"] == true);
  CHECK(client.ask("glint/diff", {{"before", kLamps}, {"options", {{"width", 4}}}})["code"] == -32803);
  CHECK(client.ask("glint/writtenTest", {{"test", "a lamp shines"}})["code"] == -32602);

  client.notify("initialized", Json::object());
  CHECK(client.messages.back().value("method", "") != "client/registerCapability");
  client.request("initialize", Json::parse(R"({"capabilities": {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}}})"));
  client.notify("initialized", Json::object());
  CHECK(client.messages.back()["method"] == "client/registerCapability");
  CHECK(client.messages.back()["params"]["registrations"][0]["registerOptions"]["watchers"][0]["globPattern"] == "**/*.glint");
}

TEST_CASE("protocol: the last message is known", "[desk]") {
  CHECK(desk::Server::is_exit(R"({"jsonrpc": "2.0", "method": "exit"})"));
  CHECK(!desk::Server::is_exit(R"({"jsonrpc": "2.0", "method": "a", "params": "exit"})"));
  CHECK(!desk::Server::is_exit("exit"));
  CHECK(desk::Server::is_exit(R"({"jsonrpc": "2.0", "method": "exit", "params": ")" + std::string(600, ' ') + "\"}"));
}

TEST_CASE("protocol: a study without a piece or a move, of all or of one player", "[desk]") {
  TestClient client;
  client.open(R"(game "Two Ways"
use square
players red, blue
board square(3, 1)
piece stone of player { look "{owner:1}" }
move quick "quick" { end : me wins }
move slow "slow {at}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose quick or slow else { end : tie } } } }
)");
  const auto wins = [&](const char* player, const Json& without) {
    client.ask("glint/study", {{"games", 50}, {"without", without}});
    const int id = client.last_id();
    client.work();
    const Json result = client.answer(id);
    for (const Json& each : result["measures"])
      if (each["id"] == std::string("wins.") + player) return each["value"].get<double>();
    return -1.0;
  };
  CHECK(wins("red", {"move:slow"}) == 1.0);         // red begins, and can only win
  CHECK(wins("red", {"move:quick@red"}) == 0.0);    // red never can
  CHECK(wins("red", {"move:quick"}) == 0.0);
  CHECK(wins("blue", {"move:quick"}) == 1.0);    // nothing else is left to blue at the end
  CHECK(wins("red", {"piece:stone"}) == 1.0);
  for (const char* wrong : {"quick", "move:fast", "piece:quick", "move:quick@green", ""})
    CHECK(client.ask("glint/study", {{"without", {wrong}}})["code"] == -32602);
}

TEST_CASE("protocol: a study asks better bots and compares first moves, as the command does", "[desk]") {
  const std::string script = R"(game "Six"
use square
players sun, moon
board grid(1, 1)
var points[player]: 0..99 = 0
move gain "take {k}" { pick k in 1..3; points[me] += k }
play { turn of sun { choose gain }; turn of moon { choose gain }; draw extra in 0..1; points[moon] += extra; end : score }
score p = points[p]
)";
  TestClient client;
  client.open(script);
  CHECK(client.ask("glint/study", {{"games", 60}, {"strong", true}, {"openings", true}, {"partialResultToken", 5}}) == "no answer");
  const int id = client.last_id();
  client.work();
  const Json result = client.answer(id);
  CHECK(result["games"] == 60);
  CHECK(result["percent"] == 100);
  const cli::Folder folder;
  const auto told = cli::glint({"study", folder.write("six.glint", script), "--games", "60", "--strong", "--openings", "--json"}).json();
  CHECK(told["strong"] == nlohmann::json::parse(result["strong"].dump()));
  CHECK(told["strong"]["bot"] == "mcts:100");
  REQUIRE(result["openings"].size() == 3);
  CHECK(result["openings"][0]["name"] == "`gain` with k = 3");
  CHECK(told["openings"] == nlohmann::json::parse(result["openings"].dump()));
  // The study itself is told while the others are played.
  const std::vector<Json> parts = client.progress(5);
  REQUIRE(!parts.empty());
  CHECK(parts.back()["games"] == 60);
  CHECK(parts.back()["strong"].is_null());
  CHECK(parts.back()["percent"] < 100);
  // All choose together.
  client.rewrite(2, "game \"Both\"\nuse square\nplayers sun, moon\nboard grid(1, 1)\nmove say \"{k}\" { pick k in 1..2 }\n"
              "play { together { choose say }; end : tie }\n");
  const Json refused = client.ask("glint/study", {{"openings", true}});
  CHECK(refused["code"] == -32602);
  CHECK(refused["message"].get<std::string>().find("first moves are compared of players who move in turn") == 0);
}

TEST_CASE("protocol: variants of a game, by what may change", "[desk]") {
  TestClient client;
  client.open(kLamps);
  const Json all = client.ask("glint/variants", {{"of", "lamps"}, {"most", 30}, {"title", "Other Lamps"}})["variants"];
  CHECK(all.size() == 30);
  for (const Json& one : all) {
    CHECK(one["script"].get<std::string>().find("variant \"Other Lamps\" of lamps\n") != std::string::npos);
    CHECK(!one["what"].get<std::string>().empty());
  }
  const Json options = client.ask("glint/variants", {{"of", "lamps"}, {"vary", {"options"}}})["variants"];
  REQUIRE(options.size() == 2);  // 4 and 5
  CHECK(options[0]["what"].get<std::string>().find("side") != std::string::npos);
  CHECK(client.ask("glint/variants", {{"of", "lamps"}, {"vary", {"nothing"}}})["code"] == -32602);
  CHECK(client.ask("glint/variants", {{"of", "lamps"}, {"most", 1}, {"seed", 2}})["variants"].size() == 1);
}

TEST_CASE("protocol: a study ends when enough is known, plays a game again, and counts games that were played elsewhere", "[desk]") {
  TestClient client;
  client.open("variant \"V\" of laser_lawn\noption side = 3\n");
  const auto studied = [&](const Json& fields) {
    client.ask("glint/study", fields);
    client.work();
    return client.answer(client.last_id());
  };
  const Json known = studied({{"until", "length within 2"}, {"games", 1'000'000}});
  CHECK(known["games"] == 128);  // the first look after 100, as `glint study --until`
  CHECK(known["of"] == 128);
  CHECK(known["percent"] == 100);
  CHECK(known["plan"]["looks"] == 87);
  CHECK(known["errors"].empty());
  CHECK(client.ask("glint/study", {{"until", "size within 2"}})["code"] == -32602);
  CHECK(client.ask("glint/study", {{"until", "length"}})["code"] == -32602);
  const Json again = studied({{"again", 3}});
  CHECK(again["draws"] == Json::array({{"mover", "sun"}}));
  CHECK(again["moves"].size() == 18);
  CHECK(again["moves"][0] == "D2 ne red");
  // Whoever plays them may have any name.
  const Json told = studied({{"bots", {{"*", "mine"}}}, {"played", {"0 0?", "1 5"}}, {"max_plies", 2}});
  CHECK(told["games"] == 2);
  CHECK(told["plies"] == 4);
  CHECK(told["plan"]["seats"][0]["bot"] == "mine");
  CHECK(told["errors"].empty());
  const Json wrong = studied({{"bots", {{"*", "mine"}}}, {"played", {"0 0", "0 x"}}, {"max_plies", 2}});
  CHECK(wrong["games"] == 1);
  CHECK(wrong["errors"].size() == 1);
  const Json judged = studied({{"games", 1}, {"playouts", 2}});
  CHECK(judged["plan"]["evaluate"] == 2);
}
