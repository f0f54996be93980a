#include "interpreter/cli/host/server.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <mutex>

#include "interpreter/cli/console/console.hpp"
#include "interpreter/cli/http/door.hpp"
#include "interpreter/game/record/bounded_json.hpp"

namespace glint::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostBody = 16 << 10, kMostThreads = 2'000;
constexpr JsonBounds kBounds = {4, 200};
constexpr double kPerSecond = 20, kAtOnce = 60;  // requests of a key
constexpr int kMostStreams = 6;                  // of a key that is one person's,
constexpr int kMostWatching = 100;               // and of all who watch a table
constexpr std::chrono::seconds kBeat{1};
constexpr int kSilentBeats = 15;
constexpr const char* kEnding = ".table";

void answer(httplib::Response& response, const Reply& reply) { cli::answer(response, reply.status, reply.json); }

}  // namespace

/// Somebody with a key: how much they ask for.
struct KnownGuest {
  HostedTable* table;
  HostedTable::Key key;
  double left = kAtOnce;  // requests
  Clock::time_point at = Clock::now();
  std::atomic<int> streams = 0;

  KnownGuest(HostedTable* of, HostedTable::Key given) : table(of), key(std::move(given)) {}
  int most_streams() const { return key.guest.role == Guest::Role::watch ? kMostWatching : kMostStreams; }
};

struct HostServer::Parts {
  Referee& referee;
  HostSettings settings;
  std::vector<std::string> unread;
  std::vector<std::pair<Links, std::unique_ptr<HostedTable>>> tables;
  std::mutex mutex;  // of what each key asks for
  std::vector<std::unique_ptr<KnownGuest>> known;
  const std::string page{host_files().front().text};
  Door door{page, kMostBody, kMostThreads};  // closed before what its requests use

  Parts(Referee& of, HostSettings given) : referee(of), settings(std::move(given)) {
    open_tables();
    for (int tries = 0; std::ssize(tables) < settings.tables; ++tries) make_table(tries);
    // In the order in which a restart finds them.
    std::sort(tables.begin(), tables.end(), [](const auto& a, const auto& b) { return a.first.table < b.first.table; });
    for (const auto& [links, table] : tables)
      for (const HostedTable::Key& key : table->keys()) known.push_back(std::make_unique<KnownGuest>(table.get(), key));
    answer_requests();
  }

  void open_tables() {
    std::error_code problem;
    if (fs::create_directories(settings.folder, problem))
      fs::permissions(settings.folder, fs::perms::owner_all, problem);  // the names of tables are nobody else's affair
    std::vector<std::string> paths;
    for (const fs::directory_entry& entry : fs::directory_iterator(settings.folder, problem))
      if (entry.path().extension() == kEnding) paths.push_back(entry.path().string());
    if (problem) stop(kUsage, "cannot use the folder `" + settings.folder + "`: " + problem.message());
    std::sort(paths.begin(), paths.end());
    for (const std::string& path : paths) {
      if (std::ssize(tables) >= settings.tables) return;
      std::vector<Json> lines;
      int reason_of = 0;
      std::string wrong;
      auto journal = Journal::open(path, lines, reason_of);
      if (journal && !HostedTable::fits(lines.front(), referee)) continue;
      auto table = journal ? HostedTable::from_lines(referee, *std::move(journal), lines, wrong) : nullptr;
      if (reason_of == EWOULDBLOCK) wrong = "another server has it";
      if (reason_of == EBADMSG) wrong = "it is no table";
      if (!table)
        unread.push_back(path + ": " + (wrong.empty() ? reason(reason_of) : wrong));
      else if (!table->is_over())
        tables.emplace_back(Links{fs::path(path).stem().string(), false, {}}, std::move(table));
    }
  }

  void make_table(int tries) {
    const std::string id = new_key().substr(0, 8), path = (fs::path(settings.folder) / (id + kEnding)).string();
    const Json head = HostedTable::new_head(referee, settings.undo);
    int problem = 0;
    std::string wrong;
    auto journal = Journal::make(path, head, problem);
    if (problem == EEXIST && tries < 100) return;
    if (!journal) stop(kUsage, "cannot make a table in `" + settings.folder + "`: " + reason(problem));
    auto table = HostedTable::from_lines(referee, *std::move(journal), {head}, wrong);
    if (!table) stop(kNo, "the game cannot begin: " + wrong);
    tables.emplace_back(Links{id, true, {}}, std::move(table));
  }

