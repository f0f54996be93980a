// glint host: tables, asked by clients of HTTP that are no browsers: what a seat may do and see, and what is left after
// a server was killed.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <httplib.h>
#include <nlohmann/json.hpp>

#include "interpreter/cli/console/console.hpp"
#include "interpreter/cli/host/server.hpp"
#include "interpreter/cli/http/door.hpp"
#include "interpreter/game/record/record.hpp"
#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/scale.hpp"

namespace glint::cli {
namespace {

using Answered = nlohmann::json;

/// Hands that others do not see, a deck that nobody sees, and bids that wait for each other.
const char* const kSealed = R"(game "Sealed"
use square
players a, b
board grid(1, 1)
var deck: 0..63 = 0 seen by {}
var hand[p: player]: 0..3 = 0 seen by p
var total: 0..99 = 0
move bid "bid {k}" { pick k in 0..3; require k <= hand[me] "so much is not in hand"; total += k }
play {
  draw deck in 0..63
  for p in player { draw card in 0..3; hand[p] = card }
  together { choose bid }
  if hand[b] > 1 { draw deck in 0..63 }
  together { choose bid }
  end : tie
}
)";

/// Of all pairs of choices that players may make together, one cannot be carried out.
const char* const kFails = R"(game "Fails"
use square
players a, b
board grid(1, 1)
var total: 0..5 = 0
move bid "bid {k}" { pick k in 0..3; total += k }
play {
  together { choose bid }
  end : tie
}
)";

/// Two players put dots on a row; who fills it wins.
const char* const kDots = R"(game "Dots"
use square
players x, y
board grid(6, 4)
piece dot of player { look "{owner:1}" }
move go "{at}" { pick at in empty "there is a dot already"; put dot(owner = me) on at }
play { repeat { turn of x { choose go }; turn of y { choose go } } }
end when empty == {} : tie
)";

std::atomic<bool> bots_end = false;  // as when the command is told to end

Game game_of(const std::string& game) {
  Limits limits;
  limits.stop = also_late([] { return bots_end.load(); });
  const bool is_file = game.ends_with(".glint");
  return *(is_file ? Game::from_text(read_file(game), game, {}, nullptr, limits) : Game::bundled(game, {}, limits));
}

/// A server of a game, whose tables are in a folder.
struct HostedGame {
  std::vector<std::string> warned;
  std::unique_ptr<HostServer> server;

  HostedGame(const std::string& game, const std::string& folder, int tables = 1, const std::string& undo = "last",
             const Settings& bots = {}) {
    HostPlan plan{game_of(game), game, folder, folder + "/records", tables, undo, bots, {"Again?", "Else?"}};
    plan.warn = [this](const std::string& words) { warned.push_back(words); };
    server = std::make_unique<HostServer>(std::move(plan));
    REQUIRE(server->door().listen("127.0.0.1", 0));
  }
  HostedTable& table(std::size_t number = 0) const { return *server->tables().at(number); }
};

/// Somebody who has a link.
struct Person {
  std::string host, key;

  explicit Person(const std::string& link) {
    const std::size_t begin = link.find("://") + 3;
    host = link.substr(begin, link.find('/', begin) - begin);
    key = link.substr(link.find("#k=") + 3);
  }
  Person(const HostedGame& game, const std::string& whom, std::size_t table = 0)
      : Person([&] {
          for (const HostedTable::Key& key : game.table(table).keys())
            if (key.words == whom) return game.server->link(key.key);
          return std::string("://#k=");
        }()) {}

  httplib::Client client() const {
    httplib::Client one("127.0.0.1", std::stoi(host.substr(host.find(':') + 1)));
    one.set_read_timeout(20);
    return one;
  }
  httplib::Headers headers() const { return {{"Authorization", "Bearer " + key}}; }
  /// The status, and the bytes.
  std::pair<int, std::string> get(const std::string& path) const {
    const auto answer = client().Get(path.c_str(), headers());
    return answer ? std::pair(answer->status, answer->body) : std::pair(0, std::string());
  }
  std::pair<int, std::string> post(const std::string& path, const Answered& body) const {
    const auto answer = client().Post(path.c_str(), headers(), body.dump(), "application/json");
    return answer ? std::pair(answer->status, answer->body) : std::pair(0, std::string());
  }
  Answered table() const { return Answered::parse(get("/api/table").second); }
  /// The status of a move; `turn` 0: in the position as it is.
  int move(const std::string& text, const std::string& id, std::size_t turn = 0) const {
    const Answered at = turn == 0 ? table()["turn"] : Answered(turn);
    return post("/api/move", {{"id", id}, {"turn", at}, {"text", text}}).first;
  }
};

std::string table_file(const HostedGame& game, const std::string& folder) {
  return folder + "/" + game.table().id() + ".table";
}

const char* const kHostWords = "the host";
const char* const kWatchWords = "who watches";

}  // namespace

