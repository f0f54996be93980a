#include "interpreter/desk/protocol/client.hpp"

#include "lang/diagnostics/presentable.hpp"

namespace glint::desk {

void Client::send(const Json& message) { send_(message.dump(-1, ' ', true, Json::error_handler_t::replace)); }

void Client::answer(const Json& id, const Json& result) { send({{"jsonrpc", "2.0"}, {"id", id}, {"result", result}}); }

void Client::fail(const Json& id, int code, const std::string& what, const std::string& help) {
  // It may hold text from the request, and an editor may write it to a terminal.
  Json error = {{"code", code}, {"message", lang::escaped(what)}};
  if (!help.empty()) error["data"] = {{"help", lang::escaped(help)}};
  send({{"jsonrpc", "2.0"}, {"id", id}, {"error", std::move(error)}});
}

void Client::notify(const char* method, const Json& params) {
  send({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}});
}

void Client::tell_user(const std::string& text) {
  constexpr int kError = 1;  // of MessageType
  notify("window/showMessage", {{"type", kError}, {"message", text}});
}

void Client::report(const Json& token, const Json& value) {
  if (!token.is_null()) notify("$/progress", {{"token", token}, {"value", value}});
}

}  // namespace glint::desk
