// glint host: tables, asked by clients of HTTP that are no browsers: what a seat may do and see, and what is left after
// a server was killed.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <thread>

#include <httplib.h>
#include <nlohmann/json.hpp>

#include "interpreter/cli/host/server.hpp"
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
var hand_a: 0..3 = 0 seen by {a}
var hand_b: 0..3 = 0 seen by {b}
var total: 0..99 = 0
move keep "keep {k}" { pick k in 0..3; hand_a = k }
move hold "hold {k}" { pick k in 0..3; hand_b = k }
move bid "bid {k}" { pick k in 0..3; total += k }
play {
  draw deck in 0..63
  turn of a { choose keep }
  turn of b { choose hold }
  together { choose bid }
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

/// A server of a game, whose tables are in a folder.
struct HostedGame {
  Patience patience;
  std::unique_ptr<Referee> referee;
  std::unique_ptr<HostServer> server;
  std::vector<HostServer::Links> links;

  HostedGame(const std::string& game, const std::string& folder, int tables = 1, const std::string& undo = "last") {
    Limits limits;
    limits.stop = [this] { return patience.is_over(); };
    const bool is_file = game.ends_with(".glint");
    Result<Game> built =
        is_file ? Game::from_text(read_file(game), game, {}, nullptr, limits) : Game::bundled(game, {}, limits);
    referee = std::make_unique<Referee>(*built, game, Settings(), std::vector<std::string>(), patience);
    server = std::make_unique<HostServer>(*referee, HostSettings{folder, undo, tables});
    if (!server->listen("127.0.0.1", 0)) return;
    links = server->links();
  }
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
          for (const auto& [words, link] : game.links.at(table).links)
            if (words == whom) return link;
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
  int move(const std::string& text, std::size_t after, const std::string& id) const {
    return post("/api/move", {{"id", id}, {"after", after}, {"move", text}}).first;
  }
};

std::string table_file(const HostedGame& game, const std::string& folder, std::size_t table = 0) {
  return folder + "/" + game.links.at(table).table + ".table";
}

}  // namespace

TEST_CASE("host: a game by two people, each in turn") {
  const Folder folder;
  const HostedGame game(folder.write("dots.glint", kDots), folder / "tables");
  REQUIRE(game.links.size() == 1);
  CHECK(game.links[0].is_new);
  CHECK(game.links[0].links.size() == 4);
  const Person x(game, "x"), y(game, "y"), watch(game, "watch"), host(game, "host");
  Answered table = x.table();
  CHECK(table["you"] == Answered{{"role", "seat"}, {"seat", "x"}});
  CHECK(watch.table()["you"]["role"] == "watch");
  CHECK(table["shown"]["board"]["to_move"] == "x");
  CHECK(table["shown"]["board"]["picture"]["svg"].is_string());
  CHECK(y.move("a1", 0, "1") == 409);  // not yet
  CHECK(x.move("z9", 0, "1") == 422);
  CHECK(x.move("a1", 1, "1") == 409);  // for another position
  CHECK(watch.move("a1", 0, "1") == 403);
  CHECK(host.move("a1", 0, "1") == 403);
  CHECK(x.move("a1", 0, "1") == 200);
  CHECK(x.move("a1", 0, "1") == 200);  // the answer was lost, and it is sent again
  CHECK(x.move("b1", 0, "1") == 200);
  table = y.table();
  CHECK(table["version"] == 1);
  CHECK(table["plies"] == Answered{{{"by", "x"}, {"move", "a1"}}});
  CHECK(table["shown"]["board"]["to_move"] == "y");
  CHECK(y.move("a1", 1, "1") == 422);  // the same id by somebody else is another request
  const auto refused = Answered::parse(y.post("/api/move", {{"id", "2"}, {"after", 1}, {"move", "a1"}}).second);
  CHECK(refused["error"] == "`a1` is not legal: there is a dot already");
  CHECK(Answered::parse(y.post("/api/ask", {{"method", "glint/moves"}}).second)["count"] == 23);
  CHECK(Answered::parse(x.post("/api/ask", {{"method", "glint/moves"}}).second)["count"] == 0);
  CHECK(Answered::parse(x.post("/api/ask", {{"method", "glint/moves"}, {"after", 0}}).second)["count"] == 24);
  CHECK(x.post("/api/ask", {{"method", "glint/moves"}, {"after", 2}}).first == 400);
  CHECK(x.post("/api/ask", {{"method", "glint/eval"}, {"expression", "1"}}).first == 400);
  CHECK(x.post("/api/name", {{"id", "n"}, {"name", "<b>Ada</b>"}}).first == 200);
  CHECK(watch.post("/api/name", {{"id", "n"}, {"name", "Eve"}}).first == 403);
  CHECK(x.post("/api/name", {{"id", "m"}, {"name", "a\nb"}}).first == 400);
  CHECK(y.post("/api/say", {{"id", "s"}, {"text", "hello"}}).first == 200);
  CHECK(watch.post("/api/say", {{"id", "s"}, {"text", "hello"}}).first == 403);
  table = watch.table();
  CHECK(table["seats"][0] == Answered{{"seat", "x"}, {"name", "<b>Ada</b>"}});
  CHECK(table["said"] == Answered{{{"by", "y"}, {"text", "hello"}}});
  CHECK(Answered::parse(watch.get("/api/record").second)["moves"] == Answered{"a1"});
}

