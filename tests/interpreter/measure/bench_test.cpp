// Random games in a series: each by its number, the same for any number of threads.
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "interpreter/machine/playout.hpp"
#include "interpreter/measure/bench.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/paths.hpp"

namespace {

using namespace glint;
using test::must;

}  // namespace

TEST_CASE("bench: the seeds of a series are the numbers of its stream", "[bench]") {
  Random stream(42);
  for (std::uint64_t game = 0; game < 100; ++game) CHECK(seed_of_game(42, game) == stream.next());
}

TEST_CASE("bench: a game of a series is the game that its seed gives", "[bench]") {
  const Game game = must(Game::bundled("boundary", {{"repetition", "tie"}}));
  StartOptions options;
  options.seed = 3;
  BenchPlayer player(game, options, 300);
  std::uint64_t plies = 0, unfinished = 0;
  for (std::uint64_t number = 0; number < 5; ++number) {
    REQUIRE_FALSE(player.play(number));
    Position position = must(game.start());
    Random random(seed_of_game(3, number));
    const Playout playout = must(glint::playout(position, random, 300));
    plies += static_cast<std::uint64_t>(playout.plies);
    unfinished += playout.outcome.kind == OutcomeKind::unfinished;
  }
  CHECK(player.tally().games == 5);
  CHECK(player.tally().plies == plies);
  CHECK(player.tally().unfinished == unfinished);
}

TEST_CASE("cli: bench plays the same games on any number of threads", "[bench][cli]") {
  const std::string examples = glint::test::source_folder() + "/examples/";
  for (const std::string& game : {std::string("laser_lawn"), std::string("the_beam"), std::string("boundary"),
                                  std::string("beams_boosters_barriers"), examples + "othello.glint",
                                  examples + "black_box.glint", examples + "puzzles/pegs.glint"}) {
    INFO(game);
    std::vector<std::string> line = {"bench",       game,  "--games", "17",        "--seed", "5",
                                     "--max-plies", "200", "--json",  "--threads", "1"};
    const cli::Answer answer = cli::glint(line);
    INFO(answer.err);
    REQUIRE(answer.status == 0);
    const auto one = answer.json();
    CHECK(one["games"] == 17);
    CHECK(one["threads"] == 1);
    CHECK(one["checksum"].get<std::string>().size() == 16);
    for (const char* threads : {"2", "5"}) {
      line.back() = threads;
      const auto more = cli::glint(line).json();
      for (const char* key : {"games", "plies", "unfinished", "checksum"}) {
        INFO(key);
        CHECK(more[key] == one[key]);
      }
    }
    line.back() = "1";
    line[5] = "6";  // another seed, other games
    CHECK(cli::glint(line).json()["checksum"] != one["checksum"]);
  }
}

TEST_CASE("machine: code for newer processors plays the same games", "[bench]") {
  if (!has_v3()) return;  // nothing to compare here
  std::vector<Game> games;
  for (const char* name : {"laser_lawn", "boundary", "the_beam", "beams_boosters_barriers"})
    games.push_back(must(Game::bundled(name)));
  for (const char* name : {"othello", "amazons", "breakthrough", "laser_chess", "roundabout", "billiards", "black_box",
                           "corner_to_corner", "contraption"})
    games.push_back(test::example(name));
  for (const Game& game : games) {
    INFO(game.id());
    Machine old_machine(game.program()), new_machine(game.program());
    REQUIRE(old_machine.use_v3(false));
    REQUIRE(new_machine.use_v3(true));
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      Random old_random(seed), new_random(seed);
      RandomChance old_chance(old_random), new_chance(new_random);
      old_machine.begin(old_chance);
      new_machine.begin(new_chance);
      const PlayoutEnd old_end = run_playout(old_machine, old_random, 150),
                       new_end = run_playout(new_machine, new_random, 150);
      CHECK(old_end.plies == new_end.plies);
      std::vector<Word> old_state, new_state;
      old_machine.store(old_state);
      new_machine.store(new_state);
      CHECK(old_state == new_state);
      CHECK(old_random.next() == new_random.next());
    }
  }
}

TEST_CASE("bench: games are the same without what makes rules quicker", "[bench]") {
  const auto checksum_of = [](const Game& game) {
    BenchPlayer player(game, {.seed = 9}, 100);
    for (std::uint64_t number = 0; number < 3; ++number) REQUIRE_FALSE(player.play(number));
    return player.tally().checksum;
  };
  for (const Game& game : {must(Game::bundled("laser_lawn")), must(Game::bundled("the_beam")), test::example("othello"),
                           test::example("breakthrough"), test::example("amazons")}) {
    for (const Lowerings off : {Lowerings().add(Lowering::lift), Lowerings().add(Lowering::products), Lowerings::all()}) {
      INFO(game.title());
      CHECK(checksum_of(must(built_without(game, off))) == checksum_of(game));
    }
  }
}

