// Ladders: the interval of shares with ties, the depth that follows from rungs, and that a rung is a study.
#include <cmath>

#include <nlohmann/json.hpp>

#include "interpreter/cli/report/ladder.hpp"
#include "interpreter/lab/study/ladder.hpp"
#include "interpreter/lab/study/study.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::must;

Rung rung(double share, double low, double high) {
  Rung one;
  one.games = 100;
  one.share = share;
  one.interval = {low, high};
  return one;
}

}  // namespace

TEST_CASE("ladder: the interval of a share with ties holds it in 95 of 100 studies, whatever the ties",
          "[lab][study]") {
  for (const int games : {6, 24}) {
    std::vector<Interval> interval;  // by won and tied
    const auto at = [&](int won, int tied) { return static_cast<std::size_t>(won * (games + 1) + tied); };
    interval.resize(static_cast<std::size_t>((games + 1) * (games + 1)));
    for (int won = 0; won <= games; ++won)
      for (int tied = 0; won + tied <= games; ++tied)
        interval[at(won, tied)] = share_with_ties(static_cast<std::uint64_t>(won), static_cast<std::uint64_t>(tied),
                                                  static_cast<std::uint64_t>(games));
    const auto power = [](double p, int n) { return n == 0 ? 1.0 : std::pow(p, n); };
    for (int i = 1; i < 40; ++i)
      for (int j = 0; j <= 8; ++j) {
        const double share = i / 40.0, ties = j / 8.0 * 2 * std::min(share, 1 - share);
        const double wins = share - ties / 2, losses = std::max(0.0, 1 - wins - ties);
        double covered = 0;
        for (int won = 0; won <= games; ++won)
          for (int tied = 0; won + tied <= games; ++tied) {
            const Interval& one = interval[at(won, tied)];
            if (share < one.low || share > one.high) continue;
            const int lost = games - won - tied;
            const double ways =
                std::exp(std::lgamma(games + 1) - std::lgamma(won + 1) - std::lgamma(tied + 1) - std::lgamma(lost + 1));
            covered += ways * power(wins, won) * power(ties, tied) * power(losses, lost);
          }
        INFO(games << " games, share " << share << ", ties " << ties);
        CHECK(covered >= 0.95);
      }
  }
  CHECK(share_with_ties(7, 0, 20) == clopper_pearson(7, 20));
  CHECK(share_with_ties(0, 2, 2).low < 0.5);
  CHECK(share_with_ties(0, 2, 2).high > 0.5);
}

TEST_CASE("ladder: the depth is the rungs in a row, between those that are sure", "[lab][study]") {
  const Rung sure = rung(0.9, 0.8, 0.95), likely = rung(0.8, 0.7, 0.9), hardly = rung(0.7, 0.6, 0.8),
             not_any_more = rung(0.6, 0.5, 0.7);
  Depth depth = depth_of({sure, sure, likely, hardly, not_any_more});
  CHECK(depth.doublings == 3);
  CHECK(depth.low == 2);
  CHECK(depth.high == 4);
  CHECK_FALSE(depth.is_open);
  depth = depth_of({sure, likely, sure});
  CHECK(depth.doublings == 3);
  CHECK(depth.low == 1);
  CHECK_FALSE(depth.high);
  CHECK(depth.is_open);
  depth = depth_of({not_any_more});
  CHECK(depth.doublings == 0);
  CHECK(depth.low == 0);
  CHECK(depth.high == 0);
  depth = depth_of({sure, hardly});
  CHECK(depth.doublings == 1);
  CHECK_FALSE(depth.high);
  CHECK_FALSE(depth.is_open);
}

