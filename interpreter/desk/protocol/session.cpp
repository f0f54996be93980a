#include "interpreter/desk/protocol/session.hpp"

#include <algorithm>
#include <new>

#include "interpreter/desk/protocol/playing.hpp"
#include "interpreter/desk/protocol/requests.hpp"
#include "interpreter/players/player.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/stop.hpp"

namespace glint::desk {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;  // of our own requests: another one if an answer says less than before, or something else
constexpr std::size_t kMostCancelled = 1000;  // requests; of more it is not remembered that they were cancelled

}  // namespace

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

Server::Server(std::unique_ptr<Session> session) : session_(std::move(session)) {}
Server Server::for_play(Desk::Files files, Send send, const Limits& limits) {
  return Server(std::make_unique<Session>(std::move(files), std::move(send), limits));
}
Server::~Server() = default;
bool Server::has_work() const { return session_->has_work(); }

void Server::receive(const std::string& message) {
  try {
    try {
      session_->receive(message);
    } catch (const std::bad_alloc&) {
      session_->recover(message.find("textDocument/did") != std::string::npos);
    }
  } catch (const std::bad_alloc&) {  // not even for these words
  }
}

void Server::work() {
  try {
    try {
      session_->work();
    } catch (const std::bad_alloc&) {
      session_->recover(false);
    }
  } catch (const std::bad_alloc&) {
  }
}

void Server::foresee(const std::string& message) { session_->foresee(message); }
std::optional<int> Server::status() const { return session_->status(); }

bool Server::is_exit(const std::string& message) {
  if (message.find("\"exit\"") == std::string::npos) return false;
  const Json json = parse_bounded<Json>(message, kMessage, true).json;
  return json.is_object() && json.contains("method") && json["method"] == "exit";
}

namespace {

/// The host's limits, and what messages that have arrived say about the current work.
Limits with_stop(const Limits& limits, const auto* session) {
  Limits own = limits;
  own.stop = [stop = limits.stop, session] {
    const bool is_over = stop && stop();  // the host lets the session foresee messages here
    return is_over || session->is_unwanted();
  };
  return own;
}

}  // namespace

Server::Session::Session(Desk::Files files, Send send, const Limits& limits)
    : stop_(with_stop(limits, this).stop),
      documents_(std::move(files), with_stop(limits, this), limits.stop),
      client_(std::move(send)) {
  offer("initialize", [this](Documents&, const Json& params) { return initialize(params); });
  offer("shutdown", [this](Documents&, const Json&) { return shut_down(); });
  offer("glint/show", answer::show);
  offer("glint/moves", answer::moves);
  offer("glint/play", answer::play);
  offer("glint/trace", answer::trace);
  offer("glint/why", answer::why);
  offer("glint/advice", answer::advice);
  offer("glint/eval", answer::eval);
}

// ---- messages

void Server::Session::receive(const std::string& text) {
  const auto parsed = parse_bounded<Json>(text, kMessage, false);
  const Json& message = parsed.json;
  if (parsed.excess != BoundedJson<Json>::Excess::none)
    return client_.fail(nullptr, kInvalidRequest, "the message has too many values, or is nested too deep");
  if (message.is_discarded())
    return client_.fail(nullptr, kParseError, "the message is not JSON", help_for(kParseError));
  if (!message.is_object() || !message.contains("method") || !message["method"].is_string()) {
    // An answer to a request of ours has no method, and its content does not matter.
    if (message.is_object() && (message.contains("result") || message.contains("error"))) return;
    return client_.fail(nullptr, kInvalidRequest, "the message is not a request", help_for(kInvalidRequest));
  }
  const std::string method = message["method"];
  const Json params = message.value("params", Json::object());
  if (!message.contains("id")) {
    if (method.starts_with("glint/"))
      return client_.fail(nullptr, kInvalidRequest, "a request has an `id`, which its answer repeats",
                          help_for(kInvalidRequest));
    try {
      notify(method, params);
    } catch (const Refused&) {
      // An error in a notification has no receiver.
    } catch (const lang::Stopped&) {
    } catch (const std::bad_alloc&) {
      throw;  // half of the document may have changed
    } catch (const std::exception&) {
    }
    return;
  }
  const Json id = message["id"];
  if (cancelled_.erase(id.dump()) > 0) return client_.fail(id, kCancelled, kWasCancelled);
  current_.id = id;
  // Whatever seems to be wrong with a request that was cancelled, it was stopped.
  const auto refuse = [&](int code, const std::string& what, const std::string& help = {}) {
    if (!current_.is_cancelled) return client_.fail(id, code, what, help.empty() ? help_for(code) : help);
    documents_.forget_stopped();
    client_.fail(id, kCancelled, kWasCancelled);
  };
  try {
    request(id, method, params);
  } catch (const Refused& refused) {
    refuse(refused.code, refused.message, refused.help);
  } catch (const lang::Stopped&) {
    refuse(kRequestFailed, lang::stopped().message);
  } catch (const MissingField& field) {
    const std::string_view meaning = meaning_of_field(field.name);
    refuse(kInvalidParams, "the parameters of `" + method + "` are wrong: `" + field.name + "` is missing" +
                               (meaning.empty() ? "" : ": " + std::string(meaning)));
  } catch (const Json::exception& wrong) {
    // without its number, as in "[json.exception.type_error.302] type must be string, but is number"
    const std::string what = wrong.what();
    const std::size_t number = what.find("] ");
    refuse(kInvalidParams, "the parameters of `" + method + "` are wrong: " +
                               what.substr(number == std::string::npos ? 0 : number + 2));
  } catch (const std::bad_alloc&) {
    refuse(kInternalError, kNoMemory);
  } catch (const std::exception& wrong) {
    refuse(kInternalError, wrong.what());
  }
  current_.id = nullptr;
  current_.is_cancelled = false;
}

