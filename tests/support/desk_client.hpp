// A client of the server that editors talk to, without streams: messages in, messages out.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "interpreter/desk/protocol/server.hpp"
#include "interpreter/game/loading/load.hpp"

namespace glint::desk {

using Json = nlohmann::ordered_json;

inline constexpr const char* kUri = "file:///tmp/a.glint";

inline const std::string kLamps = R"(game "Lamps"
use square
players red, blue
/// How far the board reaches.
option side: 3..5 = 3 "side"
beam { colour: set of {warm, cold} }
piece lamp {
  facing: direction
  emits facing { beam.colour = {warm} }
  look "l"
}
board square(side, side)
move place "{at} {facing}" {
  pick at in empty "taken"
  pick facing in {n, e}
  require at.x < 3 "only on the left"
  put lamp(facing = facing) on at
}
play { repeat { turn of each player { choose place else { end : tie } } } }
test "a lamp shines" {
  play "a1 n"
  expect count(lamp) == 1
}
test "none shines at the start" {
  expect count(lamp) == 1
}
)";

/// A client, and the server that it talks to.
class TestClient {
 public:
  /// `only_plays`: of the server that an exported game has.
  explicit TestClient(bool only_plays = false)
      : server_(only_plays ? Server::for_play(files, taker(), limits()) : Server(files, taker(), limits())) {
    request("initialize", {{"capabilities", Json::object()}});
  }
  void notify(const std::string& method, const Json& params) {
    server_.receive(Json{{"jsonrpc", "2.0"}, {"method", method}, {"params", params}}.dump());
  }
  static std::string text_of(int id, const std::string& method, const Json& params) {
    return Json{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}}.dump();
  }
  Json request(const std::string& method, const Json& params) {
    server_.receive(text_of(++last_id_, method, params));
    return answer(last_id_);
  }
  Json answer(int id) const {
    for (const Json& each : messages)
      if (each.contains("id") && each["id"] == id) return each.contains("result") ? each["result"] : each["error"];
    return "no answer";
  }
  int last_id() const { return last_id_; }
  /// As a host does when no message waits.
  void work() {
    while (server_.has_work()) server_.work();
  }
  std::vector<Json> progress(const Json& token) const {
    std::vector<Json> all;
    for (const Json& each : messages)
      if (each.value("method", "") == "$/progress" && each["params"]["token"] == token)
        all.push_back(each["params"]["value"]);
    return all;
  }
  void open(const std::string& text) {
    notify("textDocument/didOpen",
           {{"textDocument", {{"uri", kUri}, {"languageId", "glint"}, {"version", 1}, {"text", text}}}});
  }
  void rewrite(int version, const std::string& text) {
    notify("textDocument/didChange",
           {{"textDocument", {{"uri", kUri}, {"version", version}}}, {"contentChanges", {{{"text", text}}}}});
  }
  Json ask(const std::string& method, Json params = Json::object()) {
    params["textDocument"] = {{"uri", kUri}};
    return request(method, params);
  }

  std::vector<Json> messages;
  /// Texts of messages that arrive as soon as the server asks.
  std::vector<std::string> arriving;
  /// Whether the host wants the end of whatever is done.
  bool is_over = false;
  Server& server() { return server_; }

 private:
  static std::unique_ptr<lang::Loader> files(const std::string&) { return bundled_loader(nullptr); }
  Server::Send taker() {
    return [this](const std::string& text) { messages.push_back(Json::parse(text)); };
  }
  Limits limits() {
    Limits limits;
    limits.stop = [this] {
      for (const std::string& each : std::exchange(arriving, {})) server_.foresee(each);
      return is_over;
    };
    return limits;
  }

  int last_id_ = 0;
  Server server_;
};

}  // namespace glint::desk
