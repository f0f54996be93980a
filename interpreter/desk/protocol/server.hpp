// A server of the Language Server Protocol 3.17 (https://microsoft.github.io/language-server-protocol/) for the desk:
// the text of a JSON-RPC message in, texts of messages out. It uses no streams, files, threads or clocks, so each host
// can link it: `glint lsp` puts it on standard input and output, a page puts it into a worker.
//
//     desk::Server server(files, [](const std::string& message) { post(message); });
//     server.receive(R"({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}})");
//     while (server.has_work()) server.work();    // and a message in between, when one comes
//
// Our own requests, `glint/...`, are for things that the protocol has no words for: README.md lists them.
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
  /// A server that answers only `glint/show`, `play`, `moves`, `trace`, `why` and `advice`: for a host in which games
  /// are played, not written. The code for editors is not linked into such a host.
  static Server for_play(Desk::Files files, Send send, const Limits& limits = {});
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Handles one message, whatever its text is. Never throws.
  void receive(const std::string& message);

  /// True if a request that takes long, such as a study, is under way. A host then calls `work` whenever no message
  /// waits. Each call does some ten milliseconds of it, and sends progress, the last one the answer.
  bool has_work() const;
  void work();

  /// Looks at a message that arrived while the server works, and will be received later: stops work at once that the
  /// message cancels or makes outdated. The host's `Limits::stop` should call it, in the working thread.
  void foresee(const std::string& message);

  /// True if a message is a client's last one: `exit`.
  static bool is_exit(const std::string& message);

  /// Set once the client has said `exit`: 0 if it said `shutdown` before, else 1.
  std::optional<int> status() const;

 private:
  class Session;
  class Author;
  explicit Server(std::unique_ptr<Session> session);

  std::unique_ptr<Session> session_;
};

}  // namespace glint::desk
