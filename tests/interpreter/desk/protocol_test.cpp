// The server without streams, as a page in a browser has it: what it answers at once. Positions, moves, beams, tests.
#include <algorithm>

#include "interpreter/desk/protocol/documents.hpp"
#include "tests/catch.hpp"
#include "tests/support/desk_client.hpp"

using namespace glint;
using desk::TestClient;
using desk::Json;
using desk::kLamps;
using desk::kUri;

TEST_CASE("protocol: a position as picture and data", "[desk]") {
  TestClient client;
  client.open(kLamps);
  const Json start = client.ask("glint/show");
  CHECK(start["played"] == 0);
  CHECK(start["errors"].empty());
  CHECK(start["version"] == 1);
  CHECK(start["options"] ==
        Json::parse(R"([{"name": "side", "domain": "3..5", "initial": "3", "value": "3", "text": "side",
                         "doc": "How far the board reaches.", "values": ["3", "4", "5"]}])"));
  const Json played =
      client.ask("glint/show", {{"options", {{"side", 4}}}, {"moves", {"a1 n", "b2 e"}}});
  const Json& board = played["board"];
  CHECK(board["to_move"] == "red");
  CHECK(board["players"] == Json{"red", "blue"});
  CHECK(board["cells"].size() == 16);
  CHECK(board["light"]["a3"]["colour"] == Json{"warm"});
  CHECK(board["beams"].size() == 2);
  CHECK(board["picture"]["svg"].get<std::string>().starts_with("<svg"));
  CHECK(board["picture"]["outline"].size() == 4);
  for (const Json& cell : board["cells"]) {
    CHECK(cell["at"][0].get<double>() > 0);
    CHECK(cell["at"][0].get<double>() < board["picture"]["width"].get<double>());
    CHECK(cell["at"][1].get<double>() < board["picture"]["height"].get<double>());
  }
  // The text of a position leads there again.
  const Json again = client.ask("glint/show", {{"options", {{"side", 4}}}, {"at", board["position"]}, {"picture", false}});
  CHECK(again["board"]["cells"][0].contains("at") == false);
  CHECK(again["board"]["light"] == board["light"]);
  CHECK(client.ask("glint/show", {{"options", {{"side", 9}}}})["errors"][0]["code"] == "G0502");
  CHECK(client.ask("glint/show", {{"as", "green"}})["code"] == -32602);
  CHECK(client.ask("glint/show", {{"moves", 3}})["code"] == -32602);
  CHECK(client.ask("glint/show", {{"options", {1, 2}}})["code"] == -32602);
}

TEST_CASE("protocol: moves with their cells, and why one is illegal", "[desk]") {
  TestClient client;
  client.open(kLamps);
  const Json all = client.ask("glint/moves", {{"moves", {"a1 n"}}});
  CHECK(all["to_move"] == "blue");
  CHECK(all["notations"] == Json{"{at} {facing}"});
  CHECK(all["count"] == all["moves"].size());
  CHECK(all["moves"][0] == Json::parse(R"({"move": "a3 e", "name": "place", "picks": [
      {"pick": "at", "value": "a3", "cells": ["a3"]}, {"pick": "facing", "value": "e"}]})"));
  const Json some = client.ask("glint/moves", {{"moves", {"a1 n"}}, {"first", 1}, {"most", 2}});
  CHECK(some["count"] == all["count"]);
  CHECK(some["moves"] == Json{all["moves"][1], all["moves"][2]});

  const Json played = client.ask("glint/play", {{"moves", {"a1 n"}}, {"move", "b1 e"}});
  CHECK(played["played"] == 2);
  CHECK(!played.contains("refused"));
  const Json refused = client.ask("glint/play", {{"moves", {"a1 n"}}, {"move", "a1 e"}});
  CHECK(refused["played"] == 1);
  CHECK(refused["refused"]["number"] == 1);
  CHECK(refused["refused"]["move"] == "a1 e");
  CHECK(refused["refused"]["message"] == "`a1 e` is not legal: taken");
  CHECK(refused["refused"]["location"]["range"]["start"]["line"] == 13);
  CHECK(refused["board"]["to_move"] == "blue");

  // When a rule changes, the same moves go as far as they are legal.
  std::string changed = kLamps;
  changed.replace(changed.find("at.x < 3"), 8, "at != b1");
  client.rewrite(2, changed);
  const Json parted = client.ask("glint/show", {{"moves", {"a1 n", "b1 e", "a2 n"}}});
  CHECK(parted["version"] == 2);
  CHECK(parted["refused"]["message"].get<std::string>().find("only on the left") != std::string::npos);
  CHECK(parted["played"] == 1);
  CHECK(parted["refused"]["move"] == "b1 e");
}

