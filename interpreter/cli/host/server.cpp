#include "interpreter/cli/host/server.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <string_view>
#include <utility>

#include "interpreter/cli/console/console.hpp"
#include "interpreter/game/record/bounded_json.hpp"
#include "interpreter/players/player.hpp"

namespace glint::cli {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr std::size_t kMostBody = 16 << 10, kSpareThreads = 32;
constexpr JsonBounds kBounds = {4, 200};
constexpr double kPerSecond = 20, kAtOnce = 60;  // requests of a key; a second of work is another `kPerSecond`
constexpr int kOfMany = 5;                       // times as many where a key is that of many people
constexpr std::uint64_t kMostStreams = 6;        // of one person
constexpr std::chrono::milliseconds kLongestAnswer = 10s, kBeat = 500ms, kBetweenBots = 50ms;
constexpr int kSilentBeats = 30, kMinders = 2, kMostTables = 400;
constexpr const char* kEnding = ".table";

/// The page, and what it loads from this server.
struct HostFile {
  const char *name, *type;
  std::string_view text;
};
constexpr HostFile kFiles[] = {
#include <glint_host_page.inc>  // made of page.html, page.css and page.js in the build folder
};

bool is_of_many(const HostedTable::Key& key) { return key.who == kWatcher; }

void answer(httplib::Response& response, Reply reply) {
  if (reply.status == 200) return cli::answer(response, std::move(reply.json));
  response.status = reply.status;
  response.set_content(reply.json, "application/json");
}

int streams_for(const HostRules& rules, int tables) {
  return std::min(1'500, 20 + 2 * tables * static_cast<int>(rules.game.players().size() + 2));
}

}  // namespace

HostServer::HostServer(HostRules rules, HostSettings settings)
    : rules_(std::move(rules)),
      settings_(std::move(settings)),
      most_streams_(streams_for(rules_, settings_.tables)),
      door_(kFiles[0].text, kMostBody, kSpareThreads + static_cast<std::size_t>(most_streams_)) {
  // Each table is a file, and each page that listens a connection.
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  open_tables();
  const auto is_going = [](const auto& table) { return table->summary()["result"] == ""; };
  entrance_.key = tables_.empty() ? new_key() : tables_.front()->entrance();
  while (std::count_if(tables_.begin(), tables_.end(), is_going) < settings_.tables) make_table();
  known_.push_back({nullptr, &entrance_});
  for (const auto& table : tables_)
    for (HostedTable::Key& key : table->keys()) known_.push_back({table.get(), &key});
  answer_requests();
  for (int i = 0; i < kMinders; ++i) minders_.emplace_back([this] { mind(); });
}

HostServer::~HostServer() {
  is_ending_ = true;
  door_.close();
  for (std::thread& minder : minders_) minder.join();
}

bool HostServer::listen(const std::string& address, int port, const std::string& at) {
  return door_.listen(address, port, at);
}

void HostServer::open_tables() {
  std::error_code problem;
  for (const std::string& folder : {settings_.folder, rules_.records})
    if (fs::create_directories(folder, problem))
      fs::permissions(folder, fs::perms::owner_all, problem);  // what was played is nobody else's affair
  std::vector<std::string> paths;
  for (const fs::directory_entry& entry : fs::directory_iterator(settings_.folder, problem))
    if (entry.path().extension() == kEnding) paths.push_back(entry.path().string());
  if (problem) stop(kUsage, "cannot use the folder `" + settings_.folder + "`: " + problem.message());
  std::sort(paths.begin(), paths.end());
  for (const std::string& path : paths) {
    std::vector<Json> lines;
    int reason_of = 0;
    Journal journal(path, Journal::How::open, lines, reason_of);
    std::string wrong = reason_of == EWOULDBLOCK ? "another server has it"
                        : reason_of == EBADMSG   ? "it is no table"
                        : reason_of != 0         ? reason(reason_of)
                                                 : "";
    if (wrong.empty()) {
      const std::optional<std::string> misfit = HostedTable::misfit(lines.front(), rules_);
      if (!misfit) continue;
      wrong = std::ssize(tables_) < kMostTables ? *misfit : "there are too many";
    }
    if (wrong.empty()) {
      auto table =
          std::make_unique<HostedTable>(rules_, fs::path(path).stem().string(), std::move(journal), lines, wrong);
      if (wrong.empty()) tables_.push_back(std::move(table));
    }
    if (!wrong.empty()) settings_.warn("left out: " + path + ": " + wrong);
  }
}

void HostServer::make_table() {
  const std::string id = new_key().substr(0, 8), path = (fs::path(settings_.folder) / (id + kEnding)).string();
  const std::vector<Json> lines = {HostedTable::new_head(rules_, settings_.plan, entrance_.key)};
  int problem = 0;
  std::string wrong;
  std::vector<Json> none;
  Journal journal(path, Journal::How::make, none, problem);
  if (problem == 0) problem = journal.add(lines[0]);
  if (problem != 0) stop(kUsage, "cannot make a table in `" + settings_.folder + "`: " + reason(problem));
  auto table = std::make_unique<HostedTable>(rules_, id, std::move(journal), lines, wrong);
  if (!wrong.empty()) fs::remove(path);
  if (!wrong.empty()) stop(kNo, "the game cannot begin: " + wrong);
  tables_.push_back(std::move(table));
}

// ---- bots and clocks

void HostServer::mind() {
  while (!is_ending_) {
    bool is_idle = true;
    for (const auto& table : tables_) {
      table->end_if_late();
      auto turn = table->bot_turn();
      if (!turn || is_ending_) continue;
      is_idle = false;
      const auto bot = make_player(turn->bot, turn->seed, rules_.game);
      const auto choice = bot ? (*bot)->choose(turn->at) : Result<std::uint64_t>(bot.errors());
      const auto move = choice ? turn->at.move(*choice) : Result<std::string>(choice.errors());
      if (!move && !is_ending_)
        settings_.warn("the bot at table " + table->id() + " cannot move: " + move.errors().front().message);
      const std::string id = "bot " + std::to_string(turn->turn);
      if (move) table->change(turn->player, "move", {{"id", id}, {"turn", turn->turn}, {"text", *move}});
    }
    if (is_idle) std::this_thread::sleep_for(kBetweenBots);
  }
}

// ---- requests

const HostServer::Known* HostServer::known(const httplib::Request& request) const {
  const std::string given = key_of(request);
  const Known* found = nullptr;
  for (const Known& each : known_)
    if (is_key(given, each.key->key)) found = &each;
  return found;
}

/// Before a body is read.
bool HostServer::is_refused(const httplib::Request& request, httplib::Response& response) {
  const auto no = [&](int status, const std::string& error, const std::string& help) {
    refuse(response, status, error, help);
    return true;
  };
  if (door_.refuses(request, response)) return true;
  const bool has_body = request.method != "GET" && request.method != "HEAD";
  // The library bounds no body but one whose length is said, and unpacks what is packed.
  if (request.has_header("Transfer-Encoding") || request.has_header("Content-Encoding") ||
      (has_body && request.get_header_value_count("Content-Length") != 1))
    return no(411, "a body must say its length, and be as it is", "");
  if (!request.path.starts_with("/api/")) return has_body && no(404, "there is nothing here", "");
  const Known* const from = known(request);
  if (!from) return no(401, "the key is missing or wrong", "open the link as you got it");
  const std::lock_guard lock(mutex_);
  HostedTable::Key& key = *from->key;
  const int times = is_of_many(key) ? kOfMany : 1;
  const auto now = HostClock::now();
  key.left += times * kPerSecond * std::chrono::duration<double>(now - key.at).count();
  key.left = std::min(key.left, times * kAtOnce) - 1;
  key.at = now;
  if (key.left >= 0) return false;
  key.left = std::max(key.left, -kPerSecond);
  return no(429, "these are too many requests", "wait a second");
}

/// The version of the table, whenever it has changed.
void HostServer::events(const Known& to, httplib::Response& response) {
  if (streams_ >= most_streams_) return refuse(response, 503, "too many pages are open", "try it again later");
  ++streams_;
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    number = ++to.key->streams;
  }
  struct Heard {
    bool has_any = false;
    std::uint64_t version = 0;
    int beats = 0;
  };
  // A page that is gone may seem to be there for long, so the newest ends the oldest.
  const auto is_old = [this, key = to.key, number] {
    const std::lock_guard lock(mutex_);
    return number + kMostStreams * (is_of_many(*key) ? 10 : 1) <= key->streams;
  };
  response.set_header("X-Accel-Buffering", "no");  // for nginx
  response.set_chunked_content_provider(
      "text/event-stream",
      [table = to.table, is_old, heard = Heard()](std::size_t, httplib::DataSink& sink) mutable {
        const std::uint64_t version =
            heard.has_any ? table->wait(heard.version, kBeat) : table->wait(~heard.version, 0s);
        if (is_old()) return false;
        const bool is_same = heard.has_any && version == heard.version;
        if (is_same && ++heard.beats < kSilentBeats) return true;
        // A line without meaning finds out whether somebody is there.
        const std::string text = is_same ? ":\n\n" : "data: " + std::to_string(version) + "\n\n";
        heard = {true, version, 0};
        return sink.write(text.data(), text.size());
      },
      [this](bool) { --streams_; });
}

