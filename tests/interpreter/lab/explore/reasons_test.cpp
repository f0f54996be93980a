// Why variants are left out, in whole explorations; and what the report says of a ranking that flips.
#include <filesystem>
#include <string>

#include "tests/catch.hpp"
#include "tests/interpreter/lab/explore/stones.hpp"
#include "tests/support/cli_run.hpp"

namespace {

using namespace glint;

cli::Answer explored(const cli::Folder& folder, const char* text, std::vector<std::string> more) {
  more.insert(more.end(), {"--keep", "3"});
  return test::explored(folder.write("game.glint", text), more);
}

/// The columns of a stage: how many variants came, how many remained, the games, and why others were left out.
bool has_stage(const std::string& report, const std::string& name, const std::string& reasons) {
  const std::size_t at = report.find("\n  " + name + " ");
  return at != std::string::npos && report.substr(at, report.find('\n', at + 1) - at).find("   " + reasons) != std::string::npos;
}

}  // namespace

TEST_CASE("explore: variants whose rules fail are left out where it is seen") {
  const cli::Folder folder;
  const cli::Answer answer =
      explored(folder, R"(/// Take as little as you can.
game "Little"
use square
players sun, moon
board grid(3, 1)
var held[p: player]: 0..18 = 0
move take "take {number}" {
  pick number in 1..3
  held[me] += number
}
play {
  for round in 1..6 { turn of each player { choose take } }
  end : score
}
score p = 18 - held[p]
)",
               {"--want", "length 8..14", "--vary", "numbers", "--budget", "2000", "--candidates", "12"});
  INFO(answer.out);
  CHECK(has_stage(answer.out, "random games", "3 breaks"));
  CHECK(has_stage(answer.out, "race", "1 breaks, 5 outranked"));
  CHECK(answer.out.find("breaks: this becomes 19, outside its range 0..18)\n") != std::string::npos);
}

TEST_CASE("explore: who is first is not asked where nobody is") {
  const cli::Folder folder;
  const std::string path = folder.write("game.glint", R"(/// Both take at once.
game "Together"
use square
players sun, moon
board grid(3, 1)
var held[p: player]: 0..99 = 0
move take "take {number}" { pick number in 1..3; held[me] += number }
play { for round in 1..6 { together { choose take } }; end : score }
score p = held[p]
)");
  const cli::Answer answer = cli::glint({"explore", path, "--want", "first_advantage within 3%", "--budget", "2000"});
  CHECK(answer.status == 2);
  CHECK(answer.err.find("has no measure `first_player_advantage`") != std::string::npos);
  CHECK(answer.err.find("`wins.sun`") != std::string::npos);
}

TEST_CASE("explore: every value of an option is tried, and what is not decided is called so") {
  const cli::Folder folder;
  const cli::Answer answer = explored(folder, R"(/// Who begins has the larger numbers; the other one begins with `komi`.
game "Plant"
use square
players sun, moon
option komi: 0..12 = 0
board grid(3, 1)
var points[p: player]: 0..99 = 0
move take "take {number}" { pick number in 1..6; points[me] += number + (if me == sun then 2 else 0) }
setup { points[moon] = komi }
play { for round in 1..3 { turn of each player { choose take } }; end : score }
score p = points[p]
)",
                                      {"--want", "first_advantage within 5%", "--vary", "option komi", "--budget", "4000"});
  INFO(answer.out);
  CHECK(answer.out.find("Plant: 12 variants") == 0);
  CHECK(answer.out.find("The option `komi` is 6 instead of 0") != std::string::npos);
  CHECK(answer.out.find("but that is not decided (loss at most ") != std::string::npos);
}

TEST_CASE("explore: the report says when the ranking flips with fresh games") {
  const cli::Folder folder;
  const auto verdict = [&](const char* seed) {
    return explored(folder, test::kStones,
                    {"--want", "length 5..5", "--want", "first_player_advantage within 1%", "--budget", "700",
                     "--candidates", "8", "--seed", seed})
        .out;
  };
  const std::string one = verdict("1"), other = verdict("51");
  INFO(one + other);
  CHECK(one.find("It led the race, too.") != std::string::npos);
  CHECK(other.find("The ranking flips with fresh games: `") != std::string::npos);
  CHECK(other.find("led the race and is now number 3; these games do not show that the difference is real.") !=
        std::string::npos);
}

TEST_CASE("explore: with one finalist nothing is said of an order") {
  const cli::Folder folder;
  const cli::Answer one = cli::glint({"explore", folder.write("stones.glint", test::kStones), "--want", "length 5..5",
                                      "--budget", "700", "--candidates", "8", "--keep", "1", "--threads", "1"});
  INFO(one.out + one.err);
  REQUIRE(one.status == 0);
  CHECK(one.out.find("It led the race") == std::string::npos);
}