TEST_CASE("host: a game by two people, each in turn") {
  const Folder folder;
  const HostedGame game(folder.write("dots.glint", kDots), folder / "tables");
  REQUIRE(game.server->tables().size() == 1);
  CHECK(game.table().keys().size() == 4);
  const Person x(game, "x"), y(game, "y"), watch(game, kWatchWords), host(game, kHostWords);
  Answered table = x.table();
  CHECK(table["you"] == Answered{{"role", "seat"}, {"seat", "x"}});
  CHECK(watch.table()["you"]["role"] == "watch");
  CHECK(table["waits"] == Answered{"x"});
  CHECK(table["shown"]["board"]["picture"]["svg"].is_string());
  CHECK(y.move("a1", "1") == 409);  // not yet
  CHECK(x.move("z9", "1") == 422);
  CHECK(x.move("a1", "1", 2) == 409);  // for another position
  CHECK(watch.move("a1", "1") == 403);
  CHECK(host.move("a1", "1") == 403);
  CHECK(x.move("a1", "1") == 200);
  CHECK(x.move("a1", "1") == 200);  // the answer was lost, and it is sent again
  CHECK(x.move("b1", "1") == 409);  // that is another move
  table = y.table();
  CHECK(table["version"] == 1);
  CHECK(table["plies"] == Answered{{{"by", "x"}, {"move", "a1"}}});
  CHECK(table["waits"] == Answered{"y"});
  CHECK(y.move("a1", "1") == 422);  // the same id by somebody else is another request
  const auto refused = Answered::parse(y.post("/api/move", {{"id", "2"}, {"turn", 2}, {"text", "a1"}}).second);
  CHECK(refused["error"] == "`a1` is not legal: there is a dot already");
  CHECK(Answered::parse(y.get("/api/moves").second)["count"] == 23);
  CHECK(Answered::parse(x.get("/api/moves").second)["count"] == 0);
  CHECK(Answered::parse(watch.get("/api/moves").second)["count"] == 0);
  CHECK(x.post("/api/name", {{"id", "n"}, {"text", "<b>Ada</b>"}}).first == 200);
  CHECK(watch.post("/api/name", {{"id", "n"}, {"text", "Eve"}}).first == 403);
  CHECK(x.post("/api/name", {{"id", "m"}, {"text", "a\nb"}}).first == 400);
  CHECK(y.post("/api/say", {{"id", "s"}, {"text", "hello"}}).first == 200);
  CHECK(watch.post("/api/say", {{"id", "s"}, {"text", "hello"}}).first == 403);
  CHECK(y.post("/api/note", {{"id", "t"}, {"text", "mine"}}).first == 200);
  table = watch.table();
  CHECK(table["seats"][0] == Answered{{"seat", "x"}, {"name", "<b>Ada</b>"}});
  CHECK(table["said"] == Answered{{{"by", "y"}, {"text", "hello"}}});
  CHECK(table["notes"].empty());
  CHECK(x.table()["notes"].empty());
  CHECK(y.table()["notes"][0]["text"] == "mine");
  // A name may be changed a few times, and no more.
  int last = 200;
  for (int i = 0; i < 20 && last == 200; ++i) last = x.post("/api/name", {{"id", i + 1}, {"text", "A"}}).first;
  CHECK(last == 400);  // an id is a text
  for (int i = 0; i < 20; ++i) last = x.post("/api/name", {{"id", std::to_string(i) + "n"}, {"text", "A"}}).first;
  CHECK(last == 403);
}

TEST_CASE("host: who may take a move back") {
  const Folder folder;
  const std::string path = folder.write("dots.glint", kDots);
  for (const std::string undo : {"none", "last", "any"}) {
    INFO(undo);
    const HostedGame game(path, folder / undo, 1, undo);
    const Person x(game, "x"), y(game, "y"), watch(game, kWatchWords), host(game, kHostWords);
    const auto back = [](const Person& who, const char* id, std::size_t turn = 0) {
      return who.post("/api/undo", {{"id", id}, {"turn", turn == 0 ? who.table()["turn"] : Answered(turn)}}).first;
    };
    CHECK(back(x, "0") == 403);
    REQUIRE(x.move("a1", "1") == 200);
    CHECK(watch.table()["undo"] == false);
    CHECK(x.table()["undo"] == (undo != "none"));
    CHECK(y.table()["undo"] == (undo == "any"));
    CHECK(back(watch, "2") == 403);
    CHECK(back(x, "2", 1) == 409);
    CHECK(back(x, "2") == (undo == "none" ? 403 : 200));
    if (undo == "none") continue;
    CHECK(back(x, "2") == 200);  // once
    CHECK(x.table()["plies"].empty());
    REQUIRE(x.move("b1", "3") == 200);
    // An answer to a move that was taken back, and whose sender has not heard of that, is for no position that is here.
    CHECK(y.move("b2", "3", 2) == 409);
    REQUIRE(y.move("b2", "4") == 200);
    CHECK(back(x, "4") == (undo == "any" ? 200 : 403));
    CHECK(back(host, "5") == 200);
    CHECK(y.table()["plies"].size() == (undo == "any" ? 0 : 1));
  }
}