  /// Whoever has this key; null: the request has been refused.
  KnownGuest* sender(const httplib::Request& request, httplib::Response& response) {
    const std::string given = key_of(request);
    const std::lock_guard lock(mutex);
    KnownGuest* found = nullptr;
    for (const auto& each : known)
      if (is_key(given, each->key.key)) found = each.get();
    if (!found) {
      refuse(response, 401, "the key is missing or wrong", "open the link as you got it");
      return nullptr;
    }
    const Clock::time_point now = Clock::now();
    found->left += kPerSecond * std::chrono::duration<double>(now - found->at).count();
    found->left = std::min(found->left, kAtOnce) - 1;
    found->at = now;
    if (found->left >= 0) return found;
    found->left = std::max(found->left, -kPerSecond);
    refuse(response, 429, "these are too many requests", "wait a second");
    return nullptr;
  }

  /// The version of the table, whenever it has changed.
  void events(KnownGuest& to, httplib::Response& response) {
    if (++to.streams > to.most_streams()) {
      --to.streams;
      return refuse(response, 429, "too many pages are open with this link", "close some of them");
    }
    struct Heard {
      bool has_any = false;
      std::uint64_t version = 0;
      int beats = 0;
    };
    response.set_chunked_content_provider(
        "text/event-stream",
        [&to, heard = Heard()](std::size_t, httplib::DataSink& sink) mutable {
          const std::uint64_t version = heard.has_any ? to.table->wait(heard.version, kBeat) : to.table->wait(0, {});
          const bool is_old = heard.has_any && version == heard.version;
          if (is_old && ++heard.beats < kSilentBeats) return true;
          // A line without meaning finds out whether somebody is there.
          const std::string text = is_old ? ":\n\n" : "data: " + std::to_string(version) + "\n\n";
          heard = {true, version, 0};
          return sink.write(text.data(), text.size());
        },
        [&to](bool) { --to.streams; });
  }

  void answer_requests() {
    httplib::Server& http = door.http();
    using Outcome = httplib::Server::HandlerResponse;
    http.set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
      return door.refuses(request, response) ? Outcome::Handled : Outcome::Unhandled;
    });
    for (const HostFile& file : host_files())
      http.Get(std::string("/") + file.name, [&file](const httplib::Request&, httplib::Response& response) {
        response.set_content(file.text.data(), file.text.size(), file.type);
      });
    const auto get = [&](const char* path, auto tell) {
      http.Get(path, [this, tell](const httplib::Request& request, httplib::Response& response) {
        if (KnownGuest* to = sender(request, response)) tell(*to, response);
      });
    };
    get("/api/table", [](KnownGuest& to, httplib::Response& out) { answer(out, to.table->view(to.key.guest)); });
    get("/api/record", [](KnownGuest& to, httplib::Response& out) { answer(out, to.table->record()); });
    get("/api/events", [this](KnownGuest& to, httplib::Response& out) { events(to, out); });
    for (const std::string what : {"ask", "move", "undo", "name", "say"})
      http.Post("/api/" + what, [this, what](const httplib::Request& request, httplib::Response& response) {
        KnownGuest* from = sender(request, response);
        if (!from) return;
        const auto body = parse_bounded<Json>(request.body, kBounds, false);
        if (!body.json.is_object()) return refuse(response, 400, "the body is no object in JSON");
        HostedTable& table = *from->table;
        const Guest& guest = from->key.guest;
        answer(response, what == "ask" ? table.ask(guest, body.json) : table.change(guest, what, body.json));
      });
  }
};

HostServer::HostServer(Referee& referee, HostSettings settings)
    : parts_(std::make_unique<Parts>(referee, std::move(settings))) {}

HostServer::~HostServer() = default;

bool HostServer::listen(const std::string& address, int port, const std::string& at) {
  return parts_->door.listen(address, port, at);
}

std::vector<HostServer::Links> HostServer::links() const {
  std::vector<Links> all;
  for (const auto& [links, table] : parts_->tables) {
    all.push_back(links);
    for (const HostedTable::Key& key : table->keys())
      all.back().links.emplace_back(key.words, parts_->door.address() + "/#k=" + key.key);
  }
  return all;
}

const std::vector<std::string>& HostServer::unread() const { return parts_->unread; }

}  // namespace glint::cli
