// A server of the Language Server Protocol 3.17 (https://microsoft.github.io/language-server-protocol/) for the desk:
// the text of a JSON-RPC message in, texts of messages out. It knows no streams, files, threads or clocks, so that each
// host can link it: `glint lsp` puts it on standard input and output, a page puts it into a worker.
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

  /// Handles one message: its text, whatever that is. Never throws.
  void receive(const std::string& message);

  /// True if a request that takes long, such as a study, is under way. A host then calls `work` whenever no message
  /// waits: it does the next part, some ten milliseconds long, sends progress, and the answer in the end.
  bool has_work() const;
  void work();

  /// Looks at a message that has arrived while the server works, and will be received in its turn: what it cancels, or
  /// makes outdated, is stopped at once. To be called from the host's `Limits::stop`, in the thread that works.
  void foresee(const std::string& message);

  /// True if a message is the last one of a client: `exit`.
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
