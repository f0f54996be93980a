// The server without streams, for whoever plays: why a cell cannot be picked, advice, clocks, and what is hidden.
#include <algorithm>

#include "tests/catch.hpp"
#include "tests/support/desk_client.hpp"

using namespace glint;
using desk::TestClient;
using desk::Json;
using desk::kLamps;

TEST_CASE("protocol: why a cell cannot be picked next", "[desk]") {
  TestClient client;
  client.open(kLamps);
  const auto reason = [&](const char* cell, Json moves, Json picked = Json::array()) {
    return client.ask("glint/why", {{"options", {{"side", 4}}}, {"cell", cell}, {"moves", moves}, {"picked", picked}})["reasons"];
  };
  const Json taken = reason("b2", {"b2 e"});
  REQUIRE(taken.size() == 1);
  CHECK(taken[0]["move"] == "place");
  CHECK(taken[0]["pick"] == "at");
  CHECK(taken[0]["message"].get<std::string>().find("taken") != std::string::npos);
  CHECK(reason("d1", Json::array())[0]["message"].get<std::string>().ends_with("only on the left"));
  CHECK(reason("a1", Json::array()).empty());          // it can be picked
  const Json legal = client.ask("glint/why", {{"cell", "a1"}})["legal"];
  REQUIRE(legal.size() == 1);
  CHECK(legal[0] == Json{{"move", "place"}, {"pick", "at"}, {"text", "a1 e"}});
  CHECK(client.ask("glint/why", {{"cell", "c1"}})["legal"].empty());
  CHECK(reason("a1", Json::array(), {"b2"}).empty());  // what comes after that is no cell
  // What is picked later comes from other moves, if those that begin so have nothing that goes with the cell.
  client.rewrite(2, "variant \"Shy\" of boundary\nafter with_stone {\n"
                    "  require not (stone of opponent meets spot + around) \"a stone keeps its distance\"\n}\n");
  const Json near = client.ask("glint/why", {{"cell", "d5"}, {"picked", {"d4"}}})["reasons"];
  REQUIRE(near.size() == 1);
  CHECK(near[0]["pick"] == "spot");
  CHECK(near[0]["message"].get<std::string>().ends_with("a stone keeps its distance"));
  CHECK(client.ask("glint/why", {{"cell", "z9"}})["message"].get<std::string>().find("no cell `z9`") != std::string::npos);
}

TEST_CASE("protocol: a cell is tried with what other moves pick two picks after the first", "[desk]") {
  TestClient client;
  client.open(R"(
game "Three"
use square
players sun, moon
board grid(3, 3)
piece stone { look "o" }
move go "{from} {at} {last}" {
  pick from in a1 | b1
  pick at in cells
  pick last in if at != c3 and from == a1 then a2 else c1
  require from != a1 or at != c3 "too far for that one"
  put stone on last
}
play { repeat { turn of each player { choose go } } }
)");
  // Moves from a1 end on a2, which does not go with c3; those from b1 end on c1, which does.
  const Json reasons = client.ask("glint/why", {{"cell", "c3"}, {"picked", {"a1"}}})["reasons"];
  REQUIRE(reasons.size() == 1);
  CHECK(reasons[0]["text"] == "a1 c3 c1");
  CHECK(reasons[0]["message"].get<std::string>().ends_with("too far for that one"));
}

TEST_CASE("protocol: of what refuses a cell, that is told which comes last in the move", "[desk]") {
  TestClient client;
  std::string script = kLamps;
  const std::size_t rule = script.find("  require at.x < 3");
  // All moves but the one to the east are refused by the first of these.
  script.insert(rule, "  require facing == e or at.x < 2 \"not there\"\n");
  client.open(script);
  const Json reasons = client.ask("glint/why", {{"cell", "c1"}})["reasons"];
  REQUIRE(reasons.size() == 1);
  CHECK(reasons[0]["text"] == "c1 e");
  CHECK(reasons[0]["message"].get<std::string>().ends_with("only on the left"));
}

