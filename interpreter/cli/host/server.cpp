#include "interpreter/cli/host/server.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <exception>
#include <filesystem>
#include <set>
#include <utility>

#include "interpreter/cli/console/console.hpp"
#include "interpreter/cli/files/written.hpp"
#include "interpreter/cli/host/qr.hpp"
#include "interpreter/game/record/bounded_json.hpp"

namespace glint::cli {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr std::size_t kMostBody = 16 << 10, kThreads = 32;  // besides those of streams
constexpr JsonBounds kBounds = {4, 200};
constexpr double kPerSecond = 20, kBurst = 60, kOfWork = 100;  // requests of a key, and what a second of work counts
constexpr int kOfMany = 5, kAtOnce = 6;                        // times as many where a key is that of many people
constexpr int kMostStreams = 6, kMostWatching = 60;
constexpr std::chrono::milliseconds kBeat = 500ms, kBotBeat = 100ms;
constexpr int kSilentBeats = 30, kBotNice = 19;
constexpr std::size_t kMostOfTable = std::size_t{16} << 20;

/// The page, and the files that it loads from this server: name, type, text.
constexpr std::string_view kFiles[][3] = {
#include <glint_host_page.inc>  // made of page.html, page.css and page.js in the build folder
};

/// Of a processor, for this thread: it may wait for others.
double worked_seconds() {
  timespec used{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

bool is_of_many(const HostedTable::Key& key) { return key.who == kWatcher || key.who == kWholeClass; }

/// Whether a request is for this link: there are some for that of a class, and all others are for tables.
bool is_for(const std::string& path, const HostedTable::Key& key) {
  return path == "/api/class" ? !key.table : path == "/api/join" ? key.who == kWholeClass : key.table != nullptr;
}

/// Each is a connection, and a thread. Who watch take none from those who play, and the host.
int most_streams(const HostPlan& plan, bool watching) {
  const int seats = static_cast<int>(plan.game.players().size() + 1) * kMostStreams;
  return watching ? std::min(300, 60 + 2 * plan.tables) : std::min(600, 6 + plan.tables * seats);
}

/// The folder of the tables, locked.
Descriptor folder_for(const HostPlan& plan) {
  std::error_code problem;
  for (const std::string& folder : {plan.folder, plan.records}) {
    if (fs::create_directories(folder, problem))
      fs::permissions(folder, fs::perms::owner_all, problem);  // the game is nobody else's affair
    if (access((folder + "/.").c_str(), W_OK | X_OK) != 0)
      stop(kUsage, "cannot use the folder `" + folder + "`: " + reason(errno));
  }
  Descriptor made(open(plan.folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (flock(made, LOCK_EX | LOCK_NB) != 0)
    stop(kUsage, "another server has the tables in `" + plan.folder + "`", "end it, or give another --folder");
  return made;
}

}  // namespace

HostServer::HostServer(HostPlan plan)
    : plan_(std::move(plan)),
      folder_(folder_for(plan_)),
      door_(kFiles[0][2], kMostBody,
            kThreads + static_cast<std::size_t>(most_streams(plan_, false) + most_streams(plan_, true))) {
  rlimit files{};  // a connection is one
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  open_tables();
  const auto is_over = [](const auto& table) { return !table->result().empty(); };
  const std::ptrdiff_t over = std::count_if(tables_.begin(), tables_.end(), is_over);
  most_ = over + plan_.tables;
  try {
    while (std::ssize(tables_) < (plan_.is_class ? over + 1 : most_)) add_table();
  } catch (const HostRefusal& refusal) {
    stop(refusal.status == 507 ? kUsage : kNo, refusal.error);
  }
  answer_requests();
  for (const auto& table : tables_) start_minder(*table);
}

void HostServer::start_minder(HostedTable& table) {
  const auto is_bot = [](const Key& key) { return !key.bot.empty(); };
  if (is_ending_ || std::none_of(table.keys().begin(), table.keys().end(), is_bot)) return;
  minders_.emplace_back([this, &table] {
#ifdef __linux__
    setpriority(PRIO_PROCESS, 0, kBotNice);  // of this thread: answers to people come first
#endif
    while (!is_ending_) table.mind(kBotBeat);
  });
}

void HostServer::add_table() {
  const std::string id = new_key().substr(0, 8);
  // Its links are for nobody else on this machine.
  const Descriptor made(open(path_of(id).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  Json file = HostedTable::new_file(plan_);
  for (const Key& key : class_keys_) file["class"].push_back(key.key);
  int problem = made < 0 ? errno : replace_at(folder_, id + ".table", view::json_line(file));
  if (problem == 0 && fsync(folder_) != 0) problem = errno;
  if (problem != 0) throw HostRefusal{507, "cannot make a table in `" + plan_.folder + "`: " + reason(problem)};
  try {
    auto table = std::make_unique<HostedTable>(plan_, id, std::move(file));
    const std::lock_guard alone(tables_mutex_);
    tables_.push_back(std::move(table));
  } catch (const HostRefusal& refusal) {
    fs::remove(path_of(id));
    throw HostRefusal{refusal.status, "the game cannot begin: " + refusal.error};
  }
}

std::vector<HostedTable*> HostServer::all() const {
  const std::shared_lock lock(tables_mutex_);
  std::vector<HostedTable*> tables;
  for (const auto& table : tables_) tables.push_back(table.get());
  return tables;
}

Json HostServer::tell_class(const Key& to) const {
  Json json = {{"title", plan_.game.title()}, {"role", to.who == kHostOfClass ? "host" : "class"}};
  if (to.who != kHostOfClass) return json;
  json.update({{"link", link(class_keys_.front())}, {"tables", Json::array()}});
  for (HostedTable* const table : all()) {
    Json each = table->summary();
    each["table"] = table->id();
    for (const Key& key : table->keys())
      if (key.who < 0) each[key.who == kHost ? "host" : "watch"] = link(key);
    json["tables"].push_back(std::move(each));
  }
  return json;
}

Json HostServer::join(const Json& body) {
  const std::lock_guard one(joining_);
  for (const bool is_new : {false, true})
    for (const auto& table : tables_)
      if (const std::string key = table->join(body, is_new); !key.empty()) return {{"key", key}};
  if (std::ssize(tables_) >= most_) throw HostRefusal{409, "all seats are taken", "ask the host"};
  add_table();
  start_minder(*tables_.back());
  return {{"key", tables_.back()->join(body, true)}};
}

void HostServer::judge() {
  for (HostedTable* const table : all()) {
    set_deadline(kLongestAnswer);
    table->judge();
  }
  set_deadline(std::chrono::hours(24));  // the thread is somebody else's
}

HostServer::~HostServer() {
  {
    const std::lock_guard one(joining_);
    is_ending_ = true;
  }
  for (std::thread& minder : minders_) minder.join();
}

void HostServer::open_tables() {
  Json keys = {new_key(), new_key()};  // those of a class are in each of its tables
  const std::set<fs::path> paths(fs::directory_iterator(plan_.folder), {});
  for (const fs::path& path : paths) {
    if (path.extension() != ".table") continue;
    const Descriptor opened(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    const std::optional<std::string> text = text_of(opened, kMostOfTable);
    Json file = text && text->size() <= kMostOfTable ? Json::parse(*text, nullptr, false) : Json();
    std::optional<std::string> problem = HostedTable::misfit(file, plan_);
    if (problem == "" && plan_.is_class && file.contains("class")) keys = file["class"];
    if (problem == "") try {
        tables_.push_back(std::make_unique<HostedTable>(plan_, path.stem(), std::move(file)));
      } catch (const HostRefusal& refusal) {
        if (refusal.status == 503) stop(kNo, path.string() + ": " + refusal.error);  // not a new one in its place
        problem = refusal.error;
      }
    if (problem.value_or("") != "") plan_.warn("left out: " + path.string() + ": " + *problem);
  }
  if (!plan_.is_class) return;
  class_keys_.push_back({"everybody", keys.at(0), "", kWholeClass, nullptr});
  class_keys_.push_back({"the host", keys.at(1), "", kHostOfClass, nullptr});
}

HostedTable::Key* HostServer::known(const httplib::Request& request) {
  const std::string given = key_of(request);
  for (Key& key : class_keys_)
    if (is_key(given, key.key)) return &key;
  for (HostedTable* const table : all()) {
    const std::shared_lock lock(table->keys_mutex);
    for (Key& key : table->keys())
      if (is_key(given, key.key)) return &key;
  }
  return nullptr;
}

/// Before a body is read.
bool HostServer::is_refused(const httplib::Request& request, httplib::Response& response) {
  const auto no = [&](int status, const std::string& error, const std::string& help) {
    refuse(response, status, error, help);
    return true;
  };
  const bool has_body = request.method != "GET" && request.method != "HEAD";
  // The library limits only bodies whose length is stated, and unpacks compressed ones.
  if (request.has_header("Transfer-Encoding") || request.has_header("Content-Encoding") ||
      request.has_header("Range") || (has_body && request.get_header_value_count("Content-Length") != 1))
    return no(411, "a body must say its length, and be as it is; answers are whole", "");
  if (!request.path.starts_with("/api/")) return has_body && no(404, "there is nothing here", "");
  Key* const key = known(request);
  if (!key) return no(401, "the key is missing or wrong", "open the link as you got it");
  const std::lock_guard lock(mutex_);
  const int times = is_of_many(*key) ? kOfMany : 1;
  const auto now = HostClock::now();
  key->left += times * kPerSecond * std::chrono::duration<double>(now - key->at).count();
  key->left = std::min(key->left, times * kBurst) - 1;
  key->at = now;
  if (key->left >= 0) return false;
  return no(429, "these are too many requests", "wait a second");
}

void HostServer::events(Key& to, httplib::Response& response) {
  const bool watching = to.who == kWatcher;
  int open = 0;
  for (HostedTable* const table : all()) {
    const std::shared_lock lock(table->keys_mutex);
    for (const Key& key : table->keys())
      if ((key.who == kWatcher) == watching) open += static_cast<int>(key.pages.size());
  }
  if (open >= most_streams(plan_, watching)) throw HostRefusal{503, "too many pages are open", "try it again later"};
  const std::lock_guard lock(to.table->keys_mutex);
  const std::uint64_t page = ++to.opened;
  to.pages.insert(page);
  // A page that is gone may seem to be there for long, so the newest ends the oldest. A seat made free ends all.
  const auto is_old = [&to, page, most = watching ? kMostWatching : kMostStreams] {
    const std::shared_lock lock(to.table->keys_mutex);
    const auto at = to.pages.find(page);
    return at == to.pages.end() || std::distance(at, to.pages.end()) > most;
  };
  response.set_header("X-Accel-Buffering", "no");  // for nginx
  response.set_chunked_content_provider(
      "text/event-stream",
      [&to, is_old, heard = ~std::uint64_t{0}, beats = 0](std::size_t, httplib::DataSink& sink) mutable {
        const std::uint64_t version = to.table->wait(to.who, heard, kBeat);
        if (is_old()) return false;
        if (version == heard && ++beats < kSilentBeats) return true;
        const std::string text = version == heard ? ":\n\n" : "data: " + std::to_string(version) + "\n\n";
        heard = version;
        beats = 0;
        return sink.write(text.data(), text.size());
      },
      [&to, page](bool) {
        const std::lock_guard lock(to.table->keys_mutex);
        to.pages.erase(page);
      });
}

void HostServer::answer_requests() {
  httplib::Server& http = door_.http();
  door_.guard([this](In request, Out response) { return is_refused(request, response); });
  for (const auto& [name, type, text] : kFiles) door_.give("/" + std::string(name), std::string(type), text);
  // The time of an answer is charged to the key.
  const auto charged = [this](auto tell) {
    return [this, tell](In request, Out response) {
      Key* const key = known(request);
      if (!key) return refuse(response, 401, "this seat was made free");  // since it was looked at before
      const double begin = worked_seconds();
      set_deadline(kLongestAnswer);
      const auto add = [&](int one, double left) {
        const std::lock_guard lock(mutex_);
        key->left += left;
        return key->at_once += one;
      };
      try {
        if (add(1, 0) > kAtOnce * (is_of_many(*key) ? kOfMany : 1))
          throw HostRefusal{429, "these are too many at once", "wait a second"};
        if (!is_for(request.path, *key)) throw HostRefusal{403, "this is not for your link"};
        tell(*key, request, response);
      } catch (const HostRefusal& refusal) {
        refuse(response, refusal.status, refusal.error, refusal.help);
      } catch (const std::exception&) {
        refuse(response, 500, "the server has not enough memory for this");
      }
      add(-1, -kOfWork * (worked_seconds() - begin));
    };
  };
  const auto get = [&](const std::string& what, auto tell) {
    http.Get(paths_.emplace_back("/api/" + what), charged(tell));
  };
  get("table", [](Key& to, In, Out out) { answer(out, to.table->view(to.who)); });
  get("moves", [](Key& to, In, Out out) { answer(out, to.table->moves(to.who)); });
  get("record", [](Key& to, In, Out out) { answer(out, to.table->record(to.who)); });
  get("class", [this](Key& to, In, Out out) { answer(out, 200, tell_class(to)); });
  get("rules", [this](Key&, In, Out out) { answer(out, 200, {{"page", plan_.rules}}); });
  get("links", [this](Key& to, In, Out out) {
    if (to.who != kHost) throw HostRefusal{403, "this is not for your link"};
    Json links = Json::array();
    const std::shared_lock lock(to.table->keys_mutex);
    for (const Key& each : to.table->keys())
      if (const std::string to_open = link(each); each.bot.empty())
        links.push_back({{"whom", each.words}, {"link", to_open}, {"rows", qr_rows(to_open)}});
    answer(out, 200, {{"links", links}});
  });
  get("events", [this](Key& to, In, Out out) { events(to, out); });
  for (const std::string what : {"move", "undo", "name", "say", "note", "answer", "free", "join", "pause", "resume"})
    http.Post(paths_.emplace_back("/api/" + what), charged([this, what](Key& from, In request, Out out) {
                const auto body = parse_bounded<Json>(request.body, kBounds, false);
                if (!body.json.is_object()) throw HostRefusal{400, "the body is no object in JSON"};
                if (what == "join") return answer(out, 200, join(body.json));
                answer(out, from.table->change(from.who, what, body.json));
              }));
}

}  // namespace glint::cli
