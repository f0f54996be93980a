#include "interpreter/desk/protocol/author.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "interpreter/desk/protocol/uris.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/source/stop.hpp"
#include "lang/source/text.hpp"

namespace glint::desk {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostJobs = 8;

/// Whether a notification makes errors that are being computed those of an old text.
bool changes_documents(const Json& method) {
  return method == "textDocument/didOpen" || method == "textDocument/didChange" || method == "textDocument/didClose";
}

}  // namespace

Server::Server(Desk::Files files, Send send, const Limits& limits)
    : Server(std::make_unique<Author>(std::move(files), std::move(send), limits)) {}

Server::Author::Author(Desk::Files files, Send send, const Limits& limits)
    : Session(std::move(files), std::move(send), limits) {
  offer("textDocument/hover", &Author::hover);
  offer("textDocument/definition", &Author::definition);
  offer("textDocument/references", &Author::references);
  offer("textDocument/documentHighlight", &Author::highlights);
  offer("textDocument/prepareRename", &Author::prepare_rename);
  offer("textDocument/rename", &Author::rename);
  offer("textDocument/documentSymbol", &Author::symbols);
  offer("textDocument/completion", &Author::completion);
  offer("textDocument/signatureHelp", &Author::signatures);
  offer("textDocument/formatting", &Author::format);
  offer("textDocument/rangeFormatting", &Author::format_range);
  offer("textDocument/codeAction", &Author::actions);
  offer("textDocument/foldingRange", &Author::folds);
  offer("textDocument/inlayHint", &Author::hints);
  offer("textDocument/selectionRange", &Author::selections);
  offer("textDocument/codeLens", &Author::lenses);
  offer("textDocument/semanticTokens/full", &Author::colours);
  offer("glint/file", &Author::file);
  offer("glint/tests", &Author::tests);
  offer("glint/test", &Author::test);
  offer("glint/writtenTest", &Author::written_test);
  offer("glint/describe", &Author::describe);
  offer("glint/newVariant", &Author::new_variant);
}

const std::vector<std::pair<std::string_view, Server::Author::Start>>& Server::Author::jobs() {
  static const std::vector<std::pair<std::string_view, Start>> all = {
      {"glint/study", &Author::study},
      {"glint/diff", &Author::diff},
  };
  return all;
}

Json Server::Author::capabilities(const Json& params) {
  const Json options = params.value("initializationOptions", Json::object());
  constexpr auto kSnippets = "/capabilities/textDocument/completion/completionItem/snippetSupport";
  constexpr auto kWatches = "/capabilities/workspace/didChangeWatchedFiles/dynamicRegistration";
  constexpr auto kOffsets =
      "/capabilities/textDocument/signatureHelp/signatureInformation/parameterInformation/labelOffsetSupport";
  watches_files_ = params.value(Json::json_pointer(kWatches), false);
  has_snippets_ = params.value(Json::json_pointer(kSnippets), false);
  has_label_offsets_ = params.value(Json::json_pointer(kOffsets), false);
  shows_messages_ = !options.is_object() || options.value("messages", true);
  Json able = Json::parse(R"({
    "hoverProvider": true,
    "definitionProvider": true,
    "referencesProvider": true,
    "documentHighlightProvider": true,
    "renameProvider": {"prepareProvider": true},
    "documentSymbolProvider": true,
    "completionProvider": {"triggerCharacters": ["."]},
    "signatureHelpProvider": {"triggerCharacters": ["(", ",", ":"]},
    "documentFormattingProvider": true,
    "documentRangeFormattingProvider": true,
    "codeActionProvider": {"codeActionKinds": ["quickfix"]},
    "foldingRangeProvider": true,
    "inlayHintProvider": true,
    "selectionRangeProvider": true,
    "codeLensProvider": {"resolveProvider": false},
    "executeCommandProvider": {},
    "semanticTokensProvider": {"legend": {}, "full": true}
  })");
  able["executeCommandProvider"]["commands"] = command_names();
  able["semanticTokensProvider"]["legend"] = {{"tokenTypes", colour_names()}, {"tokenModifiers", Json::array()}};
  return able;
}

std::vector<std::string> Server::Author::own_requests() const {
  std::vector<std::string> names = Session::own_requests();
  for (const auto& [name, start] : jobs()) names.emplace_back(name);
  return names;
}