/// The next free seat, or the one that this `id` has already.
void HostServer::sit(const Json& body, httplib::Response& response) {
  constexpr std::size_t kFewest = 16, kMost = 40;  // what somebody else could guess would be no key
  const std::string id = body.contains("id") && body["id"].is_string() ? body["id"] : "";
  if (id.size() < kFewest || id.size() > kMost) return refuse(response, 400, "`id` has 16 to 40 bytes");
  for (const bool gives : {false, true})
    for (const auto& table : tables_)
      if (const std::string key = table->seat_for(id, gives); !key.empty())
        return cli::answer(response, 200, Json{{"key", key}});
  refuse(response, 409, "all seats are taken", "ask the host for another table");
}

void HostServer::answer_requests() {
  httplib::Server& http = door_.http();
  using Outcome = httplib::Server::HandlerResponse;
  http.set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
    return is_refused(request, response) ? Outcome::Handled : Outcome::Unhandled;
  });
  for (const HostFile& file : kFiles)
    http.Get(std::string("/") + file.name, [&file](const httplib::Request&, httplib::Response& response) {
      response.set_content_provider(file.text.size(), file.type,
                                    [&file](std::size_t at, std::size_t most, httplib::DataSink& sink) {
                                      return sink.write(file.text.data() + at, most);
                                    });
    });
  // The time of an answer is charged to the key.
  const auto charged = [this](auto tell) {
    return [this, tell](const httplib::Request& request, httplib::Response& response) {
      const Known& from = *known(request);
      const auto begin = HostClock::now();
      const Deadline deadline(kLongestAnswer);
      tell(from, request, response);
      const std::lock_guard lock(mutex_);
      from.key->left -= kPerSecond * std::chrono::duration<double>(HostClock::now() - begin).count();
    };
  };
  const auto get = [&](const char* path, auto tell) {
    http.Get(path, charged([tell](const Known& to, const httplib::Request&, httplib::Response& response) {
               if (to.table) return tell(to, response);
               cli::answer(response, 200, Json{{"you", {{"role", "entrance"}, {"seat", nullptr}}}});
             }));
  };
  get("/api/table", [](const Known& to, httplib::Response& out) { answer(out, to.table->view(to.key->who)); });
  get("/api/moves", [](const Known& to, httplib::Response& out) { answer(out, to.table->moves(to.key->who)); });
  get("/api/record", [](const Known& to, httplib::Response& out) { answer(out, to.table->record()); });
  get("/api/events", [this](const Known& to, httplib::Response& out) { events(to, out); });
  get("/api/tables", [this](const Known& to, httplib::Response& out) {
    if (to.key->who != kHost) return refuse(out, 403, "this is for the host");
    Json all = Json::array();
    for (const auto& table : tables_) all.push_back(table->summary());
    cli::answer(out, 200, Json{{"tables", std::move(all)}});
  });
  for (const std::string what : {"sit", "move", "undo", "name", "say", "note", "answer"})
    http.Post("/api/" + what,
              charged([this, what](const Known& from, const httplib::Request& request, httplib::Response& response) {
                const auto body = parse_bounded<Json>(request.body, kBounds, false);
                if (!body.json.is_object()) return refuse(response, 400, "the body is no object in JSON");
                if (!from.table == (what == "sit"))
                  return from.table ? answer(response, from.table->change(from.key->who, what, body.json))
                                    : sit(body.json, response);
                refuse(response, 403, "this is not for this link");
              }));
}

}  // namespace glint::cli
