// The moves and draws that lead to an error, as its help tells them: at most twenty.
#include "interpreter/lab/search/moves_to_error.hpp"

#include <string>

#include "tests/catch.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;

BrokenRule broken(int moves, int draws, bool shortest) {
  BrokenRule rule;
  for (int i = 0; i < moves; ++i) rule.moves.push_back("m" + std::to_string(i));
  for (int i = 0; i < draws; ++i) rule.draws.emplace_back("card", std::to_string(i));
  rule.shortest = shortest;
  return rule;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("moves to an error: at most twenty of a line that may have a shorter one beside it", "[cli][budget]") {
  CHECK(moves_text(broken(0, 0, true)) == "this happens before the first move");
  CHECK(has(moves_text(broken(20, 0, false)), "m18; m19"));
  CHECK(moves_text(broken(21, 0, false)) == "`glint test GAME --explore` looks for the moves that lead here");
  CHECK(has(moves_text(broken(21, 0, true)), "m19; m20"));
}

TEST_CASE("moves to an error: at most twenty draws", "[cli][budget]") {
  const std::string at = moves_text(broken(1, 20, true)), past = moves_text(broken(1, 23, true));
  CHECK(has(at, "; `card` drawn as 19"));
  CHECK_FALSE(has(at, "more draws"));
  CHECK(has(past, "; `card` drawn as 19; and 3 more draws"));
  CHECK_FALSE(has(past, "drawn as 20"));
}

TEST_CASE("moves to an error: are looked for also where the whole script stands on its first line", "[cli]") {
  const Game game = test::script(
      "game \"One\"; use square; players sun, moon; board grid(2, 1); piece stone { look \"o\" }; var k: 0..3 = 0; "
      "move go \"go\" { k += 2 }; play { repeat { turn of each player { choose go } } }");
  Position position = test::must(game.start());
  test::play(position, "go");
  const std::optional<Error> error = position.play("go");
  REQUIRE(error.has_value());
  CHECK(error->line == 1);
  CHECK(has(with_moves(game, *error).help, "the moves that lead here: go; go"));
}