void Server::Author::request(const Json& id, const std::string& asked, const Json& given) {
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
  require_started(method);
  if (const std::optional<Json> result = answer(method, params)) {
    if (is_command) show_message(method, *result);
    return send({{"jsonrpc", "2.0"}, {"id", id}, {"result", *result}});
  }
  const auto start = std::find_if(jobs().begin(), jobs().end(),
                                  [&](const auto& each) { return each.first == method; });
  if (start == jobs().end()) throw Refused{kMethodNotFound, "there is no method `" + method + "`"};
  require_fields(method, params);
  if (running_.size() >= kMostJobs)
    throw Refused{kRequestFailed, "too many long requests are under way: cancel one"};
  std::unique_ptr<Job> job = (this->*start->second)(params);
  if (is_cancelled_) throw Refused{kCancelled, "the request was cancelled"};
  running_.push_back({id, params.value("workDoneToken", Json()), params.value("partialResultToken", Json()),
                      document(params), is_command ? method : "", std::move(job)});
  report(running_.back().progress_token,
         {{"kind", "begin"}, {"title", running_.back().job->title()}, {"cancellable", true}, {"percentage", 0}});
}

void Server::Author::notify(const std::string& method, const Json& params) {
  if (method == "initialized" && watches_files_ && is_started()) {
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
  if (method == "workspace/didChangeWatchedFiles" && is_started()) {
    lines_.clear();
    for (const Json& change : params.at("changes")) desk_.forget(path_of_uri(change.at("uri")));
    publish({});
  }
  Session::notify(method, params);
}

void Server::Author::foresee(const std::string& text) {
  is_called_ = true;
  Session::foresee(text);
  if (published_.empty() || text.find("textDocument/did") == std::string::npos) return;
  try {
    const Json message = parse_bounded<Json>(text, kMessage, true).json;
    if (!message.is_object() || message.contains("id")) return;
    if (changes_documents(message.at("method")) && document(message.at("params")) == published_) is_outdated_ = true;
  } catch (const Refused&) {
    // `receive` reports this error when the message arrives.
  } catch (const std::exception&) {
  }
}

Json Server::Author::shut_down(const Json& params) {
  while (!running_.empty()) cancel(Json(running_.front().id));
  unfinished_.clear();
  return Session::shut_down(params);
}

// ---- what takes long

bool Server::Author::is_running(const Json& id) const {
  return std::any_of(running_.begin(), running_.end(), [&](const Running& each) { return each.id == id; });
}

void Server::Author::report(const Json& token, const Json& value) {
  if (token.is_null()) return;
  send({{"jsonrpc", "2.0"}, {"method", "$/progress"}, {"params", {{"token", token}, {"value", value}}}});
}

void Server::Author::work() {
  if (!running_.empty())
    work_on_job();
  else if (!unfinished_.empty())
    check_further();
}

void Server::Author::work_on_job() {
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
  } catch (const lang::Stopped&) {  // it was cancelled, or the host stops all work
    wrong = lang::stopped().message;
  } catch (const std::bad_alloc&) {
    wrong = kNoMemory;
  } catch (const std::exception& error) {
    wrong = error.what();
  }
  current_ = nullptr;
  const bool is_cancelled = std::exchange(is_cancelled_, false);
  if (is_cancelled || !wrong.empty()) {
    fail(running.id, is_cancelled ? kCancelled : kInternalError, is_cancelled ? "the request was cancelled" : wrong);
    return report(running.progress_token, {{"kind", "end"}});
  }
  try {
    tell(running, more);
  } catch (const std::bad_alloc&) {
    fail(running.id, kInternalError, kNoMemory);
    report(running.progress_token, {{"kind", "end"}});
  }
}

void Server::Author::tell(Running& running, bool more) {
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

Json Server::Author::result_of(const Running& running) {
  Json result = running.job->result();
  result["errors"] = errors_json(running.job->errors(), running.document);
  return result;
}

void Server::Author::cancel(const Json& id) {
  const auto found = std::find_if(running_.begin(), running_.end(), [&](const Running& each) { return each.id == id; });
  if (found == running_.end()) return;  // it was answered already
  fail(id, kCancelled, "the request was cancelled");
  report(found->progress_token, {{"kind", "end"}});
  running_.erase(found);
}

}  // namespace glint::desk
