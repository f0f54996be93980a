// Whatever a table of `glint host` answers to somebody is a function of what this one may know. Many tables of a game
// that was made up, with hands that chance has dealt and choices made together, are played side by side. What each
// viewer may know of a table is kept as a hash, from Position::text_for and what is told to all. Two tables with the
// same hash for a viewer, which differ in what is hidden, are a pair: each request must have the same answer there,
// byte by byte.
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tests/catch.hpp"
#include "tests/interpreter/cli/host/clients.hpp"
#include "tests/smith/smith.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/scale.hpp"

namespace glint::cli {
namespace {

/// A connection without a network: a request, and the answer. A stream of events ends after its first one.
class Wire : public httplib::Stream {
 public:
  explicit Wire(std::string request) : request_(std::move(request)) {}
  bool is_readable() const override { return true; }
  bool is_writable() const override { return true; }
  ssize_t read(char* to, std::size_t size) override {
    size = request_.copy(to, size, at_);
    at_ += size;
    return static_cast<ssize_t>(size);
  }
  ssize_t write(const char* from, std::size_t size) override {
    answer.append(from, size);
    return answer.ends_with("\n\n\r\n") ? -1 : static_cast<ssize_t>(size);
  }
  void get_remote_ip_and_port(std::string& ip, int& port) const override { ip = "127.0.0.1", port = 1; }
  void get_local_ip_and_port(std::string& ip, int& port) const override { ip = "127.0.0.1", port = 2; }
  socket_t socket() const override { return 0; }

  std::string answer;