TEST_CASE("cli: study --ladder climbs until more effort surely wins too little, and each rung is a study", "[study][cli]") {
  // Who begins draws a number and wins with a high one: thinking changes nothing.
  const cli::Folder folder;
  const std::string luck = folder.write("luck.glint", R"(game "Luck"
use square
players a, b
board grid(1, 1)
var drawn: 0..1 = 0
move wait "wait" { }
move rest "rest" { }
play {
  turn of a { choose wait or rest }
  draw drawn in 0..1
  end when drawn == 0 : a wins
  end : b wins
}
)");
  std::vector<std::string> line = {"study", luck, "--ladder", "--seat", "*=mcts:1", "--games", "100", "--json"};
  const cli::Answer none = cli::glint(line);
  INFO(none.err);
  REQUIRE(none.status == 0);
  line.insert(line.end(), {"--threads", "3"});
  CHECK(cli::glint(line).out == none.out);
  CHECK(none.json()["from"] == "mcts:1");
  REQUIRE(none.json()["rungs"].size() == 3);
  CHECK(none.json()["rungs"][0]["wins_three_in_four"] == "no");
  CHECK(none.json()["rungs"][2]["bot"] == "mcts:8");
  CHECK(none.json()["against_random"]["games"] == 100);
  CHECK(none.json()["against_random"]["share"].get<double>() < 0.7);
  CHECK(none.json()["seats"] == "");
  CHECK(none.json()["depth"]["doublings"] == 0);
  CHECK(none.json()["depth"]["high"] == 0);

  const std::vector<std::string> lawn = {"study", "laser_lawn",  "--ladder", "--seat", "*=mcts:2", "--games",
                                         "10",    "--doublings", "2",        "--seed", "5"};
  std::vector<std::string> more = lawn;
  more.insert(more.end(), {"--json", "--html", folder / "ladder.html"});
  const auto json = cli::glint(more).json();
  REQUIRE(json["rungs"].size() >= 1);
  for (const auto& rung : json["rungs"]) {
    const auto study =
        cli::glint({"study", "laser_lawn", "--rotate", "--seat", "sun=" + rung["bot"].get<std::string>(), "--seat",
                    "moon=" + rung["against"].get<std::string>(), "--games", "10", "--json", "--seed",
                    std::to_string(rung["seed"].get<std::uint64_t>())})
            .json();
    double stronger = 0, ties = 0;
    for (const auto& measure : study["measures"]) {
      if (measure["id"] == "bot.1") stronger = measure["value"];
      if (measure["id"] == "ties") ties = measure["value"];
      if (measure["id"] == "first_player_advantage") CHECK(measure["value"] == rung["first_player_advantage"]["value"]);
      if (measure["id"] == "length") CHECK(measure["value"] == rung["length"]["value"]);
    }
    CHECK(rung["share"].get<double>() == Approx(stronger + ties / 2));
  }
  const std::string page = cli::read_file(folder / "ladder.html");
  CHECK(page.find("<!DOCTYPE html>") == 0);
  CHECK(page.find("<p class=\"verdict\">From mcts:2, ") != std::string::npos);
  CHECK(page.find("<h2>Each doubling of effort") < page.find("<h2>How this was played"));
  CHECK(page.find("<svg class=\"plot\"") != std::string::npos);
  const cli::Answer words = cli::glint(lawn);
  CHECK(words.out.find("\n\nFrom mcts:2, ") < words.out.find("  bot "));
  CHECK(words.out.find("  mcts:4   mcts:2    ") != std::string::npos);
}

TEST_CASE("cli: study --ladder warns where the seat decides", "[study][cli]") {
  const cli::Folder folder;
  const std::string game = folder.write("seat.glint", R"(game "Seat"
use square
players a, b
board grid(1, 1)
move wait "wait" { }
move rest "rest" { }
play { turn of a { choose wait or rest }; turn of b { choose wait or rest }; end : a wins }
)");
  const cli::Answer answer = cli::glint({"study", game, "--ladder", "--seat", "*=mcts:1", "--games", "40", "--threads", "1"});
  INFO(answer.out);
  CHECK(answer.out.find("The seat decides much, whatever the effort") != std::string::npos);
  CHECK(answer.out.find("mcts:1 wins 50.0 % (") != std::string::npos);
}

TEST_CASE("ladder: its verdict names the doublings and the interval of their number", "[lab][study]") {
  const auto text = [](int doublings, int low, std::optional<int> high, bool is_open) {
    return cli::ladder_verdict({doublings, low, high, is_open}, "mcts:16", 1200);
  };
  CHECK(text(0, 0, 1, false) ==
        "From mcts:16, no doubling of effort wins three games in four (95 % confidence interval 0 to 1 doublings), in "
        "1,200 games for each doubling.");
  CHECK(text(0, 0, 0, false) ==
        "From mcts:16, no doubling of effort wins three games in four (with 95 % confidence), in 1,200 games for each "
        "doubling.");
  CHECK(text(1, 0, 2, false).find("From mcts:16, 1 doubling of effort wins three games in four") == 0);
  CHECK(text(3, 2, std::nullopt, true) ==
        "From mcts:16, at least 3 doublings of effort in a row each win three games in four (95 % confidence interval 2 "
        "or more doublings), in 1,200 games for each doubling.");
}

TEST_CASE("cli: study --ladder says for what it cannot be", "[study][cli]") {
  const auto wrong = [](std::vector<std::string> line, const std::string& what) {
    line.insert(line.begin(), "study");
    line.push_back("--ladder");
    const cli::Answer answer = cli::glint(line);
    INFO(answer.err);
    CHECK(answer.status == 2);
    CHECK(answer.out.empty());
    CHECK(answer.err.find(what) != std::string::npos);
  };
  wrong({"the_beam"}, "has no ladder: its players are one team, without an opponent");
  wrong({"laser_lawn", "--seat", "*=greedy"}, "needs the same bot in all seats: `mcts` with a number of iterations");
  wrong({"laser_lawn", "--seat", "*=mcts:1s"}, "needs the same bot in all seats: `mcts` with a number of iterations");
  wrong({"laser_lawn", "--seat", "sun=mcts:32"}, "needs the same bot in all seats: `mcts` with a number of iterations");
  wrong({"laser_lawn", "--until", "length within 1"}, "--ladder is a separate kind of study");
  wrong({"laser_lawn", "--show", "1"}, "--show and --ladder exclude each other");
  wrong({"laser_lawn", "--doublings", "40"}, "cannot be doubled 40 times");
}
