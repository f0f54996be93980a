#include "interpreter/cli/studio/server.hpp"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <new>
#include <optional>
#include <thread>
#include <utility>

#include <httplib.h>

#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/http/door.hpp"
#include "interpreter/cli/threads/inbox.hpp"
#include "interpreter/desk/protocol/server.hpp"
#include "interpreter/game/loading/load.hpp"

namespace glint::cli {

constexpr std::size_t kMostBody =
    8 << 20;  // bytes: a script of half a megabyte, of which each byte is written as `\u00ff`
constexpr std::size_t kMostTabs = 16, kThreads = 40;
constexpr std::uint64_t kMostWaiting = 16 << 20;  // bytes, of messages for an engine, and of lines for a page
constexpr std::size_t kMostEngines = 12;
constexpr std::chrono::seconds kPatience{15};  // a page that is loaded again is a new one
constexpr std::chrono::milliseconds kBeat{500};  // a line that waits is sent at once; without one, a blank line is

// ---- pages that are open in browsers, and the engines that serve them: each is a server of the protocol in a thread
// ----

/// One engine: messages in, messages out, in a thread of its own.
class ServedEngine {
 public:
  using Say = std::function<void(const std::string& message)>;

  /// `say` is called in the engine's thread.
  ServedEngine(desk::Desk::Files files, const Limits& given, Say say) : inbox_(kMostWaiting) {
    thread_ = std::thread([this, files = std::move(files), given, say = std::move(say)] {
      desk::Server* self = nullptr;
      Limits limits = given;
      limits.stop = [&] {
        if (self) inbox_.look([&](const std::string& message) { self->foresee(message); });
        return is_ending_ || (given.stop && given.stop());
      };
      try {
        desk::Server server(
            files,
            [&](const std::string& message) {
              if (!is_ending_) say(message);
            },
            limits);
        self = &server;
        while (!is_ending_) {
          if (const auto message = inbox_.take(!server.has_work()))
            server.receive(*message);
          else if (inbox_.has_ended())
            break;
          else
            server.work();
        }
      } catch (const std::exception&) {  // out of memory; the page notices the silence and starts another engine
      }
      has_ended_ = true;
    });
  }

  /// Ends it, and waits for that.
  ~ServedEngine() {
    end();
    thread_.join();
  }

  void put(std::string message) { inbox_.put(std::move(message)); }
  /// It stops its work and says nothing more; waiting for it would take a moment.
  void end() {
    is_ending_ = true;
    inbox_.end();
  }

  bool has_ended() const { return has_ended_; }

 private:
  Inbox inbox_;
  std::atomic<bool> is_ending_ = false, has_ended_ = false;
  std::thread thread_;
};

/// A page. It gets lines of text: the number of an engine, a blank, and a message in JSON; number 0 are
/// messages of the host's own.
class Tab {
 public:
  Tab(desk::Desk::Files files, const Limits& limits) : files_(std::move(files)), limits_(limits) {}
  ~Tab() {
    {
      const std::lock_guard lock(mutex_);
      is_closed_ = true;  // senders that wait for room continue
      for (auto& [number, engine] : engines_) engine->end();
    }
    changed_.notify_all();
  }

  /// Sends a message to this engine, 1 to 1000000; one that is new is started. False: it has too many already.
  bool send(int number, std::string message) {
    std::shared_ptr<ServedEngine> engine;
    {
      const std::lock_guard lock(mutex_);
      auto found = engines_.find(number);
      if (found == engines_.end()) {
        if (engines_.size() + ending_.size() >= kMostEngines) return false;
        auto made = std::make_shared<ServedEngine>(files_, limits_, [this, number](const std::string& said) {
          add(std::to_string(number) + " " + said + "\n");
        });
        found = engines_.emplace(number, std::move(made)).first;
      }
      engine = found->second;
    }
    engine->put(std::move(message));
    return true;
  }

  void end(int number) {
    const std::lock_guard lock(mutex_);
    auto taken = engines_.extract(number);
    if (taken.empty()) return;
    taken.mapped()->end();
    ending_.push_back(std::move(taken.mapped()));
  }

  void tell(const std::string& message) { add("0 " + message + "\n"); }

  /// A request that reads lines begins: its number. Earlier ones get nothing any more: their page may be gone, with all
  /// that they took.
  int begin_listening() {
    const std::lock_guard lock(mutex_);
    ++listeners_;
    changed_.notify_all();
    return ++newest_;
  }

  void end_listening() {
    const std::lock_guard lock(mutex_);
    --listeners_;
    left_ = Clock::now();
  }

