// glint host: the game's clock, by a watch that tests set.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "interpreter/cli/host/table.hpp"
#include "interpreter/game/record/record.hpp"
#include "tests/catch.hpp"
#include "tests/interpreter/cli/host/clients.hpp"
#include "tests/support/cli_run.hpp"

namespace glint::cli {
namespace {

/// A watch that stands still until it is set.
struct Watch {
  std::atomic<std::int64_t> ms = 0;

  void pass(double seconds) { ms += static_cast<std::int64_t>(1000 * seconds); }
  std::function<void(HostPlan&)> runs() {
    return [this](HostPlan& plan) {
      plan.clock = true;
      plan.now = [this] { return HostClock::time_point(std::chrono::milliseconds(ms)); };
    };
  }
};

std::string timed_dots(const std::string& clock) { return kDots + ("clock { " + clock + "; out: opponent wins }\n"); }

/// The choice of one adds time, that of another does not.
const std::string kTogether = R"(game "Together"
use square
players a, b, c
board grid(1, 1)
move quick "quick" { }
move slow "slow" { }
play { repeat { together { choose quick or slow } } }
clock { turn 0:10; reserve 0:05; slow adds 0:30; out: me wins }
)";

Answered clock_of(const std::string& seat, bool runs, double turn, double reserve) {
  return {{"seat", seat}, {"runs", runs}, {"turn", turn}, {"reserve", reserve}};
}

/// A table without a server, and thus without a judge.
struct AloneTable {
  HostPlan plan;
  std::unique_ptr<HostedTable> table;

  AloneTable(const Folder& folder, const std::string& script, Watch& watch)
      : plan{game_of(folder.write("timed.glint", script)), folder / "timed.glint", folder / ".", folder / "."} {
    watch.runs()(plan);
    open(HostedTable::new_file(plan));
  }
  void open(const Json& file) { table = std::make_unique<HostedTable>(plan, "one", file); }
  /// As a server that is started again.
  void open_again() { open(Json::parse(read_file(plan.folder + "/one.table"))); }
  void come() const {
    for (std::size_t who = 0; who < plan.game.players().size(); ++who) table->view(static_cast<int>(who));
  }
  Answered seen(int who) const { return Answered::parse(table->view(who)); }
  int move(int who, const std::string& text, std::uint64_t turn) const try {
    table->change(who, "move", {{"id", std::to_string(turn)}, {"turn", turn}, {"text", text}});
    return 200;
  } catch (const HostRefusal& refusal) {
    return refusal.status;
  }
  Result<Record> record() const { return read_record(read_file(plan.records + "/one.json"), "one.json"); }
};

}  // namespace

TEST_CASE("host: the clock begins when all have come, is kept over a restart, and ends the game") {
  const Folder folder;
  const std::string path = folder.write("dots.glint", timed_dots("turn 0:10; reserve 0:05")),
                    tables = folder / "tables";
  Watch watch;
  std::string id;
  {
    const HostedGame game(path, tables, 1, "last", {}, watch.runs());
    id = game.table().id();
    const Person x(game, "x"), y(game, "y"), seen(game, kWatchWords);
    watch.pass(100);
    CHECK(x.table()["clock"] == Answered{clock_of("x", false, 10, 5), clock_of("y", false, 10, 5)});
    CHECK(y.table()["clock"] == Answered{clock_of("x", true, 10, 5), clock_of("y", false, 10, 5)});
    watch.pass(4);
    CHECK(seen.table()["clock"] == Answered{clock_of("x", true, 6, 5), clock_of("y", false, 10, 5)});
    REQUIRE(x.move("a1", "1") == 200);
    watch.pass(12);
    CHECK(seen.table()["clock"] == Answered{clock_of("x", false, 10, 5), clock_of("y", true, -2, 3)});
    REQUIRE(y.move("b1", "1") == 200);
    CHECK(seen.table()["clock"] == Answered{clock_of("x", true, 10, 5), clock_of("y", false, 10, 3)});
    watch.pass(1);
    CHECK(y.post("/api/undo", {{"id", "2"}, {"turn", y.table()["turn"]}}).first == 403);  // its time would come back
    watch.pass(2);
    game.server->judge();
  }
  watch.pass(1000);  // without a server
  const HostedGame game(path, tables, 1, "last", {}, watch.runs());
  const Person x(game, "x"), y(game, "y");
  CHECK(y.table()["clock"] == Answered{clock_of("x", true, 7, 5), clock_of("y", false, 10, 3)});
  watch.pass(11.9);
  game.server->judge();
  CHECK(game.table().result().empty());
  watch.pass(0.2);
  game.server->judge();
  CHECK(game.table().result() == "y wins");
  const Answered table = y.table();
  CHECK(table["out_of_time"] == "x");
  CHECK(!table.contains("clock"));
  CHECK(table["waits"].empty());
  CHECK(x.move("c1", "9") == 409);
  const Result<Record> record = read_record(read_file(tables + "/records/" + id + ".json"), "");
  REQUIRE(record);
  CHECK(record->out_of_time == "x");
  CHECK(record->times == std::vector<std::optional<double>>{4, 12, 15.1});
  CHECK(record->thought.empty());
  CHECK(replay(game_of(path), *record)->finished());
}

