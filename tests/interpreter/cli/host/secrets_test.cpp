// Sealed choices and secrets at the tables of `glint host`: what each seat is told.
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "interpreter/cli/host/table.hpp"
#include "tests/catch.hpp"
#include "tests/interpreter/cli/host/clients.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/scale.hpp"

namespace glint::cli {

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
    for (const Person& each : {one, other, watch}) {
      const Answered board = each.table()["shown"]["board"];
      CHECK(board["status"] == "all choose at the same time");
      CHECK(board["picture"]["svg"].get<std::string>().find(" to move") == std::string::npos);
    }
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

/// Time of each player's, and more of it for a bid.
const char* const kTimed = "clock { turn 1:00; reserve 1:00; game 9:00; bid adds 0:10; out: tie }\n";
HostClock::time_point passed;

/// Two tables of one game without a server, whose hidden things are not the same.
struct Pair {
  std::unique_ptr<HostedTable> tables[2];

  /// `seeds`: of the draws.
  Pair(const HostPlan& plan, const std::uint64_t (&seeds)[2]) {
    for (int i = 0; i < 2; ++i) {
      Json file = HostedTable::new_file(plan);
      file["record"]["seed"] = seeds[i];
      tables[i] = std::make_unique<HostedTable>(plan, std::to_string(i), std::move(file));
      for (const int who : {0, 1}) tables[i]->view(who);  // where there is a clock, it runs
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
      add([&] { return tables[i]->record(who); });
      if (who == kHost) add([&] { return tables[i]->summary().dump(); });  // of a class
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
  const std::string path = folder.write("sealed.glint", kSealed + std::string(kTimed));
  HostPlan rules{game_of(path), path, at, at};
  rules.clock = true;
  rules.now = [] { return passed; };
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
    passed += std::chrono::seconds(random() % 70);
    check(turn, "c");
  }
  std::filesystem::remove_all(at);
}

}  // namespace

TEST_CASE("host: games that a seat cannot tell apart have the same bytes for it, wherever it asks") {
  try_pairs(test::scaled(400, 10), 11);
}

TEST_CASE("host: many more of such pairs, other ones each time", "[.slow][host]") {
  const std::uint64_t seed = std::random_device()();
  WARN("seed " << seed);
  try_pairs(test::scaled(100'000), seed);
}

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

}  // namespace glint::cli
