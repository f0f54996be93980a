// First moves compared game by game: how often the intervals hold, that the same seeds make them sharper, and the
// command.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "interpreter/lab/study/card.hpp"
#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/scale.hpp"

namespace {

using namespace glint;

/// Points of six kinds for the first move, then a roll of each player.
const std::string kRolls = R"(game "Rolls"
use square
players sun, moon
board grid(3, 1)
var points[player]: -99..999 = 0
move open "open {k}" { pick k in 1..6; points[me] += BONUS }
move go "go {k}" { pick k in 1..9 }
play {
  turn of sun { choose open }
  turn of moon { choose go }
  draw a in 1..60
  draw b in 1..60
  points[sun] += a
  points[moon] += b
  end : score
}
score p = points[p]
)";

std::string rolls(const std::string& bonus) {
  std::string text = kRolls;
  return text.replace(text.find("BONUS"), 5, bonus);
}

nlohmann::json openings(const std::string& script, std::vector<std::string> more) {
  const cli::Folder folder;
  std::vector<std::string> words = {"study", folder.write("game.glint", script), "--json", "--openings", "--threads",
                                    "1"};
  words.insert(words.end(), more.begin(), more.end());
  const cli::Answer answer = cli::glint(words);
  INFO(answer.err);
  REQUIRE(answer.status == 0);
  return answer.json();
}

/// Results of games whose outcomes go together: of each game's luck this share is common to all first moves.
struct Made {
  std::vector<std::vector<double>> results;
  std::vector<double> ahead;  // what is true
};
Made made(Random& random, const std::vector<double>& chances, int games, double common) {
  const auto uniform = [&] { return static_cast<double>(random.next() >> 11) / 9007199254740992.0; };
  Made made{std::vector<std::vector<double>>(chances.size()), {}};
  double all = 0;
  for (const double chance : chances) all += chance;
  for (const double chance : chances)
    made.ahead.push_back(chance - (all - chance) / static_cast<double>(chances.size() - 1));
  for (int game = 0; game < games; ++game) {
    const double shared = uniform();
    for (std::size_t k = 0; k < chances.size(); ++k) {
      const double own = uniform(), luck = own < common ? shared : uniform();
      // A tenth of the chance of a win is of ties, which are worth half.
      made.results[k].push_back(luck < 0.9 * chances[k] ? 1 : luck < 1.1 * chances[k] ? 0.5 : 0);
    }
  }
  return made;
}

}  // namespace

TEST_CASE("openings: all differences are in their intervals in 95 of 100 studies", "[lab][study]") {
  const Game game = test::script(rolls("0"));
  const std::vector<std::int64_t> keys = {opening_of(0, 1), opening_of(0, 2), opening_of(0, 3),
                                          opening_of(0, 4), opening_of(0, 5), opening_of(0, 6)};
  const int studies = std::max(60, glint::test::scaled(2000));
  for (const auto& [common, games] :
       {std::pair(0.0, 20), std::pair(0.0, 100), std::pair(0.9, 20), std::pair(0.9, 100)}) {
    Random random(static_cast<std::uint64_t>(games));
    int held = 0;
    double width = 0;
    for (int study = 0; study < studies; ++study) {
      const Made one = made(random, {0.5, 0.5, 0.45, 0.55, 0.8, 0.1}, games, common);
      bool all = true;
      for (const Group& group : compared_openings(game, keys, one.results)) {
        const auto k = static_cast<std::size_t>(group.name.back() - '1');
        all = all && group.ahead->interval.low <= one.ahead[k] + 1e-9 &&
              one.ahead[k] - 1e-9 <= group.ahead->interval.high;
        width += group.ahead->interval.high - group.ahead->interval.low;
      }
      held += all;
    }
    INFO("common " << common << ", games " << games << ": held " << held << " of " << studies << ", width "
                   << width / (6 * studies));
    CHECK(held >= 0.95 * studies - 3 * std::sqrt(0.05 * 0.95 * studies));
    // What goes together cancels out.
    if (games == 100) CHECK((width / (6 * studies) < 0.22) == (common > 0));
  }
}

TEST_CASE("openings: each first move plays the same games, so that chance cancels out", "[lab][study]") {
  // One point of sixty is worth little, and is seen, because both play with the same rolls.
  const nlohmann::json one = openings(rolls("if k == 4 then 1 else 0"), {"--games", "200"});
  REQUIRE(one["openings"].size() == 6);
  const nlohmann::json& best = one["openings"][0];
  CHECK(best["name"] == "`open` with k = 4");
  CHECK(best["ahead"]["high"].get<double>() - best["ahead"]["low"].get<double>() < 0.1);
  for (std::size_t i = 2; i < 6; ++i)
    CHECK(one["openings"][i]["ahead"]["value"] == one["openings"][1]["ahead"]["value"]);
  // Random players who choose more often draw no other rolls: chance has a stream of its own.
  const std::string longer = "if k == 4 then 1 else 0; is_long = k <= 3";
  std::string script = rolls(longer);
  const std::string go = "  turn of moon { choose go }\n", var = "var points";
  script.insert(script.find(go), go.substr(0, 2) + "if is_long { turn of moon { choose go } }\n");
  script.insert(script.find(var), "var is_long: flag = off\n");
  const nlohmann::json two = openings(script, {"--games", "200"});
  for (std::size_t i = 0; i < 6; ++i) CHECK(two["openings"][i]["ahead"] == one["openings"][i]["ahead"]);
  // What is worth much is a problem, also where the bots always begin alike.
  for (const std::string bot : {"random", "greedy"}) {
    const nlohmann::json much = openings(rolls("if k == 4 then 50 else 0"), {"--games", "200", "--seat", "*=" + bot});
    CHECK(much["openings"][0]["name"] == "`open` with k = 4");
    CHECK(much["openings"][0]["ahead"]["low"].get<double>() > 0.2);
    for (const auto& one : much["card"])
      if (one["id"] == "opening") CHECK(one["level"] == "problem");
  }
  // What changes nothing is no good news.
  const nlohmann::json nothing = openings(rolls("0"), {"--games", "200"});
  for (const auto& line : nothing["card"])
    if (line["id"] == "opening") {
      CHECK(line["level"] == "note");
      CHECK(line["text"].get<std::string>().find("the first move changes nothing: after each of 6 first moves") == 0);
    }
  CHECK(cli::glint({"study", "the_beam", "--openings"}).status == 2);
  // All choose together.
  CHECK(cli::glint({"study", "beams_boosters_barriers", "--openings", "--games", "10"}).status == 2);
  CHECK(cli::glint({"study", "laser_lawn", "--openings", "--ladder"}).status == 2);
}