TEST_CASE("protocol: what was played becomes a test that passes", "[desk]") {
  TestClient client;
  client.open(kLamps);
  const std::string test = client.ask("glint/writtenTest", {{"options", {{"side", 4}}}, {"moves", {"a1 n", "b2 e"}}})["test"];
  CHECK(test ==
        "test \"after 2 moves\" with side = 4 {\n"
        "  play \"a1 n\", \"b2 e\"\n"
        "  expect map \"\"\"\n"
        "    .       .       .       .\n"
        "    .       .       .       .\n"
        "    .       lamp/e/ .       .\n"
        "    lamp/n/ .       .       .\n"
        "  \"\"\"\n"
        "}\n");
  client.rewrite(2, kLamps + test);
  const Json ran = client.ask("glint/test", {{"titles", {"after 2 moves"}}, {"boards", false}});
  REQUIRE(ran["tests"].size() == 1);
  CHECK(ran["tests"][0]["passed"] == true);
  CHECK(client.ask("glint/writtenTest", {{"moves", {"nonsense"}}}).contains("test") == false);
}

TEST_CASE("protocol: advice of a bot", "[desk]") {
  TestClient client;
  client.open(kLamps);
  const Json advice = client.ask("glint/advice", {{"bot", "mcts:20"}});
  CHECK(advice["value"].get<double>() >= 0);
  CHECK(client.ask("glint/play", {{"move", advice["move"]}}).contains("refused") == false);
  CHECK(client.ask("glint/advice", {{"bot", "mcts:20"}})["move"] == advice["move"]);
  CHECK(client.ask("glint/advice", {{"bot", "oracle"}})["errors"].size() == 1);
  // A second is too short for so many games, or for so many plies.
  for (const char* bot : {"mcts:1000000000", "mcts:86400s", "alphabeta:100"}) {
    INFO(bot);
    CHECK(client.ask("glint/advice", {{"bot", bot}, {"seconds", 1}})["move"].is_string());
  }
  CHECK(client.ask("glint/advice", {{"bot", "mcts:20"}, {"seconds", 600}})["move"] == advice["move"]);
  CHECK(client.ask("glint/advice", {{"seconds", 0}})["code"] == -32602);
  // What cannot play here is named.
  CHECK(client.ask("glint/show")["unfit_bots"] == Json::object());
  client.rewrite(2, "game \"Alone\"\nuse square\nplayers ann\nboard square(2, 2)\nmove go \"{at}\" { pick at in cells }\n"
                    "play { repeat { turn of ann { choose go } } }\n");
  const Json unfit = client.ask("glint/show")["unfit_bots"];
  CHECK(unfit.size() == 2);
  CHECK(unfit["alphabeta"].get<std::string>().find("it has 1 player") != std::string::npos);
}

TEST_CASE("protocol: the clock, who moved, and a player who is out of time", "[desk]") {
  TestClient client;
  client.open(kLamps);
  CHECK(client.ask("glint/show")["board"]["clock"].is_null());
  CHECK(client.ask("glint/show")["board"]["chosen"] == 0);
  CHECK_FALSE(client.ask("glint/show").contains("plies"));
  const Json no_clock = client.ask("glint/show", {{"late", true}});
  CHECK(no_clock["not_late"]["message"].get<std::string>().find("no clock") != std::string::npos);
  CHECK(no_clock["board"] == client.ask("glint/show")["board"]);
  client.rewrite(2, kLamps + "clock { turn 0:30; reserve 5:00; place adds 0:10; out: opponent wins }\n");
  const Json played = client.ask("glint/show", {{"moves", {"a1 n"}}});
  CHECK(played["board"]["clock"] ==
        Json::parse(R"({"turn": 30, "reserve": 300, "game": null, "adds": {"place": 10}})"));
  CHECK(played["plies"] == Json::parse(R"([{"player": "red", "name": "place"}])"));
  const Json late = client.ask("glint/show", {{"moves", {"a1 n"}}, {"late", true}});
  CHECK(late["board"]["result"] == "red wins");
  client.rewrite(3, "game \"Both\"\nuse square\nplayers ann, bob\nboard square(2, 2)\npiece dot { look \".\" }\n"
                    "move go \"{at}\" { pick at in empty; put dot on at }\n"
                    "play { repeat { together { choose go } } }\n");
  const Json one = client.ask("glint/show", {{"moves", {"a1"}}});
  CHECK(one["board"]["chosen"] == 1);
  CHECK(one["board"]["to_move"] == "bob");
  CHECK(one["board"]["cells"][0]["pieces"].empty());
  client.rewrite(4, kLamps + "clock { turn 0:30; reserve 5:00; place adds 0:10; out: opponent wins }\n");
  // The position is as it was.
  CHECK(client.ask("glint/show", {{"moves", {"a1 n"}}})["board"]["to_move"] == "blue");
}