TEST_CASE("host: who may take a move back") {
  const Folder folder;
  const std::string path = folder.write("dots.glint", kDots);
  for (const std::string undo : {"none", "last", "any"}) {
    INFO(undo);
    const HostedGame game(path, folder / undo, 1, undo);
    const Person x(game, "x"), y(game, "y"), watch(game, "watch"), host(game, "host");
    const auto back = [](const Person& who, std::size_t after, const char* id) {
      return who.post("/api/undo", {{"id", id}, {"after", after}}).first;
    };
    CHECK(back(x, 0, "0") == 403);
    REQUIRE(x.move("a1", 0, "1") == 200);
    CHECK(watch.table()["undo"] == false);
    CHECK(x.table()["undo"] == (undo != "none"));
    CHECK(y.table()["undo"] == (undo == "any"));
    CHECK(back(watch, 1, "2") == 403);
    CHECK(back(x, 0, "2") == 409);
    CHECK(back(x, 1, "2") == (undo == "none" ? 403 : 200));
    if (undo == "none") continue;
    CHECK(back(x, 1, "2") == 200);  // once
    CHECK(x.table()["plies"].empty());
    REQUIRE(x.move("b1", 0, "3") == 200);
    REQUIRE(y.move("b2", 1, "3") == 200);
    CHECK(back(x, 2, "4") == (undo == "any" ? 200 : 403));
    CHECK(back(host, y.table()["plies"].size(), "5") == 200);
    CHECK(y.table()["plies"].size() == (undo == "any" ? 0 : 1));
  }
}

TEST_CASE("host: whatever was acknowledged is there after a restart, and half a line is not") {
  const Folder folder;
  const std::string path = folder.write("dots.glint", kDots), tables = folder / "tables";
  std::vector<HostServer::Links> before;
  std::string seen, file;
  {
    const HostedGame game(path, tables, 2);
    const Person x(game, "x"), y(game, "y");
    CHECK(x.move("a1", 0, "1") == 200);
    CHECK(y.move("b1", 1, "1") == 200);
    CHECK(y.post("/api/say", {{"id", "2"}, {"text", "a good move"}}).first == 200);
    CHECK(x.post("/api/undo", {{"id", "2"}, {"after", 2}}).first == 403);
    before = game.links;
    seen = x.get("/api/table").second;
    file = table_file(game, tables);
    // Another server finds them taken, and makes tables of its own.
    const HostedGame other(path, tables, 1);
    CHECK(other.server->unread().size() == 2);
    CHECK(other.links.at(0).is_new);
    std::filesystem::remove(table_file(other, tables));
  }
  const auto permissions = std::filesystem::status(file).permissions();
  CHECK((permissions & (std::filesystem::perms::group_all | std::filesystem::perms::others_all)) ==
        std::filesystem::perms::none);
  std::ofstream(file, std::ios::app) << R"({"move":"c1","by":"x","id":"3")";
  {
    const HostedGame game(path, tables, 2);
    REQUIRE(game.links.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
      CHECK(game.links[i].table == before[i].table);
      CHECK_FALSE(game.links[i].is_new);
      for (std::size_t k = 0; k < before[i].links.size(); ++k)
        CHECK(Person(game.links[i].links[k].second).key == Person(before[i].links[k].second).key);
    }
    const Person x(game, "x");
    CHECK(x.get("/api/table").second == seen);
    CHECK(x.move("c1", 0, "1") == 200);  // was carried out by the server before
    CHECK(x.get("/api/table").second == seen);
    CHECK(x.move("c1", 2, "3") == 200);
  }
  CHECK(read_file(file).ends_with("}\n"));
  std::ofstream(file, std::ios::app) << "{\"move\":\"c1\",\"by\":\"y\",\"id\":\"9\",\"at\":0}\n";
  const HostedGame wrong(path, tables, 2);
  REQUIRE(wrong.server->unread().size() == 1);
  CHECK(wrong.server->unread()[0].find("line 6: `c1` is not legal: there is a dot already") != std::string::npos);
  // Other rules: its tables stay as they are.
  folder.write("dots.glint", std::string(kDots).replace(std::string(kDots).find("6, 4"), 4, "5, 5"));
  const HostedGame changed(path, tables, 1);
  CHECK(changed.links.at(0).is_new);
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
      std::ofstream(told + ".part") << game.links.at(0).links[0].second << "\n"
                                    << game.links[0].links[1].second << "\n";
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
      CHECK(people[acknowledged.size() % 2].move(last, acknowledged.size(), last) == 200);  // sent again, as it was
      acknowledged.push_back(last);
      CHECK(people[0].table()["plies"].size() == acknowledged.size());
    }
    std::thread killer([&, wait = random() % 40] {
      std::this_thread::sleep_for(std::chrono::milliseconds(wait));
      kill(id, SIGKILL);
    });
    for (last = "-"; !last.empty() && acknowledged.size() < 24;) {
      const std::size_t ply = acknowledged.size();
      last = std::string(1, static_cast<char>('a' + ply % 6)) + std::to_string(ply / 6 + 1);
      if (people[ply % 2].move(last, ply, last) != 200) break;
      acknowledged.push_back(last);
      last.clear();
      if (acknowledged.size() < 24) last = "-";
    }
    killer.join();
    waitpid(id, nullptr, 0);
    if (acknowledged.size() == 24) break;
  }
  CHECK(!acknowledged.empty());
}