TEST_CASE("host: whatever was acknowledged is there after a restart, and a file that is none is left out") {
  const Folder folder;
  const std::string path = folder.write("dots.glint", kDots), tables = folder / "tables";
  std::vector<std::string> keys;
  std::string seen, file;
  const auto keys_of = [](const HostedGame& game) {
    std::vector<std::string> all;
    for (const auto& table : game.server->tables())
      for (const HostedTable::Key& key : table->keys()) all.push_back(key.key);
    std::sort(all.begin(), all.end());
    return all;
  };
  {
    const HostedGame game(path, tables);
    const Person x(game, "x"), y(game, "y");
    CHECK(x.move("a1", "1") == 200);
    CHECK(y.move("b1", "1") == 200);
    CHECK(y.post("/api/say", {{"id", "2"}, {"text", "a good move"}}).first == 200);
    keys = keys_of(game);
    seen = x.get("/api/table").second;
    file = table_file(game, tables);
    CHECK_THROWS_AS(HostedGame(path, tables), Stop);  // another server has them
  }
  CHECK(std::filesystem::is_empty(tables + "/records"));  // it is not over
  const auto permissions = std::filesystem::status(file).permissions();
  CHECK((permissions & (std::filesystem::perms::group_all | std::filesystem::perms::others_all)) ==
        std::filesystem::perms::none);
  {
    const HostedGame game(std::filesystem::path(path).parent_path().string() + "/./dots.glint",
                          tables);  // another way to name it
    CHECK(keys_of(game) == keys);
    const Person x(game, "x");
    CHECK(x.get("/api/table").second == seen);
    CHECK(x.move("a1", "1") == 200);  // was carried out by the server before
    CHECK(x.get("/api/table").second == seen);
    CHECK(x.move("c1", "3") == 200);
  }
  const std::string whole = read_file(file);
  Answered wrong_file = Answered::parse(whole);
  wrong_file["lines"].push_back({{"do", "move"}, {"text", "c1"}, {"by", 1}, {"id", "9"}, {"seconds", 1}});
  for (const auto& [text, why] : std::vector<std::pair<std::string, std::string>>{
           {wrong_file.dump(), "change 5: `c1` is not legal: there is a dot already"},
           {whole.substr(0, whole.size() / 2), "it is no table"},
           {"", "it is no table"},
           {"[1]", "it is no table"},
           {"{\"table\": 1, \"record\": {}}", "it is no table"}}) {
    std::ofstream(file) << text;
    const HostedGame wrong(path, tables);
    REQUIRE(wrong.warned.size() == 1);
    CHECK(wrong.warned[0].ends_with(why));
    std::filesystem::remove(table_file(wrong, tables));
  }
  std::ofstream(file) << whole;
  // Other rules: its tables stay as they are, and somebody is told.
  folder.write("dots.glint", std::string(kDots).replace(std::string(kDots).find("6, 4"), 4, "5, 5"));
  const HostedGame changed(path, tables);
  CHECK(changed.warned.size() == 1);
  CHECK(changed.table().keys()[0].key != keys[0]);
}

TEST_CASE("host: a server that is killed in the middle of a move loses none, and makes none twice") {
  const Folder folder;
  const std::string path = folder.write("dots.glint", kDots), tables = folder / "tables", told = folder / "links";
  std::mt19937 random(7);
  std::vector<std::string> acknowledged;
  std::string last;  // a move that was sent, and whose answer was lost
  for (int round = 0; round < 6; ++round) {
    std::filesystem::remove(told);
    const pid_t id = fork();
    REQUIRE(id >= 0);
    if (id == 0) {
      alarm(300);  // whatever becomes of the test
      const HostedGame game(path, tables);
      std::ofstream(told + ".part") << game.server->link(game.table().keys()[0].key) << "\n"
                                    << game.server->link(game.table().keys()[1].key) << "\n";
      std::filesystem::rename(told + ".part", told);
      for (;;) pause();
    }
    while (!std::filesystem::exists(told)) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::ifstream in(told);
    std::string x_link, y_link;
    std::getline(in, x_link);
    std::getline(in, y_link);
    const Person people[] = {Person(x_link), Person(y_link)};
    const auto plies = people[0].table()["plies"];
    // What was acknowledged is there; what was only sent may be, once.
    const bool has_last = !last.empty() && plies.size() == acknowledged.size() + 1;
    CHECK((plies.size() == acknowledged.size() || has_last));
    for (std::size_t i = 0; i < acknowledged.size(); ++i) CHECK(plies[i]["move"] == acknowledged[i]);
    if (!last.empty()) {
      const std::size_t turn = acknowledged.size() + 1;
      CHECK(people[acknowledged.size() % 2].move(last, last, turn) == 200);  // sent again, as it was
      acknowledged.push_back(last);
      CHECK(people[0].table()["plies"].size() == acknowledged.size());
    }
    std::thread killer([&, wait = random() % 40] {
      std::this_thread::sleep_for(std::chrono::milliseconds(wait));
      kill(id, SIGKILL);
    });
    for (last = "-"; !last.empty() && acknowledged.size() < 23;) {
      const std::size_t ply = acknowledged.size();
      last = std::string(1, static_cast<char>('a' + ply % 6)) + std::to_string(ply / 6 + 1);
      if (people[ply % 2].move(last, last, ply + 1) != 200) break;
      acknowledged.push_back(last);
      last.clear();
      if (acknowledged.size() < 23) last = "-";
    }
    killer.join();
    waitpid(id, nullptr, 0);
    if (acknowledged.size() == 23) break;
  }
  CHECK(!acknowledged.empty());
}