 private:
  std::string request_;
  std::size_t at_ = 0;
};

/// The library's way from a connection to the handlers of requests.
struct OpenServer : httplib::Server {
  static std::string answer(httplib::Server& server, const std::string& request) {
    Wire wire(request);
    bool is_closed = false;
    (server.*&OpenServer::process_request)(wire, true, is_closed, nullptr);
    return std::move(wire.answer);
  }
};

std::uint64_t mixed(std::uint64_t past, const std::string& more) {
  return (past ^ std::hash<std::string>()(more)) * 0x9E3779B97F4A7C15u + (past >> 31);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

/// Where the tables of a process are, in memory if that is possible.
struct Shelf {
  Folder folder;
  std::string path = std::filesystem::exists("/dev/shm") ? "/dev/shm/glint-" + std::to_string(getpid()) : folder / "t";
  ~Shelf() { std::filesystem::remove_all(path); }
};

/// A script, and how it is played.
struct Plan {
  std::string script;
  bool has_clock = false, is_class = false;
};

/// What was found out: pairs, and requests whose answers were not the same.
struct Found {
  int pairs = 0;
  std::set<std::string> asked, differing;
  std::string example;
};

class Hall {
 public:
  /// `leaks`: what is hidden is put into each answer.
  Hall(const Plan& plan, std::uint64_t seed, bool leaks, Found& found)
      : random_(seed),
        leaks_(leaks),
        found_(found),
        plan_{game_of_text(plan.script), "smith", shelf_.path, shelf_.path} {
    plan_.is_class = plan.is_class;
    plan_.clock = plan.has_clock;
    plan_.questions = {"Again?"};
    plan_.rules = "<p>the rules</p>";
    plan_.now = [this] { return now_; };
    std::filesystem::create_directories(shelf_.path);
    for (int tries = 0; std::ssize(tables_) < kTables && tries < 2 * kTables; ++tries) {
      const std::uint64_t of_table = random_() >> 1;
      auto start = plan_.game.start({.seed = of_table});
      if (!start || start->over()) continue;
      const std::string id = "table" + std::to_string(10 + tables_.size());
      Json file = HostedTable::new_file(plan_);
      file["record"]["seed"] = of_table;
      if (plan.is_class) file["class"] = {kClassKeys[0], kClassKeys[1]};
      std::ofstream(shelf_.path + "/" + id + ".table") << file.dump();
      tables_.push_back({id, of_table, *start});
    }
    open();
    // A table cannot begin if the first choice that it makes up for somebody is an error.
    std::erase_if(tables_, [&](const Told& table) { return !hosted(table); });
    for (Told& table : tables_) {
      position_changed(table);
      table.asked = waiting(table);
    }
    if (plan.is_class && !tables_.empty()) fill();
  }

  void play(int steps) {
    for (step_ = 0; step_ < steps; ++step_) {
      const std::uint64_t shared = random_();  // all that is chosen alike at all tables
      now_ += std::chrono::seconds(1 + shared % 9);
      mood_ = shared;
      server_->judge();
      if (shared / 16 % 3 == 0) open();
      std::vector<int> order = viewers_;
      std::shuffle(order.begin(), order.end(), std::mt19937_64(shared));
      for (Told& table : tables_) {
        look_for_time(table);
        for (const int who : order) ask_all(table, who);
        if (!table.is_over && !table.fails) choose(table, shared);
      }
      if (plan_.is_class && !tables_.empty()) ask_class();
    }
  }

 private:
  static constexpr int kTables = 16;
  static constexpr const char* kClassKeys[] = {"c0000000000000000000000000000000", "c1111111111111111111111111111111"};

  /// A table, and what is known of it.
  struct Told {
    std::string id;
    std::uint64_t seed;
    Position position;  // without choices that wait for others
    std::uint64_t turn = 0;
    std::vector<int> asked = {};
    std::set<int> here = {};  // who have asked for something since the server was started
    std::map<int, std::string> sealed = {};
    bool is_over = false, fails = false;
    std::map<int, std::uint64_t> past = {};  // by viewer
    std::string diary = {};                  // notes and answers, which the host gets at the end
  };

  static Game game_of_text(const std::string& script) {
    Limits limits;
    limits.stop = also_late([] { return false; });
    return *Game::from_text(script, "smith.glint", {}, nullptr, limits);
  }

  HostedTable* hosted(const Told& table) const {
    for (const auto& each : server_->tables())
      if (each->id() == table.id) return each.get();
    return nullptr;
  }
  HostedTable::Key& key_of(const Told& table, int who) const {
    for (HostedTable::Key& key : hosted(table)->keys())
      if (key.who == who) return key;
    throw std::out_of_range("key");
  }

  /// As if the server was started again.
  void open() {
    server_.reset();
    server_ = std::make_unique<HostServer>(plan_);
    REQUIRE(server_->door().listen("127.0.0.1", 0));
    for (Told& table : tables_) table.here.clear();
  }

  std::string answer_to(const std::string& key, const std::string& path, const Json* body) const {
    const std::string text = body ? body->dump() : "";
    return OpenServer::answer(
        server_->door().http(),
        (body ? "POST " : "GET ") + path + " HTTP/1.1\r\nHost: " + server_->door().address().substr(7) +
            "\r\nAuthorization: Bearer " + key + (body ? "\r\nContent-Length: " + std::to_string(text.size()) : "") +
            "\r\n\r\n" + text);
  }

  /// An answer without what differs by design: keys, addresses, names of tables, the pictures of links, and the seed in
  /// the record, which is the host's after the end.
  std::string plain(const Told& table, const std::string& path, std::string answer) const {
    const std::size_t body = answer.find("\r\n\r\n") + 4;
    answer = replaced(answer, "Content-Length: " + std::to_string(answer.size() - body) + "\r\n", "");
    answer = replaced(answer, server_->door().address(), "ADDRESS");
    for (const HostedTable::Key& key : hosted(table)->keys()) {
      answer = replaced(answer, key.key, "KEY of " + key.words);
    }
    for (std::size_t at = 0; path == "/api/links" && (at = answer.find("\"rows\":[", at)) != std::string::npos; ++at)
      answer.erase(at, answer.find(']', at) - at);  // server_test.cpp compares the pictures
    if (path == "/api/record") answer = replaced(answer, std::to_string(table.seed), "SEED");
    return replaced(answer, table.id, "TABLE");
  }

  /// Holds this answer against that at a table of which this one knows the same.
  void compare(const Told& table, int who, const std::string& path, const std::string& request, std::string answer) {
    if (leaks_) answer += hidden_in(table);
    found_.asked.insert(path);
    const auto known = table.past.find(who);
    const std::uint64_t key = mixed(known == table.past.end() ? 0 : known->second, now_of(who) + request);
    const auto [before, is_first] = answers_.try_emplace(key, answer);
    if (is_first || before->second == answer) return;
    if (!found_.differing.insert(path).second || leaks_) return;
    const std::string& one = before->second;
    auto at = static_cast<std::size_t>(std::mismatch(one.begin(), one.end(), answer.begin(), answer.end()).first -
                                       one.begin());
    at -= std::min<std::size_t>(at, 100);
    found_.example += "\n" + std::to_string(who) + " asks " + request + " at " + table.id + " in step " +
                      std::to_string(step_) + "\n" + one.substr(at, 400) + "\nand\n" +
                      answer.substr(std::min(at, answer.size()), 400) + "\nwhere\n" + hidden_in(table);
  }

  std::string hidden_in(const Told& table) const {
    std::string text = table.position.text();
    for (const auto& [seat, move] : table.sealed) text += "\n" + std::to_string(seat) + " has chosen " + move;
    return text;
  }

  /// What the record tells the host beside the moves.
  static std::string record_of(const Told& table) {
    std::string text = table.diary;
    for (const auto& [name, value] : table.position.draws()) text += name + "=" + value + ";";
    return text;
  }
  std::string now_of(int who) const { return std::to_string(who) + " in step " + std::to_string(step_) + ": "; }

  /// The answer to a request, which was compared.
  std::string ask(Told& table, int who, const std::string& path, const Json* body = nullptr) {
    if (who >= 0 && table.here.insert(who).second) all_learn(table, "here is " + std::to_string(who));  // for the clock
    HostedTable::Key& key = key_of(table, who);
    key.left = 60;  // requests: they come faster here than people send them
    const std::string request = path + (body ? body->dump() : "");
    std::string answer = answer_to(key.key, path, body);
    if (path == "/api/move") compare(table, who, path, request, is_done(answer) ? "is done" : "is refused");
    if (path == "/api/move" && is_done(answer)) {  // it may tell what others have chosen, too
      chosen(table, who, (*body)["text"], answer);
    }
    compare(table, who, path, request + " is answered", plain(table, path, answer));
    return answer;
  }
  static bool is_done(const std::string& answer) { return answer.starts_with("HTTP/1.1 200"); }

  /// What happens, and when.
  void learn(Told& table, int who, const std::string& what) {
    table.past[who] = mixed(table.past[who], what + std::to_string(step_));
  }
  void all_learn(Told& table, const std::string& what) {
    for (const int who : viewers_) learn(table, who, what);
  }
  void position_changed(Told& table) {
    table.is_over = table.position.over();
    for (const int who : viewers_)
      learn(table, who, table.is_over ? table.position.text() : table.position.text_for(who < 0 ? kNobody : who));
    if (table.is_over) learn(table, kHost, record_of(table));
  }

  /// The seats that are asked, as those who watch are told.
  std::vector<int> waiting(Told& table) {
    const std::string answer = ask(table, kWatcher, "/api/table");
    table.turn = std::stoull(answer.substr(answer.find("\"turn\":") + 7));
    const std::size_t begin = answer.find("\"waits\":[");
    const std::string waits = answer.substr(begin, answer.find(']', begin) - begin);
    std::vector<int> seats;
    for (int seat = 0; const std::string& player : plan_.game.players()) {
      if (waits.find("\"" + player + "\"") != std::string::npos) seats.push_back(seat);
      ++seat;
    }
    return seats;
  }

  /// Somebody's time may be over: then all that was chosen is open.
  void look_for_time(Told& table) {
    const bool is_late = !table.is_over && !hosted(table)->result().empty();
    for (const int who : viewers_) compare(table, who, "the clock", "the clock", is_late ? "is over" : "runs");
    if (!is_late) return;
    for (const int seat : table.asked)
      if (!table.sealed.contains(seat) || table.position.play(table.sealed[seat])) break;
    all_learn(table, hidden_in(table) + hosted(table)->result());
    table.is_over = true;
    learn(table, kHost, record_of(table));
  }

  /// All that this one can ask.
  void ask_all(Told& table, int who) {
    const auto [one, is_first] = states_.try_emplace(mixed(table.past[who], now_of(who)), hidden_in(table));
    found_.pairs += !is_first && one->second != hidden_in(table);
    const std::uint64_t mood = mixed(mood_, std::to_string(who));
    const std::string id = std::to_string(step_);
    std::string listed;
    for (const std::string& path : server_->paths()) {
      const std::string what = path.substr(5);
      Json body = {{"id", what + id}};
      if (what == "move" || what == "undo") body["turn"] = table.turn;
      if (what == "free") body["seat"] = plan_.is_class && mood % 11 == 0 ? 0U : 99U;
      if (what == "answer") body["question"] = 0U;
      if (what == "move")
        body["text"] = listed.empty() || moves_.empty() ? "no such move" : moves_[mood % moves_.size()];
      if (what == "links" && who == kHost && (mood % 8 != 0 || table.id > "table13")) continue;  // pictures take long
      if (what == "answer" || what == "join" || (mood % 4 == 0 && body.size() == 1)) body["text"] = "word " + id;
      const bool is_read = kReads.contains(what);
      if (what == "move" && listed.find(body["text"].dump()) != std::string::npos) body["text"] = "no such move";
      const std::string answer = ask(table, who, path, is_read ? nullptr : &body);
      if (what == "moves") listed = answer;
      if (what == "move") look_for_time(table);
      if (is_read || !is_done(answer)) continue;
      if (what == "say" || what == "name") all_learn(table, what + std::to_string(who) + body["text"].dump());
      if (what == "pause" || what == "resume") all_learn(table, what);
      if (what == "note" || what == "answer") {
        learn(table, who, what + id);
        table.diary += std::to_string(who) + what + id;
        if (table.is_over && who != kHost) learn(table, kHost, std::to_string(who) + what + id);
      }
      if (what == "free") {
        all_learn(table, "free");
        table.here.erase(0);
        fill();
      }
    }
  }

  /// Somebody new sits down at each seat of a class that is free.
  void fill() {
    const std::vector<std::string> players = plan_.game.players();
    for (Told& table : tables_)
      for (int seat = 0; seat < std::ssize(players); ++seat) {
        if (table.is_over || table.fails ||
            hosted(table)->summary()["seats"][static_cast<std::size_t>(seat)]["name"].is_string())
          continue;
        const Json body = {{"id", "join " + std::to_string(joined_++)}, {"text", "Ann"}};
        const std::string answer = answer_to(kClassKeys[0], "/api/join", &body);
        REQUIRE(answer.find(key_of(table, seat).key) != std::string::npos);
        compare(table, kWholeClass, "/api/join", "join", plain(table, "/api/join", answer).substr(0, 12));
        all_learn(table, "join " + std::to_string(seat));
      }
  }

  /// What the links of a class are told, table by table.
  void ask_class() {
    const std::string answer = answer_to(kClassKeys[1], "/api/class", nullptr);
    INFO(answer);
    REQUIRE(is_done(answer));
    const Json all = Json::parse(answer.substr(answer.find("\r\n\r\n") + 4));
    for (const Json& each : all.at("tables"))
      for (const Told& table : tables_)
        if (each["table"] == table.id)
          compare(table, kHost, "/api/class", "class", plain(table, "", "\r\n\r\n" + each.dump()));
    compare(tables_.front(), kWholeClass, "/api/class", "class",
            plain(tables_.front(), "", answer_to(kClassKeys[0], "/api/class", nullptr)));
  }

  /// Somebody who is asked makes a move that is listed: mostly the same one at tables where it is.
  void choose(Told& table, std::uint64_t shared) {
    std::vector<int> open = waiting(table);
    if (open.empty()) return;
    const int who = open[shared / 64 % open.size()];
    const std::string answer = ask(table, who, "/api/moves");
    if (!is_done(answer)) return;
    const bool is_own = random_() % (table.asked.size() > 1 ? 3 : 16) == 0;
    const std::uint64_t salt = is_own ? random_() : shared;
    std::optional<std::pair<std::uint64_t, std::string>> best;
    constexpr std::string_view kMove = "\"move\":\"";
    for (std::size_t at = 0; (at = answer.find(kMove, at)) != std::string::npos;) {
      at += kMove.size();
      const std::string move = answer.substr(at, answer.find('"', at) - at);
      const std::pair<std::uint64_t, std::string> each = {mixed(salt, move), move};
      if (!best || each < *best) best = each;
    }
    if (!best) return;
    if (moves_.size() < 40) moves_.push_back(best->second);
    const Json body = {{"id", "choice " + std::to_string(step_)}, {"turn", table.turn}, {"text", best->second}};
    (void)ask(table, who, "/api/move", &body);
    look_for_time(table);
  }

  void chosen(Told& table, int who, const std::string& move, const std::string& answer) {
    table.sealed[who] = move;
    all_learn(table, "chosen by " + std::to_string(who));
    learn(table, who, move);
    const bool is_last = table.sealed.size() == table.asked.size();
    if (answer.find("\"fails\":true") != std::string::npos || answer.find("\"fails\": true") != std::string::npos) {
      table.fails = true;  // what all have chosen cannot be carried out: that is told
      all_learn(table, "fails");
      return;
    }
    if (!is_last) return;
    for (const int seat : table.asked) {
      REQUIRE(!table.position.play(table.sealed[seat]));
      all_learn(table, std::to_string(seat) + ": " + table.sealed[seat]);
    }
    table.sealed.clear();
    position_changed(table);
    table.asked = waiting(table);
  }

  static inline const std::set<std::string> kReads = {"table", "moves", "record", "class", "rules", "links", "events"};

  std::mt19937_64 random_;
  const bool leaks_;
  Found& found_;
  Shelf shelf_;
  HostClock::time_point now_ = HostClock::now();
  HostPlan plan_;
  std::vector<Told> tables_;
  std::unique_ptr<HostServer> server_;
  std::vector<int> viewers_ = [this] {
    std::vector<int> all = {kHost, kWatcher};
    for (int seat = 0; seat < std::ssize(plan_.game.players()); ++seat) all.push_back(seat);
    return all;
  }();
  std::unordered_map<std::uint64_t, std::string> answers_, states_;  // the first ones, by what is known
  std::vector<std::string> moves_;                                   // that were made somewhere
  std::uint64_t mood_ = 0;                                           // of all at this step: whether they talk
  int step_ = 0, joined_ = 0;
};

/// A move that is legal, and an error of the script with some hands of the other player.
const char* const kBreaks = R"(game "Breaks"
use square
players a, b
board grid(1, 1)
var hand[p: player]: 0..3 = 0 seen by p
move take "take {k}" { pick k in 0..3; hand[me + 1] -= k }
move rest "rest" { }
play {
  for p in player { draw card in 0..3; hand[p] = card }
  repeat { turn of each player { choose take or rest } }
}
)";

/// A game by its seed: a script that was made up, often with choices made together and a clock, sometimes for a class.
Plan plan_of(std::uint64_t seed) {
  if (seed == 0)
    return {kSealed + std::string("clock { turn 1:00; game 9:00; bid adds 0:10; out: tie }\n"), true, false};
  if (seed == 1) return {kBreaks};
  std::mt19937_64 random(seed);
  Plan plan;
  using Some = smith::Wishes::Some;
  const Some together = random() % 2 == 0 ? Some::always : Some::never;
  smith::Tape tape(random());
  plan.script = smith::script(tape, {.together = together, .secrets = Some::always, .dealt = true}).game;
  plan.has_clock = random() % 2 == 0;
  plan.is_class = random() % 3 == 0;
  if (plan.has_clock) plan.script += "clock { turn 0:20; reserve 1:00; game 9:00; rest adds 0:10; out: tie }\n";
  return plan;
}

Found try_game(const Plan& plan, std::uint64_t seed, bool leaks = false) {
  Found found;
  INFO("seed " << seed << (plan.is_class ? ", a class" : "") << "\n" << plan.script);
  try {
    Hall(plan, seed, leaks, found).play(6);
  } catch (const Stop&) {  // no table of it can begin
  }
  if (!leaks && !found.differing.empty()) FAIL_CHECK(found.example);
  return found;
}

}  // namespace

TEST_CASE("host: whoever knows the same of two tables of a made-up game is told the same, whatever is asked") {
  int pairs = 0;
  for (std::uint64_t seed = 0; seed < test::scaled<std::uint64_t>(12); ++seed)
    pairs += try_game(plan_of(seed), seed).pairs;
  CHECK(pairs > test::scaled(500));
}

TEST_CASE("host: a million of such pairs, other ones each time", "[.slow][host]") {
  std::uint64_t seed = std::random_device()();
  WARN("the first seed: " << seed);
  for (int pairs = 0; pairs < test::scaled(1'000'000); ++seed) pairs += try_game(plan_of(seed), seed).pairs;
}

TEST_CASE("host: what is put into any answer is found by pairs") {
  std::set<std::string> asked, differing;
  for (std::uint64_t seed = 0; seed < 2; ++seed) {
    const Found found = try_game(plan_of(seed), seed, true);
    asked.insert(found.asked.begin(), found.asked.end());
    differing.insert(found.differing.begin(), found.differing.end());
  }
  CHECK(asked == differing);
}

}  // namespace glint::cli
