// The difference between the two engines: the server. A module has one of them.
#pragma once

#include <string>

#include "interpreter/desk/protocol/server.hpp"

namespace glint {

/// The module imports host.send(at, bytes): a message for the page.
extern "C" __attribute__((import_module("host"), import_name("send"))) void glint_send(const char* at, std::size_t bytes);

/// The server of this engine; it is made at the first call.
desk::Server& engine_server();

/// For its constructor.
inline void send_to_page(const std::string& message) { glint_send(message.data(), message.size()); }

}  // namespace glint