TEST_CASE("host: choices made together are sealed, in any order, and after a restart") {
  const Folder folder;
  const std::string path = folder.write("sealed.glint", kSealed);
  for (const bool is_second_first : {false, true}) {
    const std::string tables = folder / (is_second_first ? "b" : "a");
    const char* const first = is_second_first ? "b" : "a";
    const char* const second = is_second_first ? "a" : "b";
    auto game = std::make_unique<HostedGame>(path, tables);
    const Person one(*game, first), other(*game, second), watch(*game, kWatchWords);
    CHECK(one.table()["waits"] == Answered{"a", "b"});
    const std::string before = other.get("/api/moves").second;
    REQUIRE(one.move("bid 0", "1") == 200);
    CHECK(one.table()["sealed"] == "bid 0");
    CHECK(one.table()["waits"] == Answered{second});
    CHECK(one.move("bid 0", "2") == 409);
    CHECK(other.table()["plies"].empty());
    CHECK(!other.table().contains("sealed"));
    CHECK(other.get("/api/moves").second == before);
    CHECK(other.move("bid 9", "1") == 422);
    const std::string seen = watch.get("/api/table").second;
    const std::string key = one.key, id = game->table().id();
    game.reset();
    const HostedGame again(path, tables);
    REQUIRE(again.table().id() == id);
    const Person one_again(again, first), other_again(again, second);
    CHECK(Person(again, kWatchWords).get("/api/table").second == seen);
    CHECK(one_again.table()["sealed"] == "bid 0");
    REQUIRE(other_again.move("bid 0", "2", 1) == 200);
    CHECK(one_again.table()["plies"].size() == 2);
    CHECK(one_again.table()["plies"][0]["by"] == "a");
    CHECK(one_again.table()["waits"].size() == 2);
    CHECK(one_again.table()["undo"] == false);
    REQUIRE(other_again.move("bid 0", "3") == 200);
    REQUIRE(one_again.move("bid 0", "3") == 200);
    CHECK(one_again.table()["shown"]["board"]["result"] == "tie");
    CHECK(one_again.move("bid 0", "4") == 409);
  }
}

TEST_CASE("host: who chooses last cannot try which choices of others his own one goes with") {
  const Folder folder;
  const std::string path = folder.write("fails.glint", kFails);
  for (const bool is_second_first : {false, true}) {
    const std::string tables = folder / (is_second_first ? "b" : "a");
    const char* const first = is_second_first ? "b" : "a";
    const char* const second = is_second_first ? "a" : "b";
    for (const bool is_again : {false, true}) {
      INFO(first << " " << is_again);
      const HostedGame game(path, tables);
      REQUIRE(game.server->tables().size() == 1);
      const Person one(game, first), other(game, second), watch(game, kWatchWords);
      CHECK(other.move("bid 9", "0") == (is_again ? 409 : 422));
      CHECK(one.move("bid 3", "1", 1) == 200);
      CHECK(other.move("bid 3", "1", 1) == 200);
      CHECK(other.move("bid 0", "2", 1) == 409);
      for (const Person& each : {one, other, watch}) {
        CHECK(each.table()["fails"] == true);
        CHECK(each.table()["waits"].empty());
        CHECK(each.table()["plies"].empty());
      }
    }
  }
}