TEST_CASE("host: games that a seat cannot tell apart have the same bytes for it, wherever it asks") {
  const Folder folder;
  const std::string path = folder.write("sealed.glint", kSealed);
  const HostedGame game(path, folder / "tables", 2);
  REQUIRE(game.links.size() == 2);
  // Each table has a seed of its own, so the decks are others already. Moves of others are not the same either.
  const std::vector<std::pair<std::string, std::vector<std::string>>> plays = {
      {"a", {"keep 1", "keep 2"}}, {"b", {"hold 0", "hold 2"}}, {"a", {"bid 1", "bid 3"}}, {"b", {"bid 2", "bid 0"}}};
  const auto everything = [&](const std::string& whom, std::size_t table, std::size_t plies) {
    const Person who(game, whom, table);
    std::vector<std::pair<int, std::string>> all = {who.get("/api/table"), who.get("/api/record")};
    for (std::size_t after = 0; after <= plies; ++after)
      for (const char* method : {"glint/show", "glint/moves", "glint/trace", "glint/why"})
        all.push_back(who.post("/api/ask", {{"method", method}, {"after", after}, {"cell", "a1"}}));
    all.push_back(who.post("/api/move", {{"id", "x"}, {"after", plies}, {"move", "nonsense"}}));
    all.push_back(who.post("/api/move", {{"id", "x"}, {"after", plies + 1}, {"move", "bid 1"}}));
    all.push_back(who.post("/api/undo", {{"id", "x"}, {"after", plies}}));
    all.push_back(who.post("/api/say", {{"id", "x" + std::to_string(plies)}, {"text", "mine"}}));
    return all;
  };
  for (std::size_t ply = 0; ply < plays.size(); ++ply) {
    for (const char* whom : {"a", "b", "watch", "host"}) {
      INFO(ply << " " << whom);
      const bool is_apart = [&] {  // it has made a move that was not the same
        for (std::size_t i = 0; i < ply; ++i)
          if (plays[i].first == whom) return true;
        return false;
      }();
      const auto one = everything(whom, 0, ply), other = everything(whom, 1, ply);
      REQUIRE(one.size() == other.size());
      for (std::size_t i = 0; i < one.size() && !is_apart; ++i) {
        INFO(i);
        CHECK(one[i].first != 0);
        CHECK((one[i] == other[i]));
      }
      if (is_apart) CHECK((one != other));  // it does see its own
      CHECK(one[1].first == 403);           // the record
    }
    for (std::size_t table = 0; table < 2; ++table)
      REQUIRE(Person(game, plays[ply].first, table).move(plays[ply].second[table], ply, "p" + std::to_string(ply)) ==
              200);
  }
}

namespace {

/// Two tables of one game without a server, at which the same is played but for what somebody must not see.
struct Pair {
  std::unique_ptr<HostedTable> tables[2];

