// What an exploration looks at, and how its budget is shared out.

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <sstream>
#include <string>

#include <nlohmann/json.hpp>

#include "interpreter/cli/exploring/explore_host.hpp"
#include "interpreter/lab/explore/explore.hpp"
#include "tests/catch.hpp"
#include "tests/interpreter/lab/explore/stones.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::explored;
using test::kStones;

}  // namespace

TEST_CASE("explore: when pairs are used up, more changes are made together") {
  const VariedParent parent(test::script(kStones), "stones");
  const std::vector<Made> some = made_variants(parent, {{"most", "turns"}, {}}, 1, 400);
  std::size_t longest = 0;
  for (const Made& one : some) longest = std::max(longest, one.size());
  CHECK(longest <= kMostTogether);
  const std::vector<Made> all = made_variants(parent, {}, 1, 3000);
  CHECK(std::any_of(all.begin(), all.end(), [](const Made& one) { return one.size() > 2; }));
}

TEST_CASE("explore: a setting is a default of every variant, and does not vary") {
  const cli::Folder folder;
  const std::string script = folder.write("stones.glint", kStones);
  const cli::Answer answer =
      explored(script, {"--set", "most=3", "--want", "length 4..6", "--budget", "1400", "--candidates", "12", "--keep",
                        "3", "--out", folder / "found", "--json"});
  CHECK(answer.out.find("The option `most` is 4") == std::string::npos);
  int found = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "found"))
    if (entry.path().filename().string().rfind("stones_0", 0) == 0) {
      ++found;
      CHECK(cli::read_file(entry.path().string()).find("\noption most = 3\n") != std::string::npos);
      CHECK(cli::glint({"check", entry.path().string()}).status == 0);
    }
  CHECK(found >= 2);
}

TEST_CASE("explore: all stages together keep to the budget, and the race gets at least a quarter of it") {
  for (const std::uint64_t games : {500u, 1000u, 5000u, 10'000u, 100'000u, 10'000'000u}) {
    ExplorePlan plan;
    plan.games = games;
    CHECK(fewest_games(plan) <= games);
    const Allotment shares = allotment_of(plan);
    const std::uint64_t culling = (shares.candidates + 1) * (ExplorePlan::kRandomGames + ExplorePlan::kRacerGames);
    CHECK(culling + shares.race + shares.fresh * (shares.kept + 1) <= games);
    CHECK(4 * shares.race >= games);
  }
  const cli::Folder folder;
  const std::string script = folder.write("stones.glint", kStones);
  for (const char* budget : {"500", "3000"}) {
    const cli::Answer answer = explored(script, {"--want", "length 4..6", "--budget", budget, "--json"});
    const std::string games = "\n  \"games\": ";
    const std::size_t at = answer.out.find(games);
    REQUIRE(at != std::string::npos);
    const unsigned long long played = std::stoull(answer.out.substr(at + games.size()));
    INFO(played << " games of " << budget);
    CHECK(played <= std::stoull(budget) * 11 / 10);
    CHECK(played >= std::stoull(budget) / 2);
  }
}

TEST_CASE("explore: a budget of time is about so many games, and the same number gives the same") {
  const cli::Folder folder;
  const std::string script = folder.write("stones.glint", kStones);
  const auto run = [&](const std::string& budget) {
    return cli::glint({"explore", script, "--want", "length 4..6", "--candidates", "3", "--keep", "1", "--budget", budget, "--json"});
  };
  cli::Answer timed = run("1s");
  for (const char* longer : {"5s", "25s"})  // a slow machine plays too few games in a second, and says so
    if (timed.status != 0) timed = run(longer);
  INFO(timed.err);
  REQUIRE(timed.status == 0);
  const std::uint64_t games = timed.json()["budget"];
  CHECK(games >= ExplorePlan::kFewestGames);
  CHECK(timed.err == "--budget " + std::to_string(games) + " is about what that time allows\n");
  CHECK(run(std::to_string(games)).out == timed.out);
  CHECK(run("5").err.find("5 games are too few") != std::string::npos);
  CHECK(run("soon").err.find("--budget takes a time above 0, up to a day, or a number of games, found `soon`") != std::string::npos);
}

