// The clock: counting, playing against it, records that keep it.
#include <algorithm>
#include <numeric>
#include <sstream>

#include <nlohmann/json.hpp>

#include "interpreter/game/record/record.hpp"
#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"

namespace glint::cli {
namespace {

/// Time that goes on with each line of the input that is read.
class Fixed : public Stopwatch {
 public:
  Fixed(std::istringstream& in, std::vector<double> steps) : in_(in), steps_(std::move(steps)) {}
  double seconds() override {
    const std::string all = in_.str();
    const std::streamoff read = in_.tellg();
    const auto end = all.begin() + (read < 0 ? static_cast<std::ptrdiff_t>(all.size()) : static_cast<std::ptrdiff_t>(read));
    const auto lines = std::min<std::size_t>(static_cast<std::size_t>(std::count(all.begin(), end, '\n')), steps_.size());
    return std::accumulate(steps_.begin(), steps_.begin() + static_cast<std::ptrdiff_t>(lines), 100.0);
  }

 private:
  std::istringstream& in_;
  std::vector<double> steps_;  // by line
};

Answer timed(const std::vector<std::string>& arguments, const std::string& input, const std::vector<double>& steps) {
  std::istringstream in(input);
  std::ostringstream out, err;
  Fixed stopwatch(in, steps);
  Console console{in, out, err};
  console.stopwatch = &stopwatch;
  const int status = run(arguments, console);
  return {status, out.str(), err.str()};
}

std::string row(const std::string& clock,
                const std::string& play = "repeat { turn of each player { choose step or think } }") {
  return R"(game "Row"
use square
players sun, moon
option timed: {on, off} = on
board grid(9, 1)
piece stone of player { look "{owner:1}" }
move step "{at}" { pick at in empty "{at} is taken"; put stone on at }
move think "step back from {at}" { pick at in stone of me; remove at }
play { )" +
         play + " }\nscore p = count(stone of p)\nend when empty == {} : tie\n" + clock + "\n";
}

TEST_CASE("clock: turns, then reserves, then the game") {
  Game::ClockInfo info;
  info.turn = 120;
  info.reserve = 300;
  info.adds = {{"challenge", 120}};
  PlayClock clock(info, 2);
  CHECK(clock.remaining(0) == "turn 2:00, reserve 5:00");
  CHECK(clock.spend(0, 100));
  CHECK(clock.remaining(0) == "turn 2:00, reserve 5:00");
  CHECK(clock.spend(0, 180));
  CHECK(clock.remaining(0) == "turn 2:00, reserve 4:00");
  CHECK(clock.remaining(1) == "turn 2:00, reserve 5:00");
  CHECK(clock.added_by("challenge") == 120);
  CHECK(clock.added_by("place") == 0);
  CHECK(clock.spend(0, 350, 120));  // 230 over, of 240 and 120 more
  CHECK(clock.remaining(0) == "turn 0:00, reserve 2:10");
  clock.begin(1);
  CHECK(clock.remaining(0) == "turn 2:00, reserve 2:10");
  CHECK(clock.spend(0, 250));
  CHECK_FALSE(clock.spend(0, 120.001));

  // A move that adds time belongs to the turn in which it is made: what is left of that goes on.
  PlayClock longer(info, 2);
  CHECK(longer.spend(0, 50, 120));
  CHECK(longer.remaining(0) == "turn 1:10, reserve 7:00");
  CHECK(longer.spend(0, 30));
  CHECK(longer.remaining(0, 45) == "turn 0:00, reserve 6:55");
  CHECK(longer.spend(0, 60));
  CHECK(longer.remaining(0) == "turn 0:00, reserve 6:40");
  CHECK(longer.spend(1, 10));
  CHECK(longer.remaining(0) == "turn 2:00, reserve 6:40");

  Game::ClockInfo whole;
  whole.whole_game = 60;
  PlayClock shared(whole, 2);
  CHECK(shared.spend(0, 30));
  CHECK(shared.spend(1, 29));
  CHECK(shared.remaining(0) == "game 0:01");
  CHECK(shared.spend(1, 1));
  CHECK_FALSE(shared.spend(0, 0.001));
}

TEST_CASE("clock: the move that was played is known, whatever it looks like") {
  const Game game = test::script(row("clock { reserve 1:00; think adds 0:10; out: opponent wins }"));
  Position position = test::must(game.start());
  CHECK(position.last_move().empty());
  test::play(position, "a1");
  CHECK(position.last_move() == "step");
  test::play(position, "b1");
  test::play(position, "step back from a1");
  CHECK(position.last_move() == "think");
}

TEST_CASE("clock: `when` asks the options, and a clock says what happens") {
  const std::string text = row("clock when timed == on { turn 1:00; out: score }");
  CHECK(test::script(text).clock().has_value());
  CHECK_FALSE(test::script(text, {{"timed", "off"}}).clock().has_value());
  CHECK(test::must(test::script(text, {{"timed", "off"}}).start()).forfeit().has_value());
  // At a draw nobody is to move.
  const std::string drawn = row("clock { turn 1:00; out: score }", "draw spot in cells; repeat { turn of each player { choose step } }");
  Position waits = test::must(test::script(drawn).start({.wait_at_draws = true}));
  const auto refused = waits.forfeit();
  REQUIRE(refused.has_value());
  CHECK(refused->message == "a draw is pending here: `spot`");
  CHECK_FALSE(waits.draw(0).has_value());
  CHECK_FALSE(waits.forfeit().has_value());
  const auto mute = Game::from_text(row("clock { turn 1:00 }"), "row.glint");
  REQUIRE_FALSE(mute.ok());
  CHECK(mute.errors()[0].code == "G0405");
}

TEST_CASE("clock: people play against it, and the record keeps it") {
  Folder folder;
  const std::string path =
      folder.write("row.glint", row("clock { turn 0:10; reserve 0:20; think adds 0:05; out: opponent wins }"));
  // sun: 10 of the turn, 6 of 20; back: 5 more, 15 less; then 4 are left.
  const Answer game =
      timed({"play", path, "--json", "--seed", "1"}, "a1\nb1\nstep back from a1\nc1\nd1\n", {16, 3.25, 25, 1, 14.001});
  INFO(game.out << game.err);
  CHECK(game.status == 0);
  const auto record = game.json();
  CHECK(record["moves"] == nlohmann::json::parse(R"(["a1", "b1", "step back from a1", "c1"])"));
  CHECK(record["times"] == nlohmann::json::parse("[16.0, 3.25, 25.0, 1.0, 14.001]"));
  CHECK(record["out_of_time"] == "sun");
  CHECK(record["result"] == "moon wins");
  CHECK(game.err.find("sun (turn 0:10, reserve 0:04)> ") != std::string::npos);
  CHECK(game.err.find("sun is out of time.") != std::string::npos);
  const Answer replayed = glint({"replay", "-", "--json"}, game.out);
  INFO(replayed.out << replayed.err);
  CHECK(replayed.status == 0);
  CHECK(replayed.json()["result"] == "moon wins");
  CHECK(replayed.json()["plies"] == 4);

  const auto refused = [&](const std::string& from, const std::string& to) {
    std::string text = game.out;
    REQUIRE(text.find(from) != std::string::npos);
    text.replace(text.find(from), from.size(), to);
    const Answer answer = glint({"replay", "-"}, text);
    CHECK(answer.status != 0);
    return answer.err;
  };
  CHECK(refused("14.001", "13.999").find("but there was time left: turn 0:10, reserve 0:04") != std::string::npos);
  CHECK(refused("14.001", "null").find("does not say how long sun took") != std::string::npos);
  CHECK(refused("16.0", "40.0").find("ran out of time before move") != std::string::npos);
  CHECK(refused("\"out_of_time\": \"sun\"", "\"out_of_time\": \"moon\"").find("but sun is to move") !=
        std::string::npos);
  CHECK(refused("    3.25,\n", "").find("has 4 times, but needs 5") != std::string::npos);
  CHECK(refused("3.25", "-1").find("time 2 of the record is neither a number of seconds") != std::string::npos);
  CHECK(refused("\"times\"", "\"hours\"").find("has 0 times") != std::string::npos);
  CHECK(glint({"replay", "-", "--set", "timed=off"}, game.out).status == 0);  // its clock asks no option
}

TEST_CASE("clock: what is taken back gives back its time") {
  Folder folder;
  const std::string path = folder.write("row.glint", row("clock { turn 0:10; reserve 0:20; out: opponent wins }"));
  const Answer game = timed({"play", path, "--json", "--seed", "1"}, "a1\nundo\nb1\nc1\nquit\n", {25, 2, 29, 1, 0});
  const auto record = game.json();
  CHECK(record["moves"] == nlohmann::json::parse(R"(["b1", "c1"])"));
  CHECK(record["times"] == nlohmann::json::parse("[29.0, 1.0]"));
  CHECK(record["result"].is_null());
}

TEST_CASE("clock: it goes on while a note is written, or nothing is taken back") {
  Folder folder;
  const std::string path = folder.write("row.glint", row("clock { turn 0:10; reserve 0:20; out: opponent wins }"));
  const Answer game = timed({"play", path, "--json", "--seed", "1"}, "undo\nnote hm\na1\nb1\nquit\n", {2, 3, 20, 4, 0});
  CHECK(game.json()["times"] == nlohmann::json::parse("[25.0, 4.0]"));
  const Answer late = timed({"play", path, "--json", "--seed", "1"}, "note hm\na1\n", {29, 2});
  CHECK(late.json()["out_of_time"] == "sun");
}

TEST_CASE("clock: the whole game's time, and the score that counts then") {
  Folder folder;
  const std::string path = folder.write("row.glint", row("clock when timed == on { game 1:00; out: score }"));
  const Answer game = timed({"play", path, "--json", "--seed", "1"}, "a1\nb1\nc1\nd1\n", {20, 20, 15, 6});
  CHECK(game.json()["result"] == "sun wins by score: sun 2, moon 1");
  CHECK(game.json()["out_of_time"] == "moon");
  CHECK(glint({"replay", "-"}, game.out).status == 0);
  const Answer off = timed({"play", path, "--json", "--seed", "1", "--set", "timed=off"}, "a1\nquit\n", {20, 20});
  CHECK_FALSE(off.json().contains("times"));
  std::string wrong = game.out;
  const std::string option = "\"timed\": \"on\"";
  wrong.replace(wrong.find(option), option.size(), "\"timed\": \"off\"");
  CHECK(glint({"replay", "-"}, wrong).err.find("this game has no clock") != std::string::npos);
}

TEST_CASE("clock: programs use no time, and moves before it ran have none") {
  Folder folder;
  const std::string path = folder.write("row.glint", row("clock { turn 0:10; reserve 0:20; out: opponent wins }"));
  const Answer game =
      timed({"play", path, "--json", "--seed", "1", "--clock", "--seat", "moon=random", "--after", "a1; b1"},
            "c1\nquit\n", {12, 1});
  INFO(game.out << game.err);
  const auto record = game.json();
  CHECK(record["moves"].size() == 4);
  CHECK(record["times"] == nlohmann::json::parse("[null, null, 12.0, null]"));
}

TEST_CASE("clock: of what is chosen together each decision counts for its player") {
  Folder folder;
  const std::string path = folder.write(
      "row.glint", row("clock { reserve 0:20; out: opponent wins }", "repeat { together { choose step or think } }"));
  const Answer game = timed({"play", path, "--json", "--seed", "1"}, "a1\nb1\nc1\nd1\n", {5, 20, 6, 1});
  INFO(game.out << game.err);
  CHECK(game.json()["out_of_time"] == "moon");
  CHECK(game.json()["result"] == "sun wins");
  CHECK(game.json()["moves"] == nlohmann::json::parse(R"(["a1", "b1", "c1"])"));
  CHECK(game.err.find("sun: c1") == std::string::npos);  // never printed: moon did not choose
  CHECK(glint({"replay", "-"}, game.out).status == 0);
}

}  // namespace
}  // namespace glint::cli