TEST_CASE("host: a game that is over stays, with notes, times and answers in a record without keys") {
  const Folder folder;
  const std::string path =
      folder.write("short.glint", std::string(kDots).replace(std::string(kDots).find("6, 4"), 4, "2, 1"));
  const std::string tables = folder / "tables";
  std::string record_file, key, id;
  {
    const HostedGame game(path, tables);
    const Person x(game, "x"), y(game, "y");
    key = x.key;
    id = game.table().id();
    record_file = tables + "/records/" + id + ".json";
    CHECK(x.post("/api/answer", {{"id", "0"}, {"question", 0}, {"text", "yes"}}).first == 409);  // not yet
    CHECK(x.post("/api/name", {{"id", "n"}, {"text", "Ada"}}).first == 200);
    REQUIRE(x.move("a1", "1") == 200);
    CHECK(y.post("/api/note", {{"id", "2"}, {"text", "why there?"}}).first == 200);
    CHECK(!std::filesystem::exists(record_file));
    REQUIRE(y.move("b1", "3") == 200);
    CHECK(x.table()["questions"] == Answered{"Again?", "Else?"});
    CHECK(y.post("/api/answer", {{"id", "4"}, {"question", 1}, {"text", "no"}}).first == 200);
    CHECK(y.post("/api/answer", {{"id", "5"}, {"question", 2}, {"text", "no"}}).first == 409);
    CHECK(y.table()["answers"][1] == "no");
    CHECK(x.table()["answers"].is_null());
    CHECK(!Person(game, kWatchWords).table().contains("questions"));
  }
  const std::string text = read_file(record_file);
  CHECK(text.find(key) == std::string::npos);
  const Result<Record> record = read_record(text, record_file);
  REQUIRE(record);
  CHECK(record->moves == std::vector<std::string>{"a1", "b1"});
  CHECK(replay(game_of(path), *record)->finished());
  const Answered json = Answered::parse(text);
  CHECK(json["names"] == Answered{{"x", "Ada"}});
  CHECK(json["thought"].size() == 2);
  CHECK(json["notes"] == Answered{{{"line", 0}, {"at", 1}, {"text", "why there?"}, {"seat", "y"}}});
  CHECK(json["answers"] == Answered{{{"seat", "y"}, {"question", "Else?"}, {"answer", "no"}}});
  std::filesystem::remove(record_file);
  const HostedGame game(path, tables);
  CHECK(game.server->tables().size() == 2);  // one that goes on, too
  CHECK(std::filesystem::exists(record_file));
  const auto old = std::find_if(game.server->tables().begin(), game.server->tables().end(),
                                [&](const auto& table) { return table->id() == id; });
  REQUIRE(old != game.server->tables().end());
  const Person x(game, "x", static_cast<std::size_t>(old - game.server->tables().begin()));
  CHECK(x.key == key);
  CHECK(x.table()["shown"]["board"]["result"] == "tie");
  CHECK(x.post("/api/answer", {{"id", "9"}, {"question", 0}, {"text", "yes"}}).first == 200);
  CHECK(Answered::parse(read_file(record_file))["answers"].size() == 2);
}

TEST_CASE("host: what chance will draw is told to nobody") {
  const Folder folder;
  const std::string path = folder.write("dice.glint", R"(game "Dice"
use square
players x, y
board grid(1, 1)
var die: 1..6 = 1
move roll "roll" { }
play { for round in 1..3 { draw die in 1..6; turn of x { choose roll } }; end : tie }
)");
  const HostedGame game(path, folder / "tables");
  const Answered seed = Answered::parse(read_file(table_file(game, folder / "tables")))["record"]["seed"];
  REQUIRE(seed.is_number_unsigned());
  const Person x(game, "x");
  REQUIRE(x.move("roll", "1") == 200);
  for (const char* whom : {"x", "y", kWatchWords, kHostWords})
    for (const char* path_of : {"/api/table", "/api/moves", "/api/record"})
      CHECK(Person(game, whom).get(path_of).second.find(seed.dump()) == std::string::npos);
  CHECK(x.table()["undo"] == false);  // it drew
}

namespace {

/// Two tables of one game without a server, whose hidden things are not the same.
struct Pair {
  std::unique_ptr<HostedTable> tables[2];
  std::vector<std::uint64_t> turns = {1, 1};

  /// `seeds`: of the draws.
  Pair(const HostPlan& plan, const std::uint64_t (&seeds)[2]) {
    for (int i = 0; i < 2; ++i) {
      Json file = HostedTable::new_file(plan);
      file["record"]["seed"] = seeds[i];
      tables[i] = std::make_unique<HostedTable>(plan, std::to_string(i), std::move(file));
    }
  }
  void play(int player, const std::string& id, std::uint64_t turn, const std::string& one, const std::string& other) {
    for (int i = 0; i < 2; ++i)
      tables[i]->change(player, "move", {{"id", id}, {"turn", turn}, {"text", i == 0 ? one : other}});
  }
  /// Whether both tell the same to this one, whatever it asks.
  bool are_alike(int who, std::uint64_t turn, const std::string& id) {
    std::string told[2];
    for (int i = 0; i < 2; ++i) {
      const auto add = [&](const auto& ask) {
        try {
          told[i] += ask() + "\n";
        } catch (const HostRefusal& refusal) {
          told[i] += std::to_string(refusal.status) + refusal.error + refusal.help + "\n";
        }
      };
      const auto change = [&](const char* what, const Json& body) {
        add([&] { return tables[i]->change(who, what, body); });
      };
      add([&] { return tables[i]->view(who); });
      add([&] { return tables[i]->moves(who); });
      change("undo", {{"id", "u"}, {"turn", turn}});
      change("move", {{"id", "m"}, {"turn", turn}, {"text", "no such move"}});
      change("move", {{"id", "m"}, {"turn", turn + 1}, {"text", "bid 0"}});
      change("note", {{"id", id}, {"text", "mine"}});
      change("say", {{"id", id}, {"text", "mine"}});
    }
    return told[0] == told[1];
  }
};

/// Plays pairs whose first player `who` (or who watches) cannot tell apart, as long as that is so.
void try_pairs(int pairs, std::uint64_t first_seed) {
  const Folder folder;
  const std::string at =
      std::filesystem::exists("/dev/shm") ? "/dev/shm/glint-" + std::to_string(getpid()) : folder / "t";
  std::filesystem::create_directories(at);
  const std::string path = folder.write("sealed.glint", kSealed);
  const HostPlan rules{game_of(path), path, at, at};
  std::mt19937_64 random(first_seed);
  const auto hand_of = [&](std::uint64_t seed, const char* player) {
    const Position start = *rules.game.start({.seed = seed});
    for (const auto& [name, value] : start.variables())
      if (name == "hand[" + std::string(player) + "]") return std::stoi(value);
    return -1;
  };
  for (int pair = 0; pair < pairs; ++pair) {
    const int who = static_cast<int>(random() % 2), other = 1 - who;
    const char* const names[] = {"a", "b"};
    std::uint64_t seeds[2] = {random() >> 1, random() >> 1};
    while (hand_of(seeds[1], names[who]) != hand_of(seeds[0], names[who])) seeds[1] = random() >> 1;
    const int most[2] = {hand_of(seeds[0], names[other]), hand_of(seeds[1], names[other])};
    REQUIRE(std::min(most[0], most[1]) >= 0);
    Pair two(rules, seeds);
    const auto bid = [&](int of) { return "bid " + std::to_string(random() % static_cast<std::uint64_t>(of + 1)); };
    const auto check = [&](std::uint64_t turn, const std::string& id) {
      for (const int each : {who, kWatcher, kHost}) {
        INFO(pair << " " << who << " " << each << " " << turn << " " << seeds[0] << " " << seeds[1]);
        CHECK(two.are_alike(each, turn, id));
      }
    };
    check(1, "a");
    std::uint64_t turn = 1;
    if (random() % 2 == 0) {  // a round with the same bids
      const std::string same = bid(std::min(most[0], most[1]));
      const bool is_first = random() % 2 == 0;
      for (const int mover : {is_first ? who : other, is_first ? other : who}) {
        two.play(mover, "r", turn, mover == who ? "bid 0" : same, mover == who ? "bid 0" : same);
        check(mover == (is_first ? other : who) ? turn + 1 : turn, "b" + std::to_string(mover));
      }
      ++turn;
    }
    two.play(other, "s", turn, bid(most[0]), bid(most[1]));
    check(turn, "c");
  }
  std::filesystem::remove_all(at);
}

}  // namespace

