// Learning from self-play: what follows from a seed, what is read of a position, and which games can be learnt.
#include <algorithm>
#include <cmath>
#include <string>

#include "interpreter/learn/self_play.hpp"
#include "interpreter/machine/playout.hpp"
#include "interpreter/players/player.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/stopping.hpp"

namespace {

using namespace glint;
using test::must;

std::vector<Weight> learnt(const Game& game, std::uint64_t seed, int games) {
  Learning learning(game, seed);
  for (int i = 0; i < games; ++i) REQUIRE_FALSE(learning.play());
  CHECK(learning.games() == static_cast<std::uint64_t>(games));
  return learning.values().weights;
}

std::string refusal(const Game& game) {
  const auto error = cannot_play({"learned", {1, 0}}, game);
  return error ? error->message : "";
}

}  // namespace

TEST_CASE("learn: a share is the logistic function, to one part in 10,000", "[learn]") {
  CHECK(share_of(0) == kWhole / 2);
  for (int sum = -20 * kUnit; sum <= 20 * kUnit; sum += 97) {
    const double exact = kWhole / (1 + std::exp(-static_cast<double>(sum) / kUnit));
    CHECK(std::abs(share_of(sum) - exact) < kWhole / 10'000.0);
    CHECK(share_of(sum) + share_of(-sum) == kWhole);
    CHECK(share_of(sum) <= share_of(sum + 1));
  }
}

TEST_CASE("learn: the same seed gives the same weights", "[learn][patient]") {
  const Game game = test::example("breakthrough");
  const std::vector<Weight> first = learnt(game, 1, 20);
  CHECK(learnt(game, 1, 20) == first);
  CHECK(learnt(game, 2, 20) != first);
  CHECK(learnt(game, 1, 21) != first);
  // The numbers themselves: they are the same on every machine.
  std::uint64_t hash = 0;
  for (const Weight weight : first) hash = Random(hash ^ static_cast<std::uint16_t>(weight)).next();
  CHECK(hash == 0xe68115537bfc4794);
}

TEST_CASE("learn: what was read before does not matter to a sum", "[learn]") {
  for (const Game& game : {test::example("breakthrough"), test::example("othello"), test::example("laser_chess"),
                           must(Game::bundled("laser_lawn")), test::example("draughts"), test::example("lines_of_action")}) {
    INFO(game.id());
    Learning learning(game, 1);
    for (int i = 0; i < 5; ++i) REQUIRE_FALSE(learning.play());
    const Values values = learning.values();
    Machine machine(game.program());
    std::vector<std::vector<Word>> states;
    for (std::uint64_t seed = 0; seed < test::scaled<std::uint64_t>(40, 4); ++seed) {
      Random random(seed);
      RandomChance chance(random);
      REQUIRE(machine.begin(chance) == Machine::Status::waiting);
      for (int ply = 0; ply < 200 && !machine.is_over(); ++ply) {
        machine.store(states.emplace_back());
        run_playout(machine, random, chance, 1);
      }
    }
    for (int mover = 0; mover < 2; ++mover) {
      Reading going_on(*values.terms, mover, values.weights.data());
      for (const std::vector<Word>& each : states) {
        Reading fresh(*values.terms, mover, values.weights.data());
        machine.load(each);
        const std::int32_t sum = going_on.sum(machine);
        machine.forget_all();  // traces that were followed
        REQUIRE(sum == fresh.sum(machine));
        std::vector<std::uint32_t> chosen, chosen_fresh;
        going_on.chosen(chosen);
        fresh.chosen(chosen_fresh);
        REQUIRE(chosen == chosen_fresh);
        std::int32_t added = 0;
        for (const std::uint32_t number : chosen) added += values.weights[number];
        REQUIRE(sum == added);
      }
    }
  }
}

TEST_CASE("learn: the lead by the script's own heuristic is a term, where there is one", "[learn]") {
  const auto leads = [](const Game& game) {
    const Terms terms(game);
    return std::count_if(terms.sites().begin(), terms.sites().end(), [](const Site& site) { return site.kind == Site::Kind::lead; });
  };
  CHECK(leads(test::example("breakthrough")) == 0);
  CHECK(leads(test::example("draughts")) == 1);  // a heuristic
  CHECK(leads(test::example("othello")) == 1);   // a score
}

TEST_CASE("learn: games in which players do not take turns, or do not see everything, are refused", "[learn]") {
  CHECK(refusal(must(Game::bundled("laser_lawn"))) == "");
  CHECK(refusal(must(Game::bundled("the_beam"))) == "`learned` cannot play this game: its players are a team, and `learned` needs two opponents");
  CHECK(refusal(must(Game::bundled("beams_boosters_barriers"))).find("`learned` cannot play this game: ") == 0);
  CHECK(refusal(test::example("einstein")).find("chance decides `") != std::string::npos);
  const auto of = [](const std::string& players, const std::string& rest) {
    return refusal(test::script("game \"G\"\nuse square\n" + players + "\nboard grid(2, 1)\nmove rest \"rest\" { }\n" + rest));
  };
  const std::string turns = "play { repeat { turn of each player { choose rest } } }\n";
  CHECK(of("players a, b, c", turns) == "`learned` cannot play this game: it has 3 players, and `learned` needs two opponents");
  CHECK(of("players a, b", "var x: 0..3 = 0 seen by {a}\n" + turns) ==
        "`learned` cannot play this game: it has secrets (`seen by`), and `learned` must see everything");
  CHECK(of("players a, b", "play { repeat { together { choose rest } } }\n") ==
        "`learned` cannot play this game: its players choose simultaneously (`together`), and `learned` needs turns");
  CHECK(of("players a, b", turns) == "");
}

TEST_CASE("learn: a host that stops ends the game that is played", "[learn]") {
  const auto asked = std::make_shared<test::Asked>();
  const std::string text = test::kSlow;
  std::string turns = text;
  turns.replace(turns.find("draw paces in 1..3; "), 20, "");
  const Game game = must(Game::from_text(turns, "slow.glint", {}, nullptr, test::asking(asked)));
  Learning learning(game, 1);
  REQUIRE_FALSE(learning.play());
  const std::vector<Weight> before = learning.values().weights;
  asked->stops_at = asked->times;
  const auto error = learning.play();
  REQUIRE(error);
  CHECK(error->code == "G0614");
  CHECK(learning.games() == 1);
  CHECK(learning.values().weights == before);
}