TEST_CASE("cli: bench has no error but that of the first game that has one", "[bench][cli]") {
  cli::Folder folder;
  const std::string path = folder.write(
      "wrong.glint",
      "game \"Wrong\"\nuse square\nplayers sun, moon\nboard square(3, 3)\nvar sum: 0..500 = 0\n"
      "move go \"{k}\" { pick k in 1..9; sum += k * k }\nplay { repeat { turn of each player { choose go } } }\n");
  const cli::Answer one = cli::glint({"bench", path, "--games", "50"});
  CHECK(one.status == 1);
  CHECK(one.err.find("outside its range 0..500") != std::string::npos);
  for (const char* threads : {"2", "5"})
    CHECK(cli::glint({"bench", path, "--games", "50", "--threads", threads}).err == one.err);
}

TEST_CASE("cli: bench fixes draws, and takes games or seconds", "[bench][cli]") {
  cli::Folder folder;
  const std::string path = folder.write(
      "drawn.glint",
      "game \"Drawn\"\nuse square\nplayers sun, moon\nboard square(3, 3)\nvar first: player = sun\n"
      "move go \"go\" { }\nplay { draw first in player; turn of first { choose go }; end : first wins }\n");
  const auto checksum = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"bench", path, "--games", "40", "--json"});
    return cli::glint(more).json()["checksum"];
  };
  const auto moon = checksum({"--draw", "first=moon"});
  CHECK(moon == checksum({"--draw", "first=moon"}));
  CHECK(moon != checksum({"--draw", "first=sun"}));
  CHECK(moon != checksum({}));
  CHECK(cli::glint({"bench", path, "--games", "1", "--seconds", "1"}).status == 2);
  CHECK(cli::glint({"bench", path, "--games", "0"}).status == 2);
  CHECK(cli::glint({"bench", path, "--games", "3"}).out.find("checksum ") != std::string::npos);
}

TEST_CASE("cli: a profile tells the lines that cost the time, and changes no game", "[bench][cli]") {
  cli::Folder folder;
  const std::string path = folder.write("slow.glint",
                                        "game \"Slow\"\n"
                                        "use square\n"
                                        "players sun, moon\n"
                                        "board square(8, 8)\n"
                                        "piece stone { look \"o\" }\n"
                                        "var all: 0..1000000 = 0\n"
                                        "move place \"{at}\" { pick at in empty; put stone on at }\n"
                                        "let pairs = sum c in stone : count d in cells : d.y > c.y\n"
                                        "play { repeat { turn of each player {\n"
                                        "  choose place\n"
                                        "  all = pairs\n"
                                        "} } }\n"
                                        "end when count(empty) < 10 : tie\n");
  const std::vector<std::string> line = {"bench", path, "--games", "4", "--json"};
  std::vector<std::string> profiled = line;
  profiled.push_back("--profile");
  const cli::Answer answer = cli::glint(profiled);
  INFO(answer.err);
  REQUIRE(answer.status == 0);
  const auto json = answer.json();
  CHECK(json["checksum"] == cli::glint(line).json()["checksum"]);
  CHECK_FALSE(cli::glint(line).json().contains("profile"));
  double shares = 0, before = 1;
  int placeless = 0, slow = 0;
  for (const auto& row : json["profile"]) {
    shares += row["share"].get<double>();
    CHECK(row["share"].get<double>() <= before);
    before = row["share"].get<double>();
    if (row["line"] == 8) {
      ++slow;
      CHECK(row["file"] == path);
      CHECK(row["text"].get<std::string>().rfind("let pairs = sum c", 0) == 0);
      CHECK(row["share"] > 0);
      CHECK(row["runs"] > 4 * 54 * 27);  // turns of the loop over stones
    }
    placeless += row["file"].is_null();
  }
  CHECK(shares == Approx(1));
  CHECK(placeless == 1);
  CHECK(slow == 1);

  // Lines of libraries, and what reactions cost on behalf of other lines; on several threads.
  const auto lawn = cli::glint({"bench", "laser_lawn", "--games", "6", "--profile", "--threads", "3", "--json"}).json();
  CHECK(lawn["checksum"] == cli::glint({"bench", "laser_lawn", "--games", "6", "--json"}).json()["checksum"]);
  bool has_library = false;
  for (const auto& row : lawn["profile"]) has_library = has_library || row["file"] == "<std>/light.glint";
  CHECK(has_library);
  const std::string text = cli::glint({"bench", path, "--games", "3", "--profile"}).out;
  // Lines of hardly any time are only counted, and on a busy machine any of them may be one.
  CHECK((text.find(path + ":8  let pairs = ") != std::string::npos || text.find(" more line") != std::string::npos));
  CHECK(text.find("outside the script: ") != std::string::npos);
}