TEST_CASE("host: the host pauses the game and lets it go on, also after a restart") {
  const Folder folder;
  const std::string path = folder.write("dots.glint", timed_dots("turn 0:10; reserve 0:05")), tables = folder / "tables";
  Watch watch;
  {
    const HostedGame game(path, tables, 1, "last", {}, watch.runs());
    const Person x(game, "x"), y(game, "y"), host(game, kHostWords);
    CHECK(host.post("/api/pause", {{"id", "1"}}).first == 409);  // the clock has not begun
    CHECK(host.table()["paused"] == false);
    x.table(), y.table();
    watch.pass(4);
    CHECK(x.post("/api/pause", {{"id", "1"}}).first == 403);
    CHECK(host.post("/api/resume", {{"id", "2"}}).first == 409);
    REQUIRE(host.post("/api/pause", {{"id", "3"}}).first == 200);
    CHECK(host.post("/api/pause", {{"id", "3"}}).first == 200);  // the answer was lost
    CHECK(host.post("/api/pause", {{"id", "4"}}).first == 409);
    watch.pass(100);
    game.server->judge();
    CHECK(game.table().result().empty());
    CHECK(x.table()["paused"] == true);
    CHECK(x.table()["clock"] == Answered{clock_of("x", false, 6, 5), clock_of("y", false, 10, 5)});
    const auto refused = x.post("/api/move", {{"id", "1"}, {"turn", x.table()["turn"]}, {"text", "a1"}});
    CHECK(refused.first == 409);
    CHECK(refused.second.find("the host has paused the game") != std::string::npos);
  }
  watch.pass(1000);
  const HostedGame game(path, tables, 1, "last", {}, watch.runs());
  const Person x(game, "x"), y(game, "y"), host(game, kHostWords);
  x.table(), y.table();
  CHECK(x.table()["clock"] == Answered{clock_of("x", false, 6, 5), clock_of("y", false, 10, 5)});
  REQUIRE(host.post("/api/resume", {{"id", "5"}}).first == 200);
  watch.pass(2);
  CHECK(host.table()["paused"] == false);
  CHECK(y.table()["clock"] == Answered{clock_of("x", true, 4, 5), clock_of("y", false, 10, 5)});
  REQUIRE(x.move("a1", "2") == 200);
  watch.pass(15.1);
  game.server->judge();
  CHECK(game.table().result() == "x wins");
  CHECK(host.post("/api/pause", {{"id", "6"}}).first == 409);
}

TEST_CASE("host: the clock begins once each seat has asked for anything, also if it looks by another link") {
  const Folder folder;
  Watch watch;
  AloneTable alone(folder, timed_dots("turn 0:10"), watch);
  CHECK(alone.move(0, "a1", 1) == 200);
  CHECK(alone.move(1, "b1", 2) == 200);  // both have come
  watch.pass(10.001);
  CHECK(alone.move(0, "c1", 3) == 409);
  CHECK(alone.table->result() == "y wins");
}

TEST_CASE("host: a move that comes too late is none, also where nobody has looked") {
  const Folder folder;
  Watch watch;
  AloneTable alone(folder, timed_dots("turn 0:10"), watch);
  CHECK(alone.move(0, "a1", 1) == 200);  // nobody has come: its time does not count
  alone.come();
  watch.pass(10);
  CHECK(alone.move(1, "b1", 2) == 200);
  watch.pass(10.001);
  CHECK(alone.move(0, "c1", 3) == 409);
  CHECK(alone.table->result() == "y wins");
  CHECK(alone.record()->times == std::vector<std::optional<double>>{std::nullopt, 10, 10.001});
  alone.open_again();
  CHECK(alone.seen(0)["out_of_time"] == "x");
  CHECK(alone.table->result() == "y wins");
  CHECK(replay(alone.plan.game, *alone.record())->finished());
}

