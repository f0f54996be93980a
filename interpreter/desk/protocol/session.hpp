// One client of the server, from `initialize` to `exit`: the desk, and how its answers become JSON. session.cpp takes
// messages apart, documents.cpp keeps documents in step, answers.cpp answers what the protocol has words for, playing.cpp the
// requests `glint/...` about positions, advising.cpp what helps whoever plays, studying.cpp those that take long;
// commands.cpp offers some of these in the text.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "interpreter/desk/protocol/job.hpp"
#include "interpreter/desk/protocol/lines.hpp"
#include "interpreter/desk/protocol/server.hpp"

namespace glint::desk {

class Server::Session {
 public:
  using Json = nlohmann::ordered_json;

  Session(Desk::Files files, Send send, const Limits& limits);
  void receive(const std::string& text);
  std::optional<int> status() const { return status_; }
  bool has_work() const { return !running_.empty() || !unfinished_.empty(); }
  void work();
  void foresee(const std::string& text);
  /// Whether what is being done is no longer wanted.
  bool is_unwanted() const { return is_cancelled_ || is_outdated_ || (is_checking_ && is_called_); }

 private:
  /// Answers a request with an error of the protocol.
  struct Refused {
    int code;
    std::string message;
  };
  using Answer = Json (Session::*)(const Json& params);
  using Start = std::unique_ptr<Job> (Session::*)(const Json& params);
  /// All requests, by their names: those that are answered at once, and those that take long.
  static const std::vector<std::pair<std::string_view, Answer>>& answers();
  static const std::vector<std::pair<std::string_view, Start>>& jobs();

  /// A request that is answered later.
  struct Running {
    Json id;
    Json progress_token, partial_token;  // null: the client wants none
    std::string document, command;  // command: the request's name, if it came as one
    std::unique_ptr<Job> job;
  };

  // ---- messages (session.cpp)
  void send(const Json& message);
  void request(const Json& id, const std::string& method, const Json& params);
  void fail(const Json& id, int code, const std::string& what);
  void work_on_job();
  void cancel(const Json& id);
  void report(const Json& token, const Json& value);
  Json result_of(const Running& running);
  void notify(const std::string& method, const Json& params);
  Json initialize(const Json& params);
  Json shut_down(const Json& params);

  // ---- documents (documents.cpp)
  void open(const Json& params);
  void change(const Json& params);
  void close(const Json& params);
  /// Sends the diagnostics of all documents that a change concerns, those of the changed one first.
  void publish(const std::string& changed);
  void publish_one(const std::string& document);
  /// Sends them again, if the next of the slower checks has found more.
  void check_further();
  void send_findings(const std::string& document, const std::vector<Finding>& findings);
  void forget_stopped();

  // ---- places (documents.cpp)
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
  Json hints(const Json& params);
  Json selections(const Json& params);
  Json colours(const Json& params);

  // ---- play (playing.cpp)
  /// The position that a request means, and the answer so far.
  struct At {
    std::string name;  // of the document
    Where where;
    Reached reached;
    Json json;
  };
  At reach(const Json& params);
  /// The answer to a request about a position. If there is none, it says why, and `fill` is not called.
  template <class Fill>
  Json with_position(const Json& params, Fill fill) {
    At at = reach(params);
    if (at.reached.position) fill(at, *at.reached.position, *at.reached.game);
    return std::move(at.json);
  }
  /// The player as whom "as" sees it; -1 without it: everything.
  static int viewer_of(const Json& params, const Game& game);
  Json show(const Json& params);
  Json moves(const Json& params);
  Json play(const Json& params);
  Json trace(const Json& params);
  Json tests(const Json& params);
  Json test(const Json& params);
  Json board(const Position& position, int viewer, bool has_picture);
  /// In the place of a board that is not drawn, for this reason.
  Json undrawn(const Position& position, int viewer, const std::string& reason);
  // ---- commands of code lenses (commands.cpp)
  Json lenses(const Json& params);
  /// Tells what a command has found, for editors that show nothing else of it.
  void show_message(const std::string& method, const Json& result);

  // ---- what takes long (studying.cpp)
  std::unique_ptr<Job> study(const Json& params);
  std::unique_ptr<Job> diff(const Json& params);

  /// What every answer about a position has: how far it was played, and why not further.
  Json reached_json(const Reached& reached, const Where& where, const std::string& document);
  Json error_json(const Error& error, const std::string& document);
  Json errors_json(const std::vector<Error>& errors, const std::string& document);

  // ---- what helps whoever plays (advising.cpp)
  Json why(const Json& params);
  Json advice(const Json& params);
  Json written_test(const Json& params);
  Json describe(const Json& params);

  std::function<bool()> stop_;  // whether what is being done has to end
  Desk desk_;
  Send send_;
  std::map<std::string, Json> versions_;  // of open documents, as the client counts them
  std::map<std::string, Lines> lines_;    // by file, until a document changes
  std::deque<Running> running_;           // the one that works next first
  std::deque<std::string> unfinished_;    // documents whose slower checks are not done; the next one first
  std::set<std::string> cancelled_;       // requests that were cancelled before they were received
  Json current_;                          // the request that is being answered, or null
  std::string published_;                 // the document whose diagnostics are being computed, or empty
  // What `foresee` has found out: about what is being done, and whether any message waits.
  bool is_cancelled_ = false, is_outdated_ = false, is_called_ = false;
  bool is_checking_ = false;  // a slower check is under way: it makes way for any message, and begins anew
  bool is_initialized_ = false, is_shut_down_ = false, shows_messages_ = true, has_snippets_ = false, watches_files_ = false;
  std::optional<int> status_;
};

// Codes of errors: JSON-RPC 2.0, and the protocol's own.
inline constexpr int kParseError = -32700, kInvalidRequest = -32600, kMethodNotFound = -32601, kInvalidParams = -32602,
                     kInternalError = -32603, kNotInitialized = -32002, kRequestFailed = -32803, kCancelled = -32800;

/// The protocol's names for colours, in the order of `colour_of` in answers.cpp.
const std::vector<std::string>& colour_names();

/// The commands that an editor can give, "glint.test", and the request that each stands for; empty: no such command.
const std::vector<std::string>& command_names();
std::string method_of(const std::string& command);

nlohmann::ordered_json place_json(const LinePlace& place);
LinePlace line_place_of(const nlohmann::ordered_json& json);

}  // namespace glint::desk