TEST_CASE("protocol: beams, and where the light of a cell comes from", "[desk]") {
  TestClient client;
  client.open(kLamps);
  const Json moves = {"a1 n", "b1 n"};
  const Json all = client.ask("glint/trace", {{"moves", moves}});
  CHECK(all["beams"].size() == 2);
  CHECK(all["steps"].size() == 2);
  CHECK(!all.contains("why"));
  const Json one = client.ask("glint/trace", {{"moves", moves}, {"cell", "a3"}});
  REQUIRE(one["beams"].size() == 1);
  CHECK(one["beams"][0]["source"] == "a1");
  CHECK(one["why"][0].get<std::string>().find("a3") == 0);
  CHECK(client.ask("glint/trace", {{"moves", moves}, {"source", "b1"}})["beams"][0]["source"] == "b1");
  CHECK(client.ask("glint/trace", {{"cell", "z9"}})["code"] == -32602);
}

TEST_CASE("protocol: tests are listed and run, with boards", "[desk]") {
  TestClient client;
  client.open(kLamps);
  const Json places = client.ask("glint/tests")["tests"];
  REQUIRE(places.size() == 2);
  CHECK(places[0]["title"] == "a lamp shines");
  CHECK(places[0]["range"]["start"] == Json{{"line", 19}, {"character", 0}});
  const Json run = client.ask("glint/test")["tests"];
  REQUIRE(run.size() == 2);
  CHECK(run[0]["passed"] == true);
  CHECK(run[0]["errors"].empty());
  CHECK(run[0]["board"]["light"].size() == 3);
  CHECK(run[1]["passed"] == false);
  CHECK(run[1]["failure"].get<std::string>().find("on the left is 0") != std::string::npos);
  CHECK(run[1]["errors"][0]["location"]["range"]["start"]["line"] == 24);
  CHECK(run[1]["board"]["light"].empty());
  const Json one = client.ask("glint/test", {{"titles", {"a lamp shines"}}, {"boards", false}})["tests"];
  REQUIRE(one.size() == 1);
  CHECK(!one[0].contains("board"));
  // With errors nothing runs, but tests are still listed.
  client.rewrite(2, kLamps + "let a = b\n");
  CHECK(client.ask("glint/tests")["tests"].size() == 2);
  CHECK(client.ask("glint/test")["tests"].empty());
  CHECK(client.ask("glint/test")["errors"][0]["code"] == "G0201");
  CHECK(client.ask("glint/show")["errors"][0]["location"]["uri"] == kUri);
}

TEST_CASE("protocol: a library, a closed document and a bundled game", "[desk]") {
  TestClient client;
  CHECK(client.ask("glint/show")["errors"].size() == 1);
  client.open("library a\nlet b = 1\n");
  CHECK(client.ask("glint/show")["errors"][0]["message"] == "`/tmp/a.glint` is a library, not a game");
  // The base of a variant has a URI, and its text.
  client.rewrite(2, "variant \"V\" of laser_lawn\noption side = 3\n");
  const Json at = client.ask("textDocument/definition", {{"position", {{"line", 1}, {"character", 8}}}});
  REQUIRE(at.size() == 1);
  CHECK(at[0]["uri"] == "glint:///games/laser_lawn.glint");
  CHECK(client.request("glint/file", {{"textDocument", {{"uri", at[0]["uri"]}}}})["text"].get<std::string>().find("Laser Lawn") !=
        std::string::npos);
  CHECK(client.request("glint/file", {{"textDocument", {{"uri", "glint:///games/none.glint"}}}}).is_null());
}

