// glint host --class: one link for all, who get seats, and one for its host.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/game/record/record.hpp"
#include "tests/catch.hpp"
#include "tests/interpreter/cli/host/clients.hpp"
#include "tests/support/cli_run.hpp"

namespace glint::cli {
namespace {

/// Two moves end a game.
const std::string kShort = std::string(kDots).replace(std::string(kDots).find("6, 4"), 4, "2, 1");

void in_class(HostPlan& plan) { plan.is_class = true; }

/// The links of a class.
Person of_class(const HostedGame& game, std::size_t which) {
  return Person(game.server->link(game.server->class_keys().at(which)));
}

/// The status of a request for a seat, and the person who got it.
std::pair<int, Person> join(const Person& everybody, const std::string& id, const std::string& name) {
  const auto [status, text] = everybody.post("/api/join", {{"id", "join " + id}, {"text", name}});
  Person seated = everybody;
  if (status == 200) seated.key = Answered::parse(text)["key"];
  return {status, seated};
}

}  // namespace

TEST_CASE("host: a class gets seats by one link, and its host sees all tables, also after a restart") {
  const Folder folder;
  const std::string path = folder.write("short.glint", kShort), tables = folder / "tables";
  std::vector<Person> people;
  std::string everybody_key, seen;
  {
    const HostedGame game(path, tables, 2, "last", {}, in_class);
    const Person everybody = of_class(game, 0), host = of_class(game, 1);
    CHECK(game.server->link(game.server->class_keys()[0]).find("/#c=") != std::string::npos);
    everybody_key = everybody.key;
    CHECK(Answered::parse(everybody.get("/api/class").second) == Answered{{"title", "Dots"}, {"role", "class"}});
    for (const std::string name : {"Ann", "Ben", "Cleo"}) {
      const auto [status, seated] = join(everybody, name, name);
      REQUIRE(status == 200);
      CHECK(join(everybody, name, name).second.key == seated.key);  // the answer was lost
      people.push_back(seated);
    }
    CHECK(game.server->tables().size() == 2);
    CHECK(people[0].table()["you"]["seat"] == "x");
    CHECK(people[1].table()["seats"][0]["name"] == "Ann");
    CHECK(people[2].table()["seats"][0]["name"] == "Cleo");
    // A free seat is all that the link of everybody gives.
    for (const char* of : {"/api/table", "/api/moves", "/api/events", "/api/record"})
      CHECK(everybody.get(of).first == 403);
    for (const char* to : {"/api/move", "/api/say", "/api/free", "/api/undo"})
      CHECK(everybody.post(to, {{"id", "1"}, {"turn", 1}, {"seat", 0}, {"text", "a1"}}).first == 403);
    CHECK(host.post("/api/join", {{"id", "h"}, {"text", "Host"}}).first == 403);
    CHECK(people[0].post("/api/join", {{"id", "h"}, {"text", "Ann"}}).first == 403);
    CHECK(people[0].get("/api/class").first == 403);
    CHECK(everybody.post("/api/join", {{"id", "h"}}).first == 400);
    CHECK(everybody.post("/api/join", {{"id", 1}, {"text", "Eve"}}).first == 400);
    CHECK(people[0].move("a1", "1") == 200);
    CHECK(people[1].move("b1", "1") == 200);
    CHECK(people[1].post("/api/answer", {{"id", "2"}, {"question", 0}, {"text", "yes"}}).first == 200);
    seen = host.get("/api/class").second;
  }
  const Answered all = Answered::parse(seen)["tables"];
  const auto over = std::find_if(all.begin(), all.end(), [](const Answered& table) { return table["plies"] == 2; });
  REQUIRE(over != all.end());
  CHECK((*over)["result"] == "tie");
  CHECK((*over)["seats"][1] == Answered{{"seat", "y"}, {"name", "Ben"}, {"answers", {"yes"}}});
  CHECK((*over)["waits"].empty());
  const HostedGame game(path, tables, 2, "last", {}, in_class);
  const Person everybody = of_class(game, 0), host = of_class(game, 1);
  CHECK(everybody.key == everybody_key);
  // The port is another one.
  CHECK(Answered::parse(host.get("/api/class").second)["tables"].size() == 2);
  Person ann = everybody;
  ann.key = people[0].key;
  CHECK(ann.table()["shown"]["board"]["result"] == "tie");
  CHECK(join(everybody, "Cleo", "Cleo").second.key == people[2].key);
  std::set<std::string> keys;
  int last = 200, seated = 0;
  for (int i = 0; i < 9 && last == 200; ++i) {
    const auto [status, person] = join(everybody, std::to_string(i), "D");
    last = status;
    seated += status == 200;
    keys.insert(person.key);
  }
  CHECK(last == 409);
  CHECK(seated == 3);  // beside Cleo, and at one more table: two that are not over
  CHECK(game.server->tables().size() == 3);
  CHECK(Person(Answered::parse(host.get("/api/class").second)["tables"][0]["watch"]).table()["you"]["role"] == "watch");
}

TEST_CASE("host: the host of a class can free a seat, also of somebody who has moved") {
  const Folder folder;
  const HostedGame game(folder.write("dots.glint", kDots), folder / "tables", 1, "last", {}, in_class);
  const Person everybody = of_class(game, 0), host(game, kHostWords), watch(game, kWatchWords);
  const Person x = join(everybody, "1", "Ann").second, y = join(everybody, "2", "Ben").second;
  CHECK(join(everybody, "3", "Cleo").first == 409);
  CHECK(y.post("/api/note", {{"id", "n"}, {"text", "mine"}}).first == 200);
  REQUIRE(x.move("a1", "1") == 200);
  const auto free = [](const Person& who, const char* id, int seat) {
    return who.post("/api/free", {{"id", id}, {"seat", seat}}).first;
  };
  CHECK(free(watch, "1", 1) == 403);
  CHECK(free(x, "2", 1) == 403);
  CHECK(free(host, "2", 7) == 409);
  CHECK(host.post("/api/free", {{"id", "3"}}).first == 400);
  REQUIRE(free(host, "4", 1) == 200);
  CHECK(free(host, "4", 1) == 200);
  CHECK(y.get("/api/table").first == 401);          // sits there no more
  CHECK(join(everybody, "2", "Ben").first == 409);  // that request is old
  const Person cleo = join(everybody, "4", "Cleo").second;
  CHECK(cleo.key != y.key);
  CHECK(cleo.table()["notes"].is_null());
  REQUIRE(free(host, "5", 0) == 200);
  CHECK(x.get("/api/table").first == 401);
  CHECK(join(everybody, "5", "Dan").second.key != x.key);
  CHECK(cleo.move("b1", "1") == 200);
  CHECK(join(everybody, "6", "Ben").first == 409);
}

TEST_CASE("host: no seat of a class is made free once the game is over") {
  const Folder folder;
  const HostedGame game(folder.write("dots.glint", kShort), folder / "tables", 1, "last", {}, in_class);
  const Person everybody = of_class(game, 0), host(game, kHostWords);
  const Person x = join(everybody, "1", "Ann").second, y = join(everybody, "2", "Ben").second;
  REQUIRE(x.move("a1", "1") == 200);
  REQUIRE(y.move("b1", "1") == 200);
  CHECK(host.post("/api/free", {{"id", "1"}, {"seat", 0}}).first == 409);
  CHECK(x.table()["shown"]["board"]["result"] == "tie");
}

TEST_CASE("host: a seat of a class that was made free ends the pages of who had it, and can be taken again and again") {
  const Folder folder;
  const HostedGame game(folder.write("dots.glint", kDots), folder / "tables", 1, "last", {}, in_class);
  const Person everybody = of_class(game, 0), x = join(everybody, "1", "Ann").second;
  const auto free = [&](int i) { game.table().change(kHost, "free", {{"id", std::to_string(i)}, {"seat", 0U}}); };
  bool is_freed = false;
  x.client().Get("/api/events", x.headers(), [&](const char*, std::size_t) {
    if (!std::exchange(is_freed, true)) free(0);
    return true;
  });
  CHECK(is_freed);  // and the answer has ended
  for (int i = 1; i < 25; ++i) {
    game.table().change(0, "join", {{"id", "again " + std::to_string(i)}, {"text", "Eve"}});
    free(i);
  }
  CHECK(join(everybody, "2", "Ben").first == 200);
}

TEST_CASE("host: those of a class who play against bots have a table each") {
  const Folder folder;
  const HostedGame game(folder.write("dots.glint", kDots), folder / "tables", 3, "last", {{"y", "random"}}, in_class);
  const Person everybody = of_class(game, 0);
  const Person one = join(everybody, "1", "Ann").second, other = join(everybody, "2", "Ben").second;
  CHECK(game.server->tables().size() == 2);
  for (const Person& each : {one, other}) {
    REQUIRE(each.move("a1", "1") == 200);
    CHECK(comes([&] { return each.table()["plies"].size() == 2; }));
  }
}

TEST_CASE("host: the record of a game that is over is the host's") {
  const Folder folder;
  const HostedGame game(folder.write("short.glint", kShort), folder / "tables");
  const Person x(game, "x"), y(game, "y"), watch(game, kWatchWords), host(game, kHostWords);
  CHECK(host.get("/api/record").first == 409);
  REQUIRE(x.move("a1", "1") == 200);
  REQUIRE(y.move("b1", "1") == 200);
  for (const Person& each : {x, y, watch}) CHECK(each.get("/api/record").first == 403);
  const auto [status, text] = host.get("/api/record");
  CHECK(status == 200);
  CHECK(text == read_file(folder / "tables/records/" + game.table().id() + ".json"));
  CHECK(read_record(text, "")->moves == std::vector<std::string>{"a1", "b1"});
}

}  // namespace glint::cli