TEST_CASE("protocol: where people at one screen must hand it over, and what all may see", "[desk]") {
  const std::string both = "game \"Both\"\nuse square\nplayers ann, bob\nboard square(2, 2)\npiece dot { look \".\" }\n"
                           "move go \"{at}\" { pick at in empty; put dot on at }\n";
  const std::string together = "play { repeat { together { choose go } } }\n";
  TestClient client;
  client.open(both + together);
  const auto board = [&](const Json& params) { return client.ask("glint/show", params)["board"]; };
  CHECK(board({{"as", ""}})["apart"] == false);
  // Ann has chosen what waits for Bob.
  const auto chosen_as = [&](const char* viewer) { return board({{"moves", {"a1"}}, {"as", viewer}})["variables"]["chosen by ann"]; };
  CHECK(board({{"moves", {"a1"}}, {"as", ""}})["apart"] == true);
  CHECK(chosen_as("") == "?");
  CHECK(chosen_as("bob") == "?");
  CHECK(chosen_as("ann") == "a1");
  CHECK(board({{"moves", {"a1", "b2"}}, {"as", ""}})["apart"] == false);
  // A variable that tells players apart, and one that nobody sees.
  client.rewrite(2, both + "var purse[p: player]: 0..9 = 6 seen by p\n" + together);
  CHECK(board({})["apart"] == true);
  CHECK(board({{"as", ""}})["variables"]["purse[ann]"] == "?");
  const auto value_as = [&](const char* viewer, const char* expression) {
    return client.ask("glint/eval", {{"expression", expression}, {"as", viewer}});
  };
  CHECK(value_as("", "count(empty)")["value"] == 4);
  CHECK(value_as("ann", "purse[ann]")["value"] == 6);
  for (const char* viewer : {"", "bob"}) CHECK(value_as(viewer, "purse[ann]")["errors"][0]["code"] == "G0420");
  CHECK(client.ask("glint/writtenTest", {{"as", ""}})["code"] == -32602);
  CHECK(client.ask("glint/writtenTest").contains("test"));
  client.rewrite(3, both + "var purse: 0..9 = 6 seen by {}\n" + together);
  CHECK(board({})["apart"] == false);
  CHECK(board({})["secrets"] == true);
  // What chance has drawn may be hidden; after the end nothing is.
  client.rewrite(4, both + "var first: player = ann seen by ann\nplay { draw first in player; turn of ann { choose go }; end : tie }\n");
  CHECK(board({})["draws"].contains("first"));
  CHECK(board({{"as", "bob"}})["draws"].empty());
  CHECK(board({{"as", "bob"}, {"moves", {"a1"}}})["draws"].contains("first"));
  CHECK(board({{"as", "bob"}, {"moves", {"a1"}}})["apart"] == false);
}