TEST_CASE("host: where all choose at once, each has a clock, and the first whose time is over loses") {
  const Folder folder;
  for (const std::string sealed : {"", "quick", "slow"}) {
    INFO(sealed);
    Watch watch;
    AloneTable alone(folder, kTogether, watch);
    alone.come();
    for (const int who : {0, 1, 2}) CHECK(alone.move(who, who == 1 ? "slow" : "quick", 1) == 200);
    CHECK(alone.seen(0)["clock"][1] == clock_of("b", true, 10, 35));
    watch.pass(4);
    CHECK(alone.move(1, "quick", 2) == 200);
    const std::string before = alone.table->view(2);
    if (!sealed.empty()) CHECK(alone.move(0, sealed, 2) == 200);
    CHECK(alone.seen(2)["clock"][0] == clock_of("a", sealed.empty(), 6, 5));  // nothing of what it adds
    watch.pass(11.5);
    alone.table->judge();
    CHECK(alone.seen(0)["out_of_time"] == (sealed.empty() ? "a" : "c"));
    alone.open_again();
    CHECK(alone.seen(0)["out_of_time"] == (sealed.empty() ? "a" : "c"));
    const Result<Record> record = alone.record();
    CHECK(record->moves.size() == (sealed.empty() ? 3 : 5));
    CHECK(replay(alone.plan.game, *record)->finished());
  }
  // The last one has no time left, while the first one has.
  Watch watch;
  AloneTable alone(folder, kTogether, watch);
  alone.come();
  for (const int who : {0, 1, 2}) CHECK(alone.move(who, who < 2 ? "slow" : "quick", 1) == 200);
  watch.pass(15.5);
  alone.table->judge();
  CHECK(alone.seen(0)["out_of_time"] == "c");
  CHECK(alone.table->result() == "c wins");
  const Result<Record> record = alone.record();
  CHECK(record->moves.size() == 3);
  CHECK(record->out_of_time == "c");
  const Result<Replayed> replayed = replay(alone.plan.game, *record);
  CHECK(replayed->finished());
  CHECK(replayed->position.outcome_text() == "c wins");
  const Answer again = glint({"replay", alone.plan.records + "/one.json", "--path", folder / "."});
  INFO(again.out << again.err);
  CHECK(again.status == 0);
}

TEST_CASE("host: a limit for the whole game counts what all have used") {
  const Folder folder;
  Watch watch;
  AloneTable alone(folder, kTogether.substr(0, kTogether.find("clock")) + "clock { game 0:20; out: tie }\n", watch);
  alone.come();
  watch.pass(8);
  CHECK(alone.move(0, "quick", 1) == 200);
  CHECK(alone.move(1, "quick", 1) == 200);
  CHECK(alone.seen(2)["clock"][2]["game"] == -4);
  CHECK(alone.move(2, "quick", 1) == 409);
  CHECK(alone.table->result() == "tie");
  CHECK(replay(alone.plan.game, *alone.record())->finished());
}

TEST_CASE("host: a choice after one that is missing takes no time of the game from others, in the record neither") {
  const Folder folder;
  Watch watch;
  AloneTable alone(folder, kTogether.substr(0, kTogether.find("clock")) + "clock { game 0:20; out: tie }\n", watch);
  alone.come();
  watch.pass(8);
  CHECK(alone.move(1, "quick", 1) == 200);
  watch.pass(7);
  alone.table->judge();  // 8 and 15 seconds would be too many
  CHECK(alone.table->result().empty());
  watch.pass(6);
  alone.table->judge();
  CHECK(alone.table->result() == "tie");
  CHECK(alone.seen(0)["out_of_time"] == "a");
  CHECK(replay(alone.plan.game, *alone.record())->finished());
}

TEST_CASE("host: the clock of a table with a bot") {
  const Folder folder;
  const std::string path = folder.write("dots.glint", timed_dots("turn 0:10"));
  Watch watch;
  const HostedGame game(path, folder / "tables", 1, "last", {{"y", "random"}}, watch.runs());
  const Person x(game, "x");
  x.table();
  watch.pass(3);
  REQUIRE(x.move("a1", "1") == 200);
  REQUIRE(comes([&] { return x.table()["plies"].size() == 2; }));
  CHECK(x.table()["clock"] == Answered{{{"seat", "x"}, {"runs", true}, {"turn", 10}}});
  const Person host(game, kHostWords);
  REQUIRE(host.post("/api/pause", {{"id", "1"}}).first == 200);
  watch.pass(100);
  REQUIRE(host.post("/api/resume", {{"id", "2"}}).first == 200);
  REQUIRE(x.move("b1", "2") == 200);
  REQUIRE(comes([&] { return x.table()["plies"].size() == 4; }));  // the bot goes on, too
  watch.pass(10.5);
  game.server->judge();
  CHECK(game.table().result() == "y wins");
  CHECK(game.warned.empty());
}

}  // namespace glint::cli
