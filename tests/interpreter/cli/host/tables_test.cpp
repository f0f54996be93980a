// The tables of `glint host`: what a seat may do, and what is left after a server was killed.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "interpreter/game/loading/load.hpp"
#include "interpreter/game/record/record.hpp"
#include "interpreter/learn/value.hpp"
#include "interpreter/learn/values_file.hpp"
#include "tests/catch.hpp"
#include "tests/interpreter/cli/host/clients.hpp"
#include "tests/support/cli_run.hpp"

namespace glint::cli {

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
  for (const char* unseen : {"a\nb", "\u200b\u2060", " \u00a0", "\u3164", "\U000e0041", ""})
    CHECK(x.post("/api/name", {{"id", "m"}, {"text", unseen}}).first == 400);
  CHECK(x.post("/api/name", {{"id", "o"}, {"text", "\u200b\u0416"}}).first == 200);
  CHECK(x.post("/api/name", {{"id", "p"}, {"text", "<b>Ada</b>"}}).first == 200);
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

TEST_CASE("host: what only its writer sees wakes nobody else") {
  const Folder folder;
  const HostedGame game(folder.write("dots.glint", kDots), folder / "tables");
  const Person x(game, "x"), y(game, "y");
  REQUIRE(x.move("a1", "1") == 200);
  const std::string seen = x.get("/api/table").second;
  CHECK(y.post("/api/note", {{"id", "2"}, {"text", "mine"}}).first == 200);
  CHECK(y.table()["version"] == 2);
  CHECK(x.get("/api/table").second == seen);
  CHECK(x.post("/api/note", {{"id", "2"}, {"text", "mine, too"}}).first == 200);
  CHECK(x.post("/api/say", {{"id", "3"}, {"text", "hello"}}).first == 200);
  CHECK(x.table()["version"] == 3);
  CHECK(y.table()["version"] == 3);
}

TEST_CASE("host: a game that is over says why") {
  const Folder folder;
  std::string script = kDots;
  script.replace(script.find("6, 4"), 4, "1, 1").replace(script.find("end when"), 0, "/// The row is full.\n");
  const HostedGame game(folder.write("short.glint", script), folder / "tables");
  const Person x(game, "x");
  CHECK(!x.table()["shown"].contains("ending"));
  REQUIRE(x.move("a1", "1") == 200);
  CHECK(x.table()["shown"]["ending"]["doc"] == "The row is full.");
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
      std::ofstream(told + ".part") << game.server->link(game.table().keys()[0]) << "\n"
                                    << game.server->link(game.table().keys()[1]) << "\n";
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

TEST_CASE("host: a bot plays by learned values, which a server that goes on needs, too") {
  const Folder folder;
  const std::string name = "boundary_in_rounds", tables = folder / "tables";
  const Result<LearnedValues> learned = read_values(game_of(name), bundled_game(name, ".values")->text);
  REQUIRE(learned);
  const auto with_values = [&](HostPlan& plan) {
    plan.learned = judge_by(std::make_shared<const Values>(learned->values));
  };
  const std::vector<std::string> players = game_of(name).players();
  const std::string opening = *game_of(name).start()->move(0);
  {
    const HostedGame game(name, tables, 1, "last", {{players[1], "learned:1"}}, with_values);
    const Person first(game, players[0]);
    REQUIRE(first.move(opening, "1") == 200);
    CHECK(comes([&] { return first.table()["plies"].size() >= 2; }));
    CHECK(game.warned.empty());
    REQUIRE(first.post("/api/undo", {{"id", "2"}, {"turn", first.table()["turn"]}}).first == 200);
  }
  const HostedGame without(name, tables);
  const Person first(without, players[0]);
  REQUIRE(first.move(opening, "3") == 200);
  CHECK(comes([&] { return !without.warned.empty(); }));
  CHECK(without.warned[0].find("learned values") != std::string::npos);
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

}  // namespace glint::cli