TEST_CASE("protocol: what people find themselves is told after the move, and not before", "[desk]") {
  std::string script = kLamps;
  script.replace(script.find("play {"), script.find("test \"") - script.find("play {"),
                 "show no beams\n"
                 "move find \"find {c}\" { offer unseen; pick c in cells; offer c in lit; remove lamp }\n"
                 "move say \"lit\" { offer nothing; require lamp != {} \"no lamp\" }\n"
                 "let lit: set of cell = {c in cells where c in lamp}\n"
                 "play { for round in 1..3 { turn of each player { choose place or find or say } }; end : tie }\n");
  TestClient client;
  client.open(script);
  const auto names = [&](const Json& answer) {
    Json all = Json::array();
    for (const Json& move : answer["moves"])
      if (std::find(all.begin(), all.end(), move["name"]) == all.end()) all.push_back(move["name"]);
    return all;
  };
  const Json moves = {"a1 n"};
  CHECK(client.ask("glint/moves")["said"].empty());  // refused: no lamp
  CHECK(client.ask("glint/moves", {{"moves", moves}})["said"] == Json{"lit"});
  const Json unseen = client.ask("glint/moves", {{"moves", moves}})["unseen"];
  CHECK(unseen == Json{"find {c}"});
  CHECK_FALSE(client.ask("glint/moves", {{"moves", moves}, {"light", true}}).contains("unseen"));
  CHECK(names(client.ask("glint/moves", {{"moves", moves}})) == Json{"place"});
  CHECK(names(client.ask("glint/moves", {{"moves", moves}, {"light", true}})) == Json{"place", "find"});
  CHECK(client.ask("glint/why", {{"moves", moves}, {"cell", "b1"}})["legal"].size() == 1);
  CHECK(client.ask("glint/why", {{"moves", moves}, {"cell", "b1"}, {"light", true}})["legal"].size() == 2);
  const Json before = client.ask("glint/show", {{"moves", moves}});
  CHECK(before["board"]["must_find"] == true);
  CHECK_FALSE(before.contains("found"));
  const Json after = client.ask("glint/play", {{"moves", moves}, {"move", "find a1"}});
  CHECK(after["found"]["cells"] == Json{"a1"});
  CHECK(after["found"]["why"].size() > 0);
  CHECK(after["found"]["board"]["light"].contains("a2"));  // as it was
  const Json& cells = after["board"]["cells"];
  CHECK(std::all_of(cells.begin(), cells.end(), [](const Json& cell) { return cell["pieces"].empty(); }));
  CHECK_FALSE(client.ask("glint/show", {{"moves", {"a1 n", "find a1", "a1 n"}}}).contains("found"));
  // What was claimed or said stands.
  const Json plies = client.ask("glint/show", {{"moves", {"a1 n", "find a1", "a1 n", "lit"}}})["plies"];
  for (const std::size_t ply : {0, 1, 2, 3}) CHECK(plies[ply].contains("stands") == (ply % 2 == 1));
  // After the end all is open.
  const Json dark = client.ask("glint/show", {{"moves", {"a1 n", "b1 n", "lit", "lit", "lit"}}});
  CHECK(dark["board"]["beams"].empty());
  const Json over = client.ask("glint/show", {{"moves", {"a1 n", "b1 n", "lit", "lit", "lit", "lit"}}});
  CHECK(over["board"]["result"] == "tie");
  CHECK(over["board"]["beams"].size() == 2);
}

TEST_CASE("protocol: a server for play answers a player as that for authors does, and nothing else", "[desk]") {
  TestClient author, player(true);
  for (TestClient* each : {&author, &player}) each->open(kLamps);
  const Json moves = {{"moves", {"a1 n", "a3 e"}}};
  for (const char* method : {"glint/show", "glint/moves", "glint/trace"})
    CHECK(player.ask(method, moves) == author.ask(method, moves));
  for (const auto& [method, more] : std::vector<std::pair<std::string, Json>>{
           {"glint/play", {{"move", "a2 n"}}},
           {"glint/play", {{"move", "a9 n"}}},
           {"glint/why", {{"cell", "a1"}}},
           {"glint/advice", {{"bot", "mcts:20"}}}}) {
    Json params = moves;
    params.update(more);
    CHECK(player.ask(method, params) == author.ask(method, params));
  }
  for (const char* method : {"textDocument/hover", "glint/tests", "glint/describe", "glint/study", "glint/file"})
    CHECK(player.ask(method, {})["code"] == -32601);
  // Nobody there reads diagnostics.
  const auto sent = [](const TestClient& client, const char* method) {
    return std::count_if(client.messages.begin(), client.messages.end(),
                         [&](const Json& message) { return message.value("method", "") == method; });
  };
  CHECK(sent(player, "textDocument/publishDiagnostics") == 0);
  CHECK(sent(author, "textDocument/publishDiagnostics") > 0);
}