  Pair(HostedGame& game, const std::string& folder) {
    for (int i = 0; i < 2; ++i) {
      int problem = 0;
      std::string wrong;
      Json head = HostedTable::new_head(*game.referee, "any");
      auto journal = Journal::make(folder + "/" + std::to_string(i) + ".table", head, problem);
      if (journal) tables[i] = HostedTable::from_lines(*game.referee, *std::move(journal), {head}, wrong);
      std::filesystem::remove(folder + "/" + std::to_string(i) + ".table");
    }
  }
  Guest guest(const std::string& words) const {
    for (const HostedTable::Key& key : tables[0]->keys())
      if (key.words == words) return key.guest;
    return {};
  }
  /// The moves of a player at the first table.
  std::vector<std::string> moves(const std::string& player) const {
    std::vector<std::string> all;
    const Reply listed = tables[0]->ask(guest(player), {{"method", "glint/moves"}});
    for (const Json& each : listed.json.at("moves")) all.push_back(each.at("move"));
    return all;
  }
  void play(const std::string& player, std::size_t ply, const std::string& one, const std::string& other) {
    for (int i = 0; i < 2; ++i) {
      const Json body = {{"id", std::to_string(ply)}, {"after", ply}, {"move", i == 0 ? one : other}};
      REQUIRE(tables[i]->change(guest(player), "move", body).status == 200);
    }
  }
  /// Whether both tell the same to this one, about each position so far.
  bool are_alike(const std::string& words, std::size_t plies) {
    const Guest who = guest(words);
    std::string told[2];
    for (int i = 0; i < 2; ++i) {
      const auto add = [&](const Reply& reply) { told[i] += std::to_string(reply.status) + reply.json.dump() + "\n"; };
      add(tables[i]->view(who));
      add(tables[i]->record());
      for (std::size_t after = 0; after <= plies; ++after)
        for (const char* method : {"glint/show", "glint/moves", "glint/trace", "glint/why"})
          add(tables[i]->ask(who, {{"method", method}, {"after", after}, {"cell", "a1"}, {"picture", after == plies}}));
      add(tables[i]->change(who, "undo", {{"id", "u"}, {"after", plies}}));
      add(tables[i]->change(who, "move", {{"id", "m"}, {"after", plies}, {"move", "no such move"}}));
    }
    return told[0] == told[1];
  }
};

}  // namespace

TEST_CASE("host: pairs of games at random, which somebody cannot tell apart") {
  const Folder folder;
  std::mt19937 random(11);
  const auto one_of = [&](const std::vector<std::string>& all) { return all.at(random() % all.size()); };
  HostedGame sealed(folder.write("sealed.glint", kSealed), folder / "sealed");
  for (int round = 0; round < test::scaled(60, 4); ++round) {
    // What one player holds is another thing, until the end; what is bid last waits, and is another thing, too.
    Pair pair(sealed, folder / "sealed");
    const bool is_first = random() % 2 == 0;
    const char* const movers[] = {"a", "b", "a", "b", "a"};
    const std::string other = is_first ? "b" : "a";
    for (std::size_t ply = 0; ply < std::size(movers); ++ply) {
      const std::vector<std::string> moves = pair.moves(movers[ply]);
      const bool is_apart = ply == (is_first ? 0 : 1) || (is_first && ply == 4);
      const std::string one = one_of(moves);
      pair.play(movers[ply], ply, one, is_apart ? one_of(moves) : one);
      for (const std::string& words : {other, std::string("watch"), std::string("host")}) {
        INFO(round << " " << ply << " " << words);
        CHECK(pair.are_alike(words, ply + 1));
      }
    }
  }
  HostedGame beams("beams_boosters_barriers", folder / "beams");
  for (int round = 0; round < test::scaled(12, 1); ++round) {
    Pair pair(beams, folder / "beams");
    std::size_t ply = 0;
    for (const std::size_t end = 2 * (random() % 6); ply < end; ++ply) {
      const std::string mover = ply % 2 == 0 ? "south" : "north", move = one_of(pair.moves(mover));
      pair.play(mover, ply, move, move);
    }
    const std::vector<std::string> moves = pair.moves("south");
    pair.play("south", ply, one_of(moves), one_of(moves));
    for (const char* words : {"north", "watch", "host"}) {
      INFO(round << " " << ply << " " << words);
      CHECK(pair.are_alike(words, ply + 1));
    }
  }
}

