// The client of a server: what can be sent to it, and what it waits for.
#pragma once

#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "interpreter/desk/protocol/server.hpp"

namespace glint::desk {

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

/// The request that is being answered, and what messages say that have arrived meanwhile (Server::foresee).
struct Current {
  nlohmann::ordered_json id;  // or null
  bool is_cancelled = false;  // it is not wanted any longer
  bool is_called = false;     // any message waits
};

}  // namespace glint::desk
