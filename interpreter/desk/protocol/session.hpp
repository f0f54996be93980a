// One client of the server, from `initialize` to `exit`: the desk, and how its answers become JSON. session.cpp takes
// messages apart and keeps documents in step, answers.cpp answers what the protocol has words for, playing.cpp the
// requests `glint/...`.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "interpreter/desk/protocol/lines.hpp"
#include "interpreter/desk/protocol/server.hpp"

namespace glint::desk {

class Server::Session {
 public:
  using Json = nlohmann::ordered_json;

  Session(Desk::Files files, Send send, const Limits& limits);
  void receive(const std::string& text);
  std::optional<int> status() const { return status_; }

 private:
  /// Answers a request with an error of the protocol.
  struct Refused {
    int code;
    std::string message;
  };
  using Answer = Json (Session::*)(const Json& params);

  // ---- messages (session.cpp)
  void send(const Json& message);
  void request(const Json& id, const std::string& method, const Json& params);
  void notify(const std::string& method, const Json& params);
  Json initialize(const Json& params);
  Json shut_down(const Json& params);
  void open(const Json& params);
  void change(const Json& params);
  void close(const Json& params);
  /// Sends the diagnostics of the changed document first; then of the others, which may use it.
  void publish(const std::string& changed);
  void publish_one(const std::string& document);

  // ---- places (session.cpp)
  std::string document(const Json& params) const;
  /// The lines of a file in an answer about this document. Empty lines if there is no such file.
  const Lines& lines_of(const std::string& document, const std::string& file);
  const Lines& lines_of(const std::string& document) { return lines_of(document, document); }
  /// The byte that "position" names.
  std::uint32_t place(const Json& params);
  Json range(const Range& range, const std::string& document);
  Json location(const Range& range, const std::string& document);
  Json edits(const std::vector<Edit>& edits, const std::string& document);

  // ---- answers (answers.cpp)
  Json file(const Json& params);
  Json hover(const Json& params);
  Json definition(const Json& params);
  Json references(const Json& params);
  Json highlights(const Json& params);
  Json prepare_rename(const Json& params);
  Json rename(const Json& params);
  Json symbols(const Json& params);
  Json symbols_of(const std::vector<Outline>& outline, const std::string& document);
  Json completion(const Json& params);
  Json format(const Json& params);
  Json format_range(const Json& params);
  Json actions(const Json& params);
  Json folds(const Json& params);
  Json colours(const Json& params);

  // ---- play (playing.cpp)
  Json show(const Json& params);
  Json moves(const Json& params);
  Json play(const Json& params);
  Json trace(const Json& params);
  Json tests(const Json& params);
  Json test(const Json& params);
  Json board(const Position& position, int viewer, bool has_picture);
  /// What every answer about a position has: how far it was played, and why not further.
  Json reached_json(const Reached& reached, const Where& where, const std::string& document);
  Json error_json(const Error& error, const std::string& document);
  Json errors_json(const std::vector<Error>& errors, const std::string& document);

  Desk desk_;
  Send send_;
  std::map<std::string, Json> versions_;  // of open documents, as the client counts them
  std::map<std::string, Lines> lines_;    // by file, until a document changes
  bool is_initialized_ = false, is_shut_down_ = false;
  std::optional<int> status_;
};

// Codes of errors: JSON-RPC 2.0, and the protocol's own.
inline constexpr int kParseError = -32700, kInvalidRequest = -32600, kMethodNotFound = -32601, kInvalidParams = -32602,
                     kInternalError = -32603, kNotInitialized = -32002, kRequestFailed = -32803;

/// The protocol's names for colours, in the order of `colour_of` in answers.cpp.
const std::vector<std::string>& colour_names();

LinePlace line_place_of(const nlohmann::ordered_json& json);

}  // namespace glint::desk
