#include "interpreter/desk/protocol/author.hpp"

#include <memory>
#include <span>
#include <utility>

#include "interpreter/desk/protocol/answers.hpp"
#include "interpreter/desk/protocol/requests.hpp"
#include "interpreter/desk/protocol/uris.hpp"
#include "lang/source/text.hpp"

namespace glint::desk {
namespace {

using Json = nlohmann::ordered_json;

/// The requests that take long.
constexpr const char *kStudy = "glint/study", *kDiff = "glint/diff";

/// Whether a notification makes errors that are being computed those of an old text.
bool changes_documents(const Json& method) {
  return method == "textDocument/didOpen" || method == "textDocument/didChange" || method == "textDocument/didClose";
}

}  // namespace

Server::Server(Desk::Files files, Send send, const Limits& limits)
    : Server(std::make_unique<Author>(std::move(files), std::move(send), limits)) {}

Server::Author::Author(Desk::Files files, Send send, const Limits& limits)
    : Session(std::move(files), std::move(send), limits),
      jobs_(documents_, client_, current_, stop_),
      diagnostics_(documents_, client_, current_, stop_) {
  for (const std::span<const Request> requests : {text_requests(), test_requests(), drawing_requests()})
    for (const Request& each : requests) offer(each.method, each.answer);
  offer("textDocument/completion", [this](Documents& in, const Json& params) {
    return answer::completion(in, params, has_snippets_);
  });
}

Json Server::Author::capabilities(const Json& params) {
  constexpr auto kSnippets = "/capabilities/textDocument/completion/completionItem/snippetSupport";
  constexpr auto kWatches = "/capabilities/workspace/didChangeWatchedFiles/dynamicRegistration";
  watches_files_ = params.value(Json::json_pointer(kWatches), false);
  has_snippets_ = params.value(Json::json_pointer(kSnippets), false);
  Json able = Json::parse(R"({
    "hoverProvider": true,
    "definitionProvider": true,
    "referencesProvider": true,
    "documentHighlightProvider": true,
    "renameProvider": {"prepareProvider": true},
    "documentSymbolProvider": true,
    "completionProvider": {"triggerCharacters": ["."]},
    "documentFormattingProvider": true,
    "documentRangeFormattingProvider": true,
    "codeActionProvider": {"codeActionKinds": ["quickfix"]},
    "semanticTokensProvider": {"legend": {}, "full": true}
  })");
  able["semanticTokensProvider"]["legend"] = {{"tokenTypes", colour_names()}, {"tokenModifiers", Json::array()}};
  return able;
}

std::vector<std::string> Server::Author::own_requests() const {
  std::vector<std::string> names = Session::own_requests();
  names.insert(names.end(), {kStudy, kDiff});
  return names;
}

void Server::Author::request(const Json& id, const std::string& method, const Json& given) {
  require_started(method);
  if (const std::optional<Json> result = answer(method, given)) return client_.answer(id, *result);
  if (method != kStudy && method != kDiff) throw Refused{kMethodNotFound, "there is no method `" + method + "`"};
  require_fields(method, given);
  const Json params = documents_.with_game(given);
  if (jobs_.is_full()) throw Refused{kRequestFailed, "too many long requests are under way: cancel one"};
  std::unique_ptr<Job> job = method == kStudy ? answer::study(documents_, params) : answer::diff(documents_, params);
  if (current_.is_cancelled) throw Refused{kCancelled, kWasCancelled};
  jobs_.add({id, params.value("workDoneToken", Json()), params.value("partialResultToken", Json()),
             Documents::name(params), std::move(job)});
}

void Server::Author::notify(const std::string& method, const Json& params) {
  if (method == "initialized" && watches_files_ && is_started()) {
    watches_files_ = false;
    const Json watchers = Json::array({{{"globPattern", "**/*.glint"}}});
    client_.send({{"jsonrpc", "2.0"},
                  {"id", "watch"},
                  {"method", "client/registerCapability"},
                  {"params",
                   {{"registrations", Json::array({{{"id", "watch"},
                                                    {"method", "workspace/didChangeWatchedFiles"},
                                                    {"registerOptions", {{"watchers", watchers}}}}})}}}});
  }
  if (method == "workspace/didChangeWatchedFiles" && is_started()) {
    documents_.forget_lines();
    for (const Json& change : params.at("changes")) documents_.desk().forget(path_of_uri(change.at("uri")));
    diagnostics_.publish({});
  }
  Session::notify(method, params);
}

void Server::Author::foresee(const std::string& text) {
  current_.is_called = true;
  Session::foresee(text);
  if (diagnostics_.published().empty() || text.find("textDocument/did") == std::string::npos) return;
  try {
    const Json message = parse_bounded<Json>(text, kMessage, true).json;
    if (!message.is_object() || message.contains("id")) return;
    if (changes_documents(message.at("method")) && Documents::name(message.at("params")) == diagnostics_.published())
      diagnostics_.outdate();
  } catch (const Refused&) {
    // `receive` reports this error when the message arrives.
  } catch (const std::exception&) {
  }
}

Json Server::Author::shut_down() {
  jobs_.cancel_all();
  diagnostics_.give_up();
  return Session::shut_down();
}

void Server::Author::work() {
  if (!jobs_.empty())
    jobs_.work();
  else if (diagnostics_.has_more())
    diagnostics_.check_further();
}

}  // namespace glint::desk