  /// All lines that wait; waits for the first. Empty: none came within this time. Nothing: a newer request reads them.
  std::optional<std::string> take(int listener, std::chrono::milliseconds longest) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, longest, [&] { return listener != newest_ || !waiting_.empty(); });
    if (listener != newest_) return std::nullopt;
    std::string lines = std::exchange(waiting_, {});
    changed_.notify_all();
    return lines;
  }

  /// Drops finished work. To be called now and then. True: nobody has read its lines for a while, so the page is
  /// closed.
  bool tidy() {
    const std::lock_guard lock(mutex_);
    std::erase_if(ending_, [](const auto& each) { return each->has_ended(); });
    return listeners_ == 0 && Clock::now() - left_ > kPatience;
  }

  std::string file, stamp;  // the file that the page has open; guarded by the owner of the tab

 private:
  using Clock = std::chrono::steady_clock;
  void add(const std::string& line) {
    std::unique_lock lock(mutex_);
    // A page that does not read lets its engines wait.
    changed_.wait(lock, [&] { return is_closed_ || waiting_.size() < kMostWaiting; });
    if (!is_closed_) waiting_ += line;
    changed_.notify_all();
  }

  const desk::Desk::Files files_;
  const Limits limits_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string waiting_;
  bool is_closed_ = false;
  int listeners_ = 0, newest_ = 0;
  Clock::time_point left_ = Clock::now();
  std::map<int, std::shared_ptr<ServedEngine>> engines_;  // gone before what they use
  std::vector<std::shared_ptr<ServedEngine>> ending_;
};

// ---- requests ----

namespace {

bool is_tab_name(const std::string& name) {
  return !name.empty() && name.size() <= 40 &&
         std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) || c == '-'; });
}

void answer(httplib::Response& response, const FileAnswer& file, bool with_text) {
  Json json = {{"stamp", file.stamp}};
  if (with_text) json["text"] = file.text;
  if (!file.error.empty()) json.update({{"error", file.error}, {"help", file.help}});
  cli::answer(response, file.status, json);
}

}  // namespace

struct StudioServer::Parts {
  StudioSettings settings;
  ScriptFolder folder{settings.folder};
  std::string key = new_key(), once;
  std::mutex mutex;  // protects `once` and everything after it
  std::map<std::string, std::shared_ptr<Tab>> tabs;
  std::map<std::string, std::string> states, before;  // states of files: known to pages, and at the last look
  Door door{settings.page, kMostBody, kThreads};  // closed before what its requests use

  explicit Parts(StudioSettings given) : settings(std::move(given)) {}

  bool has_key(In request) {
    const std::string it = key_of(request);
    if (is_key(it, key)) return true;
    const std::lock_guard lock(mutex);
    if (request.path != "/api/start" || !is_key(it, once)) return false;
    once.clear();
    return true;
  }

  /// Documents outside of the folder find what comes with Glint, and no files.
  std::unique_ptr<lang::Loader> loader_of(const std::string& document) const {
    const std::string begin = folder.path_of("");
    if (document.starts_with(begin) && !folder.refusal(document.substr(begin.size())))
      return std::make_unique<FolderLoader>(document, settings.paths);
    return bundled_loader(nullptr);
  }

  /// The tab that a request names; with `makes`, makes a new one if there is none. Null: the request has been refused.
  std::shared_ptr<Tab> tab_of(In request, Out response, bool makes = false) {
    const std::string name = request.get_param_value("tab");
    const std::lock_guard lock(mutex);
    const auto found = tabs.find(name);
    if (found != tabs.end()) return found->second;
    const auto files = [this](const std::string& document) { return loader_of(document); };
    if (!makes || !is_tab_name(name))
      refuse(response, 404, "there is no such tab", "load the page again");
    else if (tabs.size() >= kMostTabs)
      refuse(response, 503, "too many pages of the studio are open", "close some of them");
    else
      return tabs[name] = std::make_shared<Tab>(files, settings.limits);
    return nullptr;
  }