TEST_CASE("protocol: what is missing in a request is said in words", "[desk]") {
  TestClient client;
  client.open(kLamps + "test \"wrong\" { pick x in cells }\n");
  CHECK(client.request("glint/show", Json::object())["message"] ==
        "the document is missing: {\"textDocument\": {\"uri\": ...}}, or {\"game\": NAME}");
  const Json number = client.ask("glint/show", {{"moves", 3}});
  CHECK(number["message"].get<std::string>().find("json.exception") == std::string::npos);
  // Editors send what is offered to them, and nothing else is: no buttons, no commands.
  CHECK(client.request("workspace/executeCommand", {{"command", "glint.show"}})["code"] == -32601);
  CHECK(client.ask("textDocument/codeLens")["code"] == -32601);
  // An error in one test is said, and the others run.
  const Json run = client.ask("glint/test");
  REQUIRE(run["errors"].size() == 1);
  CHECK(run["errors"][0]["code"] == "G0402");
  CHECK(run["tests"].size() >= 2);
  // The requests are named, so that a client can use those that there are.
  const Json own = client.request("initialize", {{"capabilities", Json::object()}})["capabilities"]["experimental"]["glint"];
  for (const char* name : {"glint/file", "glint/show", "glint/test", "glint/study", "glint/diff"})
    CHECK(std::find(own["requests"].begin(), own["requests"].end(), name) != own["requests"].end());
  const Json items = client.ask("textDocument/completion", {{"position", {{"line", 14}, {"character", 2}}}})["items"];
  CHECK(std::any_of(items.begin(), items.end(), [](const Json& each) { return each.contains("documentation"); }));
}

TEST_CASE("protocol: a position of a test that has options of its own", "[desk]") {
  TestClient client;
  client.open(kLamps + "test \"larger\" with side = 5 {\n  play \"a1 n\"\n  expect count(lamp) == 1\n}\n");
  const Json shown = client.ask("glint/show", {{"test", "larger"}});
  CHECK(shown["board"]["cells"].size() == 25);
  CHECK(shown["options"][0]["value"] == "5");
  CHECK(client.ask("glint/trace", {{"test", "larger"}, {"cell", "a5"}})["beams"].size() == 1);
  CHECK(client.ask("glint/why", {{"test", "larger"}, {"cell", "e5"}})["reasons"].size() == 1);
}

TEST_CASE("protocol: of many large boards the first are drawn", "[desk]") {
  TestClient client;
  std::string text = kLamps + "test \"again\" {\n  expect count(lamp) == 0\n}\n";
  text.replace(text.find("3..5 = 3"), 8, "3..120 = 120");
  client.open(text);
  const Json all = client.ask("glint/test", {{"picture", false}})["tests"];
  REQUIRE(all.size() == 3);
  CHECK(all[1]["board"]["cells"].size() == 14400);
  CHECK(!all[2]["board"].contains("cells"));
  CHECK(all[2]["board"]["left_out"].get<std::string>().find("at most 40000 are drawn in one answer") != std::string::npos);
}

TEST_CASE("protocol: a board larger than may be drawn, and as many values as are listed, and one more", "[desk]") {
  TestClient client;
  std::string text = kLamps;
  text.replace(text.find("3..5 = 3"), 8, "3..101 = 101");
  text.replace(text.find("square(side, side)"), 18, "grid(200, side)");
  client.open(text);
  const Json larger = client.ask("glint/show", {{"picture", false}})["board"];
  CHECK(!larger.contains("cells"));
  CHECK(larger["left_out"] == "a board of 20200 cells is not drawn: at most 20000 are");
  for (const int last : {200, 201}) {
    std::string other = kLamps;
    other.replace(other.find("3..5 = 3"), 8, "1.." + std::to_string(last) + " = 3");
    client.rewrite(last, other);
    CHECK(client.ask("glint/show", {{"picture", false}})["options"][0].contains("values") == (last == 200));
  }
}