TEST_CASE("explore: fresh games are others than those of the race") {
  const VariedParent parent(test::script(kStones), "stones");
  ExplorePlan plan;
  plan.wants = {*read_want("length 4..6")};
  plan.games = 500;
  plan.kept = 1;
  plan.racer = "random";
  std::ostringstream nowhere;
  cli::Console console{std::cin, nowhere, nowhere};
  cli::ThreadedHost host(parent.game(), parent.of(), {}, 1, console);
  const Exploration found = explore(parent, plan, host);
  CHECK(found.race_plan.seed == 1);
  CHECK(found.fresh_plan.seed != 1);
  for (const Finalist& one : found.finalists) {
    CHECK(one.fresh.games > 0);
    CHECK(one.fresh.checksum != found.candidates[one.number].raced.checksum);
  }
}

TEST_CASE("explore: what the game itself is at fault for is no reason to leave out its variants") {
  // Only those who try to end this game.
  const cli::Folder folder;
  const std::string script = folder.write("walk.glint", R"(/// Walk to the far corner.
game "Walk"
use square
players sun, moon
board grid(6, 6)
piece man of player { look "{owner:1}" }
setup { put man(owner = sun) on a1; put man(owner = moon) on f6 }
let goal[p: player]: cell = if p == sun then f6 else a1
move go "{from}-{to}" {
  pick from in man of me
  pick to in from + around & empty
  move from to to
}
play { repeat { turn of each player { choose go } } }
end for p in player when man of p == goal[p] : p wins
score p = 10 - (count c in cells : c in man of p and c.x + c.y < 12)
heuristic p = count c in man of p : c.x + c.y > 6
)");
  const cli::Answer answer = explored(script, {"--want", "branching_factor at least 4", "--budget", "800",
                                               "--candidates", "8", "--keep", "3", "--max-plies", "12"});
  INFO(answer.out);
  CHECK(answer.out.find("Walk itself would be left out, were it a variant (never ends)") != std::string::npos);
  CHECK(answer.out.find("\nThe best variants") != std::string::npos);

  // A game that nobody has ended may be another one if it ends in another way.
  const cli::Answer ends = explored(script, {"--want", "branching_factor at least 4", "--vary", "ends", "--budget",
                                             "800", "--candidates", "4", "--keep", "3", "--max-plies", "6", "--json"});
  INFO(ends.out);
  CHECK(ends.out.find("the result is `p loses`") != std::string::npos);
  CHECK(ends.out.find("same play") == std::string::npos);
}

TEST_CASE("explore: a change that changes nothing together with the others is not kept") {
  // A game of nine stones never takes twenty decisions. Pairs are made when each change has been made alone.
  const cli::Folder folder;
  const std::string script = folder.write("stones.glint", kStones);
  const cli::Answer answer = explored(script, {"--want", "length 6..7", "--budget", "12000", "--candidates", "150",
                                               "--keep", "8", "--out", folder / "found", "--json"});
  const std::size_t begin = answer.out.find("\"finalists\""), end = answer.out.find("\"left_out\"", begin);
  REQUIRE(begin < end);
  const std::string finalists = answer.out.substr(begin, end - begin);
  INFO(finalists);
  CHECK(finalists.find("The width of the board is 10 instead of 9.\"") != std::string::npos);
  CHECK(finalists.find("The game ends after") == std::string::npos);
  for (const auto& entry : std::filesystem::directory_iterator(folder / "found"))
    if (entry.path().extension() == ".glint") {
      const std::string text = cli::read_file(entry.path().string());
      if (text.find("grid(10, 1)") != std::string::npos) CHECK(text.find("decisions ==") == std::string::npos);
    }
}