TEST_CASE("host: games that a seat cannot tell apart have the same bytes for it, wherever it asks") {
  try_pairs(test::scaled(400, 10), 11);
}

TEST_CASE("host: a million of such pairs", "[.][long]") { try_pairs(1'000'000, 12); }

TEST_CASE("host: a refusal says no more where something is secret, and the end opens all") {
  const Folder folder;
  const HostedGame game(folder.write("sealed.glint", kSealed), folder / "tables");
  const Person a(game, "a"), b(game, "b"), watch(game, kWatchWords);
  const auto refused = b.post("/api/move", {{"id", "1"}, {"turn", 1}, {"text", "bid 9"}});
  CHECK(refused.first == 422);
  CHECK(Answered::parse(refused.second) == Answered{{"error", "this move is not legal now"}, {"help", ""}});
  CHECK(watch.table()["shown"]["board"]["variables"]["hand[a]"] == "?");
  CHECK(a.table()["shown"]["board"]["variables"]["hand[a]"] != "?");
  for (const char* id : {"1", "2"}) {
    REQUIRE(a.move("bid 0", id) == 200);
    REQUIRE(b.move("bid 0", id) == 200);
  }
  CHECK(watch.table()["shown"]["board"]["variables"]["hand[a]"] != "?");
}

TEST_CASE("host: light that players find is not sent to them") {
  const Folder folder;
  const HostedGame game("laser_lawn", folder / "tables");
  const std::string mover = Person(game, kWatchWords).table()["waits"][0];
  const Person who(game, mover);
  const Answered listed = Answered::parse(who.get("/api/moves").second);
  REQUIRE(who.move(listed["moves"][0]["move"], "1") == 200);
  for (const char* whom : {"sun", "moon", kWatchWords, kHostWords}) {
    const Answered board = Person(game, whom).table()["shown"]["board"];
    CHECK(board["must_find"] == true);
    CHECK(board["light"].empty());
    CHECK(board["beams"].empty());
  }
}

namespace {

/// Whether that comes true before long.
bool comes(const std::function<bool()>& what) {
  for (int i = 0; i < 2000; ++i, std::this_thread::sleep_for(std::chrono::milliseconds(10)))
    if (what()) return true;
  return false;
}

}  // namespace