TEST_CASE("protocol: a position whose pieces have very long looks is not shown", "[desk]") {
  TestClient client;
  std::string text = kLamps;
  text.replace(text.find("3..5 = 3"), 8, "3..100 = 100");
  text.replace(text.find("look \"l\""), 8, "look \"" + std::string(900, 'l') + "\"");
  text.insert(text.find("move place"), "setup { put lamp(facing = n) on cells }\n");
  text.erase(text.find("test \"a lamp"));
  client.open(text);
  const Json board = client.ask("glint/show", {{"picture", false}})["board"];
  CHECK(board["position"].is_null());
  CHECK(board["left_out"] == "the looks of the pieces have more than 8 million bytes");
}

TEST_CASE("protocol: moves with many picks are listed in several answers", "[desk]") {
  TestClient client;
  std::string text = kLamps;
  const std::size_t move = text.find("move place"), play = text.find("play {");
  std::string name, picks;
  for (char c = 'a'; c <= 'h'; ++c) {
    name += std::string("{pick_") + c + "} ";
    picks += std::string("pick pick_") + c + " in 1..4; ";
  }
  text.replace(move, play - move, "move name \"" + name + "\" { " + picks + "}\n");
  text.replace(text.find("choose place"), 12, "choose name");
  text.erase(text.find("test \"a lamp"));
  client.open(text);
  const Json first = client.ask("glint/moves");
  CHECK(first["count"] == 65'536);
  REQUIRE(first["moves"].size() == 5'000);  // 40,000 picks
  const Json rest = client.ask("glint/moves", {{"first", 4'999}, {"most", 10}});
  CHECK(rest["moves"].size() == 10);
  CHECK(rest["moves"][0] == first["moves"][4'999]);
}

TEST_CASE("protocol: places in long lines", "[desk]") {
  // Characters of one to four bytes; of those of four, two units.
  std::string text = "x\r\n";
  for (int i = 0; i < 700; ++i) text += i % 5 == 0 ? "\xF0\x9F\x98\x80" : i % 3 == 0 ? "\xC3\xA9" : i % 7 == 0 ? "\xE2\x82\xAC" : "y";
  text += "\nshort\n" + std::string(600, 'z');
  const desk::Lines lines(text);
  desk::LinePlace at;
  for (std::uint32_t byte = 0; byte < text.size();) {
    const auto first = static_cast<unsigned char>(text[byte]);
    const desk::LinePlace place = lines.place(byte);
    CHECK((place.line == at.line && place.character == at.character));
    if (first != '\n' || byte != 2) CHECK(lines.byte(at) == (byte == 2 ? 1 : byte));
    byte += first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
    at = first == '\n' ? desk::LinePlace{at.line + 1, 0} : desk::LinePlace{at.line, at.character + (first >= 0xF0 ? 2 : 1)};
  }
  CHECK(lines.byte({1, 100'000}) == text.find("\nshort"));
}

TEST_CASE("protocol: the rule sheet", "[desk]") {
  TestClient client;
  client.open(kLamps);
  const Json sheet = client.ask("glint/describe", {{"options", {{"side", 4}}}});
  CHECK(sheet["title"] == "Lamps");
  CHECK(sheet["version"] == 1);
  CHECK(sheet["errors"].empty());
  CHECK(sheet["text"].get<std::string>().starts_with("# Lamps\n"));
  CHECK(sheet["text"].get<std::string>().find("## Moves") != std::string::npos);
  const Json page = client.ask("glint/describe", {{"form", "html"}});
  CHECK(page["text"].get<std::string>().find("<svg") != std::string::npos);
  CHECK(page["style"].get<std::string>().find('{') != std::string::npos);
  CHECK(client.ask("glint/describe", {{"form", "pdf"}})["code"] == -32602);
  client.rewrite(2, "variant \"V\" of laser_lawn\noption side = 3\n");
  CHECK(client.ask("glint/describe")["text"].get<std::string>().find("Laser Lawn") != std::string::npos);
  client.rewrite(3, kLamps + "let a = b\n");
  CHECK(client.ask("glint/describe")["errors"][0]["code"] == "G0201");
}

TEST_CASE("protocol: the game on paper", "[desk]") {
  TestClient client;
  client.open(kLamps);
  const Json all = client.ask("glint/print"), board = client.ask("glint/print", {{"only", "board"}, {"size", 12.5}});
  CHECK(all["errors"].empty());
  CHECK(all["pages"].size() > board["pages"].size());
  CHECK(board["pages"][0]["svg"].get<std::string>().starts_with("<svg"));
  CHECK(board["pages"][0]["width"].get<double>() * board["pages"][0]["height"].get<double>() == 210 * 297);
  CHECK(all["asks"] == true);  // no rule says how many lamps there are
  CHECK(client.ask("glint/print", {{"count", 9}})["asks"] == false);
  CHECK(client.ask("glint/print", {{"paper", "letter"}})["pages"][0]["width"].get<double>() > 215);
  for (const Json& wrong :
       {Json{{"only", "dice"}}, Json{{"paper", "a9"}}, Json{{"size", 1}}, Json{{"grey", 1}}, Json{{"count", "x"}}})
    CHECK(client.ask("glint/print", wrong)["code"] == -32602);
  client.rewrite(2, kLamps + "let a = b\n");
  CHECK(client.ask("glint/print")["errors"][0]["code"] == "G0201");
}

TEST_CASE("protocol: a test that a request names, and the report of a study", "[desk]") {
  TestClient client;
  client.open(kLamps);
  const Json test = {{"test", "a lamp shines"}};
  CHECK(client.ask("glint/show", test)["board"]["light"].size() == 3);  // where the test ends
  CHECK(client.ask("glint/trace", test)["beams"].size() == 1);
  CHECK(client.ask("glint/show", {{"test", "nothing"}})["errors"][0]["message"] == "there is no test `nothing`");
  // What long work has found is in its answer alone: no message is shown besides.
  client.ask("glint/study", {{"games", 5}});
  client.work();
  CHECK(client.answer(client.last_id())["games"] == 5);
  CHECK(std::none_of(client.messages.begin(), client.messages.end(),
                     [](const Json& each) { return each.value("method", "") == "window/showMessage"; }));
}

TEST_CASE("protocol: declarations are completed as snippets, for editors that know these", "[desk]") {
  const auto of = [](const Json& items, const std::string& label) {
    for (const Json& each : items)
      if (each["label"] == label) return each;
    return Json();
  };
  TestClient client;
  client.open("game \"A\"\n\n");
  const Json place = {{"position", {{"line", 1}, {"character", 0}}}};
  CHECK(!of(client.ask("textDocument/completion", place)["items"], "piece").contains("insertText"));
  client.request("initialize", Json::parse(R"({"capabilities": {"textDocument": {"completion": {"completionItem":
      {"snippetSupport": true}}}}})"));
  const Json piece = of(client.ask("textDocument/completion", place)["items"], "piece");
  CHECK(piece["insertText"] == "piece ${1:NAME} {\n  $0\n}");
  CHECK(piece["insertTextFormat"] == 2);
  CHECK(of(client.ask("textDocument/completion", place)["items"], "type")["insertText"] == "type ${1:NAME} = {${2:a}, ${3:b}\\}");
}

TEST_CASE("protocol: a field that is missing or wrong is told, with what it should be", "[desk]") {
  TestClient client;
  client.open(kLamps);
  const auto told = [&](const char* method, const Json& params) { return client.ask(method, params)["message"]; };
  CHECK(told("glint/why", Json::object()) ==
        "the parameters of `glint/why` are wrong: `cell` is missing: the label of a cell, such as \"C4\"");
  CHECK(told("glint/why", {{"cell", 4}}) ==
        "the parameters of `glint/why` are wrong: `cell` is a number, and should be the label of a cell, such as \"C4\"");
  CHECK(told("glint/play", {{"moves", "a1 n"}}).get<std::string>().find("`moves` is a string, and should be a list of moves") !=
        std::string::npos);
  CHECK(told("glint/study", {{"games", "many"}}).get<std::string>().find("`games` is a string") != std::string::npos);
  CHECK(told("textDocument/hover", Json::object()).get<std::string>().find("`position` is missing: a place in the text") !=
        std::string::npos);
  CHECK(client.request("textDocument/hover", Json::array({1}))["message"] == "the parameters of `textDocument/hover` are no object");
  CHECK(client.request("glint/why", "x")["message"] == "the parameters of `glint/why` are no object");
  // Text from a request is escaped, so that a terminal can show it.
  CHECK(told("glint/why", {{"cell", "\x1b[31m"}}) == "the board has no cell `\\x1b[31m`");
  CHECK(client.request("glint/file", {{"uri", kUri}})["message"] ==
        "the document is missing: {\"textDocument\": {\"uri\": ...}}, or {\"game\": NAME}");
}

TEST_CASE("protocol: a name that cannot be changed is refused before a new one is asked for", "[desk]") {
  TestClient client;
  client.open("variant \"V\" of laser_lawn\nlet many = count(white)\n");
  const auto asked = [&](int line, int character) {
    return client.ask("textDocument/prepareRename", {{"position", {{"line", line}, {"character", character}}}});
  };
  CHECK(asked(0, 17)["message"] == "this is the name of a file");
  CHECK(asked(1, 18)["message"].get<std::string>().find("which comes with Glint") != std::string::npos);
  CHECK(asked(1, 4)["start"]["character"] == 4);
  CHECK(asked(1, 0).is_null());
}

TEST_CASE("protocol: a variant to begin with", "[desk]") {
  TestClient client;
  client.open(std::string(bundled_game("laser_lawn")->text));
  const Json fields = {{"of", "laser_lawn"}, {"name", "my_lawn"}, {"title", "My \"Lawn\""}};
  const std::string text = client.ask("glint/newVariant", fields)["text"];
  for (const char* part : {"variant \"My \\\"Lawn\\\"\" of laser_lawn\n", "// laser_lawn has ", "\noption ", "// replace ",
                           "// remove ", "// extend piece ", "// after move "}) {
    INFO(part << " in\n" << text);
    CHECK(text.find(part) != std::string::npos);
  }
  CHECK(text.find("glint play") == std::string::npos);
  // With values of options, these alone are set.
  Json given = fields;
  given["options"] = {{"side", "5"}, {"lives", "2"}};
  const std::string set = client.ask("glint/newVariant", given)["text"];
  CHECK(set.find("\noption side = 5 ") != std::string::npos);
  CHECK(set.find("\noption lives = 2 ") != std::string::npos);
  client.rewrite(2, set);
  CHECK(client.ask("glint/test")["tests"][0]["passed"] == true);
  given["options"] = {{"side", "500"}};
  client.rewrite(3, std::string(bundled_game("laser_lawn")->text));
  CHECK(client.ask("glint/newVariant", given)["errors"].size() == 1);
  given["of"] = "../x";
  CHECK(client.ask("glint/newVariant", given)["code"] == -32602);
  client.rewrite(4, "game \"Broken\"\n");
  CHECK(client.ask("glint/newVariant", fields)["errors"].size() > 0);
}

TEST_CASE("protocol: an open document that is no file is found by those in its folder", "[desk]") {
  TestClient client;
  const auto open = [&](const std::string& uri, const std::string& text) {
    client.notify("textDocument/didOpen",
                  {{"textDocument", {{"uri", uri}, {"languageId", "glint"}, {"version", 1}, {"text", text}}}});
  };
  client.open("game \"Two\"\nuse square\nuse lamps\nplayers ann\nboard square(twice(1), 1)\n"
              "move go \"{at}\" { pick at in cells }\nplay { repeat { turn of ann { choose go } } }\n");
  CHECK(client.ask("glint/show")["errors"][0]["message"].get<std::string>().find("lamps") != std::string::npos);
  open("file:///elsewhere/lamps.glint", "library lamps\nlet twice(n: 0..9) = n + n\n");
  CHECK_FALSE(client.ask("glint/show").contains("board"));
  open("file:///tmp/lamps.glint", "library lamps\nlet twice(n: 0..9) = n + n\n");
  CHECK(client.ask("glint/show")["board"]["cells"].size() == 2);
  open("file:///tmp/short.glint", "variant \"Short\" of a\nremove go\n");
  const Json of_open = client.request("glint/show", {{"textDocument", {{"uri", "file:///tmp/short.glint"}}}});
  CHECK(of_open["errors"].dump().find("there is no game") == std::string::npos);
  client.notify("textDocument/didClose", {{"textDocument", {{"uri", "file:///tmp/lamps.glint"}}}});
  CHECK_FALSE(client.ask("glint/show").contains("board"));
}
