// The requests for drawing: the syntax tree as data, the pieces, edits that are tried, and puzzles that are solved.
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/support/desk_client.hpp"

namespace glint::desk {
namespace {

std::string drawn_lamps(const std::string& setup) {
  return R"(game "Lämps"
use square
players red, blue
board square(4, 4) stacks of 2
beam { }
piece lamp of player { facing: direction; bright: 0..2 = 1; emits facing; look "{owner:1}{facing}{bright}" }
piece wall { when beam comes -> stops; look "#" }
)" + setup +
         R"(
move place "{at}" { pick at in empty; put wall on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
)";
}

/// What stands at a place of a text without letters outside of ASCII.
std::string text_at(const std::string& text, const Json& at) {
  return text.substr(at[0].get<std::size_t>(), at[1].get<std::size_t>() - at[0].get<std::size_t>());
}

Json declaration(const Json& syntax, const std::string& node, const std::string& name = "") {
  for (const Json& each : syntax["declarations"])
    if (each["node"] == node && each.value("name", "") == name) return each;
  return nullptr;
}

}  // namespace

TEST_CASE("drawing: the syntax tree has places in UTF-16 units", "[desk]") {
  TestClient client;
  const std::string text =
      drawn_lamps("setup { if 1 == 1 { put wall on a1 | b2 - c3 }; put lamp(owner = red, facing = e) on d1 }");
  client.open(text);
  std::string one_unit = text;  // the letter has two bytes, and is one unit
  one_unit.replace(one_unit.find("ä"), std::string("ä").size(), "a");
  const Json syntax = client.ask("glint/syntax");
  const Json lamp = declaration(syntax, "piece", "lamp"), setup = declaration(syntax, "setup");
  CHECK(text_at(one_unit, lamp["look"]) == "\"{owner:1}{facing}{bright}\"");
  CHECK(text_at(one_unit, lamp["fields"][1]["first"]) == "1");
  CHECK(text_at(one_unit, declaration(syntax, "piece", "wall")["comes"]) == "-> stops");
  REQUIRE(setup["parts"].size() == 2);
  const Json put = setup["parts"][0]["parts"][1];
  CHECK(put["node"] == "put");
  CHECK(put["parts"][0]["node"] == "|");
  CHECK(text_at(one_unit, put["parts"][0]["parts"][1]["at"]) == "b2 - c3");
  CHECK(setup["parts"][1]["args"][0][0] == "owner");
  CHECK(text_at(one_unit, setup["parts"][1]["args"][0][1]) == "red");
  client.rewrite(2, "game \"Broken\"\npiece lamp {");
  CHECK(client.ask("glint/syntax")["declarations"].is_array());
}

TEST_CASE("drawing: the palette has every piece, with its picture, and what stands where", "[desk]") {
  TestClient client;
  client.open(drawn_lamps("setup { put wall on a1; put lamp(owner = blue, facing = e) on a1 }"));
  const Json palette = client.ask("glint/palette");
  CHECK(palette["pieces"].size() == 2 * 8 * 3 + 1);
  CHECK(palette["stack"] == 2);
  CHECK(palette["cells"][12]["pieces"] == Json{"wall", "lamp(owner = blue, facing = e, bright = 1)"});
  CHECK(palette["pieces"][0]["put"] == "lamp(owner = red, facing = e, bright = 0)");
  CHECK(palette["pieces"][0]["drawn"] == "re0");
  CHECK(palette["pieces"][0]["picture"].get<std::string>().starts_with("<svg"));
  client.rewrite(2, "variant \"Low\" of boundary\n");  // names of cells that a player has
  CHECK(client.ask("glint/palette")["cells"][0]["cell"] == client.ask("glint/palette")["cells"][0]["written"]);
}

