// Sealed choices and secrets at the tables of `glint host`: what each seat is told.
#include <memory>
#include <string>

#include "tests/catch.hpp"
#include "tests/interpreter/cli/host/clients.hpp"
#include "tests/support/cli_run.hpp"

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
