// Completions with stops: what helps while something is being filled in.
#include <algorithm>
#include <set>
#include <utility>

#include "interpreter/desk/protocol/answers.hpp"
#include "interpreter/desk/protocol/documents.hpp"
#include "tests/catch.hpp"
#include "tests/support/desk_client.hpp"
#include "tests/support/desk_script.hpp"

using namespace glint;
using namespace glint::desk;

namespace {

/// What a snippet inserts, with what stands at its stops at first.
std::string inserted(const std::string& snippet) {
  std::string text;
  int depth = 0;
  for (std::size_t i = 0; i < snippet.size(); ++i) {
    if (snippet[i] == '\\') {
      text += snippet[++i];
    } else if (snippet.compare(i, 2, "${") == 0) {
      ++depth;
      i = snippet.find(':', i);
    } else if (snippet[i] == '$') {
      ++i;
    } else if (snippet[i] == '}' && depth > 0) {
      --depth;
    } else {
      text += snippet[i];
    }
  }
  return text;
}

/// A client that knows snippets, with a document in which `^` marks a place.
class Editor {
 public:
  Editor() {
    client_.request("initialize", Json::parse(R"({"capabilities": {"textDocument": {
        "completion": {"completionItem": {"snippetSupport": true}}}}})"));
    client_.open("game \"A\"\n");
  }
  Json ask(const std::string& method, const std::string& marked) {
    const std::size_t at = marked.find('^');
    text_ = marked.substr(0, at) + marked.substr(at + 1);
    client_.rewrite(++version_, text_);
    const LinePlace place = Lines(text_).place(static_cast<std::uint32_t>(at));
    return client_.ask(method, {{"position", {{"line", place.line}, {"character", place.character}}}});
  }
  Json item(const std::string& marked, const std::string& label) {
    const Json found = ask("textDocument/completion", marked);
    for (const Json& each : found["items"])
      if (each["label"] == label) return each;
    return Json::object();
  }
  TestClient& client() { return client_; }

 private:
  TestClient client_;
  int version_ = 1;
  std::string text_;
};

}  // namespace

TEST_CASE("snippets: what is to be filled in is a stop, texts and short names among them", "[desk]") {
  CHECK(snippet_of_form("move NAME \"{x}\" { ... }") == "move ${1:NAME} \"${2:{x\\}}\" {\n  $0\n}");
  CHECK(snippet_of_form("pick x in SET \"message\"") == "pick ${1:x} in ${2:SET} \"${3:message}\"");
  CHECK(snippet_of_form("let x = VALUE") == "let ${1:x} = ${2:VALUE}");
  CHECK(snippet_of_form("for x in SET { ... }") == "for ${1:x} in ${2:SET} {\n  $0\n}");
  CHECK(snippet_of_form("game \"Name\"") == "game \"${1:Name}\"");
  CHECK(snippet_of_form("play \"MOVE\", ...") == "play \"${1:MOVE}\"");
  CHECK(snippet_of_form("clock { turn 2:00 }") == "clock { turn ${1:2:00} \\}");
  CHECK(snippet_of_form("map \"\"\"...\"\"\"").empty());
  CHECK(snippet_of_form("replace DECLARATION").empty());
  CHECK(snippet_of_call("glow", {"at", "ways"}) == "glow(${1:at}, ${2:ways})");
}

TEST_CASE("snippets: none is an error where it is inserted, but for names that are not filled in", "[desk]") {
  const std::string game = kScript, base = "variant \"V\" of boundary\n\n";
  const std::string places[] = {"^",
                                game + "^\n",
                                base + "^\n",
                                "library a\n^\n",
                                game + "piece m {\n  ^\n}\n",
                                game + "piece m {\n  when beam comes {\n    ^\n  }\n}\n",
                                game + "move m \"m\" {\n  ^\n}\n",
                                game + "setup {\n  ^\n}\n",
                                game + "do it() {\n  ^\n}\n",
                                game + "test \"o\" {\n  ^\n}\n",
                                std::string(kScript).substr(0, std::string(kScript).find("play {")) + "play {\n  ^\n}\n"};
  Editor editor;
  std::size_t tried = 0;
  for (const std::string& marked : places) {
    const std::size_t at = marked.find('^');
    const Json items = editor.ask("textDocument/completion", marked)["items"];
    for (const Json& item : items) {
      if (!item.contains("insertText")) continue;
      const std::string text = marked.substr(0, at) + inserted(item["insertText"]) + marked.substr(at + 1);
      Desk desk(bundled);
      desk.open("/a.glint", text);
      ++tried;
      for (const Finding& finding : desk.findings("/a.glint")) {
        INFO(marked.substr(marked.size() > 40 ? marked.size() - 40 : 0) << "\n" << item["insertText"] << "\n" << finding.code << " " << finding.message << " " << finding.help);
        CHECK(finding.code.substr(0, 3) != "G01");
      }
    }
  }
  CHECK(tried > 80);
  CHECK(!editor.item(game + "test \"o\" {\n  ^\n}\n", "map").contains("insertText"));
}

TEST_CASE("snippets: what takes arguments is completed with a stop for each", "[desk]") {
  const std::string game = std::string(kScript) + "let near(at: cell, far: 1..3) = steps(at, around, far)\ndo give(p: player) { left -= 1 }\n";
  Editor editor;
  CHECK(editor.item(game + "let a = ^", "near")["insertText"] == "near(${1:at}, ${2:far})");
  CHECK(!editor.item(game + "let a = ^", "free").contains("insertText"));
  CHECK(!editor.item(game + "let a = ^(a1, 2)", "near").contains("insertText"));
  CHECK(editor.item(game + "after place {\n  ^\n}\n", "give")["insertText"] == "give(${1:p})");
}

TEST_CASE("hover: a word of the language is explained as it is used there, and so is an arrow", "[desk]") {
  Desk desk(bundled);
  const auto at = [&](const std::string& marked) {
    const std::size_t place = marked.find('^');
    desk.open("/a.glint", marked.substr(0, place) + marked.substr(place + 1));
    const auto found = desk.hover("/a.glint", static_cast<std::uint32_t>(place));
    return found ? found->meanings.front().declaration : std::string("none");
  };
  const std::string game = kScript;
  CHECK(at(game + "piece m { w^hen beam comes { from ahead -> stops } }") == "when beam comes { ... }");
  CHECK(at(game + "w^hen beam enters x in {a1} -> stops") == "when beam enters x in CELLS { ... }");
  CHECK(at(game + "piece m { when beam comes { f^rom ahead -> stops } }") == "from SIDE -> OUTCOME");
  CHECK(at(game + "piece m { when beam comes ^-> stops }") == "from SIDE -> OUTCOME");
  CHECK(at(game + "piece m { when beam comes -^> stops }") == "from SIDE -> OUTCOME");
  CHECK(at(game + "let a = if left == 0 th^en 1 else 2") == "if CONDITION then A else B");
  CHECK(at(game + "let a = 1 ^- 2") == "none");
}

TEST_CASE("desk: completion offers the moves of the game where they are counted", "[desk]") {
  Desk desk(bundled);
  const std::string game = std::string(kScript) + "test \"o\" { expect moves(";
  desk.open("/a.glint", game);
  CHECK(names_of(desk.completion("/a.glint", static_cast<std::uint32_t>(game.size()))) == std::vector<std::string>{"place"});
}
