// A server of the Language Server Protocol 3.17 (https://microsoft.github.io/language-server-protocol/) for the desk:
// the text of a JSON-RPC message in, texts of messages out. It knows no streams, files, threads or clocks, so that each
// host can link it: `glint lsp` puts it on standard input and output, a page puts it into a worker.
//
// What the protocol has no word for are requests of our own, `glint/...`: README.md lists them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "interpreter/desk/desk.hpp"

namespace glint::desk {

class Server {
 public:
  /// Takes the text of a message for the client; it is ASCII.
  using Send = std::function<void(const std::string& message)>;

  Server(Desk::Files files, Send send, const Limits& limits = {});
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Handles one message: its text, whatever that is. Never throws.
  void receive(const std::string& message);
  /// Set once the client has said `exit`: 0 if it said `shutdown` before, else 1.
  std::optional<int> status() const;

 private:
  class Session;
  std::unique_ptr<Session> session_;
};

}  // namespace glint::desk