  static Json names_in(const std::map<std::string, std::string>& states) {
    return view::list_of(states, [](const auto& each) { return each.first; });
  }
  void start(Out response) {
    Json json = {{"key", key}, {"folder", folder.path()}, {"file", nullptr}, {"game", nullptr}};
    json["files"] = names_in(folder.states());
    if (!settings.file.empty()) json["file"] = settings.file;
    if (!settings.game.empty()) json["game"] = settings.game;
    answer(response, 200, json);
  }
  void read_file(In request, Out response) {
    const std::string name = request.get_param_value("name");
    const FileAnswer file = folder.read(name);
    if (request.has_param("tab")) {
      const auto tab = tab_of(request, response, true);  // may come before the page's first request for lines
      if (!tab) return;
      const std::lock_guard lock(mutex);
      tab->file = file.status == 200 ? name : "";
      tab->stamp = file.stamp;
    }
    answer(response, file, true);
  }
  void write_file(In request, Out response) {
    const auto tab = tab_of(request, response, true);  // a page that slept may save before it reads lines again
    if (!tab) return;
    const std::string name = request.get_param_value("name");
    const std::lock_guard lock(mutex);  // otherwise a look would take it for another program's change
    const FileAnswer file = folder.write(name, request.body, request.get_param_value("stamp"));
    if (file.status == 200) {
      tab->file = name;
      tab->stamp = file.stamp;
    }
    answer(response, file, file.status == 409);
  }
  /// The page's lines, while it listens.
  void stream(In request, Out response) {
    const auto tab = tab_of(request, response, true);
    if (!tab) return;
    const int listener = tab->begin_listening();
    response.set_chunked_content_provider(
        "application/x-ndjson",
        [tab, listener](std::size_t, httplib::DataSink& sink) {
          std::optional<std::string> lines = tab->take(listener, kBeat);
          if (!lines) return false;
          if (lines->empty()) *lines = "\n";  // finds out whether somebody is there
          return sink.write(lines->data(), lines->size());
        },
        [tab](bool) { tab->end_listening(); });
  }
  /// 0: none is named.
  static int engine_of(In request) {
    constexpr std::uint64_t kMost = 999'999;
    const auto number = whole_number(request.get_param_value("engine"));
    return number && *number <= kMost ? static_cast<int>(*number) : 0;
  }
  void send(In request, Out response) {
    const auto tab = tab_of(request, response);
    const int engine = engine_of(request);
    if (!tab) return;
    if (engine == 0) return refuse(response, 400, "`engine` must be a number from 1 to 999999");
    std::string_view rest = request.body;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      if (end > 0 && !tab->send(engine, std::string(rest.substr(0, end))))
        return refuse(response, 503, "this page has too many engines at work", "stop a study");
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    answer(response, 200, Json::object());
  }
  void end(In request, Out response) {
    const auto tab = tab_of(request, response);
    if (!tab) return;
    tab->end(engine_of(request));
    answer(response, 200, Json::object());
  }

  void set_up() {
    httplib::Server& http = door.http();
    door.guard([this](In request, Out response) {
      if ((request.path == "/" && request.method == "GET") || has_key(request)) return false;
      refuse(response, 401, "the key is missing or wrong",
             "open the address that `glint studio` has printed; each start has another key");
      return true;
    });
    http.Get("/api/start", [this](In, Out response) { start(response); });
    http.Get("/api/file", std::bind_front(&Parts::read_file, this));
    http.Put("/api/file", std::bind_front(&Parts::write_file, this));
    http.Get("/api/stream", std::bind_front(&Parts::stream, this));
    http.Post("/api/send", std::bind_front(&Parts::send, this));
    http.Post("/api/end", std::bind_front(&Parts::end, this));
  }

  /// A file that has stayed as it is for two looks is not being written any more.
  void tell_changes() {
    std::map<std::string, std::string> now = folder.states();
    const std::lock_guard lock(mutex);
    std::map<std::string, std::string> all = now;
    for (const auto& [name, state] : states) all.try_emplace(name);  // is gone
    std::vector<std::string> touched;
    for (const auto& [name, state] : all) {
      if (state == states[name] || state != before[name]) continue;
      states[name] = state;
      touched.push_back(name);
    }
    std::erase_if(states, [](const auto& each) { return each.second.empty(); });  // a file's state is never empty
    before = std::move(now);
    if (touched.empty()) return;
    const std::string files = view::json_line(Json{{"files", names_in(states)}, {"touched", touched}});
    for (auto& [id, tab] : tabs) {
      tab->tell(files);
      if (std::find(touched.begin(), touched.end(), tab->file) == touched.end()) continue;
      const FileAnswer file = folder.read(tab->file);
      if (file.stamp == tab->stamp) continue;
      tab->stamp = file.stamp;
      Json change = {{"changed", tab->file}, {"stamp", file.stamp}, {"text", file.text}};
      if (!file.error.empty()) change["error"] = file.error;
      tab->tell(view::json_line(change));
    }
  }
};

StudioServer::StudioServer(StudioSettings settings) : parts_(std::make_unique<Parts>(std::move(settings))) {
  parts_->states = parts_->before = parts_->folder.states();
  parts_->set_up();
}

StudioServer::~StudioServer() = default;

bool StudioServer::listen(int port) { return parts_->door.listen("127.0.0.1", port); }

std::string StudioServer::address() const { return parts_->door.address() + "/#key=" + parts_->key; }

std::string StudioServer::address_once() {
  const std::lock_guard lock(parts_->mutex);
  parts_->once = new_key();
  return parts_->door.address() + "/#key=" + parts_->once;
}

void StudioServer::look() {
  Parts& it = *parts_;
  std::vector<std::shared_ptr<Tab>> left;  // ended without the lock
  try {
    it.tell_changes();
    const std::lock_guard lock(it.mutex);
    for (auto& [name, tab] : it.tabs)
      if (tab->tidy()) left.push_back(tab);
    for (const auto& tab : left) std::erase_if(it.tabs, [&](const auto& each) { return each.second == tab; });
  } catch (const std::bad_alloc&) {  // the next look may find memory
  }
}

}  // namespace glint::cli
