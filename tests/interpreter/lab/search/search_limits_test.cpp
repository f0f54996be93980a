// The limits of searches (lang/reference/speed.md): at each they answer, past it they say why not.
#include <string>

#include "glint/glint.hpp"
#include "interpreter/lab/search/error_search.hpp"
#include "interpreter/players/player.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/scale.hpp"

namespace {

using namespace glint;
using test::must;

/// One choice of `first * second + more` moves, none of which ends the game.
Position choice_of(int first, int second, const std::string& more = "", const std::string& players = "sun") {
  return must(test::script("game \"Many\"\nuse square\nplayers " + players + "\nboard grid(1, 1)\nvar left: 0..9 = 3\n"
                           "move say \"{a} {b}\" { pick a in 1.." + std::to_string(first) + "; pick b in 1.." +
                           std::to_string(second) + "; left -= 1 }\nmove pass \"pass\" { left -= 1 }\n"
                           "end when left == 0 : tie\nplay { repeat { turn of each player { choose say" + more + " } } }\n")
                  .start());
}

}  // namespace

TEST_CASE("search limits: as many moves of one position as `solve` can try, and one more", "[solve][budget]") {
  const SolveOptions options{.limit = 2};
  const Position most = choice_of(65'535, 65'537);
  CHECK(must(most.count_moves()) == 4'294'967'295);
  CHECK(must(solve(most, options)).complete == false);
  const auto refused = solve(choice_of(65'536, 65'536), options);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.errors()[0].code == "G0605");
  CHECK(refused.errors()[0].message.find("4294967296 moves can be chosen here, more than `solve` can try") !=
        std::string::npos);
}

TEST_CASE("search limits: as many moves at one choice as `greedy` and `alphabeta` try, and one more", "[players][budget]") {
  for (const char* const bot : {"greedy", "alphabeta:1"}) {
    const Position more = choice_of(1000, 1000, " or pass", "sun, moon");
    CHECK(must(more.count_moves()) == 1'000'001);
    const auto refused = must(make_player(bot, 1, more.game()))->choose(more);
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.errors()[0].code == "G0605");
    if (test::scale() < 1) continue;  // a million moves take a second
    const Position most = choice_of(1000, 1000, "", "sun, moon");
    CHECK(must(make_player(bot, 1, most.game()))->choose(most).ok());
  }
}

TEST_CASE("search limits: a random game that looks for errors ends after many draws", "[budget][invariants]") {
  const Game game = test::script("game \"Drawn\"\nuse square\nplayers sun, moon\nboard grid(3, 3)\nvar d: cell = a1\nmove go \"go\" { }\n"
                                 "play { repeat { for i in 1..30000 { draw d in cells }; turn of sun { choose go } } }\n");
  StartOptions waiting;
  waiting.wait_at_draws = true;
  const Position start = must(game.start(waiting));
  Machine machine(game.program());
  const RandomLine line = random_line(machine, start, 1, 1000, UINT64_MAX, 1);
  CHECK(line.draws.size() == 3 * 120'000);  // words
  CHECK(line.moves.size() == 3);
  CHECK_FALSE(line.failure.has_value());
}

TEST_CASE("search limits: the depth of a count of sequences", "[perft][budget]") {
  const Position position = choice_of(1, 1);
  CHECK(perft(position, 1'000'000).ok());
  const auto refused = perft(position, 1'000'001);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.errors()[0].code == "G0502");
}
