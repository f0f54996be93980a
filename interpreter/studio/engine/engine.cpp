// The engine as a WebAssembly module: messages of the Language Server Protocol in, messages out.
//
//     take(bytes)           memory for a message of this length
//     receive(at, bytes)    handles the message there, and frees it; answers go to `host.send` before it returns
//     work()                does a part of what takes long; false: there is nothing to do until the next message
//
// One module answers all requests of an editor and a designer. The other, with GLINT_FOR_PLAY, has what is needed to
// play an exported game; the linker leaves out the rest. Every document finds the files that come with Glint.
#include <cstdlib>
#include <new>
#include <string>

#include "interpreter/desk/protocol/server.hpp"
#include "interpreter/game/loading/load.hpp"

#define GLINT_EXPORT(name) extern "C" __attribute__((export_name(#name)))

/// The module imports host.send(at, bytes): a message for the page.
extern "C" __attribute__((import_module("host"), import_name("send"))) void glint_send(const char* at,
                                                                                      std::size_t bytes);

namespace {

/// Without memory the thread ends, and the page starts another: code that is passed by an exception then would not be
/// cleaned up (CMakeLists.txt).
[[maybe_unused]] const auto before = std::set_new_handler([] { std::abort(); });

/// It is made at the first call.
glint::desk::Server& server() {
  const auto files = [](const std::string&) { return glint::bundled_loader(nullptr); };
  const auto send = [](const std::string& message) { glint_send(message.data(), message.size()); };
#ifdef GLINT_FOR_PLAY
  static glint::desk::Server one = glint::desk::Server::for_play(files, send);
#else
  static glint::desk::Server one(files, send);
#endif
  return one;
}

}  // namespace

GLINT_EXPORT(take) char* take(std::size_t bytes) { return static_cast<char*>(std::malloc(bytes)); }

GLINT_EXPORT(receive) void receive(char* at, std::size_t bytes) {
  const std::string message(at, bytes);
  std::free(at);
  server().receive(message);
}

GLINT_EXPORT(work) bool work() {
  server().work();
  return server().has_work();
}
