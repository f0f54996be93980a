// Learned values as a script ask whether to stop while the terms are chosen, which plays nothing.
#include <memory>

#include "interpreter/learn/as_script.hpp"
#include "interpreter/learn/self_play.hpp"
#include "tests/catch.hpp"
#include "tests/support/stopping.hpp"

using namespace glint;

TEST_CASE("stop: terms of a learned value are chosen in parts", "[stop][learn]") {
  const auto asked = std::make_shared<test::Asked>();
  const Game game = test::must(test::stoppable(test::asking(asked), R"(
game "Row"
use square
players sun, moon
board grid(4, 1)
piece stone of player { look "{owner:1}" }
move place "{at}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
end when count(stone) == 4 : (if a1 in stone of sun then sun else moon) wins
)"));
  Learning learning(game, 1);
  for (int played = 0; played < 30; ++played) REQUIRE_FALSE(learning.play().has_value());
  const LearnedValues learned{learning.values(), learning.games(), 1, {}};
  *asked = {};
  const Result<std::string> whole = as_script(learned);
  REQUIRE(whole.ok());
  const std::uint64_t times = asked->times;
  // The same games, without what follows.
  *asked = {};
  Learning games(game, 1, &learned);
  std::size_t positions = 0;
  while (positions < 8000) REQUIRE_FALSE(games.play([&](Machine&, std::int32_t) { ++positions; }).has_value());
  const std::uint64_t of_games = asked->times;
  INFO(times << " times, " << of_games << " of them in games");
  CHECK(times > of_games + 5);
  *asked = {of_games + 3, 0};
  const Result<std::string> stopped = as_script(learned);
  REQUIRE_FALSE(stopped.ok());
  CHECK(stopped.errors()[0].code == "G0614");
  CHECK(asked->times <= of_games + 5);
}
