// A client who writes: it also gets diagnostics, and answers to all requests of an editor about a script, some of which
// take long. A host without editors links none of it.
#include <algorithm>
#include <deque>
#include <functional>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "interpreter/desk/protocol/answers.hpp"
#include "interpreter/desk/protocol/documents.hpp"
#include "interpreter/desk/protocol/requests.hpp"
#include "interpreter/desk/protocol/session.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/source/stop.hpp"
#include "lang/source/text.hpp"

namespace glint::desk {

using Json = nlohmann::ordered_json;

namespace {

constexpr const char* kPublish = "textDocument/publishDiagnostics";
constexpr std::size_t kMostJobs = 8;

/// The requests that take long.
constexpr struct {
  const char* method;
  std::unique_ptr<Job> (*begin)(Documents& in, const Json& params);
} kLong[] = {{"glint/study", answer::study},
             {"glint/compare", answer::compare},
             {"glint/diff", answer::diff},
             {"glint/explore", answer::explore}};

/// True if a notification makes the errors that are being computed outdated.
bool changes_documents(const Json& method) {
  return method == "textDocument/didOpen" || method == "textDocument/didChange" || method == "textDocument/didClose";
}

}  // namespace

/// What is done between messages.
struct Between {
  Documents& documents_;
  Client& client_;
  Current& current_;
  /// True if the work is unwanted; this call also lets the host pass on messages that have arrived.
  const std::function<bool()> stop_;
};

/// What is wrong with open documents, sent to the client at once after a change, and again when slower checks find
/// more.
class Diagnostics : Between {
 public:
  explicit Diagnostics(Between with) : Between(std::move(with)) {}

  /// Sends those of all documents that a change concerns, beginning with the changed one.
  void publish(const std::string& changed) {
    const std::vector<std::string> all = documents_.desk().take_changed();
    if (std::find(all.begin(), all.end(), changed) != all.end()) publish_one(changed);
    for (const std::string& other : all)
      if (other != changed) publish_one(other);
  }

  /// Takes back those of a document that was closed.
  void close(const std::string& name) {
    std::erase(unfinished_, name);
    client_.notify(kPublish, {{"uri", uri_of_path(name)}, {"diagnostics", Json::array()}});
    publish({});
  }

  /// Slower checks that are still to be made: whether there are any, the next one, and an end of them.
  bool has_more() const { return !unfinished_.empty(); }
  void check_further() {
    const std::string name = unfinished_.front();
    published_ = name;
    current_.is_called = false;
    is_checking_ = true;
    const bool has_found = documents_.desk().check_further(name);
    is_checking_ = false;
    const bool has_more = !is_outdated_ && !stop_() && documents_.desk().has_more_checks(name);
    published_.clear();
    if (!has_more) unfinished_.pop_front();
    if (std::exchange(is_outdated_, false)) return;
    if (has_found) send(name, documents_.desk().findings(name));
  }

  void give_up() { unfinished_.clear(); }

  /// The document whose diagnostics are being computed, or empty; and a note that its text is about to change.
  const std::string& published() const { return published_; }
  void outdate() { is_outdated_ = true; }
  /// True if the current work is outdated, or makes way for a message.
  bool is_unwanted() const { return is_outdated_ || (is_checking_ && current_.is_called); }

 private:
  void publish_one(const std::string& name) {
    published_ = name;
    const std::vector<Finding> findings = documents_.desk().findings(name);
    const bool has_more = !is_outdated_ && documents_.desk().has_more_checks(name);
    published_.clear();
    if (std::exchange(is_outdated_, false)) return documents_.forget_stopped();  // those of the next text will follow
    std::erase(unfinished_, name);
    if (has_more) unfinished_.push_back(name);
    send(name, findings);
  }

