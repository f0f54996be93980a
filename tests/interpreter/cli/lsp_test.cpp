// glint lsp: sessions as editors have them, through the command; and clients that lie, die or flood.
#include <sstream>

#include <nlohmann/json.hpp>

#include "interpreter/desk/protocol/documents.hpp"
#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"

namespace glint::cli {
namespace {

using desk::path_of_uri;
using desk::uri_of_path;

using Json = nlohmann::json;

std::string framed(const std::string& text) {
  return "Content-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text;
}

/// A client: what it sends, and what it got.
struct Session {
  std::string input;
  int next_id = 1;

  void notify(const std::string& method, const Json& params) {
    input += framed(Json{{"jsonrpc", "2.0"}, {"method", method}, {"params", params}}.dump());
  }
  int request(const std::string& method, const Json& params) {
    input += framed(Json{{"jsonrpc", "2.0"}, {"id", next_id}, {"method", method}, {"params", params}}.dump());
    return next_id++;
  }
  void begin(const std::string& text, const std::string& uri = "file:///tmp/a.glint") {
    request("initialize", {{"capabilities", Json::object()}});
    notify("initialized", Json::object());
    notify("textDocument/didOpen",
           {{"textDocument", {{"uri", uri}, {"languageId", "glint"}, {"version", 1}, {"text", text}}}});
  }
  void finish() {
    request("shutdown", nullptr);
    notify("exit", nullptr);
  }
  void change(int version, int line, int from, int to, const std::string& text) {
    notify(
        "textDocument/didChange",
        {{"textDocument", {{"uri", "file:///tmp/a.glint"}, {"version", version}}},
         {"contentChanges",
          {{{"range", {{"start", {{"line", line}, {"character", from}}}, {"end", {{"line", line}, {"character", to}}}}},
            {"text", text}}}}});
  }
  static Json at(int line, int character) {
    return {{"textDocument", {{"uri", "file:///tmp/a.glint"}}},
            {"position", {{"line", line}, {"character", character}}}};
  }

