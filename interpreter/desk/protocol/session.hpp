// One client of the server, from `initialize` to `exit`. A Session serves a client that only plays: it takes messages
// apart, and finds the answers (playing.hpp) about its documents. An Author (author.cpp) also serves clients that edit
// scripts.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "interpreter/desk/protocol/documents.hpp"
#include "interpreter/desk/protocol/server.hpp"
#include "interpreter/game/record/bounded_json.hpp"

namespace glint::desk {

/// The client: the messages that it accepts, and those that it waits for.
class Client {
 public:
  using Json = nlohmann::ordered_json;

  explicit Client(Server::Send send) : send_(std::move(send)) {}
  void send(const Json& message);
  void answer(const Json& id, const Json& result);
  /// `help`: what to try; or empty.
  void fail(const Json& id, int code, const std::string& what, const std::string& help = {});
  void notify(const char* method, const Json& params);
  /// A message for the user: an error.
  void tell_user(const std::string& text);
  /// The progress of a long request. Null as the token: the client wants none.
  void report(const Json& token, const Json& value);

 private:
  Server::Send send_;
};

/// The request that is being answered, and the effects of messages that arrived meanwhile (Server::foresee).
struct Current {
  nlohmann::ordered_json id;  // or null
  bool is_cancelled = false;  // the request is no longer wanted
  bool is_called = false;     // any message waits
};

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
  /// Recovers when memory is free again after it had run out. `has_lost_change`: a message that may have changed
  /// documents was not understood, so their texts are no longer known.
  void recover(bool has_lost_change);
  /// True if the current work is no longer wanted.
  virtual bool is_unwanted() const { return current_.is_cancelled; }

 protected:
  using Answer = std::function<Json(Documents& in, const Json& params)>;

  /// Adds a request that is answered at once.
  void offer(std::string_view method, Answer answer) { answers_.emplace_back(method, std::move(answer)); }
  /// Answers a request, or throws Refused.
  virtual void request(const Json& id, const std::string& method, const Json& params);
  /// The answer to a request; nothing: no request has this name.
  std::optional<Json> answer(const std::string& method, const Json& params);
  bool is_started() const { return is_initialized_ && !is_shut_down_; }
  void require_started(const std::string& method) const;
  /// Refuses a request if a field has wrong content.
  static void require_fields(const std::string& method, const Json& params);
  virtual void notify(const std::string& method, const Json& params);
  virtual void cancel(const Json&) {}
  /// True if a request that has begun, and is not the current one, can still be cancelled.
  virtual bool is_running(const Json&) const { return false; }
  Json initialize(const Json& params);
  virtual Json capabilities(const Json& params);
  /// The names of our own requests.
  virtual std::vector<std::string> own_requests() const;
  virtual Json shut_down();
  /// A document is new, has another text, or was closed.
  virtual void changed(const std::string&) {}
  virtual void closed(const std::string&) {}

  std::function<bool()> stop_;  // whether the host wants to end the current work, or nobody waits for it
  Documents documents_;
  Client client_;
  Current current_;

 private:
  void take(const Documents::Change& change);

  std::vector<std::pair<std::string_view, Answer>> answers_;  // requests that are answered at once, by name
  std::set<std::string> cancelled_;  // requests that were cancelled before they were received
  bool is_initialized_ = false, is_shut_down_ = false;
  std::optional<int> status_;
};

/// The bounds of a message: no editor sends one that is nested more deeply, or has more values.
inline constexpr JsonBounds kMessage = {64, 2'000'000};

}  // namespace glint::desk
