// One client of the server, from `initialize` to `exit`. A Session serves a client that only plays: session.cpp takes
// messages apart, documents.cpp keeps open documents and finds places in them, playing.cpp answers the requests `glint/...`
// about positions, advising.cpp those that help whoever plays. An Author (author.hpp) also serves clients that edit scripts.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "interpreter/desk/protocol/lines.hpp"
#include "interpreter/desk/protocol/server.hpp"
#include "interpreter/game/record/bounded_json.hpp"

namespace glint::desk {

class Server::Session {
 public:
  using Json = nlohmann::ordered_json;

  Session(Desk::Files files, Send send, const Limits& limits);
  virtual ~Session() = default;
  void receive(const std::string& text);
  std::optional<int> status() const { return status_; }
  virtual bool has_work() const { return false; }
  virtual void work() {}
  virtual void foresee(const std::string& text);
  /// What can be done where memory has run out, and there is some again: `has_lost_change`: a message that may have
  /// changed documents was not understood, so their texts are not known any longer.
  void recover(bool has_lost_change);
  /// Whether what is being done is no longer wanted.
  virtual bool is_unwanted() const { return is_cancelled_; }

 protected:
  /// Answers a request with an error of the protocol.
  struct Refused {
    int code;
    std::string message;
  };
  using Answer = Json (Session::*)(const Json& params);

  // ---- messages (session.cpp)
  void send(const Json& message);
  void fail(const Json& id, int code, const std::string& what);
  /// A message for the user, of a type of LSP's.
  void tell_user(int type, const std::string& text);
  static constexpr int kErrorType = 1, kInfoType = 3;
  /// Adds a request that is answered at once.
  template <class Kind>
  void offer(std::string_view method, Json (Kind::*answer)(const Json& params)) {
    answers_.emplace_back(method, static_cast<Answer>(answer));
  }
  /// Answers a request, or throws Refused.
  virtual void request(const Json& id, const std::string& method, const Json& params);
  /// The answer to a request; nothing: there is none with this name.
  std::optional<Json> answer(const std::string& method, const Json& params);
  bool is_started() const { return is_initialized_ && !is_shut_down_; }
  void require_started(const std::string& method) const;
  /// Refuses a request of which a field holds something else than it should.
  static void require_fields(const std::string& method, const Json& params);
  virtual void notify(const std::string& method, const Json& params);
  virtual void cancel(const Json&) {}
  /// Whether a request that has begun, and is not the current one, can still be cancelled.
  virtual bool is_running(const Json&) const { return false; }
  Json initialize(const Json& params);
  virtual Json capabilities(const Json& params);
  /// The names of our own requests.
  virtual std::vector<std::string> own_requests() const;
  virtual Json shut_down(const Json& params);

  // ---- documents (documents.cpp)
  void open(const Json& params);
  void change(const Json& params);
  void close(const Json& params);
  void forget(const std::string& document);
  /// Forgets a document whose text is no longer known, and says why: a notification has no answer that could.
  void lose(const std::string& document, const std::string& why);
  /// Whether the open documents are not too many, nor too long.
  bool has_room() const;
  /// A document has another text, or is new; or it was closed.
  virtual void changed(const std::string&) {}
  virtual void closed(const std::string&) {}
  void forget_stopped();

  // ---- places (documents.cpp)
  std::string document(const Json& params) const;
  /// The version of a document as the client counts; null if it is not open.
  Json version_of(const std::string& document) const;
  /// The lines of a file in an answer about this document. Empty lines if there is no such file.
  const Lines& lines_of(const std::string& document, const std::string& file);
  const Lines& lines_of(const std::string& document) { return lines_of(document, document); }
  /// The byte that "position" names.
  std::uint32_t place(const Json& params);
  Json range(const Range& range, const std::string& document);
  Json location(const Range& range, const std::string& document);

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
  Json board(const Position& position, int viewer, bool has_picture);
  /// In the place of a board that is not drawn, for this reason.
  Json undrawn(const Position& position, int viewer, const std::string& reason);
  /// What every answer about a position has: how far it was played, and why not further.
  Json reached_json(const Reached& reached, const Where& where, const std::string& document);
  Json error_json(const Error& error, const std::string& document);
  Json errors_json(const std::vector<Error>& errors, const std::string& document);

  // ---- what helps whoever plays (advising.cpp)
  Json why(const Json& params);
  Json advice(const Json& params);

  std::function<bool()> host_stop_;  // whether the host wants the end of what is being done
  std::function<bool()> stop_;       // the same, or nobody waits for it any longer
  Desk desk_;
  std::map<std::string, Json> versions_;  // of open documents, as the client counts them
  std::map<std::string, Lines> lines_;    // by file, until a document changes
  std::vector<std::pair<std::string_view, Answer>> answers_;  // requests that are answered at once, by name
  std::set<std::string> cancelled_;  // requests that were cancelled before they were received
  Json current_;                     // the request that is being answered, or null
  bool is_cancelled_ = false;        // `foresee` has found out that it was cancelled
  bool is_shut_down_ = false;

 private:
  Send send_;
  bool is_initialized_ = false;
  std::optional<int> status_;
};

// Codes of errors: JSON-RPC 2.0, and the protocol's own.
inline constexpr int kParseError = -32700, kInvalidRequest = -32600, kMethodNotFound = -32601, kInvalidParams = -32602,
                     kInternalError = -32603, kNotInitialized = -32002, kRequestFailed = -32803, kCancelled = -32800;

inline constexpr const char* kNoMemory = "there is not enough memory for this";

/// What a message may hold; one that is nested deeper, or has more values, is not from an editor.
inline constexpr JsonBounds kMessage = {64, 2'000'000};

inline constexpr std::size_t kMostDrawn = 20'000;  // cells of a board that is drawn

nlohmann::ordered_json place_json(const LinePlace& place);
LinePlace line_place_of(const nlohmann::ordered_json& json);

}  // namespace glint::desk
