// The engine as a WebAssembly module: messages of the Language Server Protocol in, messages out.
//
//     take(bytes)           memory for a message of this length
//     receive(at, bytes)    handles the message there, and frees it; answers go to `host.send` before it returns
//     work()                does a part of what takes long; false: there is nothing to do until the next message
//
// imports: host.send(at, bytes), a message for the page.
#include <cstdlib>
#include <string>

#include "interpreter/desk/protocol/server.hpp"
#include "interpreter/game/load.hpp"

#define GLINT_EXPORT(name) extern "C" __attribute__((export_name(#name)))

extern "C" __attribute__((import_module("host"), import_name("send"))) void glint_send(const char* at, std::size_t bytes);

namespace {

/// Every document finds what comes with Glint.
glint::desk::Server& server() {
  static glint::desk::Server one([](const std::string&) { return glint::bundled_loader(nullptr); },
                                 [](const std::string& message) { glint_send(message.data(), message.size()); });
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