  void send(const std::string& name, const std::vector<Finding>& findings) {
    Json diagnostics = Json::array();
    for (const Finding& finding : findings) {
      Json related = Json::array();
      for (const Related& other : finding.related)
        related.push_back({{"location", documents_.location(other.at, name)}, {"message", other.text}});
      std::string message = finding.message;
      if (!finding.replacement.empty()) message += ": did you mean `" + finding.replacement + "`?";
      const Json parts = {{"message", message}, {"help", finding.help}};
      if (!finding.help.empty()) message += "\n" + finding.help;
      Json diagnostic = {{"range", documents_.range(finding.at, name)},
                         {"severity", finding.is_warning ? 2 : 1},
                         {"source", "glint"},
                         {"message", message},
                         {"relatedInformation", related},
                         {"data", parts}};
      if (!finding.code.empty()) diagnostic["code"] = finding.code;
      diagnostics.push_back(std::move(diagnostic));
    }
    Json params = {{"uri", uri_of_path(name)}, {"diagnostics", diagnostics}};
    if (const Json version = documents_.version_of(name); version.is_number()) params["version"] = version;
    client_.notify(kPublish, params);
  }

  std::deque<std::string> unfinished_;  // documents whose slower checks are not done; the next one first
  std::string published_;
  bool is_outdated_ = false;
  bool is_checking_ = false;  // a slower check is under way: it makes way for any message, and begins again
};

/// Requests that take long, under way: their jobs work in turn, report their progress, and are answered in the end.
class Jobs : Between {
 public:
  struct Running {
    Json id;                             // of the request
    Json progress_token, partial_token;  // null: the client wants none
    std::string document;
    std::unique_ptr<Job> job;
  };

  explicit Jobs(Between with) : Between(std::move(with)) {}

  bool empty() const { return running_.empty(); }
  /// True if no further one is taken.
  bool is_full() const { return running_.size() >= kMostJobs; }
  bool has(const Json& id) const {
    return std::any_of(running_.begin(), running_.end(), [&](const Running& each) { return each.id == id; });
  }

  void add(Running running) {
    running_.push_back(std::move(running));
    const Running& last = running_.back();
    last.job->tell = [this, token = last.progress_token, job = last.job.get()] { report(token, *job); };
    client_.report(last.progress_token,
                   {{"kind", "begin"}, {"title", last.job->title()}, {"cancellable", true}, {"percentage", 0}});
  }

  /// Does a part of the next one.
  void work() {
    Running running = std::move(running_.front());
    running_.pop_front();
    current_.is_called = false;
    current_.id = running.id;
    bool more = false;
    std::string wrong;
    try {
      more = running.job->step([this] {
        stop_();  // the host lets the session foresee messages here
        return current_.is_called;
      });
    } catch (const lang::Stopped&) {  // it was cancelled, or the host stops all work
      wrong = lang::stopped().message;
    } catch (const std::bad_alloc&) {
      wrong = kNoMemory;
    } catch (const std::exception& error) {
      wrong = error.what();
    }
    current_.id = nullptr;
    const bool is_cancelled = std::exchange(current_.is_cancelled, false);
    if (is_cancelled || !wrong.empty()) {
      client_.fail(running.id, is_cancelled ? kCancelled : kInternalError, is_cancelled ? kWasCancelled : wrong);
      return client_.report(running.progress_token, {{"kind", "end"}});
    }
    try {
      tell(running, more);
    } catch (const std::bad_alloc&) {
      client_.fail(running.id, kInternalError, kNoMemory);
      client_.report(running.progress_token, {{"kind", "end"}});
    }
  }

  /// Nothing happens if it was answered already.
  void cancel(const Json& id) {
    const auto found =
        std::find_if(running_.begin(), running_.end(), [&](const Running& each) { return each.id == id; });
    if (found == running_.end()) return;  // it was answered already
    client_.fail(id, kCancelled, kWasCancelled);
    client_.report(found->progress_token, {{"kind", "end"}});
    running_.erase(found);
  }

  void cancel_all() {
    while (!running_.empty()) cancel(Json(running_.front().id));
  }

 private:
  /// Reports the progress or the result of a job. A job that has more to do goes to the end of the queue.
  void tell(Running& running, bool more) {
    if (running.job->has_news() || !more) {
      if (more) client_.report(running.partial_token, result_of(running));
      report(running.progress_token, *running.job);
    }
    if (more) return running_.push_back(std::move(running));
    client_.report(running.progress_token, {{"kind", "end"}, {"message", running.job->words()}});
    client_.answer(running.id, result_of(running));
  }

