#include "interpreter/desk/protocol/session.hpp"

#include <algorithm>
#include <utility>

#include "interpreter/desk/protocol/uris.hpp"
#include "interpreter/game/bounded_json.hpp"
#include "lang/source/text.hpp"

namespace glint::desk {
namespace {

using Json = nlohmann::ordered_json;

/// What a message may hold; one that is nested deeper, or has more values, is not from an editor.
constexpr JsonBounds kMessage = {64, 2'000'000};
constexpr std::size_t kMostJobs = 8;
constexpr std::size_t kMostCancelled = 1000;  // requests; of more it is not remembered that they were cancelled

/// Whether a notification makes errors that are being computed those of an old text.
bool changes_documents(const Json& method) {
  return method == "textDocument/didOpen" || method == "textDocument/didChange" || method == "textDocument/didClose";
}

}  // namespace

Server::Server(Desk::Files files, Send send, const Limits& limits)
    : session_(std::make_unique<Session>(std::move(files), std::move(send), limits)) {}
Server::~Server() = default;
void Server::receive(const std::string& message) { session_->receive(message); }
bool Server::has_work() const { return session_->has_work(); }
void Server::work() { session_->work(); }
void Server::foresee(const std::string& message) { session_->foresee(message); }
std::optional<int> Server::status() const { return session_->status(); }

bool Server::is_exit(const std::string& message) {
  if (message.find("\"exit\"") == std::string::npos) return false;
  const Json json = parse_bounded<Json>(message, kMessage, true).json;
  return json.is_object() && json.contains("method") && json["method"] == "exit";
}

namespace {

/// The host's limits, with what the session knows of messages that have arrived.
template <class Session>
Limits with_stop(const Limits& limits, const Session* session) {
  Limits own = limits;
  own.stop = [stop = limits.stop, session] {
    const bool is_over = stop && stop();  // the host lets the session foresee messages here
    return is_over || session->is_unwanted();
  };
  return own;
}

}  // namespace

Server::Session::Session(Desk::Files files, Send send, const Limits& limits)
    : stop_(with_stop(limits, this).stop), desk_(std::move(files), with_stop(limits, this)), send_(std::move(send)) {}

// ---- messages

void Server::Session::send(const Json& message) {
  send_(message.dump(-1, ' ', true, Json::error_handler_t::replace));
}

void Server::Session::fail(const Json& id, int code, const std::string& what) {
  send({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", what}}}});
}

void Server::Session::receive(const std::string& text) {
  const auto parsed = parse_bounded<Json>(text, kMessage, false);
  const Json& message = parsed.json;
  if (parsed.excess != BoundedJson<Json>::Excess::none)
    return fail(nullptr, kInvalidRequest, "the message has too many values, or is nested too deep");
  if (message.is_discarded()) return fail(nullptr, kParseError, "the message is not JSON");
  if (!message.is_object() || !message.contains("method") || !message["method"].is_string()) {
    // An answer to a request of ours has no method; nothing depends on what it says.
    if (message.is_object() && (message.contains("result") || message.contains("error"))) return;
    return fail(nullptr, kInvalidRequest, "the message is not a request");
  }
  const std::string method = message["method"];
  const Json params = message.value("params", Json::object());
  if (!message.contains("id")) {
    try {
      notify(method, params);
    } catch (const Refused&) {
      // What is wrong in a notification has nobody to go to.
    } catch (const std::exception&) {
    }
    return;
  }
  const Json id = message["id"];
  if (cancelled_.erase(id.dump()) > 0) return fail(id, kCancelled, "the request was cancelled");
  current_ = id;
  // Whatever seems to be wrong with a request that was cancelled, it was stopped.
  const auto refuse = [&](int code, const std::string& what) {
    if (!is_cancelled_) return fail(id, code, what);
    forget_stopped();
    fail(id, kCancelled, "the request was cancelled");
  };
  try {
    request(id, method, params);
  } catch (const Refused& refused) {
    refuse(refused.code, refused.message);
  } catch (const Json::exception& wrong) {
    // "[json.exception.type_error.302] type must be string, but is number", "[...] key 'uri' not found"
    std::string what = wrong.what();
    if (const std::size_t words = what.find("] "); words != std::string::npos) what.erase(0, words + 2);
    if (what.starts_with("key '") && what.ends_with("' not found")) what = "`" + what.substr(5, what.size() - 16) + "` is missing";
    refuse(kInvalidParams, "the parameters of `" + method + "` are wrong: " + what);
  } catch (const std::exception& wrong) {
    refuse(kInternalError, wrong.what());
  }
  current_ = nullptr;
  is_cancelled_ = false;
}

const std::vector<std::pair<std::string_view, Server::Session::Answer>>& Server::Session::answers() {
  static const std::vector<std::pair<std::string_view, Answer>> all = {
    {"initialize", &Session::initialize},
    {"shutdown", &Session::shut_down},
    {"textDocument/hover", &Session::hover},
    {"textDocument/definition", &Session::definition},
    {"textDocument/references", &Session::references},
    {"textDocument/documentHighlight", &Session::highlights},
    {"textDocument/prepareRename", &Session::prepare_rename},
    {"textDocument/rename", &Session::rename},
    {"textDocument/documentSymbol", &Session::symbols},
    {"textDocument/completion", &Session::completion},
    {"textDocument/formatting", &Session::format},
    {"textDocument/rangeFormatting", &Session::format_range},
    {"textDocument/codeAction", &Session::actions},
    {"textDocument/foldingRange", &Session::folds},
    {"textDocument/inlayHint", &Session::hints},
    {"textDocument/selectionRange", &Session::selections},
    {"textDocument/codeLens", &Session::lenses},
    {"textDocument/semanticTokens/full", &Session::colours},
    {"glint/file", &Session::file},
    {"glint/show", &Session::show},
    {"glint/moves", &Session::moves},
    {"glint/play", &Session::play},
    {"glint/trace", &Session::trace},
    {"glint/tests", &Session::tests},
    {"glint/test", &Session::test},
    {"glint/why", &Session::why},
    {"glint/advice", &Session::advice},
    {"glint/writtenTest", &Session::written_test},
    {"glint/describe", &Session::describe},
  };
  return all;
}

const std::vector<std::pair<std::string_view, Server::Session::Start>>& Server::Session::jobs() {
  static const std::vector<std::pair<std::string_view, Start>> all = {
    {"glint/study", &Session::study},
    {"glint/diff", &Session::diff},
  };
  return all;
}

void Server::Session::request(const Json& id, const std::string& asked, const Json& given) {
  // A command is a request of ours, whose fields are its argument.
  const bool is_command = asked == "workspace/executeCommand";
  const std::string method = is_command ? method_of(given.at("command")) : asked;
  Json params = given;
  if (is_command) {
    const Json arguments = given.value("arguments", Json::array());
    const std::string command = given.at("command");
    if (method.empty())
      throw Refused{kInvalidParams, "there is no command `" + command + "`; the commands are " +
                                        lang::joined(command_names())};
    if (!arguments.is_array() || arguments.empty() || !arguments[0].is_object())
      throw Refused{kInvalidParams, "`" + command + "` takes one argument: an object with the fields of `" + method +
                                        "`, such as {\"textDocument\": {\"uri\": ...}}"};
    params = arguments[0];
    for (const char* token : {"workDoneToken", "partialResultToken"})
      if (given.contains(token)) params[token] = given[token];
  }
  if (is_shut_down_) throw Refused{kInvalidRequest, "the server was shut down"};
  if (!is_initialized_ && method != "initialize") throw Refused{kNotInitialized, "`initialize` comes first"};
  const auto answer = std::find_if(answers().begin(), answers().end(),
                                   [&](const auto& each) { return each.first == method; });
  const auto start = std::find_if(jobs().begin(), jobs().end(),
                                  [&](const auto& each) { return each.first == method; });
  if (answer == answers().end() && start == jobs().end())
    throw Refused{kMethodNotFound, "there is no method `" + method + "`"};
  const bool is_long = answer == answers().end();
  if (is_long && running_.size() >= kMostJobs)
    throw Refused{kRequestFailed, "too many long requests are under way: cancel one"};
  std::unique_ptr<Job> job = is_long ? (this->*start->second)(params) : nullptr;
  const Json result = is_long ? Json() : (this->*answer->second)(params);
  if (is_cancelled_) throw Refused{kCancelled, "the request was cancelled"};
  if (!is_long) {
    if (is_command) show_message(method, result);
    return send({{"jsonrpc", "2.0"}, {"id", id}, {"result", result}});
  }
  running_.push_back({id, params.value("workDoneToken", Json()), params.value("partialResultToken", Json()),
                      document(params), is_command ? method : "", std::move(job)});
  report(running_.back().progress_token,
         {{"kind", "begin"}, {"title", running_.back().job->title()}, {"cancellable", true}, {"percentage", 0}});
}

// ---- what takes long

void Server::Session::report(const Json& token, const Json& value) {
  if (token.is_null()) return;
  send({{"jsonrpc", "2.0"}, {"method", "$/progress"}, {"params", {{"token", token}, {"value", value}}}});
}

void Server::Session::work() {
  if (!running_.empty())
    work_on_job();
  else if (!unfinished_.empty())
    check_further();
}

void Server::Session::work_on_job() {
  Running running = std::move(running_.front());
  running_.pop_front();
  is_called_ = false;
  current_ = running.id;
  bool more = false;
  std::string wrong;
  try {
    more = running.job->step([this] {
      stop_();  // the host lets the session foresee messages here
      return is_called_;
    });
  } catch (const std::exception& error) {
    wrong = error.what();
  }
  current_ = nullptr;
  const bool is_cancelled = std::exchange(is_cancelled_, false);
  if (is_cancelled || !wrong.empty()) {
    fail(running.id, is_cancelled ? kCancelled : kInternalError, is_cancelled ? "the request was cancelled" : wrong);
    return report(running.progress_token, {{"kind", "end"}});
  }
  if (running.job->has_news() || !more) {
    if (more) report(running.partial_token, result_of(running));
    report(running.progress_token,
           {{"kind", "report"}, {"message", running.job->words()}, {"percentage", running.job->percent()}});
  }
  if (more) return running_.push_back(std::move(running));
  report(running.progress_token, {{"kind", "end"}, {"message", running.job->words()}});
  const Json result = result_of(running);
  if (!running.command.empty()) show_message(running.command, result);
  send({{"jsonrpc", "2.0"}, {"id", running.id}, {"result", result}});
}

Json Server::Session::result_of(const Running& running) {
  Json result = running.job->result();
  result["errors"] = errors_json(running.job->errors(), running.document);
  return result;
}

void Server::Session::cancel(const Json& id) {
  const auto found = std::find_if(running_.begin(), running_.end(), [&](const Running& each) { return each.id == id; });
  if (found == running_.end()) return;  // it was answered already
  fail(id, kCancelled, "the request was cancelled");
  report(found->progress_token, {{"kind", "end"}});
  running_.erase(found);
}

void Server::Session::foresee(const std::string& text) {
  is_called_ = true;
  const bool cancels = text.find("$/cancelRequest") != std::string::npos;
  if (!cancels && (published_.empty() || text.find("textDocument/did") == std::string::npos)) return;
  try {
    const Json message = parse_bounded<Json>(text, kMessage, true).json;
    if (!message.is_object() || message.contains("id")) return;
    const Json& params = message.at("params");
    if (message.at("method") == "$/cancelRequest") {
      const Json& id = params.at("id");
      const bool is_running =
          std::any_of(running_.begin(), running_.end(), [&](const Running& each) { return each.id == id; });
      if (!current_.is_null() && id == current_)
        is_cancelled_ = true;
      else if (!is_running && cancelled_.size() < kMostCancelled)
        cancelled_.insert(id.dump());
    } else if (!published_.empty() && changes_documents(message["method"]) && document(params) == published_) {
      is_outdated_ = true;
    }
  } catch (const Refused&) {
    // It is told what is wrong when the message is received.
  } catch (const std::exception&) {
  }
}

void Server::Session::notify(const std::string& method, const Json& params) {
  if (method == "exit") {
    status_ = is_shut_down_ ? 0 : 1;
    return;
  }
  if (!is_initialized_ || is_shut_down_) return;
  if (method == "initialized" && watches_files_) {
    watches_files_ = false;
    send({{"jsonrpc", "2.0"},
          {"id", "watch"},
          {"method", "client/registerCapability"},
          {"params",
           {{"registrations",
             Json::array({{{"id", "watch"},
                           {"method", "workspace/didChangeWatchedFiles"},
                           {"registerOptions", {{"watchers", Json::array({{{"globPattern", "**/*.glint"}}})}}}}})}}}});
  }
  if (method == "$/cancelRequest") {
    cancelled_.erase(params.at("id").dump());
    cancel(params["id"]);
  }
  if (method == "textDocument/didOpen") open(params);
  if (method == "textDocument/didChange") change(params);
  if (method == "textDocument/didClose") close(params);
  if (method == "workspace/didChangeWatchedFiles") {
    lines_.clear();
    for (const Json& change : params.at("changes")) desk_.forget(path_of_uri(change.at("uri")));
    publish({});
  }
}

Json Server::Session::initialize(const Json& params) {
  is_initialized_ = true;
  const Json options = params.value("initializationOptions", Json::object());
  constexpr auto kSnippets = "/capabilities/textDocument/completion/completionItem/snippetSupport";
  constexpr auto kWatches = "/capabilities/workspace/didChangeWatchedFiles/dynamicRegistration";
  watches_files_ = params.value(Json::json_pointer(kWatches), false);
  has_snippets_ = params.value(Json::json_pointer(kSnippets), false);
  shows_messages_ = !options.is_object() || options.value("messages", true);
  Json own = Json::array();
  constexpr std::string_view kOwn = "glint/";
  for (const auto& [name, answer] : answers())
    if (name.starts_with(kOwn)) own.push_back(std::string(name));
  for (const auto& [name, start] : jobs()) own.push_back(std::string(name));
  const Json capabilities = {
      {"positionEncoding", "utf-16"},
      {"textDocumentSync", {{"openClose", true}, {"change", 2}}},
      {"hoverProvider", true},
      {"definitionProvider", true},
      {"referencesProvider", true},
      {"documentHighlightProvider", true},
      {"renameProvider", {{"prepareProvider", true}}},
      {"documentSymbolProvider", true},
      {"completionProvider", {{"triggerCharacters", {"."}}}},
      {"documentFormattingProvider", true},
      {"documentRangeFormattingProvider", true},
      {"codeActionProvider", {{"codeActionKinds", {"quickfix"}}}},
      {"foldingRangeProvider", true},
      {"inlayHintProvider", true},
      {"selectionRangeProvider", true},
      {"codeLensProvider", {{"resolveProvider", false}}},
      {"executeCommandProvider", {{"commands", command_names()}}},
      {"semanticTokensProvider",
       {{"legend", {{"tokenTypes", colour_names()}, {"tokenModifiers", Json::array()}}}, {"full", true}}},
      {"experimental", {{"glint", {{"requests", own}}}}}};
  return {{"capabilities", capabilities}, {"serverInfo", {{"name", "glint"}}}};
}

Json Server::Session::shut_down(const Json&) {
  while (!running_.empty()) cancel(Json(running_.front().id));
  unfinished_.clear();
  is_shut_down_ = true;
  return nullptr;
}

}  // namespace glint::desk