TEST_CASE("host: bots play seats, and what they answer is taken back with the move before") {
  const Folder folder;
  const std::string path = folder.write("dots.glint", kDots), tables = folder / "tables";
  std::string file;
  {
    const HostedGame game(path, tables, 1, "last", {{"y", "random"}});
    file = table_file(game, tables);
    const Person x(game, "x");
    CHECK(x.table()["seats"][1] == Answered{{"seat", "y"}, {"name", nullptr}, {"bot", "random"}});
    CHECK(Person(game, "y").key.empty());  // nobody else plays there
    CHECK(Person(game, "y").get("/api/table").first == 401);
    REQUIRE(x.move("a1", "1") == 200);
    REQUIRE(comes([&] { return x.table()["plies"].size() == 2; }));
    CHECK(x.table()["undo"] == true);
    CHECK(x.post("/api/undo", {{"id", "2"}, {"turn", x.table()["turn"]}}).first == 200);
    CHECK(x.table()["plies"].empty());
    REQUIRE(x.move("a1", "3") == 200);
    REQUIRE(comes([&] { return x.table()["plies"].size() == 2; }));
    const Answered record = Answered::parse(read_file(file))["record"];
    CHECK(record["seats"] == Answered{{"y", "random"}});
  }
  // As after kill -9 while it thought.
  Answered cut = Answered::parse(read_file(file));
  REQUIRE(cut["lines"].size() == 5);
  cut["lines"].erase(4);
  std::ofstream(file) << cut.dump();
  const HostedGame again(path, tables);
  const Person x(again, "x");
  CHECK(comes([&] { return x.table()["plies"].size() == 2; }));
  CHECK(x.table()["waits"] == Answered{"x"});
}

TEST_CASE("host: a bot that thinks holds up nobody, and a move that is taken back is not answered") {
  const Folder folder;
  const std::string path = folder.write("dots.glint", kDots);
  HostedGame game(path, folder / "tables", 2, "last", {{"y", "mcts:20s"}});
  for (const std::size_t table : {0, 1}) {
    const Person x(game, "x", table);
    REQUIRE(x.move("a1", "1") == 200);
    CHECK(x.table()["plies"].size() == 1);
    CHECK(x.post("/api/say", {{"id", "2"}, {"text", "hurry"}}).first == 200);
    CHECK(x.post("/api/undo", {{"id", "3"}, {"turn", 2}}).first == 200);
    CHECK(x.table()["plies"].empty());
  }
  bots_end = true;
  game.server.reset();
  bots_end = false;
  CHECK(game.warned.empty());
}

TEST_CASE("host: the choice of a bot is sealed as that of others, and bots alone play to the end") {
  const Folder folder;
  const std::string path = folder.write("sealed.glint", kSealed);
  {
    const HostedGame game(path, folder / "one", 1, "last", {{"b", "random"}});
    const Person a(game, "a");
    for (const char* id : {"1", "2"}) {
      REQUIRE(comes([&] { return a.table()["waits"] == Answered{"a"}; }));
      CHECK(a.table()["plies"].size() == (*id == '1' ? 0 : 2));
      REQUIRE(a.move("bid 0", id) == 200);
    }
    CHECK(a.table()["shown"]["board"]["result"] == "tie");
  }
  const HostedGame game(path, folder / "both", 3, "last", {{"a", "random"}, {"b", "random"}});
  for (std::size_t table = 0; table < 3; ++table) {
    CHECK(comes([&] { return game.table(table).result() == "tie"; }));
    const std::string record = folder / "both/records/" + game.table(table).id() + ".json";
    CHECK(comes([&] { return std::filesystem::exists(record); }));
    CHECK(Answered::parse(read_file(record))["seats"].size() == 2);
  }
}

