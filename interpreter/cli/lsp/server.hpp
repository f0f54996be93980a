// A server of the Language Server Protocol 3.17 (https://microsoft.github.io/language-server-protocol/) for the desk:
// JSON in, JSON out. It knows no streams; `glint lsp` reads and writes the messages.
//
// What the protocol has no word for: the request `glint/file` {"uri"} answers {"text"} of a library or game that comes
// with Glint, whose places have URIs like glint:///std/light.glint.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "interpreter/cli/lsp/positions.hpp"
#include "interpreter/desk/desk.hpp"

namespace glint::cli {

class LspServer {
 public:
  using Json = nlohmann::json;
  /// Takes a message for the client.
  using Send = std::function<void(const Json&)>;

  LspServer(desk::Desk::Files files, Send send);

  /// Handles one message: its text, whatever that is. Never throws.
  void receive(const std::string& message);
  /// Set once the client has said `exit`: the status of the process.
  std::optional<int> status() const { return status_; }

 private:
  struct Refused {
    int code;
    std::string message;
  };

  void request(const Json& id, const std::string& method, const Json& params);
  void notify(const std::string& method, const Json& params);
  Json answer(const std::string& method, const Json& params);
  Json initialize(const Json& params);
  void publish(const std::string& changed);
  void publish_one(const std::string& document);

  Json hover(const Json& params);
  Json places(const std::vector<desk::Range>& ranges, const std::string& document);
  Json rename(const Json& params);
  Json symbols(const std::vector<desk::Outline>& outline, const LspLines& lines) const;
  Json completion(const Json& params);
  Json edits(const std::vector<desk::Edit>& edits, const std::string& document);
  Json actions(const Json& params);
  Json folds(const Json& params);
  Json colours(const Json& params);

  std::string document(const Json& params) const;
  /// The byte that "position" names.
  std::uint32_t place(const Json& params);
  Json range(const desk::Range& range, const std::string& document);

  desk::Desk desk_;
  Send send_;
  std::map<std::string, Json> versions_;  // of open documents, as the client counts them
  bool is_initialized_ = false, is_shut_down_ = false;
  std::optional<int> status_;
};

/// `/a b.glint` of `file:///a%20b.glint`, and back. Other URIs are names as they are.
std::string path_of_uri(const std::string& uri);
std::string uri_of_path(const std::string& path);

}  // namespace glint::cli