std::optional<Json> Server::Session::answer(const std::string& method, const Json& params) {
  const auto found =
      std::find_if(answers_.begin(), answers_.end(), [&](const auto& each) { return each.first == method; });
  if (found == answers_.end()) return std::nullopt;
  require_fields(method, params);
  Json result = found->second(documents_, documents_.with_game(params));
  if (current_.is_cancelled) throw Refused{kCancelled, kWasCancelled};
  return result;
}

void Server::Session::require_started(const std::string& method) const {
  if (is_shut_down_) throw Refused{kInvalidRequest, "the server was shut down"};
  if (!is_initialized_ && method != "initialize") throw Refused{kNotInitialized, "`initialize` comes first"};
}

void Server::Session::require_fields(const std::string& method, const Json& params) {
  if (!params.is_object() && !params.is_null())
    throw Refused{kInvalidParams, "the parameters of `" + method + "` are no object"};
  if (const std::string wrong = wrong_field(params); !wrong.empty())
    throw Refused{kInvalidParams, "the parameters of `" + method + "` are wrong: " + wrong};
}

void Server::Session::request(const Json& id, const std::string& method, const Json& params) {
  require_started(method);
  const std::optional<Json> result = answer(method, params);
  if (!result) throw Refused{kMethodNotFound, "there is no method `" + method + "`"};
  client_.answer(id, *result);
}

void Server::Session::foresee(const std::string& text) {
  if (text.find("$/cancelRequest") == std::string::npos) return;
  try {
    const Json message = parse_bounded<Json>(text, kMessage, true).json;
    if (!message.is_object() || message.contains("id") || field_of(message, "method") != "$/cancelRequest") return;
    const Json& id = field_of(field_of(message, "params"), "id");
    if (!current_.id.is_null() && id == current_.id)
      current_.is_cancelled = true;
    else if (!is_running(id) && cancelled_.size() < kMostCancelled)
      cancelled_.insert(id.dump());
  } catch (const std::exception&) {
    // `receive` reports this error when the message arrives.
  }
}

void Server::Session::notify(const std::string& method, const Json& params) {
  if (method == "exit") status_ = is_shut_down_ ? 0 : 1;
  if (!is_started()) return;
  if (method == "$/cancelRequest") {
    cancelled_.erase(field_of(params, "id").dump());
    cancel(params["id"]);
  }
  if (method == "textDocument/didOpen") take(documents_.open(params));
  if (method == "textDocument/didChange")
    if (const auto change = documents_.change(params)) take(*change);
  if (method == "textDocument/didClose")
    if (const auto document = documents_.close(params)) closed(*document);
}

void Server::Session::take(const Documents::Change& change) {
  if (change.lost.empty()) return changed(change.document);
  closed(change.document);
  // A notification has no answer that could say why.
  client_.tell_user("`" + change.document + "` " + change.lost + ", and open it again");
}

void Server::Session::recover(bool has_lost_change) {
  current_.id = nullptr;
  current_.is_cancelled = false;
  documents_.forget_lines();
  if (has_lost_change)
    for (const std::string& name : documents_.desk().documents()) {
      documents_.forget(name);
      closed(name);
    }
  client_.tell_user(kNoMemory + std::string(has_lost_change ? ": close the open documents, and open them again" : ""));
}

Json Server::Session::initialize(const Json& params) {
  is_initialized_ = true;
  Json all = {{"positionEncoding", "utf-16"}, {"textDocumentSync", {{"openClose", true}, {"change", 2}}}};
  all.update(capabilities(params));
  Json bots = Json::object();
  for (const PlayerInfo& bot : player_infos()) bots[bot.name] = bot.summary + " (" + bot.forms + ")";
  all["experimental"] = {{"glint", {{"version", kVersion}, {"requests", own_requests()}, {"bots", std::move(bots)}}}};
  return {{"capabilities", std::move(all)}, {"serverInfo", {{"name", "glint"}, {"version", GLINT_VERSION}}}};
}

Json Server::Session::capabilities(const Json&) { return Json::object(); }

std::vector<std::string> Server::Session::own_requests() const {
  std::vector<std::string> names;
  for (const auto& [name, answer] : answers_)
    if (name.starts_with("glint/")) names.emplace_back(name);
  return names;
}

Json Server::Session::shut_down() {
  is_shut_down_ = true;
  return nullptr;
}

}  // namespace glint::desk