TEST_CASE("drawing: the first edit that gives the wanted board is taken", "[desk]") {
  TestClient client;
  const std::string text = drawn_lamps("setup { put wall on a1 }");
  client.open(text);
  const auto at = static_cast<int>(text.find("a1 }")) - 1;  // in units
  const Json none = Json::array({at, at, ""}), wrong = Json::array({at + 2, at + 2, " | b2"}),
             broken = Json::array({at, at + 2, "z9"}), right = Json::array({at + 2, at + 2, " | b1"});
  const auto tried = [&](const Json& edits) {
    return client.ask("glint/try", {{"edits", edits}, {"cell", "b1"}, {"pieces", {"wall"}}})["taken"];
  };
  CHECK(tried({{none}, {broken}, {wrong}, {right}, {right}}) == 3);
  CHECK(tried({{none}, {broken}, {wrong}}).is_null());
  CHECK(client.ask("glint/try", {{"edits", {{broken}, {wrong}}}})["taken"] ==
        1);  // without a cell: nothing new is wrong
  CHECK(client.ask("glint/try", {{"edits", Json::array()}, {"cell", "z9"}, {"pieces", Json::array()}})["message"]
            .get<std::string>()
            .find("no such cell") != std::string::npos);
  // Edits of one list do not overlap; side by side, or at one place, they may be.
  const auto message_of = [&](const Json& list) {
    const Json answer = client.ask("glint/try", {{"edits", Json::array({list})}});
    return answer.contains("message") ? answer["message"].get<std::string>() : std::string();
  };
  const Json whole = Json::array({at, at + 2, "a1"}), part = Json::array({at + 1, at + 2, "1"}),
             within = Json::array({at + 1, at + 1, ""}), behind_it = Json::array({at + 2, at + 2, ""});
  for (const Json& list : {Json{whole, part}, Json{part, whole}, Json{whole, whole}, Json{within, whole}})
    CHECK(message_of(list).find("overlap") != std::string::npos);
  for (const Json& list : {Json{whole, behind_it}, Json{none, whole}, Json{none, none}, Json{within, within}})
    CHECK(message_of(list).empty());
  // Right behind a letter of two bytes.
  const auto behind = static_cast<int>(text.find("mps\"")) - 1;
  CHECK(client.ask("glint/try", {{"edits", {{{behind, behind, "ö"}}}}})["taken"] == 0);
  // A script that was laid out stays so.
  const std::string tidy =
      "game \"A\"\nuse square\nplayers ann\nboard square(2, 1)\npiece wall { look \"#\" }\nmove pass \"pass\" { }\n"
      "play { turn of ann { choose pass } }\n";
  client.rewrite(2, tidy);
  const auto here = static_cast<int>(tidy.find("move"));
  const Json answer = client.ask(
      "glint/try", {{"edits", {{{here, here, "setup {put wall on a1}\n"}}}}, {"cell", "a1"}, {"pieces", {"wall"}}});
  CHECK(answer["taken"] == 0);
  CHECK(answer["text"].get<std::string>().find("setup { put wall on a1 }\n") != std::string::npos);
}

TEST_CASE("drawing: a puzzle is solved", "[desk]") {
  TestClient client;
  client.open(R"(game "Door"
use square
players ann
board square(3, 1)
piece man { look "m" }
setup { put man on a1 }
move step "{to}" { pick to in (man + e) & empty; for c in man { move c to to } }
play { repeat { turn of ann { choose step else { end : ann loses } } } }
end when c1 in man : ann wins
)");
  const Json solved = client.ask("glint/solve");
  INFO(solved.dump());
  REQUIRE(solved.contains("count"));
  CHECK(solved["count"] == 1);
  CHECK(solved["complete"] == true);
  CHECK(solved["moves"] == Json{"b1", "c1"});
  client.open(drawn_lamps(""));
  CHECK(client.ask("glint/solve")["errors"].size() == 1);  // it has two sides
}

TEST_CASE("drawing: who wins with perfect play", "[desk]") {
  TestClient client;
  client.open(R"(game "Last"
use square
players ann, bob
board square(3, 1)
piece man { look "m" }
move put "{at}" { pick at in empty; put man on at; end when empty == {} : me wins }
play { repeat { turn of each player { choose put } } }
)");
  const Json value = client.ask("glint/solve", {{"value", true}});
  INFO(value.dump());
  REQUIRE(value.contains("decided"));
  CHECK(value["decided"] == true);
  CHECK(value["winner"] == "ann");
  CHECK(value["plies"] == 3);
  CHECK(value["line"].size() == 3);
  client.open(drawn_lamps("var card: 0..1 = 0 seen by {}\n"));
  CHECK(client.ask("glint/solve", {{"value", true}})["errors"].size() == 1);  // it has secrets
}

}  // namespace glint::desk
