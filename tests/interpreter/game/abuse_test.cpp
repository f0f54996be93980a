// The public API with numbers that are out of range: it answers with an error value, or with nothing, and never crashes.
#include <climits>
#include <limits>

#include "glint/diff.hpp"
#include "glint/evaluate.hpp"
#include "glint/invariants.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::must;

constexpr int kWrong[] = {-2, 2, 3, 63, 64, 65, 1'000'000, INT_MAX, INT_MIN};
constexpr std::uint64_t kHuge = std::numeric_limits<std::uint64_t>::max();

/// Two players, each with a secret number; a stone ends the game, `score` counts stones.
const char* const kGame =
    "game \"Abuse\"\nuse square\nplayers sun, moon\nboard grid(2, 2)\npiece stone { look \"o\" }\n"
    "var hand[p: player]: 0..9 = 7 seen by p\nscore p = count(stone)\nheuristic p = hand[p]\n"
    "move place \"{at}\" { pick at in empty; put stone on at }\n"
    "play { turn of each player { choose place }; end : score }\n";
const char* const kOpen =
    "game \"Open\"\nuse square\nplayers sun, moon\nboard grid(2, 2)\npiece stone { look \"o\" }\n"
    "score p = count(stone)\nmove place \"{at}\" { pick at in empty; put stone on at }\n"
    "play { turn of each player { choose place }; end : score }\n";

std::string code_of(const std::optional<Error>& error) { return error ? error->code : ""; }
template <class T>
std::string code_of(const Result<T>& result) {
  return result ? "" : result.errors()[0].code;
}

}  // namespace

TEST_CASE("abuse: cells and players that are not there have nothing, and nobody's view shows no secret", "[abuse]") {
  const Position position = must(test::script(kGame).start());
  for (const int number : {-1, 4, 5, 1'000'000, INT_MAX, INT_MIN}) CHECK(position.pieces(number).empty());
  CHECK(position.score(0) == 0);
  CHECK(position.heuristic(1) == 7);
  CHECK_FALSE(position.score(-1));
  CHECK_FALSE(position.heuristic(-1));
  for (const int number : kWrong) {
    INFO(number);
    CHECK_FALSE(position.score(number));
    CHECK_FALSE(position.heuristic(number));
    CHECK(position.text_for(number) == position.text_for(kNobody));
    CHECK(position.text_for(number).find('7') == std::string::npos);
    CHECK(position.variables_for(number) == position.variables_for(kNobody));
    CHECK(position.followed_beams(number).ok());
    CHECK(position.game().sees_beams(number) == position.game().sees_beams(kNobody));
  }
  CHECK(position.text_for(0).find('7') != std::string::npos);
  CHECK(position.text_for(-1) == position.text());
}

TEST_CASE("abuse: moves and outcomes of numbers that are not there", "[abuse]") {
  Position position = must(test::script(kGame).start());
  const std::string before = position.text();
  for (const std::uint64_t number : {std::uint64_t{4}, std::uint64_t{1} << 32, kHuge}) {
    CHECK(code_of(position.move(number)) == "G0601");
    CHECK(code_of(position.play_listed(number)) == "G0601");
    CHECK(code_of(position.draw(number)) == "G0608");
  }
  CHECK(code_of(position.draw("")) == "G0608");
  CHECK(code_of(position.outcomes()) == "G0608");
  CHECK(code_of(position.forfeit()) == "G0601");
  const std::string most(4 << 20, 'a');
  CHECK(position.play(most)->message != "no move has 4194304 bytes");
  CHECK(position.play(most + 'a')->message == "no move has 4194305 bytes");
  CHECK(position.text() == before);
  CHECK_FALSE(position.play_listed(0));
  CHECK_FALSE(position.play_listed(0));
  REQUIRE(position.over());
  CHECK(code_of(position.move(0)) == "G0601");
  CHECK(code_of(position.play_listed(0)) == "G0601");
  CHECK(code_of(position.play("a1")) == "G0607");
  CHECK(position.to_move() == -1);
  CHECK(position.notations().empty());
}