TEST_CASE("protocol: what a game is made of, and directions in its picture", "[desk]") {
  TestClient client;
  client.open(kLamps);
  const Json shown = client.ask("glint/show", {{"options", {{"side", 3}}}});
  CHECK(shown["parts"]["pieces"] == Json::array({"lamp"}));
  CHECK(shown["parts"]["moves"] == Json{{"place", ""}});
  CHECK(shown["team"] == false);
  CHECK(shown["ending"].is_null());
  const Json board = shown["board"], cells = board["cells"];
  // One step to the east is from a cell to the next one of its row, as the picture has them.
  const auto place = [&](const char* label) {
    const auto found = std::find_if(cells.begin(), cells.end(), [&](const Json& each) { return each["cell"] == label; });
    return (*found)["at"];
  };
  CHECK(board["directions"]["e"][0].get<double>() == Approx(place("b1")[0].get<double>() - place("a1")[0].get<double>()));
  CHECK(board["directions"]["n"][1].get<double>() == Approx(place("a2")[1].get<double>() - place("a1")[1].get<double>()));
  CHECK(!client.ask("glint/show", {{"picture", false}})["board"].contains("directions"));
}

TEST_CASE("protocol: the rule that ended a game, with its comment, or none if a move did", "[desk]") {
  TestClient client;
  client.open(R"(game "Ends"
use square
players red, blue
board square(2, 2)
piece stone of player { look "{owner:1}" }
/// A stone is put.
move put_one "{at}" { pick at in empty; put stone on at }
move stop "stop" { end : tie }
play { repeat { turn of each player { choose put_one or stop } } }
/// Three stones are too many.
end when count(stone) == 3 : tie
/// Whoever has two stones wins.
end for p in player when count(stone of p) == 2 and a2 in stone : p wins
)");
  CHECK(client.ask("glint/show")["parts"]["moves"]["put_one"] == "A stone is put.");
  const auto ending = [&](const Json& moves) { return client.ask("glint/show", {{"moves", moves}})["ending"]; };
  CHECK(ending({"a1", "b1"}).is_null());
  CHECK(ending({"a1", "b1", "b2"})["doc"] == "Three stones are too many.");
  CHECK(ending({"a1", "b1", "b2"})["rule"] == "end when count(stone) == 3 : tie");
  CHECK(ending({"stop"}).is_null());
  TestClient other;
  other.open(R"(game "Ends"
use square
players red, blue
board square(2, 2)
piece stone of player { look "{owner:1}" }
move put_one "{at}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose put_one } } }
/// Whoever has two stones wins.
end for p in player when count(stone of p) == 2 : p wins
)");
  CHECK(other.ask("glint/show", {{"moves", {"a1", "b1", "b2"}}})["ending"]["doc"] == "Whoever has two stones wins.");
}

TEST_CASE("protocol: play waits at draws that are not fixed", "[desk]") {
  TestClient client;
  client.open("variant \"Own\" of laser_lawn\n");
  const auto shown = [&](Json draws) { return client.ask("glint/show", {{"wait", true}, {"draws", draws}})["board"]; };
  CHECK(shown(Json::object())["at_draw"] == "mover");
  CHECK(shown(Json::object())["to_move"].is_null());
  CHECK(shown({{"mover", "moon"}})["to_move"] == "moon");
  CHECK_FALSE(shown({{"mover", "moon"}}).contains("at_draw"));
  CHECK_FALSE(client.ask("glint/show")["board"].contains("at_draw"));
  const Json moves = client.ask("glint/moves", {{"wait", true}});
  CHECK(moves["outcomes"] == Json{{"sun", {1, 2}}, {"moon", {1, 2}}});
  CHECK(moves["count"] == 0);
  CHECK(client.ask("glint/show", {{"wait", true}, {"moves", {"A1 e red"}}})["refused"]["code"] == "G0601");
  CHECK_FALSE(client.ask("glint/moves", {{"wait", true}, {"as", "sun"}}).contains("outcomes"));  // nobody's turn
  const Json about = client.ask("glint/show")["about"];
  CHECK(about["variant_of"] == "laser_lawn");
  CHECK(about["has_beams"] == true);
}