TEST_CASE("host: only who has a key, at this address, in small portions") {
  const Folder folder;
  const HostedGame game(folder.write("dots.glint", kDots), folder / "tables");
  const Person x(game, "x");
  Person nobody = x;
  nobody.key = std::string(32, '0');
  for (const char* path : {"/api/table", "/api/moves", "/api/events"}) CHECK(nobody.get(path).first == 401);
  for (const char* path : {"/api/move", "/api/undo", "/api/name", "/api/say", "/api/note", "/api/answer"}) {
    CHECK(nobody.post(path, {{"id", "1"}}).first == 401);
    CHECK(x.post(path, Answered::array()).first == 400);
  }
  CHECK(x.post("/api/move", {{"turn", 1}, {"text", "a1"}}).first == 400);
  CHECK(x.post("/api/move", {{"id", "1"}, {"turn", "1"}, {"text", "a1"}}).first == 400);
  CHECK(x.post("/api/move", {{"id", "1"}, {"turn", 1}, {"text", std::string(401, 'a')}}).first == 400);
  CHECK(x.post("/api/move", {{"id", "1"}, {"turn", 1}, {"text", std::string(17'000, 'a')}}).first == 413);
  const auto with = [&](const char* name, const std::string& value) {
    httplib::Headers headers = x.headers();
    headers.emplace(name, value);
    return x.client().Get("/api/table", headers)->status;
  };
  CHECK(with("Host", "example.com") == 403);
  CHECK(with("Origin", "https://example.com") == 403);
  CHECK(with("Origin", "null") == 403);
  CHECK(with("Origin", "http://" + x.host) == 200);
  const auto page = x.client().Get("/");
  REQUIRE(page);
  CHECK(page->status == 200);
  CHECK(page->body.find(x.key) == std::string::npos);
  CHECK(page->get_header_value("Content-Security-Policy").find("script-src 'self';") != std::string::npos);
  CHECK(page->get_header_value("Content-Security-Policy").ends_with("frame-ancestors 'none'"));
  CHECK(x.client().Get("/page.js")->get_header_value("Content-Type") == "text/javascript; charset=utf-8");
  int last = 200;
  for (int i = 0; i < 2000 && last == 200; ++i) last = x.get("/api/table").first;
  CHECK(last == 429);
  CHECK(Person(game, "y").get("/api/table").first == 200);
}

TEST_CASE("host: a body without a length is not read, and an answer is not packed") {
  const Folder folder;
  const HostedGame game(folder.write("dots.glint", kDots), folder / "tables");
  const Person x(game, "x");
  httplib::Client client = x.client();
  std::size_t sent = 0;
  const auto endless = client.Post(
      "/api/move", {},
      [&](std::size_t, httplib::DataSink& sink) {
        const std::string part(1 << 16, 'a');
        sent += part.size();
        if (sent > (std::size_t{64} << 20)) sink.done();
        return sink.write(part.data(), part.size());
      },
      "application/json");
  // Either the answer came while it was sent, or the connection was closed.
  CHECK((!endless || endless->status == 411));
  CHECK(sent < std::size_t{32} << 20);
  httplib::Headers headers = x.headers();
  headers.emplace("Content-Encoding", "gzip");
  CHECK(x.client().Post("/api/move", headers, "{}", "application/json")->status == 411);
  headers = x.headers();
  headers.emplace("Range", "bytes=3-4");
  CHECK(x.client().Get("/api/table", headers)->status == 411);
  headers = x.headers();
  headers.emplace("Accept-Encoding", "br, gzip");
  for (const char* path : {"/api/table", "/api/moves", "/page.js", "/"}) {
    httplib::Client raw = x.client();
    raw.set_decompress(false);
    const auto answer = raw.Get(path, headers);
    REQUIRE(answer);
    CHECK(answer->status == 200);
    CHECK(!answer->has_header("Content-Encoding"));
  }
}

TEST_CASE("host: whoever listens hears that something has changed, and nothing else") {
  const Folder folder;
  const HostedGame game(folder.write("dots.glint", kDots), folder / "tables");
  const Person x(game, "x"), y(game, "y");
  std::string heard;
  std::optional<std::thread> other;
  x.client().Get("/api/events", x.headers(), [&](const char* data, std::size_t size) {
    heard.append(data, size);
    if (!other) other.emplace([&] { x.move("a1", "1"); });
    return heard.find("data: 1") == std::string::npos;
  });
  REQUIRE(other);
  other->join();
  CHECK(heard == "data: 0\n\ndata: 1\n\n");
}

TEST_CASE("host: who watch do not keep out who play") {
  const Folder folder;
  const HostedGame game(folder.write("dots.glint", kDots), folder / "tables");
  const Person x(game, "x"), y(game, "y"), watch(game, kWatchWords);
  std::atomic<int> listening = 0;
  std::vector<std::thread> all;
  for (int i = 0; i < 30; ++i)
    all.emplace_back([&] {
      bool is_first = true;
      watch.client().Get("/api/events", watch.headers(), [&](const char*, std::size_t) {
        listening += is_first;
        return std::exchange(is_first, false);
      });
    });
  CHECK(comes([&] { return listening == 30; }));
  int status = 0;
  x.client().Get(
      "/api/events", x.headers(), [&](const httplib::Response& response) { return (status = response.status) == 0; },
      [](const char*, std::size_t) { return false; });
  CHECK(status == 200);
  CHECK(y.post("/api/say", {{"id", "1"}, {"text", "the end"}}).first == 200);
  for (std::thread& each : all) each.join();
}

TEST_CASE("host: a request for which there is no memory ends, and not the server") {
  Door door("<p>here</p>", 100, 4);
  door.http().Get("/much", [](const httplib::Request&, httplib::Response& response) {
    response.set_content_provider(10, "text/plain",
                                  [](std::size_t, std::size_t, httplib::DataSink&) -> bool { throw std::bad_alloc(); });
  });
  REQUIRE(door.listen("127.0.0.1", 0));
  httplib::Client client(door.address());
  client.set_read_timeout(0, 300'000);
  CHECK(!client.Get("/much"));
  REQUIRE(client.Get("/"));
}

TEST_CASE("host: what the command refuses") {
  const Folder folder;
  const std::string tables = folder / "tables";
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{{"--undo", "me"},
                                                                                     {"--listen", "0.0.0.0"},
                                                                                     {"--listen", "here"},
                                                                                     {"--at", "games.example.org"},
                                                                                     {"--at", "https://a.org/x"},
                                                                                     {"--tables", "0"},
                                                                                     {"--seat", "sun=nobody"},
                                                                                     {"--seat", "sun=learned"},
                                                                                     {"--seat", "earth=greedy"},
                                                                                     {"--port", "70000"}}) {
    std::vector<std::string> all = {"host", "laser_lawn", "--folder", tables};
    all.insert(all.end(), words.begin(), words.end());
    INFO(words[0] << " " << words[1]);
    CHECK(glint(all).status == kUsage);
  }
  CHECK(glint({"host", "-"}).status == kUsage);
  CHECK(glint({"host", "the_beam", "--folder", tables, "--records", folder.write("other", "")}).status == kUsage);
  CHECK(glint({"host", "the_beam", "--folder", folder.write("file", "")}).status == kUsage);
}

}  // namespace glint::cli