  struct Answers {
    int status = 0;
    std::vector<Json> all;
    Json result(int id) const {
      for (const Json& each : all)
        if (each.value("id", Json()) == id) return each.contains("result") ? each["result"] : each["error"];
      return "no answer";
    }
    /// The diagnostics of the last time that these were sent.
    Json diagnostics(const std::string& uri = "file:///tmp/a.glint") const {
      Json last = "none were sent";
      for (const Json& each : all)
        if (each.value("method", "") == "textDocument/publishDiagnostics" && each["params"]["uri"] == uri)
          last = each["params"]["diagnostics"];
      return last;
    }
  };
  Answers run(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments{"lsp"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Answer answer = glint(arguments, input);
    Answers answers{answer.status, {}};
    std::istringstream in(answer.out);
    for (std::string line; std::getline(in, line);) {
      const std::size_t length = std::stoul(line.substr(16));
      std::getline(in, line);
      std::string text(length, '\0');
      in.read(text.data(), static_cast<std::streamsize>(length));
      answers.all.push_back(Json::parse(text));
    }
    return answers;
  }
};

const std::string kScript =
    "game \"A\"\nuse square\nplayers a, b\nboard square(3, 3)\nbeam { }\n/// \xF0\x9F\x94\xA6 shines.\npiece lamp { "
    "look \"l\" }\n"
    "move place \"{at}\" {\n  pick at in empty\n  put lamp on at\n}\nplay { repeat { turn of each player { choose "
    "place else { end : tie } } } }\n";

}  // namespace

TEST_CASE("lsp: a session of an editor") {
  Session session;
  session.begin(kScript);
  session.change(2, 9, 6, 10, "lmap");
  const int actions = session.request(
      "textDocument/codeAction",
      {{"textDocument", {{"uri", "file:///tmp/a.glint"}}},
       {"range", {{"start", {{"line", 9}, {"character", 7}}}, {"end", {{"line", 9}, {"character", 7}}}}},
       {"context", {{"diagnostics", Json::array()}}}});
  session.change(3, 9, 6, 10, "lamp");
  const int hover = session.request("textDocument/hover", Session::at(9, 7));
  const int definition = session.request("textDocument/definition", Session::at(9, 7));
  const int references = session.request("textDocument/references", Session::at(9, 7));
  const int rename = session.request("textDocument/rename", [] {
    Json params = Session::at(9, 7);
    params["newName"] = "torch";
    return params;
  }());
  const int refused = session.request("textDocument/rename", [] {
    Json params = Session::at(9, 7);
    params["newName"] = "place";
    return params;
  }());
  const int symbols =
      session.request("textDocument/documentSymbol", {{"textDocument", {{"uri", "file:///tmp/a.glint"}}}});
  const int completion = session.request("textDocument/completion", Session::at(9, 6));
  const int formatting = session.request(
      "textDocument/formatting", {{"textDocument", {{"uri", "file:///tmp/a.glint"}}}, {"options", Json::object()}});
  const int colours =
      session.request("textDocument/semanticTokens/full", {{"textDocument", {{"uri", "file:///tmp/a.glint"}}}});
  const int library = session.request("glint/file", {{"textDocument", {{"uri", "glint:///std/square.glint"}}}});
  const int unknown = session.request("textDocument/moniker", Session::at(0, 0));
  session.finish();
  const Session::Answers answers = session.run();
  CHECK(answers.status == kDone);
  CHECK(answers.result(1)["capabilities"]["textDocumentSync"]["change"] == 2);
  CHECK(answers.diagnostics() == Json::array());
  const Json action = answers.result(actions);
  REQUIRE(action.size() == 1);
  CHECK(action[0]["title"] == "write `lamp`");
  CHECK(action[0]["edit"]["changes"]["file:///tmp/a.glint"][0]["range"] ==
        Json{{"start", {{"line", 9}, {"character", 6}}}, {"end", {{"line", 9}, {"character", 10}}}});
  CHECK(answers.result(hover)["contents"]["value"] ==
        "```glint\npiece lamp { look \"l\" }\n```\n\n*piece*\n\n\xF0\x9F\x94\xA6 shines.\n\n```text\nl\n```");
  CHECK(answers.result(definition)[0]["range"]["start"] == Json{{"line", 6}, {"character", 6}});
  CHECK(answers.result(references).size() == 2);
  CHECK(answers.result(rename)["changes"]["file:///tmp/a.glint"].size() == 2);
  CHECK(answers.result(refused)["code"] == -32803);
  CHECK(answers.result(symbols).size() == 8);
  CHECK(answers.result(completion)["items"][0]["label"] == "lamp");
  CHECK(answers.result(formatting) == Json::array());
  CHECK(answers.result(colours)["data"].size() % 5 == 0);
  CHECK(answers.result(library)["text"].get<std::string>().find("library square") != std::string::npos);
  CHECK(answers.result(unknown)["code"] == -32601);
}

TEST_CASE("lsp: places are lines and units of UTF-16") {
  const std::string text = "a\xC3\xA4\xF0\x9F\x94\xA6z\r\nb\n\nlast";
  const desk::Lines lines(text);
  CHECK(lines.size() == 4);
  CHECK(lines.byte({0, 1}) == 1);
  CHECK(lines.byte({0, 2}) == 3);
  CHECK(lines.byte({0, 3}) == 3);  // in the middle of the torch
  CHECK(lines.byte({0, 4}) == 7);
  CHECK(lines.byte({0, 99}) == 8);
  CHECK(lines.byte({1, 0}) == 10);
  CHECK(lines.byte({9, 0}) == text.size());
  for (std::uint32_t byte = 0; byte <= text.size(); ++byte) {
    if (byte < text.size() && (static_cast<unsigned char>(text[byte]) & 0xC0) == 0x80) continue;
    if (byte == 9) continue;  // between \r and \n
    CHECK(lines.byte(lines.place(byte)) == byte);
  }
}

TEST_CASE("lsp: URIs and paths") {
  CHECK(path_of_uri("file:///tmp/a%20b%C3%A4.glint") == "/tmp/a b\xC3\xA4.glint");
  CHECK(uri_of_path("/tmp/a b\xC3\xA4.glint") == "file:///tmp/a%20b%C3%A4.glint");
  CHECK(path_of_uri("glint:///std/light.glint") == "<std>/light.glint");
  CHECK(uri_of_path("<std>/light.glint") == "glint:///std/light.glint");
  CHECK(path_of_uri("untitled:Untitled-1") == "untitled:Untitled-1");
  // A percent sign without two digits behind it stands for itself.
  for (const char* const plain : {"/a%2", "/a%", "/%zz", "/%4z", "/%g1", "/%1g", "/%G1", "/%1G", "/%/1", "/%:1", "/%@1", "/%`1"})
    CHECK(path_of_uri("file://" + std::string(plain)) == plain);
  CHECK(path_of_uri("file:///%41%5a%5F%30%39%7E%fF") == "/AZ_09~\xFF");
}

TEST_CASE("lsp: a client that lies, dies or floods does no harm") {
  Session rude;
  rude.request("textDocument/hover", Session::at(0, 0));  // before initialize
  rude.begin(kScript);
  rude.input += framed("this is no JSON") + framed("[1, 2]") + framed("{\"id\": 7}") +
                framed("{\"jsonrpc\":\"2.0\",\"id\":8,\"result\":3}");
  const int wrong = rude.request("textDocument/hover", {{"textDocument", 3}});
  const int missing = rude.request("textDocument/hover", {{"textDocument", {{"uri", "file:///none.glint"}}},
                                                          {"position", {{"line", 0}, {"character", 0}}}});
  const int far = rude.request("textDocument/completion", Session::at(1000000, 1000000));
  const int negative = rude.request("textDocument/hover", Session::at(-1, -5));
  rude.change(2, 5000, 3, 1, "// the end\n");  // beyond the end, and its end before its start
  rude.notify("textDocument/didChange", {{"textDocument", 1}});
  rude.notify("textDocument/didClose", {{"textDocument", {{"uri", "file:///none.glint"}}}});
  rude.notify("$/cancelRequest", {{"id", 12345}});
  const int hover = rude.request("textDocument/hover", Session::at(9, 7));
  rude.finish();
  const Session::Answers answers = rude.run();
  CHECK(answers.status == kDone);
  CHECK(answers.result(1)["code"] == -32002);
  CHECK(answers.result(wrong)["code"] == -32602);
  CHECK(answers.result(missing).is_null());
  CHECK(answers.result(far)["items"].is_array());
  CHECK(answers.result(negative).is_null());
  CHECK(answers.result(hover)["contents"].is_object());

  for (const std::string input : {"", "Content-Length: 5\r\n\r\nabc", "Content-Length: -5\r\n\r\n",
                                  "Content-Length: 99999999999\r\n\r\n", "Content-Length: 67108865\r\n\r\n",
                                  "hello\r\n\r\n", "hello", "Content-Length: \x9b" "1\r\n\r\n"}) {
    INFO(input);
    const auto ended = glint({"lsp"}, input);
    CHECK(ended.status == kNo);
    CHECK(ended.err == (input.empty() ? "" : "error: lsp: cannot read a message: it is `Content-Length: N`, an empty line, "
                                             "and N bytes, at most 67108864\n"));
  }
  // Other lines of a header are passed over.
  Session wordy;
  wordy.begin(kScript);
  wordy.finish();
  CHECK(glint({"lsp"}, "X: " + std::string(5000, 'x') + "\r\n" + wordy.input).status == kDone);
  Session flood;
  flood.begin(kScript);
  for (int i = 0; i < 300; ++i) flood.change(i + 2, 9, 6, i % 2 == 0 ? 10 : 8, i % 2 == 0 ? "la" : "lamp");
  flood.finish();
  const Session::Answers after = flood.run();
  CHECK(after.status == kDone);
  CHECK(after.diagnostics() == Json::array());
}

TEST_CASE("lsp: limits are those of the command line, and seconds are for one answer") {
  const auto asked = [](const std::vector<std::string>& more) {
    Session session;
    session.begin(kScript);
    const int shown = session.request("glint/moves", {{"textDocument", {{"uri", "file:///tmp/a.glint"}}}});
    session.finish();
    const Session::Answers answers = session.run(more);
    CHECK(answers.status == kDone);
    return std::pair(answers.diagnostics().dump(), answers.result(shown).dump());
  };
  CHECK(asked({"--limit", "cells=9"}).first == "[]");
  CHECK(asked({"--limit", "cells=9"}) == asked({}));
  CHECK(asked({"--limit", "cells=8"}).first.find("G0503") != std::string::npos);
  CHECK(asked({"--limit", "seconds=1000"}) == asked({}));
  const auto [diagnostics, moves] = asked({"--limit", "seconds=0"});
  CHECK(diagnostics.find("G0614") != std::string::npos);
  CHECK(moves.find("G0614") != std::string::npos);
  CHECK(glint({"lsp", "--limit", "cells"}).status == kUsage);
}

TEST_CASE("lsp: a variant hears of its base when that changes") {
  const Folder folder;
  folder.write("base.glint", kScript);
  const std::string base = uri_of_path(folder / "base.glint"), variant = uri_of_path(folder / "variant.glint");
  Session session;
  session.begin("variant \"V\" of \"base.glint\"\nextend piece lamp { hot: flag }\n", variant);
  session.notify("textDocument/didOpen", {{"textDocument", {{"uri", base}, {"version", 1}, {"text", kScript}}}});
  session.notify("textDocument/didChange", {{"textDocument", {{"uri", base}, {"version", 2}}},
                                            {"contentChanges", {{{"text", "game \"A\"\nplayers a, b\n"}}}}});
  session.finish();
  const Session::Answers answers = session.run();
  CHECK(answers.diagnostics(variant).dump().find("lamp") != std::string::npos);
}

}  // namespace glint::cli