  void report(const Json& token, const Job& job) {
    client_.report(token, {{"kind", "report"}, {"message", job.words()}, {"percentage", job.percent()}});
  }

  Json result_of(const Running& running) {
    Json result = running.job->result();
    result["errors"] = documents_.errors(running.job->errors(), running.document);
    return result;
  }

  std::deque<Running> running_;  // the one that works next first
};

class Server::Author final : public Server::Session {
 public:
  Author(Desk::Files files, Send send, const Limits& limits)
      : Session(std::move(files), std::move(send), limits),
        jobs_({documents_, client_, current_, stop_}),
        diagnostics_({documents_, client_, current_, stop_}) {
    for (const std::span<const Request> requests : {text_requests(), test_requests(), drawing_requests()})
      for (const Request& each : requests) offer(each.method, each.answer);
    offer("textDocument/completion",
          [this](Documents& in, const Json& params) { return answer::completion(in, params, has_snippets_); });
  }

  bool has_work() const override { return !jobs_.empty() || diagnostics_.has_more(); }
  void work() override {
    if (!jobs_.empty())
      jobs_.work();
    else if (diagnostics_.has_more())
      diagnostics_.check_further();
  }

  void foresee(const std::string& text) override {
    current_.is_called = true;
    Session::foresee(text);
    if (diagnostics_.published().empty() || text.find("textDocument/did") == std::string::npos) return;
    try {
      const Json message = parse_bounded<Json>(text, kMessage, true).json;
      if (!message.is_object() || message.contains("id")) return;
      if (changes_documents(field_of(message, "method")) &&
          Documents::name(field_of(message, "params")) == diagnostics_.published())
        diagnostics_.outdate();
    } catch (const Refused&) {
      // `receive` reports this error when the message arrives.
    } catch (const std::exception&) {
    }
  }

  bool is_unwanted() const override { return current_.is_cancelled || diagnostics_.is_unwanted(); }

 private:
  void request(const Json& id, const std::string& method, const Json& given) override {
    require_started(method);
    if (const std::optional<Json> result = answer(method, given)) return client_.answer(id, *result);
    const auto found =
        std::find_if(std::begin(kLong), std::end(kLong), [&](const auto& each) { return method == each.method; });
    if (found == std::end(kLong)) throw Refused{kMethodNotFound, "there is no method `" + method + "`"};
    require_fields(method, given);
    const Json params = documents_.with_game(given);
    if (jobs_.is_full()) throw Refused{kRequestFailed, "too many long requests are under way: cancel one"};
    std::unique_ptr<Job> job = found->begin(documents_, params);
    if (current_.is_cancelled) throw Refused{kCancelled, kWasCancelled};
    jobs_.add({id, params.value("workDoneToken", Json()), params.value("partialResultToken", Json()),
               params.contains("studies") ? "" : Documents::name(params), std::move(job)});
  }

  void notify(const std::string& method, const Json& params) override {
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
      for (const Json& change : field_of(params, "changes"))
        documents_.desk().forget(path_of_uri(field_of(change, "uri")));
      diagnostics_.publish({});
    }
    Session::notify(method, params);
  }

  void cancel(const Json& id) override { jobs_.cancel(id); }
  bool is_running(const Json& id) const override { return jobs_.has(id); }
  Json capabilities(const Json& params) override {
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

  std::vector<std::string> own_requests() const override {
    std::vector<std::string> names = Session::own_requests();
    for (const auto& each : kLong) names.emplace_back(each.method);
    return names;
  }

  Json shut_down() override {
    jobs_.cancel_all();
    diagnostics_.give_up();
    return Session::shut_down();
  }

  void changed(const std::string& document) override { diagnostics_.publish(document); }
  void closed(const std::string& document) override { diagnostics_.close(document); }

  Jobs jobs_;
  Diagnostics diagnostics_;
  // The abilities of the client.
  bool has_snippets_ = false, watches_files_ = false;
};

Server::Server(Desk::Files files, Send send, const Limits& limits)
    : Server(std::make_unique<Author>(std::move(files), std::move(send), limits)) {}

}  // namespace glint::desk