TEST_CASE("host: a secret game opens at its end") {
  const Folder folder;
  const HostedGame game(folder.write("sealed.glint", kSealed), folder / "tables");
  const Person a(game, "a"), b(game, "b"), watch(game, "watch"), host(game, "host");
  REQUIRE(a.move("keep 3", 0, "1") == 200);
  const auto refused = b.post("/api/move", {{"id", "1"}, {"after", 1}, {"move", "hold 9"}});
  CHECK(refused.first == 422);
  CHECK(Answered::parse(refused.second) == Answered{{"error", "this move is not legal now"}, {"help", ""}});
  REQUIRE(b.move("hold 1", 1, "2") == 200);
  REQUIRE(a.move("bid 1", 2, "2") == 200);
  CHECK(a.table()["undo"] == false);
  CHECK(host.table()["undo"] == false);
  CHECK(watch.table()["plies"][2] == Answered{{"by", "a"}, {"move", nullptr}});
  CHECK(b.table()["shown"]["board"]["chosen"] == 1);
  REQUIRE(b.move("bid 2", 3, "3") == 200);
  CHECK(b.table()["shown"]["board"]["variables"]["total"] == "3");
  CHECK(b.table()["plies"][2]["move"] == nullptr);  // also now
  REQUIRE(a.move("bid 0", 4, "4") == 200);
  REQUIRE(b.move("bid 0", 5, "4") == 200);
  CHECK(watch.table()["plies"][2]["move"] == "bid 1");
  CHECK(watch.table()["shown"]["board"]["variables"]["hand_a"] == "3");
  CHECK(Answered::parse(watch.get("/api/record").second)["moves"].size() == 6);
  CHECK(host.table()["undo"] == false);
  CHECK(a.move("bid 0", 6, "5") == 409);
}

TEST_CASE("host: light that players find is not sent to them") {
  const Folder folder;
  const HostedGame game("laser_lawn", folder / "tables");
  const std::string mover = Person(game, "watch").table()["shown"]["board"]["to_move"];
  const Person who(game, mover);
  const Answered listed = Answered::parse(who.post("/api/ask", {{"method", "glint/moves"}, {"most", 1}}).second);
  REQUIRE(who.move(listed["moves"][0]["move"], 0, "1") == 200);
  for (const char* whom : {"sun", "moon", "watch", "host"}) {
    const Person each(game, whom);
    const Answered board = each.table()["shown"]["board"];
    CHECK(board["must_find"] == true);
    CHECK(board["light"].empty());
    CHECK(board["beams"].empty());
    CHECK(each.post("/api/ask", {{"method", "glint/trace"}}).first == 403);
    const Answered asked = Answered::parse(each.post("/api/ask", {{"method", "glint/show"}, {"light", true}}).second);
    CHECK(asked["board"] == board);
  }
}

TEST_CASE("host: only who has a key, at this address, in small portions") {
  const Folder folder;
  const HostedGame game(folder.write("dots.glint", kDots), folder / "tables");
  const Person x(game, "x");
  Person nobody = x;
  nobody.key = std::string(32, '0');
  for (const char* path : {"/api/table", "/api/events", "/api/record"}) CHECK(nobody.get(path).first == 401);
  for (const char* path : {"/api/ask", "/api/move", "/api/undo", "/api/name", "/api/say"}) {
    CHECK(nobody.post(path, {{"id", "1"}}).first == 401);
    CHECK(x.post(path, Answered::array()).first == 400);
  }
  CHECK(x.post("/api/move", {{"after", 0}, {"move", "a1"}}).first == 400);
  CHECK(x.post("/api/move", {{"id", "1"}, {"after", 0}, {"move", std::string(401, 'a')}}).first == 400);
  CHECK(x.post("/api/move", {{"id", "1"}, {"after", 0}, {"move", std::string(17'000, 'a')}}).first == 413);
  CHECK(x.post("/api/ask", {{"method", "glint/moves"}, {"most", "many"}, {"cell", 3}}).first == 422);
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

TEST_CASE("host: whoever listens hears that something has changed, and nothing else") {
  const Folder folder;
  const HostedGame game(folder.write("dots.glint", kDots), folder / "tables");
  const Person x(game, "x"), y(game, "y");
  std::string heard;
  std::optional<std::thread> other;
  x.client().Get("/api/events", x.headers(), [&](const char* data, std::size_t size) {
    heard.append(data, size);
    if (!other) other.emplace([&] { x.move("a1", 0, "1"); });
    return heard.find("data: 1") == std::string::npos;
  });
  REQUIRE(other);
  other->join();
  CHECK(heard == "data: 0\n\ndata: 1\n\n");
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
                                                                                     {"--port", "70000"}}) {
    std::vector<std::string> all = {"host", "the_beam", "--folder", tables};
    all.insert(all.end(), words.begin(), words.end());
    INFO(words[0] << " " << words[1]);
    CHECK(glint(all).status == kUsage);
  }
  CHECK(glint({"host", "-"}).status == kUsage);
  CHECK(glint({"host", "the_beam", "--folder", folder.write("file", "")}).status == kUsage);
}

}  // namespace glint::cli