TEST_CASE("abuse: greedy_choice where nothing can be chosen", "[abuse]") {
  Random random(1);
  CHECK(random.below(0) == 0);
  for (const char* const text : {kGame, kOpen}) {
    Position position = must(test::script(text).start());
    const std::vector<std::uint64_t> none, one = {3}, wrong = {0, 4}, huge = {kHuge};
    CHECK(code_of(greedy_choice(position, random, &none)) == "G0601");
    CHECK(code_of(greedy_choice(position, random, &wrong)) == "G0601");
    CHECK(code_of(greedy_choice(position, random, &huge)) == "G0601");
    CHECK(*greedy_choice(position, random, &one) == 3);
    CHECK(*greedy_choice(position, random) < 4);
    REQUIRE_FALSE(position.play("a1"));
    CHECK(code_of(greedy_choice(position, random, &one)) == "G0601");
    REQUIRE_FALSE(position.play("b1"));
    CHECK(code_of(greedy_choice(position, random)) == "G0607");
    CHECK(code_of(greedy_choice(position, random, &none)) == "G0607");
  }
}

TEST_CASE("abuse: counts, random games and searches of no size, or of too much", "[abuse]") {
  const Game game = test::script(kOpen);
  const Position start = must(game.start());
  for (const int depth : {-1, INT_MIN, 1'000'001, INT_MAX}) CHECK(code_of(perft(start, depth)) == "G0502");
  CHECK(perft(start, 0)->empty());
  CHECK((*perft(start, 1'000'000))[1] == 12);
  for (const int plies : {0, -1, INT_MIN}) {
    Position position = start;
    Random random(1);
    const Playout played = must(playout(position, random, plies));
    CHECK(played.plies == 0);
    CHECK(position.text() == start.text());
  }
  DiffOptions least;
  least.depth = least.limit = least.games = least.game_positions = 0;
  least.plies = -1;
  CHECK(must(diff_play(game, game, least)).same);
  DiffOptions most;
  most.limit = most.games = most.game_positions = kHuge;
  most.plies = INT_MAX;
  CHECK(must(diff_play(game, game, most)).same);
  for (const std::uint64_t size : {std::uint64_t{0}, kHuge}) {
    PlayCheckOptions options;
    options.limit = options.moves_each = options.slow = size;
    options.games = size == 0 ? 0 : 1;
    options.plies = -1;
    CHECK_FALSE(check_play(game, options).broken);
  }
  const Game alone = test::script(
      "game \"Alone\"\nuse square\nplayers sun\nboard grid(2, 2)\npiece stone { look \"o\" }\n"
      "move place \"{at}\" { pick at in empty; put stone on at }\nend when count(stone) == 2 : sun wins\n"
      "play { repeat { turn of sun { choose place } } }\n");
  SolveOptions none;
  none.limit = none.waiting_bytes = none.max_solutions = none.max_returned = 0;
  CHECK_FALSE(must(solve(must(alone.start()), none)).complete);
  SolveOptions some;
  some.limit = 1000;
  some.waiting_bytes = some.max_solutions = some.max_returned = kHuge;
  CHECK(must(solve(must(alone.start()), some)).count == 6);
}

TEST_CASE("abuse: limits out of range, and expressions of other games", "[abuse]") {
#define GLINT_TRY(name, value, code, what)                                              \
  for (const std::int64_t number : {std::int64_t{-1}, kMostLimit + 1, INT64_MIN, INT64_MAX}) { \
    Limits limits;                                                                      \
    limits.name = number;                                                               \
    CHECK(code_of(Game::from_text(kOpen, "test.glint", {}, nullptr, limits)) == "G0502"); \
  }
  GLINT_LIMITS(GLINT_TRY)
#undef GLINT_TRY
  // The checker takes it that no board has more cells.
  Limits cells;
  cells.cells = 1 << 20;
  CHECK(Game::from_text(kOpen, "test.glint", {}, nullptr, cells).ok());
  ++cells.cells;
  CHECK(code_of(Game::from_text(kOpen, "test.glint", {}, nullptr, cells)) == "G0502");
  const Game game = test::script(kGame);
  const Position start = must(game.start());
  const Expression hand = must(Expression::read(game, "hand[sun]"));
  CHECK(must(hand.value(start)).number == 7);
  CHECK(must(hand.value(start, 0)).number == 7);
  CHECK(code_of(hand.value(start, 1)) == "G0420");
  for (const int number : kWrong) CHECK(code_of(hand.value(start, number)) == (number == kNobody ? "G0420" : "G0506"));
  CHECK(code_of(hand.value(must(test::script(kOpen).start()))) == "G0506");
  CHECK(draw_cells(game, {-1, 0, 4, INT_MAX, INT_MIN}) == draw_cells(game, {0}));
}
