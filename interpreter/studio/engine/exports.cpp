// The engine as a WebAssembly module: messages of the Language Server Protocol in, messages out.
//
//     take(bytes)           memory for a message of this length
//     receive(at, bytes)    handles the message there, and frees it; answers go to `host.send` before it returns
//     work()                does a part of what takes long; false: there is nothing to do until the next message
//
// Which messages it answers depends on the server that is linked with this: studio.cpp or table.cpp.
#include <cstdlib>
#include <new>
#include <string>

#include "interpreter/studio/engine/engine.hpp"

#define GLINT_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace {

/// Without memory the thread ends, and the page starts another: code that is passed by an exception then would not be
/// cleaned up (CMakeLists.txt).
[[maybe_unused]] const auto before = std::set_new_handler([] { std::abort(); });

}  // namespace

GLINT_EXPORT(take) char* take(std::size_t bytes) { return static_cast<char*>(std::malloc(bytes)); }

GLINT_EXPORT(receive) void receive(char* at, std::size_t bytes) {
  const std::string message(at, bytes);
  std::free(at);
  glint::engine_server().receive(message);
}

GLINT_EXPORT(work) bool work() {
  glint::engine_server().work();
  return glint::engine_server().has_work();
}
