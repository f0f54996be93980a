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
  CHECK(answer.out.find("breaks: this becomes 19, outside its range 0..18\n") != std::string::npos);
}

TEST_CASE("explore: the report says who is first where nobody is") {
  const cli::Folder folder;
  const std::string page = folder / "found.html";
  const std::vector<std::string> words = {"--want",       "length 8..14",
                                          "--want",       "first_advantage within 3%",
                                          "--vary",       "numbers",
                                          "--budget",     "2000",
                                          "--candidates", "8",
                                          "--html",       page};
  const cli::Answer answer = explored(folder, R"(/// Both take at once, as little as they can.
game "Little Together"
use square
players sun, moon
board grid(3, 1)
var held[p: player]: 0..99 = 0
move take "take {number}" {
  pick number in 1..3
  held[me] += number
}
play {
  for round in 1..6 { together { choose take } }
  end : score
}
score p = if held[sun] + held[moon] > 20 and held[sun] + held[moon] < 24 then 0 else 99 - held[p]
)",
                                      words);
  CHECK(answer.out.find("first_player_advantage      0.0 points   nobody is first, as all choose together\n") !=
        std::string::npos);
  CHECK(cli::read_file(page).find("0.0 points<br><span>nobody is first, as all choose together</span>") !=
        std::string::npos);
}

TEST_CASE("explore: the report says when the ranking flips with fresh games") {
  const cli::Folder folder;
  const auto verdict = [&](const char* seed) {
    return explored(folder, test::kStones,
                    {"--want", "length 5..5", "--want", "first_player_advantage within 1%", "--budget", "700",
                     "--candidates", "8", "--seed", seed})
        .out;
  };
  const std::string one = verdict("1"), other = verdict("18");
  INFO(one + other);
  CHECK(one.find("It led the race, too.") != std::string::npos);
  CHECK(other.find("The ranking flips with fresh games: `") != std::string::npos);
  CHECK(other.find("led the race and is now 3rd; these games do not show that the difference is real.") !=
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
